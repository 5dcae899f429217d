"""Chance: drawing for the first deal, and dealing."""

from dataclasses import replace

from games.engine.actions import Deal, DrawForDeal
from games.engine.cards import GIN_PACK
from games.engine.events import Dealt, DrewForDeal, Event
from games.engine.gin.ready import BIT
from games.engine.gin.upcard import limit_under
from games.engine.impossible import Impossible
from games.engine.rules import Actions, Outcome, RuleSet
from games.engine.state import CHANCE, Phase, Places, Rest, State, make_state

HAND_SIZE = 10
PACK = frozenset(GIN_PACK.cards)


def chance(rules: RuleSet, state: State) -> Actions:
    """No seat decides what chance brings."""
    return ()


def check_draw_for_deal(rules: RuleSet, state: State, action: DrawForDeal) -> str | None:
    """GIN-4: once, before the first deal."""
    if state.rest.places.dealer is not None:
        return "E_PHASE"
    return _check_deck(action.deck)


def draw_for_deal(rules: RuleSet, state: State, action: DrawForDeal) -> Outcome:
    """GIN-4: a card to each seat in order, further cards as long as they are level."""
    seats = len(state.hands)
    events: list[Event] = []
    for at in range(0, len(action.deck) - seats + 1, seats):
        draws = action.deck[at : at + seats]
        first = rules.seating.first(rules, draws)
        events.append(DrewForDeal(draws, first.dealer if first else None))
        if first:
            places = first.places or Places(first.dealer, state.rest.places.after)
            rest = replace(state.rest, places=places)
            return make_state(Phase.DEALING, CHANCE, state.hands, 0, (), rest), tuple(events)
    raise Impossible("E_OPTION", "GIN-4", "the draw is level to the last card of the pack")


def check_deal(rules: RuleSet, state: State, action: Deal) -> str | None:
    """GIN-6: when a dealer is known and the game is not over."""
    rest = state.rest
    if rest.places.dealer is None or rest.standing.over:
        return "E_PHASE"
    return _check_deck(action.deck)


def deal(rules: RuleSet, state: State, action: Deal) -> Outcome:
    """GIN-6: ten each, singly, non-dealer first; the 21st card starts the pile, 31 remain as stock.

    GIN-7: of eleven the non-dealer gets the 21st card, too, and begins with a discard.
    """
    before = state.rest
    places = before.places if before.result is None else rules.seating.next(rules, before.places, before.result)
    assert places.dealer is not None
    hands, left = _dealt(rules, places, action.deck, len(state.hands))
    eleven = rules.deal == "eleven"
    upcard, stock = (None, left) if eleven else (left[0], left[1:])
    rest = Rest(
        places=places,
        score=before.score,
        standing=before.standing,
        deal=before.deal + 1,
        stock=stock[::-1],
        upcard=upcard,
        limit=limit_under(rules, upcard),
        closed=_closed(rules, before),
        unknown=(0,) * len(hands),
    )
    phase, pile = (Phase.DISCARD, ()) if upcard is None else (Phase.UPCARD, (upcard,))
    dealt = make_state(phase, places.after[places.dealer], hands, len(stock), pile, rest)
    return dealt, (Dealt(rest.deal, places.dealer, upcard),)


def _dealt(
    rules: RuleSet, places: Places, deck: tuple[int, ...], seats: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """GIN-6, 7: the hands, dealt singly to the dealer's left first, who has one card more of eleven; what is left."""
    assert places.dealer is not None
    dealt = HAND_SIZE * seats + (rules.deal == "eleven")
    hands, seat = [0] * seats, places.dealer
    for at in range(seats):
        seat = places.after[seat]
        hands[seat] = sum(map(BIT.__getitem__, deck[at:dealt:seats]))
    return tuple(hands), deck[dealt:]


def _closed(rules: RuleSet, rest: Rest) -> str:
    """CGN-10: the colours that nobody scores in any more; known before the deal, and all that it hears of the sheet."""
    return "".join(column.name for column in rest.standing.columns if column.over) if rules.suit_columns else ""


def _check_deck(deck: tuple[int, ...]) -> str | None:
    if len(deck) != len(PACK) or not PACK.issuperset(deck) or len(set(deck)) != len(PACK):
        raise Impossible("E_OPTION", "GIN-1", f"a deck is the {len(PACK)} cards of the pack, each once")
    return None
