"""The staff's page of what is dead or late: what it shows, and what may be done about it, with an entry of the audit
log."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from audit.models import AuditEntry
from clubs import services as clubs
from config.health import repairs, site
from duework import services as duework
from duework.models import DueWork
from notices.models import Delivery, Notice
from notices.services.mailing import NO_ADDRESS, UNCONFIRMED
from tests.markup import tight
from webhooks import sealing, standard
from webhooks.models import Attempt, Endpoint, Message, OffReason
from webhooks.models import Delivery as Sent

pytestmark = pytest.mark.django_db
PAGE = "/site/work/"


@pytest.fixture
def root() -> User:
    return accounts.official(username="root", name="Root", email="", password="correct horse 9", site_admin=True)


@pytest.fixture
def staff(client: Client, root: User) -> Client:
    client.force_login(root)
    return client


def told(state: str, *, said: str = "", channel: str = "mail", at: datetime | None = None) -> Delivery:
    at = at or timezone.now()
    number = Notice.objects.count()
    user = User.objects.create_user(f"ann{number}", email=f"ann{number}@club.example")
    notice = Notice.objects.create(user=user, key="a", batch="x", kind="pairing", text="paired", link="/", at=at)
    return Delivery.objects.create(notice=notice, channel=channel, batch="x", state=state, due_at=at, said=said)


def sent(root: User, *, kind: str = "round.published", off: str = OffReason.NONE) -> Sent:
    club = clubs.create_club(name=f"Club {Sent.objects.count()}", organiser=root)
    now = timezone.now()
    endpoint = Endpoint.objects.create(
        club=club, url="https://hooks.example/secret", secret=sealing.seal(sealing.new_secret()), created_at=now,
        off_reason=off,
    )  # fmt: skip
    message = Message.objects.create(club=club, kind=kind, body="{}", created_at=now)
    made = Sent.objects.create(message=message, endpoint=endpoint, state="failed", tries=9)
    Attempt.objects.create(delivery=made, at=now, status=503, answer="try later")
    return made


def do(staff: Client, do: str, what: str, number: int, **more: str) -> str:
    """What the page says afterwards."""
    return tight(staff.post(PAGE, {what: number, "do": do, **more}, follow=True).content.decode())


def test_the_page_shows_what_went_wrong_and_nothing_else(staff: Client, root: User) -> None:
    now = timezone.now()
    duework.plan(key="late piece", kind="test.kind", due_at=now - timedelta(minutes=11))
    duework.plan(key="young piece", kind="test.kind", due_at=now - timedelta(minutes=9))
    told("refused", said="550 no such box")
    told("unknown", channel="push")
    for usual in (NO_ADDRESS, UNCONFIRMED):
        told("refused", said=usual)
    told("sent")
    told("refused", said="421 long ago", at=now - timedelta(days=15))
    gone = sent(root)
    sent(root, kind=standard.TEST)
    page = tight(staff.get(PAGE).content.decode())
    for shown in (
        "late piece",
        "550 no such box",
        "Nobody knows whether it arrived",
        gone.message.public_id,
        "503 try later",
    ):
        assert shown in page, shown
    for hidden in ("young piece", NO_ADDRESS, UNCONFIRMED, "421 long ago", "secret", "@club.example", "ann0"):
        assert hidden not in page, hidden
    assert page.count('value="let_be"') == 3


def test_a_late_backup_is_told(staff: Client, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "backup" not in tight(staff.get(PAGE).content.decode())
    settings.BACKUP_FOLDER = tmp_path
    monkeypatch.setattr(site, "age", lambda now: 10**6)
    assert "No backup has been made yet" in tight(staff.get(PAGE).content.decode())
    duework.beat("backup", now=timezone.now() - timedelta(hours=37))
    assert "The last backup was made on" in tight(staff.get(PAGE).content.decode())
    duework.beat("backup", now=timezone.now())
    assert "backup" not in tight(staff.get(PAGE).content.decode())


def test_a_refused_mail_goes_out_once_more(staff: Client, root: User) -> None:
    mail = told("refused", said="450 full", at=timezone.now() - timedelta(days=3))
    assert "It is tried again now." in do(staff, "again", "notice", mail.pk)
    mail.refresh_from_db()
    assert (mail.state, mail.said) == ("waiting", "")
    [work] = DueWork.objects.filter(payload__batch=mail.batch)
    assert work.kind == "notices.mail"
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.actor, entry.target) == (
        "site.again",
        root,
        f"notice:mail {mail.pk} (paired, {mail.notice.user_id})",
    )
    assert entry.request_id
    assert "This has changed meanwhile." in do(staff, "again", "notice", mail.pk)
    assert AuditEntry.objects.latest("pk") == entry


def test_what_may_arrive_twice_is_asked_about(staff: Client) -> None:
    push = told("unknown", channel="push")
    assert "it arrives twice" in do(staff, "again", "notice", push.pk)
    push.refresh_from_db()
    assert push.state == "unknown"
    assert "It is tried again now." in do(staff, "again", "notice", push.pk, sure="1")


@pytest.mark.parametrize("what", ["work", "notice", "webhook"])
def test_letting_be_is_asked_about_and_written_down(staff: Client, root: User, what: str) -> None:
    work = duework.plan(key="dead", kind="test.kind", due_at=timezone.now())
    DueWork.objects.update(attempts=20, dead_at=timezone.now(), last_error="KeyError('x')")
    number = {"work": work.pk, "notice": told("refused").pk, "webhook": sent(root).pk}[what]
    before = AuditEntry.objects.count()
    assert "Let it be?" in do(staff, "let_be", what, number)
    assert AuditEntry.objects.count() == before
    assert f'name="{what}" value="{number}"' in tight(staff.get(PAGE).content.decode())
    assert "It is let be" in do(staff, "let_be", what, number, sure="1")
    assert f'name="{what}" value="{number}"' not in tight(staff.get(PAGE).content.decode())
    assert AuditEntry.objects.latest("pk").action == "site.let_be"


def test_a_webhook_of_any_club_is_sent_again_and_says_why_it_cannot_be(staff: Client, root: User) -> None:
    given_up = sent(root)
    assert "It is tried again now." in do(staff, "again", "webhook", given_up.pk)
    given_up.refresh_from_db()
    assert given_up.state == "waiting"
    off = sent(root, off=OffReason.FAILING)
    assert "This address is off: turn it on first." in do(staff, "again", "webhook", off.pk)


@pytest.mark.parametrize("what", repairs.ACTS)
def test_the_service_asks_who_it_is(root: User, what: str) -> None:
    ann = User.objects.create_user("ann")
    for kind, number in (("work", 1), ("notice", told("refused").pk), ("webhook", sent(root).pk)):
        with pytest.raises(PermissionDenied):
            repairs.act(do=what, what=kind, number=number, by=ann, now=timezone.now())
    assert Delivery.objects.get().state == "refused"
