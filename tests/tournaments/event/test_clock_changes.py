"""A start that the clocks skip or show twice is said, whichever form or service it comes by."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from doors.times import clock_change
from tournaments import errors
from tournaments.entries.services import copying
from tournaments.event.services import creating
from tournaments.exchange.services.afterwards import entering as evenings
from tournaments.models import Tournament
from tournaments.rounds.services import drafts, timing
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
VIENNA = ZoneInfo("Europe/Vienna")
SKIPPED, TWICE = "2026-03-29T02:30", "2026-10-25T02:30"


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=VIENNA)


@pytest.mark.parametrize(("text", "change"), [
    (SKIPPED, "skipped"), (TWICE, "twice"), ("2026-03-29T03:00", ""), ("2026-03-29T01:59", ""),
    ("2026-10-25T01:59", ""), ("2026-10-25T03:00", ""), ("2026-07-01T02:30", ""),
])  # fmt: skip
def test_what_the_clocks_make_of_a_time(text, change):
    assert clock_change(at(text)) == change
    assert clock_change(datetime.fromisoformat(f"{text}+01:00")) == "", "an offset says which"


@pytest.mark.parametrize(("text", "words"), [(SKIPPED, "skip 02:30"), (TWICE, "show 02:30 twice")])
def test_every_service_that_plans_a_time_says_it(text, words, make_tournament, club, organiser, clock):
    when, act = at(text), {"by": organiser, "now": clock()}
    tournament = make_tournament(4, timezone="Europe/Vienna")
    stages.begin(tournament=tournament, **act)
    rnd = drafts.pair_round(stage=tournament.stages.get(), **act)
    rule = {"weekday": 6, "at": time(2, 30), "since": date(2026, 3, 22), "until": date(2026, 11, 1)}
    works = [
        lambda: creating.create_tournament(
            club=club, name="Night", variant="gin-rummy-com", rounds=3, timezone="Europe/Vienna", starts_at=when, **act
        ),
        lambda: creating.write_conditions(tournament=tournament, starts_at=when, **act),
        lambda: copying.copy_tournament(tournament=tournament, starts_at=when, **act),
        lambda: timing.set_times(rnd=rnd, starts_at=when, **act),
        lambda: evenings.enter_evening(
            club=club, name="Night", variant="gin-rummy-com", data="Ana 104, Bo 60", held_at=when, **act
        ),
    ]
    for work in works:
        with pytest.raises(errors.Invalid, match=words):
            work()
    with pytest.raises(errors.Invalid, match="skip 02:30") as refused:
        copying.copy_series(tournament=tournament, **rule, **act)
    assert refused.value.field == "at"
    assert Tournament.objects.count() == 1


def test_the_form_says_it_at_its_field(club, organiser, client):
    client.force_login(organiser)
    club.timezone = "Europe/Vienna"
    club.save()
    wish = {
        "club": club.pk, "name": "Night", "variant": "gin-rummy-com", "template": "swiss", "rounds": 3,
        "mode": "in_person", "timezone": "Europe/Vienna", "starts_at": SKIPPED,
    }  # fmt: skip
    page = client.post(reverse("tournaments:new"), wish).content.decode()
    assert "the clocks are put forward and skip 02:30" in page
    assert not Tournament.objects.exists()
