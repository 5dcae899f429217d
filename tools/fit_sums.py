"""Fit the weights of the level `top-v1` by self-play, and print them: `tools/fit_sums.py [--deals N] [--rounds R]`.

In each deal one seat plays by the weights so far, the other by one of the pool. At each chance to knock, and at some
throws and open cards, every choice is played out in the same deck by the same players; what the deal's points differ by
is what the weights learn to tell. Each round begins with the weights of the one before, the first as strong plays. The
deals follow from their seeds, so the same command prints the same numbers (NumPy's least squares, to the digits
printed).
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

import numpy as np

from games import engine
from games.engine import Action, Discard, Gin, Knock
from games.players import HousePlayer, Memory, Policy, Sight, Strong
from games.players.judging.chances import margin_of
from games.players.playing import MOST_ACTIONS, OnlyGin, dealt, play_out
from games.players.policies.club import Club
from games.players.policies.greedy import AtOnce, Greedy
from games.players.policies.learned.features import gone, knock_features, take_features, throw_features
from games.players.policies.learned.top_v1 import TopV1, candidates, cheapest
from games.players.policies.learned.weights import Weights

RULES = engine.rule_set("gin-pagat", gin_bonus=25, undercut_bonus=25)
RIDGE = 3.0  # by which rare features are held back
DIGITS = 5  # of the weights
SHARE = 0.35  # of the throws are judged
FIRST = 1_000_000_000  # the seed of the first deal: no bench comes near it
Rows = list[tuple[tuple[float, ...], float]]


def pool(weights: Weights) -> tuple[Callable[[], Policy], ...]:
    """The opponents, one deal after the other: the player itself, and strong twice as often."""
    itself = partial(TopV1, weights)
    return itself, Strong, AtOnce, itself, Strong, Club, AtOnce, Greedy, OnlyGin


def judged(seed: int, weights: Weights) -> tuple[Rows, list[Rows], Rows]:
    """The training data of one deal: for each chance to knock, its features and how much better playing on was; for
    each throw considered, the features and points of each candidate; for each open card considered, its features and
    how much better taking it was."""
    chance = Random(seed)
    against = pool(weights)
    kinds = [partial(TopV1, weights), against[seed % len(against)]]
    seat = chance.randrange(2)
    kinds = kinds if seat == 0 else kinds[::-1]
    action: Action
    state, action = dealt(RULES, chance)
    memory = Memory()
    knocks, throws, takes = Rows(), list[Rows](), Rows()

    def seated(memory: Memory) -> list[HousePlayer]:
        return [HousePlayer(kind(), seed + at, memory.copy()) for at, kind in enumerate(kinds)]

    def points(choice: Action) -> int:
        after, _ = play_out(RULES, state, seated(memory), choice)
        result = after.rest.result
        return 0 if result is None or engine.to_act(RULES, after) else margin_of(result) * (1 if seat == 0 else -1)

    for _ in range(MOST_ACTIONS):
        state, events = engine.apply(RULES, state, action)
        for event in events:
            memory.see(engine.view_event(RULES, event, None))
        at = engine.to_act(RULES, state)
        if not at:
            break
        view = engine.view(RULES, state, at[0])
        if at[0] == seat:
            sight = Sight(view, view.hand or 0, memory, chance)
            learn(sight, kinds[seat](), points, chance, knocks, throws, takes)
        action = seated(memory)[at[0]].choose(view)
    return knocks, throws, takes


def learn(
    sight: Sight,
    policy: Policy,
    points: Callable[[Action], int],
    chance: Random,
    knocks: Rows,
    throws: list[Rows],
    takes: Rows,
) -> None:
    """Judge this decision, if it is a chance to take, to knock or to throw."""
    actions = sight.view.actions
    take = next((one for one in actions if isinstance(one, engine.TakeUpcard | engine.DrawDiscard)), None)
    leave = next((one for one in actions if isinstance(one, engine.PassUpcard | engine.DrawStock)), None)
    if take and leave and sight.view.top is not None and chance.random() < SHARE:
        takes.append((take_features(sight, sight.view.top), float(points(take) - points(leave))))
    discards = {action.card: action for action in actions if isinstance(action, Discard)}
    if not discards or any(isinstance(action, Gin | engine.BigGin) for action in actions):
        return
    ends = {action.card: action for action in actions if isinstance(action, Knock)}
    if ends:
        count = min(engine.deadwood(sight.hand ^ 1 << card) for card in ends)
        card = cheapest(sight.hand, count)
        if card in ends:
            on = points(discards[policy.throws(sight, tuple(discards))])
            knocks.append((knock_features(sight, card, count), float(on - points(ends[card]))))
    near = candidates(sight, tuple(discards))
    if len(near) > 1 and chance.random() < SHARE:
        shown = gone(sight)
        throws.append(
            [(throw_features(sight, card, left, shown), float(points(discards[card]))) for card, left in near]
        )


def fitted(xs: np.ndarray, ys: np.ndarray, ridge: float, digits: int) -> tuple[float, ...]:
    """Fit by least squares with a ridge, rounded to `digits` digits."""
    found = np.linalg.solve(xs.T @ xs + ridge * np.eye(xs.shape[1]), xs.T @ ys)
    return tuple(float(f"{one:.{digits}g}") for one in found)


def plain(rows: Rows) -> tuple[np.ndarray, np.ndarray]:
    """Features and outcomes, in the order of the rows."""
    return np.array([x for x, _ in rows]), np.array([y for _, y in rows])


def centred(decisions: Iterable[Rows]) -> tuple[np.ndarray, np.ndarray]:
    """Each candidate relative to the mean of its decision, because only differences count."""
    parts = [(xs - xs.mean(axis=0), ys - ys.mean()) for xs, ys in map(plain, decisions)]
    return np.concatenate([xs for xs, _ in parts]), np.concatenate([ys for _, ys in parts])


def a_round(number: int, deals: int, weights: Weights, jobs: int) -> list[tuple[Rows, list[Rows], Rows]]:
    """The training data of a round of `deals` deals."""
    seeds = range(FIRST + number * 10_000_000, FIRST + number * 10_000_000 + deals)
    with ProcessPoolExecutor(jobs) as workers:
        return list(workers.map(partial(judged, weights=weights), seeds, chunksize=50))


def learnt(found: list[tuple[Rows, list[Rows], Rows]]) -> Weights:
    """The weights that fit these deals."""
    knocks = [row for one, _, _ in found for row in one]
    throws = [rows for _, one, _ in found for rows in one]
    takes = [row for _, _, one in found for row in one]
    data = hashlib.sha256(repr(found).encode()).hexdigest()
    print(
        json.dumps({"deals": len(found), "knocks": len(knocks), "throws": len(throws), "takes": len(takes)}),
        file=sys.stderr,
        flush=True,
    )
    return Weights(
        knock=fitted(*plain(knocks), RIDGE, DIGITS),
        throw=fitted(*centred(throws), RIDGE, DIGITS),
        take=fitted(*plain(takes), RIDGE, DIGITS),
        data=data,
    )


def main(words: Sequence[str] | None = None) -> int:
    """Play, fit, and print the Python source of the weights and a JSON line for each round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000, help="of each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1, help="processes; the numbers do not depend on it")
    options = parser.parse_args(words)
    weights = Weights()
    for number in range(options.rounds):
        weights = learnt(a_round(number, options.deals, weights, options.jobs))
    print("TOP = Weights(")
    print(f"    knock={weights.knock},\n    throw={weights.throw},\n    take={weights.take},")
    print(f'    fitted_on="tools/fit_sums.py --deals {options.deals} --rounds {options.rounds}",')
    print(f'    data="{weights.data}",\n)')
    return 0


if __name__ == "__main__":
    sys.exit(main())
