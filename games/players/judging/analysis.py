"""Judge each decision of a finished deal between two players: the house player's choice, and the points given up.

A decision is judged from what its seat could know. The cards that it had not seen are dealt again (`worlds`), every
candidate is played out by house players in the same worlds with the same chance, and what is given up is the mean
difference of the deal's points with its standard error. The worlds by which the best candidate is chosen are not those
by which the difference is measured, so chance that favours one candidate is not counted as an error of a player who
chose another. Points are those of the deal; the score of the game is not looked at.

What looks costly against the analyst may be right against somebody else. So such a move is played out against a pool of
opponents, each with hands of its own, in fresh worlds: it is an error only where it costs against every one of them,
and costs what it costs against the one whom it helps most. Else it depends on the other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from games.engine import (
    Action,
    BigGin,
    Deal,
    Discard,
    Gin,
    Knock,
    LoseShuffle,
    Phase,
    RuleSet,
    State,
    apply,
    deadwood,
    legal_actions,
    start,
    state_met,
    to_act,
    value,
    view,
    view_event,
)
from games.players import TOP_V1, make_player
from games.players.judging.chances import margin_of
from games.players.judging.opponents import POOL, TOP, Opponent
from games.players.judging.worlds import sample_world
from games.players.playing import play_out
from games.players.policies.memory import Memory
from games.players.policies.policy import Player

VERSION = "top-2"  # other players, worlds or numbers are another version: figures under this one stay what they were
ANALYST = TOP_V1  # who is asked and plays the deals out: a weaker player wastes the hands that are worth playing on
CHOOSING, MEASURING = 24, 72  # worlds a decision
AGAINST = 48  # worlds for each opponent; as many again where these leave it open
GATE = 2.0  # standard errors by which another must lead to be taken for better than the analyst's choice
SIGNIFICANT = 2.0  # standard errors from which on a difference is called an error
NEAR = 2  # so many throws with the least deadwood are looked at besides
DECIDING = (Phase.UPCARD, Phase.DRAW, Phase.DISCARD, Phase.LAST, Phase.DOUBLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A deal to judge: the key and options of its rules, all actions of its sitting up to its end, the index of its
    Deal among them (`first`), the seed of the worlds, and the number of its decisions that are already judged."""

    rules: str
    options: Mapping[str, Any]
    actions: tuple[Action, ...]
    first: int
    seed: str
    known: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that a seat made: `place` is its action in the log (from 0), `state` the state before it, `memory` what
    everybody had seen until then."""

    place: int
    seat: int
    state: State
    memory: Memory
    played: Action


@dataclass(frozen=True, slots=True)
class Cost:
    """What the move played gives up against one opponent of the pool (`key`), in points, ± one standard error."""

    key: str
    points: float
    error: float

    @property
    def is_sure(self) -> bool:
        """Is it more than chance would explain?"""
        return is_sure(self.points, self.error)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a decision. `house` is the house player's choice; `best` is the best candidate (the house
    player's choice, unless another one clearly leads). `given_up` is the points by which `best` beats the move played,
    ± `error` (one standard error; both are 0 if the move played is the best). It is below 0 if the move played did
    better. `against` is what it gives up against each opponent of the pool, where it looked costly: then `given_up` is
    the least of these, or 0 if it depends on the opponent."""

    place: int
    seat: int
    played: Action
    house: Action
    best: Action
    given_up: float
    error: float
    against: tuple[Cost, ...] = ()

    @property
    def is_error(self) -> bool:
        """Does it cost against every opponent, more than chance would explain?"""
        return bool(self.against) and all(cost.is_sure for cost in self.against)

    @property
    def depends(self) -> bool:
        """Does it cost against some opponents, and not for sure against others?"""
        return not self.is_error and any(cost.is_sure for cost in self.against)


def is_sure(points: float, error: float) -> bool:
    """Is a cost more than chance would explain?"""
    return points > 0 and points >= SIGNIFICANT * error


def can_judge(rules: RuleSet) -> bool:
    """Can deals under these rules be judged? Only those of gin for two under laws that are enforced (`strict`)."""
    return rules.kernel.name == "gin" and rules.seating.name == "two" and rules.laws == "strict"


def decisions(rules: RuleSet, actions: Sequence[Action], first: int) -> Iterator[Decision]:
    """The decisions of the deal whose Deal is action `first` of a sitting between two, in order. Moves with only one
    lawful action are left out, and so is the way a hand is laid open."""
    state, memory = start(rules), Memory()
    for place, action in enumerate(actions):
        if isinstance(action, Deal | LoseShuffle) and place > first:
            return
        seat = action.seat
        if place > first and isinstance(seat, int) and _is_open(rules, state, seat):
            yield Decision(place, seat, state, memory.copy(), action)
        state, events = apply(rules, state_met(rules, state, action), action)
        for event in events:
            memory.see(view_event(rules, event, None))


def _is_open(rules: RuleSet, state: State, seat: int) -> bool:
    """Does this seat have more than one lawful choice?"""
    if state.phase not in DECIDING or seat not in to_act(rules, state):
        return False
    return len(choices(legal_actions(rules, state, seat))) > 1


def choices(actions: Sequence[Action]) -> list[Action]:
    """Lawful actions that differ in more than how the melds are arranged."""
    return list({kind_of(action): action for action in reversed(actions)}.values())[::-1]


