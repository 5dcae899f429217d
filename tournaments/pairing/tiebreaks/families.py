"""Tie-breaks by key: FIDE C.07 of 1 March 2026 by acronym with its modifiers, and card clubs'.

A key is an acronym and what varies it, `BH`, `BH/C1`, `AOB/F`, `KS/L60`, `DE:GP`. A tournament lists keys in order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cache

from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.tiebreaks import opponents, own, shared_tables, teams
from tournaments.pairing.tiebreaks import rating as ratings
from tournaments.pairing.tiebreaks.direct import direct_encounter, extended_direct_encounter
from tournaments.pairing.tiebreaks.modifiers import BadKey, Modifiers, Value, read

LOT = "LOT"
MOST_KEYS = 12


def gettext_noop(text: str) -> str:
    """Marks a text for translators; the page translates it."""
    return text


_ = gettext_noop


@dataclass(frozen=True, slots=True)
class Family:
    """All keys of one acronym: how they are computed, their name and a sentence for players (in English; the pages put
    them through gettext), the modifiers they take (`:` for MP or GP), whether the lowest comes first, whether they are
    applied again inside what remains tied, whether they serve round robins and single entries (or only teams), and
    whether they serve tables of three and more (or only these)."""

    value: Callable[[Crosstable, int, frozenset[int], Modifiers], Value]
    name: str
    sentence: str
    _: KW_ONLY
    takes: str = ""
    is_low_first: bool = False
    is_repeated: bool = False
    in_round_robins: bool = True
    for_teams_only: bool = False
    at_tables: bool = False
    at_tables_only: bool = False


FAMILIES: dict[str, Family] = {
    "DE": Family(
        direct_encounter,
        _("Direct encounter"),
        _("points among those who are tied, where all of them have met"),
        takes=":P",
        is_repeated=True,
    ),
    "WIN": Family(own.wins, _("Wins"), _("rounds with as many points as for a win"), takes=":"),
    "WON": Family(own.won, _("Won"), _("matches won by playing"), takes=":"),
    "BPG": Family(own.second, _("Played second"), _("matches in which the other side dealt first")),
    "BWG": Family(own.won_as_second, _("Won second"), _("matches won in which the other side dealt first")),
    "PS": Family(
        own.progressive,
        _("Running score"),
        _("the scores after each round, added up: early points count more"),
        takes=":C",
        at_tables=True,
    ),
    "REP": Family(own.elected, _("Rounds there"), _("rounds that the player was there to play")),
    "STD": Family(
        own.standard_points, _("Standard points"), _("1 for a win, ½ for a tie, whatever the points table"), takes=":"
    ),
    "TPN": Family(
        own.pairing_number,
        _("Start number"),
        _("the lower start number first"),
        takes="R",
        is_low_first=True,
        at_tables=True,
    ),
    "BH": Family(
        opponents.buchholz, _("Buchholz"), _("the sum of the opponents’ scores"), takes=":CMPF", in_round_robins=False
    ),
    "FB": Family(
        opponents.fore_buchholz,
        _("Fore Buchholz"),
        _("the sum of the opponents’ scores as if the last round had been tied everywhere"),
        takes=":CMP",
        in_round_robins=False,
    ),
    "AOB": Family(
        opponents.average_buchholz,
        _("Opponents’ Buchholz"),
        _("the average Buchholz of the opponents"),
        takes=":CMPF",
        in_round_robins=False,
    ),
    "SB": Family(
        opponents.sonneborn_berger,
        _("Sonneborn-Berger"),
        _("each opponent’s score times the points won against it, added up"),
        takes=":CMP",
    ),
    "KS": Family(
        opponents.koya, _("Koya"), _("points against those who have at least half of all possible points"), takes=":LP"
    ),
    "ARO": Family(ratings.average_rating, _("Opponents’ rating"), _("the average rating of the opponents"), takes="CM"),
    "TPR": Family(
        ratings.performance, _("Performance"), _("the rating that the results against these opponents are worth")
    ),
    "PTP": Family(
        ratings.perfect_performance,
        _("Perfect performance"),
        _("the lowest rating with which such a result was to be expected"),
    ),
    "APRO": Family(
        ratings.average_performance,
        _("Opponents’ performance"),
        _("the average performance of the opponents"),
        takes="CM",
    ),
    "APPO": Family(
        ratings.average_perfect_performance,
        _("Opponents’ perfect performance"),
        _("the average perfect performance of the opponents"),
        takes="CM",
    ),
    "RTNG": Family(ratings.rating, _("Rating"), _("the higher rating first"), takes="R", at_tables=True),
    "MARGIN": Family(own.margin, _("Margin"), _("points won minus points lost, over all matches"), at_tables=True),
    "POINTS": Family(own.game_points, _("Game points"), _("points won, over all matches"), at_tables=True),
    "GAMES": Family(own.games, _("Games"), _("games won, over all matches")),
    "SHUTOUTS": Family(own.shutouts, _("Shutouts"), _("matches won with the other side left at nothing")),
    "OPPMARGIN": Family(
        opponents.opponents_margin, _("Opponents’ margin"), _("the margins of all opponents, added up")
    ),
    "MP": Family(teams.match_points, _("Match points"), _("points for matches won and tied"), for_teams_only=True),
    "GP": Family(
        teams.game_points, _("Board points"), _("points of all boards, over all matches"), for_teams_only=True
    ),
    "EDE": Family(
        extended_direct_encounter,
        _("Direct encounter"),
        _("points among the tied teams, then board points among them"),
        takes="P",
        is_repeated=True,
        for_teams_only=True,
    ),
    "EMMSB": Family(
        teams.mp_mp,
        _("Sonneborn-Berger, matches"),
        _("each opponent’s match points times the own match points against it"),
        takes="CP",
        for_teams_only=True,
    ),
    "EMGSB": Family(
        teams.mp_gp,
        _("Sonneborn-Berger, boards"),
        _("each opponent’s match points times the own board points against it"),
        takes="CP",
        for_teams_only=True,
    ),
    "EGMSB": Family(
        teams.gp_mp,
        _("Sonneborn-Berger, board by match"),
        _("each opponent’s board points times the own match points"),
        takes="CP",
        for_teams_only=True,
    ),
    "EGGSB": Family(
        teams.gp_gp,
        _("Sonneborn-Berger, all boards"),
        _("each opponent’s board points times the own board points"),
        takes="CP",
        for_teams_only=True,
    ),
    "BC": Family(
        teams.board_count,
        _("Board count"),
        _("each board’s points times its number, added up: the lowest first"),
        is_low_first=True,
        for_teams_only=True,
    ),
    "TBR": Family(
        teams.boards_from_the_top,
        _("Top boards"),
        _("points on the first board that tells the tied apart"),
        is_repeated=True,
        for_teams_only=True,
    ),
    "TW": Family(
        shared_tables.tables_won,
        _("Tables won"),
        _("tables at which the player was first, a shared first place by its share"),
        at_tables_only=True,
    ),
    "OLB": Family(
        shared_tables.others_left_behind,
        _("Others left behind"),
        _("of each table the share of the others who finished behind, added up"),
        at_tables_only=True,
    ),
    "DST": Family(
        shared_tables.direct_at_tables,
        _("Direct encounter"),
        _("who of the tied finished before whom at shared tables, where all of them have met"),
        is_repeated=True,
        at_tables_only=True,
    ),
    "OA": Family(
        shared_tables.opponents_average,
        _("Opponents’ average"),
        _("the average score of all who sat at the same tables"),
        at_tables_only=True,
    ),
}

# The default tie-breaks of a tournament.
DEFAULTS: dict[str, tuple[str, ...]] = {
    "card": ("MARGIN", "BH/C1", "DE", LOT),
    "dutch": ("BH/C1", "BH", "SB", "DE", LOT),
    "round_robin": ("DE", "WIN", "SB", "MARGIN", LOT),
    "bracket": ("WON", "MARGIN", LOT),
    "team_swiss": ("GP", "EDE", "BH/C1", "EMGSB", "TBR", LOT),
    "team_round_robin": ("GP", "EDE", "EMGSB", "TBR", LOT),
    "pod_swiss": ("TW", "MARGIN", "DST", "OA", LOT),
    "pod_rounds": ("TW", "MARGIN", "DST", LOT),
}


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One tie-break key, ready to use. Called with a crosstable and an entry it gives the value, None if there is none.
    `tied` are the entries among which it decides; by default all with the same score."""

    key: str
    acronym: str
    marks: tuple[str, ...]
    how: Modifiers
    family: Family

    def __call__(self, crosstable: Crosstable, entry: int, tied: frozenset[int] = frozenset()) -> Value:
        return self.family.value(crosstable, entry, tied, self.how)

    @property
    def is_low_first(self) -> bool:
        """Does the lowest value come first?"""
        return self.family.is_low_first is not self.how.is_reversed

    @property
    def is_repeated(self) -> bool:
        """Is the key applied again inside what remains tied?"""
        return self.family.is_repeated


