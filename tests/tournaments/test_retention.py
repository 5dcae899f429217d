"""Each night the site deletes personal data that has reached its age limit; newer data, and data still needed, stay."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry

from accounts import services as accounts
from accounts.models import User
from clubs import services as clubs
from clubs.models import INVITED_FOR, Invitation
from duework import services as duework
from duework.models import DueWork
from games.models import ChatLine, Gathering, Place, Seat, Table
from games.services import old_rows, talking

NIGHT = datetime(2026, 11, 20, 6, tzinfo=UTC)
NEW = {"accounts.old_acts", "clubs.old_invitations", "games.old_guests"}


def ago(days: int) -> datetime:
    """A little longer than so many days before the night."""
    return NIGHT - timedelta(days=days, seconds=1)


def guest(days: int) -> User:
    made = accounts.guest()
    User.objects.filter(pk=made.pk).update(date_joined=ago(days))
    return made


@pytest.mark.django_db(transaction=True)
def test_all_of_it_is_done_each_night(monkeypatch: pytest.MonkeyPatch, settings) -> None:
    settings.KEEP_LOGS = 7
    root = accounts.official(username="root", name="Root", email="", password=None, site_admin=True)
    lost = guest(31)
    for days in (6, 7):
        row = LogEntry.objects.create(user=root, object_repr=f"{days}", action_flag=1)
        LogEntry.objects.filter(pk=row.pk).update(action_time=ago(days))
        DueWork.objects.create(key=f"{days}", kind="x", due_at=ago(days), done_at=ago(days))
    for kind in set(duework._nightly) - NEW - {duework.OLD_WORK}:
        monkeypatch.delitem(duework._nightly, kind)
    duework.plan_nights(now=NIGHT - timedelta(days=1))
    duework.sweep(now=NIGHT)
    assert set(DueWork.objects.exclude(done_at=None).values_list("kind", flat=True)) >= NEW
    assert not User.objects.filter(pk=lost.pk).exists()
    assert list(LogEntry.objects.values_list("object_repr", flat=True)) == ["6"]
    assert set(DueWork.objects.filter(kind="x").values_list("key", flat=True)) == {"6"}


@pytest.mark.django_db
def test_guests_without_a_game_go_and_others_stay(settings) -> None:
    settings.KEEP_GUESTS = 10
    new, old, sat, opened, waits = guest(9), guest(10), guest(400), guest(400), guest(400)
    person = accounts.newcomer(name="Roster Rita")
    User.objects.filter(pk=person.pk).update(date_joined=ago(400))
    table = Table.objects.create(rules="gin-rummy-com", opened_at=ago(400))
    Seat.objects.create(table=table, seat=0, user=sat)
    facts = {"rules": "gin-rummy-com", "pace": "people", "level": "novice", "opened_at": ago(400)}
    Gathering.objects.create(by=opened, table=table, **facts)
    Place.objects.create(gathering=Gathering.objects.create(by=waits, **facts), seat=0, user=waits)
    assert old_rows.forget_old_guests(now=NIGHT) == 2
    assert set(User.objects.values_list("pk", flat=True)) == {one.pk for one in (new, sat, opened, person)}
    assert not User.objects.filter(pk__in=[old.pk, waits.pk]).exists()


@pytest.mark.django_db
def test_talk_is_kept_as_long_as_the_site_says(settings) -> None:
    settings.KEEP_TALK = 3
    ann = accounts.newcomer(name="Ann")
    table = Table.objects.create(rules="gin-rummy-com", opened_at=NIGHT)
    for days in (2, 3):
        facts = {"line_id": uuid4(), "seat": 0, "by": ann, "heard_by": "A", "text": f"{days}", "at": ago(days)}
        ChatLine.objects.create(table=table, **facts)
    talking.forget_old_talk(now=NIGHT)
    assert list(ChatLine.objects.values_list("text", flat=True)) == ["2"]


@pytest.mark.django_db
def test_invitations_go_with_their_addresses(club) -> None:
    days = INVITED_FOR.days
    rows = [(days - 1, None), (days, None), (days + 9, days - 1), (days + 9, days)]
    for number, (invited, accepted) in enumerate(rows):
        facts = {"invited_at": ago(invited), "accepted_at": None if accepted is None else ago(accepted)}
        Invitation.objects.create(club=club, name=f"{number}", email=f"{number}@club.example", **facts)
    assert clubs.forget_old_invitations(now=NIGHT) == 2
    assert set(Invitation.objects.values_list("name", flat=True)) == {"0", "2"}
