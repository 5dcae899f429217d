"""People look for an opponent: who fits whom, who is seated with whom, and what is refused."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts import services as accounts
from accounts.models import User
from games import selectors
from games.models import Mute, Seek, Status, Table
from games.players import USUAL_LEVEL
from games.services import seeks, tables
from games.services.seeks import WantedGame
from notices.models import Notice
from tests.games.live import live_tables

pytestmark = pytest.mark.django_db
GIN = WantedGame(rules="gin-pagat")
NOW = live_tables.now()


def seek(user: User, wish: WantedGame = GIN, now: datetime = NOW, **changes: Any) -> Seek:
    return seeks.seek(user=user, wish=replace(wish, **changes), now=now)


def people(*names: str) -> list[User]:
    return [live_tables.person(name) for name in names]


def sitters(table: Table | None) -> list[str]:
    assert table is not None
    return [str(seat.user) for seat in table.seats.order_by("seat")]


def test_two_with_the_same_wishes_sit_down_at_one_table() -> None:
    ann, ben = people("Ann", "Ben")
    assert seek(ann).table is None
    found = seek(ben)
    assert sitters(found.table) == [str(ann), str(ben)]
    assert Seek.objects.get(user=ann).table == found.table
    assert found.table is not None
    assert found.table.settings["shuffle"] == "players"


@pytest.mark.parametrize(
    "other",
    [
        {"rules": "oklahoma"},
        {"length": "best_of:3"},
        {"clock": {"bank_s": 300, "increment_s": 3, "move_s": None}},
        {"laws": "table_laws"},
        {"is_rated": True},
    ],
)
def test_other_wishes_wait_for_others(other: dict[str, Any]) -> None:
    ann, ben, cy = people("Ann", "Ben", "Cy")
    seek(ann)
    assert seek(ben, **other).table is None
    assert sitters(seek(cy, **other).table) == [str(ben), str(cy)]


def test_who_has_waited_longest_plays_first() -> None:
    ann, ben, cy = people("Ann", "Ben", "Cy")
    seek(ann, rating=1500, least=1400, now=NOW)
    seek(ben, rating=1300, most=1350, now=NOW + timedelta(seconds=1))
    assert sitters(seek(cy, rating=1500, now=NOW + timedelta(seconds=2)).table) == [str(ann), str(cy)]


@pytest.mark.parametrize(
    ("one", "other", "fits"),
    [
        ({"rating": 1500, "least": 1400}, {"rating": 1450}, True),
        ({"rating": 1500, "least": 1400}, {"rating": 1350}, False),
        ({"rating": 1500}, {"rating": 1700, "most": 1400}, False),
        ({"rating": 1500, "most": 1800}, {"rating": 1800, "least": 1500}, True),
        ({"rating": 1500, "most": 1800}, {"rating": None}, False),
        ({"rating": 1500}, {"rating": None}, True),
    ],
)
def test_each_must_take_the_rating_of_the_other(one: dict[str, Any], other: dict[str, Any], fits: bool) -> None:
    ann, ben = people("Ann", "Ben")
    seek(ann, **one)
    assert (seek(ben, **other).table is not None) == fits


def test_who_has_left_the_page_is_seated_with_nobody() -> None:
    ann, ben = people("Ann", "Ben")
    waiting = seek(ann)
    late = NOW + selectors.SEEKER_GONE + timedelta(seconds=1)
    assert seek(ben, now=late).table is None
    assert seeks.keep_looking(seek=waiting, now=late).table is not None, "Ann is back"


def test_a_person_looks_once_and_the_last_wish_counts() -> None:
    (ann,) = people("Ann")
    for _ in range(1000):
        seek(ann)
    seek(ann, rules="oklahoma")
    assert [waiting.rules for waiting in selectors.waiting_seeks(NOW)] == ["oklahoma"]
    seeks.stop_looking(seek=Seek.objects.get())
    assert not Seek.objects.exists()


def test_who_was_just_seated_is_led_to_that_table_and_not_to_a_second() -> None:
    ann, ben, cy = people("Ann", "Ben", "Cy")
    first = seek(ann)
    seek(ben)
    seek(cy)
    assert seek(ann).table == Seek.objects.get(pk=first.pk).table
    assert Table.objects.count() == 1
    Table.objects.update(status=Status.OVER)
    assert sitters(seek(ann).table) == [str(cy), str(ann)]


def test_an_open_search_is_accepted_by_its_wishes() -> None:
    ann, ben, cy, dee = people("Ann", "Ben", "Cy", "Dee")
    waiting = seek(ann, length="best_of:3", rating=1500, least=1400)
    with pytest.raises(tables.CannotSit, match="another rating"):
        seeks.accept(seek=waiting, user=cy, rating=1200, now=NOW)
    with pytest.raises(tables.CannotSit, match="your own"):
        seeks.accept(seek=waiting, user=ann, rating=1500, now=NOW)
    found = seeks.accept(seek=waiting, user=ben, rating=1450, now=NOW)
    assert found.table is not None
    assert (sitters(found.table), found.table.settings["length"]) == ([str(ann), str(ben)], "best_of:3")
    with pytest.raises(tables.CannotSit, match="found an opponent"):
        seeks.accept(seek=waiting, user=dee, rating=1450, now=NOW)


def test_no_search_brings_people_together_of_whom_one_has_muted_the_other() -> None:
    ann, ben = people("Ann", "Ben")
    Mute.objects.create(by=ann, of=ben, at=NOW)
    waiting = seek(ann)
    with pytest.raises(tables.CannotSit, match="looks for somebody else"):
        seeks.accept(seek=waiting, user=ben, rating=None, now=NOW)
    assert seek(ben).table is None
    assert seek(ann).table is None
    chosen = seeks.accept(seek=Seek.objects.get(user=ben), user=ann, rating=None, now=NOW)
    assert sitters(chosen.table) == [str(ben), str(ann)], "who mutes may still choose to play"


def test_the_house_plays_by_the_same_wishes_and_is_not_rated() -> None:
    (ann,) = people("Ann")
    found = seeks.play_house(seek=seek(ann, is_rated=True, length="best_of:3"), level="novice", now=NOW)
    assert found.table is not None
    assert found.table.settings["length"] == "best_of:3"
    assert [bool(seat.house_level) for seat in found.table.seats.order_by("seat")] == [False, True]
    assert seeks.play_house(seek=found, level="novice", now=NOW).table == found.table


@pytest.mark.parametrize(
    ("absurd", "field"),
    [
        ({"rules": "whist"}, "rules"),
        ({"rules": "cutthroat"}, "rules"),
        ({"length": "best_of:4000"}, "length"),
        ({"laws": "mine"}, "laws"),
        ({"clock": {"bank_s": -1}}, "clock"),
        ({"least": 1}, "least"),
        ({"most": 10**6}, "most"),
        ({"least": 1800, "most": 1500}, "least"),
    ],
)
def test_absurd_wishes_are_refused_by_their_field(absurd: dict[str, Any], field: str) -> None:
    with pytest.raises(tables.BadTable) as refused:
        seek(people("Ann")[0], **absurd)
    assert refused.value.field == field
    assert not Seek.objects.exists()


def test_a_guest_plays_without_a_rating() -> None:
    guest = accounts.guest()
    with pytest.raises(tables.BadTable, match="sign in"):
        seek(guest, is_rated=True)
    assert seek(guest).table is None


def test_who_sits_at_too_many_tables_finds_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = people("Ann", "Ben")
    seek(ann)
    monkeypatch.setattr("games.services.seeks.MOST_OPEN", 0)
    assert seek(ben).table is None
    assert not Seek.objects.filter(user=ann).exists()


DAYS: dict[str, Any] = {"bank_s": None, "increment_s": 0, "move_s": 24 * 3600}


def test_a_search_by_days_waits_for_two_days_without_its_page_and_its_seeker_is_told() -> None:
    word = "a long password"
    ann, ben, cy = (accounts.official(username=name, name=name, email="", password=word) for name in ("a", "b", "c"))
    waiting = seek(ann, clock=DAYS)
    seek(ann)
    later = NOW + timedelta(hours=47)
    assert [one.clock for one in selectors.open_seeks(later, ben)] == [DAYS], "a search for now leaves it alone"
    seeks.forget_old_seeks(now=later)
    found = seeks.accept(seek=waiting, user=ben, rating=None, now=later)
    assert sitters(found.table) == ["a", "b"]
    assert found.table is not None
    told = Notice.objects.get()
    assert (told.user, told.text, told.link) == (ann, "casual.taken", f"/tables/{found.table.public_id}/")
    assert seek(ann, clock=DAYS, now=later + timedelta(hours=1)).table is None, "a game by days keeps nobody from more"
    assert selectors.open_seeks(later + timedelta(hours=50), cy) == []


def test_a_guest_s_search_by_days_needs_its_page_for_nobody_could_tell_them() -> None:
    seek(accounts.guest(), clock=DAYS)
    assert selectors.open_seeks(NOW + timedelta(minutes=1), None) == []


def test_old_searches_are_deleted() -> None:
    ann, ben = people("Ann", "Ben")
    seek(ann, now=NOW - timedelta(days=2))
    seek(ben, rules="oklahoma")
    assert seeks.forget_old_seeks(now=NOW) == 1


# ---- the house after ten seconds

LATE = NOW + seeks.HOUSE_AFTER


def test_the_house_sits_down_by_itself_after_ten_seconds_and_is_never_rated() -> None:
    (ann,) = people("Ann")
    own = seek(ann, is_rated=True, level="club")
    assert seeks.keep_looking(seek=own, now=LATE - timedelta(seconds=1)).table is None
    table = seeks.keep_looking(seek=own, now=LATE).table
    assert table is not None
    assert table.seats.filter(house_level="club").count() == 1
    assert table.settings["rated"] is False


def test_who_waits_for_a_person_alone_goes_on_waiting() -> None:
    (ann,) = people("Ann")
    assert seeks.keep_looking(seek=seek(ann), now=LATE).table is None


def test_a_search_by_days_never_ends_with_the_house() -> None:
    (ann,) = people("Ann")
    own = seek(ann, clock={"bank_s": None, "increment_s": 0, "move_s": 86400}, level="club")
    assert seeks.keep_looking(seek=own, now=LATE).table is None


@pytest.mark.parametrize("first_is_rated", [True, False])
def test_a_person_comes_before_the_house_though_one_is_rated(first_is_rated: bool) -> None:
    """Who asked for a rated game meets who asked for an unrated one, not rated, when else both met the house."""
    ann, ben = people("Ann", "Ben")
    own = seek(ann, is_rated=first_is_rated, level="novice")
    later = NOW + timedelta(seconds=5)
    assert seek(ben, now=later, is_rated=not first_is_rated, level="novice").table is None, "equal wishes come first"
    table = seeks.keep_looking(seek=own, now=LATE).table
    assert sorted(sitters(table)) == sorted([str(ann), str(ben)])
    assert table is not None
    assert table.settings["rated"] is False


def test_who_wants_a_rated_game_and_no_house_is_not_given_another() -> None:
    ann, ben = people("Ann", "Ben")
    own = seek(ann, level="novice")
    seek(ben, now=NOW + timedelta(seconds=5), is_rated=True)
    table = seeks.keep_looking(seek=own, now=LATE).table
    assert table is not None
    assert table.seats.filter(house_level="novice").exists()
    assert Seek.objects.get(user=ben).table is None


def test_the_house_plays_at_the_level_of_ones_last_game_with_it() -> None:
    ann, ben = people("Ann", "Ben")
    assert seeks.level_for(None) == seeks.level_for(ann) == USUAL_LEVEL
    tables.open_practice(user=ann, rules_key="gin-pagat", level="strong", now=NOW)
    assert (seeks.level_for(ann), seeks.level_for(ben)) == ("strong", USUAL_LEVEL)
