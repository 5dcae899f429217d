"""Services for the score sheet of a match in person: add a deal, take the last one back, send the result at the end."""

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
from tournaments.matches.services.match_scores import Score
from tournaments.matches.services.writing import lock, record_match
from tournaments.models import Match
from tournaments.pairing import Kind, places_by
from tournaments.results.selectors import score_sheets
from tournaments.results.selectors import slips as slips_selectors
from tournaments.results.services import places, recording
from tournaments.results.services import slips as slips_services


@transaction.atomic
def enter_deal(
    *, match: Match, entry: engine.DealEntry, key: str, version: int, now: datetime, by: User | None = None
) -> score_sheets.ScoreSheet:
    """Add a deal to the sheet, by the holder of the slip (`by` None) or somebody signed in; returns the sheet after it.
    `version` is the count of lines that the writer has seen, `key` names this line: sent again it changes nothing.
    Locks the round and the match. Raises Invalid, which names the field, for an impossible deal, Conflict
    where somebody else has written meanwhile, Refusal where the match takes no deals.
    """
    match = _locked(match)
    if match.sheet_lines.filter(key=key).exists():
        return score_sheets.score_sheet(match)
    _require(match, version)
    try:
        after = score_sheets.score_sheet(match, entry)
    except engine.BadEntry as bad:
        raise refusal(score_sheets.score_sheet(match), bad) from bad
    _write(match, key, score_sheets.entry_to_json(entry), version, now, by)
    return replace(after, version=version + 1)


@transaction.atomic
def take_deal_back(
    *, match: Match, key: str, version: int, now: datetime, by: User | None = None
) -> score_sheets.ScoreSheet:
    """Remove the last deal from the sheet; its line stays in the log. Locks, keys and refusals as `enter_deal`."""
    match = _locked(match)
    if match.sheet_lines.filter(key=key).exists():
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
    """Record the result of a match from a sheet that is over. Reported by one side (`order`, by the slip) or by
    somebody signed in, it waits for another side as any result does, unless it `is_final`.

    Locks the round and the match. Raises Refusal where the match is not over or takes no result, Conflict for another
    `version` of the sheet.
    """
    match = _locked(match)
    _require(match, version)
    sheet = score_sheets.score_sheet(match)
    if not sheet.is_over:
        raise Refusal(_("By this sheet it is not over."), "not_over")
    score = score_of(match, sheet)
    if order is not None:
        return slips_services.report(match=match, order=order, now=now, score=score)
    return recording.record_result(match=match, now=now, by=by, is_final=is_final, score=score, version=match.version)


def score_of(match: Match, sheet: score_sheets.ScoreSheet) -> Score:
    """The score of a finished sheet, for the sides that were present, in the form of a live table's: with places by
    final score, and games where they count."""
    final = sheet.book.final
    score = Score(
        kind=Kind.PLAYED,
        winner=sheet.book.verdict.leader,
        places=places_by(final.totals),
        game_points=final.totals,
        margins=final.net,
        deals=final.deals,
        deals_won=final.deals_won,
        games=final.games if counts_games(match) else None,
        is_shutout=final.shutout,
    )
    return places.of_present(match, score)


def _locked(match: Match) -> Match:
    match = lock(match)
    match = finding.matches().get(pk=match.pk)
    if not score_sheets.takes_deals(match):
        raise Refusal(_("This match is not written down deal by deal."), "no_sheet")
    return match


def _require(match: Match, version: int) -> None:
    """Refuse a line if the writer has not seen the latest version, or if a final result exists."""
    if not slips_selectors.slip_state(match).is_open:
        raise Refusal(_("This result stands. Ask an official if it is wrong."), "over")
    if match.sheet_lines.count() != version:
        raise Conflict(_("Somebody else has written on this sheet in the meantime. Look at it before you send yours."))


def _write(match: Match, key: str, deal: dict[str, Any] | None, version: int, now: datetime, by: User | None) -> None:
    match.sheet_lines.create(number=version + 1, key=key, deal=deal, by=by, at=now)
    action = "sheet.deal" if deal is not None else "sheet.back"
    record_match(match, action, by, now, after={"line": version + 1, **({"deal": deal} if deal else {})})


