"""The pages of seasons: those of a club, one with its table, on paper, as a file; and its organiser's pages."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import signed_in
from clubs.models import Club
from doors.once import once
from tournaments.entries.services import spreadsheets
from tournaments.errors import Invalid, Refusal
from tournaments.event import permissions
from tournaments.event.views import attempt, desk, directed
from tournaments.models import Season, TournamentState
from tournaments.seasons import scoring as core
from tournaments.seasons.forms import FinalForm, ScoringForm, SeasonForm
from tournaments.seasons.selectors import reading, reopened, season_tables, words
from tournaments.seasons.services import closing, finals, making
from tournaments.stages.services import reopening

WORDS = {"yes": True, "no": False, "rule": None}
PAPERS = ("a4", "letter")


def find(public_id: str) -> Season:
    """The season with this address, or 404."""
    return get_object_or_404(reading.seasons(), public_id=public_id)


@login_required
def reopen_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Reopen a finished tournament, after showing the effects."""
    tournament = directed(request, slug)
    if tournament.state != TournamentState.FINISHED:
        return redirect("tournaments:tonight", slug=slug)
    if request.method == "POST":
        said = {name: request.POST.get(name, "")[:200] for name in ("reason", "seen")}
        opening = lambda: reopening.reopen(tournament=tournament, **said, **signed_in.asked(request))  # noqa: E731
        if attempt(request, opening, _("The tournament is open again: confirm its standings when they are right.")):
            return redirect("tournaments:tonight", slug=slug)
        return redirect("tournaments:open-again", slug=slug)
    context = desk(request, tournament, "reopen") | {"effect": reopened.reopening(tournament)}
    return render(request, "tournaments/evening/reopen.html", context)


@require_safe
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """The seasons of a club, the latest first."""
    club = get_object_or_404(Club, slug=slug)
    context = {
        "club": club,
        "seasons": reading.seasons(club),
        "running": reading.running(club, timezone.now()),
        "may_organise": permissions.may_organise_for(request.user, club),
    }
    return render(request, "tournaments/seasons/of_club.html", context)


@login_required
@once
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """A new season of a club."""
    club = get_object_or_404(Club, slug=slug)
    permissions.require_organiser_of(request.user, club)
    form = SeasonForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        made = _filled(form, lambda: making.create_season(club=club, **signed_in.asked(request), **form.facts()))
        if made is not None:
            messages.success(request, _("The season is there. Look over what counts, and the points."))
            return redirect("tournaments:season", public_id=made.public_id)
    return _answer(request, "new", {"club": club, "form": form}, form)


@require_safe
def page(request: HttpRequest, public_id: str) -> HttpResponse:
    """A season: its table, its podium, its next date, its trophies."""
    season = find(public_id)
    context = _about(request, season)
    context |= {
        "next": None if season.is_closed else reading.next_date(season, timezone.now()),
        "trophies": reading.trophies_in(season),
    }
    return render(request, "tournaments/seasons/season.html", context)


@require_safe
def paper(request: HttpRequest, public_id: str) -> HttpResponse:
    """The season for printing: every evening, the table, the winners, attendance; `?paper=a4` or `letter`."""
    context = _about(request, find(public_id))
    asked = request.GET.get("paper")
    context |= {"paper": asked if asked in PAPERS else "a4", "printed_at": timezone.now()}
    return render(request, "tournaments/seasons/paper.html", context)


