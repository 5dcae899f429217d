"""Watchers who see both hands, minutes later, and who is ahead: what they are sent up to a moment depends on nothing
done in the minutes before it."""

import itertools
import random
from dataclasses import replace
from typing import Any

import orjson
import pytest

from games import engine
from games.engine.writing.codec.words import cards_to_json
from games.live.audience import course, looks
from games.live.audience.audience import Audience
from games.live.audience.gallery import Gallery
from games.live.audience.viewer import Viewer
from games.live.setup.delay import Delay
from games.live.setup.terms import Terms
from games.live.sitting import sitting
from games.live.store.loading import Foreign, Loaded
from games.live.table.actor import TableActor
from games.models import LIVE_VARIANTS
from games.players.judging.expected import expected_points
from games.players.judging.value import value_for
from tests.games.live.audience.test_delay import Ear, going_on
from tests.games.live.audience.test_frames_hide import disguised, terms
from tests.games.live.audience.test_wire_hides import Stillness

FIVE = Delay(minutes=5, is_open=True)
DELAY_S = 300.0
FOR_TWO = sorted(key for key, rules in LIVE_VARIANTS.items() if rules.seating.name == "two")
JUDGED = [key for key in FOR_TWO if value_for(LIVE_VARIANTS[key])]
NOW, TICK_S = 1500.0, 5.0


class Clock(Stillness):
    """The house with a clock that the test moves."""

    at = 0.0

    def now(self) -> float:
        return self.at


class Room:
    """One table, one watcher who sees the hands later, and one seat at it."""

    def __init__(self, fixed: Terms) -> None:
        assert fixed.delay
        self.clock, opening = Clock(), sitting.opening(fixed)
        gallery = Gallery(fixed.delay, opening)
        self.actor = TableActor(Loaded(terms=fixed, sitting=opening, epoch=1, acks={}, gallery=gallery), self.clock)
        self.ticked = 0.0
        self.watched, self.seated = Ear(), Ear()
        self.watcher = Viewer(self.watched, look=None, user_id=None, trusted=True, now=0.0)
        player = Viewer(self.seated, look=0, user_id=None, trusted=True, now=0.0)
        for one in (self.watcher, player):
            self.actor.audience.add(one)
            self.actor.audience.catch_up(one, opening, None, self.actor.clk())

    def plays(self, made: list[tuple[float, Foreign]]) -> "Room":
        for at, play in made:
            self.until(at)
            self.clock.at = at
            self.actor.foreign([play])
        return self

    def until(self, at: float) -> "Room":
        """Time passes; the table looks at its clock every few seconds."""
        while self.ticked + TICK_S <= at:
            self.clock.at = self.ticked = self.ticked + TICK_S
            self.actor.tick(self.ticked)
        return self

    def asks_again(self) -> "Room":
        for since in (None, 0, self.shown - 1):
            self.actor.audience.catch_up(self.watcher, self.actor.sitting, since, self.actor.clk())
        return self

    @property
    def shown(self) -> int:
        return self.actor.audience.present(self.actor.sitting, None).version


def opened(rules: str) -> Terms:
    return replace(terms(rules), delay=FIVE)


def in_time(plays: list[Foreign], start: float, end: float, chance: random.Random) -> list[tuple[float, Foreign]]:
    return list(zip(sorted(chance.uniform(start, end) for _ in plays), plays, strict=True))


def going(fixed: Terms, seed: int, now: Any, most: int) -> list[Foreign]:
    found = list(itertools.islice(going_on(fixed, random.Random(seed), now), most))
    return [play for play in found if not play.sitting.ending]


def is_same_for_watchers(rules: str, seed: int) -> bool:
    """Two tables with one past, and since then other cards, other moves, more or fewer of them at other times: all that
    their watchers are sent is the same to the byte. Had the two tables other hands?"""
    fixed, chance = opened(rules), random.Random(seed)
    past = going(fixed, seed, sitting.opening(fixed), chance.randrange(3, 80))
    early = in_time(past, 0, NOW - DELAY_S, chance)
    rooms = []
    for own in (1, 2):
        since = going(fixed, seed + 1000 * own, past[-1].sitting, chance.randrange(1, 40))
        late = in_time(since, NOW - DELAY_S + 1, NOW, random.Random(seed + own))
        rooms.append(Room(fixed).plays(early + late).until(NOW).asks_again())
    first, second = rooms
    assert first.watched.heard == second.watched.heard
    assert first.shown == past[-1].sitting.version
    assert len(first.watched.heard) > 4
    assert rules not in JUDGED or any(b'"worth"' in frame for frame in first.watched.heard)
    return first.actor.sitting.state.hands != second.actor.sitting.state.hands


@pytest.mark.parametrize("rules", FOR_TWO)
def test_no_hand_reaches_a_watcher_before_its_minutes_are_over(rules: str) -> None:
    assert sum(is_same_for_watchers(rules, seed) for seed in range(4)), "the last minutes were other minutes"


def leak_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Gallery.due
    monkeypatch.setattr(Gallery, "due", lambda self, now: real(self, now + 200))


def leak_of_the_present(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Audience, "present", lambda _self, now, _look: now)


