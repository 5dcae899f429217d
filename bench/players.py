"""Measure the strength of the house players: points a deal against OpenSpiel's simple bot and against each other, on
mirrored deals.

Every deck is played twice with the seats changed; what counts is the mean of a pair. Gin 25, undercut 25, knock with
10, or another preset (`--preset`), which the peer does not know. The peer decides on a state of OpenSpiel's own that
goes beside ours, card by card; the showdown is ours for both, so the peer's defence lays off as well as anybody's (its
own lays off nothing).
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any

from games import engine
from games.players import LEVELS, TOP_V1
from games.players.playing import ONE_SIDED, dealt, measured

RULES = engine.rule_set("gin-pagat", gin_bonus=25, undercut_bonus=25)
PEER = "openspiel"
HOW_TO_INSTALL = "{} is not installed: make install-bench"
MOST_ACTIONS = 400
OPEN_CARD: dict[int, Any] = {
    52: engine.TakeUpcard | engine.DrawDiscard,
    53: engine.DrawStock,
    54: engine.PassUpcard,
}


class House:
    """A house player at the table; it records the seconds of the processor that each of its choices takes."""

    def __init__(self, level: str, seed: int, rules: engine.RuleSet = RULES) -> None:
        self.player, self.rules, self.took = measured(level, seed), rules, list[float]()

    def see(self, state: engine.State, action: engine.Action, events: Sequence[engine.Event], seat: int) -> None:
        for event in events:
            self.player.see(engine.view_event(self.rules, event, seat))

    def choose(self, state: engine.State, seat: int) -> engine.Action:
        view = engine.view(self.rules, state, seat)
        begun = time.process_time()
        action = self.player.choose(view)
        self.took.append(time.process_time() - begun)
        return action


class Peer:
    """OpenSpiel's SimpleGinRummyBot, which decides on its own state of the same deal. Its player 0 is the
    non-dealer."""

    SUITS = (1, 2, 3, 0)  # ours are clubs, diamonds, hearts, spades; theirs spades, clubs, diamonds, hearts

    def __init__(self, spiel: Any) -> None:
        self.spiel = spiel
        self.game = spiel.load_game("gin_rummy")

    def see(self, state: engine.State, action: engine.Action, events: Sequence[engine.Event], seat: int) -> None:
        if isinstance(action, engine.Deal):
            dealer = state.rest.places.dealer
            assert dealer is not None
            self.place = int(seat == dealer)
            self.bot = self.new_bot()
            self.state = self.game.new_initial_state()
            hands = [card for at in (1 - dealer, dealer) for card in engine.cards_of(state.hands[at])]
            for card in (*hands, state.pile[-1]):
                self.state.apply_action(self.theirs(card))
        elif isinstance(action, engine.TakeUpcard | engine.DrawDiscard):
            self.state.apply_action(52)
        elif isinstance(action, engine.PassUpcard):
            self.state.apply_action(54)
        elif isinstance(action, engine.DrawStock):
            self.state.apply_action(53)
            drawn = next(event.card for event in events if isinstance(event, engine.Drew))
            self.state.apply_action(self.theirs(drawn))
        elif isinstance(action, engine.Discard):
            self.state.apply_action(self.theirs(action.card))

    def choose(self, state: engine.State, seat: int) -> engine.Action:
        if state.phase is engine.Phase.SHOWDOWN:
            return engine.legal_actions(RULES, state, seat)[0]
        wish = self.bot.step(self.state)
        lawful = engine.legal_actions(RULES, state, seat)
        if wish < 52:
            return engine.Discard(seat, self.ours(wish))
        if wish < 55:
            return next(action for action in lawful if isinstance(action, OPEN_CARD[wish]))
        ends = [action for action in lawful if isinstance(action, engine.Knock | engine.Gin)]
        # Theirs may knock with the very card that it took from the pile, which ours forbids: then it throws cheaply,
        # and forgets that it has knocked.
        self.bot = self.new_bot()
        throws = ends or [action for action in lawful if isinstance(action, engine.Discard)]
        return min(
            throws, key=lambda action: (engine.deadwood(state.hands[seat] ^ 1 << action.card), -action.card % 13)
        )

    def new_bot(self) -> Any:
        return self.spiel.make_simple_gin_rummy_bot(self.game.get_parameters(), self.place)

    def theirs(self, card: int) -> int:
        return 13 * self.SUITS[card // 13] + card % 13

    def ours(self, card: int) -> int:
        return 13 * self.SUITS.index(card // 13) + card % 13


Player = House | Peer


def margin(sides: Sequence[Sequence[Player]], seed: int, rules: engine.RuleSet) -> int:
    """The points of the first side less those of the other in the one deal whose cards follow from the seed. A side has
    a player at each board; nobody sits where a seat waits."""
    chance = Random(seed)
    state, dealing = dealt(rules, chance)
    action: engine.Action = dealing
    seats = dict[int, Player]()
    for _ in range(MOST_ACTIONS * len(sides[0])):
        state, events = engine.apply(rules, state, action)
        for event in events:
            if isinstance(event, engine.DealScored):
                won = event.result.winner
                return 0 if won is None else event.result.points * (1 if seats[won] in sides[0] else -1)
        seats = seats or seated(state, sides)
        for seat in sharing(state, action):
            seats[seat].see(state, action, events, seat)
        if due := engine.due_boards(state):
            action = engine.Deal(tuple(chance.sample(rules.pack.cards, len(rules.pack.cards))), board=due[0])
        else:
            seat = engine.to_act(rules, state)[0]
            action = seats[seat].choose(state, seat)
    return 0


def seated(state: engine.State, sides: Sequence[Sequence[Player]]) -> dict[int, Player]:
    """Who sits where: at each board one of each side."""
    boards = [board.seats for board in state.boards] or [(0, 1)]
    return {seat: side[at] for at, both in enumerate(boards) for seat, side in zip(both, sides, strict=True)}


def sharing(state: engine.State, action: engine.Action) -> tuple[int, ...]:
    """The seats that the action concerns: boards play with packs of their own."""
    board = engine.board_of(state, action)
    return (0, 1) if board is None else state.boards[board].seats


def match(
    ours: str, others: Callable[[int], Player], pairs: int, first: int, rules: engine.RuleSet
) -> dict[str, float]:
    """The points a deal of a level against the others in `pairs` mirrored pairs, with half a 95 % interval over pairs,
    and the processor time of that level's choices."""
    means, took = list[float](), list[float]()
    boards = rules.seating.numbers(rules)[0] // 2
    for seed in range(first, first + pairs):
        total = 0
        for turned in (False, True):
            own = [House(ours, seed + 2 * at, rules) for at in range(boards)]
            other = [others(seed + 2 * at + 1) for at in range(boards)]
            total += margin((other, own) if turned else (own, other), seed, rules) * (-1 if turned else 1)
            took += [one for player in own for one in player.took]
        means.append(total / 2)
    mean, took = sum(means) / pairs, sorted(took)
    spread = sqrt(sum((one - mean) ** 2 for one in means) / max(1, pairs - 1))
    return {
        "points_a_deal": round(mean, 2),
        "half_interval_95": round(1.96 * spread / sqrt(pairs), 2),
        "pairs": pairs,
        "ms_a_move": round(1000 * sum(took) / len(took), 3),
        "p99_ms": round(1000 * took[len(took) * 99 // 100], 2),
        "slowest_ms": round(1000 * took[-1], 1),
    }


def opponents(against: str, rules: engine.RuleSet) -> Callable[[int], Player] | None:
    """The opponents, each made from a seed; None, with a note on how to install it, for a missing peer."""
    if against != PEER:
        return lambda seed: House(against, seed, rules)
    try:
        import pyspiel
    except ImportError as error:
        print(HOW_TO_INSTALL.format(error.name), file=sys.stderr)
        return None
    return lambda _seed: Peer(pyspiel)


def main() -> int:
    """Print a line for each match; `--json` ends with one object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    parser.add_argument("--pairs", type=int, default=2_000, help="mirrored pairs a match")
    parser.add_argument("--seed", type=int, default=20_261_120, help="the seed of the first deck")
    parser.add_argument("--level", choices=(*LEVELS, TOP_V1), help="only this level")
    parser.add_argument("--against", help="only against this one: " + ", ".join((PEER, *LEVELS, TOP_V1, *ONE_SIDED)))
    parser.add_argument("--preset", help="by the rules of this preset; without the peer")
    options = parser.parse_args()
    rules = engine.rule_set(options.preset) if options.preset else RULES
    answer = {}
    for level in [options.level] if options.level else LEVELS:
        peer = () if options.preset else (PEER,)
        for against in [options.against] if options.against else (*peer, *LEVELS[: LEVELS.index(level)]):
            others = opponents(against, rules)
            if others is None:
                return 2
            found = match(level, others, options.pairs, options.seed, rules)
            answer[f"{level}-{against}"] = found
            print(
                f"{level:8} over {against:10} {found['points_a_deal']:+7.2f} ± {found['half_interval_95']:.2f} a deal, "
                f"{found['ms_a_move']:.2f} ms a move, 99 of 100 within {found['p99_ms']:.1f}",
                flush=True,
            )
    if options.json:
        print(json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
