"""A published round that nobody has begun becomes a draft again; one that has begun stays, with the reason in words."""

import uuid
from datetime import timedelta

import pytest
from django.urls import reverse

from audit.models import AuditEntry
from duework import services as duework
from duework.models import DueWork
from games.models import Kind, Play, Status, Table
from tests.markup import tight
from tournaments import errors
from tournaments.desk import services as desk
from tournaments.entries.services import entering
from tournaments.ladders.services import challenges
from tournaments.league.services import appointments
from tournaments.models import Appointment, Match, MatchState, Round, RoundState
from tournaments.results.selectors.slips import slip_state
from tournaments.results.services import recording, slips
from tournaments.rounds.services import editing, pairing_requests, running, taking_back
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def published(make_tournament, organiser, clock):
    """The first round, published and started as time does it."""

    def make(players=4, **conditions):
        tournament = make_tournament(players=players, **conditions)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        [rnd] = pairing_requests.pair_next(tournament=tournament, now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        while duework.sweep(now=clock()):
            pass
        return Round.objects.get(pk=rnd.pk)

    return make


def moved(table: Table, do: str = "draw_stock") -> None:
    Play.objects.create(table=table, seq=99, cmd_id=uuid.uuid4(), seat=0, kind=Kind.PLAYER,
                        action={"do": do}, at=table.opened_at)  # fmt: skip


def test_a_round_in_person_is_a_draft_again_and_starts_once_more_when_it_is_published(published, organiser, clock):
    rnd = published()
    assert rnd.state == RoundState.RUNNING
    pairs = list(rnd.matches.paired().values_list("public_id", flat=True))
    back = taking_back.unpublish_round(rnd=rnd, now=clock(), by=organiser, reason="Wrong pairing")
    assert (back.state, back.published_at, back.started_at) == (RoundState.DRAFT, None, None)
    assert slip_state(back.matches.paired().first()).stage == "early", "a slip opens nothing"
    with pytest.raises(errors.Refusal):
        slips.report(match=back.matches.paired().first(), order=0, points=(100, 20), now=clock())
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.reason, entry.actor) == ("round.unpublish", "Wrong pairing", organiser)
    editing.publish_round(rnd=back, now=clock(), by=organiser)
    while duework.sweep(now=clock()):
        pass
    again = Round.objects.get(pk=rnd.pk)
    assert again.state == RoundState.RUNNING, "its start is promised again"
    assert list(again.matches.paired().values_list("public_id", flat=True)) == pairs, (
        "who stays together keeps the slip"
    )
    for match in again.matches.paired():
        recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    running.close_round(rnd=again, now=clock.later(seconds=30))


def test_live_tables_are_closed_and_new_ones_open(published, organiser, clock, client):
    rnd = published(mode="online")
    old = list(Table.objects.order_by("pk"))
    moved(old[0], do="reveal")  # the shuffle is no move
    back = taking_back.unpublish_round(rnd=rnd, now=clock(), by=organiser)
    assert {match.state for match in back.matches.paired()} == {MatchState.PAIRED}
    assert {match.table for match in back.matches.paired()} == {""}
    assert set(Table.objects.values_list("status", "epoch")) == {(Status.CLOSED, 1)}
    page = client.get(reverse("games:table", args=[old[0].public_id]))
    assert page.status_code == 410
    assert "Nothing that happened at this table counts" in tight(page.content.decode())
    editing.publish_round(rnd=back, now=clock(), by=organiser)
    while duework.sweep(now=clock()):
        pass
    fresh = set(Match.objects.paired().filter(round=rnd).values_list("table", flat=True))
    assert fresh == set(Table.objects.filter(status=Status.PLAYING).values_list("public_id", flat=True))
    assert len(fresh) == 2


def test_a_move_at_a_live_table_keeps_the_round(published, organiser, clock):
    rnd = published(mode="online")
    moved(Table.objects.latest("pk"))
    with pytest.raises(errors.Refusal, match="Somebody has moved at a live table") as refused:
        taking_back.unpublish_round(rnd=rnd, now=clock(), by=organiser)
    assert refused.value.code == "begun"
    assert set(Table.objects.values_list("status", flat=True)) == {Status.PLAYING}


def test_a_result_or_a_slip_keeps_the_round(published, organiser, clock):
    rnd = published()
    first, _second = rnd.matches.paired()
    slips.report(match=first, order=0, points=(100, 20), now=clock())
    with pytest.raises(errors.Refusal, match="A result is in"):
        taking_back.unpublish_round(rnd=rnd, now=clock(), by=organiser)
    slips.take_back(match=first, order=0, version=Match.objects.paired().get(pk=first.pk).version, now=clock())
    taking_back.unpublish_round(rnd=rnd, now=clock(), by=organiser)


def test_who_had_left_at_the_start_has_no_forfeit_any_more(published, organiser, clock):
    rnd = published()
    back = taking_back.unpublish_round(rnd=rnd, now=clock(), by=organiser)
    left = back.matches.paired().first().sides.first().entry
    entering.withdraw(entry=left, now=clock(), by=organiser)
    editing.publish_round(rnd=back, now=clock(), by=organiser)
    running.start_round(rnd=back, now=clock())
    assert back.matches.paired().filter(state=MatchState.OVER).count() == 1
    again = taking_back.unpublish_round(rnd=back, now=clock(), by=organiser)
    assert not again.matches.paired().exclude(state=MatchState.PAIRED).exists()
    assert not again.matches.paired().exclude(result_kind="").exists()


