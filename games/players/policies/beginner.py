"""The beginner policy: it collects pairs as well as melds, throws high cards, and knocks late."""

from games.engine import best_spread, cards_of, value
from games.players.policies.policy import Sight

KNOCK_AT = 3


class Beginner:
    """Looks at its own hand alone: a card that goes with another is kept, whatever its value."""

    def takes(self, sight: Sight, card: int) -> bool:
        """Takes every card that matches a rank in its hand or fits into a meld."""
        if any(held % 13 == card % 13 for held in cards_of(sight.hand)):
            return True
        return any(meld >> card & 1 for meld in best_spread(sight.hand | 1 << card).melds)

    def throws(self, sight: Sight, cards: tuple[int, ...]) -> int:
        """Throws the highest card that is in no meld and no pair, else the highest in no meld; equal ones by chance."""
        loose = best_spread(sight.hand).loose
        ranks = [card % 13 for card in cards_of(sight.hand)]

        def cost(card: int) -> tuple[bool, bool, int, float]:
            return not loose >> card & 1, ranks.count(card % 13) > 1, -value(card), sight.chance.random()

        return min(cards, key=cost)

    def knocks(self, sight: Sight, count: int) -> bool:
        """Knocks only with three points or fewer."""
        return count <= KNOCK_AT
