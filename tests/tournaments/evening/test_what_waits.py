"""What waits, holds: a table without a result, an open case or call, reports that differ keep a round and the end open,
by whichever way somebody, or the clock, wants to close; and in a room nothing ends unasked."""

import pytest
from django.urls import reverse

from accounts import services as accounts
from clubs import services as clubs
from duework import services as duework
from tests.markup import tight
from tournaments import errors
from tournaments.desk import selectors as queue
from tournaments.desk import services as desk
from tournaments.evening.selectors import waiting
from tournaments.event.selectors import finding
from tournaments.models import (
    Case,
    CaseKind,
    Match,
    MatchState,
    Round,
    RoundState,
    SitAndGo,
    Stage,
    StageState,
    TournamentState,
)
from tournaments.results.services import recording, slips
from tournaments.results.services import recording as pod_results
from tournaments.results.services import slips as pod_slips
from tournaments.rounds.services import running
from tournaments.stages.services import conditions, knockouts
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(club, db):
    """An official who plays nowhere."""
    user = accounts.official(username="otto", name="Otto", email="otto@example.org", password="correct horse")
    clubs.add_member(club=club, user=user, role="director")
    return user


def all_in(rnd: Round, organiser, clock) -> None:
    for match in rnd.matches.exclude(state=MatchState.OVER):
        points = (100, 60) if match.is_of_two else (120, 60, 30)
        recording.record_result(match=match, points=points, by=organiser, now=clock(), version=match.version)


def no_result(rnd: Round, organiser, clock) -> None:
    """Every table but the first is in."""
    for match in rnd.matches.exclude(table_no=1):
        recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())


def reported(rnd: Round, organiser, clock) -> None:
    """One side has said how it ended; nobody has confirmed it."""
    slips.report(match=rnd.matches.get(table_no=1), order=0, points=(100, 60), now=clock())
    no_result(rnd, organiser, clock)


def differing(rnd: Round, organiser, clock) -> None:
    """The sides say different things."""
    match = rnd.matches.get(table_no=1)
    slips.report(match=match, order=0, points=(100, 60), now=clock())
    slips.report(match=match, order=1, points=(60, 100), now=clock())
    no_result(rnd, organiser, clock)


def of_kind(kind: str):
    def opened(rnd: Round, organiser, clock) -> None:
        """All is in; a case of this kind is open."""
        match = rnd.matches.get(table_no=1)
        player = match.sides.get(order=0).entry.members.get().user
        if kind == CaseKind.CALL:
            desk.call_director(match=match, table="", words="The score", by=player, now=clock())
        elif kind == CaseKind.CONDUCT:
            Case.objects.create(
                tournament=rnd.stage.tournament, match=match, kind=kind, opened_by=player, opened_at=clock()
            )
        else:
            desk.open_case(match=match, kind=kind, by=organiser, now=clock())
        (no_result if kind in ("dispute", "no_show", "disconnect") else all_in)(rnd, organiser, clock)

    opened.__name__ = kind
    return opened


def called_by_slip(rnd: Round, organiser, clock) -> None:
    """Somebody has called by the slip of the table; all results are in."""
    desk.call_director(match=rnd.matches.get(table_no=2), table="", words="", by=None, now=clock(), seat="Player 02")
    all_in(rnd, organiser, clock)


WAITING = [no_result, reported, differing, called_by_slip, *map(of_kind, CaseKind.values)]


def started(make_tournament, next_round, organiser, clock, rounds: int, **facts) -> Round:
    tournament = make_tournament(players=4, rounds=rounds, **facts)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    return next_round(tournament)


def by_page(client, tournament, rnd, organiser, clock, name: str) -> None:
    client.force_login(organiser)
    args = [tournament.slug, rnd.number] if name == "close" else [tournament.slug]
    client.post(reverse(f"tournaments:{name}", args=args))


def by_api(client, tournament, rnd, organiser, clock, name: str) -> None:
    client.force_login(organiser)
    what = f"rounds/{rnd.public_id}/close" if name == "close" else f"tournaments/{tournament.public_id}/finish"
    answer = client.post(f"/api/v1/{what}/", {}, content_type="application/json")
    assert answer.status_code == 409, answer.content


def by_the_clock(client, tournament, rnd, organiser, clock, name: str) -> None:
    clock.later(minutes=5)
    while duework.sweep(now=clock()):
        pass


DOORS = [by_page, by_api, by_the_clock]


@pytest.mark.parametrize("door", DOORS, ids=lambda one: one.__name__)
@pytest.mark.parametrize("waits", WAITING, ids=lambda one: one.__name__)
def test_a_round_stays_open(waits, door, make_tournament, next_round, organiser, other, client, clock):
    rnd = started(make_tournament, next_round, organiser, clock, rounds=3)
    waits(rnd, organiser, clock)
    door(client, rnd.stage.tournament, rnd, organiser, clock, "close")
    rnd.refresh_from_db()
    assert rnd.state == RoundState.RUNNING


