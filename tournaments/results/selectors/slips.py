"""Result slips: the match behind a code, and the state of its result."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.live.setup import law_words
from tournaments.event.selectors import codes
from tournaments.event.selectors.finding import matches
from tournaments.matches.services.own_words import is_own_decision, takes_one_report
from tournaments.models import EntryMember, Match, MatchSide, MatchState, RoundState, SlipReport, TableRuling, noted
from tournaments.standings.selectors.rows.sides import SideCount


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
    """Does a result wait from which another side's report differs?"""
    return match.state == MatchState.REPORTED and differ(match, match.slip_reports.all())


def differ(match: Match, reports: Iterable[SlipReport]) -> bool:
    """Has a side entered a result that differs from the one that waits for confirmation?"""
    stands = said(match)
    return any(one.result != stands for one in reports)


def said(match: Match) -> tuple[list[int], list[int], bool]:
    """What the result of a match says, as `SlipReport.result` has it."""
    return said_by(match.sides.all())


def said_by(sides: Iterable[MatchSide | SideCount]) -> tuple[list[int], list[int], bool]:
    """What figures of all sides say: their points, or their places where nothing else was noted, the games that they
    have won, and whether the figures are places. Of two sides of which one has won, without points and games, they
    are."""
    sides = list(sides)
    games = list(noted(side.games_won for side in sides) or ())
    if all(side.game_points is None for side in sides):
        return [side.place or 0 for side in sides], games, True
    figures, won = [side.game_points or 0 for side in sides], [side.points or 0 for side in sides]
    if len(sides) == 2 and not any(figures) and not games and won[0] != won[1]:
        return [1 + (mine < max(won)) for mine in won], [], True
    return figures, games, False


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
