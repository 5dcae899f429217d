"""Events that the site opens by itself: an arena and a sit-and-go an hour; the house takes seats that stay empty."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from duework import services as duework
from duework.models import DueWork
from games.models import LIVE_VARIANTS, Table
from tests.tournaments.open_events.conftest import person
from tournaments.event.selectors import finding
from tournaments.models import Arena, ArenaGame, SitAndGo, Tournament
from tournaments.open_events.selectors import waiting
from tournaments.open_events.services import arenas, hourly, sit_and_gos

pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime(2026, 11, 29, 18, 20, tzinfo=UTC)


def open_hour(now: datetime = NOW) -> None:
    duework.plan_nights(now=now)
    DueWork.objects.exclude(kind=hourly.HOURLY).delete()
    duework.sweep(now=now)


def test_within_the_first_hour_of_a_site_there_is_something_to_join(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    for _again in range(3):
        open_hour()
    arena, small = Arena.objects.get(), SitAndGo.objects.get()
    assert (arena.starts_at.hour, arena.ends_at.hour, arena.is_on(NOW)) == (18, 19, True)
    assert list(waiting.that_wait(NOW)) == [small]
    page = Client().get(reverse("tournaments:open-events")).content.decode()
    assert reverse("tournaments:sit-and-go", args=[small.public_id]) in page


def test_hours_to_which_nobody_came_go_away() -> None:
    for hours in range(4):
        open_hour(NOW + timedelta(hours=hours))
    assert Arena.objects.get().starts_at.hour == 21
    assert SitAndGo.objects.count() == 1


def test_a_site_may_do_without(settings) -> None:
    settings.HOURLY_EVENTS = False
    open_hour()
    assert not Arena.objects.exists()
    assert not SitAndGo.objects.exists()


def test_every_hour_has_a_game_for_two_and_every_second_is_gin() -> None:
    games = [hourly.game_of(NOW.replace(hour=hour)) for hour in range(24)]
    assert games[::2] == ["gin-pagat"] * 12
    assert len(set(games)) >= 4
    assert set(games) <= set(LIVE_VARIANTS)


def wait_in_arena(user: User, now: datetime) -> ArenaGame | None:
    player = arenas.join(arena=Arena.objects.get(), user=user, now=now)
    return arenas.keep_waiting(player=player, now=now)


def test_in_an_arena_of_the_site_the_house_plays_with_who_is_alone_and_is_not_rated(ann: User) -> None:
    open_hour()
    assert wait_in_arena(ann, NOW) is None
    game = wait_in_arena(ann, NOW + timedelta(seconds=arenas.HOUSE_AFTER_S))
    assert game is not None
    assert [seat.house_level for seat in game.table.seats.order_by("seat")] == ["", "novice"]
    assert game.table.settings["rated"] is False


def test_two_people_in_it_play_each_other_rated(ann: User) -> None:
    open_hour()
    wait_in_arena(ann, NOW)
    game = wait_in_arena(person("Ben"), NOW)
    assert game is not None
    assert game.table.settings["rated"] is True
    assert not game.table.seats.exclude(house_level="").exists()


def test_the_house_plays_several_in_one_arena_and_never_waits(ann: User) -> None:
    open_hour()
    wait_in_arena(ann, NOW)
    wait_in_arena(ann, NOW + timedelta(seconds=arenas.HOUSE_AFTER_S))
    ben, later = person("Ben"), NOW + timedelta(minutes=5)
    wait_in_arena(ben, later)
    wait_in_arena(ben, later + timedelta(seconds=arenas.HOUSE_AFTER_S))
    assert Table.objects.count() == 2
    assert not Arena.objects.get().players.exclude(user__house_level="").filter(waits_since__isnull=False).exists()


def test_the_house_takes_the_empty_seats_of_the_sites_sit_and_go_and_it_is_in_no_list(ann: User) -> None:
    open_hour()
    small = SitAndGo.objects.get()
    assert sit_and_gos.take_seat(found=small, user=ann, now=NOW).tournament is None
    begun = sit_and_gos.take_seat(found=small, user=ann, now=NOW + sit_and_gos.HOUSE_AFTER).tournament
    assert begun is not None
    players = [member.user for entry in begun.entries.all() for member in entry.members.select_related("user")]
    assert sorted(bool(one.house_level) for one in players) == [False, True, True, True]
    assert begun not in finding.live()
    assert Tournament.objects.count() == 1


def test_who_leaves_the_sites_sit_and_go_leaves_it_open(ann: User) -> None:
    open_hour()
    small = SitAndGo.objects.get()
    sit_and_gos.take_seat(found=small, user=ann, now=NOW)
    sit_and_gos.stand_up(found=small, user=ann, now=NOW)
    assert list(waiting.that_wait(NOW)) == [small]