def judge(
    rules: RuleSet,
    decision: Decision,
    seed: str,
    *,
    choosing: int = CHOOSING,
    measuring: int = MEASURING,
    against: int = AGAINST,
) -> Verdict:
    """Compare the move played with the house player's choice and the best candidate, in sampled worlds, and where it
    looks costly against each opponent of the pool. The same seed gives the same answer; the cards hidden from the seat
    are not used."""
    state, seat = decision.state, decision.seat
    lawful = choices(legal_actions(rules, state, seat))
    analyst = make_player(ANALYST, 0, decision.memory.copy())
    house = _among(lawful, analyst.choose(view(rules, state, seat)))
    played = _among(lawful, decision.played)
    options = candidates(rules, state, seat, lawful, house, played)
    chance = Random(f"{seed}:{decision.place}")
    found = points_of(rules, decision, options, chance, choosing)
    best = house
    for option, points in zip(options, found, strict=True):
        lead, error = difference(points, found[options.index(best)])
        if lead > GATE * error:
            best = option
    if best == played:
        return Verdict(decision.place, seat, played, house, best, 0.0, 0.0)
    given_up, error = difference(*points_of(rules, decision, [best, played], chance, measuring))
    if not is_sure(given_up, error):
        return Verdict(decision.place, seat, played, house, best, given_up, error)
    costs = tuple(cost_against(rules, decision, (best, played), chance, one, against) for one in POOL)
    least = min(costs, key=lambda cost: cost.points)
    if not all(cost.is_sure for cost in costs):
        return Verdict(decision.place, seat, played, house, best, 0.0, 0.0, costs)
    return Verdict(decision.place, seat, played, house, best, least.points, least.error, costs)


def cost_against(
    rules: RuleSet, decision: Decision, pair: tuple[Action, Action], chance: Random, opponent: Opponent, worlds: int
) -> Cost:
    """What the second of two actions gives up to the first against one opponent: in so many worlds, and in as many more
    where these neither show a cost nor a gain."""
    mine, theirs = points_of(rules, decision, pair, chance, worlds, opponent=opponent)
    points, error = difference(mine, theirs)
    if 0 < points < SIGNIFICANT * error:
        more = points_of(rules, decision, pair, chance, worlds, opponent=opponent)
        points, error = difference([*mine, *more[0]], [*theirs, *more[1]])
    return Cost(opponent.key, points, error)


def candidates(
    rules: RuleSet, state: State, seat: int, lawful: Sequence[Action], house: Action, played: Action
) -> list[Action]:
    """The actions to compare: the house player's choice first, then the move played, then all other lawful actions
    except throws (of several ways to end the deal, only the cheapest), and the few throws that leave the least
    deadwood."""
    hand = state.hands[seat]
    throws = [action for action in lawful if isinstance(action, Discard)]
    ends = [action for action in lawful if isinstance(action, Knock | Gin | BigGin)]
    others = [action for action in lawful if action not in throws and action not in ends]

    def left(action: Action) -> tuple[int, int]:
        card = getattr(action, "card", None)
        return (0, 0) if card is None else (deadwood(hand ^ 1 << card), -value(card))

    near = sorted(throws, key=left)[:NEAR]
    return list(dict.fromkeys([house, played, *others, *sorted(ends, key=left)[:1], *near]))


def points_of(
    rules: RuleSet,
    decision: Decision,
    options: Sequence[Action],
    chance: Random,
    count: int,
    level: str | None = None,
    opponent: Opponent = TOP,
) -> list[list[int]]:
    """For each option, the points that its seat scores in the same `count` worlds of an opponent. A house player of
    this level (default: the analyst's) plays them out for the seat, the opponent for the other; a level that is named
    plays both."""
    found = [list[int]() for _ in options]
    for _ in range(count):
        world = sample_world(rules, decision.state, decision.seat, decision.memory, chance, opponent)
        seeds = [chance.getrandbits(32) for _seat in world.hands]
        for option, points in zip(options, found, strict=True):
            points.append(score(rules, decision, world, option, seeds, None if level else opponent, level or ANALYST))
    return found


def score(
    rules: RuleSet,
    decision: Decision,
    world: State,
    option: Action,
    seeds: Sequence[int],
    opponent: Opponent | None,
    level: str = ANALYST,
) -> int:
    """The points that an option scores for its seat if the deal is played on from `world`: by players of `level`, with
    the opponent (None: another of that level) on the other seat, each with its seed of chance."""
    players: list[Player] = []
    for seat, seed in enumerate(seeds):
        memory = decision.memory.copy()
        is_other = opponent is not None and seat != decision.seat
        players.append(opponent.player(seed, memory) if opponent and is_other else make_player(level, seed, memory))
    return _score(rules, world, players, option) * (1 if decision.seat == 0 else -1)


def _score(rules: RuleSet, world: State, players: Sequence[Player], option: Action) -> int:
    """The points of seat 0 if the deal is played to its end; 0 for a deal that does not end."""
    state, _ = play_out(rules, world, players, option)
    result = state.rest.result
    return 0 if result is None or to_act(rules, state) else margin_of(result)


def difference(one: Sequence[int], other: Sequence[int]) -> tuple[float, float]:
    """The mean difference between two options in the same worlds, and its standard error."""
    ahead = [mine - theirs for mine, theirs in zip(one, other, strict=True)]
    return fmean(ahead), stdev(ahead) / sqrt(len(ahead))


def kind_of(action: Action) -> tuple[type[Action], int | None]:
    """What tells an action from others except for how its melds are arranged."""
    return type(action), getattr(action, "card", None)


def _among(lawful: Sequence[Action], action: Action) -> Action:
    """The lawful action that equals this one except for how its melds are arranged."""
    return next((one for one in lawful if kind_of(one) == kind_of(action)), action)
