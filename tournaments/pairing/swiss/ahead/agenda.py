"""The remaining rounds as graphs: who may meet whom in each, and who may have the bye."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.swiss.completion import is_surely_complete
from tournaments.pairing.swiss.group import Members

Pair = tuple[int, int]  # the bye is a pair with 0
BYE = 0


@dataclass(frozen=True, slots=True)
class Coming:
    """A round after the next one, as far as it is known now: who is expected, and which hard pairs apply."""

    numbers: frozenset[int]
    forbidden: frozenset[frozenset[int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Slate:
    """A round to be played: everybody in it (including `BYE` if their number is odd), each with the entries they may
    meet."""

    meets: dict[int, frozenset[int]]

    def with_pairs(self, forced: Iterable[Pair], banned: Iterable[Pair]) -> "Slate":
        """The round in which these pairs are made, and those are not."""
        pairs = tuple(forced)
        taken = frozenset(n for pair in pairs for n in pair)
        meets = {n: others if n in taken else others - taken for n, others in self.meets.items()}
        for one, other in pairs:
            meets[one], meets[other] = meets[one] & {other}, meets[other] & {one}
        for one, other in banned:
            meets[one], meets[other] = meets[one] - {other}, meets[other] - {one}
        return Slate(meets)


def slate_of(field: Members) -> Slate:
    """The round to be paired now, with all its bars."""
    numbers = frozenset(one.number for one in field)
    eligible = frozenset(one.number for one in field if one.may_have_bye)
    return _slate({one.number: numbers - one.barred - {one.number} for one in field}, eligible)


def coming_slates(crosstable: Crosstable, coming: Sequence[Coming]) -> tuple[Slate, ...]:
    """The rounds after it: no second meeting, no second bye, no hard pair. A round in which nobody is here is left
    out."""
    known = frozenset(crosstable.rows)
    eligible = frozenset(n for n in known if crosstable.may_have_bye(n))
    met = {n: crosstable.met(n) | {n} for n in known}
    found = []
    for one in coming:
        never: dict[int, set[int]] = {}
        for pair in one.forbidden:
            for number in pair:
                never.setdefault(number, set()).update(pair - {number})
        here = one.numbers & known
        if not here:
            continue
        found.append(_slate({n: here - met[n] - never.get(n, set()) for n in here}, eligible & here))
    return tuple(found)


def _slate(meets: dict[int, frozenset[int]], eligible: frozenset[int]) -> Slate:
    if len(meets) % 2 == 0:
        return Slate(meets)
    with_bye = {n: others | {BYE} if n in eligible else others for n, others in meets.items()}
    return Slate({**with_bye, BYE: eligible})


def are_plain(crosstable: Crosstable, coming: Sequence[Coming], before: int = 1) -> bool:
    """Can each of these rounds surely be paired, whatever pairs the `before` rounds ahead of them, and they themselves,
    use up?

    By degree bounds (Dirac: everybody may meet half of the others), so that False may mean that it is not known."""
    last = {one: before + n for n, one in enumerate(coming)}
    numbers = frozenset(n for one in last for n in one.numbers if n in crosstable.rows)
    met = {n: len(crosstable.met(n)) for n in numbers}
    receivers = [n for n in numbers if crosstable.may_have_bye(n)]
    return all(_is_plain(one, taken, met, receivers) for one, taken in last.items())


def _is_plain(one: Coming, before: int, met: Mapping[int, int], receivers: Sequence[int]) -> bool:
    here = [n for n in one.numbers if n in met]
    never = Counter(n for pair in one.forbidden for n in pair)
    most = max((met[n] + never[n] for n in here), default=0) + before
    if len(here) % 2 and sum(n in one.numbers for n in receivers) <= before:
        return False
    return is_surely_complete(len(here) - len(here) % 2, most)


def narrowed(field: Members, forced: Iterable[Pair], banned: Iterable[Pair]) -> Members:
    """The field in which these pairs must be made and those must not."""
    by_number = {one.number: one for one in field}
    numbers = frozenset(by_number)
    for one, other in banned:
        for a, b in ((one, other), (other, one)):
            if a and b:
                by_number[a] = replace(by_number[a], barred=by_number[a].barred | {b})
            elif a:
                by_number[a] = replace(by_number[a], may_have_bye=False)
    pairs = list(forced)
    taken = frozenset(n for pair in pairs for n in pair)
    for n, found in by_number.items():
        if n not in taken:
            by_number[n] = replace(found, barred=found.barred | taken)
    for one, other in pairs:
        for a, b in ((one, other), (other, one)):
            if a:
                by_number[a] = replace(by_number[a], barred=numbers - {a, b}, may_have_bye=b == BYE)
    if BYE in taken:
        receiver = next(max(pair) for pair in pairs if BYE in pair)
        for n, found in by_number.items():
            if n != receiver:
                by_number[n] = replace(found, may_have_bye=False)
    return tuple(by_number[one.number] for one in field)
