"""The input of the pairing: the contenders, and the group that is paired next."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from tournaments.pairing.crosstable import Crosstable, Float
from tournaments.pairing.deal_order import NO_PREFERENCE, Preference, preference
from tournaments.pairing.swiss.waivers import NOTHING, Waivers


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """One available entry before a round. `rank` is its place in the pairing order of the whole field (from 0)."""

    number: int
    rank: int
    score: int
    barred: frozenset[int]
    last_float: Float
    float_before: Float
    unplayed: int
    may_have_bye: bool
    is_topscorer: bool = False
    """May it meet another with the same absolute preference, so that C10 and C11 matter?"""
    preference: Preference = NO_PREFERENCE
    clashes: frozenset[int] = frozenset()
    """Those of `barred` who are barred by C3 alone."""
    avoided: frozenset[int] = frozenset()
    """Those of `barred` who are barred by a soft pair alone."""

    def may_meet(self, other: "Contender") -> bool:
        """C1: may the two meet? Nobody meets twice, and hard pairs never meet. C3: nor do two who must both deal first,
        or both second."""
        return other.number not in self.barred


Members = tuple[Contender, ...]


def contenders(
    crosstable: Crosstable, *, forbidden: Iterable[frozenset[int]], by_standing: bool, waived: Waivers = NOTHING
) -> Members:
    """The available entries in pairing order: pairing score, then start number (or margin first, `by_standing`)."""
    never: dict[int, set[int]] = {}
    for pair in set(forbidden) - waived.lifted:
        for number in pair:
            never.setdefault(number, set()).update(pair - {number})
    numbers = [row.number for row in crosstable.rows.values() if row.is_available]
    margins = {n: sum(r.margin for r in crosstable.results(n)) if by_standing else 0 for n in numbers}
    numbers.sort(key=lambda n: (-crosstable.pairing_score(n), -margins[n], n))
    return tuple(
        Contender(
            number=number,
            rank=rank,
            score=crosstable.pairing_score(number),
            barred=crosstable.met(number, waived.again) | frozenset(never.get(number, ())),
            last_float=crosstable.float_of(number, crosstable.rounds),
            float_before=crosstable.float_of(number, crosstable.rounds - 1),
            unplayed=crosstable.unplayed(number),
            may_have_bye=waived.second_bye or crosstable.may_have_bye(number),
        )
        for rank, number in enumerate(numbers)
    )


def with_preferences(field: Members, crosstable: Crosstable, *, is_last: bool, same_turn: bool = False) -> Members:
    """The same contenders with the turns they are due, barred by C3: two with the same absolute preference do not meet,
    unless the last round is paired and one of them is a topscorer (over half of the maximum). If C3 is waived
    (`same_turn`), all of them may meet as topscorers do, and C10 and C11 apply to them."""
    due = {one.number: preference(crosstable.dealt_first(one.number)) for one in field}
    half = crosstable.rounds * crosstable.table.most // 2
    exempt = {one.number for one in field if is_last and one.score > half}
    free = {one.number for one in field if same_turn or one.number in exempt or not due[one.number].is_absolute}
    bound = [one.number for one in field if one.number not in free]
    rivals = {wants: frozenset(n for n in bound if due[n].wants_first is wants) for wants in (True, False)}
    found = []
    for one in field:
        mine = due[one.number]
        clashes = frozenset() if one.number in free else rivals[bool(mine.wants_first)] - one.barred - {one.number}
        is_topscorer = one.number in exempt or (same_turn and mine.is_absolute)
        barred = one.barred | clashes
        found.append(replace(one, preference=mine, is_topscorer=is_topscorer, barred=barred, clashes=clashes))
    return tuple(found)


@dataclass(frozen=True)
class Group:
    """A score group with the entries moved down into it, and all that remain below.

    `bye_score` is the pairing score of the PAB's receiver (C5), None for an even field. With `bye_alone` the only
    downfloater of this group is that receiver, so that C9 applies. `unit` is the points of the table's one point.
    """

    moved: Members
    residents: Members
    following: Members
    beyond: Members
    bye_score: int | None
    rounds: int
    unit: int
    bye_alone: bool = False

    @cached_property
    def members(self) -> Members:
        """Moved-down entries first, then the residents, in pairing order."""
        return self.moved + self.residents

    @cached_property
    def below(self) -> Members:
        """All entries under this group."""
        return self.following + self.beyond

    @cached_property
    def score(self) -> int:
        """The score of the residents."""
        return self.residents[0].score

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The different scores of the members, the highest first."""
        return tuple(sorted({one.score for one in self.members}, reverse=True))

    @cached_property
    def next_scores(self) -> tuple[int, ...]:
        """The different scores of all who may be in the following group, the highest first."""
        return tuple(sorted({one.score for one in self.members + self.following}, reverse=True))

    @cached_property
    def differences(self) -> tuple[int, ...]:
        """The score differences that can arise here, the largest first: of pairs, and of moved-down entries who float
        on (as if they met somebody one point below this group)."""
        pairs = {high - low for high in self.scores for low in self.scores if high > low}
        onward = {self.onward(one) for one in self.moved}
        return tuple(sorted(pairs | onward, reverse=True))

    def onward(self, one: Contender) -> int:
        """The score difference that counts for a moved-down entry who is not paired here either."""
        return one.score - self.score + self.unit
