"""Check that the analysis is fair to a player who goes on for gin with a knock in hand: compare its judgement with
actual results.

House players play deals; at decisions of the analyst in which it could knock and went on, three things are set side by
side for the same positions: the other hand's deadwood and what the analyst's worlds take it to be; what knocking would
have scored against the true hands less what the deal came to; and the same difference as the analysis computes it,
without a look at the hidden cards. Where the last two agree, worlds and roll-outs are fair. They assume that the other
seat plays as the analyst does; `--other` shows how far that is wrong for somebody else.

`--errors LEVEL` looks at deals between players of that level instead: what the analysis calls an error, what it says
that it cost, and by how much the better move was better from the true hands.

`--against KEY` (with `--errors`) looks at deals between such a player and an opponent of the pool (POOL: each in turn):
what the errors of that player cost against this opponent, by the analysis and from the true hands. These are played on
with the stock in many orders, for nobody has seen it. Only decisions are judged at which the analyst would do otherwise
and holds that for worth more, by its weights. `--minutes` ends it early, with as many deals of each opponent.
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
from time import time

from games import engine
from games.players import LEVELS, TOP_V1, Memory, Sight, TopV1, make_player
from games.players.judging import analysis
from games.players.judging.chances import margin_of
from games.players.judging.opponents import BY_KEY, POOL, Opponent
from games.players.judging.worlds import sample_world
from games.players.playing import play_out, restocked, seeded_deal

RULES = engine.rule_set("gin-pagat", gin_bonus=25, undercut_bonus=25)
WORLDS, HANDS = 8, 4
STAKE = 2.0  # points that the analyst's choice must be better by its weights, for a decision to be judged at all
BLOCK = 6  # deals of each opponent at once
ORDERS = 24  # of the stock, for the truth of an error against one opponent
SPAN = 3  # turns a line
LINE = (
    "turns {turns}: {n:5} decisions | deadwood of the other hand {held[0]:5.1f}, in the worlds {sampled[0]:5.1f}"
    " | knock less going on {truth[0]:+6.1f} ± {truth[1]:.1f}, by the analysis {computed[0]:+6.1f} ± {computed[1]:.1f}"
)

ERRORS = (
    "turns {turns}: {n:5} errors | they cost {told[0]:6.1f} ± {told[1]:.1f}, in truth {truth[0]:6.1f} ± {truth[1]:.1f}"
)
AGAINST = (
    "against {key:8}: {n:4} errors | they cost {told[0]:6.1f} ± {told[1]:.1f}, in truth"
    " {truth[0]:6.1f} ± {truth[1]:.1f} | apart {apart:4.1f} standard errors | at least {least[0]:5.1f} ± {least[1]:.1f}"
)
DEPENDS = (
    "                  {n:4} depend  | they cost {told[0]:6.1f} ± {told[1]:.1f}, in truth"
    " {truth[0]:6.1f} ± {truth[1]:.1f}"
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


def told_against(level: str, opponent: Opponent, seed: int, share: float, chance: Random) -> Iterator[Seen]:
    """The errors of a player of this level, and what depends on the other, in one deal with an opponent of the pool: 1
    or 0 for an error, what it costs against this opponent by the analysis, at least, and in truth."""
    actions = seeded_deal(RULES, [make_player(level, seed), opponent.player(seed + 1, Memory())], seed)
    for decision in analysis.decisions(RULES, actions, 1):
        if decision.seat or chance.random() > share:
            continue
        if stake(decision) < STAKE:
            continue
        verdict = analysis.judge(RULES, decision, str(seed))
        if verdict.is_error or verdict.depends:
            told = next(cost.points for cost in verdict.against if cost.key == opponent.key)
            truth = fmean(true_difference(decision, verdict, opponent, chance) for _ in range(ORDERS))
            yield int(verdict.is_error), {"told": told, "truth": truth, "least": verdict.given_up}


def stake(decision: analysis.Decision) -> float:
    """The points by which the analyst's choice is better, by its own weights; 0 where it would do the same."""
    state, played = decision.state, decision.played
    sight = Sight(engine.view(RULES, state, decision.seat), state.hands[decision.seat], decision.memory, Random(0))
    house = make_player(analysis.ANALYST, 0, decision.memory.copy()).choose(sight.view)
    if analysis.kind_of(house) == analysis.kind_of(played):
        return 0.0
    if isinstance(house, engine.Discard) and isinstance(played, engine.Discard):
        lawful = engine.legal_actions(RULES, state, decision.seat)
        worth = TopV1().worths(sight, tuple(one.card for one in lawful if isinstance(one, engine.Discard)))
        return worth[house.card] - worth[played.card] if played.card in worth else STAKE
    if isinstance(house, engine.Discard | engine.Knock) and isinstance(played, engine.Discard | engine.Knock):
        return abs(TopV1().plays_on(sight, engine.deadwood_after_discard(sight.hand)))
    return STAKE


def true_difference(decision: analysis.Decision, verdict: analysis.Verdict, opponent: Opponent, chance: Random) -> int:
    """What the move played gave up from the true hands, with the stock in one order of many."""
    shuffled = restocked(decision.state, chance)
    seeds = [chance.getrandbits(32) for _seat in range(2)]
    best, played = (
        analysis.score(RULES, decision, shuffled, action, seeds, opponent) for action in (verdict.best, verdict.played)
    )
    return best - played


def report_against(options: argparse.Namespace) -> dict[str, dict[str, object]]:
    """Print two lines for each opponent: errors, and what depends on the other."""
    pool = POOL if options.against == "POOL" else [BY_KEY[options.against]]
    seen: dict[str, list[Seen]] = {opponent.key: [] for opponent in pool}
    until, deals = time() + 60 * options.minutes, 0
    with ProcessPoolExecutor(options.jobs) as workers:
        while deals < options.deals and time() < until:
            seeds = range(options.seed + deals, options.seed + min(options.deals, deals + BLOCK))
            for key, measured_so_far in seen.items():
                look = partial(against_one, key=key, level=options.errors, share=options.share)
                measured_so_far += [one for found in workers.map(look, seeds) for one in found]
            deals += len(seeds)
            print(f"{deals} deals of each", {key: len(rows) for key, rows in seen.items()}, file=sys.stderr, flush=True)
    answer: dict[str, dict[str, object]] = {"deals": {"n": deals}}
    for key, kinds in seen.items():
        for is_error, line in ((1, AGAINST), (0, DEPENDS)):
            rows = [figures for kind, figures in kinds if kind == is_error]
            if len(rows) < 2:
                continue
            row: dict[str, object] = {name: with_error([one[name] for one in rows]) for name in rows[0]}
            apart = with_error([one["told"] - one["truth"] for one in rows])
            row |= {"key": key, "n": len(rows), "apart": round(abs(apart[0]) / (apart[1] or 1), 2)}
            answer[f"{key} {'errors' if is_error else 'depends'}"] = row
            print(line.format(**row), flush=True)
    return answer


def against_one(seed: int, *, key: str, level: str, share: float) -> list[Seen]:
    """Measure one deal against an opponent of the pool."""
    return list(told_against(level, BY_KEY[key], seed, share, Random(seed)))


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
    parser.add_argument("--minutes", type=float, default=600, help="the longest time, with --against")
    parser.add_argument("--against", choices=("POOL", *BY_KEY), help="whom they are made against, with --errors")
    options = parser.parse_args()
    if options.against:
        options.errors = options.errors or "club"
        found_against = report_against(options)
        if options.json:
            print(json.dumps(found_against))
        return 0
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
