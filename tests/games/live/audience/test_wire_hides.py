"""What the wire sends in two worlds that a viewer cannot distinguish: acks, refusals, events, `set`, whole views.

Random actions are given to the table's own actor in both worlds, by the viewer itself (lawful ones and others) and by
whoever is on move, and every byte that the viewer is sent is compared. All of it:
`pytest -m marathon tests/games/live/audience/test_wire_hides.py`, 100,000 random actions for every preset.
"""

import hashlib
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

import pytest

from games import engine
from games.engine import codec
from games.engine.play.state import State
from games.live import wire
from games.live.audience import audience, looks
from games.live.audience.looks import Look
from games.live.audience.viewer import Viewer
from games.live.setup.terms import Terms
from games.live.sitting import sitting
from games.live.sitting.rows import Outcome
from games.live.sitting.sitting import Sitting
from games.live.store.loading import Loaded
from games.live.table.actor import TableActor
from games.live.table.commands import Answer, Command
from games.models import LIVE_VARIANTS
from tests.games.live.audience.test_frames_hide import disguised, everybody, hidden, is_laid_open, random_steps, terms

Shown = dict[str, Any]

SHORT, WHOLE = 300, 100_000
PROBES = 6
DEAL_PLAYS = 120
Wish = dict[str, Any]
ID = UUID(int=7)
QUIET = engine.Discard | engine.DrawStock | engine.DrawDiscard | engine.PassUpcard | engine.TakeUpcard


@dataclass
class Stillness:
    """A house in which no time passes and nothing is written until the test says so."""

    writes: list[Any] = field(default_factory=list)

    def now(self) -> float:
        return 0.0

    def submit(self, write: Any) -> None:
        self.writes.append(write)

    def catch_up(self, *_: Any) -> None:
        raise AssertionError("nobody else writes")

    recall = find = drop = catch_up

    def is_over(self, actor: TableActor) -> None:
        pass

    def is_forgiving(self) -> bool:
        return True


class Witness:
    """One viewer at one table in one world."""

    def __init__(self, fixed: Terms, world: Sitting, look: Look) -> None:
        self.actor = TableActor(Loaded(terms=fixed, sitting=world, epoch=1, acks={}), Stillness())
        self.sent: list[bytes] = []
        self.viewer = Viewer(self, look=look, user_id=None, trusted=True, now=0.0)
        self.actor.audience.add(self.viewer)
        self.actor.audience.catch_up(self.viewer, world, None, self.actor.clk())

    def tell(self, frame: bytes, *, more: bool = False) -> bool:
        """Take a frame, as an open socket does (games.live.audience.viewer.Line)."""
        self.sent.append(frame)
        return True

    def tries(self, wish: Wish) -> None:
        """The viewer's own command; what would be written is forgotten again."""
        self._command(wish, self.viewer.look, self._answer)
        self.actor.pending = None

    def _answer(self, given: Answer) -> None:
        no = wire.no(given.code, given.version, given.cmd_id, given.rule or None)
        self.viewer.send(no if given.code else wire.ack(given.cmd_id, given.version))

    def happens(self, wish: Wish, seat: int) -> bool:
        """Somebody's command, committed; whether it could be done in this world."""
        told: list[Answer] = []
        self._command(wish, seat, self._answer if seat == self.viewer.look else told.append)
        if self.actor.pending is None:
            return False
        self.actor.done(Outcome.COMMITTED)
        return True

    def _command(self, wish: Wish, seat: int | None, answer: Callable[[Answer], None]) -> None:
        seen = self.actor.sitting.version
        self.actor.command(Command(cmd_id=ID, seen=seen, action=wish, seat=seat, by=None, at=0.0, answer=answer))


