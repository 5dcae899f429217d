"""The director's desk: the queue, and a case with its rulings; and the page on which players call."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import signed_in
from games.live import directing
from tournaments.desk import permissions as may
from tournaments.desk import selectors
from tournaments.desk import services as desk_services
from tournaments.desk.forms import ConfirmForm, RulingForm, WishForm, packed
from tournaments.desk.selectors import disputes
from tournaments.desk.services import deciding
from tournaments.desk.views.steps import steps
from tournaments.event import permissions
from tournaments.event.selectors import finding
from tournaments.event.views import attempt, desk, directed, live, no_store
from tournaments.models import Case, CaseKind, Match, TableRuling
from tournaments.results.selectors import slips as match_slips


@login_required
@require_safe
def queue(request: HttpRequest, slug: str) -> HttpResponse:
    """The queue of the desk, which refreshes by itself."""
    tournament = directed(request, slug)
    context = desk(request, tournament, "desk") | {
        "waiting": selectors.queue(tournament),
        "appeals": finding.appeals(tournament),
        "handled": selectors.handled(tournament),
    }
    listed = [*(one.match for one in context["waiting"]), *(one.case.match for one in context["appeals"])]
    listed += [one.match for one in context["handled"]]
    context["own"] = {match.public_id for match in listed if may.waits_for_another(request.user, match)}
    context["mine"] = {match.public_id for match in listed if permissions.plays_in(request.user, match)}
    return live(request, "tournaments/desk/queue.html", "tournaments/desk/_queue.html", context)


@login_required
@require_POST
def open_case(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a case from a line of the queue."""
    tournament = directed(request, slug)
    public_id, _colon, kind = request.POST.get("item", "").partition(":")
    match = selectors.find_match(public_id, tournament)
    if match is None:
        raise Http404
    may.require_other(request.user, match)
    opened: list[Case] = []
    asked = signed_in.asked(request)
    attempt(request, lambda: opened.append(desk_services.open_case(match=match, kind=kind, **asked)))
    if not opened:
        return redirect("tournaments:desk", slug=slug)
    return redirect("tournaments:case", slug=slug, public_id=opened[0].public_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settle(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show conflicting reports side by side, with a button each; or enter another result."""
    tournament = directed(request, slug)
    match = selectors.find_match(public_id, tournament)
    if match is None:
        raise Http404
    permissions.require_judge(request.user, match)
    if request.method == "POST":
        report = request.POST.get("report", "")[:10]
        settling = partial(desk_services.settle_dispute, match=match, report=report, **signed_in.asked(request))
        if not attempt(request, settling, _("Settled: the result stands.")):
            return redirect(request.path)
        return redirect("tournaments:results", slug=slug, number=match.round.number)
    reports = disputes.reports_of(match)
    if not reports:
        return redirect("tournaments:results", slug=slug, number=match.round.number)
    context = desk(request, tournament, "desk") | {"match": match, "reports": reports}
    return no_store(render(request, "tournaments/desk/settle.html", context))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def case(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """A case: its table in words, the possible rulings, the rulings given."""
    tournament = directed(request, slug)
    found = selectors.find_case(tournament, public_id)
    if found is None:
        raise Http404
    may.require_case(request.user, found)
    if request.method != "POST":
        return _shown(request, found)
    return STEPS.get(request.POST.get("do", ""), _shown)(request, found)


def _shown(request: HttpRequest, found: Case, **more: Any) -> HttpResponse:
    is_own = permissions.plays_in(request.user, found.match)
    matter = selectors.matter(found, is_own=is_own)
    may_rule = found.handled_at is None and found.claimed_by in (None, request.user)
    has_steps = may_rule and (matter.at is None or not matter.at.is_over) and bool(matter.laws or matter.at)
    call = steps(request, found, matter.at) if has_steps else {}
    context = (
        desk(request, found.tournament, "desk")
        | call
        | {
            "has_steps": has_steps,
            "case": found,
            "match": found.match,
            "is_own": is_own,
            "at": matter.at,
            "rulings": matter.rulings,
            "taken_back": matter.taken_back,
            "may_look": matter.at is not None and not selectors.plays_in_tournament(request.user, found.tournament),
            "may_rule": may_rule,
            "said": matter.said,
            "silences": matter.silences,
            "reports": matter.reports if found.kind == CaseKind.DISPUTE else [],
            **more,
        }
    )
    return no_store(render(request, "tournaments/desk/case.html", context))


def _claim(request: HttpRequest, found: Case) -> HttpResponse:
    claiming = lambda: desk_services.claim_case(  # noqa: E731
        case=found, instead_of=request.POST.get("instead_of", ""), **signed_in.asked(request)
    )
    attempt(request, claiming, _("It is yours."))
    return _again(found)


def _handle(request: HttpRequest, found: Case) -> HttpResponse:
    handling = lambda: desk_services.handle_case(  # noqa: E731
        case=found, outcome=request.POST.get("outcome", ""), **signed_in.asked(request)
    )
    if attempt(request, handling, _("Handled.")):
        return redirect("tournaments:desk", slug=found.tournament.slug)
    return _refused(request, found)


def _look(request: HttpRequest, found: Case) -> HttpResponse:
    seen: dict[str, list[str]] = {}
    attempt(request, lambda: seen.update(desk_services.look_at_hands(case=found, **signed_in.asked(request))))
    return _shown(request, found, hands=seen)


def _preview(request: HttpRequest, found: Case) -> HttpResponse:
    permissions.require_judge(request.user, found.match)
    table, form = selectors.table_of_case(found), RulingForm(request.POST)
    if table is None or not form.is_valid():
        return _shown(request, found, errors=form.errors, typed=request.POST)
    try:
        action = form.action(directing.standing(table))
    except directing.CannotRule as cannot:
        return _shown(request, found, errors={cannot.field: [_("This cannot be ruled now.")]}, typed=request.POST)
    foreseen = directing.foresee(table, action)
    shown = {"foreseen": foreseen, "action": packed(action), "reason": form.cleaned_data["reason"], "cmd_id": uuid4()}
    return _shown(request, found, rule=directing.rule_of(table, action), typed=request.POST, **shown)


def _decide_call(request: HttpRequest, found: Case) -> HttpResponse:
    form = WishForm(request.POST)
    if not form.is_valid():
        return _shown(request, found, errors=form.errors, typed=request.POST)
    facts = {"seen": form.cleaned_data["seen"], "cmd_id": form.cleaned_data["cmd_id"], **signed_in.asked(request)}
    figures = request.POST.getlist("figure")[:20]
    work = lambda: deciding.decide(case=found, wish=form.wish(figures), **facts)  # noqa: E731
    if attempt(request, work, _("Decided: it is recorded, the players are told, and the case is closed.")):
        return redirect("tournaments:desk", slug=found.tournament.slug)
    return _refused(request, found)


def _rule(request: HttpRequest, found: Case) -> HttpResponse:
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        return _shown(request, found, errors=form.errors, typed=request.POST)
    facts = {**form.cleaned_data, "closes": request.POST.get("closes") == "yes", **signed_in.asked(request)}
    is_done = attempt(
        request, lambda: desk_services.rule_at_table(case=found, **facts), _("Ruled. Everybody at the table sees it.")
    )
    return _again(found) if is_done else _refused(request, found)


def _take_back(request: HttpRequest, found: Case) -> HttpResponse:
    ruling = TableRuling.objects.filter(case__match=found.match, public_id=request.POST.get("ruling", "")).first()
    if ruling is None:
        raise Http404
    work = partial(deciding.take_back, ruling=ruling, **signed_in.asked(request))
    attempt(request, work, _("Taken back: the players are told, and its case is open again."))
    return redirect("tournaments:case", slug=found.tournament.slug, public_id=ruling.case.public_id)


def _decide(request: HttpRequest, found: Case) -> HttpResponse:
    ruling = TableRuling.objects.filter(case=found, public_id=request.POST.get("ruling", "")).first()
    if ruling is None:
        raise Http404
    is_upheld = request.POST.get("upheld") == "yes"
    decision = request.POST.get("decision", "")
    deciding = lambda: desk_services.decide_appeal(  # noqa: E731
        ruling=ruling, is_upheld=is_upheld, decision=decision, **signed_in.asked(request)
    )
    return _again(found) if attempt(request, deciding, _("Decided.")) else _refused(request, found)


def _silence(request: HttpRequest, found: Case) -> HttpResponse:
    seat, reason = request.POST.get("seat", ""), request.POST.get("reason", "")
    is_silent = request.POST.get("silent") == "yes"
    silencing = lambda: desk_services.silence_player(  # noqa: E731
        case=found, seat=seat, is_silent=is_silent, reason=reason, **signed_in.asked(request)
    )
    is_done = attempt(request, silencing, _("The player reads it at once."))
    return _again(found) if is_done else _refused(request, found)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def call(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page on which a player calls the director, in the hall or at a live table, follows the call, and appeals."""
    match = selectors.find_match(public_id)
    if match is None or not permissions.plays_in(request.user, match):
        raise Http404
    return _called(request, match, "", {**signed_in.asked(request)})


@require_http_methods(["GET", "HEAD", "POST"])
def call_by_slip(request: HttpRequest, code: str) -> HttpResponse:
    """The page `call` for the holder of a seat's result slip, without an account."""
    found = match_slips.by_code(code)
    if found is None:
        raise Http404
    name = found.match.entries[found.order].name
    return _called(request, found.match, code, {"seat": name, "by": None, "now": timezone.now()})


def _called(request: HttpRequest, match: Match, code: str, asked: dict[str, Any]) -> HttpResponse:
    table = selectors.table_of(match)
    if request.method == "POST":
        facts = {"words": request.POST.get("words", ""), **asked}
        work: Callable[..., object] = partial(desk_services.call_director, match=match, table=table)
        done = ""  # the page itself says how the call stands
        if named := request.POST.get("ruling"):
            ruling = selectors.ruling_at(match, table, named)
            if ruling is None:
                raise Http404
            work, done = partial(desk_services.appeal, ruling=ruling), _("You have appealed. Another official decides.")
        if attempt(request, partial(work, **facts), done):
            return redirect(request.path)
    caller = AnonymousUser() if code else request.user
    told = selectors.at_table(caller, match, table, timezone.now())
    context = {"match": match, "tournament": match.round.stage.tournament, "code": code, **told}
    return no_store(render(request, "tournaments/desk/call.html", context | {"typed": request.POST}))


STEPS = {
    "silence": _silence,
    "decide_call": _decide_call,
    "claim": _claim,
    "handle": _handle,
    "look": _look,
    "preview": _preview,
    "rule": _rule,
    "decide": _decide,
    "take_back": _take_back,
}


def _refused(request: HttpRequest, found: Case) -> HttpResponse:
    """The page of the case again after a refusal, with the typed values."""
    now = selectors.find_case(found.tournament, found.public_id)
    return _shown(request, now or found, typed=request.POST)


def _again(found: Case) -> HttpResponse:
    return redirect("tournaments:case", slug=found.tournament.slug, public_id=found.public_id)