@require_safe
def file(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table as CSV."""
    season = find(public_id)
    columns, *rows = season_tables.csv_rows(season_tables.table_of(season))
    answer = HttpResponse(spreadsheets.to_csv(columns, rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{season.club.slug}-{season.public_id}.csv"'
    return answer


@login_required
def change(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change name, days and series of a season."""
    season = _organised(request, public_id)
    form = SeasonForm(request.POST or None, club=season.club, season=season)
    if request.method == "POST" and form.is_valid():
        act = lambda: making.change_season(season=season, **signed_in.asked(request), **form.facts())  # noqa: E731
        if _filled(form, act) is not None:
            messages.success(request, _("Saved."))
            return redirect("tournaments:season", public_id=public_id)
    return _answer(request, "change", {"season": season, "club": season.club, "form": form}, form)


@login_required
def scoring(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change the points of a season: first show the resulting table, then save. `?template=` begins with a ready
    one."""
    season = _organised(request, public_id)
    ready = core.TEMPLATES.get(request.GET.get("template", ""), season.scoring)
    form = ScoringForm(request.POST or None, scoring=ready)
    context: dict[str, Any] = {"season": season, "form": form, "templates": words.TEMPLATE_NAMES}
    if request.method == "POST" and form.is_valid():
        wish = form.scoring()
        shown = _filled(form, lambda: making.checked_scoring(wish)) if not form.errors else None
        if shown is not None and "save" in request.POST:
            act = lambda: making.set_scoring(season=season, scoring=wish, **signed_in.asked(request))  # noqa: E731
            if attempt(request, act, _("Saved.")):
                return redirect("tournaments:season", public_id=public_id)
        elif shown is not None:
            context |= {"preview": season_tables.preview_of(season, shown), **_said(shown)}
    context["offered"] = words.tiebreaks_on_offer()
    return _answer(request, "scoring", context, form)


@login_required
def events(request: HttpRequest, public_id: str) -> HttpResponse:
    """Choose the evenings that count, one by one or a series at once."""
    season = _organised(request, public_id)
    if request.method == "POST":
        word = request.POST.get("counts", "")
        chosen, facts = request.POST.getlist("tournament"), signed_in.asked(request)
        act = lambda: making.choose_events(  # noqa: E731
            season=season, tournaments=chosen, counts=WORDS[word], **facts
        )
        if word in WORDS:
            attempt(request, act, _("Saved."))
        return redirect("tournaments:season-events", public_id=public_id)
    context = {"season": season, "series": reading.choices(season), "others": reading.others(season)}
    return render(request, "tournaments/seasons/organiser/events.html", context)


@require_POST
@login_required
def close(request: HttpRequest, public_id: str) -> HttpResponse:
    """Close the season, and give its trophies."""
    seen = request.POST.get("seen", "")
    act = lambda: closing.close_season(season=find(public_id), seen=seen, **signed_in.asked(request))  # noqa: E731
    attempt(request, act, _("The season is closed. You can reopen it here."))
    return redirect("tournaments:season", public_id=public_id)


@require_POST
@login_required
def reopen(request: HttpRequest, public_id: str) -> HttpResponse:
    """Open a closed season again."""
    act = lambda: closing.reopen_season(season=find(public_id), **signed_in.asked(request))  # noqa: E731
    attempt(request, act, _("The season is open again; its trophies are taken back."))
    return redirect("tournaments:season", public_id=public_id)


@require_POST
@login_required
def remove(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a season away."""
    season = find(public_id)
    act = lambda: making.remove_season(season=season, **signed_in.asked(request))  # noqa: E731
    if attempt(request, act, _("The season is taken away; its evenings stay.")):
        return redirect("tournaments:seasons", slug=season.club.slug)
    return redirect("tournaments:season", public_id=public_id)


@login_required
@once
def final(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make the final night of a season."""
    season = _organised(request, public_id)
    named = {"name": (_("%(season)s: final night") % {"season": season.name})[: finals.NAME], "rounds": 4}
    form = FinalForm(request.POST or None, initial=named)
    if request.method == "POST" and form.is_valid():
        act = lambda: finals.create_final(season=season, **signed_in.asked(request), **form.facts(season))  # noqa: E731
        made = _filled(form, act)
        if made is not None:
            messages.success(request, _("The players are entered in the order of the table. Look over the conditions."))
            return redirect("tournaments:setup", slug=made.slug)
    context = {"season": season, "form": form, "table": season_tables.table_of(season)}
    return _answer(request, "final", context, form)


def _organised(request: HttpRequest, public_id: str) -> Season:
    """The season, for its organisers; else 403, which names whom to ask."""
    season = find(public_id)
    permissions.require_organiser_of(request.user, season.club)
    return season


def _filled(form: Any, act: Callable[[], Any]) -> Any:
    """The result of a service; None if it refuses, in which case the refusal is shown at its field."""
    try:
        return act()
    except Invalid as invalid:
        refuse = getattr(form, "refuse", None)
        if refuse is not None:
            refuse(invalid.field, str(invalid))
        else:
            form.add_error(invalid.field if invalid.field in form.fields else None, str(invalid))
    except Refusal as refusal:
        form.add_error(None, str(refusal))
    return None


def _answer(request: HttpRequest, name: str, context: dict[str, Any], form: Any) -> HttpResponse:
    return render(request, f"tournaments/seasons/organiser/{name}.html", context, status=422 if form.errors else 200)


def _about(request: HttpRequest, season: Season) -> dict[str, Any]:
    """The context of the pages that show the table."""
    table = season_tables.table_of(season)
    return {
        "season": season,
        "table": table,
        **_said(table.scoring),
        "may_organise": permissions.may_organise_for(request.user, season.club),
    }


def _said(scoring: core.Scoring) -> dict[str, Any]:
    """A scoring in words."""
    return {"sentences": words.sentences(scoring), "tiebreaks": words.tiebreaks(scoring)}
