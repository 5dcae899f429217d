"""Run beside a composed site with its variables: fill it, ask for every kind of page as everybody, play a match through
the front, and print the result as one JSON object. `python -m tests.composed.visiting ORIGIN SECONDS`"""

import asyncio
import json
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import django
from websockets.asyncio.client import ClientConnection

django.setup()

from django.db import connections  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.live import wire  # noqa: E402
from games.live.house import house  # noqa: E402
from games.models import Table  # noqa: E402
from tests.composed import filling  # noqa: E402
from tests.composed.asking import Visitor  # noqa: E402
from tests.fuzz import fuzzed_site  # noqa: E402
from tests.fuzz.fuzzed_site import FuzzedSite  # noqa: E402
from tests.games.live.shuffling import Browser  # noqa: E402
from tournaments.event.selectors import finding  # noqa: E402
from tournaments.models import Match, MatchState  # noqa: E402
from tournaments.tables import selectors as tables_selectors  # noqa: E402

ROLES = ("visitor", "player", "organiser", "staff")
BOUND_S = 150.0  # for a match of two deals and its report; never a wait


class Seated(house.Chair):
    """Somebody at a table who signed in with a browser."""

    def __init__(self, visitor: Visitor, match: Match, user_id: int) -> None:
        table = Table.objects.get(public_id=match.table)
        seat = table.seats.get(user_id=user_id).seat
        place = house.Place(match.table, seat, user_id, "novice", False)
        super().__init__(place, visitor.origin, visitor.origin, "fast")
        self.cookies, self.browser = visitor.cookies(), Browser(self, visitor.role)

    def _header(self) -> dict[str, str]:
        return {"Cookie": self.cookies}

    async def _move(self, socket: ClientConnection) -> None:
        """Do one's part of the shuffle where it is waited for, else play."""
        is_asked = self.browser.is_awaited and "ctx" in self.browser.shown
        if is_asked and self.answered != self.version and not self.unanswered:
            self.answered = self.version
            self.unanswered = wire.pack({"k": "cmd", "id": str(uuid4()), "v": self.version, **self.browser.wish()})
            await socket.send(self.unanswered, text=True)
        elif not is_asked:
            await super()._move(socket)


def in_play() -> int:
    """How many tables everybody may watch now."""
    return len(tables_selectors.hottest(finding.live(40), now=timezone.now()))


async def play(chairs: list[Seated], match: Match) -> None:
    """Both play until the table is over; then the site closes the match by itself."""
    async with asyncio.timeout(BOUND_S):
        await asyncio.gather(*(chair.play() for chair in chairs))
    began = time.monotonic()
    while not await Match.objects.filter(pk=match.pk, state=MatchState.OVER).aexists():
        assert time.monotonic() - began < BOUND_S, "the match is not over though its table is"
        await asyncio.sleep(0.2)


def visit(origin: str, seconds: float) -> dict[str, Any]:
    """All of it."""
    filled = filling.fill()
    print(f"filled; {in_play()} tables in play", file=sys.stderr, flush=True)
    began = time.monotonic()
    visitors = {role: Visitor(role, origin, f"192.0.2.{n}") for n, role in enumerate((*ROLES, "stranger"), 1)}
    for role in ("player", "organiser", "staff", "stranger"):
        visitors[role].sign_in(role, filling.PASSWORD)
    users = {role: filled.site.people[role] for role in ("player", "stranger")}
    chairs = [Seated(visitors[role], filled.match, user.pk) for role, user in users.items() if user is not None]
    tables = [in_play()]

    def go(role: str) -> None:
        visitors[role].go_everywhere(filled.site)
        visitors[role].go_on(began + seconds)

    with ThreadPoolExecutor() as crowd:
        asked: list[Future[None]] = [crowd.submit(go, role) for role in ROLES]
        asyncio.run(play(chairs, filled.match))
        for one in asked:
            one.result()
    tables.append(in_play())
    late = FuzzedSite(filled.site.people)
    fuzzed_site.collect(late, newest_first=True)
    for role in ROLES:
        visitors[role].look_again(late)
    connections.close_all()
    for role in ROLES:
        said = dict(sorted(visitors[role].statuses.items()))
        print(f"{role}: {len(visitors[role].good)} kinds of pages, {said}", file=sys.stderr, flush=True)
    reached = {kind for role in ROLES for kind in visitors[role].good}
    refused = {kind: status for role in ROLES for kind, status in visitors[role].refused.items() if kind not in reached}
    routes_reached = {kind.partition(" ")[0] for kind in reached}
    missed = sorted({kind.partition(" ")[0] for kind, status in refused.items() if status == 404} - routes_reached)
    print("refused to everybody:", json.dumps(refused, indent=1), file=sys.stderr)
    faults = [line for visitor in visitors.values() for line in visitor.faults]
    print(*faults[:100], sep="\n", file=sys.stderr, flush=True)
    return {
        "requests": sum(visitor.statuses.total() for visitor in visitors.values()),
        "errors_5xx": len(faults),
        "tables_in_play": min(tables),
        "roles": len(ROLES),
        "page_kinds": len(reached),
        "missed": missed,
    }


if __name__ == "__main__":
    print(json.dumps(visit(sys.argv[1], float(sys.argv[2]))), flush=True)
