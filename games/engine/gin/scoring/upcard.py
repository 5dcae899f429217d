"""The knock limit and the multiplier that the upcard of a deal sets in Oklahoma."""

from games.engine.cards.cards import SUIT_BITS, SUITS
from games.engine.play.rules import RuleSet

FIRST_SPADE = SUIT_BITS * SUITS.index("S")


def limit_under(rules: RuleSet, upcard: int | None) -> int:
    """GIN-15, OKL-1, 2: the knock limit: the upcard's value if it sets the limit; an ace may mean that only gin ends
    the deal."""
    if rules.knock_limit_source == "fixed" or upcard is None:
        return rules.knock_limit
    if rules.ace_upcard == "gin_only" and upcard % SUIT_BITS == 0:
        return 0
    return rules.pack.values[upcard]


def multiplier(rules: RuleSet, upcard: int | None) -> int:
    """GIN-29, OKL-3: the factor of the points of the deal if the upcard is a spade."""
    return rules.spade_multiplier if is_spade(upcard) else 1


def is_spade(upcard: int | None) -> bool:
    """Was an upcard turned, and is it a spade?"""
    return upcard is not None and upcard >= FIRST_SPADE