@cache
def tiebreak(key: str) -> TieBreak:
    """The tie-break of a key. Raises BadKey for an invalid one. `standings.rank` draws LOT."""
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
    """All tie-breaks by key: iteration gives those without modifiers, a look-up gives any valid key."""

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


def check_keys(
    keys: Sequence[str], *, is_round_robin: bool = False, is_team: bool = False, at_tables: bool = False
) -> tuple[str, ...]:
    """The same keys, if a stage of this sort can use them in this order (`at_tables`: of three and more).

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
        if at_tables and not _serves_tables(key):
            raise BadKey(key, "for matches of two only")
        if not at_tables and found.family.at_tables_only:
            raise BadKey(key, "for tables of three and more only")
    return tuple(keys)


def usable_keys(*, is_round_robin: bool, is_team: bool = False, at_tables: bool = False) -> tuple[str, ...]:
    """The keys on offer that a stage of single entries (or of teams, or at tables of three and more) can use, LOT
    last."""
    found = (key for key in OFFERED if is_team or is_for_single_entries(key))
    fits = _serves_tables if at_tables else lambda key: not tiebreak(key).family.at_tables_only
    found = (key for key in found if fits(key))
    return (*(key for key in found if tiebreak(key).family.in_round_robins or not is_round_robin), LOT)


def _serves_tables(key: str) -> bool:
    family = tiebreak(key).family
    return family.at_tables or family.at_tables_only


def is_for_single_entries(key: str) -> bool:
    """Can a stage of single entries use this key? Raises BadKey for an invalid one."""
    return key == LOT or not (tiebreak(key).family.for_teams_only or tiebreak(key).how.points)


def default_keys(stage_format: str, system: str = "card") -> tuple[str, ...]:
    """The default tie-breaks of a stage: by its format; in a Swiss by its system."""
    if stage_format in DEFAULTS:
        return DEFAULTS[stage_format]
    if stage_format in ("swiss", "duplicate_swiss", "league"):
        return DEFAULTS.get(system, DEFAULTS["card"])
    return DEFAULTS["bracket"]
