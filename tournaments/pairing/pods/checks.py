"""Check that a round can be played, in the same way for the engine's rounds and for typed ones."""

from collections import Counter
from collections.abc import Collection
from itertools import combinations

from tournaments.pairing.pods.model import Pairs, PodRound
from tournaments.pairing.pods.shape import BadPods, Shape, sizes


def validate(
    one: PodRound, numbers: Collection[int], *, shape: Shape, forbidden: Pairs = frozenset(), strict: bool = True
) -> None:
    """Check that every entrant in `numbers` has exactly one place, that the tables have sizes of the shape, and that no
    forbidden pair meets.

    `strict` also asks for exactly the sizes and the number of byes that `sizes` gives; a director may choose others.
    Raises BadPods: twice, unknown, missing, size, byes, apart.
    """
    seated = [number for table in one.tables for number in table] + list(one.byes)
    twice = sorted(number for number, count in Counter(seated).items() if count > 1)
    for code, wrong in (
        ("twice", twice),
        ("unknown", sorted(set(seated) - set(numbers))),
        ("missing", sorted(set(numbers) - set(seated))),
    ):
        if wrong:
            raise BadPods(code, *wrong)
    found = sorted(map(len, one.tables))
    if found and not shape.least <= found[0] <= found[-1] <= shape.most:
        raise BadPods("size", *found)
    if strict:
        asked = sizes(len(numbers), shape)
        if asked.byes != len(one.byes):
            raise BadPods("byes", len(one.byes), asked.byes)
        if list(asked.tables) != found:
            raise BadPods("size", *found)
    apart = [two for table in one.tables for two in combinations(sorted(table), 2) if frozenset(two) in forbidden]
    if apart:
        raise BadPods("apart", *apart[0])
