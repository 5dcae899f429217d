"""Online and in person in one tournament: who is not in the hall plays at a live table, the others at the club's."""

import re

import pytest
from django.urls import reverse

from audit.models import AuditEntry
from games.models import Table
from tests.markup import tight
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.models import Match, MatchState
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
    assert "Where each match is played" in tight(client.get(address).content.decode())
    match = rnd.matches.get(is_live=False)
    client.post(address, {"venue": match.public_id, "live": "1"})
    match.refresh_from_db()
    assert match.is_live


# ---- three and more at a table


@pytest.fixture
def threes(make_tournament, organiser, clock):
    """Nine in a mixed cutthroat, all in the hall, and the draft of their first round."""
    tournament = make_tournament(9, variant="cutthroat", template="pod_swiss", rounds=2, mode="mixed")
    tournament = stages.begin(tournament=tournament, now=clock(), by=organiser)
    [rnd] = pairing_requests.pair_next(tournament=tournament, now=clock(), by=organiser)
    return rnd


def test_a_table_of_three_is_moved_to_the_site_and_another_back_to_the_hall(threes, client, organiser, clock):
    client.force_login(organiser)
    address = reverse("tournaments:pairings", args=[threes.stage.tournament.slug, 1])
    page = client.get(address).content.decode()
    assert "Where each match is played" in page
    first = threes.matches.get(table_no=1)
    assert " – ".join(entry.name for entry in first.entries) in re.sub(r"<[^>]+>", "", page)
    client.post(address, {"venue": first.public_id, "live": "1"})

    def moved(table, is_live):
        body = {"table": table, "is_live": is_live}
        return client.post(f"/api/v1/rounds/{threes.public_id}/venue/", body, content_type="application/json")

    assert moved(2, True).status_code == 200
    assert threes.matches.get(table_no=2).is_live
    editing.publish_round(rnd=threes, now=clock(), by=organiser)
    assert moved(2, False).status_code == 200
    assert moved(9, False).status_code == 404
    running.start_round(rnd=threes, now=clock())
    states = list(threes.matches.order_by("table_no").values_list("state", flat=True))
    assert states == [MatchState.PLAYING, MatchState.PAIRED, MatchState.PAIRED]
    assert Table.objects.get().seats.count() == 3
    assert AuditEntry.objects.filter(action="match.venue").count() == 3
    late = moved(2, True)
    assert (late.status_code, late.json()["type"]) == (409, "running")
    assert "The round has begun" in late.json()["detail"]


def test_a_table_whose_seats_are_changed_by_hand_goes_where_its_people_are(threes, organiser, clock):
    """What was moved stays moved for as long as the same people sit there."""
    first, third = threes.matches.get(table_no=1), threes.matches.get(table_no=3)
    tables.set_live(match=first, is_live=True, now=clock(), by=organiser)
    tables.set_live(match=third, is_live=True, now=clock(), by=organiser)
    swapped = (first.entries[0], threes.matches.get(table_no=2).entries[0])
    editing.edit_draft(rnd=threes, version=threes.version, swap=swapped, reason="", now=clock(), by=organiser)
    assert [pod.is_live for pod in threes.matches.order_by("table_no")] == [False, False, True]


def test_where_all_play_in_one_place_a_table_of_three_is_not_moved(make_pods, next_round, organiser, client, clock):
    pod = Match.objects.filter(round=next_round(make_pods(3))).get()
    with pytest.raises(errors.Refusal, match="mixes"):
        tables.set_live(match=pod, is_live=True, now=clock(), by=organiser)
    client.force_login(pod.sides.first().entry.members.get().user)
    body = {"table": 1, "is_live": True}
    answer = client.post(f"/api/v1/rounds/{pod.round.public_id}/venue/", body, content_type="application/json")
    assert answer.status_code == 403
