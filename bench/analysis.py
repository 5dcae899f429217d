"""Check that the analysis is fair to a player who goes on for gin with a knock in hand: compare its judgement with
actual results.

House players play deals; at decisions of the analyst in which it could knock and went on, three things are set side by
side for the same positions: the other hand's deadwood and what the analyst's worlds take it to be; what knocking would
have scored against the true hands less what the deal came to; and the same difference as the analysis computes it,
without a look at the hidden cards. Where the last two agree, worlds and roll-outs are fair. They assume that the other
seat plays as the analyst does; `--other` shows how far that is wrong for somebody else.

`--errors LEVEL` looks at deals between players of that level instead: what the analysis calls an error, what it says
that it cost, and by how much the better move was better from the true hands.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, stdev

from games import engine
from games.players import LEVELS, TOP_V1, make_player
from games.players.judging import analysis
from games.players.judging.chances import margin_of
from games.players.judging.worlds import sample_world
from games.players.playing import play_out, seeded_deal

RULES = engine.rule_set("gin-pagat", gin_bonus=25, undercut_bonus=25)
WORLDS, HANDS = 8, 4
SPAN = 3  # turns a line
LINE = (
    "turns {turns}: {n:5} decisions | deadwood of the other hand {held[0]:5.1f}, in the worlds {sampled[0]:5.1f}"
    " | knock less going on {truth[0]:+6.1f} ± {truth[1]:.1f}, by the analysis {computed[0]:+6.1f} ± {computed[1]:.1f}"
)

ERRORS = (
    "turns {turns}: {n:5} errors | they cost {told[0]:6.1f} ± {told[1]:.1f}, in truth {truth[0]:6.1f} ± {truth[1]:.1f}"
)
Seen = tuple[int, dict[str, float]]  # a decision's turn, and what is set side by side


def deal_of(first: str, second: str, seed: int) -> tuple[engine.Action, ...]:
    """The actions of the deal that players of these levels play with this seed."""
    return seeded_deal(RULES, [make_player(first, seed), make_player(second, seed + 1)], seed)


def turn_of(decision: analysis.Decision) -> int:
    """The number of the turn of its seat at a decision, counted by the cards thrown."""
    return 1 + decision.memory.thrown.bit_count() // 2


def knock_in_hand(decision: analysis.Decision) -> engine.Knock | None:
    """The cheapest knock that the player could have made instead of the throw; None if there was none, or no throw."""
    hand = decision.state.hands[decision.seat]
    lawful = engine.legal_actions(RULES, decision.state, decision.seat)
    knocks = [action for action in lawful if isinstance(action, engine.Knock)]
    if not knocks or not isinstance(decision.played, engine.Discard):
        return None
    return min(knocks, key=lambda way: engine.deadwood(hand ^ 1 << way.card))


def score(decision: analysis.Decision, action: engine.Action) -> int:
    """The points that this action scores for its seat if the deal is played on from the true hands."""
    players = [make_player(analysis.ANALYST, seat, decision.memory.copy()) for seat in range(2)]
    state, _ = play_out(RULES, decision.state, players, action)
    return margin_of(state.rest.result) * (1 if decision.seat == 0 else -1) if state.rest.result else 0


def measured(other: str, seed: int, share: float, chance: Random) -> Iterator[Seen]:
    """For a share of such decisions in one deal: the turn, and the values to compare."""
    actions = deal_of(analysis.ANALYST, other, seed)
    result = engine.replay(RULES, actions)[0].rest.result
    for decision in analysis.decisions(RULES, actions, 1):
        knock = knock_in_hand(decision) if decision.seat == 0 else None
        if knock is None or result is None or chance.random() > share:
            continue
        worlds = [sample_world(RULES, decision.state, 0, decision.memory, chance) for _ in range(HANDS)]
        computed = analysis.points_of(RULES, decision, [knock, decision.played], chance, WORLDS)
        yield (
            turn_of(decision),
            {
                "held": engine.deadwood(decision.state.hands[1]),
                "sampled": fmean(engine.deadwood(world.hands[1]) for world in worlds),
                "truth": score(decision, knock) - margin_of(result),
                "computed": fmean(computed[0]) - fmean(computed[1]),
            },
        )


def told_errors(level: str, seed: int, share: float, chance: Random) -> Iterator[Seen]:
    """The errors among a share of the decisions of one deal: the turn, the analysis's value and the true one."""
    actions = deal_of(level, level, seed)
    for decision in analysis.decisions(RULES, actions, 1):
        if chance.random() > share:
            continue
        verdict = analysis.judge(RULES, decision, str(seed))
        if verdict.is_error:
            truth = score(decision, verdict.best) - score(decision, verdict.played)
            yield turn_of(decision), {"told": verdict.given_up, "truth": truth}


def looked_at(seed: int, *, analyst: str, other: str, errors: str | None, share: float) -> list[Seen]:
    """Measure one deal."""
    analysis.ANALYST = analyst
    chance = Random(seed)
    return list(told_errors(errors, seed, share, chance) if errors else measured(other, seed, share, chance))


def with_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return round(fmean(values), 2), round(stdev(values) / sqrt(len(values)), 2) if len(values) > 1 else 0.0


def main() -> int:
    """Print a line for every few turns; `--json` ends with one object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    parser.add_argument("--deals", type=int, default=600, help="deals to play")
    parser.add_argument("--seed", type=int, default=20_261_120, help="the seed of the first deck")
    parser.add_argument("--share", type=float, default=0.2, help="the part of the decisions that is looked at")
    parser.add_argument("--other", choices=(*LEVELS, TOP_V1), default=analysis.ANALYST, help="who sits opposite")
    parser.add_argument(
        "--analyst", choices=(*LEVELS, TOP_V1), default=analysis.ANALYST, help="who judges, and whose deals are judged"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes; the figures do not depend on it")
    parser.add_argument("--errors", choices=(*LEVELS, TOP_V1), help="whose errors are looked at")
    options = parser.parse_args()
    look = partial(looked_at, analyst=options.analyst, other=options.other, errors=options.errors, share=options.share)
    found = defaultdict(list)
    with ProcessPoolExecutor(options.jobs) as workers:
        for seen in workers.map(look, range(options.seed, options.seed + options.deals), chunksize=5):
            for turn, figures in seen:
                found[(turn - 1) // SPAN].append(figures)
    lines = {f"{span * SPAN + 1}-{span * SPAN + SPAN}": rows for span, rows in sorted(found.items())}
    if found:
        lines["all"] = [row for rows in found.values() for row in rows]
    answer = {}
    for turns, rows in lines.items():
        answer[turns] = {name: with_error([row[name] for row in rows]) for name in rows[0]} | {"n": len(rows)}
        print((ERRORS if options.errors else LINE).format(turns=turns, **answer[turns]), flush=True)
    if options.json:
        print(json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
