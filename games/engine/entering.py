"""The end of a deal of a kernel with melds on the table: the result is entered and the game settled."""

from dataclasses import replace

from games.engine.events import DealScored, Event, GameWon
from games.engine.result import DealResult
from games.engine.rules import RuleSet
from games.engine.state import CHANCE, Phase, State, make_state


def entered(rules: RuleSet, state: State, result: DealResult) -> tuple[State, tuple[Event, ...]]:
    """Enters the deal on the sheet and names the next dealer; every effect ends with the deal."""
    before = state.rest
    result = replace(result, next_dealer=rules.seating.next(rules, before.places, result).dealer)
    score = rules.sheet.enter(rules, before.score, result)
    game = rules.sheet.settle(rules, score)
    rest = replace(before, score=score, standing=game, effects=(), challenge=None, lifted=(), result=result)
    done = make_state(Phase.DONE, CHANCE, state.hands, state.stock, state.pile, rest)
    if not game.over:
        return done, (DealScored(result),)
    return done, (DealScored(result), GameWon(game.winner, game.totals, game.net))
