"""Ways out of a round that cannot be paired: what an organiser may waive for one pairing (tournaments design §8)."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.group import Members


@dataclass(frozen=True, slots=True, kw_only=True)
class Ease:
    """What is waived: meetings of these rounds (from 1) count as if they had not been, hard pairs that may meet after
    all, a bye for who had one."""

    again: frozenset[int] = frozenset()
    lifted: frozenset[frozenset[int]] = frozenset()
    second_bye: bool = False

    def __bool__(self) -> bool:
        return bool(self.again or self.lifted or self.second_bye)


NOTHING = Ease()


def allowed_again(crosstable: Crosstable, rounds: Collection[int]) -> frozenset[frozenset[int]]:
    """The pairs that met in these rounds."""
    return frozenset(
        frozenset((number, result.opponent))
        for number in crosstable.rows
        for n in rounds
        if (result := crosstable.result(number, n)).is_met
    )


def eased(field: Members, crosstable: Crosstable, ease: Ease) -> Members:
    """The contenders with what is waived: fewer are barred from each other, and a bye is open to all."""
    if not ease:
        return field
    pairs = allowed_again(crosstable, ease.again) | ease.lifted
    return tuple(
        replace(
            one,
            barred=frozenset(n for n in one.barred if frozenset((one.number, n)) not in pairs),
            may_have_bye=one.may_have_bye or ease.second_bye,
        )
        for one in field
    )
