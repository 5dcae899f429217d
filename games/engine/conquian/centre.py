"""The cards in front of a seat and in the centre, and whether the centre card can or must be used."""

from games.engine.conquian.partitions import MELDS, Melds, in_order, joins, partitions, whole
from games.engine.play.rules import RuleSet
from games.engine.play.state import UNKNOWN, Phase, State, Tabled, centre_of

FULL = 11  # CNQ-5: cards down that win


def own_melds(state: State, seat: int) -> Melds:
    """The seat's melds on the table, the one with the lowest card first."""
    return in_order(tuple(lying.cards for lying in state.rest.table if lying.laid[seat]))


def own_cards(state: State, seat: int) -> int:
    """All cards that the seat has on the table."""
    cards = 0
    for lying in state.rest.table:
        cards |= lying.laid[seat]
    return cards


def with_melds(state: State, seat: int, melds: Melds) -> tuple[Tabled, ...]:
    """The table when these are the seat's melds: seat by seat, lowest cards first."""
    seats = range(len(state.hands))
    return tuple(
        Tabled(meld, tuple(meld if at == owner else 0 for at in seats))
        for owner in seats
        for meld in (in_order(melds) if owner == seat else own_melds(state, owner))
    )


def player_of(state: State) -> int:
    """The player whose card the centre card is: the seat in turn, or, while a force is open, the other one."""
    return state.rest.places.after[state.turn] if state.phase is Phase.FORCE_WINDOW else state.turn


def uses(state: State) -> tuple[Melds, ...]:
    """CNQ-8, 11: every new table with the centre card that the player can lay, with any of his hand cards."""
    card = centre_of(state)
    if card is None or card == UNKNOWN:
        return ()
    seat = player_of(state)
    hand = state.hands[seat]
    lying = own_cards(state, seat) | 1 << card
    if not joins(card, lying | hand):
        return ()
    return tuple(melds for melds in partitions(lying, hand) if sum(melds).bit_count() <= FULL)


def can_use(rules: RuleSet, state: State) -> bool:
    """CNQ-8, 22: could the player who has the centre card use it at all?"""
    return bool(uses(state))


def can_force(rules: RuleSet, state: State) -> bool:
    """CNQ-12, 13: does the centre card fit on the player's table without hand cards, so that he can be forced?

    Scope `rearrange`: any valid repartition of table and card; `extend`: one combination as it lies.
    """
    card = centre_of(state)
    if rules.force == "off" or card is None or card == UNKNOWN:
        return False
    seat = player_of(state)
    if rules.force_scope == "extend":
        return any(meld | 1 << card in MELDS for meld in own_melds(state, seat))
    lying = own_cards(state, seat) | 1 << card
    return joins(card, lying) and whole(lying)
