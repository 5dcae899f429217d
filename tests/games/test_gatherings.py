"""Tables that wait for their players: seats are chosen, the last one opens the table, the house fills what is empty."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import services
from games.models import Gathering, Table
from tests.games.live import live_tables

pytestmark = pytest.mark.django_db


def gather(user: User, rules: str = "cutthroat") -> Gathering:
    return services.gather(user=user, rules_key=rules, level="novice", pace="quick", now=live_tables.now())


def sit(gathering: Gathering, user: User, seat: int) -> Gathering:
    return services.sit(gathering=gathering, user=user, seat=seat, now=live_tables.now())


def sitters(table: Table) -> list[str]:
    return [str(seat.user) for seat in table.seats.order_by("seat")]


def test_the_table_opens_when_the_last_seat_is_taken() -> None:
    ann, ben, cy = (live_tables.person(name) for name in ("Ann", "Ben", "Cy"))
    waiting = gather(ann)
    assert sit(waiting, ben, 2).table is None
    opened = sit(waiting, cy, 1).table
    assert opened is not None
    assert sitters(opened) == [str(ann), str(cy), str(ben)]
    with pytest.raises(services.CannotSit, match="has begun"):
        sit(waiting, live_tables.person(), 0)


def test_a_seat_is_changed_but_not_taken_from_another() -> None:
    ann, ben = live_tables.person("Ann"), live_tables.person("Ben")
    waiting = gather(ann)
    sit(waiting, ann, 2)
    assert [(place.seat, place.user) for place in waiting.places.all()] == [(2, ann)]
    for seat, why in ((2, "taken"), (3, "no such seat")):
        with pytest.raises(services.CannotSit, match=why):
            sit(waiting, ben, seat)


@pytest.mark.parametrize(("rules", "house"), [("cutthroat", 2), ("partnership", 3), ("gin-pagat", 1)])
def test_the_house_fills_what_stays_empty(rules: str, house: int) -> None:
    ann, stranger = live_tables.person("Ann"), live_tables.person("Eve")
    waiting = gather(ann, rules)
    with pytest.raises(services.CannotSit, match="who sits"):
        services.begin(gathering=waiting, user=stranger, now=live_tables.now())
    opened = services.begin(gathering=waiting, user=ann, now=live_tables.now()).table
    assert opened is not None
    assert [bool(seat.house_level) for seat in opened.seats.order_by("seat")] == [False] + [True] * house


def test_one_person_has_one_table_waiting() -> None:
    ann = live_tables.person("Ann")
    gather(ann)
    second = gather(ann, "chouette")
    assert list(Gathering.objects.all()) == [second]
    services.stand_up(gathering=second, user=ann)
    assert not second.places.exists()


def test_the_page_shows_the_seats_and_leads_to_the_table() -> None:
    ann, ben = live_tables.person("Ann"), live_tables.person("Ben")
    hers, his = Client(), Client()
    hers.force_login(ann)
    his.force_login(ben)
    wish = {"rules": "gin-pagat", "level": "novice", "pace": "quick", "others": "people"}
    address = hers.post(reverse("games:practice"), wish)["Location"]
    asked = Client().get(address).content.decode()
    assert "Take a free seat." in asked
    assert "Sit at B" in asked
    assert "Begin" not in asked
    waits = hers.get(address).content.decode()
    assert f">http://testserver{address}</a>" in waits, "who waits has an address to send"
    assert f'data-copy="http://testserver{address}"' in waits
    assert "Begin" in waits
    assert "Sit at B" not in waits, "who sits has no second seat"
    his.post(address, {"seat": "1"})
    table = Table.objects.get()
    assert hers.get(address)["Location"] == f"/tables/{table.public_id}/"
    assert hers.get(address, headers={"HX-Request": "true"})["HX-Redirect"] == f"/tables/{table.public_id}/"
    assert Client().get("/tables/waiting/nothinghere2/").status_code == 404
    late = Client()
    assert late.get(address)["Location"] == reverse("games:practice"), "a table by link is private"
    assert late.get(f"/tables/{table.public_id}/").status_code == 404


def test_who_has_the_link_sits_down_without_an_account() -> None:
    hers, his = Client(), Client()
    wish = {"rules": "gin-pagat", "level": "novice", "pace": "quick", "others": "people"}
    address = hers.post(reverse("games:practice"), wish)["Location"]
    his.post(address, {"seat": "1"})
    table = Table.objects.get()
    assert [seat.user.is_guest for seat in table.seats.order_by("seat")] == [True, True]
    page = f"/tables/{table.public_id}/"
    assert [client.get(page).context["seat"] for client in (hers, his)] == ["A", "B"]


# ---- once more


def over(*names: str, house: str = "") -> tuple[Table, list[User]]:
    """A casual table whose sitting is over, and its people; with `house`, a house player at the last seat."""
    people = [live_tables.person(name) for name in names]
    seats = [services.SeatSpec(one) for one in people]
    if house:
        seats += services.of_the_house(house, 1)
    table = services.open_table(
        rules_key="gin-pagat", seats=seats, settings={"pace": "quick", "shuffle": "players"}, now=live_tables.now()
    )
    Table.objects.filter(pk=table.pk).update(status="over")
    return table, people


def wishes(table: Table, user: User, do: str = "") -> dict[str, Any]:
    client = Client()
    client.force_login(user)
    address = reverse("games:again", args=[table.public_id])
    answer = client.post(address, {"do": do}) if do else client.get(address)
    assert answer.status_code == 200
    return answer.json()


def test_a_rematch_begins_when_both_want_it() -> None:
    table, (ann, ben) = over("Ann", "Ben")
    assert wishes(table, ann, "offer")["wish"] == ["A"]
    assert wishes(table, ann, "offer")["wish"] == ["A"], "twice is once"
    asked = wishes(table, ben)
    assert (asked["wish"], asked["table"]) == (["A"], None)
    begun = wishes(table, ben, "offer")["table"]
    following = Table.objects.latest("pk")
    assert begun == reverse("games:table", args=[following.public_id]) == wishes(table, ann)["table"]
    assert sitters(following) == [str(ann), str(ben)]
    assert (following.rules, following.settings) == (table.rules, table.settings)
    wishes(table, ben, "offer")
    assert Table.objects.count() == 2, "a game has one rematch"


def test_a_rematch_is_declined_or_taken_back_and_offered_anew() -> None:
    table, (ann, ben) = over("Ann", "Ben")
    wishes(table, ann, "offer")
    assert wishes(table, ben, "refuse")["declined"] == "B"
    assert wishes(table, ann, "refuse") == {"wish": [], "declined": "B", "table": None, "detail": None}
    wishes(table, ann, "offer")
    assert wishes(table, ben)["declined"] is None
    assert wishes(table, ben, "offer")["table"]


def test_the_house_is_always_ready_for_a_rematch() -> None:
    table, (ann,) = over("Ann", house="club")
    assert wishes(table, ann, "offer")["table"]
    assert [seat.house_level for seat in Table.objects.latest("pk").seats.order_by("seat")] == ["", "club"]


def test_strangers_tournament_tables_and_running_ones_have_no_rematch() -> None:
    table, (ann, _) = over("Ann", "Ben")
    address = reverse("games:again", args=[table.public_id])
    assert Client().get(address).status_code == 404
    stranger = Client()
    stranger.force_login(live_tables.person("Eve"))
    assert stranger.post(address, {"do": "offer"}).status_code == 404
    Table.objects.filter(pk=table.pk).update(status="playing")
    hers = Client()
    hers.force_login(ann)
    assert hers.post(address, {"do": "offer"}).status_code == 409
    Table.objects.filter(pk=table.pk).update(status="over", ref="match:1")
    assert hers.get(address).status_code == 404


@pytest.mark.parametrize(
    ("rules", "said"),
    [("gin-rummy-com", "to 100, without a clock."), ("conquian-bicycle", "One deal of Conquian (Bicycle), without")],
)
def test_a_table_by_link_says_its_length_and_its_clock(rules: str, said: str) -> None:
    client = Client()
    answer = client.post(reverse("games:practice"), {"rules": rules, "level": "club", "others": "people"}, follow=True)
    assert said in answer.content.decode()


def test_a_guest_is_led_back_to_a_running_game_from_every_page() -> None:
    client, home = Client(), reverse("games:practice")
    assert "Back to the game" not in client.get(home).content.decode()
    client.post(home, {"rules": "gin-rummy-com", "level": "club"})
    table = reverse("games:table", args=[Table.objects.get().public_id])
    for page in (home, reverse("pages:rules"), reverse("pages:clubs")):
        assert f'href="{table}">Back to the game' in client.get(page).content.decode(), page
    assert "Back to the game" not in client.get(table).content.decode()
    assert "Back to the game" not in Client().get(home).content.decode()
