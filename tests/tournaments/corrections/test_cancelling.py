"""A cancelled tournament stays visible, and its ratings stay or are removed as chosen; one without a result can be
deleted."""

import uuid
from datetime import time

import pytest
from django.urls import reverse

from accounts.models import User
from audit.models import AuditEntry
from duework import services as duework
from duework.models import DueWork
from games.models import Kind, Play, Status, Table
from notices.models import Notice
from notices.selectors import wording
from ratings.models import RatedMatch
from tests.markup import tight
from tournaments import errors
from tournaments.corrections.services import cancelling, corrections
from tournaments.entries.services import copying, entering, paying
from tournaments.event.selectors import finding
from tournaments.event.services import creating
from tournaments.models import Entry, MatchState, Round, RoundState, Tournament, TournamentState
from tournaments.results.services import recording
from tournaments.rounds.services import editing, pairing_requests, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def cancel(organiser, clock):
    def act(tournament, rated="keep", **facts):
        return cancelling.cancel_tournament(tournament=tournament, rated=rated, now=clock(), by=organiser, **facts)

    return act


@pytest.fixture
def half_played(make_tournament, play_round, organiser, clock):
    """One round is over and rated, one of the two matches of the second has a result."""
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    [rnd] = pairing_requests.pair_next(tournament=tournament, now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    recording.record_result(match=rnd.matches.first(), points=(100, 20), by=organiser, now=clock())
    return Tournament.objects.get(pk=tournament.pk)


def test_before_the_start_it_is_called_off_with_its_reason_and_still_seen(make_tournament, cancel, organiser, clock,
                                                                          client):  # fmt: skip
    tournament = make_tournament(players=4)
    off = cancel(tournament, reason="The hall is closed.")
    assert (off.state, off.is_over) == (TournamentState.CANCELLED, True)
    page = tight(client.get(reverse("tournaments:detail", args=[tournament.slug])).content.decode())
    assert "This tournament was cancelled. The hall is closed." in page
    assert "cancelled" in client.get(reverse("tournaments:list")).content.decode()
    for work in (
        lambda: entering.enter(tournament=tournament, name="Late", now=clock()),
        lambda: stages.begin(tournament=tournament, now=clock(), by=organiser),
        lambda: creating.write_conditions(tournament=tournament, name="Other", now=clock(), by=organiser),
        lambda: cancel(tournament),
    ):
        with pytest.raises(errors.Refusal):
            work()


def test_what_was_rated_stays_and_nothing_changes_any_more(half_played, cancel, organiser, clock):
    told = cancelling.concerned(half_played)
    assert (told.rated, told.results, told.playing) == (2, 3, 0)
    cancel(half_played, seen=2)
    assert RatedMatch.objects.filter(annulled=False).count() == 2
    first, second = Round.objects.order_by("number")
    match = second.matches.get(state=MatchState.PAIRED)
    for work in (
        lambda: recording.record_result(match=match, points=(100, 1), by=organiser, now=clock()),
        lambda: corrections.preview_correction(match=first.matches.first(), points=(10, 100)),
        lambda: running.close_round(rnd=second, now=clock()),
    ):
        with pytest.raises(errors.Refusal) as refused:
            work()
        assert refused.value.code == "cancelled"
    while duework.sweep(now=clock.later(days=30)):
        pass
    assert not DueWork.objects.filter(key__startswith=f"round:{second.pk}:").exists()
    log = AuditEntry.objects.get(action="tournament.cancel")
    assert (log.after["ratings"], log.after["rated"]) == ("keep", 2)


def test_what_was_rated_is_taken_back_and_the_reason_is_noted(half_played, cancel):
    cancel(half_played, rated="take_back", reason="Wrong cards")
    assert RatedMatch.objects.filter(annulled=True).count() == 2
    assert set(AuditEntry.objects.filter(action="rating.annul").values_list("reason", flat=True)) == {"Wrong cards"}


def test_only_what_was_told_is_done(half_played, cancel):
    with pytest.raises(errors.Conflict):
        cancel(half_played, rated="take_back", seen=1)
    with pytest.raises(errors.Invalid) as invalid:
        cancel(half_played, rated="some")
    assert invalid.value.field == "rated"
    with pytest.raises(errors.Invalid):
        cancel(half_played, reason="x" * 201)


def test_live_tables_are_closed_and_drafts_thrown_away(make_tournament, cancel, organiser, clock):
    tournament = make_tournament(players=4, mode="online")
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    [rnd] = pairing_requests.pair_next(tournament=tournament, now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    assert cancelling.concerned(tournament).playing == 2
    player = rnd.matches.first().sides.first().entry.members.get().user
    assert finding.current_matches(player)
    cancel(tournament)
    assert not finding.current_matches(player), "nobody is told to play it"
    assert set(Table.objects.values_list("status", flat=True)) == {Status.CLOSED}
    assert not rnd.matches.filter(state=MatchState.PLAYING).exists()
    other = make_tournament(players=4)
    stages.begin(tournament=other, now=clock(), by=organiser)
    pairing_requests.pair_next(tournament=other, now=clock(), by=organiser)
    cancel(other)
    assert not Round.objects.filter(stage__tournament=other, state=RoundState.DRAFT).exists()


@pytest.mark.parametrize("more", [{"template": "league"}, {"template": "ladder"}, {"template": "single_elim"},
                                  {"template": "swiss_cut"},
                                  {"template": "pod_swiss", "variant": "cutthroat-pagat"},
                                  {"template": "team_swiss"}], ids=str)  # fmt: skip
def test_every_format_is_called_off_and_deleted(make_tournament, cancel, organiser, clock, more):
    made = [make_tournament(players=6, **more) for _ in range(2)]
    for tournament in made:
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        if more["template"] != "ladder":
            for rnd in pairing_requests.pair_next(tournament=tournament, now=clock(), by=organiser):
                editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    cancel(made[0])
    for tournament in made:
        cancelling.delete_tournament(tournament=tournament, name=" spring  open ", now=clock(), by=organiser)
    assert not Tournament.objects.exists()
    assert not Entry.objects.exists()
    while duework.sweep(now=clock.later(days=60)):
        pass
    assert AuditEntry.objects.filter(action="tournament.delete").count() == 2


def test_what_was_played_is_not_deleted_and_the_name_must_be_right(half_played, make_tournament, organiser, clock):
    with pytest.raises(errors.Refusal) as refused:
        cancelling.delete_tournament(tournament=half_played, name="Spring Open", now=clock(), by=organiser)
    assert refused.value.code == "played"
    other = make_tournament(players=2, mode="online", rounds=1)
    with pytest.raises(errors.Invalid):
        cancelling.delete_tournament(tournament=other, name="Summer Open", now=clock(), by=organiser)
    stages.begin(tournament=other, now=clock(), by=organiser)
    [rnd] = pairing_requests.pair_next(tournament=other, now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    table = Table.objects.latest("pk")
    Play.objects.create(table=table, seq=99, cmd_id=uuid.uuid4(), seat=0, kind=Kind.PLAYER,
                        action={"do": "draw_stock"}, at=table.opened_at)  # fmt: skip
    with pytest.raises(errors.Refusal):
        cancelling.delete_tournament(tournament=other, name="Spring Open", now=clock(), by=organiser)


def test_page_and_api_say_what_it_concerns_and_do_it(half_played, make_tournament, organiser, client):
    page = reverse("tournaments:end", args=[half_played.slug])
    client.force_login(organiser)
    shown = client.get(page).content.decode()
    assert "2 matches are rated." in shown
    assert "Type its name" not in shown
    assert client.post(page, {"cancel": "1", "seen": "2"}).status_code == 422, "what was rated is to be chosen"
    client.post(page, {"cancel": "1", "rated": "take_back", "seen": "2"})
    assert RatedMatch.objects.filter(annulled=True).count() == 2
    other = make_tournament(players=2)
    door = "api:api-tournament-{}".format
    told = client.get(reverse(door("cancel"), args=[other.public_id])).json()
    assert told == {"rated": 0, "results": 0, "playing": 0}
    body = {"rated": "keep", "seen": 0, "reason": "Snow"}
    cancelled = client.post(reverse(door("cancel"), args=[other.public_id]), body, content_type="application/json")
    assert cancelled.status_code == 204
    assert client.get(reverse(door("detail"), args=[other.public_id])).json()["state"] == "cancelled"
    gone = client.post(reverse(door("delete"), args=[other.public_id]), {"name": "Spring Open"},
                       content_type="application/json")  # fmt: skip
    assert gone.status_code == 204
    third = make_tournament(players=2)
    client.post(reverse("tournaments:end", args=[third.slug]), {"delete": "1", "name": "Spring Open"})
    assert Tournament.objects.count() == 1
    client.logout()
    assert client.post(page, {"cancel": "1", "rated": "keep"}).status_code == 302


def test_who_is_entered_is_told_of_what_is_deleted_once_for_a_whole_series(make_tournament, organiser, clock):
    first = make_tournament(players=2, starts_at=clock.later(days=1))
    User.objects.filter(password__startswith="!").update(password="md5$a$b")
    rule = {"weekday": 1, "at": time(20), "count": 3, "with_entrants": True}
    made = copying.copy_series(tournament=first, now=clock(), by=organiser, **rule)
    cancelling.delete_evenings(tournament=made[0], chosen=None, now=clock(), by=organiser)
    several = Notice.objects.filter(text="deleted.several")
    assert [one.parts["count"] for one in several] == [3, 3]
    assert several[0].link == f"/clubs/{first.club.slug}/"
    cancelling.delete_tournament(tournament=first, name=first.name, now=clock(), by=organiser)
    alone = Notice.objects.filter(text="deleted")
    assert [one.parts["starts_at"] for one in alone] == [first.starts_at.isoformat()] * 2
    assert "It was to begin: " in wording.worded(alone[0], None).says


def test_of_a_cancelled_one_nobody_is_told_again(make_tournament, cancel, organiser, clock):
    tournament = make_tournament(players=2)
    User.objects.filter(password__startswith="!").update(password="md5$a$b")
    cancel(tournament)
    before = Notice.objects.count()
    cancelling.delete_tournament(tournament=tournament, name=tournament.name, now=clock(), by=organiser)
    assert Notice.objects.count() == before


def test_while_payments_are_noted_nothing_is_deleted(make_tournament, organiser, client, clock):
    tournament = make_tournament(players=2)
    entry = tournament.entries.first()
    paying.set_paid(entry=entry, is_paid=True, now=clock(), by=organiser)
    client.force_login(organiser)
    door = reverse("api:api-tournament-delete", args=[tournament.public_id])
    refused = client.post(door, {"name": tournament.name}, content_type="application/json")
    assert (refused.status_code, refused.json()["type"]) == (409, "paid")
    assert not Notice.objects.filter(text__startswith="deleted").exists()
    page = reverse("tournaments:end", args=[tournament.slug])
    shown = client.get(page).content.decode()
    assert "1 payment is noted" in shown
    assert reverse("tournaments:door", args=[tournament.slug]) in shown
    Tournament.objects.filter(pk=tournament.pk).update(series="s")
    series = reverse("tournaments:series", args=[tournament.slug])
    assert "take the tick back at the door" in tight(client.post(series, {"all": "1"}, follow=True).content.decode())
    paying.set_paid(entry=entry, is_paid=False, now=clock(), by=organiser)
    client.post(page, {"delete": "1", "name": tournament.name})
    assert not Tournament.objects.exists()
