"""COL-6, 7, 9, 17: laying melds, adding to anyone's, and the discard that ends the turn."""

from games.engine.cards.cards import cards_of, values
from games.engine.cards.layoff import can_lay_off
from games.engine.cards.melds import EXTENSIONS, MELDS
from games.engine.colonel.ready import meld_actions
from games.engine.colonel.scoring import exhausted, out
from games.engine.gin.laws import correction, one_card_corrected
from games.engine.moves.actions import Discard
from games.engine.moves.events import Event
from games.engine.moves.table_actions import Add, Meld
from games.engine.moves.table_events import Added, Melded
from games.engine.play.ready import ALONE, BIT, CARDS, DISCARDED, throws
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import NOT_TAKEN, Phase, Rest, State, Tabled, changed_rest, make_state

DRAW = Phase.DRAW


def meld_choices(rules: RuleSet, state: State) -> Actions:
    """COL-6: every meld of the hand, except those that leave only a card that may not be thrown."""
    hand = state.hands[state.turn]
    found = meld_actions(state.turn, hand)
    if found and state.rest.effects:
        found = tuple(one for one in found if not _banned_out(state, one.cards))
    if not found or not 0 <= state.taken < CARDS:
        return found
    only = BIT[state.taken]
    if only not in [hand & ~one.cards for one in found]:
        return found
    table = state.rest.table
    return tuple(one for one in found if not _strands(rules, state, one.cards, (*table, Tabled(one.cards, ()))))


def check_meld(rules: RuleSet, state: State, action: Meld) -> str | None:
    """COL-6, 8: check that the cards are his own and a set or a run; COL-17: that he can still end his turn."""
    if _banned_out(state, action.cards):
        return "E_BAN"
    if not _held(state, action.cards):
        return "E_NOT_IN_HAND"
    if action.cards not in MELDS:
        return "E_BAD_MELD"
    table = (*state.rest.table, Tabled(action.cards, ()))
    return "E_SAME_CARD" if _strands(rules, state, action.cards, table) else None


def meld(rules: RuleSet, state: State, action: Meld) -> Outcome:
    """COL-6: lay the meld on the table, to his credit."""
    seat, cards = action.seat, action.cards
    table = state.rest.table
    laid = tuple(cards if at == seat else 0 for at in range(len(state.hands)))
    return _laid(rules, state, cards, (*table, Tabled(cards, laid)), (Melded(seat, cards, len(table)),))


def add_choices(rules: RuleSet, state: State) -> Actions:
    """COL-7: every card of the hand that fits on a meld of the table, once for each such meld, except those that leave
    only a card that may not be thrown."""
    turn, table = state.turn, state.rest.table
    if not table:
        return ()
    hand = state.hands[turn]
    found = []
    for number, lying in enumerate(table):
        fits = EXTENSIONS[lying.cards] & hand
        if fits:
            found += [Add(turn, card, number) for card in cards_of(fits)]
    if found and state.rest.effects:
        found = [action for action in found if not _banned_out(state, BIT[action.card])]
    if found and 0 <= state.taken < CARDS and hand.bit_count() == 2:
        found = [action for action in found if not _strands(rules, state, BIT[action.card], _added(table, action))]
    return tuple(found)


def check_add(rules: RuleSet, state: State, action: Add) -> str | None:
    """COL-7: check that the card is his own and fits on the named meld, or on any if none is named."""
    if 0 <= action.card < CARDS and _banned_out(state, BIT[action.card]):
        return "E_BAN"
    if not 0 <= action.card < CARDS or not _held(state, BIT[action.card]):
        return "E_NOT_IN_HAND"
    table = state.rest.table
    fits = can_lay_off(action.card, tuple(lying.cards for lying in table))
    if not fits or (action.meld is not None and action.meld not in fits):
        return "E_BAD_MELD"
    return "E_SAME_CARD" if _strands(rules, state, BIT[action.card], _added(table, action)) else None


def add(rules: RuleSet, state: State, action: Add) -> Outcome:
    """COL-7: the card joins the meld, to the credit of the player who lays it."""
    table = state.rest.table
    number = _number(table, action)
    event = Added(action.seat, action.card, number)
    return _laid(rules, state, BIT[action.card], _added(table, action), (event,))


def discard_choices(rules: RuleSet, state: State) -> Actions:
    """COL-17: every card held but the one taken from the pile in this turn."""
    hand = state.hands[state.turn]
    if 0 <= state.taken < CARDS:
        hand &= ~BIT[state.taken]
    return throws(state.turn, hand)


def any_discard_choices(rules: RuleSet, state: State) -> Actions:
    """COL-17 `col_same_card: allow`: every card held."""
    return throws(state.turn, state.hands[state.turn])


def check_discard(rules: RuleSet, state: State, action: Discard) -> str | None:
    """COL-9, 17: check that the card is held and was not just taken from the pile."""
    refusal = check_any_discard(rules, state, action)
    return refusal or ("E_SAME_CARD" if state.taken == action.card else None)


def check_any_discard(rules: RuleSet, state: State, action: Discard) -> str | None:
    """COL-9: check that the card is held."""
    if not 0 <= action.card < CARDS or not _held(state, BIT[action.card]):
        return "E_NOT_IN_HAND"
    return None


