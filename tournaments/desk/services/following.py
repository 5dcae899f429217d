"""The score follows a ruling in the hall, and goes back where the ruling is taken back."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.desk.selectors import verdicts
from tournaments.errors import Conflict, Invalid, Refusal
from tournaments.event.services import schedule
from tournaments.matches.services import writing
from tournaments.models import Case, Match, MatchState, TableRuling
from tournaments.results.selectors import score_sheets as sheets
from tournaments.results.services import board_scores, recording
from tournaments.results.services import score_sheets as writing_sheets


def follow(
    case: Case, match: Match, effect: verdicts.OnSheet, figures: Sequence[int], by: User, now: datetime
) -> dict[str, dict[str, Any]]:
    """Let the score sheet or the result follow a ruling; returns what the deal under way carries (`carries`) and what
    stood before (`undoes`); both with the number of the board, where the match is one of a match of teams. Called with
    it locked."""
    board = {} if match.parent_id is None else {"board": match.number}
    undoes = _follow_result(match, effect, figures, by, now) | _follow_sheet(case, match, effect, by, now)
    if not effect.follows.carries:
        return {"carries": {}, "undoes": undoes and undoes | board}
    carried = effect.follows.carries.items()
    carries = {name: list(value) if isinstance(value, tuple) else value for name, value in carried}
    return {"carries": carries | {"line": match.sheet_lines.count()} | board, "undoes": undoes and undoes | board}


def restore(ruling: TableRuling, match: Match, by: User, now: datetime) -> None:
    """Put the score back as it was before a ruling. Called with the match locked. Raises Conflict where it has changed
    since."""
    was = ruling.undoes or {}
    if "board" in was:
        match = writing.lock(match.boards.get(number=was["board"]))
    if "line" in was:
        if match.sheet_lines.count() != was["line"]:
            raise Conflict(_("Deals have been written down since this ruling: take them back first."))
        key = f"ruling:{ruling.public_id}"
        facts: dict[str, Any] = {"match": match, "by": by, "now": now}
        writing_sheets.take_deal_back(key=f"{key}:back", version=was["line"], **facts)
        if was["was"] is not None:
            entry = sheets.entry_from_json(was["was"])
            writing_sheets.enter_deal(entry=entry, key=f"{key}:again", version=was["line"] + 1, **facts)
    if "result" in was:
        if match.version != was["version"]:
            raise Conflict(_("The result has changed since this ruling: correct it at the table."))
        whole = match.parent
        if whole is not None and board_scores.follows_boards(whole, list(whole.boards.prefetch_related("sides"))):
            writing.take_out(whole, now, by)
        writing.put_back(match, was["result"], now, by)
        if whole is not None:
            board_scores.settle(whole, now, by)
        if match.state != MatchState.OVER:
            schedule.cancel_close(match.round)


def _follow_sheet(case: Case, match: Match, effect: verdicts.OnSheet, by: User, now: datetime) -> dict[str, Any]:
    """Write the deal that a ruling brings, or write the last one anew; returns what stood there."""
    if effect.follows.deal is None:
        return {}
    line, was = match.sheet_lines.count(), None
    key = f"ruling:{case.public_id}:{case.rulings.count()}"
    facts: dict[str, Any] = {"match": match, "by": by, "now": now}
    if effect.follows.is_in_place:
        was = sheets.entry_to_json(sheets.score_sheet(match).book.deals[-1].entry)
        writing_sheets.take_deal_back(key=f"{key}:back", version=line, **facts)
        line += 1
    writing_sheets.enter_deal(entry=effect.follows.deal, key=key, version=line, **facts)
    return {"line": line + 1, "was": was}


def _follow_result(
    match: Match, effect: verdicts.OnSheet, figures: Sequence[int], by: User, now: datetime
) -> dict[str, Any]:
    """Enter the result as it is after the ruling, where one stands and is another one; returns what stood there."""
    before, figures = list(match.figures), list(figures) or [figure for _name, figure in effect.figures]
    if not figures or figures == before:
        return {}
    if not effect.figures:
        raise Refusal(
            _("The result of this match cannot be changed here: it comes from its table, its boards or its sheet."),
            "no_result",
        )
    if len(figures) != len(effect.figures):
        raise Invalid("figures", _("Enter it for each seat: %(most)s figures.") % {"most": len(effect.figures)})
    was = writing.standing(match)
    try:
        after = _record(match, figures, by, now)
    except Invalid as invalid:
        raise Invalid("figures", str(invalid)) from invalid
    return {"result": was, "version": after.version}


def _record(match: Match, figures: Sequence[int], by: User, now: datetime) -> Match:
    said: dict[str, Any] = {"places" if match.is_by_places else "points": list(figures)}
    said |= {"deals": match.deals, "games": match.games, "version": match.version, "falls_short": True}
    sides = match.sides.all()
    won = [side.deals_won for side in sides]
    said |= {"deals_won": won if any(won) else None, "absent": [side.order for side in sides if side.is_absent]}
    return recording.record_result(match=match, by=by, now=now, **said)
