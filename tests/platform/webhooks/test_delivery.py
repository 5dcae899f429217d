"""Messages reach a real server signed, are tried again at the times of the specification, and keep nobody waiting."""

from datetime import timedelta

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone
from standardwebhooks import WebhookVerificationError

from clubs.models import Club
from duework import services as duework
from duework.models import DueWork
from tests.platform.webhooks.receivers import listen, receiver
from webhooks import selectors, standard
from webhooks.models import Delivery, DeliveryState, Endpoint, Message, OffReason
from webhooks.services import delivering, endpoints, sending

pytestmark = pytest.mark.django_db
KIND = "round.published"


def tell(club: Club | None, now, n: int = 1, kind: str = KIND) -> None:
    """An event of a club."""
    sending.send(club=club, kind=kind, data=lambda: {"round": n, "name": "Zoë ♠"}, now=now)


def test_a_message_arrives_signed(club, olga, hook):
    now = timezone.now()
    _endpoint, secret = listen(hook.url, club, olga, now)
    tell(club, now)
    assert duework.sweep(now=now) == 1
    said = hook.opened(secret)
    assert said == {
        "type": KIND,
        "timestamp": now.isoformat().replace("+00:00", "Z"),
        "data": {"round": 1, "name": "Zoë ♠"},
    }
    headers, _body = hook.had[0]
    assert headers["content-type"] == "application/json"
    assert headers["webhook-id"] == Message.objects.get().public_id
    [delivery] = Delivery.objects.all()
    assert (delivery.state, delivery.attempts.get().status) == (DeliveryState.DELIVERED, 204)
    duework.sweep(now=now + timedelta(days=9))
    assert len(hook.had) == 1, "once is enough"
    with pytest.raises(WebhookVerificationError):
        hook.opened("whsec_" + "A" * 44)


def test_only_those_who_listen_are_told_of_their_own_club(club, olga, hook):
    now = timezone.now()
    other = Club.objects.create(name="Other", slug="other")
    listen(hook.url, club, olga, now, "round.closed")
    tell(club, now)
    tell(other, now, kind="round.closed")
    assert not Message.objects.exists()
    tell(club, now, kind="round.closed")
    tell(None, now, kind="round.closed")
    assert Message.objects.count() == 2, "what concerns the whole site concerns everybody"


def test_the_site_hears_of_all_clubs(club, olga, hook):
    now = timezone.now()
    olga.is_staff = True
    listen(hook.url, None, olga, now)
    tell(club, now)
    duework.sweep(now=now)
    assert len(hook.had) == 1


def test_what_is_rolled_back_was_never_said(club, olga, hook):
    now = timezone.now()
    listen(hook.url, club, olga, now)
    with transaction.atomic():
        tell(club, now)
        assert Message.objects.exists()
        transaction.set_rollback(True)
    assert not Message.objects.exists()
    assert not DueWork.objects.filter(kind=delivering.DELIVER).exists()


def test_nobody_works_out_what_nobody_hears(club):
    def data():
        raise AssertionError("nobody listens")

    assert sending.send(club=club, kind=KIND, data=data, now=timezone.now()) is None


def test_tries_follow_the_specification_and_end(club, olga, hook):
    """Ten tries in a little more than three days, with the same id and body; then the endpoint is off."""
    began = now = timezone.now()
    endpoint, _secret = listen(hook.url, club, olga, now)
    hook.answer(500)
    tell(club, now)
    times = []
    while (delivery := Delivery.objects.get()).state == DeliveryState.WAITING:
        assert duework.sweep(now=delivery.due_at - timedelta(seconds=1)) == 0, "not before its time"
        now = delivery.due_at
        times.append((now - began).total_seconds())
        duework.sweep(now=now)
    plain = [0, 5, 305, 2105, 9305, 27305, 63305, 113705, 185705, 272105]
    assert len(times) == len(plain) == standard.TRIES
    assert all(at <= tried <= at * 1.1 + 2 for at, tried in zip(plain, times, strict=True))
    assert len({headers["webhook-id"] for headers, _body in hook.had}) == 1
    assert len({body for _headers, body in hook.had}) == 1
    assert len({headers["webhook-timestamp"] for headers, _body in hook.had}) > 8, "each try has a time of its own"
    endpoint.refresh_from_db()
    assert (delivery.state, endpoint.off_reason) == (DeliveryState.FAILED, OffReason.FAILING)
    tell(club, now)
    assert Message.objects.count() == 1, "nobody listens any more"


def test_the_organiser_is_told_that_an_endpoint_is_off(club, olga, hook, settings, django_capture_on_commit_callbacks):
    settings.MAIL_IS_CONFIGURED = True
    now = timezone.now()
    endpoint, _secret = listen(hook.url, club, olga, now)
    hook.answer(410)
    tell(club, now)
    with django_capture_on_commit_callbacks(execute=True):
        duework.sweep(now=now)
    endpoint.refresh_from_db()
    assert endpoint.off_reason == OffReason.GONE
    [letter] = mail.outbox
    assert letter.to == ["olga@club.example"]
    assert "127.0.0.1" in letter.subject
    assert selectors.are_some_off(club)


def test_a_success_ends_the_failures(club, olga, hook):
    now = timezone.now()
    _endpoint, _secret = listen(hook.url, club, olga, now)
    hook.answer(503, 200)
    tell(club, now)
    duework.sweep(now=now)
    assert Endpoint.objects.get().failing_since
    duework.sweep(now=now + timedelta(seconds=10))
    assert Endpoint.objects.get().failing_since is None
    assert Delivery.objects.get().state == DeliveryState.DELIVERED


