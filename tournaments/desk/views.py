"""The director's desk (P30): the queue, a case with its rulings; and the call from the table."""

from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from doors.languages import translated
from games import selectors as game_reading
from games.live import directing
from tournaments import permissions, services
from tournaments.forms.rulings import ConfirmForm, RulingForm, packed
from tournaments.models import Case, Match, TableRuling
from tournaments.selectors import cases as reading
from tournaments.services import cases
from tournaments.views.answers import attempt, live, no_store
from tournaments.views.night import directed
from tournaments.views.organiser import desk


@login_required
@require_safe
def queue(request: HttpRequest, slug: str) -> HttpResponse:
    """All that waits for an official, in one list that refreshes."""
    tournament = directed(request, slug)
    context = desk(request, tournament, "desk") | {
        "waiting": reading.queue(tournament),
        "appeals": reading.appeals(tournament),
        "handled": reading.handled(tournament),
    }
    return live(request, "tournaments/desk/queue.html", "tournaments/desk/_queue.html", context)


@login_required
@require_POST
def open_case(request: HttpRequest, slug: str) -> HttpResponse:
    """Take up what the house has noticed at a match."""
    tournament = directed(request, slug)
    public_id, _colon, kind = request.POST.get("item", "").partition(":")
    match = Match.objects.filter(public_id=public_id, round__stage__tournament=tournament).first()
    if match is None:
        raise Http404
    permissions.require_judge(request.user, match)
    opened: list[Case] = []
    facts = {"kind": kind, "by": request.user, "now": timezone.now()}
    attempt(request, lambda: opened.append(cases.open_case(match=match, **facts)))
    if not opened:
        return redirect("tournaments:desk", slug=slug)
    return redirect("tournaments:case", slug=slug, public_id=opened[0].public_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def case(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """A case: its table in words, what can be ruled, what was ruled."""
    tournament = directed(request, slug)
    found = reading.find_case(tournament, public_id)
    if found is None:
        raise Http404
    permissions.require_judge(request.user, found.match)
    if request.method != "POST":
        return _shown(request, found)
    return STEPS.get(request.POST.get("do", ""), _shown)(request, found)


def _shown(request: HttpRequest, found: Case, **more: Any) -> HttpResponse:
    matter = reading.matter(found)
    context = desk(request, found.tournament, "desk") | {
        "case": found,
        "match": found.match,
        "at": matter.at,
        "rulings": matter.rulings,
        "may_look": matter.at is not None and not reading.plays_in_tournament(request.user, found.tournament),
        "may_rule": found.handled_at is None and found.claimed_by in (None, request.user),
        "said": matter.said,
        "silences": matter.silences,
        **more,
    }
    return no_store(render(request, "tournaments/desk/case.html", context))


def _claim(request: HttpRequest, found: Case) -> HttpResponse:
    facts = {"instead_of": request.POST.get("instead_of", ""), "by": request.user, "now": timezone.now()}
    attempt(request, lambda: cases.claim_case(case=found, **facts), _("It is yours."))
    return _again(found)


def _handle(request: HttpRequest, found: Case) -> HttpResponse:
    facts = {"outcome": request.POST.get("outcome", ""), "by": request.user, "now": timezone.now()}
    if attempt(request, lambda: cases.handle_case(case=found, **facts), _("Handled.")):
        return redirect("tournaments:desk", slug=found.tournament.slug)
    return _refused(request, found)


def _look(request: HttpRequest, found: Case) -> HttpResponse:
    seen: dict[str, list[str]] = {}
    attempt(request, lambda: seen.update(cases.look_at_hands(case=found, by=request.user, now=timezone.now())))
    return _shown(request, found, hands=seen)


def _preview(request: HttpRequest, found: Case) -> HttpResponse:
    table, form = game_reading.table(found.table), RulingForm(request.POST)
    if table is None or not form.is_valid():
        return _shown(request, found, errors=form.errors, typed=request.POST)
    try:
        action = form.action(directing.standing(table))
    except directing.CannotRule as cannot:
        return _shown(request, found, errors={cannot.field: [_("This cannot be ruled now.")]}, typed=request.POST)
    foreseen = directing.foresee(table, action)
    shown = {"foreseen": foreseen, "action": packed(action), "reason": form.cleaned_data["reason"], "cmd_id": uuid4()}
    return _shown(request, found, rule=directing.rule_of(table, action), typed=request.POST, **shown)


def _rule(request: HttpRequest, found: Case) -> HttpResponse:
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        return _shown(request, found, errors=form.errors, typed=request.POST)
    facts = {**form.cleaned_data, "by": request.user, "now": timezone.now()}
    is_done = attempt(request, lambda: cases.rule_at_table(case=found, **facts), _("Ruled. Both players see it."))
    return _again(found) if is_done else _refused(request, found)


def _decide(request: HttpRequest, found: Case) -> HttpResponse:
    ruling = TableRuling.objects.filter(case=found, public_id=request.POST.get("ruling", "")).first()
    if ruling is None:
        raise Http404
    is_upheld = request.POST.get("upheld") == "yes"
    facts = {"decision": request.POST.get("decision", ""), "by": request.user, "now": timezone.now()}
    deciding = lambda: cases.decide_appeal(ruling=ruling, is_upheld=is_upheld, **facts)  # noqa: E731
    return _again(found) if attempt(request, deciding, _("Decided.")) else _refused(request, found)


def _silence(request: HttpRequest, found: Case) -> HttpResponse:
    given = {"seat": request.POST.get("seat", ""), "reason": request.POST.get("reason", ""), "by": request.user}
    is_silent = request.POST.get("silent") == "yes"
    asked = lambda: cases.silence_player(case=found, is_silent=is_silent, now=timezone.now(), **given)  # noqa: E731
    is_done = attempt(request, asked, _("The player reads it at once."))
    return _again(found) if is_done else _refused(request, found)


STEPS = {
    "silence": _silence,
    "claim": _claim,
    "handle": _handle,
    "look": _look,
    "preview": _preview,
    "rule": _rule,
    "decide": _decide,
}


def _refused(request: HttpRequest, found: Case) -> HttpResponse:
    """The case as it is now, with what was typed."""
    now = reading.find_case(found.tournament, found.public_id)
    return _shown(request, now or found, typed=request.POST)


def _again(found: Case) -> HttpResponse:
    return redirect("tournaments:case", slug=found.tournament.slug, public_id=found.public_id)


@translated
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def at_table(request: HttpRequest, public_id: str) -> HttpResponse:
    """For the table's page: call the director with a few words, report who sits at a seat, or appeal against a ruling;
    GET says how it stands."""
    match = reading.match_at(public_id)
    if match is None or not permissions.plays_in(request.user, match):
        raise PermissionDenied(_("Who plays at a table calls the director there."))
    if request.method == "POST":
        facts = {"words": request.POST.get("words", ""), "by": request.user, "now": timezone.now()}
        try:
            if "ruling" in request.POST:
                cases.appeal(ruling=_ruling(public_id, request.POST["ruling"]), **facts)
            elif "seat" in request.POST:
                cases.report_conduct(match=match, table=public_id, about=_at_seat(public_id, request), **facts)
            else:
                cases.call_director(match=match, table=public_id, **facts)
        except services.Refusal as refusal:
            return JsonResponse({"error": str(refusal)}, status=409)
    return no_store(JsonResponse(reading.at_table(request.user, public_id, timezone.now())))


def _at_seat(public_id: str, request: HttpRequest) -> User:
    table = game_reading.table(public_id)
    found = game_reading.at_seat(table, request.POST["seat"]) if table else None
    if found is None:
        raise Http404
    return found


def _ruling(table: str, public_id: str) -> TableRuling:
    ruling = TableRuling.objects.filter(table=table, public_id=public_id).first()
    if ruling is None:
        raise Http404
    return ruling
