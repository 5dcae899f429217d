"""Tie-breaks by key (tournaments design §5): FIDE C.07 of 1 March 2026 by acronym with its modifiers, and card clubs'.

A key is an acronym and what varies it, `BH`, `BH/C1`, `AOB/F`, `KS/L60`, `DE:GP`. A tournament lists keys in order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from tournaments.pairing import tiebreaks_opponents as opponents
from tournaments.pairing import tiebreaks_own as own
from tournaments.pairing import tiebreaks_rating as ratings
from tournaments.pairing import tiebreaks_teams as teams
from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.modifiers import BadKey, Modifiers, Value, read
from tournaments.pairing.tiebreaks_direct import direct_encounter, extended_direct_encounter

LOT = "LOT"
MOST_KEYS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """All keys of one acronym: how they are computed, which modifiers they take (`:` for MP or GP), whether the lowest
    stands first, whether it is applied again inside what remains tied, whether it serves round robins and single
    entries (or teams only)."""

    value: Callable[[Crosstable, int, frozenset[int], Modifiers], Value]
    takes: str = ""
    is_low_first: bool = False
    is_repeated: bool = False
    in_round_robins: bool = True
    for_teams_only: bool = False


FAMILIES: dict[str, Family] = {
    "DE": Family(value=direct_encounter, takes=":P", is_repeated=True),
    "WIN": Family(value=own.wins, takes=":"),
    "WON": Family(value=own.won, takes=":"),
    "BPG": Family(value=own.second),
    "BWG": Family(value=own.won_as_second),
    "PS": Family(value=own.progressive, takes=":C"),
    "REP": Family(value=own.elected),
    "STD": Family(value=own.standard_points, takes=":"),
    "TPN": Family(value=own.pairing_number, takes="R", is_low_first=True),
    "BH": Family(value=opponents.buchholz, takes=":CMPF", in_round_robins=False),
    "FB": Family(value=opponents.fore_buchholz, takes=":CMP", in_round_robins=False),
    "AOB": Family(value=opponents.average_buchholz, takes=":CMPF", in_round_robins=False),
    "SB": Family(value=opponents.sonneborn_berger, takes=":CMP"),
    "KS": Family(value=opponents.koya, takes=":LP"),
    "ARO": Family(value=ratings.average_rating, takes="CM"),
    "TPR": Family(value=ratings.performance),
    "PTP": Family(value=ratings.perfect_performance),
    "APRO": Family(value=ratings.average_performance, takes="CM"),
    "APPO": Family(value=ratings.average_perfect_performance, takes="CM"),
    "RTNG": Family(value=ratings.rating, takes="R"),
    "MARGIN": Family(value=own.margin),
    "POINTS": Family(value=own.game_points),
    "GAMES": Family(value=own.games),
    "SHUTOUTS": Family(value=own.shutouts),
    "OPPMARGIN": Family(value=opponents.opponents_margin),
    "MP": Family(value=teams.match_points, for_teams_only=True),
    "GP": Family(value=teams.game_points, for_teams_only=True),
    "EDE": Family(value=extended_direct_encounter, takes="P", is_repeated=True, for_teams_only=True),
    "EMMSB": Family(value=teams.mp_mp, takes="CP", for_teams_only=True),
    "EMGSB": Family(value=teams.mp_gp, takes="CP", for_teams_only=True),
    "EGMSB": Family(value=teams.gp_mp, takes="CP", for_teams_only=True),
    "EGGSB": Family(value=teams.gp_gp, takes="CP", for_teams_only=True),
    "BC": Family(value=teams.board_count, is_low_first=True, for_teams_only=True),
    "TBR": Family(value=teams.boards_from_the_top, is_repeated=True, for_teams_only=True),
}

# What a tournament takes unless it says otherwise (design §5).
DEFAULTS: dict[str, tuple[str, ...]] = {
    "card": ("MARGIN", "BH/C1", "DE", LOT),
    "dutch": ("BH/C1", "BH", "SB", "DE", LOT),
    "round_robin": ("DE", "WIN", "SB", "MARGIN", LOT),
    "bracket": ("WON", "MARGIN", LOT),
    "team_swiss": ("GP", "EDE", "BH/C1", "EMGSB", "TBR", LOT),
    "team_round_robin": ("GP", "EDE", "EMGSB", "TBR", LOT),
}


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One key, ready to be asked. Called with a crosstable and an entry it gives the value, None where it has none;
    `tied` are those among whom it decides, unless given all with the same score."""

    key: str
    acronym: str
    marks: tuple[str, ...]
    how: Modifiers
    family: Family

    def __call__(self, crosstable: Crosstable, entry: int, tied: frozenset[int] = frozenset()) -> Value:
        return self.family.value(crosstable, entry, tied, self.how)

    @property
    def is_low_first(self) -> bool:
        """Does the lowest value stand first?"""
        return self.family.is_low_first is not self.how.is_reversed

    @property
    def is_repeated(self) -> bool:
        """Is it applied again inside what remains tied?"""
        return self.family.is_repeated