def test_a_draft_a_closed_round_and_one_before_another_are_refused(make_tournament, play_round, organiser, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    first = play_round(tournament)
    with pytest.raises(errors.Refusal, match="closed"):
        taking_back.unpublish_round(rnd=first, now=clock(), by=organiser)
    [second] = pairing_requests.pair_next(tournament=tournament, now=clock(), by=organiser)
    with pytest.raises(errors.Refusal, match="not published"):
        taking_back.unpublish_round(rnd=second, now=clock(), by=organiser)
    with pytest.raises(errors.Conflict):
        taking_back.unpublish_round(rnd=second, version=77, now=clock(), by=organiser)


def test_tables_of_three_and_teams(published, organiser, clock):
    rnd = published(players=6, template="pod_swiss", variant="cutthroat-pagat")
    taking_back.unpublish_round(rnd=rnd, now=clock(), by=organiser)
    assert not rnd.matches.paired().exclude(state="paired").exists()
    teams = published(players=4, template="team_swiss")
    assert Match.objects.of_boards().exists()
    taking_back.unpublish_round(rnd=teams, now=clock(), by=organiser)
    assert not Match.objects.of_boards().exists()


def test_a_call_to_the_director_keeps_the_round_at_tables_of_three_too(published, organiser, clock):
    rnd = published(players=6, template="pod_swiss", variant="cutthroat-pagat")
    pod = rnd.matches.paired().select_related("round__stage__tournament").first()
    desk.call_director(match=pod, table="", words="Two dealt at once", by=None, now=clock())
    with pytest.raises(errors.Refusal, match="called a director"):
        taking_back.unpublish_round(rnd=rnd, now=clock(), by=organiser)


def test_the_page_offers_it_while_nobody_has_begun_and_the_api_does_it(published, organiser, clock, client):
    rnd = published()
    tournament = rnd.stage.tournament
    page = reverse("tournaments:pairings", args=[tournament.slug, 1])
    client.force_login(organiser)
    seen = client.get(page).content.decode()
    assert "Make it a draft again" in seen
    assert "published, nothing entered yet" in seen
    for name, args in (("tonight", []), ("results", [1])):
        elsewhere = client.get(reverse(f"tournaments:{name}", args=[tournament.slug, *args])).content.decode()
        assert f'href="{page}"' in elsewhere, "Pairings of round 1"
        assert f'href="{page}#take-back"' in elsewhere
    answer = client.post(page, {"unpublish": "1", "version": rnd.version, "reason": "Too early"}, follow=True)
    assert "Round 1 is a draft again" in tight(answer.content.decode())
    assert Round.objects.get(pk=rnd.pk).state == RoundState.DRAFT
    door = reverse("api:api-round-unpublish", args=[rnd.public_id])
    refused = client.post(door, {}, content_type="application/json")
    assert (refused.status_code, refused.json()["detail"]) == (409, "Round 1 is not published.")
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    assert client.post(door, {}, content_type="application/json").json()["state"] == "draft"
    client.logout()
    assert client.post(door, {}, content_type="application/json").status_code in (401, 403, 404)


def test_no_page_offers_it_once_a_result_is_in(published, organiser, clock, client):
    rnd = published()
    slug = rnd.stage.tournament.slug
    recording.record_result(match=rnd.matches.paired().first(), points=(100, 60), by=organiser, now=clock())
    client.force_login(organiser)
    for name, args in (("tonight", []), ("results", [1]), ("pairings", [1])):
        seen = client.get(reverse(f"tournaments:{name}", args=[slug, *args])).content.decode()
        assert "Take the round back" not in seen, name


def test_the_windows_of_a_league_go_and_come_again_unless_a_time_is_proposed(published, organiser, clock):
    rnd = published(template="league")
    assert Appointment.objects.count() == 2
    back = taking_back.unpublish_round(rnd=rnd, now=clock(), by=organiser)
    assert not Appointment.objects.exists()
    assert not DueWork.objects.filter(key__startswith="match:").exists()
    editing.publish_round(rnd=back, now=clock(), by=organiser)
    match = back.matches.paired().first()
    player = match.sides.first().entry.members.get().user
    appointments.propose_time(match=match, at=clock() + timedelta(days=2), now=clock(), by=player)
    with pytest.raises(errors.Refusal, match="proposed times"):
        taking_back.unpublish_round(rnd=back, now=clock(), by=organiser)


def test_on_a_ladder_there_is_no_round_to_take_back(make_tournament, organiser, clock):
    tournament = make_tournament(players=4, template="ladder")
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    bottom, above = tournament.entries.order_by("-tpn")[:2]
    made = challenges.make_challenge(challenger=bottom, challenged=above, now=clock(), by=organiser)
    match = challenges.accept_challenge(challenge=made, now=clock(), by=organiser).match
    with pytest.raises(errors.Refusal) as refused:
        taking_back.unpublish_round(rnd=match.round, now=clock(), by=organiser)
    assert refused.value.code == "ladder"