def leak_in_the_course(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Gallery.follow

    def at_once(self: Gallery, now: Any, events: Any, action: Any, at: float = 0.0) -> Any:
        assert self.course
        self.course.follow(now, events)
        return real(self, now, events, action, at)

    monkeypatch.setattr(Gallery, "follow", at_once)


@pytest.mark.parametrize("leak", [leak_too_early, leak_of_the_present, leak_in_the_course])
def test_a_planted_leak_is_caught(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        sum(is_same_for_watchers("gin-pagat", seed) for seed in range(6))


def test_a_watcher_is_shown_both_hands_of_the_version_and_a_seat_never() -> None:
    fixed = opened("gin-pagat")
    plays = going(fixed, 3, sitting.opening(fixed), 30)
    room = Room(fixed).plays(in_time(plays, 0, 100, random.Random(1)))
    assert room.shown == 0, "nothing is five minutes old"
    room.until(100 + DELAY_S)
    last = orjson.loads(room.watched.heard[-1])
    hands = plays[-1].sitting.state.hands
    told = last["view"]["hands"] if "view" in last else last["set"]["hands"]
    assert told == {"A": cards_to_json(hands[0]), "B": cards_to_json(hands[1])}
    assert all(b'"hands"' not in frame and b'"worth"' not in frame for frame in room.seated.heard)


def course_in(frame: bytes) -> list[dict[str, Any]]:
    """Who stands better, play by play, as a frame says it."""
    told = orjson.loads(frame)
    found: list[dict[str, Any]] = told["view" if "view" in told else "set"].get("course", [])
    return found


def test_a_watcher_is_told_who_stands_better_after_every_play_shown_and_no_later_one() -> None:
    fixed = opened("gin-pagat")
    plays = going(fixed, 3, sitting.opening(fixed), 14)
    made = [(10.0 * number, play) for number, play in enumerate(plays)]
    room = Room(fixed).plays(made)
    for at, play in made[2:]:
        room.until(at + DELAY_S)
        last = course_in(room.watched.heard[-1])[-1]
        worth = expected_points(fixed.rules, play.sitting.state)
        assert worth is not None
        assert last == {**looks.events(fixed, play.events, None)[0], "worth": round(worth)}
    assert [one["e"] for one in course_in(room.watched.heard[-1])] == [
        looks.events(fixed, play.events, None)[0]["e"] for play in plays[1:]
    ], "from the deal on"


def test_what_comes_next_from_the_stock_says_nothing_about_who_stands_better() -> None:
    fixed, chance = opened("gin-pagat"), random.Random(8)
    judged = 0
    for play in going(fixed, 4, sitting.opening(fixed), 60):
        state = play.sitting.state
        other = disguised(fixed.rules, state, None, chance, frozenset(engine.cards_of(state.hands[0] | state.hands[1])))
        assert expected_points(fixed.rules, other) == expected_points(fixed.rules, state)
        judged += expected_points(fixed.rules, state) is not None and other.rest.stock != state.rest.stock
    assert judged > 10


def test_nothing_is_worked_out_while_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    fixed, asked = opened("gin-pagat"), []
    monkeypatch.setattr(course, "expected_points", lambda _, state: asked.append(state))
    room = Room(fixed)
    room.actor.audience.remove(room.watcher)
    room.plays(in_time(going(fixed, 3, sitting.opening(fixed), 20), 0, 10, random.Random(1))).until(10 + DELAY_S)
    assert room.shown == 20
    assert not asked


def test_a_play_that_a_director_takes_back_leaves_the_course() -> None:
    fixed = opened("gin-pagat")
    plays = going(fixed, 3, sitting.opening(fixed), 9)
    gallery = Gallery(FIVE, sitting.opening(fixed))
    for play in plays:
        gallery.follow(play.sitting, play.events, play.action)
    earlier, undo = plays[5].sitting, engine.DirUndo(plays[5].sitting.version)
    gallery.follow(*sitting.step(fixed, plays[-1].sitting, undo, earlier=earlier), undo)
    gallery.due(DELAY_S)
    assert len(gallery.told(fixed)) == 5, "the deal and four plays"


def test_time_alone_brings_the_next_version_and_a_restart_brings_none_early() -> None:
    fixed = opened("gin-pagat")
    plays = going(fixed, 5, sitting.opening(fixed), 12)
    made = [(10.0 * number, play) for number, play in enumerate(plays)]
    room = Room(fixed).plays(made)
    for at, play in made:
        assert room.until(at + DELAY_S - TICK_S).shown == play.sitting.version - 1
        assert room.until(at + DELAY_S).shown == play.sitting.version
    gallery = Gallery(FIVE, sitting.opening(fixed))
    for at, play in made:
        gallery.follow(play.sitting, play.events, play.action, at - 320.0)
    gallery.due(0.0)
    assert gallery.shown.version == 3, "what was made 320, 310 and 300 seconds ago"
    gallery.set_clock(7000.0)
    assert [one.sitting.version for one in gallery.due(7000.0)] == []
    assert [one.sitting.version for one in gallery.due(7010.0)] == [4]


@pytest.mark.parametrize("rules", sorted(set(LIVE_VARIANTS) - set(FOR_TWO)))
def test_tables_of_three_and_more_keep_hands_hidden(rules: str) -> None:
    fixed = opened(rules)
    room = Room(fixed).plays(in_time(going(fixed, 1, sitting.opening(fixed), 12), 0, 10, random.Random(1)))
    room.until(10 + DELAY_S)
    assert all(b'"hands"' not in frame and b'"course"' not in frame for frame in room.watched.heard)
