"""Cuts: the entries that qualify by the final standings of a stage, with their seeds and the results that they carry
over."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from tournaments.formats.facts import Ranking
from tournaments.formats.qualifying.seeding import kept_apart
from tournaments.pairing import Crosstable, Row, Standing
from tournaments.pairing.crosstable import ABSENT
from tournaments.pairing.tiebreaks.families import LOT, tiebreak

LAST = Fraction(10**9)  # where a value is missing


class BadCut(ValueError):
    """The cut is impossible; `field` names the wrong value, the message says what is allowed."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


class Equal(StrEnum):
    """The rule for entries of equal points at the cut."""

    TIEBREAKS = "tiebreaks"
    ALL_IN = "all"
    PLAY_OFF = "playoff"


class Carry(StrEnum):
    """The results that are carried over into the next stage."""

    NONE = "none"
    ALL = "all"
    QUALIFIED = "qualified"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """The number of entries that qualify: the `top` N, or `percent` of the entries (rounded up), or the best `of_each`
    group and the best `runners_up` besides. Exactly one of the three is set. `is_apart`: entries of one group meet late
    in the next bracket."""

    top: int = 0
    percent: int = 0
    of_each: int = 0
    runners_up: int = 0
    equal: Equal = Equal.TIEBREAKS
    is_apart: bool = False


@dataclass(frozen=True, slots=True)
class PlayOff:
    """Entries of equal standing, in the order of the standings, who play off for `places` places above the cut."""

    entries: tuple[int, ...]
    places: int


@dataclass(frozen=True, slots=True)
class Qualified:
    """The entries that qualify, by seed; while there are play-offs, only those that are certain to."""

    order: tuple[int, ...]
    play_offs: tuple[PlayOff, ...] = ()


@dataclass(frozen=True, slots=True)
class _Runner:
    """An entry at the cut: its group, its place there (0 if groups are not compared), the value that is the same for
    equal entries before the tie-breaks (`level`), and the whole order (`rank`). Smaller is higher."""

    number: int
    group: int
    level: tuple[Fraction, ...]
    rank: tuple[Fraction, ...]


