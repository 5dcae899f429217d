"""Results: recorded from a live table automatically, or entered by hand with confirmation and undo; then given to the
ratings."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import models as game_models
from tournaments.duplicate import services as duplicate
from tournaments.errors import Refusal
from tournaments.event.services import schedule
from tournaments.event.services.notices import tell_other_sides
from tournaments.formats.kinds.duplicate import KEY as DUPLICATE
from tournaments.matches.selectors import table_of
from tournaments.matches.services import match_scores, own_words, writing
from tournaments.matches.services.match_scores import Score
from tournaments.matches.services.writing import after_result, facts_of_match, lock, record_match, write_score
from tournaments.models import GONE, Match, MatchState, Round, RoundState, SlipReport
from tournaments.pairing import FORFEITS, Kind
from tournaments.results.selectors import slips
from tournaments.results.services import board_scores, from_tables, reports, validation
from tournaments.results.services import places as of_places
from tournaments.results.services.seen import is_sent_again, require_seen
from tournaments.standings.selectors.words import result_of, said_of


@transaction.atomic
def record_result(
    *,
    match: Match,
    now: datetime,
    by: User | None,
    kind: str = Kind.PLAYED,
    points: Sequence[int] | None = None,
    places: Sequence[int] | None = None,
    absent: Sequence[int] | None = None,
    winner: int | None = None,
    deals: int = 0,
    deals_won: Sequence[int] | None = None,
    games: Sequence[int] | None = None,
    counted: str = "",
    score: Score | None = None,
    is_final: bool = True,
    is_afterwards: bool = False,
    version: int | None = None,
    falls_short: bool = False,
    order: int | None = None,
    key: str = "",
) -> Match:
    """Enter the result of a match by hand: the points of all sides in their order, or a forfeit. Of two sides a forfeit
    names its winner; of more only their `places` may be known, and the `absent` sides (from 0) are the cause of one;
    unless these are said (None), who is noted as absent stays so, and figures may leave them out.

    Deals, deals and games won by each side (with the game that one started with) and how points are `counted` ("pad",
    "total" or either) are said where that is known; all must be what the rules and the length of the match can give. A
    `score` that was added up deal by deal on a score sheet stands in their place and is not doubted; after a ruling on
    points nobody need have reached the target (`falls_short`). With `is_final` off another side must confirm it, and a
    result that stands is not touched: only an official can enter it again while the round runs. A side speaks by its
    player `by`, or by its slip (its `order` from 0, and the `key` of the page that sends it): the same result from
    another side confirms the one that waits, another one is kept beside it for the officials. An official who plays in
    the match counts as a player here; where nobody can be asked any more (`is_afterwards`: the evening is over), the
    result stands and says whose word it is. What the same person has entered already and sends again changes nothing.
    Locks the round and the match. Raises Invalid for impossible figures, Conflict for another `version` (without one:
    where a result stands that somebody else has entered), Refusal outside a running round. The result of the last board
    of a match of teams makes that of the match.
    """
    match = lock(match)
    if match.parent is not None or kind not in FORFEITS:
        _refuse_parts(match)
    said: dict[str, Any] = {
        "kind": kind, "points": points, "places": places, "absent": absent, "winner": winner, "deals": deals,
        "games": games,
    }  # fmt: skip
    if score is None and is_sent_again(match, version, by, stands=result_of(match), said=said_of(match, **said)):
        return match
    side = own_words.side_of(match, by) if order is None else order
    asks = own_words.NONE if side is None else own_words.confirmation(match, by_slip=order is not None)
    if asks != own_words.NONE and not is_afterwards:
        is_final = False
    needs_word = asks != own_words.NONE and not is_final
    is_second = needs_word and not falls_short and reports.waits_for(match, side)
    if not is_second:
        _require_seen(match, version, by)
    if match.state == MatchState.PLAYING:
        raise Refusal(_live_words(match), "live")
    if match.state == MatchState.OVER and (side is not None or not is_final):
        raise Refusal(_("This result stands. Ask an official if it is wrong."), "stands")
    if match.result_kind == Kind.ANNULLED:
        raise Refusal(_("This match was annulled by ruling: no result is entered for it."), "void")
    score = score or validation.score_of(match, **said, deals_won=deals_won, counted=counted, falls_short=falls_short)
    report = None
    if side is not None and not is_afterwards:
        report = reports.report_of(match, side, score, now, by, key)
    if match.parent is not None:
        board_scores.open_again(match.parent, now, by)
    if report is not None and is_second:
        return _keep_beside(match, report, asks, now, by, version)
    if match.state == MatchState.OVER:
        match.slip_reports.all().delete()  # of a result that stood: they do not wait again
    before = facts_of_match(match)
    write_score(match, score, now, MatchState.OVER if is_final else MatchState.REPORTED, by)
    record_match(match, "match.result", by, now, before=before, after=facts_of_match(match))
    if is_final and (side is not None or by is None):
        note_own_word(match, now, by)
    if report is not None:
        reports.keep(report)
    if report is not None and not is_final:
        other = reports.other_author(report) if order is None else None  # by slip the slip agrees
        if (agreed := _as_agreed(match, asks, now, other)) is not None:
            return agreed
        tell_other_sides(match, report.order, now, by)
    return _entered(match, now, by)


def _entered(match: Match, now: datetime, by: User | None) -> Match:
    """After a result was written down by hand: that of its match of teams, or the end of its round."""
    if match.parent is not None:
        board_scores.settle(match.parent, now, by)
        return match
    after_result(match.round, now + schedule.UNDO_FOR)
    duplicate.settle(match.round, now, by)
    return match


def _keep_beside(
    match: Match, report: SlipReport, asks: str, now: datetime, by: User | None, version: int | None
) -> Match:
    """Keep the report of a side beside that of another one, which waits: the same result confirms it where no side says
    otherwise, another one is for the officials. Called with the match locked."""
    if not reports.is_kept(report):
        if slips.differ(match, [report]):
            _require_seen(match, version, by)
        reports.keep(report)
        match.version += 1
        match.save(update_fields=["version"])
        record_match(match, "match.second", by, now, after={"side": report.order, **reports.figures_of(report)})
    return _as_agreed(match, asks, now, by) or match


def _as_agreed(match: Match, asks: str, now: datetime, by: User | None) -> Match | None:
    """The match, confirmed, if another side confirms its results, two sides have reported the same one and no side
    another; else None. Called with it locked."""
    is_agreed = asks == own_words.OTHER and reports.agree(match) and not own_words.is_own_decision(match, by)
    return confirm_result(match=match, now=now, by=by) if is_agreed else None


def _live_words(match: Match) -> str:
    if match.parent_id:
        return _("This board is being played at a live table: its result comes by itself.")
    return _("This match is being played at a live table: its result comes by itself.")


def _refuse_parts(match: Match) -> None:
    """Raise Refusal for a match whose result follows from its boards or decks, and for a board with decks."""
    if match.boards.exists():
        raise Refusal(_("This match is played on several boards: enter the result of each."), "boards")
    if match.round.stage.format == DUPLICATE:
        raise Refusal(_("This match is scored deck by deck: enter what the table made of each."), "decks")


@transaction.atomic
def confirm_result(*, match: Match, now: datetime, by: User | None, version: int | None = None) -> Match:
    """Confirm a reported result, as another side (None: by its slip) or an official. Where an official plays it takes
    another official's word, or that of another side with an account; in a club without another official the result
    stands all the same, and says so. Locks round and match. Raises Conflict for another `version`."""
    match = lock(match)
    if match.state != MatchState.REPORTED:
        raise Refusal(_("There is no result to confirm."), "nothing_reported")
    if version is not None:
        _require_seen(match, version, by)
    refuse_own_word(match, by, slips.reporter(match, match.slip_reports.all()))
    is_unwitnessed = own_words.refuse_alone(match, match.entered_by, by)
    if (side := own_words.side_of(match, by)) is not None:
        reports.forget(match, side)  # it agrees now, whatever it has said before
    if match.parent is not None:
        board_scores.open_again(match.parent, now, by)
    match.state, match.version = MatchState.OVER, match.version + 1
    match.confirmed_by, match.confirmed_at = by, now
    match.save(update_fields=["state", "version", "confirmed_by", "confirmed_at"])
    how = {"confirmed_by": "slip" if by is None else "account", "is_unwitnessed": is_unwitnessed}
    record_match(match, "match.confirm", by, now, after=facts_of_match(match) | how)
    if is_unwitnessed:
        own_words.mark_unwitnessed(match, now, by)
    if match.parent is not None:
        board_scores.settle(match.parent, now, by)
        return match
    after_result(match.round, now)
    return match


def note_own_word(match: Match, now: datetime, by: User | None) -> None:
    """Mark a match that ended by the word of this person alone (None: of a slip or a file), if an official plays in it.
    Called with it locked."""
    if own_words.is_alone(match, by):
        own_words.mark_unwitnessed(match, now, by)


def _require_seen(match: Match, version: int | None, by: User | None) -> None:
    require_seen(match, version, by, place=place_words(match), stands=result_of(match))


def place_words(match: Match) -> str:
    """The table of a match in words, of a board with its number."""
    if match.parent is not None:
        return _("Board %(table)d.%(number)d") % {"table": match.parent.table_no, "number": match.number}
    return _("Table %(n)d") % {"n": match.table_no}


def refuse_own_word(match: Match, by: User | None, reporter: int | None) -> None:
    """Raise Refusal if the person who confirms plays on the side that reported the result, unless one report is
    enough."""
    if own_words.takes_one_report(match):
        return
    if reporter is not None and own_words.side_of(match, by) == reporter:
        raise own_report()


def own_report() -> Refusal:
    """The refusal for a side that confirms its own report."""
    return Refusal(_("Your side has reported this result: another side confirms it."), "own_report")


@transaction.atomic
def undo_result(*, match: Match, now: datetime, by: User) -> Match:
    """Undo a result that the same person entered by hand less than ten seconds ago and nobody has confirmed; an earlier
    result of a live table counts again. The forfeit of a match with boards or decks, for which no other result can be
    entered, an official who does not play there takes back as long as the round runs. Locks round and match."""
    match = lock(match)
    if may_take_forfeit_back(match) and own_words.side_of(match, by) is None:
        return take_back(match=match, now=now, by=by)
    if match.entered_by_id != by.pk or match.entered_at is None:
        raise Refusal(_("Only the person who entered a result can undo it."), "not_yours")
    if not (match.parent_id is None and board_scores.is_forfeited(match)):
        _refuse_parts(match)
    refuse_confirmed(match)
    if not can_undo(match, now):
        raise Refusal(_("A result can be undone for ten seconds; enter the right one instead."), "too_late")
    side = own_words.side_of(match, by)
    if side is not None:
        reports.forget(match, side)
    return take_back(match=match, now=now, by=by)


def refuse_confirmed(match: Match) -> None:
    """Raise Refusal for a confirmed result, which its reporter can no longer undo."""
    if match.confirmed_at is not None:
        raise Refusal(_("This result was confirmed meanwhile. Ask an official if it is wrong."), "confirmed")


def may_take_forfeit_back(match: Match) -> bool:
    """Is this a match with boards or decks that is forfeited as a whole, in a round that runs, by two sides that are
    both still here?"""
    has_parts = match.round.stage.format == DUPLICATE or match.boards.exists()
    if not has_parts or match.round.state != RoundState.RUNNING or any(one.status in GONE for one in match.entries):
        return False
    return board_scores.is_forfeited(match)


def take_back(*, match: Match, now: datetime, by: User | None) -> Match:
    """Remove the result of a match, and cancel the closing of its round. What the sides reported before waits again,
    unless it was confirmed. If the match is a board and the result of its team match came from the boards, that result
    is removed too. Called with both locked."""
    schedule.cancel_close(match.round)
    Round.objects.filter(pk=match.round_id).update(version=match.round.version + 1)
    if match.parent is not None and board_scores.follows_boards(match.parent, list(match.parent.boards.all())):
        writing.take_out(match.parent, now, by)
    writing.take_out(match, now, by, keeps_reports=match.confirmed_at is None)
    if match.boards.exists():
        board_scores.settle(match, now, by)
    duplicate.settle(match.round, now, by)
    table = table_of(match)
    return _from_its_table(match, table, now) if table is not None else _reported_before(match, now, by)


def _reported_before(match: Match, now: datetime, by: User | None) -> Match:
    """Let the first report of a side that is kept wait again, or count where one is enough."""
    first = next(iter(reports.kept(match)), None)
    if first is None:
        return match
    is_final = own_words.takes_one_report(match)
    state = MatchState.OVER if is_final else MatchState.REPORTED
    write_score(match, reports.score_of(first), first.at, state, first.by)
    record_match(match, "match.reported_before", by, now, after=facts_of_match(match))
    if is_final:
        return _entered(match, now, first.by)
    return _as_agreed(match, own_words.confirmation(match), now, reports.other_author(first)) or match


def _from_its_table(match: Match, table: game_models.Table, now: datetime) -> Match:
    Match.objects.filter(pk=match.pk).update(state=MatchState.PLAYING)
    return from_tables.table_over(table=table, now=now) or match


def can_undo(match: Match, now: datetime) -> bool:
    """Was the result entered by hand, and less than ten seconds ago, while its round still runs? A ruling, and what
    somebody has confirmed, is not undone; of a match of teams one undoes a board, or its forfeit as a whole."""
    if match.entered_at is None or match.confirmed_at is not None:
        return False
    if match.boards.exists() and not board_scores.is_forfeited(match):
        return False
    is_fresh = now - match.entered_at <= schedule.UNDO_FOR
    return is_fresh and match.round.state == RoundState.RUNNING and match.result_kind != Kind.ANNULLED


def walk_over(match: Match, now: datetime) -> bool:
    """When a round starts, take the sides that have left the tournament out of their match. Returns whether nobody
    plays the match any more. Where an official who plays here has taken out another side, the result says so. Called
    with the round locked."""
    gone = [side for side in match.sides.all() if side.entry.status in GONE]
    is_over = bool(gone) and leave_out(match, [side.order for side in gone], now, "match.walk_over")
    if is_over:
        own_words.mark_own_walk_over(match, gone, now)
    return is_over


def leave_out(match: Match, absent: Sequence[int], now: datetime, action: str, reason: str = "") -> bool:
    """Let a match be played without these sides if the rules allow so few players; else it ends by forfeit. Returns
    whether it ended. Called with the match, or its round, locked."""
    sides = list(match.sides.all())
    before = facts_of_match(match)
    is_over = not of_places.can_play(match, len(sides) - len(absent))
    if is_over:
        write_score(match, match_scores.not_played(len(sides), absent), now, MatchState.OVER, None)
    else:
        match.sides.filter(order__in=list(absent)).update(is_absent=True)
        for side in sides:
            side.is_absent = side.order in absent
    record_match(match, action, None, now, before=before, after=facts_of_match(match), reason=reason)
    return is_over
