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
from games.live.store import logbook
from tournaments.desk import services
from tournaments.desk.selectors import verdicts
from tournaments.desk.services import following
from tournaments.errors import Conflict, Invalid, Refusal
from tournaments.matches.selectors import table_at
from tournaments.matches.services import own_words, writing
from tournaments.models import Case, Match, TableRuling
from tournaments.results.selectors import score_sheets as sheets
from tournaments.results.services import score_sheets as writing_sheets

MOST_POINTS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskDecision:
    """What a director decides: `choice` is the key of a choice of the case, or `other` with the `words` of a ruling by
    no law. A `reason` is for everybody at the table; without one the law gives it.

    In the hall: `board` is its number in a match of teams; `offender` is the seat of who erred, or the side that gets
    `points`; `is_last`: is it about the last deal on the sheet (None: as the law has it)? `figures` are the result
    afterwards, where one stands (empty: as the law has it)."""

    choice: str
    board: int | None = None
    offender: int | None = None
    points: int | None = None
    is_last: bool | None = None
    figures: Sequence[int] = ()
    words: str = ""
    reason: str = ""


def decide(*, case: Case, wish: DeskDecision, seen: int, cmd_id: UUID, by: User, now: datetime) -> TableRuling:
    """Decide a case: record the ruling, tell the players, let the score follow and close the case. At a live table the
    ruling is a play of its log (`rule_at_table`, outside a transaction), else all is one transaction. `seen` is the
    version that the director has seen: of the live table, or `verdicts.seen`. The same again changes nothing.

    Raises Invalid, which names the field, for what the law or the game does not allow, Conflict where something has
    changed since `seen` or another official has the case, Refusal for an official who plays at a live table, or where
    the score cannot follow."""
    if table_at(case.match, case.table) is not None:
        return _at_table(case, wish, seen, cmd_id, by, now)
    return _in_hall(case, wish, seen, by, now)


def _at_table(case: Case, wish: DeskDecision, seen: int, cmd_id: UUID, by: User, now: datetime) -> TableRuling:
    table = services.live_table(case.match, case.table)
    played = logbook.by_command(table.pk, cmd_id)
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
def _in_hall(case: Case, wish: DeskDecision, seen: int, by: User, now: datetime) -> TableRuling:
    match = writing.lock(case.match)
    case = Case.objects.select_related("tournament", "match__round__stage__tournament").get(pk=case.pk)
    board = _board(match, wish)
    chosen, words, reason, kept = _said(case, wish, board)
    rule = chosen.law if chosen else ""
    given = case.rulings.filter(rule=rule, words=words, reason=reason, by=by, taken_back_at=None).first()
    if case.handled_at is not None and given is not None:
        return given
    case = services.claim_case(case=case, by=by, now=now)
    if verdicts.seen(match) != seen:
        raise Conflict(_("Something has changed at this table since you looked: look again."))
    offender = wish.offender if chosen is not None and chosen.names else None
    try:
        effect = verdicts.on_sheet(
            case, chosen, offender=offender, points=wish.points or 0, is_last=wish.is_last, board=board
        )
    except engine.BadEntry as bad:
        raise writing_sheets.refusal(sheets.score_sheet(board or match), bad) from bad
    said = following.follow(case, board or match, effect, wish.figures, by, now)
    ruling = services.rule_in_hall(
        case=case, rule=rule, words=words, reason=reason, by=by, now=now, chosen=kept, **said
    )
    services.close(case, words, by, now, ruling)
    return ruling


@transaction.atomic
def take_back(*, ruling: TableRuling, by: User, now: datetime) -> Case:
    """Take back a ruling in the hall: the score is as it was before, the players are told, and the case that it closed
    is open again. Taking it back twice changes nothing. Locks the round, the match and the ruling. Raises Conflict
    where the score has changed since, Refusal at a live table, after an appeal, once the tournament is over, or for an
    official who plays there while the club has another one."""
    match = writing.lock(ruling.case.match)
    ruling = TableRuling.objects.select_for_update(of=("self",)).get(pk=ruling.pk)
    case = Case.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=ruling.case_id)
    if ruling.taken_back_at is not None:
        return case
    own_words.judges_alone(match, by)
    if ruling.table:
        raise Refusal(_("At a live table play goes back by a ruling of its own (IRR-0)."), "live_table")
    if ruling.appealed_at is not None:
        raise Refusal(_("There is an appeal against this ruling already."), "appealed")
    if case.tournament.is_over:
        raise Refusal(_("This tournament is over: nobody sits at the desk any more."), "finished")
    following.restore(ruling, match, by, now)
    ruling.taken_back_at = now
    ruling.save(update_fields=["taken_back_at"])
    if case.handled_at is not None and case.outcome == ruling.words[: services.MOST_WORDS]:
        case.handled_by = case.handled_at = None
        case.outcome = ""
        case.save(update_fields=["handled_by", "handled_at", "outcome"])
    after = {"ruling": ruling.public_id}
    words = "" if ruling.chosen else ruling.words
    services.record(case, "ruling.take_back", by, now, after=after, reason=words, rule=ruling.rule)
    key = f"ruling:{ruling.public_id}:back"
    services.tell_players(key, "ruling_taken_back", case, by, now, ruling=verdicts.to_each(ruling)[0])
    return case


def _board(match: Match, wish: DeskDecision) -> Match | None:
    """The board that a ruling is about, locked; None for a match without boards, and for a ruling by no law that names
    none. Called with the match locked."""
    known = verdicts.boards(match)
    if not known or (wish.board is None and wish.choice == verdicts.BY_THE_DIRECTOR):
        return None
    found = next((board for board in known if board.number == wish.board), None)
    if found is None:
        numbers = ", ".join(str(board.number) for board in known)
        raise Invalid("board", _("Say at which board it was. One of: %(allowed)s.") % {"allowed": numbers})
    return writing.lock(found)


def _said(
    case: Case, wish: DeskDecision, board: Match | None
) -> tuple[verdicts.Choice | None, str, str, dict[str, Any] | None]:
    """What is chosen (None: a ruling by no law), the words and the reason of the ruling, and from what both follow."""
    number, own = board.number if board is not None else None, wish.reason.strip()
    if wish.choice == verdicts.BY_THE_DIRECTOR:
        services.checked(wish.words, "words")
        return None, verdicts.at_board(number, wish.words.strip()), own or wish.words.strip(), None
    one, chosen = _chosen(verdicts.happened(case, None), wish.choice)
    points = _points(wish) if chosen.asks_points else 0
    place = board or case.match
    names = verdicts.sides(place) if chosen.asks_points else verdicts.players(place)
    name = _name(names, wish.offender) if chosen.names else ""
    words = verdicts.at_board(number, verdicts.ruled_words(one, chosen, name, points))
    kept = {"choice": chosen.key, "name": name, "points": points, "board": number, "is_own": bool(own)}
    return chosen, words, own or verdicts.why(one, chosen), kept


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


def _points(wish: DeskDecision) -> int:
    if not wish.points or abs(wish.points) > MOST_POINTS:
        raise Invalid("points", _("Enter the points: at most %(most)s, below 0 to take them.") % {"most": MOST_POINTS})
    return wish.points
