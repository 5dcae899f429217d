"""CNQ-8, 10, 11, 15, 16, 23: a player uses the centre card, or lays cards from the hand alone."""

from games.engine.cards.cards import cards_of, hand_of
from games.engine.conquian.centre import FULL, own_cards, own_melds, uses, with_melds
from games.engine.conquian.ending import won
from games.engine.conquian.partitions import MELDS, Melds, in_order, is_long_run, partitions
from games.engine.conquian.turning import offered, settled
from games.engine.moves.events import Discarded
from games.engine.moves.table_actions import CqHand, CqUse
from games.engine.moves.table_events import LaidFromHand, Used
from games.engine.play.ready import BIT, CARDS
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import State, centre_of, changed_rest, make_state


def use_choices(rules: RuleSet, state: State) -> Actions:
    """CNQ-8, 10: every way to lay the centre card on the own table, with every discard that may follow."""
    seat = state.turn
    hand = state.hands[seat]
    found: list[CqUse] = []
    for melds in uses(state):
        laid = sum(melds)
        if laid.bit_count() == FULL:
            found.append(CqUse(seat, melds))
        else:
            found += [CqUse(seat, melds, card) for card in cards_of(hand & ~laid)]
    return tuple(found)


def check_use(rules: RuleSet, state: State, action: CqUse) -> str | None:
    """CNQ-8..11, IRR-44: check that only own table, centre card and hand cards are laid, all in valid melds, and that a
    player with fewer than eleven cards on the table throws one."""
    centre = centre_of(state)
    assert centre is not None
    if centre < 0:
        return "E_NOT_IN_HAND"
    seat, laid = action.seat, _union(action.table)
    lying = own_cards(state, seat) | BIT[centre]
    if not _may_lay(state, laid & ~lying) or not _may_throw(state, action, laid):
        return "E_NOT_IN_HAND"
    refusal = _bad_table(action.table, lying)
    if refusal:
        return refusal
    return "E_HAND_SIZE" if laid.bit_count() > FULL or (action.discard is None) != (laid.bit_count() == FULL) else None


def use(rules: RuleSet, state: State, action: CqUse) -> Outcome:
    """CNQ-10, 15: the eleventh card wins; else the card thrown is offered to the opponent."""
    seat, laid = action.seat, _union(action.table)
    centre = centre_of(state)
    assert centre is not None
    from_hand = laid & ~own_cards(state, seat) & ~BIT[centre]
    used = Used(seat, centre, from_hand, in_order(action.table))
    thrown = 0 if action.discard is None else BIT[action.discard]
    after = _laid(state, seat, action.table, from_hand | thrown, state.pile[:-1])
    if action.discard is None:
        done, events = won(rules, after, seat)
        return done, (used, *events)
    after.pile = (*after.pile, action.discard)
    offer = offered(after, state.rest.places.after[seat])
    return settled(rules, offer, (used, Discarded(seat, action.discard)))


def hand_choices(rules: RuleSet, state: State) -> Actions:
    """CNQ-23: every way to lay hand cards alone: new melds, or cards added to melds as they lie."""
    seat = state.turn
    melds, lying = own_melds(state, seat), own_cards(state, seat)
    found = partitions(lying, state.hands[seat])
    return tuple(CqHand(seat, table) for table in found if sum(table) != lying and _keeps(melds, table))


def check_hand(rules: RuleSet, state: State, action: CqHand) -> str | None:
    """CNQ-23: check that at least one hand card, and nothing else, is added to the own table, and that every meld stays
    together."""
    seat, laid = action.seat, _union(action.table)
    lying = own_cards(state, seat)
    if not _may_lay(state, laid & ~lying):
        return "E_NOT_IN_HAND"
    refusal = _bad_table(action.table, lying)
    if refusal:
        return refusal
    return None if laid != lying and _keeps(own_melds(state, seat), action.table) else "E_BAD_MELD"


def lay_hand(rules: RuleSet, state: State, action: CqHand) -> Outcome:
    """CNQ-23: the centre card stays where it is, and the turn goes on."""
    seat = action.seat
    cards = _union(action.table) & ~own_cards(state, seat)
    after = _laid(state, seat, action.table, cards, state.pile)
    return after, (LaidFromHand(seat, cards, in_order(action.table)),)


def _laid(state: State, seat: int, melds: Melds, gone: int, pile: tuple[int, ...]) -> State:
    """The seat's new table, and its hand without the cards that were laid or thrown."""
    hands = tuple(hand & ~gone if at == seat else hand for at, hand in enumerate(state.hands))
    missing = (gone & ~state.hands[seat]).bit_count()
    unknown = tuple(held - missing if at == seat else held for at, held in enumerate(state.rest.unknown))
    rest = changed_rest(state.rest, table=with_melds(state, seat, melds), unknown=unknown)
    return make_state(state.phase, seat, hands, state.stock, pile, rest, passes=state.passes)


def _bad_table(melds: Melds, lying: int) -> str | None:
    """CNQ-4, 11, IRR-44: is the table invalid: not only melds, a card in two of them, or a card missing?"""
    too_long = [meld for meld in melds if is_long_run(meld)]
    if any(meld not in MELDS for meld in melds if meld not in too_long):
        return "E_BAD_MELD"
    union = _union(melds)
    if sum(meld.bit_count() for meld in melds) != union.bit_count() or lying & ~union:
        return "E_BAD_MELD"
    return "E_RUN_TOO_LONG" if too_long else None


def _keeps(before: Melds, after: Melds) -> bool:
    """CNQ-23: is every earlier meld still together?"""
    return all(any(not meld & ~now for now in after) for meld in before)


def _may_throw(state: State, action: CqUse, laid: int) -> bool:
    """CNQ-10: is the thrown card in hand, and not laid?"""
    card = action.discard
    if card is None:
        return True
    return 0 <= card < CARDS and not laid & BIT[card] and _may_lay(state, BIT[card])


def _may_lay(state: State, cards: int) -> bool:
    """Are these cards in hand, as far as anybody knows? An unknown card may be any card that is not in sight."""
    missing = cards & ~state.hands[state.turn]
    if not missing:
        return True
    if missing.bit_count() > state.rest.unknown[state.turn]:
        return False
    lying = hand_of(card for card in (*state.pile, *state.rest.stock[: state.stock]) if card >= 0)
    seen = sum(state.hands) | lying | sum(tabled.cards for tabled in state.rest.table)
    return not missing & seen


def _union(melds: Melds) -> int:
    union = 0
    for meld in melds:
        union |= meld
    return union
