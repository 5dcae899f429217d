"""Results by slip: one side enters, another agrees, at tables of two and of three; who confirms is the tournament's
setting."""

import re

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from audit.models import AuditEntry
from tests.markup import tight
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.event.selectors import codes, finding
from tournaments.event.services import creating
from tournaments.models import Match, MatchState, RoundSeat, SlipReport
from tournaments.results.selectors import slips as slips_selectors
from tournaments.results.services import recording
from tournaments.results.services import slips as slips_services
from tournaments.rounds.services import drafts, editing
from tournaments.rounds.services import running as rounds_running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


THREES = {"variant": "cutthroat", "template": "pod_swiss", "rounds": 3}


@pytest.fixture(params=[2, 3], ids=["two", "three"])
def running(request, make_tournament, organiser, clock):
    """A tournament whose round 1 is being played at two tables of two or of three, with these settings."""

    def run(**settings):
        made = {} if request.param == 2 else THREES
        tournament = make_tournament(players=2 * request.param, settings=settings, **made)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        return rounds_running.start_round(rnd=rnd, now=clock())

    return run


def figures(match: Match) -> tuple[list[int], list[int]]:
    """Two results of a match that differ in who has won it."""
    return ([104, 60], [60, 104]) if match.is_of_two else ([120, 85, 40], [85, 120, 40])


def stage(match: Match) -> str:
    return slips_selectors.slip_state(slips_selectors.matches().get(pk=match.pk)).stage


def points(match: Match) -> list[int | None]:
    return [side.game_points for side in match.sides.order_by("order")]


def test_ana_enters_ben_agrees_and_it_stands(running, clock):
    match = running().matches.first()
    won, lost = figures(match)
    slips_services.report(match=match, order=0, points=won, deals=7, now=clock())
    assert (stage(match), points(match)) == ("reported", won)
    with pytest.raises(errors.Refusal, match=r"(Your side has|You have) reported"):
        slips_services.agree(match=match, order=0, now=clock())
    slips_services.agree(match=match, order=1, now=clock())
    match.refresh_from_db()
    assert (match.state, match.deals, points(match)) == (MatchState.OVER, 7, won)
    assert stage(match) == "over"
    with pytest.raises(errors.Refusal, match="This result stands"):
        slips_services.report(match=match, order=1, points=lost, now=clock())
    said = AuditEntry.objects.filter(action__startswith="slip.").values_list("action", "after__side", "after__entry")
    first, second, *_rest = (side.entry.public_id for side in match.sides.order_by("order"))
    assert list(said) == [("slip.report", 0, first), ("slip.agree", 1, second)]


def test_the_same_figures_from_the_other_side_agree(running, clock):
    match = running().matches.first()
    won, _lost = figures(match)
    slips_services.report(match=match, order=1, points=won, now=clock())
    slips_services.report(match=match, order=0, points=won, now=clock())
    match.refresh_from_db()
    assert (match.state, points(match)) == (MatchState.OVER, won)


def test_two_that_differ_are_both_kept_until_one_gives_way(running, clock):
    match = running().matches.first()
    won, lost = figures(match)
    slips_services.report(match=match, order=0, points=won, now=clock())
    slips_services.report(match=match, order=1, points=lost, now=clock())
    assert (stage(match), points(match)) == ("differs", won)
    assert sorted(SlipReport.objects.values_list("order", "figures")) == [(0, won), (1, lost)]
    slips_services.report(match=match, order=0, points=lost, now=clock())
    match.refresh_from_db()
    assert (match.state, points(match)) == (MatchState.OVER, lost)


def test_an_official_decides_between_two_that_differ(running, organiser, clock):
    match = running().matches.first()
    won, lost = figures(match)
    slips_services.report(match=match, order=0, points=won, now=clock())
    seen = slips_services.report(match=match, order=1, points=lost, now=clock())
    recording.record_result(match=match, points=won, by=organiser, now=clock(), version=seen.version)
    assert stage(match) == "over"


def test_where_nobody_confirms_a_slip_is_enough(running, clock):
    match = running(confirmation="none").matches.first()
    won, _lost = figures(match)
    slips_services.report(match=match, order=1, points=won, now=clock())
    assert stage(match) == "over"


def test_where_the_desk_confirms_the_other_side_cannot(running, organiser, clock):
    match = running(confirmation="desk").matches.first()
    won, _lost = figures(match)
    slips_services.report(match=match, order=1, points=won, now=clock())
    with pytest.raises(errors.Refusal, match="An official confirms"):
        slips_services.agree(match=match, order=0, now=clock())
    slips_services.report(match=match, order=0, points=won, now=clock())
    assert stage(match) == "reported", "both say the same, and the desk still looks"
    match.refresh_from_db()
    recording.confirm_result(match=match, by=organiser, now=clock())
    assert stage(match) == "over"


def test_ten_seconds_to_take_it_back(running, clock):
    match = running(confirmation="none").matches.first()
    won, _lost = figures(match)
    slips_services.report(match=match, order=0, points=won, now=clock())
    match.refresh_from_db()
    slips_services.take_back(match=match, order=0, version=match.version, now=clock.later(seconds=10))
    assert (stage(match), points(match), SlipReport.objects.count()) == ("open", [None] * len(won), 0)
    slips_services.report(match=match, order=0, points=won, now=clock())
    match.refresh_from_db()
    with pytest.raises(errors.Refusal, match="ten seconds"):
        slips_services.take_back(match=match, order=0, version=match.version, now=clock.later(seconds=11))


