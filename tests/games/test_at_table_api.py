"""The API requests of a table's page: guests are let in as on the page, tokens and other sites are not."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.api_tokens import services as api_tokens
from doors.api.scopes import Scope
from doors.limits import Hints
from games.models import Table
from tests.games.live import live_tables
from tests.proving import proved

pytestmark = pytest.mark.django_db(transaction=True)
READ = ("api-table-lesson", "api-table-hint", "api-table-rematch", "api-table-talk")
WRITTEN = {
    "api-table-rematch": {"do": "offer"},
    "api-table-mute": {"seat": "A", "muted": True},
    "api-table-report": {"seat": "A", "words": "Rude words"},
}


def address(name: str, table: Table) -> str:
    return reverse(f"api:{name}", args=[table.public_id])


def guest_at_a_table() -> tuple[Client, Table]:
    """A guest at a table of practice that is over."""
    guest = Client(enforce_csrf_checks=True)
    guest.handler.enforce_csrf_checks = False
    guest.post(reverse("games:practice"), {"rules": "gin-rummy-com", "level": "club"})
    guest.handler.enforce_csrf_checks = True
    table = Table.objects.get()
    Table.objects.filter(pk=table.pk).update(status="over")
    return guest, table


def test_a_guest_offers_a_rematch_from_a_page_of_the_site_and_from_no_other() -> None:
    guest, table = guest_at_a_table()
    asked, wish = address("api-table-rematch", table), {"do": "offer"}
    assert guest.get(asked).json() == {"wish": [], "declined": None, "table": None}
    answer = guest.post(asked, wish, content_type="application/json")
    assert (answer.status_code, Table.objects.count()) == (403, 1), "another site's page has no CSRF token"
    guest.get(reverse("games:table", args=[table.public_id]))
    token = {"X-CSRFToken": guest.cookies["csrftoken"].value}
    answer = guest.post(asked, wish, content_type="application/json", headers=token)
    assert answer["Cache-Control"] == "no-store"
    assert answer.json()["table"] == reverse("games:table", args=[Table.objects.latest("pk").public_id])
    assert Client().get(asked).status_code == 404, "another browser"


@pytest.mark.parametrize("method", ["get", "post"])
def test_no_token_asks_for_a_player_at_a_table(method: str) -> None:
    table = live_tables.open_table(chat="full")
    user = live_tables.users(table)[1]
    proof, now = proved(user), timezone.now()
    _token, text = api_tokens.make(user=user, label="bot", scopes=Scope.values, days=None, proof=proof, now=now)
    bearer = {"Authorization": f"Bearer {text}"}
    deal = reverse("api:api-table-deal", args=[table.public_id, 1])
    asked = [deal, *(address(name, table) for name in READ)]
    written = {address(name, table): body for name, body in WRITTEN.items()}
    given: dict[str, dict[str, Any]] = {where: {} for where in asked} if method == "get" else written
    for where, body in given.items():
        answer = getattr(Client(), method)(where, body, headers=bearer)
        assert (answer.status_code, answer.json()["type"]) == (403, "no_token_here"), where


def test_a_stranger_gets_nothing_at_a_table_that_is_not_watched() -> None:
    table = live_tables.open_table(chat="full", spectators=False)
    stranger = Client()
    stranger.force_login(live_tables.person("Eve"))
    for name in READ:
        assert stranger.get(address(name, table)).status_code == 404, name
    for name, body in WRITTEN.items():
        assert stranger.post(address(name, table), body).status_code == 404, name
    assert stranger.get(reverse("api:api-table-deal", args=[table.public_id, 1])).status_code == 404


def test_hints_are_limited() -> None:
    cache.clear()
    table = live_tables.open_table()
    client = Client()
    client.force_login(live_tables.users(table)[0])
    most = int(Hints.rate.split("/")[0])
    statuses = [client.get(address("api-table-hint", table)).status_code for _ in range(most + 1)]
    assert (set(statuses[:most]), statuses[most]) == ({404}, 429)