@cache
def tiebreak(key: str) -> TieBreak:
    """The tie-break of a key. Raises BadKey for one that cannot be. LOT is drawn by `standings.rank`."""
    acronym, marks, how = read(key)
    family = FAMILIES.get(acronym)
    if family is None:
        raise BadKey(key, f"one of {', '.join([*FAMILIES, LOT])}")
    asked = [mark[0] for mark in marks] + ([":"] if how.points else [])
    if not set(asked) <= set(family.takes):
        allowed = ", ".join(family.takes) or "nothing"
        raise BadKey(key, f"{acronym} takes {allowed}")
    return TieBreak(key, acronym, marks, how, family)


class _Keys(Mapping[str, TieBreak]):
    """All tie-breaks by key: those that stand alone when gone through, every sound key when asked for."""

    def __getitem__(self, key: str) -> TieBreak:
        return tiebreak(key)

    def __iter__(self) -> Iterator[str]:
        return iter(OFFERED)

    def __len__(self) -> int:
        return len(OFFERED)


OFFERED: tuple[str, ...] = (
    *(acronym for acronym in FAMILIES),
    *("BH/C1", "BH/C2", "BH/M1", "BH/M2", "FB/C1", "AOB/F", "SB/C1", "PS/C1", "ARO/C1", "DE/P", "BH/P", "SB/P"),
    *("KS/L60", "TPN/R", "RTNG/R", "BH:MP", "BH:GP", "BH:MP/C1", "BH:GP/C1", "DE:MP", "DE:GP", "SB:MP", "SB:GP"),
)
TIEBREAKS: Mapping[str, TieBreak] = _Keys()


def check_keys(keys: Sequence[str], *, is_round_robin: bool = False, is_team: bool = False) -> tuple[str, ...]:
    """The keys as they are, if a stage of this sort can use them in this order.

    Raises BadKey for one that it cannot use, for one that stands twice, for more than twelve, and for one behind LOT.
    """
    if len(keys) > MOST_KEYS:
        raise BadKey(keys[MOST_KEYS], f"at most {MOST_KEYS} tie-breaks")
    for place, key in enumerate(keys):
        if key in keys[:place]:
            raise BadKey(key, "each tie-break stands once")
        if place and keys[place - 1] == LOT:
            raise BadKey(key, "nothing stands behind LOT: it leaves no tie")
        if key == LOT:
            continue
        found = tiebreak(key)
        if is_round_robin and not found.family.in_round_robins:
            raise BadKey(key, "no Buchholz in round robins (FIDE C.07, article 8)")
        if not is_team and not is_for_single_entries(key):
            raise BadKey(key, "for teams only")
    return tuple(keys)


def usable_keys(*, is_round_robin: bool, is_team: bool = False) -> tuple[str, ...]:
    """The keys on offer that a stage of single entries (or of teams) can use, LOT last."""
    found = (key for key in OFFERED if is_team or is_for_single_entries(key))
    return (*(key for key in found if tiebreak(key).family.in_round_robins or not is_round_robin), LOT)


def is_for_single_entries(key: str) -> bool:
    """May a stage use this key whose entries are no teams? Raises BadKey for one that cannot be."""
    return key == LOT or not (tiebreak(key).family.for_teams_only or tiebreak(key).how.points)


def default_keys(stage_format: str, system: str = "card") -> tuple[str, ...]:
    """The tie-breaks of a stage that names none: by its format, in a Swiss by its system."""
    if stage_format in DEFAULTS:
        return DEFAULTS[stage_format]
    if stage_format in ("swiss", "duplicate_swiss", "league"):
        return DEFAULTS.get(system, DEFAULTS["card"])
    return DEFAULTS["bracket"]
