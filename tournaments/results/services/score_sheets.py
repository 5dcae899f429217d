"""Writing the score sheet of a match in person: a deal more, the last one taken back, its result sent at the end."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine
from tournaments.errors import Conflict, Invalid, Refusal
from tournaments.event.selectors import finding
from tournaments.event.selectors.lengths import counts_games
from tournaments.matches.services import Score, lock, record_match
from tournaments.models import Match, SheetLine
from tournaments.pairing import Kind
from tournaments.results.selectors import score_sheets
from tournaments.results.selectors import slips as slips_selectors
from tournaments.results.services import recording
from tournaments.results.services import slips as slips_services


@transaction.atomic
def enter_deal(
    *, match: Match, entry: engine.DealEntry, key: str, version: int, now: datetime, by: User | None = None
) -> score_sheets.ScoreSheet:
    """One deal more on the sheet, by somebody who holds the slip (`by` None) or signed in; the sheet after it.

    `version` is the count of lines that the writer has seen, `key` his own name for this line: sent again it changes
    nothing. Locks the round and the match. Raises Invalid, which names the field, for a deal that cannot have been,
    Conflict where somebody else has written meanwhile, Refusal where the match takes no deals.
    """
    match = _locked(match)
    if _is_known(match, key):
        return score_sheets.score_sheet(match)
    _require(match, version)
    try:
        after = score_sheets.score_sheet(match, entry)
    except engine.BadEntry as bad:
        raise _refusal(score_sheets.score_sheet(match), bad) from bad
    _write(match, key, score_sheets.entry_to_json(entry), version, now, by)
    return replace(after, version=version + 1)


@transaction.atomic
def take_deal_back(
    *, match: Match, key: str, version: int, now: datetime, by: User | None = None
) -> score_sheets.ScoreSheet:
    """The last deal comes off the sheet again; its line stays in the log. Locks, keys and refusals as `enter_deal`."""
    match = _locked(match)
    if _is_known(match, key):
        return score_sheets.score_sheet(match)
    _require(match, version)
    if not score_sheets.score_sheet(match).book.deals:
        raise Refusal(_("There is no deal on the sheet."), "no_deal")
    _write(match, key, None, version, now, by)
    return score_sheets.score_sheet(match)


@transaction.atomic
def send_sheet(
    *,
    match: Match,
    version: int,
    now: datetime,
    order: int | None = None,
    by: User | None = None,
    is_final: bool = False,
) -> Match:
    """The match is over by its sheet: what it comes to is its result. Reported by one side (`order`, by the slip) or by
    somebody signed in, it waits for the other side as any result does, unless it `is_final`.

    Locks the round and the match. Raises Refusal where the match is not over or takes no result, Conflict for another
    `version` of the sheet.
    """
    match = _locked(match)
    _require(match, version)
    sheet = score_sheets.score_sheet(match)
    if not sheet.is_over:
        raise Refusal(_("The match is not over by this sheet."), "not_over")
    score = score_of(sheet, counts_games(match))
    if order is not None:
        return slips_services.report(match=match, order=order, now=now, score=score)
    return recording.record_result(match=match, now=now, by=by, is_final=is_final, score=score)


def score_of(sheet: score_sheets.ScoreSheet, with_games: bool) -> Score:
    """What the sheet of a match that is over comes to, as a live table would hand it over; games where they count."""
    final = sheet.book.final
    return Score(
        kind=Kind.PLAYED,
        winner=sheet.book.verdict.leader,
        game_points=_two(final.totals),
        margin=final.net[0],
        deals=final.deals,
        deals_won=_two(final.deals_won),
        games=_two(final.games) if with_games else None,
        is_shutout=final.shutout,
    )


def _locked(match: Match) -> Match:
    match = lock(match)
    match = finding.matches().get(pk=match.pk)
    if not score_sheets.takes_deals(match):
        raise Refusal(_("This match is not written down deal by deal."), "no_sheet")
    return match


def _is_known(match: Match, key: str) -> bool:
    """Has this very line come before?"""
    return match.sheet_lines.filter(key=key).exists()


def _require(match: Match, version: int) -> None:
    """Nothing is written over what the writer has not seen, nor under a result that stands."""
    if not slips_selectors.slip_state(match).is_open:
        raise Refusal(_("This result stands. Ask an official if it is wrong."), "over")
    if match.sheet_lines.count() != version:
        raise Conflict(_("Somebody else has written on this sheet meanwhile. Look at it before you send yours."))


def _write(match: Match, key: str, deal: dict[str, Any] | None, version: int, now: datetime, by: User | None) -> None:
    SheetLine.objects.create(match=match, number=version + 1, key=key, deal=deal, by=by, at=now)
    action = "sheet.deal" if deal is not None else "sheet.back"
    record_match(match, action, by, now, after={"line": version + 1, **({"deal": deal} if deal else {})})


def _refusal(sheet: score_sheets.ScoreSheet, bad: engine.BadEntry) -> Invalid:
    """The first doubt about a deal in words, with its rule: what is wrong, and what is allowed."""
    doubt = bad.doubts[0]
    said = {"least": doubt.least, "most": doubt.most, "rules": sheet.rules.name}
    words = {
        "not_in_this_game": _("A deal of %(rules)s does not end so."),
        "match_is_over": _("The match is over: take the last deal back, or send the result."),
        "who_ended_it": _("Say who ended the deal."),
        "nobody_ended_it": _("Nobody ended this deal: the counts say who wins."),
        "no_such_count": _("Count both hands: from %(least)s to %(most)s."),
        "upcard_missing": _("Say which card was turned up: it sets the knock limit and doubles under a spade."),
        "no_such_factor": _("Doubling makes 1, 2, 4, 8 and so on."),
        "gin_counts_nothing": _("Who has gin counts 0."),
        "over_the_limit": _("Who knocks counts at most %(most)s here. If the knock stood, name the irregularity."),
        "suits_missing": _("Tick the suits in which the knocker scores."),
        "no_open_suit": _("These suits are closed: the knock was not allowed."),
        "out_holds_nothing": _("Who goes out holds no card."),
        "laid_missing": _("Say what both have laid on the table."),
        "more_than_the_pack": _("The whole pack counts %(most)s."),
        "no_such_law": _("This game has no such irregularity."),
        "nothing_counted": _("Cards too many or too few, at most three, need a deal whose hands were counted."),
        "too_much": _("A ruling gives or takes at most %(most)s points."),
        "nowhere_to_enter": _("Points of a ruling go with a deal that is entered: there is no place for them here."),
        "does_not_add_up": _("By the rules this deal is worth %(most)s points."),
        "points_missing": _("Say what the ruling gives or takes: in this deal nothing is entered for it yet."),
        "dealt_again": _("By this law the deal is dealt again: enter it so. If it went on, name another law."),
        "cards_missing": _("Say how many cards were too many (+) or too few (−), and whose: the deal is scored by it."),
        "offender_loses": _("Say whose it was: who did it loses the game, and the other has won it."),
        "not_the_dealer": _("It was the other side’s deal. If the wrong side dealt and it stood, name IRR-2."),
    }
    return Invalid(doubt.field, f"{words[doubt.code] % said} ({doubt.rule})")


def _two(by_seat: tuple[int, ...]) -> tuple[int, int]:
    first, second = by_seat
    return first, second
