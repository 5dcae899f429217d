"""Laying off: the defender's best answer to a knock, his own melds and his lay-offs chosen together."""

from dataclasses import dataclass

from games.engine.cards.cards import SUIT_BITS
from games.engine.cards.melds import EXTENSIONS, MELDS, Spread, best_spread, deadwood, extensions

Chain = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The defender's showdown: the lay-offs as (card, index of the knocker's meld) in order, the remaining cards, and
    their count."""

    laid_off: Chain
    spread: Spread
    count: int


def best_answer(hand: int, spread: Spread) -> Answer:
    """GIN-20..22: the least count that the defender's `hand` can reach against the knocker's `spread`.

    Against gin nothing is laid off (GIN-21; a count of 0 is gin, GIN-17). Among equal answers the one with the fewest
    lay-offs is given: a card stays in the defender's own meld as long as that costs nothing.
    """
    if not spread.count or not extensions(spread.melds) & hand:
        own = best_spread(hand)
        return Answer((), own, own.count)
    least, laid = deadwood(hand), 0
    laid_off: Chain = ()
    for union, chain in _unions(hand, spread.melds).items():
        count = deadwood(hand & ~union)
        if count < least or (count == least and (union.bit_count(), union) < (laid.bit_count(), laid)):
            least, laid, laid_off = count, union, chain
    return Answer(laid_off, best_spread(hand & ~laid), least)


def can_lay_off(card: int, melds: tuple[int, ...]) -> tuple[int, ...]:
    """GIN-20: the indices of the melds, as they lie now, that `card` fits on directly."""
    return tuple(i for i, meld in enumerate(melds) if EXTENSIONS[meld] >> card & 1)


def _unions(hand: int, melds: tuple[int, ...]) -> dict[int, Chain]:
    """Every set of cards that may be laid off together, with one order in which to lay them."""
    unions: dict[int, Chain] = {0: ()}
    for index, meld in enumerate(melds):
        if not EXTENSIONS[meld] & hand:
            continue
        for chain in _chains(hand, meld):
            for laid, before in tuple(unions.items()):
                steps = before
                for card in chain:
                    if laid >> card & 1:
                        break
                    laid |= 1 << card
                    steps = (*steps, (card, index))
                    unions.setdefault(laid, steps)
    return unions


def _chains(hand: int, meld: int) -> list[list[int]]:
    """The cards of `hand` that continue a meld one by one: at each end of a run, or the fourth of a set, if held."""
    if MELDS[meld] == "set":
        return [[EXTENSIONS[meld].bit_length() - 1]]
    low = (meld & -meld).bit_length() - 1
    high = meld.bit_length() - 1
    suit_start = low - low % SUIT_BITS
    down = _held(hand, range(low - 1, suit_start - 1, -1))
    up = _held(hand, range(high + 1, suit_start + SUIT_BITS))
    return [chain for chain in (down, up) if chain]


def _held(hand: int, cards: range) -> list[int]:
    chain = []
    for card in cards:
        if not hand >> card & 1:
            break
        chain.append(card)
    return chain