def refusal(sheet: score_sheets.ScoreSheet, bad: engine.BadEntry) -> Invalid:
    """The first doubt about a deal in words, with its rule: the error, and the allowed values."""
    doubt = bad.doubts[0]
    said = {"least": doubt.least, "most": doubt.most, "rules": sheet.rules.name}
    words = {
        "not_in_this_game": _("A deal of %(rules)s cannot end like that."),
        "match_is_over": _("The match is over: take the last deal back, or send the result."),
        "who_ended_it": _("Enter who ended the deal."),
        "nobody_ended_it": _("Nobody ended this deal: the counts say who wins."),
        "no_such_count": _("Count both hands: from %(least)s to %(most)s."),
        "upcard_missing": _("Say which card was turned up: it sets the knock limit and doubles under a spade."),
        "no_such_factor": _("Doubling makes 1, 2, 4, 8 and so on."),
        "gin_counts_nothing": _("A player with gin counts 0."),
        "over_the_limit": _("A knocker counts at most %(most)s here. If the knock stood, name the irregularity."),
        "knock_refused": _(
            "A knocker counts at most %(most)s here, and by this law a knock over it does not stand: enter how the "
            "deal went on. If the knock stood, name IRR-22 (accepted), IRR-23 or IRR-24 (found too late)."
        ),
        "sits_out": _("A player who sits this deal out holds no cards and cannot end it."),
        "not_by_seat": _("Enter it for each seat: %(most)s figures."),
        "no_such_seat": _("There is no such seat: from 0 to %(most)s."),
        "not_every_seat": _("The draw names every seat once, the highest card first."),
        "drawn_already": _("The draw stands since the first deal: take the deals back to change it."),
        "boards_missing": _("Enter the result of each of the %(most)s boards."),
        "board_dealt_again": _(
            "This board is dealt again while the deal of the teams goes on: enter its final result, and name "
            "the irregularity there."
        ),
        "ruled_for_the_team": _("Points of a ruling are entered for the team, beneath the boards."),
        "suits_missing": _("Tick the suits in which the knocker scores."),
        "too_many_suits": _("No hand scores in more than %(most)s suits."),
        "no_open_suit": _("These suits are closed: the knock was not allowed."),
        "out_holds_nothing": _("A player who goes out holds no card."),
        "laid_missing": _("Enter what both have laid on the table."),
        "holds_a_card": _("Who is not out still holds a card: a hand counts from %(least)s to %(most)s."),
        "more_than_both_hold": _("Both together cannot count more than %(most)s."),
        "laid_too_little": _("Ten cards were laid or held: what was laid counts %(least)s at least."),
        "laid_too_much": _("So much cannot be laid with these cards: %(most)s at most."),
        "no_such_law": _("This game has no such irregularity."),
        "nothing_counted": _("Cards too many or too few, at most three, need a deal whose hands were counted."),
        "too_much": _("A ruling gives or takes at most %(most)s points."),
        "nowhere_to_enter": _("Points of a ruling go with a deal that is entered: there is no place for them here."),
        "does_not_add_up": _("By the rules this deal is worth %(most)s points."),
        "points_missing": _("Enter the points that the ruling gives or takes: this deal has none yet."),
        "dealt_again": _("By this law the deal is dealt again: enter it so. If it went on, name another law."),
        "cards_missing": _(
            "Enter how many cards were too many (+) or too few (−), and whose: the deal is scored by it."
        ),
        "offender_loses": _("Enter whose it was: the offender loses the game, and the other wins it."),
        "not_the_dealer": _("It was the other side’s deal. If the wrong side dealt and it stood, name IRR-2."),
    }
    why = engine.call(sheet.rules, bad.irr, engine.SHEET).why if doubt.code == "no_such_law" else ""
    field = doubt.field if doubt.board is None else f"boards.{doubt.board}.{doubt.field}"
    return Invalid(field, " ".join(filter(None, (words[doubt.code] % said, _(why) if why else "", f"({doubt.rule})"))))
