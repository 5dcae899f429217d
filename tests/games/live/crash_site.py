"""Run beside the tests of whole servers, on the site under test: `open N` prints tables and tokens, `check FILE` judges
the acks, `house N` opens tables for house players, `over` counts those that are finished.

A process of its own, because the test's settings name another database.
"""

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import django

django.setup()

from accounts import services as accounts  # noqa: E402
from games import services  # noqa: E402
from games.live import loading, terms, tokens  # noqa: E402
from games.models import Play, Table  # noqa: E402


def open_tables(count: int) -> list[dict[str, Any]]:
    """Tables with a token for each seat."""
    found = []
    for n in range(count):
        users = [accounts.player_for(name=f"Client {n}{letter}")[0] for letter in "AB"]
        table = services.open_table(
            rules_key="gin-pagat",
            seats=[services.SeatSpec(user) for user in users],
            settings={"pace": "fast", "aids": "none"},
            now=datetime.now(UTC),
        )
        seats = [tokens.write(tokens.Token(table.public_id, at, user.pk)) for at, user in enumerate(users)]
        found.append({"path": loading.ws_path(table.public_id), "id": table.public_id, "tokens": seats})
    return found


def open_for_the_house(count: int) -> list[str]:
    """Tables at which two house players sit."""
    levels = ("novice", "club")
    pairs = [[accounts.house_player(name=f"House {n}{level}", level=level) for level in levels] for n in range(count)]
    return [
        services.open_table(
            rules_key="gin-rummy-com",
            seats=[services.SeatSpec(user, user.house_level) for user in pair],
            settings={"pace": "fast", "aids": "none"},
            now=datetime.now(UTC),
        ).public_id
        for pair in pairs
    ]


def over() -> dict[str, int]:
    """How many tables are over, and how many of those are reported."""
    ended = Table.objects.filter(status="over")
    return {"over": ended.count(), "reported": ended.exclude(reported_at=None).count(), "plays": Play.objects.count()}


def check(acks: list[list[Any]]) -> dict[str, int]:
    """How many acked plays are missing, logs have gaps, and snapshots differ from the replay of their log."""
    rows = {(play.table.public_id, str(play.cmd_id)): play.seq for play in Play.objects.select_related("table")}
    missing = sum(1 for table, cmd_id, version in acks if rows.get((table, cmd_id)) != version)
    gaps = different = 0
    for table in Table.objects.prefetch_related("seats__user"):
        seqs = list(table.plays.order_by("seq").values_list("seq", flat=True))
        gaps += seqs != list(range(1, table.version + 1))
        fixed = terms.terms(table)
        cached = loading.read(table, fixed)
        table.snapshot = None
        different += loading.read(table, fixed) != cached
    return {"acks": len(acks), "missing": missing, "gaps": gaps, "different": different, "plays": len(rows)}


if __name__ == "__main__":
    if sys.argv[1] == "open":
        print(json.dumps(open_tables(int(sys.argv[2]))))
    elif sys.argv[1] == "house":
        print(json.dumps(open_for_the_house(int(sys.argv[2]))))
    elif sys.argv[1] == "over":
        print(json.dumps(over()))
    else:
        print(json.dumps(check(json.loads(Path(sys.argv[2]).read_text()))))
