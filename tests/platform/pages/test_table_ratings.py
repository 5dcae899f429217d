"""At a table the players' ratings are shown beside their names, as in the lists."""

import json
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Table
from games.services import tables
from ratings.models import PlayerRating, Pool
from tests.games.live import live_tables

pytestmark = pytest.mark.django_db(transaction=True)


def rated(player: User, variant: str, rating: float, *, provisional: bool = False) -> None:
    """Put a player on the list of a variant."""
    pool, _ = Pool.objects.get_or_create(key=variant, defaults={"name": variant, "variants": [variant]})
    facts = {"state": [rating], "matches": 30, "opponents": 9, "last_at": live_tables.now(), "peak": rating}
    PlayerRating.objects.create(pool=pool, player=player, rating=rating, provisional=provisional, **facts)


def shown(table: Table) -> dict[str, str]:
    """What a visitor's page has of ratings, by seat."""
    page = Client().get(reverse("games:table", args=[table.public_id])).content.decode()
    found = re.search(r'data-ratings="([^"]*)"', page)
    assert found
    return dict(json.loads(unescape(found[1])))


def test_a_rating_stands_at_its_seat_with_a_mark_while_it_is_provisional() -> None:
    table = live_tables.open_table(rules="oklahoma")
    ann, ben = live_tables.users(table)
    assert shown(table) == {}, "nobody is on a list yet"
    rated(ann, "oklahoma", 1540.4)
    rated(ben, "oklahoma", 1611.6, provisional=True)
    rated(ann, "colonel-fosdick", 1900)
    assert shown(table) == {"A": "1540", "B": "1612?"}
    assert "1540" in Client().get(f"/players/{ann.public_id}/").content.decode(), "as the profile has it"


def test_the_house_and_guests_have_none_nor_has_a_table_that_is_held() -> None:
    ann = live_tables.person("Ann")
    practice = tables.open_practice(user=ann, rules_key="gin-pagat", level="novice", now=live_tables.now())
    house = practice.seats.exclude(house_level="").get().user
    for player in (ann, house):
        rated(player, "gin-pagat", 1500)
    assert shown(practice) == {"A": "1500"}
    guest = live_tables.person("Guest")
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    seats = [tables.SeatSpec(user) for user in (ann, guest)]
    casual = tables.open_table(rules_key="gin-pagat", seats=seats, settings={"pace": "fast"}, now=live_tables.now())
    assert shown(casual) == {"A": "1500"}
    Table.objects.filter(pk=casual.pk).update(is_held=True)
    address = reverse("games:table", args=[casual.public_id])
    client = Client()
    client.force_login(ann)
    assert 'data-ratings="{}"' in client.get(address).content.decode()
