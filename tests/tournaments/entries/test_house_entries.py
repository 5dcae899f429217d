"""A player of the house among the entrants: where the number is odd nobody needs a bye."""

import pytest
from django.urls import reverse

from duework import services as duework
from games.models import Table
from ratings.models import RatedMatch
from tests.tournaments.tables.test_online_rounds import end
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.models import Bye, Entry, EntryStatus, Match, MatchState
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def odd(make_tournament):
    return make_tournament(players=3, rounds=2, mode="online")


def test_the_house_takes_the_place_of_a_bye_and_plays_at_the_table(odd, organiser, clock):
    """Issue: house players for practice tables and byes, through the same door as people."""
    entry = entering.enter(tournament=odd, house="strong", by=organiser, now=clock())
    assert (entry.name, entry.status) == ("Stella (house)", EntryStatus.CHECKED_IN)
    stages.begin(tournament=odd, now=clock(), automatic=True)
    while duework.sweep(now=clock()):
        pass
    assert not Bye.objects.exists()
    assert Match.objects.count() == 2
    table = Table.objects.get(seats__house_level="strong")
    assert table.settings["shuffle"] == "players", "who sits against it shuffles, too"
    for one in Table.objects.order_by("pk"):
        end(one, clock)
    assert RatedMatch.objects.filter(weight__gt=0).count() == 1, "what the house plays is not rated"
    assert {match.state for match in Match.objects.all()} == {MatchState.OVER}


def test_there_are_seven_of_a_level_and_none_twice(odd, organiser, clock):
    names = [entering.enter(tournament=odd, house="club", by=organiser, now=clock()).name for _ in range(7)]
    assert len(set(names)) == 7
    with pytest.raises(errors.Refusal, match="All players of the house"):
        entering.enter(tournament=odd, house="club", by=organiser, now=clock())
    with pytest.raises(errors.Invalid):
        entering.enter(tournament=odd, house="champion", by=organiser, now=clock())


def test_the_house_does_not_come_to_the_club(make_tournament, organiser, clock):
    tournament = make_tournament(players=3, rounds=2, mode="in_person")
    with pytest.raises(errors.Refusal, match="live tables only"):
        entering.enter(tournament=tournament, house="club", by=organiser, now=clock())


def test_a_director_enters_it_and_nobody_else(client, odd, organiser):
    address = reverse("tournaments:add-entry", args=[odd.slug])
    api = f"/api/v1/entries/?tournament={odd.public_id}"
    player = Entry.objects.first().members.get().user
    client.force_login(player)
    assert client.post(address, {"house": "club"}).status_code in (403, 404)
    answer = client.post(api, {"player": player.public_id, "house": "club"}, content_type="application/json")
    assert answer.status_code == 403
    assert odd.entries.count() == 3
    client.force_login(organiser)
    page = client.get(reverse("tournaments:entries", args=[odd.slug])).content.decode()
    assert "A player of the house" in page
    assert client.post(address, {"house": "club"}).status_code == 302
    assert client.post(api, {"house": "novice"}, content_type="application/json").status_code == 201
    names = set(odd.entries.values_list("name", flat=True))
    assert {"Clive (house)", "Nora (house)"} < names
