"""Browsers that do their part of a shuffle by themselves, for tests of tables where the players take part in it."""

import hashlib
import json
from typing import Any

from games.engine.cards import shuffle
from games.live.sitting import attempts
from games.live.sitting.attempts import Attempt
from tests.games.live.live_tables import Socket


class Browser:
    """A client at a seat: keeps its entropy by attempt, as a browser keeps it in its session."""

    def __init__(self, socket: Socket, name: str, cut: int = 17) -> None:
        self.socket, self.cut = socket, cut
        self.name = name
        self.kept: dict[str, bytes] = {}

    @property
    def seat(self) -> str:
        return str(self.socket.view["seat"])

    @property
    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = self.socket.view["shuffle"]
        return found

    @property
    def is_awaited(self) -> bool:
        return self.seat in self.shown.get("awaits", ())

    def entropy(self) -> bytes:
        """32 bytes of its own for this attempt, the same when asked again."""
        ctx = self.shown["ctx"]
        return self.kept.setdefault(ctx, hashlib.sha256(f"{self.name}:{ctx}".encode()).digest())

    def wish(self) -> dict[str, Any]:
        """What the protocol asks of this seat now."""
        about = shuffle.context_of(self.shown["ctx"])
        at = list(self.shown["commitments"]).index(self.seat)
        if at == about.order[-1]:
            return {"do": "cut", "entropy": self.entropy().hex(), "at": self.cut}
        if not self.shown["commitments"][self.seat]:
            return {"do": "commit", "commitment": shuffle.player_commitment(about, at, self.entropy()).hex()}
        return {"do": "reveal", "entropy": self.entropy().hex()}

    async def settle(self) -> None:
        """Read until somebody is to do something: shuffle or play."""
        while not (self.socket.view and (self._is_waiting() or self.socket.view["turn"])):
            await self.socket.read()

    def _is_waiting(self) -> bool:
        """Does the table wait for anybody's part, here or at another board, every board bound?"""
        asks = self.shown.get("awaits") or self.shown.get("others")
        return bool(asks) and (self.socket.view["dealer"] is None or "ctx" in self.shown)

    def number_of_deal(self) -> int:
        """Which deal is shuffled for; 0 is the drawing for the first."""
        return int(json.loads(self.shown["ctx"])["deal"])

    def number(self) -> int:
        """Which attempt at the deal this is."""
        return int(json.loads(self.shown["ctx"])["attempt"])


def step_of(attempt: Attempt) -> attempts.Move:
    """What the seat that is waited for does, for tests that write the log by themselves."""
    seat = attempts.awaited(attempt)[0]
    place, entropy = attempt.seats.index(seat), bytes([seat + 1]) * shuffle.SECRET_BYTES
    if place == attempt.context.order[-1]:
        return attempts.Cut(seat, entropy.hex(), 0)
    if not attempt.commitments[place]:
        return attempts.Commit(seat, shuffle.player_commitment(attempt.context, place, entropy).hex())
    return attempts.Reveal(seat, entropy.hex())


async def do(browser: Browser, *others: Browser, action: dict[str, Any] | None = None) -> dict[str, Any]:
    """A seat that is waited for does its part, or something else; all hear of it."""
    answer = await browser.socket.command(browser.wish() if action is None else action)
    for one in (browser, *others):
        await one.socket.reach(answer["v"])
        await one.settle()
    return answer


async def shuffled(*browsers: Browser) -> None:
    """All do their part until the cards are dealt."""
    for one in browsers:
        await one.settle()
    while any(one.is_awaited for one in browsers):
        first = next(one for one in browsers if one.is_awaited)
        answer = await do(first, *(one for one in browsers if one is not first))
        assert answer["k"] == "ack", (answer, first.shown)


async def both_at(first: Socket, second: Socket) -> tuple[Browser, Browser]:
    """Two browsers at their table, waiting for what comes first."""
    browsers = Browser(await first.open(), "ann"), Browser(await second.open(), "ben")
    for one in browsers:
        await one.settle()
    return browsers
