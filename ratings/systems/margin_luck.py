"""The margin system without the luck of the cards: it rates margin - luck, which has less noise.

Luck comes down as one number a match and is zero in the mean whatever is played, so what is left is as fair as the
margin itself.
"""

from dataclasses import dataclass

from ratings.systems import margin
from ratings.systems.protocol import RatedMatch


@dataclass(frozen=True, slots=True, kw_only=True)
class Params(margin.Params):
    """The parameters of the margin system; both standard deviations are those of a deal without its luck, measured on
    house players' deals by `bench/convergence.py --decks 200`."""

    sigma: float = 16.9
    duplicate: float = 13.6


class MarginLuck(margin.Margin):
    """State: as in the margin system."""

    key = "margin_luck"
    Params = Params

    def observed(self, match: RatedMatch) -> float:
        """The points of a minus the points of b, less the luck of a."""
        return match.margin - (match.luck or 0.0)

    def tells(self, match: RatedMatch) -> bool:
        """Does the match have information for a rating? Its luck must be known."""
        return match.luck is not None and super().tells(match)


System = MarginLuck
