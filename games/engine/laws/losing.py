"""Lose a deal, or the drawing for the first deal, because a browser has lost its part of the shuffle (ONL)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.engine.cards.cards import SUIT_BITS
from games.engine.laws.entering import entered
from games.engine.moves.director import LoseShuffle
from games.engine.moves.law_events import ShuffleLost
from games.engine.moves.result import DealResult
from games.engine.play.dealing import chance, dealt_rest
from games.engine.play.rules import Move, Outcome, RuleSet
from games.engine.play.state import CHANCE, Phase, Places, Rest, State, changed_rest, make_state

Worth = Callable[[RuleSet, Rest, int], DealResult]


def before_the_deal(worth: Worth) -> dict[tuple[Phase, type[Any]], Move]:
    """ONL-1: the rows by which a kernel loses a deal before its first card. `worth` makes the result that is entered,
    won by the given seat."""

    def lose(rules: RuleSet, state: State, action: LoseShuffle) -> Outcome:
        if state.rest.places.dealer is None:
            return _drew_lowest(rules, state, action.player)
        if rules.seating.boards is not None:
            outcome: Outcome = rules.seating.boards.apply(rules, state, action)
            return outcome
        return _lost(rules, state, action.player, worth)

    row = Move(chance, check, lose)
    return {(Phase.DEALING, LoseShuffle): row, (Phase.DONE, LoseShuffle): row}


def check(rules: RuleSet, state: State, action: LoseShuffle) -> str | None:
    """ONL-1: check that the seat exists and another deal is due."""
    if action.player not in range(len(state.hands)):
        return "E_OPTION"
    return "E_PHASE" if state.rest.standing.over else None


def _lost(rules: RuleSet, state: State, player: int, worth: Worth) -> Outcome:
    """ONL-1, 2: enter a deal without a card; the seat that plays after the loser wins it."""
    before = state.rest
    places = before.places if before.result is None else rules.seating.next(rules, before.places, before.result)
    rest = dealt_rest(rules, state, places, (), None, limit=rules.knock_limit)
    blank = make_state(Phase.DEALING, CHANCE, (0,) * len(state.hands), 0, (), rest)
    result = replace(worth(rules, rest, places.after[player]), penalties=(0,) * len(state.hands))
    done, events = entered(rules, blank, result)
    return done, (ShuffleLost(player), *events)


def _drew_lowest(rules: RuleSet, state: State, player: int) -> Outcome:
    """ONL-3: treat the drawing as if the loser had drawn the lowest card, and the others, from his left on, higher
    cards the closer they sit."""
    low, *others = sorted(rules.pack.cards, key=lambda card: divmod(card, SUIT_BITS)[::-1])
    seats = len(state.hands)
    draws = [low] * seats
    for step in range(1, seats):
        draws[(player + step) % seats] = others[-3 * step]
    first = rules.seating.first(rules, tuple(draws))
    assert first is not None
    places = first.places or Places(first.dealer, state.rest.places.after)
    rest = changed_rest(state.rest, places=places)
    drawn = make_state(Phase.DEALING, CHANCE, state.hands, 0, (), rest)
    return drawn, (ShuffleLost(player, places.dealer),)
