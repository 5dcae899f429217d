"""The three steps of a director's call on the page of a case: what happened, what the law says, decide."""

from typing import Any
from uuid import uuid4

from django.http import HttpRequest

from games import engine
from games.live import directing
from tournaments.desk.selectors import verdicts
from tournaments.desk.selectors.verdicts import BY_THE_DIRECTOR, Choice, Happened
from tournaments.matches.selectors import table_at
from tournaments.models import Case
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
        "names": [] if at or not _names_somebody(one) else list(enumerate(_names(case, one))),
        "offender": _whole(said.get("offender", "")),
    }
    if context["is_other"]:
        return context | {"seen": verdicts.seen(case.match), "cmd_id": uuid4()} | _in_hall(case, None, None, context)
    if found is None:
        return context
    chosen = found[1]
    if at is not None:
        return context | _at_table(case, at, chosen)
    if chosen.names and context["offender"] not in range(len(context["names"])):
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
    offender = context["offender"] if chosen is not None and chosen.names else None
    name = dict(context["names"]).get(offender, "")
    told: dict[str, Any] = {"ruled": verdicts.ruled_words(one, chosen, name) if chosen else ""}
    try:
        return told | {"effect": verdicts.on_sheet(case, chosen, offender=offender)}
    except engine.BadEntry as bad:
        return told | {"cannot": str(writing_sheets.refusal(sheets.score_sheet(case.match), bad))}


def _names_somebody(one: Happened | None) -> bool:
    return one is not None and any(each.names for law in one.laws for each in law.choices)


def _names(case: Case, one: Happened | None) -> list[str]:
    asks_points = one is not None and any(each.asks_points for law in one.laws for each in law.choices)
    return verdicts.sides(case.match) if asks_points else verdicts.players(case.match)


def _law(found: tuple[Happened, Choice]) -> verdicts.Law:
    one, chosen = found
    return next(law for law in one.laws if law.irr == chosen.law)


def _whole(said: str) -> int | None:
    return int(said) if said.isascii() and said.isdigit() and len(said) < 3 else None
