"""What the results grids share (P31): one thing entered, what is wrong with it, and the grid as it stands then."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from tournaments import selectors, services
from tournaments.forms import ResultForm
from tournaments.models import Match, Round, Tournament
from tournaments.services import typed
from tournaments.views.answers import attempt
from tournaments.views.organiser import desk
from tournaments.views.public import byes

PAGE = "tournaments/organise/results.html"

Context = dict[str, Any]
Enter = Callable[[HttpRequest, Round, Context], str | None]
Act = Callable[..., Any]


def answer(
    request: HttpRequest, tournament: Tournament, rnd: Round, region: str, *, line: Enter, row: Enter, state: Act
) -> HttpResponse:
    """Enter a typed `line` or the form of a `row`, each of which tells where it was (`3`, `3.2`; None: nothing was
    entered, and the context says why); then the grid, for htmx its region alone. The caller has seen who asks."""
    context: Context = {"quick_place": None, "quick_text": "", "quick_error": "", "wrong": {}}
    if request.method == "POST":
        context["after"] = after = (line if "line" in request.POST else row)(request, rnd, context)
        if after is not None and not request.htmx:
            address = reverse("tournaments:results", args=[tournament.slug, rnd.number])
            return redirect(f"{address}?after={after}")
    is_refused = bool(context["quick_error"] or context["wrong"])
    now_there = Round.objects.select_related("stage__tournament__club").get(pk=rnd.pk)
    after = context.get("after") or request.GET.get("after", "")
    chosen = context["quick_place"] if context.get("after") is None else None
    context |= _frame(now_there) | state(request, now_there, after, chosen)
    context["quick_text"] = context["quick_text"] if context["quick_error"] else ""
    if request.htmx:
        return render(request, region, context)
    page = desk(request, tournament, "results") | context | {"region": region}
    return render(request, PAGE, page, status=422 if is_refused else 200)


def enter_line(
    request: HttpRequest, context: Context, place: object, text: str, match: Match | None, nowhere: str, record: Act
) -> bool:
    """Enter the `text` that was typed for a place, whose match is this (None: there is `nowhere` such a place). A place
    without a text only chooses it. Tells whether something was entered."""
    context |= {"quick_place": place, "quick_text": text}
    if match is None:
        context["quick_error"] = nowhere
        return False
    if not text:
        return False
    try:
        record(by=request.user, now=timezone.now(), **typed.read(text, selectors.length_of_match(match)).facts())
    except services.Refusal as refusal:
        context["quick_error"] = str(refusal)
        return False
    return True


def enter_form(request: HttpRequest, context: Context, key: int, *, record: Act, confirm: Act, **said: Any) -> bool:
    """Enter the form of the row with this key, or what was `said` by one of its buttons, or confirm what was reported;
    whether that was done."""
    facts = {"by": request.user, "now": timezone.now()}
    form = ResultForm(request.POST)
    if "confirm" in request.POST:
        done = attempt(request, lambda: confirm(**facts))
    elif said:
        done = attempt(request, lambda: record(**said, **facts))
    else:
        done = form.is_valid() and attempt(request, lambda: record(**form.result(), **facts))
    if not done:
        context["wrong"] = {key: form}
    return done


def _frame(rnd: Round) -> Context:
    return {
        "tournament": rnd.stage.tournament,
        "round": rnd,
        "number": rnd.number,
        "current": selectors.current_round(rnd.stage.tournament),
        **byes(rnd),
    }
