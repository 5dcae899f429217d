"""Import and export of lists: pairings and results from a list, and everything as CSV and XLSX."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import signed_in
from accounts.second_factor import services as second_factor
from clubs import selectors as club_reading
from doors.once import once
from tournaments import errors
from tournaments.entries.services import spreadsheets
from tournaments.event import permissions
from tournaments.event.forms.desk import ListForm, RosterForm, whole_number
from tournaments.event.selectors import finding
from tournaments.event.views import desk, find, no_store
from tournaments.exchange.forms import EveningForm
from tournaments.exchange.selectors import dump, exports
from tournaments.exchange.selectors import reports as reports_selectors
from tournaments.exchange.services import faults, loading
from tournaments.exchange.services import reports as reports_services
from tournaments.exchange.services.afterwards import entering as evening_entering
from tournaments.exchange.services.lists import own_pairings, reading
from tournaments.exchange.services.lists import results as result_lists
from tournaments.models import Round, RoundState, Tournament

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMATS = {"csv": "text/csv; charset=utf-8", "xlsx": XLSX}
IMPORTS: dict[str, tuple[Callable[..., reading.ListReport], Callable[[Round], tuple[str, ...]]]] = {
    "pairings": (own_pairings.import_pairings, own_pairings.columns_of),
    "results": (result_lists.import_results, result_lists.columns_of),
}


@login_required
@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of exports, and of the imports that are possible now."""
    tournament = _directed(request, slug)
    context = desk(request, tournament, "lists")
    current = context["current"]
    context |= {
        "exports": exports.offered(tournament),
        "of_a_round": exports.OF_A_ROUND,
        "rounds": finding.rounds(tournament, with_drafts=True),
        "reported": reports_selectors.reported_stage(tournament),
        "no_report": reports_selectors.why_none(),
        "has_tree": any(stage.has_bracket for stage in finding.stages(tournament)),
        "takes_pairings": current is not None and current.state == RoundState.DRAFT,
        "takes_results": current is not None and current.state == RoundState.RUNNING,
    }
    return render(request, "tournaments/exchange/page.html", context)


@require_safe
def public_file(request: HttpRequest, slug: str, name: str, ext: str) -> HttpResponse:
    """One list for everybody: published rounds, no addresses."""
    return _file(request, find(slug), name, ext, is_official=False)


@login_required
@require_safe
def file(request: HttpRequest, slug: str, name: str, ext: str) -> HttpResponse:
    """One list for officials, with drafts and addresses."""
    return _file(request, _directed(request, slug), name, ext, is_official=True)


@login_required
def take(request: HttpRequest, slug: str, what: str, number: int) -> HttpResponse:
    """Import a list of pairings or results: a preview of each line first, then all of it on acceptance."""
    tournament = _directed(request, slug)
    if what not in IMPORTS:
        raise Http404
    service, columns_of = IMPORTS[what]
    rounds = Round.objects.select_related("stage__tournament")
    rnd = get_object_or_404(rounds, stage__tournament=tournament, number=number)
    columns = columns_of(rnd)
    form = ListForm(request.POST or None, request.FILES or None, columns=columns)
    context: dict[str, Any] = desk(request, tournament, "lists")
    context |= {"what": what, "round": rnd, "number": number, "form": form, "columns": ",".join(columns)}
    context["title"] = exports.NAMES[what]
    if request.method == "POST" and form.is_valid():
        done = _take(request, service, rnd, form, context)
        if done:
            return redirect(f"tournaments:{what}", slug=slug, number=number)
    status = 422 if form.errors else 200
    return render(request, "tournaments/exchange/take.html", context, status=status)


