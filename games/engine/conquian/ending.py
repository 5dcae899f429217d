"""CNQ-15, 17: a deal of Conquian ends when a player has eleven cards on the table, or when the stock is used up."""

from games.engine.laws.entering import entered
from games.engine.moves.result import LOST, DealResult
from games.engine.play.rules import Outcome, RuleSet
from games.engine.play.state import Rest, State


def won(rules: RuleSet, state: State, seat: int) -> Outcome:
    """CNQ-5, 15, 18: the eleventh card is on the table: the loser pays."""
    return entered(rules, state, DealResult(type="out", winner=seat, points=1))


def lost_by_count(rules: RuleSet, state: State, seat: int) -> Outcome:
    """IRR-41: a wrong number of cards loses the game."""
    return entered(rules, state, DealResult(type="wrong_count", winner=state.rest.places.after[seat], points=1))


def lost(rules: RuleSet, rest: Rest, winner: int) -> DealResult:
    """ONL-2: a deal that is lost for missing entropy gives the winner one game. The sheet adds what drawn games have
    carried over (CNQ-18, 19)."""
    return DealResult(type=LOST, winner=winner, points=1)


def drawn(rules: RuleSet, state: State) -> Outcome:
    """CNQ-17: the stock is empty and the card on offer is not used: nobody wins."""
    return entered(rules, state, DealResult(type="draw", winner=None, points=0))
