"""Watchers of a table with a delay: nothing they are sent depends on the moves that are still hidden from them."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

import orjson
import pytest

from games import engine
from games.live.audience import audience, looks
from games.live.audience.gallery import Gallery, Unshown
from games.live.audience.viewer import Viewer
from games.live.setup.delay import BadDelay, Delay, delay_of
from games.live.setup.terms import Terms
from games.live.sitting import sitting
from games.live.sitting.sitting import Sitting
from games.live.sitting.steps import Call, Credit, Freeze, Resign, Resume
from games.live.store.loading import Foreign, Loaded
from games.live.table.actor import TableActor
from games.models import LIVE_VARIANTS
from tests.games.live.audience.test_frames_hide import deck, terms
from tests.games.live.audience.test_wire_hides import Stillness

TEN = Delay(10)
DEAL = Delay(0)
PLAYS = 80


@pytest.mark.parametrize(
    ("key", "delay"),
    [
        ("none", None),
        ("deals", DEAL),
        ("moves:10", TEN),
        ("moves:50", Delay(50)),
        ("open:15", Delay(minutes=15, is_open=True)),
        ("open:deals", Delay(is_open=True)),
    ],
)
def test_a_delay_by_its_key(key: str, delay: Delay | None) -> None:
    assert delay_of(key) == delay


@pytest.mark.parametrize(
    "key", ["", "moves:0", "moves:51", "moves:-3", "moves:", "moves:٣", "10", "deals:2", "open:", "open:0", "open:61"]
)
def test_what_is_no_delay_is_refused(key: str) -> None:
    with pytest.raises(BadDelay, match="moves:1 – moves:50, open:1 – open:60"):
        delay_of(key)


def going_on(fixed: Terms, chance: random.Random, now: Sitting) -> Iterator[Foreign]:
    """Random lawful plays from a version on, as another door commits them, until the sitting is over."""
    while not now.ending:
        due = sitting.due_chance(fixed, now)
        seats = sitting.movers(fixed, now)
        lawful = engine.legal_actions(fixed.rules, now.state, chance.choice(seats)) if seats else ()
        lawful = tuple(action for action in lawful if not isinstance(action, engine.CqFold)) or lawful
        action = due(deck(fixed, chance)) if due else chance.choice(lawful)
        now, events = sitting.step(fixed, now, action)
        yield Foreign(now, events, UUID(int=now.version), action)


def is_move(play: Foreign) -> bool:
    return not isinstance(play.action, engine.Deal | engine.DrawForDeal)


def moves_of(plays: list[Foreign]) -> int:
    return sum(map(is_move, plays))


def late(rules: str = "gin-rummy-com", delay: Delay = TEN) -> Terms:
    return replace(terms(rules), delay=delay)


class Ear:
    """A line that keeps what it is told."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def tell(self, frame: bytes, *, more: bool = False) -> bool:
        self.heard.append(frame)
        return True

    async def empty(self, viewer: Viewer) -> None:
        raise AssertionError("all was told at once")


class World:
    """One table, one watcher and one seat at it."""

    def __init__(self, fixed: Terms) -> None:
        assert fixed.delay
        opening = sitting.opening(fixed)
        gallery = Gallery(fixed.delay, opening)
        self.actor = TableActor(Loaded(terms=fixed, sitting=opening, epoch=1, acks={}, gallery=gallery), Stillness())
        ear = Ear()
        self.sent = ear.heard
        self.watcher = Viewer(ear, look=None, user_id=None, trusted=True, now=0.0)
        self.actor.audience.add(self.watcher)
        self.actor.audience.add(Viewer(Ear(), look=0, user_id=None, trusted=True, now=0.0))
        self.actor.audience.catch_up(self.watcher, self.actor.sitting, None, self.actor.clk())

    def follows(self, plays: list[Foreign]) -> "World":
        for play in plays:
            self.actor.foreign([play])
            self.actor.tick(0.0)
        return self

    def asks_again(self) -> "World":
        """The watcher asks after a gap, the table tells when the next deal comes, and somebody stays away."""
        now = self.actor.sitting
        for since in (None, 0, self.shown - 3, self.shown - 1):
            self.actor.audience.catch_up(self.watcher, now, since, self.actor.clk())
        self.actor.deal_at = float(now.version)
        self.actor.tell_next()
        self.actor.presence[0].gone_since = -float(now.version)
        self.actor.tick(0.0)
        return self

    @property
    def shown(self) -> int:
        return self.actor.audience.present(self.actor.sitting, None).version


def forked(fixed: Terms, seed: int) -> tuple[World, World]:
    """Two tables with the same past and other moves since, as many as are kept from watchers; by whole deals two other
    deals, as far as they go."""
    assert fixed.delay
    chance = random.Random(seed)
    past = list(itertools.islice(going_on(fixed, chance, sitting.opening(fixed)), chance.randrange(3, PLAYS)))
    while past[-1].sitting.ending or (sitting.due_chance(fixed, past[-1].sitting) is None) != bool(fixed.delay.moves):
        past.pop()
    tails = [tail(fixed, random.Random(seed + one), past[-1].sitting) for one in (1, 2)]
    count = min(map(moves_of, tails))
    tails = [up_to(plays, count) for plays in tails]
    first, second = (World(fixed).follows(past).follows(plays).asks_again() for plays in tails)
    assert first.shown <= past[-1].sitting.version
    return first, second


