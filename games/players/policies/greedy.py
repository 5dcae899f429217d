"""The greedy policy (level novice): it plays for the least deadwood now, and knocks as soon as it has little."""

from games.engine import deadwood, deadwood_after_discard, value
from games.players.policies.policy import Sight

# Beats random play by 52 points a deal at 25/25; knocking at once, with ten, by 49.
KNOCK_AT = 7


class Greedy:
    """Takes what lowers the deadwood, throws for the least deadwood, the highest card first, knocks when it is low."""

    def takes(self, sight: Sight, card: int) -> bool:
        """Takes a card that leaves less deadwood after the best throw than there is now."""
        return deadwood_after_discard(sight.hand | 1 << card) < deadwood(sight.hand)

    def throws(self, sight: Sight, cards: tuple[int, ...]) -> int:
        """Throws the card that leaves the least deadwood, then the highest, then by chance."""
        return min(cards, key=lambda card: (deadwood(sight.hand ^ 1 << card), -value(card), sight.chance.random()))

    def knocks(self, sight: Sight, count: int) -> bool:
        """Knocks as soon as it keeps seven points or fewer."""
        return count <= KNOCK_AT


class AtOnce(Greedy):
    """A learner's policy: like the novice, but it knocks as soon as it may."""

    def knocks(self, sight: Sight, count: int) -> bool:
        """Always knocks."""
        return True
