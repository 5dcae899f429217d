"""The limit on one person's open casual tables: the page and the API's answer say how to free one."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.db import connection, connections, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import selectors
from games.models import Gathering, Status, Table
from games.services import gatherings, tables
from tests.games.live import live_tables
from tests.markup import tight

pytestmark = pytest.mark.django_db(transaction=True)
WISH = {"rules": "gin-pagat", "level": "novice", "pace": "quick", "laws": "strict", "others": "house"}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_OPEN", 2)


def practice(user: User) -> Table:
    return tables.open_practice(user=user, rules_key="gin-pagat", level="novice", now=live_tables.now())


def resign(table: Table, user: User) -> None:
    tables.act(table=table, cmd_id=uuid4(), seen=table.version, action={"do": "resign"}, by=user,
                 now=live_tables.now())  # fmt: skip


def test_who_has_as_many_open_as_one_may_sits_down_when_one_of_them_is_over() -> None:
    ann, ben = live_tables.person("Ann"), live_tables.person("Ben")
    first, _ = practice(ann), practice(ann)
    with pytest.raises(tables.TooManyTables, match="2 games open"):
        practice(ann)
    practice(ben)
    resign(first, ann)
    practice(ann)
    assert selectors.casual_of(ann).count() == 2


def test_tables_of_tournaments_and_those_that_are_over_do_not_count() -> None:
    ann, ben = live_tables.person("Ann"), live_tables.person("Ben")
    for ref in ("match:1", "match:2", "match:3"):
        seats = [tables.SeatSpec(ann), tables.SeatSpec(ben)]
        tables.open_table(rules_key="gin-pagat", seats=seats, ref=ref, now=live_tables.now())
    for _ in range(3):
        resign(practice(ann), ann)
    assert practice(ann).status == Status.PLAYING


def test_nor_does_one_wait_for_others_or_play_again_with_them() -> None:
    ann, ben = live_tables.person("Ann"), live_tables.person("Ben")
    over = tables.open_table(
        rules_key="gin-pagat", seats=[tables.SeatSpec(ann), tables.SeatSpec(ben)], now=live_tables.now()
    )
    resign(over, ben)
    wish = {"rules_key": "gin-pagat", "level": "novice", "pace": "quick", "now": live_tables.now()}
    waiting = gatherings.gather(user=ben, **wish)
    for _ in range(2):
        practice(ann)
    facts = {"user": ann, "now": live_tables.now()}
    with pytest.raises(tables.TooManyTables):
        gatherings.gather(**wish | facts)
    with pytest.raises(tables.TooManyTables):
        gatherings.sit(gathering=waiting, seat=1, **facts)
    with pytest.raises(tables.TooManyTables):
        gatherings.begin(gathering=waiting, **facts)
    with pytest.raises(tables.TooManyTables):
        gatherings.offer_rematch(table=over, **facts)
    assert Gathering.objects.get().table is None


def test_a_guest_finds_the_open_games_where_the_next_one_was_wished_for() -> None:
    guest, page = Client(), reverse("games:practice")
    for _ in range(2):
        assert guest.post(page, WISH).status_code == 302
    for wish in (WISH, WISH | {"others": "people"}):
        refused = guest.post(page, wish)
        assert refused.status_code == 409
        assert "finish one, or resign one" in tight(refused.content.decode())
        for table in Table.objects.all():
            assert reverse("games:table", args=[table.public_id]) in refused.content.decode()
    spanish = guest.post(page, WISH, headers={"Accept-Language": "es"}).content.decode()
    assert "Tus partidas abiertas" in spanish
    assert "games open" not in spanish
    waiting = gatherings.gather(
        user=live_tables.person(), rules_key="gin-pagat", level="novice", pace="quick", now=live_tables.now()
    )
    sent = guest.post(reverse("games:gathering", args=[waiting.public_id]), {"seat": "1"}, follow=True)
    assert sent.redirect_chain == [(page, 302)]
    assert "finish one, or resign one" in tight(sent.content.decode())
    assert "Your open games" in tight(sent.content.decode())


def test_the_api_says_where_to_resign() -> None:
    ann, client = live_tables.person("Ann"), Client()
    client.force_login(ann)
    oldest, _ = practice(ann), practice(ann)
    refused = client.post("/api/v1/tables/", {}, content_type="application/json")
    assert (refused.status_code, refused.json()["type"]) == (409, "too_many_tables")
    where = reverse("api:api-table-actions", args=[oldest.public_id])
    assert where in refused.json()["detail"]
    wish = {"id": str(uuid4()), "v": 0, "action": {"do": "resign"}}
    assert client.post(where, wish, content_type="application/json").status_code == 200
    assert client.post("/api/v1/tables/", {}, content_type="application/json").status_code == 201


@contextmanager
def sitting_down(user: User) -> Iterator[None]:
    """Another connection has asked whether there is room for this person, and takes its time."""
    asked, done = threading.Event(), threading.Event()

    def ask() -> None:
        with transaction.atomic():
            tables.require_room(user)
            asked.set()
            assert done.wait(60)
        connections.close_all()

    asking = threading.Thread(target=ask)
    asking.start()
    assert asked.wait(60)
    try:
        yield
    finally:
        done.set()
        asking.join()


def test_whoever_sits_down_elsewhere_goes_on_playing_meanwhile() -> None:
    """Every move names its player's row: a lock that keeps it would stop every table of the process."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one lock for everything")
    table = live_tables.open_table()
    ann = live_tables.users(table)[0]
    with sitting_down(ann):
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '2s'")
        try:
            resign(table, ann)
        finally:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = 0")
    table.refresh_from_db()
    assert table.status == Status.OVER
