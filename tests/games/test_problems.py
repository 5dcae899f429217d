"""The problem of the day: chosen at night, answered once; the worth of each card is shown only after the answer."""

from contextlib import contextmanager
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
from games.live.daily import days, problems
from games.models import Problem, ProblemAnswer
from games.players.judging import problems as core
from games.services.daily import problems as problem_services
from tests.games.live import live_tables
from tests.markup import tight

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


@pytest.fixture
def problem() -> Problem:
    """The problem of today."""
    problem_services.look_for_problem(now=timezone.now())
    duework.sweep(now=timezone.now())
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


def test_home_names_the_problem_once_there_is_one_and_its_page_leads_on(client):
    where = reverse("pages:problem")
    assert f'href="{where}"' not in client.get("/").content.decode()
    assert "Lessons, and games with hints" in tight(client.get(where).content.decode())
    problem_services.look_for_problem(now=timezone.now())
    duework.sweep(now=timezone.now())
    assert f'href="{where}"' in client.get("/").content.decode()
    yesterday = days.day_of(timezone.now()) - days.ONE_DAY
    Problem.objects.update(day=yesterday)
    assert f'href="{reverse("pages:problem-day", args=[yesterday])}"' in client.get(where).content.decode()


def test_looked_for_twice_there_is_one(problem):
    problem_services.look_for_problem(now=timezone.now())
    assert not problem_services.is_looked_for(timezone.now())
    assert Problem.objects.count() == 1


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


def test_without_a_problem_the_page_offers_to_look_for_one():
    client = signed_in()
    assert "Look for one now" in tight(client.get(reverse("pages:problem")).content.decode())
    client.post(reverse("pages:problem"))
    assert problem_services.is_looked_for(timezone.now())
    assert "The house is looking" in tight(client.get(reverse("pages:problem")).content.decode())


def test_answers_belong_to_the_data_of_a_person(problem):
    ann = accounts.official(username="ann", name="Ann", email="", password="x" * 12)
    problem_services.answer_problem(day=problem.day, user=ann, card=problem.position["hand"][0], now=timezone.now())
    assert own_data.tell(ann)["problems_of_the_day"][0]["day"] == problem.day
    with transaction.atomic():
        own_data.forget(ann, "Former member", datetime.now(UTC) + timedelta(days=1))
    assert not ProblemAnswer.objects.exists()
