"""A planted ring of colluders is reported to directors, honest players are not; nobody else sees the page."""

import random

import pytest

from accounts import services as accounts
from clubs.models import Club, Membership, Role
from ratings.models import Pool
from ratings.selectors import flags
from ratings.services.runs import folding
from tests.ratings.rating_factory import people, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    """Six honest players of equal strength; Gus plays them too, and Hal loses to him whenever they meet."""
    everybody, chance = people(), random.Random(3)
    n = 0
    for _ in range(40):
        for a, b in ((0, 1), (2, 3), (4, 5), (0, 2), (1, 4), (3, 5), (6, n % 6)):
            n += 1
            record(n, everybody[a], everybody[b], float(chance.random() < 0.5))
    for _ in range(60):
        n += 1
        record(n, everybody[6], everybody[7], 1.0)
        record(n + 1000, everybody[7], everybody[n % 6], float(chance.random() < 0.5), at=n)
        record(n + 2000, everybody[6], everybody[n % 5], float(chance.random() < 0.4), at=n)
    Pool.objects.update(params={"k": 20.0})
    folding.rate_pending(pool="gin")
    return everybody


def test_a_planted_ring_is_found_and_honest_players_are_not(league):
    gus, hal = league[6:]
    found = flags.flags(Pool.objects.get(key="gin"), {one.pk for one in league})
    assert [(one.pair.player, one.pair.opponent) for one in found.unlikely] == [(gus.pk, hal.pk)]
    assert found.unlikely[0].sigmas > 4
    assert {one.player: one.opponents[0] for one in found.concentrated}[gus.pk] == hal.pk
    assert found.players[gus.pk] == gus
    assert flags.flags(Pool.objects.get(key="gin"), {league[0].pk}).unlikely == []


def test_only_directors_see_it_and_only_of_their_members(client, league):
    club = Club.objects.create(name="Riverside", slug="riverside")
    director = accounts.player_for(name="Dirk")[0]
    Membership.objects.create(club=club, user=director, role=Role.DIRECTOR)
    address = "/ratings/gin/flags/"
    assert client.get(address).status_code == 404
    client.force_login(league[0])
    assert client.get(address).status_code == 404
    assert address not in client.get("/ratings/gin/").content.decode()
    client.force_login(director)
    assert address in client.get("/ratings/gin/").content.decode()
    assert "Gus" not in client.get(address).content.decode()
    Membership.objects.create(club=club, user=league[6], role=Role.PLAYER)
    text = client.get(address).content.decode()
    assert "Gus" in text
    assert "Hal" in text


def test_a_row_of_matches_lost_on_time_is_pointed_out(client):
    ann, bob, cleo, dora, *_ = everybody = people()
    for n in range(4):
        record(n, ann, (bob, cleo)[n % 2], 0.0, kind="abandoned", timed_out=True)
        record(n + 10, dora, bob, 0.0, kind="abandoned", timed_out=n != 2)
    record(20, ann, bob, 1.0, kind="abandoned", timed_out=True)
    folding.rate_pending(pool="gin")
    found = flags.flags(Pool.objects.get(key="gin"), {one.pk for one in everybody})
    assert found.timed_out == [(ann.pk, 4, (bob.pk, cleo.pk))]
    assert flags.flags(Pool.objects.get(key="gin"), {dora.pk, bob.pk}).timed_out == []
    club = Club.objects.create(name="Riverside", slug="riverside")
    Membership.objects.create(club=club, user=cleo, role=Role.DIRECTOR)
    Membership.objects.create(club=club, user=ann, role=Role.PLAYER)
    client.force_login(cleo)
    text = client.get("/ratings/gin/flags/").content.decode()
    assert "Matches in a row" in text
    assert ">Ann</a>" in text