def qualify(
    rankings: Iterable[Ranking], cut: Cut, gone: Collection[int] = (), decided: Sequence[Sequence[int]] = ()
) -> Qualified:
    """The entries that qualify by these standings; those in `gone` are left out. `decided` holds, for each play-off
    that is over (or was replaced by a lot), its entries in the resulting order.

    Across groups, places come first (all winners before all seconds), then points for each match of the group, then the
    tie-breaks that can be compared. Entries that even the tie-breaks leave equal at the cut play off. Runners-up are
    named once no play-off inside a group is open. Raises BadCut.
    """
    groups = [_settled(one, cut.equal, gone, decided) for one in rankings if not one.contest]
    _check(cut, len(groups))
    if not cut.of_each:
        everybody = _alone(groups[0]) if len(groups) == 1 else sorted(_across(groups), key=_rank)
        wanted = cut.top or -(-len(everybody) * cut.percent // 100)
        chosen, play_off = _picked(everybody, wanted, cut.equal, decided)
        play_offs = [play_off] if play_off else []
    else:
        chosen, play_offs = _of_each(groups, cut, decided)
    order = [one.number for one in chosen]
    if cut.is_apart and not play_offs and len(groups) > 1:
        place = {one.number: int(one.level[0]) for one in chosen}
        order = kept_apart(order, {one.number: one.group for one in chosen}, place)
    return Qualified(tuple(order), tuple(play_offs))


def carried(crosstable: Crosstable, qualified: Collection[int], carry: Carry) -> Crosstable:
    """The crosstable with which the next stage begins.

    `none`: no rounds. `qualified`: the rounds with the results of those who go on among themselves, others as rests.
    `all`: everybody's rounds (tie-breaks ask for all opponents), those who are out being unavailable.
    """
    if carry is Carry.ALL:
        rows = {n: replace(row, is_available=row.is_available and n in qualified) for n, row in crosstable.rows.items()}
        return Crosstable(rows, crosstable.rounds, crosstable.table)
    rows = {n: _among(row, qualified, carry) for n, row in crosstable.rows.items() if n in qualified}
    return Crosstable(rows, crosstable.rounds if carry is Carry.QUALIFIED else 0, crosstable.table)


def _among(row: Row, qualified: Collection[int], carry: Carry) -> Row:
    if carry is Carry.NONE:
        return replace(row, results=())
    return replace(row, results=tuple(r if r.opponent in qualified else ABSENT for r in row.results))


def _check(cut: Cut, groups: int) -> None:
    if sum(map(bool, (cut.top, cut.percent, cut.of_each))) != 1:
        raise BadCut("top", "a cut says one of top, percent and of_each")
    for field in ("top", "percent", "of_each", "runners_up"):
        if getattr(cut, field) < 0:
            raise BadCut(field, "not less than 0")
    if cut.percent > 100:
        raise BadCut("percent", "not more than 100")
    if cut.runners_up and not cut.of_each:
        raise BadCut("runners_up", "they are beside the best of each group")
    if not groups:
        raise BadCut("stage", "the stage has no standings")


def _settled(ranking: Ranking, equal: Equal, gone: Collection[int], decided: Sequence[Sequence[int]]) -> Ranking:
    """The standings of the entries that are here; entries that have played off are in the order of their play-off."""
    present = [line for line in ranking.lines if line.number not in gone]
    lines: list[Standing] = []
    for _, run in groupby(present, key=lambda line: _equality(ranking, line, equal)):
        tied = {line.number: line for line in run}
        lines += [tied[number] for number in _by_play_off(list(tied), decided) or tied]
    return replace(ranking, lines=tuple(lines))


def _equality(ranking: Ranking, line: Standing, equal: Equal) -> int:
    """The value that is the same for entries that are equal inside a group: the place, or the points if they alone
    decide. If there are no tie-breaks, as in a bracket, the place decides."""
    return line.place if equal is Equal.TIEBREAKS or not ranking.keys else -line.points


def _of_each(
    groups: Sequence[Ranking], cut: Cut, decided: Sequence[Sequence[int]]
) -> tuple[list[_Runner], list[PlayOff]]:
    """The best of each group, and the best runners-up."""
    across = {one.number: one for one in _across(groups)}
    chosen: list[_Runner] = []
    play_offs: list[PlayOff] = []
    for ranking in groups:
        found, play_off = _picked(_alone(ranking), cut.of_each, cut.equal, decided)
        chosen += [across[one.number] for one in found]
        play_offs += [play_off] if play_off else []
    if cut.runners_up and not play_offs:
        through = {one.number for one in chosen}
        rest = sorted((one for one in across.values() if one.number not in through), key=_rank)
        found, play_off = _picked(rest, cut.runners_up, cut.equal, decided)
        chosen += found
        play_offs += [play_off] if play_off else []
    return sorted(chosen, key=_rank), play_offs


def _picked(
    runners: Sequence[_Runner], wanted: int, equal: Equal, decided: Sequence[Sequence[int]]
) -> tuple[list[_Runner], PlayOff | None]:
    """The first `wanted` entries, by the rule for entries that are equal at the cut."""
    if wanted >= len(runners):
        return list(runners), None
    same = _rank if equal is Equal.TIEBREAKS else _level
    at_cut = same(runners[wanted - 1])
    if same(runners[wanted]) != at_cut:
        return list(runners[:wanted]), None
    sure = [one for one in runners[:wanted] if same(one) != at_cut]
    tied = [one for one in runners if same(one) == at_cut]
    if equal is Equal.ALL_IN:
        return sure + tied, None
    places = wanted - len(sure)
    outcome = _by_play_off([one.number for one in tied], decided)
    if not outcome:
        return sure, PlayOff(tuple(one.number for one in tied), places)
    return sure + sorted(tied, key=lambda one: outcome.index(one.number))[:places], None


def _by_play_off(tied: Sequence[int], decided: Sequence[Sequence[int]]) -> list[int]:
    """The tied entries in the order of their play-off; empty if there was none."""
    orders = (order for order in decided if set(tied) <= set(order))
    return [number for number in next(orders, ()) if number in tied]


def _alone(ranking: Ranking) -> list[_Runner]:
    """The entries of one group in their order."""
    return [
        _Runner(
            line.number,
            ranking.group,
            (Fraction(_equality(ranking, line, Equal.PLAY_OFF)),),
            (Fraction(_equality(ranking, line, Equal.TIEBREAKS)),),
        )
        for line in ranking.lines
    ]


def _across(groups: Sequence[Ranking]) -> list[_Runner]:
    """The entries of all groups in a comparable order: place, points for each match of the group, tie-breaks."""
    found = []
    for ranking in groups:
        matches = max(len(ranking.lines) - 1, 1)
        for place, line in enumerate(ranking.lines):
            level = (Fraction(place), -Fraction(line.points, matches))
            found.append(_Runner(line.number, ranking.group, level, level + _values(ranking, line)))
    return found


def _values(ranking: Ranking, line: Standing) -> tuple[Fraction, ...]:
    """The tie-breaks that can compare entries of different groups, without those that compare only the tied, such as
    DE."""
    compared = [
        (value, key != LOT and tiebreak(key).is_low_first)
        for key, value in zip(ranking.keys, line.values, strict=True)
        if key == LOT or not tiebreak(key).is_repeated
    ]
    return tuple(LAST if value is None else value if is_low_first else -value for value, is_low_first in compared)


def _rank(one: _Runner) -> tuple[Fraction, ...]:
    return one.rank


def _level(one: _Runner) -> tuple[Fraction, ...]:
    return one.level
