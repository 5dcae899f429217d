"""Whoever reads a log asks the logbook, which alone knows how plays are stored."""

import re
from pathlib import Path

import pytest
from django.test import Client

from tests.games import sittings
from tests.games.live import live_tables

ROOT = Path(__file__).resolve().parents[4]
READS = re.compile(r"\bPlay\.(?:objects|_base_manager|_default_manager)\b|\.plays\.|\bgames_play\b")
HOME = {
    "games/live/store/logbook.py",
    "games/live/store/statements.py",  # the writer: of tables under play
    "games/services/archive/packing.py",
}
ELSEWHERE = {  # lines that may, and why
    "games/api/tables_and_deals.py": {
        "return Play.objects.none()",  # for the schema
    },
    "games/live/table/public.py": {  # of tables under play
        'since = Play.objects.filter(table=OuterRef("table"), seq__gt=OuterRef("last_seq"), kind=Kind.PLAYER)',
    },
    "games/selectors.py": {
        'last = Play.objects.filter(table=OuterRef("pk")).order_by("-seq").values("at")[:1]',  # of tables under play
        "entered = Play.objects.filter(kind=Kind.DIRECTOR)",  # rulings
    },
}


def test_nobody_else_reads_plays() -> None:
    found: dict[str, set[str]] = {}
    for top in ("games", "tournaments", "ratings", "platform"):
        for path in (ROOT / top).rglob("*.py"):
            name = path.relative_to(ROOT).as_posix()
            if "migrations" not in path.parts and name not in HOME:
                lines = {line.strip() for line in path.read_text(encoding="utf-8").splitlines() if READS.search(line)}
                found |= {name: lines} if lines else {}
    assert found == ELSEWHERE, "read plays by games.live.store.logbook"


@pytest.mark.django_db(transaction=True)
def test_the_api_shows_a_log_page_by_page_there_and_back() -> None:
    table = sittings.play_out(live_tables.open_table(options=live_tables.LONG), deals=2)
    address, pages = f"/api/v1/tables/{table.public_id}/log?limit=7", []
    while address:
        pages.append(Client().get(address).json())
        address = pages[-1]["next"]
    assert [play["seq"] for page in pages for play in page["results"]] == list(range(1, table.version + 1))
    assert {len(page["results"]) for page in pages[:-1]} == {7}
    back = pages[-1]
    for page in reversed(pages[:-1]):
        back = Client().get(back["previous"]).json()
        assert back["results"] == page["results"]
    assert back["previous"] is None
    for cursor in ("cD1x", "cD1hYmM=", "bz0tMQ=="):
        assert Client().get(f"/api/v1/tables/{table.public_id}/log?cursor={cursor}").status_code in (200, 400)
    assert Client().get(f"/api/v1/tables/{table.public_id}/log?cursor=cD1hYmM=").status_code == 400