def discard(rules: RuleSet, state: State, action: Discard) -> Outcome:
    """COL-9, 11: the card ends the turn; an empty hand or the last card of the stock ends the deal."""
    rest, turn, card, hands = state.rest, state.turn, action.card, state.hands
    after = rest.places.after[turn]
    bit = BIT[card]
    if not hands[turn] & bit:
        rest = _fewer_unknown(rest, turn, 1)
        bit = 0
    if rest.challengers:
        rest = changed_rest(rest, challengers=tuple(seat for seat in rest.challengers if seat != after))
    thrown = State()
    thrown.phase = DRAW
    thrown.turn = after
    thrown.hands = (hands[0] ^ bit, hands[1]) if turn == 0 else (hands[0], hands[1] ^ bit)
    thrown.stock = state.stock
    thrown.pile = state.pile + ALONE[card]
    thrown.taken = NOT_TAKEN
    thrown.passes = 0
    thrown.rest = rest
    thrown.boards = ()
    if not thrown.hands[turn] and not rest.unknown[turn]:
        done, events = out(rules, thrown, turn)
        return done, DISCARDED[turn][card] + events
    if not state.stock:
        done, events = exhausted(rules, thrown)
        return done, DISCARDED[turn][card] + events
    return thrown, DISCARDED[turn][card]


def check_correcting(rules: RuleSet, state: State, action: Discard) -> str | None:
    """IRR-9: a discard without a draw only with too many cards."""
    return check_any_discard(rules, state, action) if correction(state.rest, state.turn) > 0 else "E_PHASE"


def correct(rules: RuleSet, state: State, action: Discard) -> Outcome:
    """IRR-9: the discard is the whole turn."""
    rest = one_card_corrected(state.rest, state.turn)
    return discard(rules, make_state(state.phase, state.turn, state.hands, state.stock, state.pile, rest), action)


def _laid(rules: RuleSet, state: State, cards: int, table: tuple[Tabled, ...], events: tuple[Event, ...]) -> Outcome:
    """Take the laid cards from the hand; COL-9: an empty hand ends the deal."""
    turn, rest = state.turn, state.rest
    hands = tuple(hand & ~cards if seat == turn else hand for seat, hand in enumerate(state.hands))
    worth = values(cards, rules.pack)
    credit = tuple(sum_ + worth if seat == turn else sum_ for seat, sum_ in enumerate(rest.credit))
    missing = (cards & ~state.hands[turn]).bit_count()
    rest = changed_rest(_fewer_unknown(rest, turn, missing), table=table, credit=credit)
    after = make_state(state.phase, turn, hands, state.stock, state.pile, rest, taken=state.taken)
    if hands[turn] or rest.unknown[turn]:
        return after, events
    done, ended = out(rules, after, turn)
    return done, events + ended


def _banned_out(state: State, cards: int) -> bool:
    """IRR-9, 19, §14.4: under a ban he may not go out, nor lay so many cards that his discard would empty the hand."""
    turn, rest = state.turn, state.rest
    if not any(effect.kind in ("ban", "fix") and effect.seat == turn for effect in rest.effects):
        return False
    return (state.hands[turn] & ~cards).bit_count() + rest.unknown[turn] <= 1


def _strands(rules: RuleSet, state: State, cards: int, table: tuple[Tabled, ...]) -> bool:
    """COL-17: would only a card be left that may not be thrown in this turn and fits nowhere (our reading)?"""
    taken = state.taken
    if rules.col_same_card != "forbid" or not 0 <= taken < CARDS or state.rest.unknown[state.turn]:
        return False
    left = state.hands[state.turn] & ~cards
    return left == BIT[taken] and not any(EXTENSIONS[lying.cards] & left for lying in table)


def _number(table: tuple[Tabled, ...], action: Add) -> int:
    if action.meld is not None:
        return action.meld
    return can_lay_off(action.card, tuple(lying.cards for lying in table))[0]


def _added(table: tuple[Tabled, ...], action: Add) -> tuple[Tabled, ...]:
    """The table with the card on its meld."""
    number, bit = _number(table, action), BIT[action.card]
    lying = table[number]
    laid = tuple(cards | bit if seat == action.seat else cards for seat, cards in enumerate(lying.laid))
    return (*table[:number], Tabled(lying.cards | bit, laid), *table[number + 1 :])


def _held(state: State, cards: int) -> bool:
    """Are these cards in hand, as far as anybody knows? An unknown card may be any card that is not in sight."""
    missing = cards & ~state.hands[state.turn]
    if not missing:
        return bool(cards)
    if missing.bit_count() > state.rest.unknown[state.turn]:
        return False
    seen = sum(state.hands) | sum(lying.cards for lying in state.rest.table)
    lying_open = {*state.pile, *state.rest.stock[: state.stock]}
    return not (missing & seen or any(missing >> card & 1 for card in lying_open if card >= 0))


def _fewer_unknown(rest: Rest, seat: int, n: int) -> Rest:
    """The hand after `n` unknown cards have shown their faces."""
    if not n:
        return rest
    return changed_rest(rest, unknown=tuple(held - n if at == seat else held for at, held in enumerate(rest.unknown)))
