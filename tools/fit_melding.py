"""Fit the weights of the learned players of Colonel and Conquian, and print them: `tools/fit_melding.py [--top]
[--deals N] [--rounds R] GAME`.

In each deal one seat plays by the weights so far, the other by the same or as the plain player does. At some decisions
every candidate is played out in the same deck by the same players; what the deals come to, less their mean, is what the
weights learn to tell. In the first round everybody plays as the plain player. The deals follow from their seeds, so the
same command prints the same numbers (NumPy's least squares, to the digits printed).

With `--top` they are the weights of that level, by the wide stage of the game: it begins as strong, and the other seat
is strong in two deals of three. Each round learns from all deals so far, and holds the weights near to those of strong.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

from games import engine
from games.engine import Action
from games.players import HousePlayer, Memory, Sight, Strong
from games.players.judging.chances import margin_of, sign
from games.players.playing import MOST_ACTIONS, dealt, play_out
from games.players.policies.house import PLAIN
from games.players.policies.learned.melding import KINDS, WIDE_KINDS, Melding
from games.players.policies.learned.melding_weights import MELDING
from games.players.policies.learned.sums import Look, Numbers, Weights
from games.players.policies.policy import Choose

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tools.fit_sums import Rows, centred, fitted

PRESETS = {"colonel": "colonel-fosdick", "conquian": "conquian"}
FIRST, FIRST_OF_TOP = 3_000_000_000, 3_600_000_000  # the seed of the first deal: no bench comes near it
RIDGE, RIDGE_OF_TOP = 5.0, 400.0  # by which rare features are held back, or all are held near to strong
DIGITS = 4  # of the weights
PLAIN_STAGE, WIDE_STAGE = 3, 8  # numbers
STRAYS = 0.1  # of the decisions are made by chance, so that the weights know of more than their own way
MOST = 5  # candidates of one decision are played out
SHARES = {"colonel": 0.25, "conquian": 0.5}  # of the decisions are judged
SCALES = {"colonel": 1.0, "conquian": 10.0}  # what a point is worth beside the ridge


def judged(seed: int, game: str, weights: Weights, top: bool = False) -> list[Rows]:
    """The training data of one deal: for each decision considered, the features and the outcome of each candidate."""
    rules, chance = engine.rule_set(PRESETS[game]), Random(seed)
    mine, other = seats(game, weights, top)
    seat = chance.randrange(2)
    ways = [{game: mine}, {game: mine if (seed % 3 == 1) == top else other}]
    ways = ways if seat == 0 else ways[::-1]
    memories = [Memory(), Memory()]
    action: Action
    state, action = dealt(rules, chance)
    found = list[Rows]()

    def seated(salt: int) -> list[HousePlayer]:
        return [HousePlayer(Strong(), seed + salt + at, memories[at].copy(), ways[at]) for at in (0, 1)]

    def outcome(choice: Action, salt: int) -> float:
        after, _ = play_out(rules, state, seated(salt), choice)
        result = after.rest.result
        return 0.0 if result is None else SCALES[game] * (margin_of(result) * sign(seat))

    for number in range(MOST_ACTIONS):
        state, events = engine.apply(rules, state, action)
        for event in events:
            for at, memory in enumerate(memories):
                memory.see(engine.view_event(rules, event, at))
        at_turn = engine.to_act(rules, state)
        if not at_turn:
            break
        view = engine.view(rules, state, at_turn[0])
        action = seated(number)[at_turn[0]].choose(view)
        if at_turn[0] != seat:
            continue
        look = mine.look(Sight(view, view.hand or 0, memories[seat], Random(seed + number)))
        near = look.candidates(view.actions or ())
        if len(near) < 2:
            continue
        if chance.random() < SHARES[game]:
            some = near[:3] + chance.sample(near[3:], min(MOST - 3, len(near[3:])))
            found.append([(flat(game, look, one, top), outcome(one, number)) for one in some])
        if chance.random() < STRAYS:
            action = chance.choice(near)
    return found


def seats(game: str, weights: Weights, top: bool) -> tuple[Melding, Choose]:
    """The player by the weights so far, and whom it meets beside itself."""
    if not top:
        return Melding(game, weights), PLAIN[game]
    strong = Melding(game, MELDING[game])
    return (Melding(game, weights, wide=True) if weights else strong), strong


def flat(game: str, look: Look, action: Action, top: bool = False) -> Numbers:
    """All numbers of a candidate by kind, each times the stage; 0 for the kinds that it does not have."""
    parts = dict(look.wide_parts(action) if top else look.parts(action))
    of_all = (number for kind, size in sizes(game, top).items() for number in parts.get(kind, (0.0,) * size))
    return tuple(number * stage for number in of_all for stage in (look.wide if top else look.stage))


def sizes(game: str, top: bool) -> Mapping[str, int]:
    """How many numbers each kind of action has."""
    return WIDE_KINDS[game] if top else KINDS[game]


def by_kind(game: str, numbers: Sequence[float], top: bool = False) -> dict[str, tuple[float, ...]]:
    """The inverse of `flat`: the weights of each kind."""
    stages = len(numbers) // sum(sizes(game, top).values())
    found, at = dict[str, tuple[float, ...]](), 0
    for kind, size in sizes(game, top).items():
        found[kind] = tuple(numbers[at : at + size * stages])
        at += size * stages
    return found


def strong_widely(game: str) -> Numbers:
    """The weights of strong among those of top: 0 for all that only top looks at."""
    found: list[float] = []
    for kind, of_kind in MELDING[game].items():
        for at in range(0, len(of_kind), PLAIN_STAGE):
            found += [*of_kind[at : at + PLAIN_STAGE], *(0.0,) * (WIDE_STAGE - PLAIN_STAGE)]
        found += [0.0] * (WIDE_KINDS[game][kind] - KINDS[game][kind]) * WIDE_STAGE
    return tuple(found)


def fitted_near(game: str, found: Sequence[Rows]) -> dict[str, tuple[float, ...]]:
    """The weights of top: what those of strong leave unexplained, fitted with a ridge, is added to them."""
    (xs, ys), strong = centred(found), strong_widely(game)
    more = fitted(xs, ys - xs @ strong, RIDGE_OF_TOP, DIGITS)
    return by_kind(game, [float(f"{one + other:.{DIGITS}g}") for one, other in zip(strong, more, strict=True)], True)


def main(words: Sequence[str] | None = None) -> int:
    """Play, fit, and print the Python source of the weights after each round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=PRESETS)
    parser.add_argument("--deals", type=int, default=4_000, help="of each round")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--top", action="store_true", help="the weights of top")
    parser.add_argument("--jobs", type=int, default=1, help="processes; the numbers do not depend on it")
    options = parser.parse_args(words)
    weights: Weights = {}
    found: list[Rows] = []
    for number in range(options.rounds):
        first = (FIRST_OF_TOP if options.top else FIRST) + number * 10_000_000
        with ProcessPoolExecutor(options.jobs) as workers:
            some = partial(judged, game=options.game, weights=weights, top=options.top)
            deals = list(workers.map(some, range(first, first + options.deals), chunksize=25))
        found = [*(found if options.top else ()), *(rows for deal in deals for rows in deal)]
        weights = (
            fitted_near(options.game, found)
            if options.top
            else by_kind(options.game, fitted(*centred(found), RIDGE, DIGITS))
        )
        said = {"deals": len(deals), "decisions": len(found), "data": hashlib.sha256(repr(found).encode()).hexdigest()}
        print(f"# {json.dumps(said)}\n{options.game.upper()} = {weights}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
