"""Limits on how often something may be done: counted in rows that nobody who is counted can delete."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction

from quotas import services
from quotas.acts import ACCOUNT, ADDRESS, CLUB, DAY, HOUR, Act, Bound
from quotas.models import Count
from quotas.services import LimitReached

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)
POST = Act(
    key="post",
    name="Letters",
    bounds=(
        Bound(of=(ACCOUNT,), most=3, most_approved=5, window=HOUR),
        Bound(of=(ADDRESS, CLUB), most=2, window=DAY),
    ),
)


def take(**more) -> None:
    services.take(POST, **{"now": NOON, "account": 1, "club": 2, "address": "ann@club.example", **more})


def test_an_act_is_refused_past_its_bound_and_again_allowed_when_the_window_ends():
    take()
    take()
    with pytest.raises(LimitReached) as refused:
        take()
    assert (refused.value.most, refused.value.until, refused.value.wait) == (2, NOON + DAY, 24 * 3600)
    assert str(refused.value) == "Letters: at most 2 a day. That is reached; go on from 4 Mar, 12:00 UTC."
    take(now=NOON + DAY)


def test_bounds_are_counted_for_each_alone_and_an_address_in_any_spelling():
    take(n=2)
    take(account=7, club=9)
    take(account=7, address="ben@club.example")
    with pytest.raises(LimitReached):
        take(account=8, address="ANN@club.example")
    with pytest.raises(LimitReached, match="3 an hour"):
        take(n=2, address="cem@club.example")


def test_what_is_refused_counts_nothing_and_an_approved_club_may_more():
    with pytest.raises(LimitReached):
        take(n=4)
    free = services.room(POST, now=NOON, account=1)
    assert (free.left, free.most) == (3, 3)
    services.take(POST, now=NOON, n=5, is_approved=True, account=1)
    assert services.room(POST, now=NOON, is_approved=True, account=1).left == 0
    assert services.room(POST, now=NOON + HOUR, account=1).left == 3


def test_what_is_undone_by_its_transaction_did_not_count():
    with transaction.atomic():
        take()
        transaction.set_rollback(True)
    assert services.room(POST, now=NOON, account=1).left == 3


def test_counts_hold_no_address_and_go_when_their_window_has_ended():
    take()
    assert not any("ann" in key for key in Count.objects.values_list("key", flat=True))
    assert services.forget_old_counts(now=NOON + timedelta(hours=2)) == 1
    assert services.forget_old_counts(now=NOON + DAY) == 1


@pytest.mark.parametrize(
    "written",
    [
        "Ana@Bücher.example", "ana+1@bücher.example", "ANA+gin+2@BÜCHER.EXAMPLE", "ana@xn--bcher-kva.example",
        '"ana"@bücher.example', "ana@bücher.example.", "ana@XN--BCHER-KVA.example.", '"ana+9"@bu\u0308cher.example',
    ],
)  # fmt: skip
def test_one_mailbox_counts_once_however_it_is_written(written):
    assert services.mailbox(written) == "ana@xn--bcher-kva.example"


def test_other_mailboxes_count_for_themselves():
    others = ["an.a@example.org", "ana@example.org", "ben@example.org", "ana@example.com", "+x@example.org"]
    assert len({services.mailbox(one) for one in others}) == len(others)
    assert services.mailbox("a.n.a+x@googlemail.com") == services.mailbox("ana@gmail.com")
