"""A guest signs up: seats, running games, the archive and the records belong to the new account."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import selectors
from games.models import Deal, Seek, Table
from games.services import old_rows, tables
from tests.games import sittings
from tests.games.live import live_tables
from tests.markup import tight

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse 9"
FORM = {"username": "gwen", "name": "Gwen Gast", "password1": PASSWORD, "password2": PASSWORD, "agreed": "on"}


@pytest.fixture
def guest() -> Client:
    """The browser of a guest who sits at a table."""
    client = Client()
    client.post(reverse("games:practice"), {"rules": "gin-rummy-com", "level": "club"})
    return client


def sign_up(client: Client, **changes: str) -> int:
    return client.post("/accounts/signup/", FORM | changes).status_code


def test_the_seat_of_a_running_game_follows(guest: Client) -> None:
    table = Table.objects.get()
    before = User.objects.get(is_guest=True)
    assert sign_up(guest) == 302
    gwen = User.objects.get(username="gwen")
    assert (gwen.pk, gwen.is_guest, gwen.name, gwen.check_password(PASSWORD)) == (before.pk, False, "Gwen Gast", True)
    assert selectors.seat_of(table, gwen) == 0
    assert list(selectors.casual_of(gwen)) == [table]
    table.refresh_from_db()
    assert table.label.startswith("Gwen Gast – ")
    assert table.settings["rated"] is False, "it was begun by a guest"
    shown = guest.get("/").content.decode()
    assert reverse("games:table", args=[table.public_id]) in shown


@pytest.mark.django_db(transaction=True)
def test_finished_games_and_the_archive_follow(guest: Client) -> None:
    before = User.objects.get(is_guest=True)
    seats = [tables.SeatSpec(before), tables.SeatSpec(live_tables.person("Other"))]
    opened = tables.open_table(
        rules_key="gin-pagat", seats=seats, label=str(before), settings={"pace": "fast"}, now=live_tables.now()
    )
    played = sittings.play_out(opened, seed=1, deals=2)
    sign_up(guest)
    gwen = User.objects.get(username="gwen")
    deals = list(Deal.objects.filter(table=played))
    assert deals
    assert {deal.pk for deal in selectors.deals(player=gwen)} == {deal.pk for deal in deals}
    shown = guest.get(f"/archive/?player={gwen.public_id}").content.decode()
    assert "Gwen Gast" in shown
    assert str(before) not in shown
    assert guest.get(f"/players/{gwen.public_id}/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_guest_finds_only_their_own_deals_by_one_button(guest: Client) -> None:
    """Those of a private table, too, which nobody else finds."""
    other, before = live_tables.person("Other"), User.objects.get(is_guest=True)
    ours, theirs = (
        sittings.play_out(
            tables.open_table(
                rules_key="gin-pagat", seats=[tables.SeatSpec(one), tables.SeatSpec(other)], label="",
                settings={"pace": "fast", "spectators": not is_private}, now=live_tables.now(),
            ),
            seed=seed, deals=2,
        )
        for seed, (one, is_private) in enumerate([(before, True), (live_tables.person("Third"), False)])
    )  # fmt: skip

    def found(client: Client, address: str) -> set[int]:
        text = client.get(address).content.decode()
        return {deal.table_id for deal in Deal.objects.all() if f"/deals/{deal.public_id}/" in text}

    mine = f"/archive/?player={before.public_id}"
    assert f'href="{mine.removeprefix("/archive/")}"' in guest.get("/archive/").content.decode()
    assert found(guest, mine) == {ours.pk}
    assert found(Client(), mine) == set()
    assert found(Client(), "/archive/") == {theirs.pk}
    assert "Only my deals" not in guest.get(mine).content.decode() + Client().get("/archive/").content.decode()


def test_a_search_and_a_waiting_table_follow(guest: Client) -> None:
    guest.post("/play/find/", {"rules": "gin-pagat"})
    address = guest.post(reverse("games:practice"), {"rules": "gin-pagat", "level": "club", "others": "people"})
    sign_up(guest)
    gwen = User.objects.get(username="gwen")
    assert Seek.objects.get().user == gwen
    assert [one.public_id in address["Location"] for one in selectors.waiting_of(gwen)] == [True]


def test_a_guest_chooses_a_name_which_sign_up_offers_and_which_lasts_a_while(guest: Client) -> None:
    assert guest.post("/play/name/", {"name": "Gwen"})["Location"] == "/play/seeking/"
    table, gwen = Table.objects.get(), User.objects.get(is_guest=True)
    assert (gwen.name, table.label.startswith("Gwen (guest) – ")) == ("Gwen (guest)", True)
    assert 'value="Gwen"' in guest.get("/accounts/signup/").content.decode()
    old_rows.forget_old_guests(now=live_tables.now() + timedelta(days=29))
    assert User.objects.get(is_guest=True).name == "Gwen (guest)"
    old_rows.forget_old_guests(now=live_tables.now() + timedelta(days=31))
    table.refresh_from_db()
    assert table.label.startswith("Guest ")


@pytest.mark.parametrize("name", ["", "Nora (house)", "Director", "x" * 25])
def test_a_guest_may_not_be_called_everything(guest: Client, name: str) -> None:
    before = User.objects.get(is_guest=True).name
    assert "notice error" in tight(guest.post("/play/name/", {"name": name}, follow=True).content.decode())
    assert User.objects.get(is_guest=True).name == before


def test_who_has_an_account_keeps_its_name(guest: Client) -> None:
    sign_up(guest)
    guest.post("/play/name/", {"name": "Gwendolen"})
    assert User.objects.get(username="gwen").name == "Gwen Gast"


def test_a_refused_form_leaves_the_guest_as_they_were(guest: Client) -> None:
    assert sign_up(guest, password2="another") == 200
    assert User.objects.get(is_guest=True).name.startswith("Guest ")
    assert "Back to the game" in tight(guest.get(reverse("pages:rules")).content.decode())


def test_a_second_person_in_the_same_browser_gets_an_account_of_their_own(guest: Client) -> None:
    sign_up(guest)
    guest.logout()
    sign_up(guest, username="hans", name="Hans Halm")
    assert User.objects.get(username="hans").seats.count() == 0
    assert User.objects.get(username="gwen").seats.count() == 1
