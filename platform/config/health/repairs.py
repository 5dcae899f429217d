"""What is dead or late on this site, and what the staff do about it: try it again, or let it be. Each act is an entry
of the audit log."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.second_factor import services as second_factor
from audit import services as audit
from config.health import site
from duework import services as duework
from duework.models import DueWork, Heartbeat, SkippedRow
from keeping.services import nights
from notices.models import Delivery as NoticeDelivery
from notices.models import DeliveryState as NoticeState
from notices.services import repairing
from webhooks import selectors as webhooks
from webhooks.models import Delivery as WebhookDelivery
from webhooks.services import delivering

MOST_SHOWN = 200
SHOWN_FOR = timedelta(days=14)
WORK, NOTICE, WEBHOOK = "work", "notice", "webhook"
AGAIN, LET_BE = "again", "let_be"
MODELS: dict[str, type[Model]] = {WORK: DueWork, NOTICE: NoticeDelivery, WEBHOOK: WebhookDelivery}
ACTS = (AGAIN, LET_BE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """One thing that went wrong: what and which (`what`, `number`), its `name` and `kind` in words of the code, the
    `reason`, since when, after how many tries (None: they are not counted). `may_let_be`: nothing tries it again by
    itself. `may_double`: nobody knows whether it was done."""

    what: str
    number: int
    name: str
    kind: str
    reason: str
    since: datetime
    tries: int | None = None
    may_let_be: bool = True
    may_double: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Troubles:
    """Everything that the staff should see."""

    dead: list[Trouble]
    late: list[Trouble]
    failing: list[Trouble]
    notices: list[Trouble]
    webhooks: list[Trouble]
    skipped: list[SkippedRow]
    is_backup_late: bool
    backup_at: datetime | None

    @property
    def kinds(self) -> list[tuple[str, list[Trouble], str]]:
        """Each kind of trouble in words, what of it there is, and what is said where there is none."""
        return [
            (_("Tried no more"), self.dead, _("Nothing is dead.")),
            (_("Late, and not begun"), self.late, _("Nothing is late.")),
            (_("Failed, and tried again"), self.failing, _("Nothing fails.")),
            (_("Mail and push that went wrong"), self.notices, _("Everything of the last two weeks went out.")),
            (_("Webhooks that were given up"), self.webhooks, _("Everything of the last two weeks was taken.")),
        ]


def troubles(*, now: datetime) -> Troubles:
    """What is dead or late now, at most MOST_SHOWN of each kind."""
    failed = DueWork.objects.filter(done_at=None, attempts__gt=0)
    since = now - SHOWN_FOR
    return Troubles(
        dead=[_of_work(one) for one in failed.filter(dead_at__isnull=False).order_by("-dead_at")[:MOST_SHOWN]],
        late=[_of_work(one) for one in duework.late(now=now)[:MOST_SHOWN]],
        failing=[_of_work(one) for one in failed.filter(dead_at=None).order_by("due_at")[:MOST_SHOWN]],
        notices=[_of_notice(one) for one in repairing.went_wrong(since)[:MOST_SHOWN]],
        webhooks=[_of_webhook(one) for one in webhooks.given_up(since)[:MOST_SHOWN]],
        skipped=list(SkippedRow.objects.order_by("job", "row")[:MOST_SHOWN]),
        is_backup_late=site.is_backup_late(now),
        backup_at=Heartbeat.objects.filter(name=nights.BEAT).values_list("at", flat=True).first(),
    )


def trouble(*, what: str, number: int) -> Trouble | None:
    """One thing that the page shows; None if there is none."""
    found = MODELS[what]._default_manager.filter(pk=number).first()
    return None if found is None else _TELLS[what](found)


@transaction.atomic
def act(*, do: str, what: str, number: int, by: User, now: datetime) -> bool:
    """Try one thing again (AGAIN) or let it be (LET_BE). Returns whether it still was in trouble. Raises
    PermissionDenied for others than the staff, Model.DoesNotExist, and what `delivering.repair` raises."""
    second_factor.require_staff(by, _("For the staff of the site."))
    found = MODELS[what]._default_manager.get(pk=number)
    told = _TELLS[what](found)
    is_done = _again(found, by, now) if do == AGAIN else _let_be(found, by)
    if is_done:
        target = f"{what}:{told.name}"[:120]
        facts = {"kind": told.kind, "tries": told.tries, "since": told.since.isoformat()}
        audit.record(actor=by, action=f"site.{do}", target=target, now=now, before=facts)
    return is_done


def _again(found: Model, by: User, now: datetime) -> bool:
    if isinstance(found, DueWork):
        return duework.try_again(work=found, now=now)
    if isinstance(found, NoticeDelivery):
        return repairing.send_again(delivery=found, now=now)
    assert isinstance(found, WebhookDelivery)
    delivering.repair(delivery=found, by=by, now=now)
    return True


def _let_be(found: Model, by: User) -> bool:
    if isinstance(found, DueWork):
        return duework.drop(work=found)
    if isinstance(found, NoticeDelivery):
        return repairing.let_be(delivery=found)
    assert isinstance(found, WebhookDelivery)
    return delivering.let_be(delivery=found, by=by)


def _of_work(work: DueWork) -> Trouble:
    return Trouble(
        what=WORK, number=work.pk, name=work.key, kind=work.kind, reason=work.last_error, since=work.due_at,
        tries=work.attempts, may_let_be=work.dead_at is not None,
    )  # fmt: skip


def _of_notice(one: NoticeDelivery) -> Trouble:
    """A mail or push, named by its number and that of the account, without the person's name."""
    is_unknown = one.state == NoticeState.UNKNOWN
    reason = _("Nobody knows whether it arrived: the process that sent it ended.") if is_unknown else one.said
    return Trouble(
        what=NOTICE, number=one.pk, name=f"{one.channel} {one.pk} ({one.notice.text}, {one.notice.user_id})",
        kind=one.notice.kind, reason=reason, since=one.due_at, may_double=is_unknown,
    )  # fmt: skip


def _of_webhook(one: WebhookDelivery) -> Trouble:
    """A message to a host; the rest of an address may be a secret."""
    last = max(one.attempts.all(), key=lambda attempt: attempt.pk, default=None)
    reason = "" if last is None else last.fault or f"{last.status} {last.answer[:200]}"
    host = urlsplit(one.endpoint.url).netloc.rpartition("@")[2]
    return Trouble(
        what=WEBHOOK, number=one.pk, name=f"{one.message.public_id} ({host})", kind=one.message.kind, reason=reason,
        since=one.message.created_at, tries=one.tries,
    )  # fmt: skip


_TELLS: dict[str, Callable[..., Trouble]] = {WORK: _of_work, NOTICE: _of_notice, WEBHOOK: _of_webhook}