@login_required
@require_safe
def dump_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament with everything in it, for its organisers, including cases and people's words."""
    tournament = find(slug)
    permissions.require_organiser(request.user, tournament)
    answer = HttpResponse(dump.dump_text(tournament), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    return no_store(answer)


@login_required
@once
def load(request: HttpRequest) -> HttpResponse:
    """Load a report file into a club that one organises, or, as site staff, a dump into any club: first a preview, then
    all of it on acceptance."""
    clubs = club_reading.clubs() if second_factor.acts_as_staff(request.user) else finding.organised_by(request.user)
    if not clubs.exists():
        raise PermissionDenied(_("Only organisers of a club load tournaments. Ask yours, or start a club."))
    form = RosterForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"form": form, "clubs": clubs, "chosen": request.POST.get("club", "")}
    if request.method == "POST" and form.is_valid():
        content = form.content()
        context["content"] = _as_text(content)
        club = get_object_or_404(clubs, slug=request.POST.get("club", ""))
        facts: dict[str, Any] = {"data": content, "club": club, **signed_in.asked(request)}
        is_accepted = "accept" in request.POST
        service = loading.load_tournament if _is_json(content) else reports_services.load_report
        if service is reports_services.load_report:
            facts["rated"] = request.POST.get("rated") == "1"
        try:
            report = service(dry_run=not is_accepted, seen=request.POST.get("seen", ""), **facts)
        except errors.Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            if is_accepted and report.tournament is not None:
                return redirect("tournaments:tonight", slug=report.tournament.slug)
            context |= {"report": report, "club": club}
            context["faults"] = [
                faults.shown(problem, context["content"]) for problem in getattr(report, "problems", ())
            ]
    if form.errors or context.get("faults"):
        context["kept"] = context.get("content", "")
    return render(request, "tournaments/exchange/load.html", context, status=422 if form.errors else 200)


@login_required
@once
def evening(request: HttpRequest) -> HttpResponse:
    """Enter the tables of an evening that was played without the site: first show what each line means, then make a
    finished tournament on acceptance."""
    clubs = finding.organised_by(request.user)
    if not clubs.exists():
        raise PermissionDenied(_("Only organisers of a club enter evenings. Ask yours, or start a club."))
    chosen = {"club": request.GET.get("club", "")}
    form = EveningForm(request.POST or None, request.FILES or None, clubs=clubs, initial=chosen)
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        facts: dict[str, Any] = {"data": form.content(), **form.facts(), **signed_in.asked(request)}
        facts |= {"seen": request.POST.get("seen", ""), "once_more": request.POST.get("once_more") == "1"}
        try:
            report = evening_entering.enter_evening(dry_run="accept" not in request.POST, **facts)
        except errors.Invalid as invalid:
            form.add_error(invalid.field if invalid.field in form.fields else None, str(invalid))
        except errors.Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            if report.tournament is not None:
                return redirect("tournaments:detail", slug=report.tournament.slug)
            context |= {"report": report, "club": form.cleaned_data["club"]}
    return render(request, "tournaments/exchange/evening.html", context, status=422 if form.errors else 200)


@require_safe
def report_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The rounds so far as a report file of the federation, for a Swiss or a round robin."""
    tournament = find(slug)
    if not reports_selectors.can_report(tournament):
        raise Http404(reports_selectors.why_none())
    answer = HttpResponse(reports_selectors.report_text(tournament), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}.trf"'
    return answer


def _is_json(content: str | bytes) -> bool:
    return content.lstrip()[:1] in ("{", b"{", "[", b"[")


def _as_text(content: str | bytes) -> str:
    return content if isinstance(content, str) else spreadsheets.text_of(content)


def _take(
    request: HttpRequest,
    service: Callable[..., reading.ListReport],
    rnd: Round,
    form: ListForm,
    context: dict[str, Any],
) -> bool:
    content = form.content()
    is_accepted = "accept" in request.POST
    facts = {"rnd": rnd, "text": content, **signed_in.asked(request)}
    more = {"seen": request.POST.get("seen", "")}
    if service is own_pairings.import_pairings:
        more["reason"] = request.POST.get("reason", "")
    try:
        report = service(dry_run=not is_accepted, **facts, **more)
    except errors.NeedsReason as needs:
        form.add_error(None, str(needs))
        report = service(dry_run=True, **facts)
    except errors.Refusal as refusal:
        form.add_error(None, str(refusal))
        return False
    context |= {"report": report, "content": content if isinstance(content, str) else report.text}
    return report.is_done


def _file(request: HttpRequest, tournament: Tournament, name: str, ext: str, *, is_official: bool) -> HttpResponse:
    if name not in exports.NAMES or ext not in FORMATS:
        raise Http404
    number = whole_number(request.GET.get("round", ""))
    found = exports.readable(tournament, name, number, is_official=is_official)
    if found is None:
        raise Http404(_("This round is not published."))
    body = (
        spreadsheets.to_csv(found.columns, found.rows)
        if ext == "csv"
        else spreadsheets.to_xlsx(name, found.columns, found.rows)
    )
    answer = HttpResponse(body, content_type=FORMATS[ext])
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-{found.name}.{ext}"'
    return no_store(answer) if is_official else answer


def _directed(request: HttpRequest, slug: str) -> Tournament:
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    return tournament
