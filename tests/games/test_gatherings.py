"""Tables that wait for their players: seats are chosen, the last one opens the table, the house fills what is empty."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Gathering, Mute, Table
from games.services import gatherings
from games.services import tables as table_services
from tests.games.live import live_tables
from tests.markup import tight

pytestmark = pytest.mark.django_db


def gather(user: User, rules: str = "cutthroat") -> Gathering:
    return gatherings.gather(user=user, rules_key=rules, level="novice", pace="quick", now=live_tables.now())


def sit(gathering: Gathering, user: User, seat: int) -> Gathering:
    return gatherings.sit(gathering=gathering, user=user, seat=seat, now=live_tables.now())


def sitters(table: Table) -> list[str]:
    return [str(seat.user) for seat in table.seats.order_by("seat")]


def test_the_table_opens_when_the_last_seat_is_taken() -> None:
    ann, ben, cy = (live_tables.person(name) for name in ("Ann", "Ben", "Cy"))
    waiting = gather(ann)
    assert sit(waiting, ben, 2).table is None
    opened = sit(waiting, cy, 1).table
    assert opened is not None
    assert sitters(opened) == [str(ann), str(cy), str(ben)]
    with pytest.raises(table_services.CannotSit, match="has begun"):
        sit(waiting, live_tables.person(), 0)


def test_a_seat_is_changed_but_not_taken_from_another() -> None:
    ann, ben = live_tables.person("Ann"), live_tables.person("Ben")
    waiting = gather(ann)
    sit(waiting, ann, 2)
    assert [(place.seat, place.user) for place in waiting.places.all()] == [(2, ann)]
    for seat, why in ((2, "taken"), (3, "no such seat")):
        with pytest.raises(table_services.CannotSit, match=why):
            sit(waiting, ben, seat)


def test_who_was_muted_by_somebody_at_a_table_sits_down_there_by_no_link() -> None:
    ann, ben, cy = (live_tables.person(name) for name in ("Ann", "Ben", "Cy"))
    waiting = sit(gather(ann), cy, 1)
    Mute.objects.create(by=cy, of=ben, at=live_tables.now())
    with pytest.raises(table_services.CannotSit, match="plays with others only"):
        sit(waiting, ben, 2)
    gatherings.stand_up(gathering=waiting, user=cy, now=live_tables.now())
    assert sit(waiting, ben, 2).table is None


@pytest.mark.parametrize(("rules", "house"), [("cutthroat", 2), ("partnership", 3), ("gin-pagat", 1)])
def test_the_house_fills_what_stays_empty(rules: str, house: int) -> None:
    ann, stranger = live_tables.person("Ann"), live_tables.person("Eve")
    waiting = gather(ann, rules)
    with pytest.raises(table_services.CannotSit, match="only a player at the table"):
        gatherings.begin(gathering=waiting, user=stranger, now=live_tables.now())
    opened = gatherings.begin(gathering=waiting, user=ann, now=live_tables.now()).table
    assert opened is not None
    assert [bool(seat.house_level) for seat in opened.seats.order_by("seat")] == [False] + [True] * house


def test_a_host_has_several_tables_waiting_and_closes_them() -> None:
    ann, ben = live_tables.person("Ann"), live_tables.person("Ben")
    tables = [gather(ann) for _ in range(gatherings.MOST_WAITING)]
    with pytest.raises(table_services.TooManyTables, match="close one of them"):
        gather(ann)
    gather(ben)
    with pytest.raises(table_services.CannotSit, match="only the host"):
        gatherings.close(gathering=tables[0], user=ben, now=live_tables.now())
    gatherings.close(gathering=tables[0], user=ann, now=live_tables.now())
    with pytest.raises(table_services.CannotSit, match="its host has closed"):
        sit(tables[0], ben, 1)
    gatherings.stand_up(gathering=tables[1], user=ann, now=live_tables.now())
    assert Gathering.objects.filter(closed_at=None, by=ann).count() == gatherings.MOST_WAITING - 2, "nobody sat there"
    sit(tables[2], ben, 1)
    gatherings.stand_up(gathering=tables[2], user=ann, now=live_tables.now())
    assert Gathering.objects.get(pk=tables[2].pk).closed_at is None, "the others wait on"


def test_a_private_table_has_the_laws_the_clock_and_the_length_that_were_chosen() -> None:
    ann, ben = live_tables.person("Ann"), live_tables.person("Ben")
    clock = {"bank_s": 300, "increment_s": 3, "move_s": None}
    wish = {"rules_key": "gin-pagat", "level": "novice", "pace": "quick", "laws": "table_laws", "length": "best_of:3"}
    waiting = gatherings.gather(user=ann, clock=clock, now=live_tables.now(), **wish)
    opened = sit(waiting, ben, 1).table
    assert opened is not None
    assert (opened.mode, opened.settings["length"], opened.settings["clock"]) == ("table_laws", "best_of:3", clock)


@pytest.mark.parametrize(
    ("wish", "field", "words"),
    [
        ({"rules_key": "whist"}, "rules", "not played at live tables"),
        ({"rules_key": "partnership", "laws": "recorded"}, "laws", "Allowed|by these laws|laws"),
        ({"rules_key": "cutthroat", "length": "best_of:3"}, "length", "one game"),
        ({"rules_key": "conquian", "length": "hollywood"}, "length", "Conquian is not played to this length"),
        ({"rules_key": "gin-pagat", "length": "best_of:2"}, "length", "best_of:5 –"),
        ({"rules_key": "gin-pagat", "clock": {"bank_s": None}}, "clock", "needs time"),
    ],
)
def test_what_does_not_go_together_at_a_table_is_refused_with_the_reason(
    wish: dict[str, Any], field: str, words: str
) -> None:
    ann = live_tables.person("Ann")
    for open_one in (gatherings.gather, table_services.open_practice):
        with pytest.raises(table_services.BadTable, match=words) as caught:
            open_one(user=ann, level="novice", pace="quick", now=live_tables.now(), **wish)
        assert caught.value.field == field
    assert not Gathering.objects.exists()
    assert not Table.objects.exists()


def test_the_page_names_the_field_and_says_what_has_become_of_a_table() -> None:
    ann = live_tables.person("Ann")
    hers = Client()
    hers.force_login(ann)
    wish = {"rules": "conquian", "level": "novice", "others": "people", "length": "hollywood"}
    refused = hers.post(reverse("games:practice"), wish)
    assert refused.status_code == 422
    assert "not played to this length" in refused.context["form"].errors["length"][0]
    address = hers.post(reverse("games:practice"), wish | {"length": "best_of:3", "clock": "5+3"})["Location"]
    page = tight(hers.get(address).content.decode())
    assert "<dd>best of 3 games</dd>" in page
    assert "<dd>5 min each, 3 s a turn</dd>" in page
    assert address in tight(hers.get(reverse("games:practice")).content.decode())
    hers.post(address, {"close": "1"})
    gone = Client().get(address)
    assert gone.status_code == 410
    assert "closed it before it began" in tight(gone.content.decode())
    never = Client().get("/tables/waiting/nothinghere2/")
    assert "No table was ever opened at this address" in tight(never.content.decode())


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
    seats = [table_services.SeatSpec(one) for one in people]
    if house:
        seats += table_services.of_the_house(house, 1)
    table = table_services.open_table(
        rules_key="gin-pagat", seats=seats, settings={"pace": "quick", "shuffle": "players"}, now=live_tables.now()
    )
    Table.objects.filter(pk=table.pk).update(status="over")
    return table, people


def wishes(table: Table, user: User, do: str = "") -> dict[str, Any]:
    client = Client()
    client.force_login(user)
    address = reverse("api:api-table-rematch", args=[table.public_id])
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
    assert wishes(table, ann, "refuse") == {"wish": [], "declined": "B", "table": None}
    wishes(table, ann, "offer")
    assert wishes(table, ben)["declined"] is None
    assert wishes(table, ben, "offer")["table"]


def test_the_house_is_always_ready_for_a_rematch() -> None:
    table, (ann,) = over("Ann", house="club")
    assert wishes(table, ann, "offer")["table"]
    assert [seat.house_level for seat in Table.objects.latest("pk").seats.order_by("seat")] == ["", "club"]


def test_strangers_tournament_tables_and_running_ones_have_no_rematch() -> None:
    table, (ann, _) = over("Ann", "Ben")
    address = reverse("api:api-table-rematch", args=[table.public_id])
    assert Client().get(address).status_code == 404
    stranger = Client()
    stranger.force_login(live_tables.person("Eve"))
    assert stranger.post(address, {"do": "offer"}).status_code == 404
    Table.objects.filter(pk=table.pk).update(status="playing")
    hers = Client()
    hers.force_login(ann)
    assert hers.post(address, {"do": "offer"}).json()["type"] == "no_rematch"
    assert hers.post(address, {"do": "anything"}).status_code == 400
    Table.objects.filter(pk=table.pk).update(status="over", ref="match:1")
    assert hers.get(address).status_code == 404


@pytest.mark.parametrize(
    ("rules", "said"),
    [("gin-rummy-com", "one game to the target (100)"), ("conquian-bicycle", "one deal")],
)
def test_a_table_by_link_says_its_length_and_its_clock(rules: str, said: str) -> None:
    client = Client()
    answer = client.post(reverse("games:practice"), {"rules": rules, "level": "club", "others": "people"}, follow=True)
    shown = tight(answer.content.decode())
    assert f"<dd>{said}</dd>" in shown
    assert "<dd>No clock</dd>" in shown


def test_all_conditions_are_shown_before_somebody_sits_down_and_the_code_to_who_sits() -> None:
    host, visitor = Client(), Client()
    chosen = {"rules": "gin-rummy-com", "level": "strong", "others": "people", "length": "best_of:3", "clock": "5+3"}
    address = host.post(reverse("games:practice"), chosen | {"laws": "table_laws"})["Location"]
    shown = visitor.get(address).content.decode()
    for said in (
        "best of 3 games", "5 min each, 3 s a turn", "Slips count, laws apply", "hard to beat",
        "no: a casual game", "nobody", "free text",
    ):  # fmt: skip
        assert said in shown.partition('id="conditions-title"')[2], said
    assert 'href="/rules/gin-rummy-com/"' in shown
    assert 'class="qr"' not in shown
    for_host = host.get(address).content.decode()
    assert 'class="qr"' in for_host
    assert f'data-share="http://testserver{address}"' in for_host
    assert f'data-copy="http://testserver{address}"' in for_host


def test_a_guest_is_led_back_to_a_running_game_from_every_page() -> None:
    client, home = Client(), reverse("games:practice")
    assert "Back to the game" not in tight(client.get(home).content.decode())
    client.post(home, {"rules": "gin-rummy-com", "level": "club"})
    table = reverse("games:table", args=[Table.objects.get().public_id])
    for page in (home, reverse("pages:rules"), reverse("pages:clubs")):
        assert f'href="{table}">Back to the game' in client.get(page).content.decode(), page
    assert "Back to the game" not in tight(client.get(table).content.decode())
    assert "Back to the game" not in tight(Client().get(home).content.decode())


def test_who_is_signed_in_is_led_back_too_but_not_to_a_game_by_days(client: Client) -> None:
    table = live_tables.open_table(clock={"bank_s": 600, "increment_s": 5, "move_s": None})
    ann, _ben = live_tables.users(table)
    client.force_login(ann)
    where = reverse("games:table", args=[table.public_id])
    assert f'href="{where}">Back to the game' in client.get(reverse("pages:rules")).content.decode()
    by_days = live_tables.open_table(clock={"bank_s": None, "increment_s": 0, "move_s": 24 * 3600})
    client.force_login(live_tables.users(by_days)[0])
    assert "Back to the game" not in tight(client.get(reverse("pages:rules")).content.decode())


# ---- a friend by a link

FRIEND = "/play/friend/"


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(live_tables.person(name))
    return client


@pytest.mark.parametrize(("clock", "bank"), [("none", None), ("5+3", 300), ("10+5", 600)])
def test_a_link_for_a_friend_takes_game_pace_and_rated(clock: str, bank: int | None) -> None:
    ann = signed_in("Ann")
    page = ann.get(FRIEND).content.decode()
    assert '<option value="gin-pagat" selected>' in page
    assert "House player" not in page
    where = ann.post(FRIEND, {"rules": "oklahoma", "clock": clock, "is_rated": "on"})["Location"]
    made = Gathering.objects.get()
    assert where == f"/tables/waiting/{made.public_id}/"
    assert (made.rules, (made.clock or {}).get("bank_s"), made.is_rated) == ("oklahoma", bank, True)
    signed_in("Ben").post(where, {"seat": "1"})
    assert Gathering.objects.get().table is not None


def test_a_guest_makes_a_link_without_being_asked_about_a_rating() -> None:
    guest = Client()
    assert "is_rated" not in guest.get(FRIEND).content.decode()
    assert guest.post(FRIEND, {"rules": "gin-pagat", "clock": "none", "is_rated": "on"}).status_code == 302
    assert not Gathering.objects.get().is_rated


def test_a_friend_is_not_offered_the_house_and_reads_what_happens_next() -> None:
    ann = signed_in("Ann")
    pair = ann.post(FRIEND, {"rules": "gin-pagat", "clock": "none", "is_rated": ""})["Location"]
    page = ann.get(pair).content.decode()
    assert "house players take the empty seats" not in page
    assert "Empty seats" not in page
    assert "Send it to your friend" in page
    assert "waits for people alone" in tight(ann.post(pair, {"begin": "1"}, follow=True).content.decode())
    three = ann.post(FRIEND, {"rules": "cutthroat", "clock": "none", "is_rated": ""})["Location"]
    assert "house players take the empty seats" in ann.get(three).content.decode()


@pytest.mark.parametrize("absurd", [{"rules": "whist"}, {"clock": "blitz"}, {"is_rated": "perhaps"}, {"rules": ""}])
def test_a_link_by_absurd_wishes_is_refused_on_the_form(absurd: dict[str, str]) -> None:
    answer = signed_in("Ann").post(FRIEND, {"rules": "gin-pagat", "clock": "none", "is_rated": "on"} | absurd)
    assert answer.status_code == 422
    assert 'class="errorlist"' in answer.content.decode()
    assert not Gathering.objects.exists()


def test_home_and_play_lead_to_the_link_for_a_friend() -> None:
    for page in ("/", "/tables/new/"):
        assert f'href="{FRIEND}"' in Client().get(page).content.decode()
