"""The problem of the day: which card to throw, the worth of each once one has answered, and the earlier days."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts import guests
from games.live.daily import days, problems
from games.models import Problem, rules_name
from games.services.daily import problems as problem_services

LATEST = 14  # days before that the page leads to


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def today(request: HttpRequest) -> HttpResponse:
    """The problem of today. POST answers it with `card`, without an account as a guest."""
    now = timezone.now()
    day = days.day_of(now)
    if request.method == "POST":
        return _answered(request, day, "pages:problem")
    context = {"day": day, "latest": problems.latest(now, LATEST)}
    return render(
        request, "pages/learning/problem.html", context | _shown(request, problem_services.problem_for(day, now=now))
    )


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def earlier(request: HttpRequest, day: str) -> HttpResponse:
    """The problem of an earlier day; POST answers it."""
    wanted = days.read(day)
    found = problem_services.problem_for(wanted, now=timezone.now()) if wanted else None
    if wanted is None or found is None:
        raise Http404
    if request.method == "POST":
        return _answered(request, wanted, "pages:problem-day", day)
    return render(request, "pages/learning/problem.html", {"day": wanted} | _shown(request, found))


def _shown(request: HttpRequest, problem: Problem | None) -> dict[str, Any]:
    """The problem as a visitor sees it: the worth of each throw only once they have answered."""
    player = guests.player_of(request)
    if problem is None:
        return {"problem": None}
    mine = problems.answer_of(problem, player)
    context: dict[str, Any] = {"problem": problem, "position": problem.position, "mine": mine}
    context["rules_name"] = rules_name(problem.rules)
    if mine is not None:
        context["lines"] = problems.lines(problem, mine)
        context["is_found"] = context["lines"][0].mine
        context["found"], context["tried"] = problems.found_by(mine.user)
    return context


def _answered(request: HttpRequest, day: date, page: str, *args: str) -> HttpResponse:
    try:
        player = guests.player_here(request)
        problem_services.answer_problem(day=day, user=player, card=request.POST.get("card", ""), now=timezone.now())
    except guests.TooManyGuests as refused:
        return guests.to_sign_in(request, refused)
    except problem_services.BadAnswer as refused:
        messages.error(request, str(refused))
    return redirect(page, *args)
