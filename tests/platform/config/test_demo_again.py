"""The demo of a fresh site begins again every day, until the site has a tournament of its own."""

from datetime import timedelta

import pytest
from django.utils import timezone

from config.commands import demo
from duework.models import DueWork
from tournaments.event.services import creating
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def again(**later: int) -> int:
    """Do the work of an hour so much later; the number of tournaments then."""
    demo.again(DueWork(), timezone.now() + timedelta(**later))
    return Tournament.objects.count()


def test_the_demo_begins_again_on_the_next_day() -> None:
    demo.seed()
    assert again(days=1) == 1, "the first one is still being played"
    Tournament.objects.update(finished_at=timezone.now(), state="finished")
    assert again(hours=0) == 1
    assert again(days=1) == again(days=1) == 2
    assert Tournament.objects.get(finished_at=None).entries.count() == len(demo.PLAYERS)


def test_a_site_with_a_tournament_of_its_own_has_no_demo_any_more() -> None:
    demo.seed()
    club = Tournament.objects.get().club
    creating.create_tournament(club=club, name="Ours", variant="gin-pagat", by=None, now=timezone.now())
    Tournament.objects.update(finished_at=timezone.now(), state="finished")
    assert again(days=1) == 2


def test_an_empty_site_stays_empty() -> None:
    assert again(days=1) == 0
