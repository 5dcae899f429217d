"""Expired sessions are deleted at night."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.sessions.models import Session

from accounts import services
from duework import services as duework
from duework.models import DueWork

NIGHT = datetime(2026, 11, 20, 4, tzinfo=UTC)


@pytest.mark.django_db(transaction=True)
def test_logins_that_have_run_out_are_deleted_and_others_stay() -> None:
    for key, left in (("long ago", -9000), ("now", 0), ("soon", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=NIGHT + timedelta(seconds=left))
    duework.plan_nights(now=NIGHT - timedelta(hours=1))
    duework.sweep(now=NIGHT)
    assert DueWork.objects.get(kind=services.OLD_SESSIONS).done_at is not None
    assert list(Session.objects.values_list("session_key", flat=True)) == ["soon"]