@pytest.mark.parametrize("door", DOORS, ids=lambda one: one.__name__)
@pytest.mark.parametrize("waits", WAITING, ids=lambda one: one.__name__)
def test_an_event_stays_open(waits, door, make_tournament, next_round, organiser, other, client, clock):
    rnd = started(make_tournament, next_round, organiser, clock, rounds=1)
    waits(rnd, organiser, clock)
    Round.objects.filter(pk=rnd.pk).update(state=RoundState.CLOSED if rnd.matches.count() == _over(rnd) else rnd.state)
    door(client, rnd.stage.tournament, rnd, organiser, clock, "finish")
    assert finding.tournaments().get().state == TournamentState.RUNNING


def _over(rnd: Round) -> int:
    return rnd.matches.filter(state=MatchState.OVER).count()


@pytest.mark.parametrize("waits", WAITING, ids=lambda one: one.__name__)
def test_an_event_that_ends_by_itself_waits_too(waits, make_tournament, next_round, organiser, other, clock):
    """Played online with automatic rounds, as whoever set it up wants it."""
    rnd = started(make_tournament, next_round, organiser, clock, rounds=1)
    tournament = rnd.stage.tournament
    conditions.change_conditions(tournament=tournament, settings={"automatic": True}, by=organiser, now=clock())
    waits(rnd, organiser, clock)
    type(tournament).objects.update(mode="online")
    by_the_clock(None, tournament, rnd, organiser, clock, "finish")
    assert finding.tournaments().get().state == TournamentState.RUNNING
    all_in(rnd, organiser, clock)
    for case in queue.open_cases(tournament):
        desk.handle_case(case=case, outcome="Settled", by=other, now=clock())
    for match in rnd.matches.filter(state=MatchState.REPORTED):
        recording.confirm_result(match=match, by=other, now=clock())
    by_the_clock(None, tournament, rnd, organiser, clock, "finish")
    assert finding.tournaments().get().state == TournamentState.FINISHED


@pytest.mark.parametrize("rounds", [1, 3])
@pytest.mark.parametrize("waits", WAITING, ids=lambda one: one.__name__)
def test_the_page_lists_what_holds(waits, rounds, make_tournament, next_round, organiser, other, clock):
    """A line for each thing that waits, and none for what does not hold the round."""
    rnd = started(make_tournament, next_round, organiser, clock, rounds=rounds)
    waits(rnd, organiser, clock)
    page = waiting.tonight(finding.tournaments().get(), [rnd], other).next
    assert len(page.waits) == 1, page
    assert "Table" in page.waits[0].title


def test_a_table_of_three_holds_its_round(make_pods, next_round, organiser, clock):
    rnd = next_round(make_pods(3, rounds=1))
    pod = rnd.matches.get()
    for order, scores in ((0, (120, 60, 30)), (1, (60, 120, 30))):
        pod_slips.report(match=pod, order=order, points=scores, now=clock())
    with pytest.raises(errors.OpenResults):
        running.close_round(rnd=rnd, now=clock())
    desk.call_director(match=pod, table="", words="A card too many", by=None, now=clock(), seat="Player 02")
    pod.refresh_from_db()
    pod_results.record_result(match=pod, points=(120, 60, 30), by=organiser, now=clock(), version=pod.version)
    with pytest.raises(errors.Refusal, match="Table 1: call"):
        running.close_round(rnd=rnd, now=clock())


def test_the_round_closes_with_its_last_case(make_tournament, next_round, organiser, clock):
    """Also where the clock has come in vain before."""
    rnd = started(make_tournament, next_round, organiser, clock, rounds=3)
    called_by_slip(rnd, organiser, clock)
    by_the_clock(None, rnd.stage.tournament, rnd, organiser, clock, "close")
    desk.handle_case(case=Case.objects.get(), outcome="A recount", by=organiser, now=clock())
    by_the_clock(None, rnd.stage.tournament, rnd, organiser, clock, "close")
    rnd.refresh_from_db()
    assert rnd.state == RoundState.CLOSED


@pytest.mark.parametrize("kind", ["dispute", "no_show", "disconnect"])
def test_a_result_settles_a_case_about_its_absence(kind, make_tournament, next_round, organiser, clock):
    rnd = started(make_tournament, next_round, organiser, clock, rounds=3)
    of_kind(kind)(rnd, organiser, clock)
    recording.record_result(match=rnd.matches.get(table_no=1), points=(100, 60), by=organiser, now=clock())
    assert not queue.queue(rnd.stage.tournament)
    by_the_clock(None, rnd.stage.tournament, rnd, organiser, clock, "close")
    rnd.refresh_from_db()
    assert rnd.state == RoundState.CLOSED


