"""The arrangement in which a hand is laid open, the colours it scores in, and the reason why it may not end the
deal."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from games.engine.cards.cards import SUIT_BITS, SUIT_MASK, SUITS, values
from games.engine.cards.melds import MELDS, BadSpread, Spread, best_spread, default_order, meld_kind, spread_of
from games.engine.play.impossible import Impossible
from games.engine.play.rules import RuleSet

ALL_SUITS = frozenset(SUITS)


def spread_for(
    rules: RuleSet, kept: int, melds: Sequence[int] | None, *, how: str, limit: int, closed: str = ""
) -> Spread:
    """GIN-14: the arrangement that the owner states, or the default one; raises Impossible if it cannot be laid.

    `why_not_down` checks whether it may end the deal.
    """
    if melds is not None:
        return stated_spread(kept, melds)
    if rules.suit_columns:
        most = 0 if how == "big_gin" else limit
        return coloured(kept, most, closed, how == "gin") or best_spread(kept)
    return best_spread(kept)


def stated_spread(kept: int, melds: Sequence[int]) -> Spread:
    """GIN-14: the arrangement that the owner states; raises Impossible if it cannot be laid."""
    try:
        return spread_of(kept, melds)
    except BadSpread as error:
        raise Impossible(error.code, "", error.text) from None


def why_not_down(rules: RuleSet, spread: Spread, *, how: str, limit: int, closed: str = "") -> str | None:
    """GIN-15, 18, CGN-9: the code of the reason why this spread cannot end the deal, or None."""
    if how == "big_gin" and spread.count:
        return "E_BAD_MELD"
    if spread.count > limit:
        return "E_KNOCK_LIMIT"
    return "E_NO_OPEN_SUIT" if rules.suit_columns and not open_suits(spread, closed) else None


def open_suits(spread: Spread, closed: str = "") -> str:
    """CGN-8: the open colours in which this spread scores."""
    return scoring_suits(spread.melds, spread.loose, closed)


def scoring_suits(melds: Iterable[int], deadwood: int, closed: str = "") -> str:
    """CGN-4..6, 15: the suits that are in every set (all suits, if there is no set) and in no run or deadwood.

    The colours that are `closed` are left out (CGN-8). Raises Impossible E_BAD_MELD for cards that are no meld.
    """
    scoring = ALL_SUITS - suits_of(deadwood)
    for meld in melds:
        kind = meld_kind(meld)
        if kind is None:
            raise Impossible("E_BAD_MELD")
        scoring = scoring & suits_of(meld) if kind == "set" else scoring - suits_of(meld)
    return "".join(suit for suit in SUITS if suit in scoring and suit not in closed)


def suits_of(cards: int) -> frozenset[str]:
    """The suits of a mask."""
    return frozenset(suit for at, suit in enumerate(SUITS) if cards >> SUIT_BITS * at & SUIT_MASK)


@lru_cache(maxsize=4096)
def coloured(kept: int, limit: int, closed: str, gin_first: bool = False) -> Spread | None:
    """GIN-14, CGN-14: among the arrangements that may go down, the one with the most open suits, then the least count.

    `gin_first`: one without deadwood, where there is one, because that is what was called. None when none may go down.
    """
    ways = [way for way in arrangements(kept, limit) if open_suits(way, closed)]
    if not ways:
        return None

    def order(way: Spread) -> tuple[bool, int, int, tuple[int, list[int], int]]:
        return gin_first and way.count > 0, -len(open_suits(way, closed)), way.count, default_order(kept, way)

    return min(ways, key=order)


def arrangements(hand: int, limit: int) -> list[Spread]:
    """GIN-14: every way to lay the hand open with at most `limit` left over, melds by their lowest card."""
    melds = [meld for meld in MELDS if not meld & ~hand]
    found: list[Spread] = []

    def lay(rest: int, laid: tuple[int, ...], loose: int) -> None:
        if values(loose) > limit:
            return
        if not rest:
            found.append(Spread(laid, loose, values(loose)))
            return
        low = rest & -rest
        lay(rest ^ low, laid, loose | low)
        for meld in melds:
            if meld & low and not meld & ~rest:
                lay(rest ^ meld, (*laid, meld), loose)

    lay(hand, (), 0)
    return found
