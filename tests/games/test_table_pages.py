"""Pages and API of tables and deals: who sees what, and what is not there."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import services as accounts
from accounts.models import User
from games.models import Deal, Table
from tests.games import sittings
from tests.games.live import live_tables
from tests.markup import tight

pytestmark = pytest.mark.django_db(transaction=True)


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_practice_game_seats_a_person_and_a_house_player() -> None:
    user = accounts.official(username="ann", name="Ann", email="", password="a long password")
    client = signed_in(user)
    address = reverse("games:practice")
    assert client.get(address).status_code == 200
    assert client.post(address, {"rules": "whist", "level": "club"}).status_code == 200
    assert not Table.objects.exists()
    answer = client.post(address, {"rules": "gin-rummy-com", "level": "club"})
    table = Table.objects.get()
    assert answer.headers["Location"] == reverse("games:table", args=[table.public_id])
    assert [seat.house_level for seat in table.seats.all()] == ["", "club"]


def test_a_practice_game_needs_no_account_and_its_guest_is_nobody_elsewhere() -> None:
    client, address = Client(), reverse("games:practice")
    assert "As a guest you play without a rating." in tight(client.get(address).content.decode())
    page = client.post(address, {"rules": "gin-rummy-com", "level": "novice"})["Location"]
    assert client.get(page).context["seat"] == "A"
    assert Client().get(page).context["seat"] is None
    client.post(address, {"rules": "gin-rummy-com", "level": "novice"})
    guest = User.objects.get(is_guest=True)
    assert guest.seats.count() == 2, "a browser has one guest"
    assert client.get("/me/")["Location"].startswith("/accounts/login/")
    assert guest.name not in client.get(reverse("pages:players")).content.decode()


def test_guests_from_one_address_come_no_faster_than_they_may(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/m/ip"}
    wish = {"rules": "gin-rummy-com", "level": "novice"}
    answers = [Client().post(reverse("games:practice"), wish)["Location"] for _ in range(3)]
    assert [answer.startswith("/accounts/login/") for answer in answers] == [False, False, True]
    assert Table.objects.count() == 2


def test_the_table_page_shows_each_visitor_their_own_view() -> None:
    table = live_tables.open_table()
    address = reverse("games:table", args=[table.public_id])
    ann, _ = live_tables.users(table)
    for client, seat in ((signed_in(ann), "A"), (Client(), None)):
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.context["seat"] == seat
        assert answer.context["snapshot"]["view"]["seat"] == seat
        assert answer.headers["Cache-Control"] == "no-store"
    assert Client().get(reverse("games:table", args=["nothinghere2"])).status_code == 404


def test_the_api_names_a_table_without_spectators_to_its_seats_alone() -> None:
    hidden, shown = live_tables.open_table(spectators=False), live_tables.open_table(spectators=True)
    usual = live_tables.open_table()
    seated, stranger, nobody = Client(), Client(), Client()
    seated.force_login(live_tables.users(hidden)[0])
    stranger.force_login(live_tables.users(shown)[0])
    for client, sees in ((seated, True), (stranger, False), (nobody, False)):
        listed = {one["id"] for one in client.get("/api/v1/tables/").json()["results"]}
        assert listed == {shown.public_id, usual.public_id} | ({hidden.public_id} if sees else set())
        status = client.get(f"/api/v1/tables/{hidden.public_id}/").status_code
        assert status == (200 if sees else 404)


def test_a_table_without_spectators_is_not_found_by_strangers() -> None:
    table = live_tables.open_table(spectators=False)
    assert Client().get(reverse("games:table", args=[table.public_id])).status_code == 404
    assert Client().get(f"/api/v1/tables/{table.public_id}/log").status_code == 404


def test_the_api_reads_tables_and_lets_only_their_players_act() -> None:
    table = live_tables.open_table()
    ann, ben = live_tables.users(table)
    [row] = Client().get("/api/v1/tables/").json()["results"]
    assert (row["id"], row["status"], [seat["seat"] for seat in row["seats"]]) == (
        table.public_id,
        "playing",
        ["A", "B"],
    )
    assert not {"snapshot", "settings", "owner"} & set(row)
    address = f"/api/v1/tables/{table.public_id}/actions"
    command = {"id": str(uuid.uuid4()), "v": 0, "action": {"do": "resign"}}
    assert Client().post(address, command, content_type="application/json").status_code in (401, 403)
    stranger = signed_in(live_tables.person()).post(address, command, content_type="application/json")
    assert (stranger.status_code, stranger.json()["type"]) == (409, "role")
    assert signed_in(ann).post(address, {"id": "x"}, content_type="application/json").status_code == 400
    for _ in range(2):
        answer = signed_in(ann).post(address, command, content_type="application/json")
        assert (answer.status_code, answer.json()) == (200, {"v": 1})
    late = signed_in(ben).post(address, command | {"id": str(uuid.uuid4())}, content_type="application/json")
    assert (late.status_code, late.json()["type"]) == (409, "over")
    assert Client().get(f"/api/v1/tables/{table.public_id}/").json()["result"]["winner"] == "B"
    assert [play["action"] for play in Client().get(f"/api/v1/tables/{table.public_id}/log").json()["results"]] == [
        {"do": "resign", "seat": "A"}
    ]


def test_deals_are_listed_and_unknown_ones_are_not_found() -> None:
    assert Client().get(reverse("games:deals"))["Location"] == reverse("pages:archive")
    assert Client().get("/api/v1/deals/").json()["results"] == []
    for name in ("games:deal", "api:api-deal"):
        assert Client().get(reverse(name, args=["nothinghere2"])).status_code == 404


@pytest.mark.parametrize("rules", ["cutthroat", "battle-royal"])
def test_a_deal_of_three_is_shown_with_those_who_got_cards(rules: str) -> None:
    table = sittings.play_out(live_tables.open_table(rules=rules, options={"target": 1}), seed=3)
    names = {"ABC"[seat.seat]: str(seat.user) for seat in table.seats.all()}
    page = Client().get(f"/tables/{table.public_id}/").content.decode()
    assert "dist/gin-seats.js" in page
    assert all(name in page for name in names.values())
    deal = Deal.objects.filter(table=table).latest("number")
    record = Client().get(f"/api/v1/deals/{deal.public_id}/").json()
    assert len(record["players"]) == (3 if rules == "battle-royal" else 2)
    title = " – ".join(names[seat] for seat in record["players"])
    assert f"Deal {deal.number}: {title}" in tight(Client().get(f"/deals/{deal.public_id}/").content.decode())