def wishes(fixed: Terms, now: Sitting, look: Look, chance: random.Random) -> list[Wish]:
    """Random commands of a viewer: what is lawful for somebody, with any card, and what is not."""
    pack = fixed.rules.pack
    seats = [seat for seat in everybody(fixed) if seat is not None]
    open_to = [action for seat in seats for action in engine.open_actions(fixed.rules, now.state, seat)]
    found = [codec.action_to_json(action, pack) for action in chance.sample(open_to, min(PROBES, len(open_to)))]
    words = ["draw_stock", "draw_discard", "discard", "knock", "gin", "big_gin", "pass_upcard", "finish", "challenge"]
    for _ in range(PROBES - len(found) // 2):
        wish: Wish = {"do": chance.choice(words)}
        if wish["do"] in ("discard", "knock", "gin"):
            wish["card"] = pack.texts[chance.choice(pack.cards)]
        found.append(wish)
    return found


def next_play(fixed: Terms, now: Sitting, chance: random.Random) -> tuple[engine.Action, Sitting] | None:
    """A random quiet action of whoever is on move, and what comes of it; None where there is none, or where it lays
    something open."""
    seat = sitting.to_act(fixed, now)
    if seat is None or now.state.boards:
        return None
    actions = [one for one in engine.legal_actions(fixed.rules, now.state, seat) if isinstance(one, QUIET)]
    if not actions:
        return None
    action = chance.choice(actions)
    after, _ = sitting.step(fixed, now, action)
    return None if after.ending or is_laid_open(after.state) else (action, after)


class Comparison:
    """Two worlds of one preset; `tried` counts the random actions that were given to both."""

    def __init__(self, rules: str, seed: int, aids: str) -> None:
        self.fixed = replace(terms(rules, aids), control=None)
        self.chance = random.Random(f"{rules} {seed}")
        self.tried = 0

    def run(self, actions: int) -> int:
        """Random sittings until so many actions were tried; fails at the first byte that differs."""
        while self.tried < actions:
            steps = random_steps(self.fixed, self.chance, DEAL_PLAYS)
            for before, _, _ in itertools.takewhile(lambda _: self.tried < actions, steps):
                if engine.due_chance(self.fixed.rules, before.state) or is_laid_open(before.state):
                    continue
                for look in everybody(self.fixed):
                    self.compare(before, look)
        return self.tried

    def compare_all(self, versions: list[Sitting], look: Look) -> None:
        for before in versions:
            self.compare(before, look)

    def compare(self, before: Sitting, look: Look) -> None:
        rules = self.fixed.rules
        follows = next_play(self.fixed, before, self.chance)
        keep: frozenset[int] = frozenset()
        if follows:  # what the play itself shows is the same in both worlds
            keep = frozenset(hidden(rules, before.state, look)) - frozenset(hidden(rules, follows[1].state, look))
        twin = disguised(rules, before.state, look, self.chance, keep)
        worlds = [Witness(self.fixed, world, look) for world in (before, replace(before, state=twin))]
        for wish in wishes(self.fixed, before, look, self.chance):
            for world in worlds:
                world.tries(wish)
            self.tried += 1
        if follows:
            self.follow(worlds, follows[0], look)
        first, second = (world.sent for world in worlds)
        assert first == second, f"{rules.key}, look {look}"

    def follow(self, worlds: list[Witness], action: engine.Action, look: Look) -> None:
        """The same play in both worlds; where the other's hidden cards do not allow it, it is a different story."""
        assert action.seat is not None
        wish = codec.action_to_json(action, self.fixed.rules.pack)
        self.tried += 1
        marks = [len(world.sent) for world in worlds]
        done = [world.happens(wish, action.seat) for world in worlds]
        if not all(done) and action.seat != look:
            for world, mark in zip(worlds, marks, strict=True):
                del world.sent[mark:]


@pytest.mark.parametrize("rules", sorted(LIVE_VARIANTS))
def test_what_is_hidden_changes_no_byte_on_the_wire(rules: str) -> None:
    assert Comparison(rules, 1, "full").run(SHORT) >= SHORT


@pytest.mark.marathon
@pytest.mark.parametrize("rules", sorted(LIVE_VARIANTS))
def test_what_is_hidden_changes_no_byte_in_a_hundred_thousand_actions(rules: str) -> None:
    assert Comparison(rules, 2, "full").run(WHOLE) >= WHOLE


def other_hand(state: State, look: Look) -> int:
    return state.hands[1 if look == 0 else 0]


# Each says in `stock` something that follows from hidden cards.
LEAKS: dict[str, Callable[[Terms, State, Look], Any]] = {
    "hand": lambda fixed, state, look: other_hand(state, look),
    "deadwood": lambda fixed, state, look: engine.deadwood(other_hand(state, look)),
    "may knock": lambda fixed, state, look: engine.deadwood(other_hand(state, look)) <= 60,
    "unsalted hash": lambda fixed, state, look: hashlib.sha256(repr(state.rest.stock).encode()).hexdigest(),
    "next card": lambda fixed, state, look: state.rest.stock[state.stock - 1] if state.stock else None,
    "order": lambda fixed, state, look: sorted(state.rest.stock[: state.stock], key=lambda card: card % 13)[:2],
    "legal actions": lambda fixed, state, look: (
        len(engine.legal_actions(fixed.rules, state, 1 if look == 0 else 0))
        + engine.best_spread(other_hand(state, look)).count
    ),
}


@pytest.mark.parametrize("leak", sorted(LEAKS))
def test_a_leak_planted_in_the_frames_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = looks.see

    def leaky(fixed: Terms, now: Sitting, look: Look, before: Shown, *more: Any) -> tuple[Shown, Shown]:
        shown, new = real(fixed, now, look, before, *more)
        said = {"stock": LEAKS[leak](fixed, now.state, look)}
        return (shown, new | said) if before else (shown | said, new)

    monkeypatch.setattr(audience.looks, "see", leaky)
    with pytest.raises(AssertionError, match="gin-pagat"):
        Comparison("gin-pagat", 1, "full").run(SHORT)


def test_a_leak_planted_in_a_refusal_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    real = sitting.step

    def leaky(fixed: Terms, now: Sitting, *arguments: Any, **more: Any) -> Any:
        if engine.deadwood(now.state.hands[1]) % 2:
            raise engine.Impossible("E_PHASE")
        return real(fixed, now, *arguments, **more)

    comparison = Comparison("gin-pagat", 1, "full")
    fixed = comparison.fixed
    steps = random_steps(fixed, comparison.chance, 40)
    versions = [before for before, _, _ in steps if not engine.due_chance(fixed.rules, before.state)]
    monkeypatch.setattr(sitting, "step", leaky)
    monkeypatch.setitem(globals(), "next_play", lambda *_: None)
    with pytest.raises(AssertionError, match="gin-pagat"):
        comparison.compare_all(versions, 0)
