"""A director's call is decided in one act: the ruling is recorded, the players are told, the score follows, and the
case is closed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine
from games.live import directing
from games.live.sitting.steps import WHY
from games.models import Play
from tournaments.desk import services
from tournaments.desk.selectors import verdicts
from tournaments.errors import Conflict, Invalid, Refusal
from tournaments.matches.selectors import table_at
from tournaments.matches.services import writing
from tournaments.models import Case, Match, TableRuling
from tournaments.results.selectors import score_sheets as sheets
from tournaments.results.services import recording
from tournaments.results.services import score_sheets as writing_sheets

MOST_POINTS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a director decides: the key of a choice of the case, or `other` with the `words` of a ruling by no law; in
    the hall the seat of the `offender` or the side that gets `points`, whether it is about the last deal on the sheet
    (None: as the law has it), and the result afterwards where one stands (`figures`, empty: as it is). A `reason` is
    for everybody at the table; without one the law gives it."""

    choice: str
    offender: int | None = None
    points: int | None = None
    is_last: bool | None = None
    figures: Sequence[int] = ()
    words: str = ""
    reason: str = ""


def decide(*, case: Case, wish: Wish, seen: int, cmd_id: UUID, by: User, now: datetime) -> TableRuling:
    """Decide a case: record the ruling, tell the players, let the score follow and close the case. At a live table the
    ruling is a play of its log (`rule_at_table`, outside a transaction), else all is one transaction. `seen` is the
    version that the director has seen: of the live table, or `verdicts.seen`. The same again changes nothing.

    Raises Invalid, which names the field, for what the law or the game does not allow, Conflict where something has
    changed since `seen` or another official has the case, Refusal for an official who plays at a live table, or where
    the score cannot follow."""
    if table_at(case.match, case.table) is not None:
        return _at_table(case, wish, seen, cmd_id, by, now)
    return _in_hall(case, wish, seen, by, now)


def _at_table(case: Case, wish: Wish, seen: int, cmd_id: UUID, by: User, now: datetime) -> TableRuling:
    table = services.live_table(case.match, case.table)
    played = Play.objects.filter(table=table, cmd_id=cmd_id).first()
    if played is not None:  # sent again
        ruling = TableRuling.objects.filter(table=table.public_id, seq=played.seq, case__handled_at__isnull=False)
        action = {name: value for name, value in played.action.items() if name != WHY}
        return ruling.first() or _ruled(case, action, str(played.action.get(WHY, "")), seen, cmd_id, by, now)
    at = directing.standing(table)
    if at.version != seen:
        raise Conflict(_("The table has moved on: look at it again."))
    one, chosen = _chosen(verdicts.happened(case, at), wish.choice)
    action = next(dict(entry.action) for entry in at.entries if entry.key == chosen.key)
    return _ruled(case, action, wish.reason.strip() or one.words, seen, cmd_id, by, now)


def _ruled(
    case: Case, action: dict[str, Any], reason: str, seen: int, cmd_id: UUID, by: User, now: datetime
) -> TableRuling:
    return services.rule_at_table(
        case=case, action=action, reason=reason, seen=seen, cmd_id=cmd_id, by=by, now=now, closes=True
    )


@transaction.atomic
def _in_hall(case: Case, wish: Wish, seen: int, by: User, now: datetime) -> TableRuling:
    match = writing.lock(case.match)
    case = Case.objects.select_related("tournament", "match__round__stage__tournament").get(pk=case.pk)
    chosen, words, reason = _said(case, wish)
    rule = chosen.law if chosen else ""
    given = case.rulings.filter(rule=rule, words=words, reason=reason, by=by).first()
    if case.handled_at is not None and given is not None:
        return given
    case = services.claim_case(case=case, by=by, now=now)
    if verdicts.seen(match) != seen:
        raise Conflict(_("Something has changed at this table since you looked: look again."))
    follows = _follow(case, match, chosen, wish, by, now)
    ruling = services.rule_in_hall(case=case, rule=rule, words=words, reason=reason, carries=follows, by=by, now=now)
    services.close(case, words, by, now)
    return ruling


