"""Result slips: the match behind a code, and the state of its result."""

from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.live.setup import law_words
from tournaments.event.selectors import codes
from tournaments.event.selectors.finding import matches
from tournaments.matches.services.own_words import is_own_decision, takes_one_report
from tournaments.models import EntryMember, Match, MatchSide, MatchState, RoundState, SlipReport, TableRuling, noted
from tournaments.standings.selectors.rows.sides import SideCount


@dataclass(frozen=True, slots=True)
class Said:
    """What a result says: its kind, the figures of all sides, which are their points or their places, the games that
    they won, the match points that follow, and who was absent. Kind, match points and absent sides may be unknown
    (None)."""

    kind: str | None
    figures: list[int]
    games: list[int]
    is_by_places: bool
    points: list[int | None] | None
    absent: list[int] | None

    def is_same(self, other: "Said") -> bool:
        """Do both say the same, as far as both are known?"""
        mine, theirs = astuple(self), astuple(other)
        return all(one == two or None in (one, two) for one, two in zip(mine, theirs, strict=True))


@dataclass(frozen=True, slots=True)
class SlipState:
    """The state of a match for the holder of a slip. `stage`: early (the round has not begun), live (played at a live
    table), open, reported (one side has entered it), differs (sides have, and not the same), over, closed."""

    stage: str
    reports: tuple[SlipReport, ...] = ()
    reporter: int | None = None  # the side whose result waits for confirmation; None: nobody, or an official

    @property
    def is_open(self) -> bool:
        """Can the side enter a result now?"""
        return self.stage in ("open", "reported", "differs")


@dataclass(frozen=True, slots=True)
class Slip:
    """One side's result slip: its match, and the side (`order` from 0) that holds it and reports with it."""

    match: Match
    order: int

    @property
    def code(self) -> str:
        """The code in the slip's address."""
        return codes.slip_code(self.match, self.order)


def by_code(code: str) -> Slip | None:
    """The slip with this code."""
    match = matches().filter(public_id=codes.identity(code)).first()
    return _right(code, codes.slip_code, [match]) if match is not None else None


def ruled(match: Match) -> list[tuple[TableRuling, str]]:
    """The rulings in the hall that stand at the table of a match, each with the name of its law (empty: of none)."""
    found = TableRuling.objects.filter(case__match=match, table="", taken_back_at=None).exclude(is_upheld=False)
    titles = law_words.titles()
    return [(one, titles.get(one.rule, "")) for one in found]


def by_letters(table_no: int, letters: str) -> Slip | None:
    """The slip with these letters of a match at this table in a running round."""
    found = matches().filter(round__state=RoundState.RUNNING, table_no=table_no)
    return _right(letters, codes.slip_letters, found)


def _right(said: str, secret: Callable[[Match, int], str], found: Iterable[Match]) -> Slip | None:
    every = (Slip(match, side.order) for match in found for side in match.sides.all())
    return next((slip for slip in every if codes.is_right(said, secret(slip.match, slip.order))), None)


def slip_state(match: Match) -> SlipState:
    """The state of the match behind a slip."""
    reports = tuple(match.slip_reports.all())
    who = reporter(match, reports)
    if match.round.is_over:
        return SlipState("closed", reports, who)
    if match.table:
        return SlipState("live", reports)
    if match.state == MatchState.OVER:
        return SlipState("over", reports, who)
    if match.round.state != RoundState.RUNNING:
        return SlipState("early")
    if match.state != MatchState.REPORTED:
        return SlipState("open", reports)
    return SlipState("differs" if differ(match, reports) else "reported", reports, who)


def are_disputed(match: Match) -> bool:
    """Does a result wait from which another side's report differs? At a board none waits once its match is over."""
    is_open = match.whole.state != MatchState.OVER
    return is_open and match.state == MatchState.REPORTED and differ(match, match.slip_reports.all())


def differ(match: Match, reports: Iterable[SlipReport]) -> bool:
    """Has a side entered a result that differs from the one that waits for confirmation?"""
    stands = said(match)
    return any(not said_in(one).is_same(stands) for one in reports)


def said(match: Match) -> Said:
    """What the result of a match says."""
    return said_by(match.result_kind, match.sides.all())


def said_in(report: SlipReport) -> Said:
    """What a side has reported."""
    known = report.score or {}  # nothing in rows from before it was kept
    return Said(
        known.get("kind"), report.figures, report.games, report.is_by_places, known.get("points"), known.get("absent")
    )


def said_by(kind: str, sides: Iterable[MatchSide | SideCount]) -> Said:
    """What a result with these figures of all sides says. Where no place was noted, nor points or games, and the match
    points differ, they tell the places."""
    sides = list(sides)
    games, points = list(noted(side.games_won for side in sides) or ()), [side.points for side in sides]
    figures, is_by_places = [side.game_points or 0 for side in sides], False
    if all(side.game_points is None for side in sides):
        figures, is_by_places = [side.place or 0 for side in sides], True
    elif not any([*figures, *games, *(side.place for side in sides)]) and len(set(points)) > 1:
        best = max(point or 0 for point in points)
        figures, is_by_places = [1 + ((point or 0) < best) for point in points], True
    absent = [order for order, side in enumerate(sides) if side.is_absent]
    return Said(kind, figures, games, is_by_places, points, absent)


def reporter(match: Match, reports: Iterable[SlipReport]) -> int | None:
    """The side that reported the result: that of the signed-in player who entered it, else that of the slip with the
    same result."""
    played = (side for side in match.sides.all() for member in side.entry.members.all() if _entered(match, member))
    by_name = next((side.order for side in played), None)
    return by_name if by_name is not None else next((one.order for one in reports if not differ(match, [one])), None)


def is_own_word(match: Match, user: User | AnonymousUser, reports: Iterable[SlipReport]) -> bool:
    """Must somebody else confirm the waiting result, because this person's own side has reported it, or because it
    rests on an official's own word and another official can confirm it?"""
    if takes_one_report(match):
        return False
    people = [(side.order, member.user) for side in match.sides.all() for member in side.entry.members.all()]
    own = next(((order, one) for order, one in people if one.pk == user.pk), None)
    return own is not None and (own[0] == reporter(match, reports) or is_own_decision(match, own[1]))


def _entered(match: Match, member: EntryMember) -> bool:
    return match.entered_by_id is not None and member.user_id == match.entered_by_id
