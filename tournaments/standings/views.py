"""Standings with their tie-breaks, cross tables, brackets; the organiser's page of points and tie-breaks."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import signed_in
from games import selectors as games
from tournaments.event import permissions
from tournaments.event.forms.desk import whole_number
from tournaments.event.selectors import finding
from tournaments.event.services import creating
from tournaments.event.views import about, attempt, desk, find, live
from tournaments.models import RoundState, Stage, Tournament, TournamentState
from tournaments.standings.forms import EqualsForm
from tournaments.standings.selectors import crossgrids, crosstable_lines, words
from tournaments.standings.selectors import rating_changes as standings_rating_changes
from tournaments.standings.selectors import standings as selectors

OVERALL = "all"


def chosen(request: HttpRequest, tournament: Tournament, known: list[Stage]) -> Stage | None:
    """The stage that `?stage=` names (by default the present one); None for all of them, 404 for an unknown one."""
    text = request.GET.get("stage", "")
    if text == OVERALL or (not text and tournament.state == TournamentState.FINISHED and len(known) > 1):
        return None
    if not text:
        return finding.main_stage(tournament)
    found = [stage for stage in known if stage.number == whole_number(text)]
    if not found:
        raise Http404
    return found[0]


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking with its tie-breaks, group by group; `?after=n` after round n, `?stage=all` over all stages."""
    context = shown(request, find(slug))
    return live(request, "tournaments/standings/standings.html", "tournaments/standings/_standings.html", context)


def shown(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What a page of standings shows, as its address asks."""
    after = whole_number(request.GET.get("after", ""))
    context = about(request, tournament, "standings")
    stage = chosen(request, tournament, context["stages"])
    context |= {
        "after": after,
        "is_overall": stage is None,
        "progress": selectors.progress(tournament, context["rounds"]),
        "may_pair": context["may_direct"] and selectors.is_pairing_due(tournament),
        "may_confirm": context["may_direct"] and selectors.is_end_due(tournament),
        "chain": games.chain_of(tournament.public_id),
    }
    context["is_first"] = after is None and [rnd.state for rnd in context["rounds"]] == [RoundState.RUNNING]
    if stage is None:
        context["standings"] = selectors.standings(tournament, after)
    else:
        found = selectors.stage_tables(stage, after)
        if stage.has_challenges:  # its places have a page of their own
            found = [table for table in found if table.contest]
        context |= {"stage": stage, "tables": found}
        context["tiebreaks"] = selectors.tiebreaks(stage)
        context["stage_rounds"] = [rnd for rnd in context["rounds"] if rnd.stage_id == stage.pk and rnd.is_over]
    return context


@require_safe
def crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """Every result: round by round in a Swiss, everybody against everybody in a round robin."""
    tournament = find(slug)
    context = about(request, tournament, "crosstable")
    stage = chosen(request, tournament, context["stages"]) or context["stages"][0]
    if stage.has_bracket:
        return redirect(f"{reverse('tournaments:bracket', args=[slug])}?stage={stage.number}")
    context |= {"stage": stage, "grids": [], "lines": []}
    if stage.is_round_robin:
        context["grids"] = crossgrids.cross_grids(stage)
    else:
        context["version"] = selectors.computed(stage).version
        context["lines"] = SimpleLazyObject(lambda: crosstable_lines.crosstable_lines(tournament, stage))
    return render(request, "tournaments/standings/crosstable.html", context)


@require_safe
def rating_changes(request: HttpRequest, slug: str) -> HttpResponse:
    """The rating changes of the tournament's players."""
    tournament = find(slug)
    listed = standings_rating_changes.on_the_list(tournament)
    gains = SimpleLazyObject(
        lambda: [(one, listed.get(one.player.pk)) for one in standings_rating_changes.rating_gains(tournament)]
    )
    context = about(request, tournament, "ratings") | {"gains": gains, "has_list": bool(listed)}
    context["version"] = standings_rating_changes.version(tournament)
    return render(request, "tournaments/standings/rating_changes.html", context)


@login_required
def equals(request: HttpRequest, slug: str) -> HttpResponse:
    """Points table and tie-breaks of the current stage; after publication only the tie-breaks can change."""
    tournament = find(slug)
    permissions.require_organiser(request.user, tournament)
    stage = finding.main_stage(tournament)
    if "tiebreaks" not in stage.settings:
        raise Http404  # a bracket gives each place once
    is_fixed = stage.rounds.exclude(state=RoundState.DRAFT).exists()
    form = EqualsForm(request.POST or None, stage=stage, is_fixed=is_fixed)
    if request.method == "POST" and form.is_valid():
        change = lambda: creating.change_stage(  # noqa: E731
            stage=stage, **signed_in.asked(request), **form.changes()
        )
        if attempt(request, change, _("Saved.")):
            return redirect("tournaments:equals", slug=slug)
    context = desk(request, tournament, "equals") | {"form": form, "is_fixed": is_fixed}
    context["offered"] = words.tiebreaks_on_offer(stage)
    return render(request, "tournaments/standings/equals.html", context, status=200 if not form.errors else 422)