def tail(fixed: Terms, chance: random.Random, now: Sitting) -> list[Foreign]:
    """What happens next that watchers may not see yet."""
    assert fixed.delay
    plays: list[Foreign] = []
    for play in going_on(fixed, chance, now):
        is_over = play.sitting.ending or (play.sitting.state.phase is engine.Phase.DONE and not fixed.delay.moves)
        if is_over or (fixed.delay.moves and moves_of(plays) == fixed.delay.moves):
            break
        plays.append(play)
    return plays


def up_to(plays: list[Foreign], moves: int) -> list[Foreign]:
    return [play for at, play in enumerate(plays) if moves_of(plays[: at + 1]) <= moves]


def is_same_for_watchers(fixed: Terms, seed: int) -> bool:
    """Two tables look the same to the byte to their watchers; are they two?"""
    first, second = forked(fixed, seed)
    assert first.sent == second.sent
    assert len(first.sent) > 4
    return first.actor.sitting.state != second.actor.sitting.state


@pytest.mark.parametrize("delay", [Delay(1), TEN, DEAL])
@pytest.mark.parametrize("rules", sorted(LIVE_VARIANTS))
def test_what_is_kept_back_changes_no_byte(rules: str, delay: Delay) -> None:
    others = (is_same_for_watchers(late(rules, delay), seed) for seed in range(12))
    assert any(others), "the moves that were kept back were other moves"


def leak_of_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def early(self: Gallery, first: Unshown, now: float) -> bool:
        return self._moves >= 10

    monkeypatch.setattr(Gallery, "_is_due", early)


def leak_of_the_ring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience.Audience, "is_late", lambda *_: False)


def leak_in_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    real = audience.Audience._whole

    def with_the_clock(self: Any, now: Any, look: Any, clk: Any, *more: Any) -> bytes:
        return real(self, now, look, [{"A": self.gallery.latest.state.pile}], *more)

    monkeypatch.setattr(audience.Audience, "_whole", with_the_clock)


def leak_of_the_present_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience.Audience, "present", lambda _self, now, _look: now)


@pytest.mark.parametrize("leak", [leak_of_a_move, leak_of_the_ring, leak_in_a_frame, leak_of_the_present_view])
def test_a_planted_leak_is_caught(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        sum(is_same_for_watchers(late(), seed) for seed in range(6))


@pytest.mark.parametrize("delay", [Delay(1), TEN, DEAL])
def test_a_watcher_sees_the_sitting_whole_and_no_more_is_kept_than_the_delay(delay: Delay) -> None:
    """Every version reaches the watcher in order; `set` after `set` makes the view of the version, to the very end."""
    fixed = late(delay=delay)
    plays = short_sitting(fixed, 7, 200)
    by_version = {0: sitting.opening(fixed)} | {play.sitting.version: play.sitting for play in plays}
    moves = [0, *itertools.accumulate(map(is_move, plays))]  # by version
    world = World(fixed)
    view: dict[str, Any] = {}
    version = told = 0
    for play in plays:
        for frame in map(orjson.loads, heard(world.follows([play]))):
            assert frame["k"] != "ev" or frame["v"] == version + 1
            view = frame["view"] if "view" in frame else looks.spelled(view, frame["set"])
            version = frame["v"]
            told += len(frame["ev"]) if frame["k"] == "resume" else frame["k"] == "ev"
        assert view == looks.view(fixed, by_version[version], None)
        if delay.moves and not play.sitting.ending:
            assert moves[play.sitting.version] - moves[version] == min(delay.moves, moves[play.sitting.version])
    assert version == told == plays[-1].sitting.version, "the end hides nothing"
    assert view["over"]


def heard(world: World) -> list[bytes]:
    """What the watcher has been sent of the game since it was asked last."""
    said = [frame for frame in world.sent if orjson.loads(frame)["k"] != "watching"]
    world.sent.clear()
    return said


def short_sitting(fixed: Terms, seed: int, plays: int) -> list[Foreign]:
    """So many plays, and somebody gives up."""
    found = list(itertools.islice(going_on(fixed, random.Random(seed), sitting.opening(fixed)), plays))
    after, events = sitting.step(fixed, found[-1].sitting, Resign(0))
    return [*found, Foreign(after, events, UUID(int=0), Resign(0))]


def test_by_whole_deals_a_watcher_sees_no_card_of_the_deal_under_way() -> None:
    fixed = late(delay=DEAL)
    world = World(fixed)
    seen = set()
    for play in short_sitting(fixed, 3, 200):
        now = play.sitting
        shown = world.follows([play]).actor.audience.present(now, None).version
        is_under_way = now.deal_seq > 0 and now.state.phase is not engine.Phase.DONE and not now.ending
        assert shown == (now.deal_seq - 1 if is_under_way else now.version)
        seen.add(is_under_way)
    assert seen == {True, False}


def test_what_the_table_does_by_itself_is_no_move() -> None:
    """Time credit, a director's freeze and the call of time do not count, and come no earlier than the moves before."""
    fixed = late(delay=Delay(2))
    gallery = Gallery(Delay(2), sitting.opening(fixed))
    for play in itertools.islice(going_on(fixed, random.Random(1), gallery.shown), 4):  # draw, deal, two moves
        gallery.follow(play.sitting, play.events, play.action)
    assert gallery.shown.version == 2
    for action in (Credit(0, 5000), Freeze(), Resume(), Call()):
        now, events = sitting.step(fixed, gallery.latest, action)
        assert gallery.follow(now, events, action) == []
    assert (gallery.shown.version, gallery.latest.version) == (2, 8)
