"""Actions of chance in every kernel: the draw for the first deal, and ten cards to each player."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.engine.moves.actions import Deal, DrawForDeal
from games.engine.moves.events import DrewForDeal, Event
from games.engine.play.impossible import Impossible
from games.engine.play.ready import BIT
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import CHANCE, Phase, Places, Rest, State, changed_rest, make_state

HAND_SIZE = 10


def chance(rules: RuleSet, state: State) -> Actions:
    """The `choices` of chance actions: none, as no seat may choose them."""
    return ()


def check_draw_for_deal(rules: RuleSet, state: State, action: DrawForDeal) -> str | None:
    """GIN-4, COL-2, CNQ-21: allow the draw once, before the first deal."""
    if state.rest.places.dealer is not None:
        return "E_PHASE"
    return check_deck(rules, action.deck)


def draw_for_deal(rules: RuleSet, state: State, action: DrawForDeal) -> Outcome:
    """GIN-4, COL-2: draw a card for each seat in order, and further cards as long as they are level."""
    seats = len(state.hands)
    events: list[Event] = []
    for at in range(0, len(action.deck) - seats + 1, seats):
        draws = action.deck[at : at + seats]
        first = rules.seating.first(rules, draws)
        events.append(DrewForDeal(draws, first.dealer if first else None))
        if first:
            places = first.places or Places(first.dealer, state.rest.places.after)
            rest = changed_rest(state.rest, places=places)
            return make_state(Phase.DEALING, CHANCE, state.hands, 0, (), rest), tuple(events)
    raise Impossible("E_OPTION", "GIN-4", "the draw is level to the last card of the pack")


def check_deal(rules: RuleSet, state: State, action: Deal) -> str | None:
    """GIN-6, COL-3, CNQ-3: allow a deal if a dealer is known or named, and the game is not over."""
    if action.dealer is not None and (rules.seating.name != "two" or action.dealer not in range(len(state.hands))):
        return "E_OPTION"
    if (state.rest.places.dealer is None and action.dealer is None) or state.rest.standing.over:
        return "E_PHASE"
    return check_deck(rules, action.deck)


def check_deck(rules: RuleSet, deck: Sequence[int]) -> str | None:
    """GIN-1, COL-1, CNQ-1: check that the deck has the cards of the pack, each once."""
    pack = rules.pack.whole
    if len(deck) != len(pack) or pack.symmetric_difference(deck):
        raise Impossible("E_OPTION", "§2", f"a deck is the {len(pack)} cards of the pack, each once")
    return None


def ten_each(rules: RuleSet, state: State, action: Deal) -> tuple[Places, tuple[int, ...], tuple[int, ...]]:
    """GIN-6, COL-3, CNQ-3: deal ten each, singly, from the dealer's left; returns the places, the hands and the undealt
    cards.

    GIN-7: of eleven the first to play gets one card more.
    """
    before, deck = state.rest, action.deck
    places = before.places if before.result is None else rules.seating.next(rules, before.places, before.result)
    if action.dealer is not None:
        places = replace(places, dealer=action.dealer)
    assert places.dealer is not None
    seats = len(state.hands)
    dealt = HAND_SIZE * seats + (rules.deal == "eleven")
    hands = [0] * seats
    seat = places.dealer
    for at in range(seats):
        seat = places.after[seat]
        hands[seat] = sum(map(BIT.__getitem__, deck[at:dealt:seats]))
    return places, tuple(hands), deck[dealt:]


def dealt_rest(
    rules: RuleSet, state: State, places: Places, stock: tuple[int, ...], upcard: int | None, **more: Any
) -> Rest:
    """The Rest at the beginning of a deal: only the sheet stays from the deal before.

    `more` are further fields that the kernel sets: a limit, closed colours.
    """
    before = state.rest
    return Rest(
        places=places,
        score=before.score,
        standing=before.standing,
        deal=before.deal + 1,
        stock=stock[::-1],
        upcard=upcard,
        unknown=(0,) * len(state.hands),
        **more,
    )
