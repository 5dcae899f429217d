"""The deal of the day: play it, today's ranking, and the earlier days with their replays."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts import guests
from games.live.daily import days, problems, standing
from games.services import tables
from games.services.daily import deals
from games.services.daily import problems as problem_services

BEST = 50  # lines of a list on the page
FEW = 3  # of them on the home page
LATEST = 7  # days before that the page leads to


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def today(request: HttpRequest) -> HttpResponse:
    """Today's deal and its ranking, and yesterday's ranking; POST sits down to it, without an account as a guest."""
    if request.method == "POST":
        return _play(request)
    context = shown(request)
    yesterday = standing.deal_of(context["day"] - days.ONE_DAY)
    context["lines"] = context["lines"][:BEST]
    if yesterday is not None and yesterday.ended_at:
        context |= {"yesterday": yesterday, "lines_before": standing.lines(yesterday)[:BEST]}
    context["before"] = standing.latest(LATEST)
    return render(request, "pages/learning/daily.html", context)


@require_safe
def earlier(request: HttpRequest, day: str) -> HttpResponse:
    """A past day: its ranking, everybody's replay, and the secret that determines its deck."""
    wanted = days.read(day)
    deal = standing.deal_of(wanted) if wanted else None
    if deal is None or not deal.ended_at:
        raise Http404
    context = {"deal": deal, "day": deal.day, "lines": standing.lines(deal), "secret": standing.secret_of(deal)}
    context["me"] = guests.player_of(request)
    return render(request, "pages/learning/daily_day.html", context)


def shown(request: HttpRequest) -> dict[str, Any]:
    """Today as a visitor sees it: the day, its ranking, their own try, and the problem."""
    day = days.day_of(timezone.now())
    deal, player = standing.deal_of(day), guests.player_of(request)
    lines = standing.lines(deal) if deal else []
    mine = standing.try_of(deal, player) if deal and player else None
    problem = problem_services.problem_for(day, now=timezone.now())
    return {
        "day": day,
        "ends": days.ends(day),
        "deal": deal,
        "me": player,
        "lines": lines,
        "few": [line for line in lines if line.place is not None][:FEW],
        "mine": mine,
        "problem": problem,
        "is_answered": problem is not None and problems.answer_of(problem, player) is not None,
        "my_line": next((line for line in lines if player and line.user.pk == player.pk), None),
    }


def _play(request: HttpRequest) -> HttpResponse:
    try:
        player = guests.player_here(request)
        opened = deals.play_daily(user=player, guest=guests.guest_of(request), now=timezone.now())
    except guests.TooManyGuests as refused:
        return guests.to_sign_in(request, refused)
    except (deals.NoSecondTry, tables.TooManyTables) as refused:
        messages.error(request, str(refused))
        return redirect("pages:daily")
    return redirect("games:table", public_id=opened.public_id)