@pytest.mark.parametrize("automatic", [False, True])
def test_in_a_room_nothing_ends_unasked(automatic, make_tournament, next_round, organiser, client, clock):
    rnd = started(make_tournament, next_round, organiser, clock, rounds=1)
    tournament = rnd.stage.tournament
    conditions.change_conditions(tournament=tournament, settings={"automatic": automatic}, by=organiser, now=clock())
    all_in(rnd, organiser, clock)
    by_the_clock(None, tournament, rnd, organiser, clock, "finish")
    rnd.refresh_from_db()
    assert (rnd.state, finding.tournaments().get().state) == (RoundState.CLOSED, TournamentState.RUNNING)
    client.force_login(organiser)
    tonight = client.get(reverse("tournaments:tonight", args=[tournament.slug])).content.decode()
    for words in ("All rounds are played", "Confirm the standings", "Cut to the top …", "One more round"):
        assert words in tonight
    client.post(reverse("tournaments:finish", args=[tournament.slug]))
    assert finding.tournaments().get().state == TournamentState.FINISHED


def test_no_further_round_is_offered_where_all_have_met(make_tournament, play_round, organiser, client, clock):
    tournament = make_tournament(players=4, rounds=3)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    for _ in range(3):
        play_round(tournament)
    client.force_login(organiser)
    tonight = client.get(reverse("tournaments:tonight", args=[tournament.slug])).content.decode()
    assert "Confirm the standings" in tonight
    assert "One more round" not in tonight
    with pytest.raises(errors.Refusal, match="All who are here have met"):
        conditions.add_round(tournament=tournament, by=organiser, now=clock())


def test_one_more_round_and_a_knockout_after_the_last(make_tournament, play_round, organiser, client, clock):
    tournament = make_tournament(players=6, rounds=1)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    with pytest.raises(errors.Refusal, match="not all closed"):
        conditions.add_round(tournament=tournament, by=organiser, now=clock())
    play_round(tournament)
    client.force_login(organiser)
    client.post(reverse("tournaments:add-round", args=[tournament.slug]))
    assert play_round(tournament).number == 2
    assert standings.is_end_due(finding.tournaments().get())
    knockouts.add_knockout(tournament=tournament, players=4, by=organiser, now=clock())
    assert [one.state for one in Stage.objects.order_by("number")] == [StageState.FINISHED, StageState.WAITING]
    tonight = client.get(reverse("tournaments:tonight", args=[tournament.slug])).content.decode()
    assert "Who goes on is to be confirmed" in tonight


def test_a_round_that_was_added_by_mistake_is_taken_back(make_tournament, play_round, organiser, client, clock):
    tournament = make_tournament(players=6, rounds=1)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    client.force_login(organiser)
    tonight = reverse("tournaments:tonight", args=[tournament.slug])
    assert "Take the added round back" not in tight(client.get(tonight).content.decode()), "it was planned"
    play_round(tournament)
    for has_draft in (False, True):
        client.post(reverse("tournaments:add-round", args=[tournament.slug]))
        if has_draft:
            client.post(reverse("tournaments:pair", args=[tournament.slug]))
        assert Stage.objects.get().rounds.count() == 1 + has_draft
        assert "Take the added round back" in tight(client.get(tonight).content.decode())
        client.post(reverse("tournaments:drop-round", args=[tournament.slug]))
        assert (Stage.objects.get().settings["rounds"], Stage.objects.get().rounds.count()) == (1, 1)
        assert standings.is_end_due(finding.tournaments().get())
    with pytest.raises(errors.Refusal, match="No round was added"):
        conditions.drop_added_round(tournament=tournament, by=organiser, now=clock())
    client.post(reverse("tournaments:add-round", args=[tournament.slug]))
    assert play_round(tournament).number == 2
    with pytest.raises(errors.Refusal, match="No round was added"):
        conditions.drop_added_round(tournament=tournament, by=organiser, now=clock())


def test_nobody_directs_a_sit_and_go_so_no_call_holds_it_up(make_tournament, next_round, organiser, clock):
    rnd = started(make_tournament, next_round, organiser, clock, rounds=1)
    SitAndGo.objects.create(
        rules="gin-rummy-com", seats=4, clock={}, opened_at=clock(), tournament=rnd.stage.tournament
    )
    called_by_slip(rnd, organiser, clock)
    running.close_round(rnd=rnd, now=clock())
    assert Match.objects.filter(state=MatchState.OVER).count() == 2
