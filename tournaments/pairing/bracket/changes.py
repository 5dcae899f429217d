"""What a corrected result changes further on in a bracket."""

from collections.abc import Collection
from dataclasses import dataclass

from tournaments.pairing.bracket.shape import Bracket, Side


@dataclass(frozen=True, slots=True)
class Change:
    """A match whose sides are others now."""

    key: str
    before: tuple[Side, Side]
    after: tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class Affected:
    """`reseated`: not begun, they take their new sides. `to_rule`: begun, each needs a ruling: let stand (the corrected
    result says who `advances`), replay or annul (its result is taken out)."""

    reseated: tuple[Change, ...]
    to_rule: tuple[Change, ...]


def affected(before: Bracket, after: Bracket, begun: Collection[str]) -> Affected:
    """The matches in which somebody sat before who does not sit there after, those in `begun` (keys; over ones too)
    apart. Sides that only become known are no change. Raises BadBracket when the two are not the same bracket."""
    changes = [
        Change(match.key, match.sides, after.match(match.key).sides)
        for match in before.matches
        if set(filter(None, match.sides)) - set(after.match(match.key).sides)
    ]
    return Affected(
        tuple(change for change in changes if change.key not in begun),
        tuple(change for change in changes if change.key in begun),
    )
