"""A copy of an evening does not bear the date of the evening before."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from tournaments.event.selectors.undated import undated_name
from tournaments.models import Tournament

AT = datetime(2026, 11, 28, 19, tzinfo=UTC)


def called(name: str, starts_at: datetime | None = AT, zone: str = "UTC") -> str:
    tournament = Tournament(name=name, starts_at=starts_at, timezone=zone)
    return undated_name(tournament)


@pytest.mark.parametrize(
    "written",
    [
        "28 November", "28 Nov", "28 Nov. 2026", "28th November 2026", "November 28", "Nov 28, 2026", "November 28th",
        "28 de noviembre", "28 de noviembre de 2026", "28 nov", "28.11.", "28.11.2026", "28/11/26", "11/28/2026",
        "28-11", "2026-11-28", "28th of November", "28 of November 2026",
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["Saturday Gin {}", "Saturday Gin, {}", "Saturday Gin – {}", "Saturday Gin ({})"])
def test_the_day_goes_however_it_is_written(written: str, form: str) -> None:
    assert called(form.format(written)) == "Saturday Gin"


@pytest.mark.parametrize(
    "name", ["Gin of 27 November", "Club 28", "Round 28 Novice cup", "Knock 11/281", "Winter 2026", "Gin v2.28.11.4"]
)
def test_what_is_not_its_day_stays(name: str) -> None:
    assert called(name) == name


def test_a_name_that_is_nothing_but_its_date_stays() -> None:
    assert called("28 November") == "28 November"


def test_the_day_is_that_of_the_place() -> None:
    assert ZoneInfo("Pacific/Auckland")
    assert called("Gin 29 November", zone="Pacific/Auckland") == "Gin"
    assert called("Gin 28 November", zone="Pacific/Auckland") == "Gin 28 November"


def test_an_evening_without_a_day_keeps_its_name() -> None:
    assert called("Gin 28 November", None) == "Gin 28 November"
