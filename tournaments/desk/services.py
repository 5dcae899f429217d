"""The director's desk: calls, who has taken a case and how it was handled, rulings at live tables, appeals."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from games import selectors as game_reading
from games import services as games
from games.live import directing
from games.models import Table
from tournaments.desk import selectors
from tournaments.errors import Conflict, Invalid, Refusal
from tournaments.matches import selectors as matches_selectors
from tournaments.matches import services as matches_services
from tournaments.models import BY_PLAYERS, Case, CaseKind, Match, TableRuling
from tournaments.stages.services import progression as stages

MOST_WORDS = 300


@transaction.atomic
def call_director(*, match: Match, table: str, words: str, by: User, now: datetime) -> Case:
    """A player of a match asks for the director, with a few words. While the call is open another one adds nothing.
    Locks the match. Raises Invalid for words that are too long."""
    _checked(words, "words", needed=False)
    Match.objects.select_for_update().get(pk=match.pk)
    found = Case.objects.filter(match=match, kind=CaseKind.CALL, opened_by=by, handled_at=None).first()
    return found or _opened(match, table, CaseKind.CALL, by, now, words)


@transaction.atomic
def report_conduct(*, match: Match, table: str, about: User, words: str, by: User, now: datetime) -> Case:
    """A player of a match reports how another behaves at its table, with what was heard there last. While the case is
    open another report adds nothing. Locks the match. Raises Invalid, Refusal."""
    _checked(words, "words")
    Match.objects.select_for_update().get(pk=match.pk)
    found = Case.objects.filter(match=match, kind=CaseKind.CONDUCT, opened_by=by, about=about, handled_at=None).first()
    if found:
        return found
    live_table = _live_table(match, table)
    recent = Case.objects.filter(kind=CaseKind.CONDUCT, opened_by=by, opened_at__gt=now - games.AN_HOUR).count()
    try:
        games.check_rate(recent)
        lines = games.evidence(table=live_table, by=by, about=about)
    except games.NotHeard as refused:
        raise Refusal(str(refused), "not_heard") from refused
    return _opened(match, table, CaseKind.CONDUCT, by, now, words, about=about, lines=lines)


def silence_player(*, case: Case, seat: str, is_silent: bool, reason: str, by: User, now: datetime) -> None:
    """Ask who sits at `seat` of a case's live table not to talk there, or let them talk again. Audited. Raises Invalid
    without a reason or for a seat that is not there, Conflict where another official has the case, Refusal."""
    _checked(reason, "reason")
    table = _live_table(case.match, case.table)
    user = game_reading.at_seat(table, seat)
    if user is None:
        raise Invalid("seat", _("There is no such seat."))
    with transaction.atomic():
        claim_case(case=case, by=by, now=now)
        work = games.silence if is_silent else games.lift_silence
        work(table=table, user=user, reason=reason, by=by, now=now)


def _live_table(match: Match, public_id: str) -> Table:
    table = matches_selectors.table_at(match, public_id)
    if table is None:
        raise Refusal(_("This match has no live table."), "no_table")
    return table


@transaction.atomic
def open_case(*, match: Match, kind: str, by: User, now: datetime) -> Case:
    """An official takes up what the house has noticed at a match, or a matter of his own: the case that is open, else a
    new one. Locks the match."""
    if kind not in CaseKind.values or kind in BY_PLAYERS:
        raise Invalid("kind", _("Only players call."))
    Match.objects.select_for_update().get(pk=match.pk)
    found = Case.objects.filter(match=match, kind=kind, handled_at=None).first()
    return found or _opened(match, selectors.table_of(match), kind, by, now)


@transaction.atomic
def claim_case(*, case: Case, by: User, now: datetime, instead_of: str = "") -> Case:
    """An official takes a case; who has it already keeps it. It is taken over only from who is named (`instead_of`, a
    public id): of two who would, the second finds another there. Locks the case. Raises Conflict, Refusal for whoever
    plays in the match."""
    case = _held(case)
    matches_services.refuse_own(case.match, by)
    holder = case.claimed_by
    if holder == by:
        return case
    if holder is not None and holder.public_id != instead_of:
        raise Conflict(_("%(name)s has taken this case.") % {"name": holder})
    case.claimed_by, case.claimed_at = by, now
    case.save(update_fields=["claimed_by", "claimed_at"])
    before = {"claimed_by": holder.public_id} if holder else None
    _record(case, "case.claim", by, now, before=before)
    return case


@transaction.atomic
def handle_case(*, case: Case, outcome: str, by: User, now: datetime) -> Case:
    """A case is done with, in a few words. Locks the case. Raises Conflict where another official has it, Invalid."""
    _checked(outcome, "outcome")
    case = claim_case(case=case, by=by, now=now)
    case.handled_by, case.handled_at, case.outcome = by, now, outcome.strip()
    case.save(update_fields=["handled_by", "handled_at", "outcome"])
    _record(case, "case.handle", by, now, reason=case.outcome)
    return case


def rule_at_table(
    *, case: Case, action: Mapping[str, Any], reason: str, seen: int, cmd_id: UUID, by: User, now: datetime,
) -> TableRuling:  # fmt: skip
    """Enter a ruling at the live table of a case, as a play of its log, and note it with its rule and what it does. The
    same `cmd_id` again notes it once. Outside a transaction, as `games.services.act` asks. Raises Invalid without a
    reason or for what is no command, Conflict where the table has moved on since `seen`, Refusal with the engine's
    code."""
    _checked(reason, "reason")
    table = _live_table(case.match, case.table)
    claim_case(case=case, by=by, now=now)
    said, rule = reason.strip(), directing.rule_of(table, action)
    words = directing.foresee(table, action).words
    try:
        ack = games.act(table=table, cmd_id=cmd_id, seen=seen, action=action, by=by, now=now, why=said)
    except games.Refused as refused:
        if refused.code == "stale":
            raise Conflict(_("The table has moved on: look at it again.")) from refused
        if refused.code == "frame":
            raise Invalid("action", _("This is no command of a director.")) from refused
        said = directing.refusal(action, refused.code, refused.rule)
        raise Refusal(said.strip(), refused.code) from refused
    with transaction.atomic():
        noted = {"case": case, "rule": rule, "words": words[:500], "reason": said, "by": by, "at": now}
        ruling, is_new = TableRuling.objects.get_or_create(table=table.public_id, seq=ack.version, defaults=noted)
        if is_new:
            after = {"seq": ack.version, "action": dict(action)}
            _record(case, "table.rule", by, now, after=after, reason=said, rule=rule)
    return ruling


@transaction.atomic
def look_at_hands(*, case: Case, by: User, now: datetime) -> dict[str, list[str]]:
    """Both hands of a live table: noted in the audit log before they are shown. Raises Refusal for whoever plays in the
    tournament."""
    if selectors.plays_in_tournament(by, case.tournament):
        raise Refusal(_("Whoever plays in this tournament does not look at hidden cards."), "plays_here")
    table = _live_table(case.match, case.table)
    _record(case, "table.look", by, now, after={"version": table.version})
    return directing.hands(table)


@transaction.atomic
def appeal(*, ruling: TableRuling, words: str, by: User, now: datetime) -> TableRuling:
    """A player of the match appeals against a ruling, once and within the tournament's time. Locks the ruling. Raises
    Invalid, Refusal."""
    _checked(words, "words")
    ruling = TableRuling.objects.select_for_update(of=("self",)).select_related("case__tournament").get(pk=ruling.pk)
    if ruling.appealed_at is not None:
        raise Refusal(_("There is an appeal against this ruling already."), "appealed")
    if selectors.taken_back([ruling]):
        raise Refusal(_("This ruling has been taken back."), "taken_back")
    if now > selectors.appeals_until(ruling):
        raise Refusal(_("The time for an appeal is over."), "too_late")
    ruling.appealed_by, ruling.appealed_at, ruling.appeal = by, now, words.strip()
    ruling.save(update_fields=["appealed_by", "appealed_at", "appeal"])
    _record(ruling.case, "ruling.appeal", by, now, after={"ruling": ruling.public_id}, reason=ruling.appeal)
    return ruling


@transaction.atomic
def decide_appeal(*, ruling: TableRuling, is_upheld: bool, decision: str, by: User, now: datetime) -> TableRuling:
    """Another official than who ruled lets the ruling stand or overturns it. What that means for a result is entered as
    a correction, like any other. Locks the ruling. Raises Invalid, Refusal."""
    _checked(decision, "decision")
    ruling = TableRuling.objects.select_for_update(of=("self",)).select_related("case__tournament").get(pk=ruling.pk)
    if ruling.appealed_at is None or ruling.decided_at is not None:
        raise Refusal(_("No appeal is open against this ruling."), "no_appeal")
    matches_services.refuse_own(ruling.case.match, by)
    if ruling.by_id == by.pk:
        raise Refusal(_("Another official decides about the own ruling."), "own_ruling")
    ruling.decided_by, ruling.decided_at = by, now
    ruling.is_upheld, ruling.decision = is_upheld, decision.strip()
    ruling.save(update_fields=["decided_by", "decided_at", "is_upheld", "decision"])
    after = {"ruling": ruling.public_id, "upheld": is_upheld}
    _record(ruling.case, "ruling.decide", by, now, after=after, reason=ruling.decision, rule=ruling.rule)
    stages.finish_after_appeal(ruling.case.tournament, now)
    return ruling


def _held(case: Case) -> Case:
    case = Case.objects.select_for_update(of=("self",)).select_related("claimed_by", "tournament").get(pk=case.pk)
    if case.handled_at is not None:
        raise Conflict(_("This case has been handled."))
    return case


def _opened(match: Match, table: str, kind: str, by: User, now: datetime, words: str = "", **facts: Any) -> Case:
    case = Case.objects.create(
        tournament=match.round.stage.tournament, match=match, table=table, kind=kind, opened_by=by, opened_at=now,
        words=words.strip(), **facts,
    )  # fmt: skip
    _record(case, f"case.{kind}", by, now)  # the words stand in the case, which can forget them
    return case


def _checked(text: str, field: str, *, needed: bool = True) -> None:
    if len(text.strip()) > MOST_WORDS or not text.isprintable():
        raise Invalid(field, _("At most %(n)d letters on one line.") % {"n": MOST_WORDS})
    if needed and not text.strip():
        raise Invalid(field, _("Say why: everybody will read it."))


def _record(case: Case, action: str, by: User, now: datetime, **facts: Any) -> None:
    audit.record(actor=by, action=action, target=f"case:{case.public_id}", now=now, **facts)
