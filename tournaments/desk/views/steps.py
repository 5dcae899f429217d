"""The three steps of a director's call on the page of a case: what happened, what the law says, decide."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games import engine
from games.live import directing
from tournaments.desk.selectors import verdicts
from tournaments.desk.selectors.verdicts import BY_THE_DIRECTOR, Choice, Happened
from tournaments.matches.selectors import table_at
from tournaments.models import Case, Match
from tournaments.results.selectors import score_sheets as sheets
from tournaments.results.services import score_sheets as writing_sheets


def steps(request: HttpRequest, case: Case, at: directing.Standing | None) -> dict[str, Any]:
    """What the page shows of the steps: `happenings` to choose from (about the words `q`), the `one` that happened, the
    choice that is `chosen`, and then what it does."""
    said = request.POST if request.POST.get("do") == "decide_call" else request.GET
    known = verdicts.happened(case, at)
    one = next((each for each in known if each.key == said.get("happened")), None)
    found = verdicts.choice(known, said.get("choice", ""))
    if found is not None:
        one = found[0]
    asked = said.get("q", "")[:60].strip()
    context: dict[str, Any] = {
        "happenings": verdicts.happened(case, at, asked) if asked else known,
        "q": asked,
        "one": one,
        "is_other": at is None and said.get("choice") == BY_THE_DIRECTOR,
        "boards": (boards := [] if at else verdicts.boards(case.match)),
        "names": [] if at else _places(case, one, boards),
    }
    context |= _picked(said, boards)
    if context["is_other"]:
        return context | {"seen": verdicts.seen(case.match), "cmd_id": uuid4()} | _in_hall(case, None, None, context)
    if found is None:
        return context
    chosen = found[1]
    if at is not None:
        return context | _at_table(case, at, chosen)
    if (chosen.names or boards) and context["offender"] not in [place for place, _name in context["names"]]:
        return context | {"asks_offender": bool(said.get("choice"))}
    return (
        context
        | {"chosen": chosen, "law": _law(found), "seen": verdicts.seen(case.match), "cmd_id": uuid4()}
        | (_in_hall(case, one, chosen, context))
    )


def _at_table(case: Case, at: directing.Standing, chosen: Choice) -> dict[str, Any]:
    table = table_at(case.match, case.table)
    action = next(entry.action for entry in at.entries if entry.key == chosen.key)
    foreseen = directing.foresee(table, action) if table else None
    found = verdicts.choice(verdicts.happened(case, at), chosen.key)
    return {
        "chosen": chosen,
        "law": _law(found) if found else None,
        "foreseen_call": foreseen,
        "seen": at.version,
        "cmd_id": uuid4(),
    }


def _in_hall(case: Case, one: Happened | None, chosen: Choice | None, context: dict[str, Any]) -> dict[str, Any]:
    """What a choice does to the score in the hall, or why the sheet cannot follow."""
    board, seat = context["board"], context["seat"] if chosen is not None and chosen.names else None
    place = board or case.match
    name = "" if seat is None else _names(place, one)[seat]
    said = verdicts.at_board(board.number if board else None, verdicts.ruled_words(one, chosen, name)) if chosen else ""
    try:
        return {"ruled": said, "effect": verdicts.on_sheet(case, chosen, offender=seat, board=board)}
    except engine.BadEntry as bad:
        return {"ruled": said, "cannot": str(writing_sheets.refusal(sheets.score_sheet(place), bad))}


def _picked(said: Mapping[str, str], boards: Sequence[Match]) -> dict[str, Any]:
    """Whom somebody has picked: the `seat`, the `board` in a match of teams, and both as the page sends them."""
    number, _colon, text = said.get("offender", "").rpartition(":")
    seat, number = _whole(text), number or said.get("board", "")
    board = next((one for one in boards if str(one.number) == number), None)
    return {"seat": seat, "board": board, "offender": seat if board is None else f"{board.number}:{seat}"}


def _places(case: Case, one: Happened | None, boards: Sequence[Match]) -> list[tuple[int | str, str]]:
    """Who can be named, by what the page sends; at boards everybody, because that says which board it is, too."""
    if boards and one is not None:
        return [
            (f"{board.number}:{seat}", _("Board %(n)d: %(said)s") % {"n": board.number, "said": name or "–"})
            for board in boards
            for seat, name in enumerate(_names(board, one))
        ]
    return list(enumerate(_names(case.match, one))) if _names_somebody(one) else []


def _names_somebody(one: Happened | None) -> bool:
    return one is not None and any(each.names for law in one.laws for each in law.choices)


def _names(place: Match, one: Happened | None) -> list[str]:
    asks_points = one is not None and any(each.asks_points for law in one.laws for each in law.choices)
    return verdicts.sides(place) if asks_points else verdicts.players(place)


def _law(found: tuple[Happened, Choice]) -> verdicts.Law:
    one, chosen = found
    return next(law for law in one.laws if law.irr == chosen.law)


def _whole(said: str) -> int | None:
    return int(said) if said.isascii() and said.isdigit() and len(said) < 3 else None
