"""Services for the chat at tables: mutes, silences, conduct reports, and the deletion of old lines."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from games.live.processes import owner
from games.live.talk import asides, talk_rows
from games.models import ChatLine, ConductReport, Mute, Silence, Table

OLD_TALK = "games.old_talk"
OLD_TALK_HOUR = 4
MOST_WORDS = 300
MOST_REPORTS = 5  # of one person within an hour
AN_HOUR = timedelta(hours=1)


class NotHeard(ValueError):
    """A mute, a silence or a report was refused; the message says why."""


@transaction.atomic
def mute(*, by: User, of: User, is_muted: bool, now: datetime) -> None:
    """Mute or unmute `of` for `by`, at every table. Repeats are harmless. Raises NotHeard."""
    if by.pk == of.pk:
        raise NotHeard(_("Whoever talks hears it."))
    if is_muted:
        Mute.objects.get_or_create(by=by, of=of, defaults={"at": now})
    else:
        Mute.objects.filter(by=by, of=of).delete()


@transaction.atomic
def silence(*, table: Table, user: User, reason: str, by: User, now: datetime) -> Silence:
    """Ask a player not to talk at a table; the first request stands. The caller has checked who may ask. The player's
    tabs are told at once. Audited. Raises NotHeard without a reason."""
    said = checked(reason)
    found, is_new = Silence.objects.get_or_create(
        table=table, user=user, lifted_at=None, defaults={"reason": said, "by": by, "at": now}
    )
    if is_new:
        _record("table.silence", table, user, by, now, said)
        transaction.on_commit(lambda: owner.silence(table.public_id, user.pk, said))
    return found


@transaction.atomic
def lift_silence(*, table: Table, user: User, reason: str, by: User, now: datetime) -> None:
    """Let a player talk again. Repeats are harmless. Audited. Raises NotHeard without a reason."""
    said = checked(reason)
    if Silence.objects.filter(table=table, user=user, lifted_at=None).update(lifted_at=now):
        _record("table.unsilence", table, user, by, now, said)
        transaction.on_commit(lambda: owner.silence(table.public_id, user.pk, None))


@transaction.atomic
def report_conduct(*, table: Table, by: User, about: User, words: str, now: datetime) -> ConductReport:
    """Report somebody's conduct at a table to the site's officials, with the lines the reporter heard last. While a
    report is open, another one about the same person adds nothing. Raises NotHeard."""
    said, lines = checked(words), evidence(table=table, by=by, about=about)
    found = ConductReport.objects.filter(table=table, by=by, about=about, handled_at=None).first()
    if found:
        return found
    check_rate(ConductReport.objects.filter(by=by, at__gt=now - AN_HOUR).count())
    return ConductReport.objects.create(table=table, by=by, about=about, words=said, lines=lines, at=now)


@transaction.atomic
def handle_report(*, report: ConductReport, outcome: str, by: User, now: datetime) -> ConductReport:
    """Close a report with a few words from an official of the site. Locks it. Audited. Raises NotHeard."""
    said = checked(outcome)
    report = ConductReport.objects.select_for_update(of=("self",)).get(pk=report.pk)
    if report.handled_at is not None:
        raise NotHeard(_("This report has been handled."))
    report.handled_by, report.handled_at, report.outcome = by, now, said
    report.save(update_fields=["handled_by", "handled_at", "outcome"])
    audit.record(actor=by, action="report.handle", target=f"report:{report.public_id}", now=now, reason=said)
    return report


def evidence(*, table: Table, by: User, about: User) -> list[dict[str, Any]]:
    """What a reporter heard last at a table, copied for the report. Raises NotHeard unless both sit there as people, or
    both watch and the other has spoken."""
    seats = {seat.user_id: seat.seat for seat in table.seats.filter(house_level="")}
    both = {by.pk, about.pk}
    if len(both) == 2 and both <= seats.keys():
        return talk_rows.heard(table.pk, seats[by.pk])
    if len(both) == 2 and not both & seats.keys() and about in asides.speakers(table):
        return asides.heard(table.pk)
    raise NotHeard(_("Players can report others who play at their table, and watchers others who talk with them."))


def check_rate(recent: int) -> None:
    """Check the number of reports that this person made within the hour. Raises NotHeard if it is too large."""
    if recent >= MOST_REPORTS:
        raise NotHeard(_("These are many reports in an hour. Wait a while, or write to an official."))


def checked(text: str) -> str:
    """Check that words or a reason are neither empty nor too long, and return them. Raises NotHeard."""
    said = text.strip()
    if not said or len(said) > MOST_WORDS or not said.isprintable():
        raise NotHeard(_("Say in words what it is: at most %(n)d letters on one line.") % {"n": MOST_WORDS})
    return said


def forget_old_talk(*, now: datetime) -> int:
    """Delete lines older than `KEEP_TALK` days, and return their number. Copies in reports and cases stay."""
    return ChatLine.objects.filter(at__lt=now - timedelta(days=settings.KEEP_TALK)).delete()[0]


def _record(action: str, table: Table, user: User, by: User, now: datetime, reason: str) -> None:
    target = f"table:{table.public_id}"
    audit.record(actor=by, action=action, target=target, now=now, after={"user": user.public_id}, reason=reason)
