"""Online and in person in one tournament: who is not in the hall plays at a live table, the others at the club's."""

import pytest
from django.urls import reverse

from audit.models import AuditEntry
from games.models import Table
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.models import MatchState
from tournaments.results.services import recording
from tournaments.rounds.services import editing, pairing_requests, running
from tournaments.stages.services import progression as stages
from tournaments.tables import services as tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def mixed(make_tournament, organiser, clock):
    tournament = make_tournament(players=6, mode="mixed")
    away = tournament.entries.get(name="Player 04")
    entering.set_remote(entry=away, is_remote=True, now=clock(), by=organiser)
    return stages.begin(tournament=tournament, now=clock(), by=organiser)


def test_only_matches_of_those_who_are_not_here_get_live_tables(mixed, organiser, clock):
    [rnd] = pairing_requests.pair_next(tournament=mixed, now=clock(), by=organiser)
    assert [match.is_live for match in rnd.matches.all()] == [True, False, False], "4 meets 1 at the first table"
    third = rnd.matches.get(table_no=3)
    tables.set_live(match=third, is_live=True, now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    states = [match.state for match in rnd.matches.order_by("table_no")]
    assert states == [MatchState.PLAYING, MatchState.PAIRED, MatchState.PLAYING]
    assert Table.objects.count() == 2
    second = rnd.matches.get(table_no=2)
    recording.record_result(match=second, points=(100, 40), by=organiser, now=clock())
    with pytest.raises(errors.Refusal, match="has begun"):
        tables.set_live(match=second, is_live=True, now=clock(), by=organiser)
    assert AuditEntry.objects.filter(action__in=("entry.venue", "match.venue")).count() == 2


def test_elsewhere_there_is_nothing_to_choose(make_tournament, organiser, clock):
    tournament = make_tournament(players=2)
    with pytest.raises(errors.Refusal, match="mixes"):
        entering.set_remote(entry=tournament.entries.first(), is_remote=True, now=clock(), by=organiser)


def test_both_are_chosen_on_the_pages(client, mixed, organiser, clock):
    client.force_login(organiser)
    entry = mixed.entries.get(name="Player 05")
    page = client.get(reverse("tournaments:checkin", args=[mixed.slug])).content.decode()
    assert "Plays online: change" in page
    client.post(reverse("tournaments:checkin", args=[mixed.slug]), {"entry": entry.public_id, "set": "online"})
    entry.refresh_from_db()
    assert entry.is_remote
    [rnd] = pairing_requests.pair_next(tournament=mixed, now=clock(), by=organiser)
    address = reverse("tournaments:pairings", args=[mixed.slug, 1])
    assert "Where each match is played" in client.get(address).content.decode()
    match = rnd.matches.get(is_live=False)
    client.post(address, {"venue": match.public_id, "live": "1"})
    match.refresh_from_db()
    assert match.is_live
