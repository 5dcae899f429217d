"""The shared part of the results grids: enter one result, show its errors, and then the grid."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import signed_in
from tournaments import errors
from tournaments.event import permissions
from tournaments.event.forms.desk import whole_number
from tournaments.event.selectors import finding
from tournaments.event.views import attempt, byes, desk, is_part
from tournaments.models import Match, MatchState, Round, Tournament
from tournaments.results.forms.figures import result_form
from tournaments.results.selectors import slips
from tournaments.results.services import result_lines
from tournaments.standings.selectors import standings, versions

PAGE = "tournaments/results/results.html"
WITH_CLUB = "stage__tournament__club"  # what the page names beside its round

NO_FIGURES = ("outcome", "version", "key")  # the other fields of a row's form

Context = dict[str, Any]
Enter = Callable[[HttpRequest, Round, Context], str | None]
Act = Callable[..., Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unentered:
    """A result that was sent after its round had closed: its place, its text, the reason of the refusal, and the page
    on which it can be corrected (empty if there is none)."""

    place: str
    text: str
    why: str
    link: str


def answer(
    request: HttpRequest, tournament: Tournament, rnd: Round, region: str, *, line: Enter, row: Enter, state: Act
) -> HttpResponse:
    """Enter a typed `line` or the form of a `row`, each of which returns the place of the result (`3`, `3.2`; None:
    nothing was entered, and the context says why); then answer with the grid, for htmx with its region alone, or with
    nothing if the page has the newest version (`known`). The address may name a `table`, which is chosen. The caller
    has seen who asks."""
    known = request.GET.get("known", "")
    if known and is_part(request) and known == versions.of_desk(rnd):
        return HttpResponse(status=204)  # the page that asks again has it all
    named = request.GET.get("table", "") if request.method == "GET" else ""
    asked = result_lines.board_place(named) or whole_number(named)
    context: Context = {"quick_place": asked, "quick_text": "", "quick_error": "", "quick_asks": (), "wrong": {}}
    context |= {"quick_saved": "", "quick_again": False}
    if request.method == "POST":
        context["after"] = after = (line if "line" in request.POST else row)(request, rnd, context)
        if after is not None and not is_part(request):
            if context["quick_saved"]:
                messages.success(request, _("Saved: %(result)s") % {"result": context["quick_saved"]})
            address = reverse("tournaments:results", args=[tournament.slug, rnd.number])
            return redirect(f"{address}?after={after}")
    is_refused = bool(context["quick_error"] or context["wrong"] or context.get("is_refused"))
    now_there = rnd if request.method == "GET" else Round.objects.select_related(WITH_CLUB).get(pk=rnd.pk)
    after = context.get("after") or request.GET.get("after", "")
    chosen = context["quick_place"] if context.get("after") is None else None
    context |= _frame(request, now_there) | state(request, now_there, after, chosen)
    is_asked = bool(context["quick_asks"])
    context["known"] = "" if is_refused or is_asked else context["version"]
    context["unentered"] = _unentered(context, now_there) if is_refused and now_there.state != "running" else None
    if context["wrong"]:
        context["version"] = ""  # a refused form is shown in its row as it was sent
    context["quick_text"] = context["quick_text"] if is_asked or context["quick_error"] else ""
    if is_part(request) and now_there.state == "running":  # the steps above stay as they are
        return render(request, region, context)
    page = desk(request, tournament, "results") | context | {"region": region}
    if is_part(request):
        return render(request, region, page)
    return render(request, PAGE, page, status=422 if is_refused else 200)


def version_of(request: HttpRequest) -> int | None:
    """The version of the result that a button refers to, from its form."""
    return whole_number(request.POST.get("version", ""))


def shown_version(request: HttpRequest) -> int:
    """The version of the result that the page showed to the person who confirms it. Where a form brings none it is 0,
    which no result has: nobody confirms what they have not seen."""
    return version_of(request) or 0


def enter_form(request: HttpRequest, context: Context, row: Match, *, record: Act, confirm: Act, **said: Any) -> bool:
    """Enter the form of a match's or a board's row, or what was `said` by one of its buttons, or confirm the reported
    result; returns whether that succeeded. A refused form keeps what was typed, with the reason in its row."""
    facts = signed_in.asked(request)
    if said or "confirm" in request.POST:
        if "confirm" in request.POST:
            act = partial(confirm, version=shown_version(request))
        else:
            act = partial(record, version=version_of(request), **said)
        done = attempt(request, lambda: say_what_waits(request, act(**facts)))
        context["is_refused"] = not done
        return done
    form = result_form(row, request.POST)
    if form.is_valid():
        try:
            say_what_waits(request, record(**form.result(), **facts))
        except errors.Refusal as refusal:
            form.add_error(None, str(refusal))
    if form.errors:
        context |= {"wrong": {row.pk: form}, "row": row}
    return not form.errors


def _unentered(context: Context, rnd: Round) -> Unentered:
    """The result that was sent to a round that is already closed."""
    row, forms = context.get("row"), list(context["wrong"].values())
    figures = [form.data.get(name, "") for form in forms for name in form.fields if name not in NO_FIGURES]
    place = context["quick_place"]
    if row is not None:
        place = f"{row.parent.table_no}.{row.number}" if row.parent else row.table_no
    match = row.whole if row is not None else None
    why = context["quick_error"] or " ".join(str(one) for form in forms for one in form.non_field_errors())
    way = "tournaments:correct" if row is not None and row.parent is None and rnd.is_over else "tournaments:match"
    return Unentered(
        place=str(place or ""),
        text=context["quick_text"] or " – ".join(filter(None, figures)),
        why=why,
        link=reverse(way, args=[match.public_id]) if match else "",
    )


def say_what_waits(request: HttpRequest, entered: Match) -> None:
    """Say that the result waits for confirmation, because the official who entered it plays in the match, and so counts
    as a player; or is kept beside that of another side, which differs."""
    if entered.state == MatchState.REPORTED:
        said = _("Table %(n)d is your own: your result is noted, and waits until somebody else confirms it.")
        if slips.are_disputed(entered):
            said = _("Table %(n)d is your own: your result is kept beside that of the other side, and another official "
                     "decides.")  # fmt: skip
        messages.warning(request, said % {"n": entered.whole.table_no})


def _frame(request: HttpRequest, rnd: Round) -> Context:
    return {
        "tournament": rnd.stage.tournament,
        "round": rnd,
        "number": rnd.number,
        "current": standings.current_round(rnd.stage.tournament),
        "is_untouched": finding.is_untouched(rnd),
        "may_organise": permissions.may_organise(request.user, rnd.stage.tournament),
        **byes(rnd),
    }
