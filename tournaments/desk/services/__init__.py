"""Services of the director's desk: calls, taking and closing cases, rulings at live tables and in the hall, appeals."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from games import selectors as game_reading
from games.live import directing
from games.models import Table
from games.services import tables, talking
from quotas import services as quotas
from quotas.acts import CALL_OFFICIALS, WORK_AT_DESK
from tournaments.desk import selectors
from tournaments.desk.selectors import disputes, verdicts
from tournaments.errors import Conflict, Invalid, Refusal
from tournaments.event.services.notices import case_key, settle_case, tell_directors, tell_match
from tournaments.matches import selectors as matches_selectors
from tournaments.matches.services import own_words, writing
from tournaments.models import BY_PLAYERS, Case, CaseKind, Match, TableRuling
from tournaments.results.services import recording, reports
from tournaments.stages.services import progression as stages

MOST_WORDS = 300


@transaction.atomic
def call_director(*, match: Match, table: str, words: str, by: User | None, now: datetime, seat: str = "") -> Case:
    """Call the director with a few words, as a player of a match or of a table of three and more: to the live `table`,
    or in person (""). By a slip `by` is None, and the name at the `seat` stands before the words. While the call is
    open another one adds nothing. Locks what is played. Raises Invalid for words that are too long, Refusal once the
    tournament is over."""
    words = _said_by(seat, words)
    checked(words, "words", needed=False)
    if match.round.stage.tournament.is_over:
        raise Refusal(_("This tournament is over: nobody sits at the desk any more."), "finished")
    _lock(match)
    found = Case.objects.filter(match=match, kind=CaseKind.CALL, opened_by=by, handled_at=None).first()
    return found or _opened(match, table, CaseKind.CALL, by, now, words)


@transaction.atomic
def report_conduct(*, match: Match, table: str, about: User, words: str, by: User, now: datetime) -> Case:
    """Report another player's conduct at a live table, with the lines heard there last. While the case is open another
    report adds nothing. Locks what is played. Raises Invalid, Refusal."""
    checked(words, "words")
    _lock(match)
    asked = {"kind": CaseKind.CONDUCT, "opened_by": by, "about": about}
    found = Case.objects.filter(match=match, **asked, handled_at=None).first()
    if found:
        return found
    at = live_table(match, table)
    recent = Case.objects.filter(kind=CaseKind.CONDUCT, opened_by=by, opened_at__gt=now - talking.AN_HOUR).count()
    try:
        talking.check_rate(recent)
        lines = talking.evidence(table=at, by=by, about=about)
    except talking.NotHeard as refused:
        raise Refusal(str(refused), "not_heard") from refused
    return _opened(match, table, CaseKind.CONDUCT, by, now, words, about=about, lines=lines)


def silence_player(*, case: Case, seat: str, is_silent: bool, reason: str, by: User, now: datetime) -> None:
    """Silence the player at `seat` of a case's live table, or let them talk again. Audited. Raises Invalid
    without a reason or for an unknown seat, Conflict where another official has the case, Refusal, also for an official
    who plays there."""
    checked(reason, "reason")
    own_words.refuse_own(case.match, by)
    table = live_table(case.match, case.table)
    user = game_reading.at_seat(table, seat)
    if user is None:
        raise Invalid("seat", _("There is no such seat."))
    with transaction.atomic():
        claim_case(case=case, by=by, now=now)
        work = talking.silence if is_silent else talking.lift_silence
        work(table=table, user=user, reason=reason, by=by, now=now)


def live_table(match: Match, public_id: str) -> Table:
    table = matches_selectors.table_at(match, public_id)
    if table is None:
        raise Refusal(_("This match has no live table."), "no_table")
    return table


@transaction.atomic
def open_case(*, match: Match, kind: str, by: User, now: datetime) -> Case:
    """Open a case for a match, from a line of the queue or without one; if a case is open, it is returned instead.
    Locks the match."""
    if kind not in CaseKind.values or kind in BY_PLAYERS:
        raise Invalid("kind", _("Only players call."))
    _lock(match)
    found = Case.objects.filter(match=match, kind=kind, handled_at=None).first()
    return found or _opened(match, selectors.table_of(match), kind, by, now)


@transaction.atomic
def claim_case(*, case: Case, by: User, now: datetime, instead_of: str = "") -> Case:
    """Assign a case to an official. It can be taken over only from the official named in `instead_of` (a public id), so
    that of two who try, the second gets Conflict. Locks the case. Raises Conflict, Refusal for an official who plays
    there while the club has another one, and for whom a report of conduct is about."""
    case = _held(case)
    if case.about == by:
        raise own_words.own_refusal()
    own_words.judges_alone(case.match, by)
    holder = case.claimed_by
    if holder == by:
        return case
    if holder is not None and holder.public_id != instead_of:
        raise Conflict(_("%(name)s has taken this case.") % {"name": holder})
    case.claimed_by, case.claimed_at = by, now
    case.save(update_fields=["claimed_by", "claimed_at"])
    before = {"claimed_by": holder.public_id} if holder else None
    record(case, "case.claim", by, now, before=before)
    return case


@transaction.atomic
def handle_case(*, case: Case, outcome: str, by: User, now: datetime) -> Case:
    """Close a case, with a few words. Where its official plays there, because the club has no other one, the others at
    the table are told. Locks the case. Raises Conflict where another official has it, Invalid, Refusal."""
    checked(outcome, "outcome")
    case = claim_case(case=case, by=by, now=now)
    if close(case, outcome, by, now):
        tell_players(f"case:{case.public_id}:alone", "decided_alone", case, by, now, said=case.outcome)
    return case


def close(case: Case, outcome: str, by: User, now: datetime, ruling: TableRuling | None = None) -> bool:
    """Close a case that this official has, by a ruling or by words; returns whether they play there, so that the others
    at the table are to be told. Called with it locked."""
    case.handled_by, case.handled_at, case.outcome = by, now, outcome.strip()[:MOST_WORDS]
    case.save(update_fields=["handled_by", "handled_at", "outcome"])
    is_unwitnessed = own_words.judges_alone(case.match, by)
    is_by_law = ruling is not None and ruling.chosen is not None  # whose words name people: the log names nobody
    after = {"is_unwitnessed": is_unwitnessed, **({"ruling": ruling.public_id} if ruling else {})}
    record(case, "case.handle", by, now, reason="" if is_by_law else case.outcome, after=after)
    settle_case(case, now)
    writing.after_case(case.match.round, case, now)
    stages.finish_after_desk(case.tournament, now)
    return is_unwitnessed


@transaction.atomic
def settle_dispute(*, match: Match, report: str, by: User, now: datetime) -> Case:
    """Choose one of the conflicting reports as the result: `report` is its key (`disputes.reports_of`). The case that
    this is about, a new one if there is none, is closed with it, unless other boards of the match are disputed too.
    Locks what is played. Raises Conflict where another official has the case or that report is not there any more,
    Refusal for an official who plays there."""
    _lock(match)
    own_words.refuse_own(match, by)
    case = claim_case(case=open_case(match=match, kind=CaseKind.DISPUTE, by=by, now=now), by=by, now=now)
    chosen = next((one for one in disputes.reports_of(_again(match)) if one.key == report), None)
    if chosen is None:
        raise Conflict(_("The reports have changed meanwhile: look again."))
    settled: dict[str, Any] = {"match": chosen.match, "version": chosen.match.version, "by": by, "now": now}
    if chosen.report is None:
        recording.confirm_result(**settled)
    else:
        recording.record_result(**settled, score=reports.score_of(chosen.report))
    if disputes.reports_of(_again(match)):
        return case
    said = {"result": chosen.words, "names": chosen.names or _("an official")}
    return handle_case(case=case, outcome=_("%(result)s, as reported by %(names)s") % said, by=by, now=now)


def _again(match: Match) -> Match:
    return selectors.find_match(match.public_id) or match


def rule_at_table(
    *, case: Case, action: Mapping[str, Any], reason: str, seen: int, cmd_id: UUID, by: User, now: datetime,
    closes: bool = False,
) -> TableRuling:  # fmt: skip
    """Enter a ruling at the live table of a case, as a play of its log, and record it with its rule and its effect;
    the players are told, and where it `closes` the case, that is closed with it. The same `cmd_id` again notes it once.
    Outside a transaction, as `games.services.tables.act` asks. Raises Invalid without a reason or for what is no
    command, Conflict where the table has moved on since `seen`, Refusal with the engine's code, and for an official who
    plays there."""
    checked(reason, "reason")
    own_words.refuse_own(case.match, by)
    table = live_table(case.match, case.table)
    claim_case(case=case, by=by, now=now)
    said, rule = reason.strip(), directing.rule_of(table, action)
    words = directing.foresee(table, action).words
    try:
        ack = tables.act(table=table, cmd_id=cmd_id, seen=seen, action=action, by=by, now=now, why=said)
    except tables.Refused as refused:
        if refused.code == "stale":
            raise Conflict(_("The table has moved on: look at it again.")) from refused
        if refused.code == "frame":
            raise Invalid("action", _("This is not a command of a director.")) from refused
        said = directing.refusal(action, refused.code, refused.rule)
        raise Refusal(said.strip(), refused.code) from refused
    with transaction.atomic():
        noted = {"case": case, "rule": rule, "words": words[:500], "reason": said, "by": by, "at": now}
        ruling, is_new = TableRuling.objects.get_or_create(table=table.public_id, seq=ack.version, defaults=noted)
        if is_new:
            after = {"seq": ack.version, "action": dict(action)}
            record(case, "table.rule", by, now, after=after, reason=said, rule=rule)
            tell_players(f"ruling:{ruling.public_id}", "ruling", case, by, now, ruling=ruling.words, reason=said)
        if closes:
            close(claim_case(case=case, by=by, now=now), ruling.words, by, now)
    return ruling


@transaction.atomic
def rule_in_hall(
    *,
    case: Case,
    rule: str,
    words: str,
    reason: str,
    by: User,
    now: datetime,
    carries: Mapping[str, Any] | None = None,
    undoes: Mapping[str, Any] | None = None,
    chosen: Mapping[str, Any] | None = None,
) -> TableRuling:
    """Record a ruling at a table with real cards: the law (empty: none was broken), the ruling, and the reason; the
    players are told, also that its official plays there where the club has no other one. `carries`: what the deal under
    way has on its sheet by it; `undoes`: what stood before; `chosen`: what a law let its director decide. A result that
    changes by it is entered separately. The same ruling again is noted once. Locks the case. Raises Invalid for a law
    that this game does not have or for missing words, Conflict where another official has the case, Refusal where a
    live table takes the ruling itself."""
    checked(words, "words")
    checked(reason, "reason")
    if selectors.table_of_case(case) is not None:
        raise Refusal(_("This table is played live: rule at the table itself."), "live_table")
    laws = selectors.laws_in_hall(case.tournament)
    if rule and rule not in laws:
        raise Invalid("rule", _("One of: %(allowed)s.") % {"allowed": ", ".join(laws)})
    case = claim_case(case=case, by=by, now=now)
    told = {
        "table": "",
        "rule": rule,
        "words": words.strip(),
        "reason": reason.strip(),
        "by": by,
        "taken_back_at": None,
    }
    noted = {
        "seq": case.rulings.count() + 1,
        "at": now,
        "carries": carries or None,
        "undoes": undoes or None,
        "chosen": chosen,
    }
    ruling, is_new = TableRuling.objects.get_or_create(case=case, **told, defaults=noted)
    if is_new:
        is_unwitnessed = own_words.judges_alone(case.match, by)
        after = {"ruling": ruling.public_id, "is_unwitnessed": is_unwitnessed}
        after |= {key: value for key, value in (chosen or {"words": ruling.words}).items() if key != "name"}
        record(case, "hall.rule", by, now, after=after, reason=ruling.reason, rule=rule)
        key, (said, why) = f"ruling:{ruling.public_id}", verdicts.to_each(ruling)
        if is_unwitnessed:
            tell_players(key, "decided_alone", case, by, now, said=said)
        else:
            tell_players(key, "ruling", case, by, now, ruling=said, reason=why)
    return ruling


@transaction.atomic
def look_at_hands(*, case: Case, by: User, now: datetime) -> dict[str, list[str]]:
    """All hands of a live table; the look goes to the audit log first. Raises Refusal for an official who plays in the
    tournament."""
    if selectors.plays_in_tournament(by, case.tournament):
        raise Refusal(_("Officials who play in this tournament may not look at hidden cards."), "plays_here")
    table = live_table(case.match, case.table)
    record(case, "table.look", by, now, after={"version": table.version})
    return directing.hands(table)


@transaction.atomic
def appeal(*, ruling: TableRuling, words: str, by: User | None, now: datetime, seat: str = "") -> TableRuling:
    """Appeal against a ruling as a player at the table, live or in the hall, once and within the tournament's time. By
    a slip `by` is None, and the name at the `seat` stands before the words. Locks the ruling. Raises Invalid,
    Refusal."""
    checked(words, "words")
    typed, words = words.strip(), _said_by(seat, words)
    checked(words, "words")
    ruling = TableRuling.objects.select_for_update(of=("self",)).select_related("case__tournament").get(pk=ruling.pk)
    if ruling.appealed_at is not None:
        raise Refusal(_("There is an appeal against this ruling already."), "appealed")
    if selectors.taken_back([ruling]):
        raise Refusal(_("This ruling has been taken back."), "taken_back")
    if now > selectors.appeals_until(ruling):
        raise Refusal(_("The time for an appeal is over."), "too_late")
    ruling.appealed_by, ruling.appealed_at, ruling.appeal = by, now, words.strip()
    ruling.save(update_fields=["appealed_by", "appealed_at", "appeal"])
    record(ruling.case, "ruling.appeal", by, now, after={"ruling": ruling.public_id}, reason=typed)
    return ruling


@transaction.atomic
def decide_appeal(*, ruling: TableRuling, is_upheld: bool, decision: str, by: User, now: datetime) -> TableRuling:
    """Uphold a ruling or overturn it; the official who ruled may not decide. A result that changes by it is corrected
    separately. Locks the ruling. Raises Invalid, Refusal."""
    checked(decision, "decision")
    ruling = TableRuling.objects.select_for_update(of=("self",)).select_related("case__tournament").get(pk=ruling.pk)
    if ruling.appealed_at is None or ruling.decided_at is not None:
        raise Refusal(_("No appeal is open against this ruling."), "no_appeal")
    own_words.refuse_own(ruling.case.match, by)
    if ruling.by_id == by.pk:
        raise Refusal(_("Another official must decide an appeal against your own ruling."), "own_ruling")
    ruling.decided_by, ruling.decided_at = by, now
    ruling.is_upheld, ruling.decision = is_upheld, decision.strip()
    ruling.save(update_fields=["decided_by", "decided_at", "is_upheld", "decision"])
    after = {"ruling": ruling.public_id, "upheld": is_upheld}
    record(ruling.case, "ruling.decide", by, now, after=after, reason=ruling.decision, rule=ruling.rule)
    key = f"ruling:{ruling.public_id}:appeal"
    tell_players(key, "appeal_decided", ruling.case, by, now, reason=ruling.decision)
    stages.finish_after_desk(ruling.case.tournament, now)
    return ruling


def _held(case: Case) -> Case:
    case = Case.objects.select_for_update(of=("self",)).select_related("claimed_by", "tournament").get(pk=case.pk)
    if case.handled_at is not None:
        raise Conflict(_("This case has been handled."))
    return case


def _lock(match: Match) -> None:
    Match.objects.select_for_update(of=("self",)).get(pk=match.pk)


def _opened(match: Match, table: str, kind: str, by: User | None, now: datetime, words: str = "", **facts: Any) -> Case:
    case = writing.open_case(match, table, kind, by, now, words, **facts)
    _tell_directors(case, by, now)
    return case


def _tell_directors(case: Case, by: User | None, now: datetime) -> None:
    """Tell the officials that players ask for them; a case that an official opens is not announced."""
    if case.kind not in BY_PLAYERS:
        return
    if by is not None:
        quotas.take(CALL_OFFICIALS, now=now, account=by.pk, club=case.tournament.club_id)
    text = "called" if case.kind == CaseKind.CALL else "reported"
    link = reverse("tournaments:case", args=[case.tournament.slug, case.public_id])
    if by is None and text == "called":
        text = "called.slip"  # the words begin with the name of whose slip it is
    tell_directors(
        case_key(case), text, case.tournament, now, link, by,
        table=case.match.table_no, who=str(by or ""), said=case.words,
    )  # fmt: skip


def tell_players(key: str, text: str, case: Case, by: User, now: datetime, **parts: str) -> None:
    """Tell the players at the table of a case."""
    tell_match(key, text, case.match, now, by, **parts)


def _said_by(seat: str, words: str) -> str:
    """The words of somebody without an account, with their name."""
    return f"{seat}: {words.strip()}" if seat else words


def checked(text: str, field: str, *, needed: bool = True) -> None:
    if len(text.strip()) > MOST_WORDS or not text.isprintable():
        raise Invalid(field, _("At most %(n)d letters on one line.") % {"n": MOST_WORDS})
    if needed and not text.strip():
        raise Invalid(field, _("Give a reason: it is public."))


def record(case: Case, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    """Record a step of the desk in the audit log. Raises LimitReached, and then it is undone."""
    if by is not None:
        quotas.take(WORK_AT_DESK, now=now, account=by.pk)
    audit.record(actor=by, action=action, target=f"case:{case.public_id}", now=now, **facts)
