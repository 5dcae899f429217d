"""The problem of the day: chosen at night, answered once; the worth of each card is shown only after the answer."""

from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import services as accounts
from duework import processes
from duework import services as duework
from games import own_data
from games.live.daily import days, problems, stock
from games.models import Problem, ProblemAnswer
from games.players.judging import problems as core
from games.services.daily import problems as problem_services
from tests.games.live import live_tables

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def found() -> core.Problem | None:
    """A problem, measured in few worlds."""
    return core.find(core.Hunt(deals=(), seed="b", tried=1, own=20, choosing=6, measuring=30))


@pytest.fixture(autouse=True)
def a_short_hunt(monkeypatch, found):
    """Long work is done at once, and what a hunt finds is known before."""

    @contextmanager
    def asked(module, hunt):
        assert (module, hunt.seed[:8]) == ("games.players", "problem:")
        yield iter([None, (found,)])

    monkeypatch.setattr(processes, "asked", asked)


def choose(now: datetime) -> None:
    today = days.day_of(now)
    duework.plan(key=f"chosen:{today}", kind=problem_services.PROBLEM, due_at=now, payload={"day": today.isoformat()})
    duework.sweep(now=now)


@pytest.fixture
def problem() -> Problem:
    """The problem of today, chosen the night before."""
    choose(timezone.now())
    found = problems.problem_of(days.day_of(timezone.now()))
    assert found is not None
    return found


def signed_in(name: str = "Ann") -> Client:
    client = Client()
    client.force_login(live_tables.person(name))
    return client


def test_every_night_brings_the_problem_of_the_next_day():
    night = datetime(2026, 11, 26, problem_services.PROBLEM_HOUR, tzinfo=UTC)
    duework.plan_nights(now=night - timedelta(minutes=1))
    for _again in range(2):
        duework.sweep(now=night)
    assert Problem.objects.get().day == night.date() + days.ONE_DAY


def test_a_new_site_has_a_problem_from_the_first_minute_on_home_and_on_its_page(client):
    where, today = reverse("pages:problem"), days.day_of(timezone.now())
    assert f'href="{where}"' in client.get("/").content.decode()
    made = Problem.objects.get()
    assert (made.day, made.position) == (today, stock.for_day(today).position)
    assert "Throw a card" in client.get(where).content.decode()
    Problem.objects.update(day=today - days.ONE_DAY)
    assert f'href="{reverse("pages:problem-day", args=[today - days.ONE_DAY])}"' in client.get(where).content.decode()


def test_the_stock_stands_in_where_the_night_has_none_and_other_days_have_none(problem):
    now, today = timezone.now(), days.day_of(timezone.now())
    assert problem_services.problem_for(today, now=now) == problem, "what was chosen at night comes first"
    for day in (today - days.ONE_DAY, today + days.ONE_DAY):
        assert problem_services.problem_for(day, now=now) is None


def test_over_the_api_a_new_site_has_a_problem_too(client):
    today = days.day_of(timezone.now())
    assert client.get(reverse("api:api-problem", args=[today.isoformat()])).status_code == 200


def test_every_problem_of_the_stock_is_one_that_can_be_asked():
    assert len({one.seed for one in stock.stock()}) == len(stock.stock()) >= 1
    for one in stock.stock():
        best, *others = one.answers
        thrown = {row["card"] for row in one.answers}
        assert thrown <= set(one.position["hand"])
        assert len(thrown) == len(one.answers) >= len(one.position["hand"]) - 1, "the card just taken is kept"
        assert best["behind"] == 0
        assert all(row["behind"] >= max(core.CLEAR, 2 * row["error"]) - 0.02 for row in others), one.seed


@pytest.mark.long
@pytest.mark.parametrize("one", stock.stock()[:2], ids=lambda one: one.seed)
def test_the_stock_is_what_the_code_finds(one: stock.Stocked):
    """The position comes up again in its deal, and each throw is worth what the file says."""
    again = core.found_again(stock.hunt(one.seed), one.own, one.place)
    assert stock.row_of(again, one.seed) == asdict(one)


def test_nothing_is_told_before_the_answer_and_all_after_it(problem):
    client, best = signed_in(), problem.answers[0]["card"]
    page = client.get(reverse("pages:problem")).content.decode()
    assert "What each card is worth" not in page
    assert all(f'value="{card}"' in page for card in problem.position["hand"])
    page = client.post(reverse("pages:problem"), {"card": best}, follow=True).content.decode()
    assert "Well found!" in page
    assert "What each card is worth" in page
    assert "You have found the best throw of 1 of 1 problem." in page


def test_the_first_answer_counts(problem):
    client, best, worst = signed_in(), problem.answers[0]["card"], problem.answers[-1]["card"]
    client.post(reverse("pages:problem"), {"card": worst})
    page = client.post(reverse("pages:problem"), {"card": best}, follow=True).content.decode()
    assert ProblemAnswer.objects.get().card == worst
    assert "is better." in page


def test_a_guest_answers_and_their_share_is_counted(problem):
    best, worst = problem.answers[0]["card"], problem.answers[-1]["card"]
    Client().post(reverse("pages:problem"), {"card": best})
    Client().post(reverse("pages:problem"), {"card": worst})
    lines = problems.lines(problem, None)
    assert (lines[0].share, lines[-1].share) == (50, 50)


def test_a_card_that_is_not_in_the_hand_is_refused_with_the_cards_that_are(problem):
    other = "2C" if "2C" not in problem.position["hand"] else "3C"
    other = other if other not in problem.position["hand"] else "KD"
    page = signed_in().post(reverse("pages:problem"), {"card": other}, follow=True).content.decode()
    assert "Choose one of the cards of this hand" in page
    assert not ProblemAnswer.objects.exists()


def test_a_day_to_come_shows_nothing_and_takes_nothing(problem):
    tomorrow = (days.day_of(timezone.now()) + days.ONE_DAY).isoformat()
    assert signed_in().get(reverse("pages:problem-day", args=[tomorrow])).status_code == 404
    assert Client().get(reverse("api:api-problem", args=[tomorrow])).status_code == 404
    day, ann = days.day_of(timezone.now()) + days.ONE_DAY, live_tables.person("Ann")
    with pytest.raises(problem_services.BadAnswer):
        problem_services.answer_problem(day=day, user=ann, card="2C", now=timezone.now())


def test_over_the_api_the_same(problem):
    client, best = signed_in(), problem.answers[0]["card"]
    address = reverse("api:api-problem", args=[problem.day.isoformat()])
    assert client.get(address).json()["throws"] is None
    assert client.post(address, {"card": "xx"}, content_type="application/json").status_code == 400
    told = client.post(address, {"card": best}, content_type="application/json").json()
    assert (told["answer"], told["throws"][0]["is_best"]) == (best, True)
    assert Client().post(address, {"card": best}, content_type="application/json").status_code in (401, 403)


def test_answers_belong_to_the_data_of_a_person(problem):
    ann = accounts.official(username="ann", name="Ann", email="", password="x" * 12)
    problem_services.answer_problem(day=problem.day, user=ann, card=problem.position["hand"][0], now=timezone.now())
    assert own_data.tell(ann)["problems_of_the_day"][0]["day"] == problem.day
    with transaction.atomic():
        own_data.forget(ann, "Former member", datetime.now(UTC) + timedelta(days=1))
    assert not ProblemAnswer.objects.exists()
