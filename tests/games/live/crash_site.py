"""Run beside the tests of whole servers, on the site under test: `open N` prints tables and tokens, `check FILE` judges
the acks, `house N` opens tables for house players, `over` counts those that are finished, `race FOLDER N` writes at
all tables beside other processes that do the same, until all N of them have met the others.

A process of its own, because the test's settings name another database.
"""

import json
import os
import random
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import django

django.setup()

from accounts import services as accounts  # noqa: E402
from games import engine  # noqa: E402
from games.live.house import tokens  # noqa: E402
from games.live.setup import terms  # noqa: E402
from games.live.shuffle import dealing  # noqa: E402
from games.live.sitting import sitting  # noqa: E402
from games.live.sitting.rows import Outcome, Write  # noqa: E402
from games.live.store import loading, play_rows, writer  # noqa: E402
from games.models import Play, Table  # noqa: E402
from games.services import tables as table_services  # noqa: E402
from tests.games.live import playing_out  # noqa: E402

COMMITTED, LOST = 100, 20  # enough to have met
MEET_S = 200.0


def open_tables(count: int) -> list[dict[str, Any]]:
    """Tables with a token for each seat."""
    found = []
    for n in range(count):
        users = [accounts.player_for(name=f"Client {n}{letter}")[0] for letter in "AB"]
        table = table_services.open_table(
            rules_key="gin-pagat",
            seats=[table_services.SeatSpec(user) for user in users],
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
        table_services.open_table(
            rules_key="gin-rummy-com",
            seats=[table_services.SeatSpec(user, user.house_level) for user in pair],
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
    """How many acked plays are missing and how many were done twice, how many logs have gaps, and how many snapshots
    differ from the replay of their log."""
    rows = {(play.table.public_id, str(play.cmd_id)): play.seq for play in Play.objects.select_related("table")}
    missing = sum(1 for table, cmd_id, version in acks if rows.get((table, cmd_id)) != version)
    said: dict[str, set[int]] = {}
    for _, cmd_id, version in acks:
        said.setdefault(cmd_id, set()).add(version)
    doubled = sum(len(versions) > 1 for versions in said.values())
    gaps = different = 0
    for table in Table.objects.prefetch_related("seats__user"):
        seqs = list(table.plays.order_by("seq").values_list("seq", flat=True))
        gaps += seqs != list(range(1, table.version + 1))
        fixed = terms.terms(table)
        cached = loading.read(table, fixed)
        table.snapshot = None
        different += loading.read(table, fixed) != cached
    return {"acks": len(said), "missing": missing, "doubled": doubled, "gaps": gaps, "different": different,
            "plays": len(rows)}  # fmt: skip


def race(folder: Path, owners: int) -> dict[str, Any]:
    """Be one owner of all tables among others: claim some, only read others, write what comes next at all of them in
    one batch, again and again; what was lost is left until it is read again, as an actor does. All stop when each of
    them has committed and lost enough, which its file in the folder says. The plays that the writer calls committed,
    and how many it calls lost."""
    me, chance = f"live-0:{os.getpid()}", random.Random(os.getpid())
    tables = list(Table.objects.values_list("public_id", flat=True))
    acks: list[tuple[str, str, int]] = []
    lost, until = 0, time.monotonic() + MEET_S
    while len(list(folder.glob("met-*"))) < owners and time.monotonic() < until:
        loaded = [loading.load(table, me if chance.random() < 0.3 else None) for table in tables]
        for _ in range(3):
            loaded = [one for one in loaded if _goes_on(one)]
            if not loaded:
                break
            rows = [_next_play(one) for one in loaded]
            told = writer.commit([row for row, _ in rows])
            for one, (row, _), outcome in zip(loaded, rows, told, strict=True):
                if outcome is Outcome.COMMITTED:
                    acks.append((one.terms.public_id, str(row.cmd_id), row.version))
            lost += told.count(Outcome.LOST)
            loaded = [
                replace(one, sitting=after)
                for one, (_, after), outcome in zip(loaded, rows, told, strict=True)
                if outcome is Outcome.COMMITTED
            ]
        if len(acks) >= COMMITTED and lost >= LOST:
            (folder / f"met-{os.getpid()}").touch()
    return {"acks": acks, "lost": lost}


def _goes_on(loaded: loading.Loaded) -> bool:
    fixed, now = loaded.terms, loaded.sitting
    seat = sitting.to_act(fixed, now) or 0
    return dealing.chance(fixed, now) is not None or bool(engine.legal_actions(fixed.rules, now.state, seat))


def _next_play(loaded: loading.Loaded) -> tuple[Write, sitting.Sitting]:
    fixed, before = loaded.terms, loaded.sitting
    due, seat = dealing.chance(fixed, before), sitting.to_act(fixed, before) or 0
    actions = engine.legal_actions(fixed.rules, before.state, seat)
    action = due[0] if due else playing_out.waiter(before.state.hands[seat], actions)
    after, _ = sitting.step(fixed, before, action)
    secret = due[1] if due else None
    if secret is not None:
        after = sitting.bound(fixed, after, secret)
    return play_rows.write_of(fixed, before, after, action, cmd_id=uuid4(), epoch=loaded.epoch, secret=secret), after


if __name__ == "__main__":
    if sys.argv[1] == "open":
        print(json.dumps(open_tables(int(sys.argv[2]))))
    elif sys.argv[1] == "house":
        print(json.dumps(open_for_the_house(int(sys.argv[2]))))
    elif sys.argv[1] == "over":
        print(json.dumps(over()))
    elif sys.argv[1] == "race":
        print(json.dumps(race(Path(sys.argv[2]), int(sys.argv[3]))))
    else:
        print(json.dumps(check(json.loads(Path(sys.argv[2]).read_text()))))
