"""The top policy: take, knock and throw as a small network has learned by self-play against players of many kinds.

The network sees what the other seat took, left and threw in this deal, so it plays differently against different
players (`tools/fit_top.py`, docs/house-players.md). It has no chance of its own: the same look brings the same move on
every machine.
"""

from games.engine import best_spread, cards_of, deadwood, deadwood_after_discard, value
from games.players.policies.learned import reading
from games.players.policies.learned.cells import Network, frozen
from games.players.policies.learned.features import gone
from games.players.policies.policy import Sight

DEARER, BREAKING = 12, 3  # points: so much dearer than the cheapest may a loose card be, and one that breaks a meld
LOOKED_AT = 8  # throws


class Top:
    """Plays by three networks, one for each judgement."""

    def __init__(self, networks: dict[str, Network] | None = None) -> None:
        self.networks = networks or frozen()

    def takes(self, sight: Sight, card: int) -> bool:
        """Takes what gives gin; else as the network says."""
        if deadwood_after_discard(sight.hand | 1 << card) == 0 and deadwood(sight.hand) > 0:
            return True
        seen = reading.look_at(sight)
        return self.worth("take", seen, reading.take(seen, card)) > 0

    def knocks(self, sight: Sight, count: int) -> bool:
        """Knocks if the network does not play on."""
        seen = reading.look_at(sight)
        return self.worth("play_on", seen, reading.play_on(seen, ending(sight, count), count)) < 0

    def throws(self, sight: Sight, cards: tuple[int, ...]) -> int:
        """Throws the candidate with the highest worth; among equals the higher card."""
        near = candidates(sight, cards)
        if len(near) == 1:
            return near[0][0]
        seen, shown, loose = reading.look_at(sight), gone(sight), best_spread(sight.hand).loose
        network = self.networks["throw"]
        begun = network.begin(seen.common)
        worth = {}
        for card, left in near:
            choice = reading.throw(seen, card, left, shown, loose)
            worth[card] = network.worth(begun, choice.own, choice.products)
        return max(worth, key=lambda card: (worth[card], value(card), card))

    def worth(self, judgement: str, seen: reading.Look, choice: reading.Choice) -> int:
        """What one network says to one choice."""
        network = self.networks[judgement]
        return network.worth(network.begin(seen.common), choice.own, choice.products)


def ending(sight: Sight, count: int) -> int:
    """The highest card whose throw leaves `count` points; not the card that was taken from the pile in this turn."""
    taken = sight.view.taken
    barred = taken.card if taken and taken.source == "pile" else None
    ways = [card for card in cards_of(sight.hand) if card != barred and deadwood(sight.hand ^ 1 << card) == count]
    return max(ways, key=value)


def candidates(sight: Sight, cards: tuple[int, ...]) -> list[tuple[int, int]]:
    """The throws that are considered, each with the deadwood that it leaves, the cheapest first: loose cards near the
    cheapest, and such as break a meld for little."""
    loose = best_spread(sight.hand).loose
    left = {card: deadwood(sight.hand ^ 1 << card) for card in cards}
    least = min(left.values())
    near = [card for card in cards if left[card] <= least + (DEARER if loose >> card & 1 else BREAKING)]
    near.sort(key=lambda card: (left[card], -value(card), card))
    return [(card, left[card]) for card in near[:LOOKED_AT]]