def test_a_stale_slip_overwrites_nothing(running, clock):
    match = running().matches.first()
    won, lost = figures(match)
    seen = match.version
    slips_services.report(match=match, order=0, points=won, version=seen, now=clock())
    with pytest.raises(errors.Conflict):
        slips_services.report(match=match, order=1, points=lost, version=seen, now=clock())


def test_before_and_after_its_round_a_slip_says_so(running, organiser, clock):
    rnd = running()
    match, other = rnd.matches.all()
    won, _lost = figures(match)
    for one in (match, other):
        recording.record_result(match=one, points=won, by=organiser, now=clock())
    rounds_running.close_round(rnd=rnd, now=clock())
    assert stage(match) == "closed"
    with pytest.raises(errors.Refusal, match="This round is closed"):
        slips_services.report(match=match, order=0, points=won, now=clock())
    later = drafts.pair_round(stage=rnd.stage, now=clock(), by=organiser)
    editing.publish_round(rnd=later, now=clock(), by=organiser)
    assert stage(later.matches.first()) == "early"


def test_a_code_opens_its_match_only_and_dies_when_others_sit_there(running, clock):
    match, other = running().matches.all()
    code = codes.slip_code(match, 0)
    assert re.fullmatch("[a-z0-9]{12}[a-z2-7]{16}", code)
    assert slips_selectors.by_code(code) == slips_selectors.Slip(match, 0)
    assert slips_selectors.by_code(codes.slip_code(match, 1)) == slips_selectors.Slip(match, 1)
    assert slips_selectors.by_code(other.public_id + code[12:]) is None
    assert slips_selectors.by_letters(match.table_no, codes.slip_letters(match, 1)) == slips_selectors.Slip(match, 1)
    assert slips_selectors.by_letters(other.table_no, codes.slip_letters(match, 1)) is None
    seats = [side.seat for side in match.sides.all()]
    RoundSeat.objects.filter(pk=seats[0].pk).update(entry=None or _somebody_new(match))
    assert slips_selectors.by_code(code) is None, "somebody else sits there now"


def _somebody_new(match: Match):
    return entering.enter(tournament=match.round.stage.tournament, name="Late Lucy", now=match.round.published_at)


@given(st.text(max_size=40))
def test_no_other_text_opens_a_slip(text: str) -> None:
    right = codes.code("slip", "abcdefghjkmn", "x", "y")
    assert codes.is_right(text, right) == (text == right)


def test_the_slip_of_a_best_of_several_asks_for_the_games(make_tournament, organiser, clock, client):
    tournament = make_tournament(players=2, rounds=1)
    row = finding.main_stage(tournament)
    creating.change_stage(stage=row, settings={"length": "best_of:3"}, by=organiser, now=clock())
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    match = rounds_running.start_round(rnd=rnd, now=clock()).matches.get()
    page = reverse("tournaments:slip", args=[codes.slip_code(match, 0)])
    assert "Games won by" in tight(client.get(page).content.decode())
    for wrong in ((3, 0), (1, 1)):
        with pytest.raises(errors.Invalid, match="the winner has won 2"):
            slips_services.report(match=match, order=0, games=wrong, now=clock())
    slips_services.report(match=match, order=0, games=(1, 2), now=clock())
    assert stage(match) == "reported"
    assert re.findall(r"<strong>(\d)</strong>", client.get(page).content.decode()) == ["1", "2"]
    slips_services.report(match=match, order=1, games=(2, 1), now=clock())
    assert stage(match) == "differs"
    slips_services.report(match=match, order=1, games=(1, 2), now=clock())
    match.refresh_from_db()
    assert (match.state, [side.games_won for side in match.sides.order_by("order")]) == (MatchState.OVER, [1, 2])


def test_a_match_over_some_deals_ends_level_by_slip(make_tournament, organiser, clock, client):
    tournament = make_tournament(players=2, rounds=1)
    row = finding.main_stage(tournament)
    creating.change_stage(stage=row, settings={"length": "deals:4"}, by=organiser, now=clock())
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    match = rounds_running.start_round(rnd=rnd, now=clock()).matches.get()
    page = reverse("tournaments:slip", args=[codes.slip_code(match, 0)])
    sent = {"first": "80", "second": "80", "deals": "4", "version": str(match.version)}
    assert client.post(page, sent).status_code == 302
    assert (stage(match), points(match)) == ("reported", [80, 80])


def test_a_result_that_is_sent_twice_is_entered_once(running, clock):
    """The answer was lost on the way, so the phone sends it again: with the same key, and the version it had seen."""
    match = running().matches.first()
    won, _lost = figures(match)
    for _ in range(3):
        slips_services.report(match=match, order=0, points=won, now=clock(), version=match.version, key="k1")
    assert AuditEntry.objects.filter(action="slip.report").count() == 1
    with pytest.raises(errors.Conflict):
        slips_services.report(match=match, order=0, points=won, now=clock(), version=match.version, key="k2")
    slips_services.agree(match=match, order=1, now=clock())
    slips_services.report(match=match, order=0, points=won, now=clock(), version=match.version, key="k1")
    assert (stage(match), points(match)) == ("over", won)


def test_two_phones_without_a_connection_agree_when_it_is_back(running, clock):
    """Neither has seen what the other wrote: the same figures agree, other figures are refused to be looked at."""
    match, other = running().matches.all()
    lost, won = figures(match)
    for order, key in ((0, "a"), (1, "b")):
        slips_services.report(match=match, order=order, points=won, now=clock(), version=match.version, key=key)
    assert stage(match) == "over"
    slips_services.report(match=other, order=0, points=won, now=clock(), version=other.version, key="c")
    with pytest.raises(errors.Conflict):
        slips_services.report(match=other, order=1, points=lost, now=clock(), version=other.version, key="d")
    assert stage(other) == "reported"