def _said(case: Case, wish: Wish) -> tuple[verdicts.Choice | None, str, str]:
    """What is chosen (None: a ruling by no law), and the words and the reason of the ruling."""
    if wish.choice == verdicts.BY_THE_DIRECTOR:
        services.checked(wish.words, "words")
        return None, wish.words.strip(), wish.reason.strip() or wish.words.strip()
    one, chosen = _chosen(verdicts.happened(case, None), wish.choice)
    points = _points(wish) if chosen.asks_points else 0
    names = verdicts.sides(case.match) if chosen.asks_points else verdicts.players(case.match)
    name = _name(names, wish.offender) if chosen.names else ""
    when = next(law.when for law in one.laws if law.irr == chosen.law)
    return chosen, verdicts.ruled_words(one, chosen, name, points), wish.reason.strip() or when or one.words


def _chosen(known: Sequence[verdicts.Happened], key: str) -> tuple[verdicts.Happened, verdicts.Choice]:
    found = verdicts.choice(known, key)
    if found is None:
        allowed = ", ".join(each.key for one in known for law in one.laws for each in law.choices)
        raise Invalid("choice", _("One of: %(allowed)s.") % {"allowed": allowed or "–"})
    return found


def _name(names: Sequence[str], offender: int | None) -> str:
    if offender is None or offender not in range(len(names)):
        known = ", ".join(f"{at} ({name})" for at, name in enumerate(names))
        raise Invalid("offender", _("Say whose it was. One of: %(allowed)s.") % {"allowed": known})
    return names[offender]


def _points(wish: Wish) -> int:
    if not wish.points or abs(wish.points) > MOST_POINTS:
        raise Invalid("points", _("Enter the points: at most %(most)s, below 0 to take them.") % {"most": MOST_POINTS})
    return wish.points


def _follow(
    case: Case, match: Match, chosen: verdicts.Choice | None, wish: Wish, by: User, now: datetime
) -> dict[str, Any]:
    """Let the score sheet or the result follow a ruling; returns what the deal under way carries on its sheet."""
    offender = wish.offender if chosen is not None and chosen.names else None
    try:
        effect = verdicts.on_sheet(case, chosen, offender=offender, points=wish.points or 0, is_last=wish.is_last)
    except engine.BadEntry as bad:
        raise writing_sheets.refusal(sheets.score_sheet(match), bad) from bad
    _follow_result(match, effect, wish.figures, by, now)
    follows, line = effect.follows, match.sheet_lines.count()
    if follows.deal is not None:
        key = f"ruling:{case.public_id}:{case.rulings.count()}"
        facts: dict[str, Any] = {"match": match, "by": by, "now": now}
        if follows.is_in_place:
            writing_sheets.take_deal_back(key=f"{key}:back", version=line, **facts)
            line += 1
        writing_sheets.enter_deal(entry=follows.deal, key=key, version=line, **facts)
    if not follows.carries:
        return {}
    carried = {name: list(value) if isinstance(value, tuple) else value for name, value in follows.carries.items()}
    return {**carried, "line": line}


def _follow_result(match: Match, effect: verdicts.OnSheet, figures: Sequence[int], by: User, now: datetime) -> None:
    """Enter the result as it is after the ruling, where one stands and is another one."""
    if not figures or list(figures) == list(match.figures):
        return
    if not effect.figures:
        raise Refusal(
            _("The result of this match cannot be changed here: it comes from its table, its boards or its sheet."),
            "no_result",
        )
    if len(figures) != len(effect.figures):
        raise Invalid("figures", _("Enter it for each seat: %(most)s figures.") % {"most": len(effect.figures)})
    said: dict[str, Any] = {"places" if match.is_by_places else "points": list(figures)}
    said |= {"deals": match.deals, "games": match.games, "version": match.version}
    recording.record_result(match=match, by=by, now=now, **said)