def test_an_answer_may_ask_to_wait(club, olga, hook):
    now = timezone.now()
    listen(hook.url, club, olga, now)
    hook.answer((429, {"Retry-After": "600"}, b""))
    tell(club, now)
    duework.sweep(now=now)
    assert timedelta(seconds=600) <= Delivery.objects.get().due_at - now < timedelta(seconds=610)


def test_a_redirect_is_a_failure(club, olga, hook):
    now = timezone.now()
    listen(hook.url, club, olga, now)
    hook.answer((302, {"Location": hook.url}, b""))
    tell(club, now)
    duework.sweep(now=now)
    assert len(hook.had) == 1
    assert Delivery.objects.get().state == DeliveryState.WAITING


def test_a_long_answer_is_cut(club, olga, hook):
    now = timezone.now()
    endpoint, _secret = listen(hook.url, club, olga, now)
    hook.answer((200, {"Content-Length": str(10**7)}, b"x" * 10**7))
    tried = delivering.try_out(endpoint=endpoint, by=olga, now=now)
    assert (tried.status, len(tried.answer)) == (200, 1000)


def test_a_day_with_two_secrets(club, olga, hook):
    now = timezone.now()
    endpoint, old = listen(hook.url, club, olga, now - timedelta(days=2))
    endpoint, new = endpoints.rotate(endpoint=endpoint, by=olga, now=now - timedelta(hours=23))
    delivering.try_out(endpoint=endpoint, by=olga, now=now)
    assert hook.opened(old)["type"] == hook.opened(new)["type"] == "webhook.test"
    delivering.try_out(endpoint=endpoint, by=olga, now=now + timedelta(hours=1))
    assert " " not in hook.had[-1][0]["webhook-signature"], "after a day the old one signs no more"
    assert old not in endpoint.secret + endpoint.old_secret
    assert "whsec_" not in endpoint.secret, "the database keeps it sealed"


def test_sent_again_by_hand_it_is_the_same_message(club, olga, hook):
    now = timezone.now()
    _endpoint, secret = listen(hook.url, club, olga, now)
    tell(club, now)
    duework.sweep(now=now)
    delivering.send_again(delivery=Delivery.objects.get(), by=olga, now=now)
    with pytest.raises(endpoints.Refused):
        delivering.send_again(delivery=Delivery.objects.get(), by=olga, now=now)
    duework.sweep(now=now)
    assert hook.opened(secret, 0) == hook.opened(secret, 1)
    assert hook.had[0][0]["webhook-id"] == hook.had[1][0]["webhook-id"]


def test_a_thousand_wait_and_no_more(club, olga, hook):
    """The thousand-and-first is left out, and stands in the log."""
    now = timezone.now()
    endpoint, _secret = listen(hook.url, club, olga, now)
    message = sending.write(club, KIND, {}, now)
    fill(endpoint, message, sending.MOST_WAITING - 1, now)
    tell(club, now)
    tell(club, now)
    last = [one.state for one in selectors.log(endpoint)[:2]]
    assert last == [DeliveryState.LEFT_OUT, DeliveryState.WAITING]


def fill(endpoint: Endpoint, message: Message, count: int, now) -> None:
    """So many messages wait, like this one."""
    made = [Message(club=message.club, kind=message.kind, body=message.body, created_at=now) for _ in range(count)]
    rows = Message.objects.bulk_create(made)
    waiting = Delivery.objects.bulk_create(Delivery(message=one, endpoint=endpoint, due_at=now) for one in rows)
    DueWork.objects.bulk_create(
        DueWork(
            key=sending.key_of(one),
            kind=delivering.DELIVER,
            due_at=now,
            payload={"endpoint": endpoint.pk, "delivery": one.pk},
        )
        for one in waiting
    )


def test_many_messages_keep_nobody_else_waiting(club, olga, hook):
    """The messages of one endpoint go in one turn, in their order; other work is done in the same sweep."""
    now = timezone.now()
    _endpoint, _secret = listen(hook.url, club, olga, now)
    for n in range(150):
        tell(club, now, n)
    with receiver() as second:
        listen(second.url, club, olga, now, "round.closed")
        tell(club, now, kind="round.closed")
        duework.sweep(now=now, limit=100)
        assert len(hook.had) == 150
        assert [b'"round":%d,' % n in body for n, (_headers, body) in enumerate(hook.had)] == [True] * 150
        duework.sweep(now=now, limit=100)
        assert len(second.had) == 1
    assert not DueWork.objects.filter(kind=delivering.DELIVER, done_at=None).exists()


def test_a_busy_endpoint_is_left_to_the_process_that_has_it(club, olga, hook):
    now = timezone.now()
    _endpoint, _secret = listen(hook.url, club, olga, now)
    tell(club, now)
    Endpoint.objects.update(busy_until=now + timedelta(seconds=50))  # another process, which then dies
    duework.sweep(now=now)
    assert hook.had == []
    duework.sweep(now=now + timedelta(seconds=61))
    assert len(hook.had) == 1


def test_old_messages_go_with_their_log(club, olga, hook):
    now = timezone.now()
    listen(hook.url, club, olga, now)
    tell(club, now - timedelta(days=15))
    tell(club, now)
    assert sending.forget_old_messages(now=now) == 1
    assert Delivery.objects.count() == 1
