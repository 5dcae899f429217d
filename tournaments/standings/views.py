"""What a stage came to: standings with their tie-breaks, cross tables, brackets (P6)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import selectors as games
from tournaments import selectors
from tournaments.forms import whole_number
from tournaments.models import Stage, StageState, Tournament, TournamentState
from tournaments.selectors import crosstables, rated
from tournaments.views.answers import live
from tournaments.views.public import about, find

OVERALL = "all"


def chosen(request: HttpRequest, tournament: Tournament, known: list[Stage]) -> Stage | None:
    """The stage of `?stage=` (the one played now unless said); None for all of them, 404 for an unknown one."""
    text = request.GET.get("stage", "")
    if text == OVERALL or (not text and tournament.state == TournamentState.FINISHED and len(known) > 1):
        return None
    if not text:
        return selectors.main_stage(tournament)
    found = [stage for stage in known if stage.number == whole_number(text)]
    if not found:
        raise Http404
    return found[0]


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """P6: the ranking with its tie-breaks, group by group; `?after=n` as it stood then, `?stage=all` through all."""
    tournament = find(slug)
    after = whole_number(request.GET.get("after", ""))
    context = about(request, tournament, "standings")
    stage = chosen(request, tournament, context["stages"])
    context |= {
        "after": after,
        "is_overall": stage is None,
        "progress": selectors.progress(tournament, context["rounds"]),
        "may_pair": context["may_direct"] and selectors.is_pairing_due(tournament),
        "chain": games.chain_of(tournament.public_id),
    }
    if stage is None:
        context["standings"] = selectors.standings(tournament, after)
    else:
        found = selectors.stage_tables(stage, after)
        if stage.has_challenges:  # its places have a page of their own
            found = [table for table in found if table.contest]
        context |= {"stage": stage, "tables": found}
        context["tiebreaks"] = selectors.tiebreaks(stage)
        context["stage_rounds"] = [
            rnd for rnd in context["rounds"] if rnd.stage_id == stage.pk and rnd.state in crosstables.DONE
        ]
    return live(request, "tournaments/standings.html", "tournaments/_standings.html", context)


@require_safe
def crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """P6: every result: round by round in a Swiss, everybody against everybody in a round robin."""
    tournament = find(slug)
    context = about(request, tournament, "crosstable")
    stage = chosen(request, tournament, context["stages"]) or context["stages"][0]
    if stage.has_bracket:
        return redirect(f"{reverse('tournaments:bracket', args=[slug])}?stage={stage.number}")
    context |= {"stage": stage, "grids": [], "lines": []}
    if stage.is_round_robin:
        context["grids"] = selectors.cross_grids(stage)
    else:
        context["lines"] = selectors.crosstable_lines(tournament, stage)
    return render(request, "tournaments/crosstable.html", context)


@require_safe
def rating_changes(request: HttpRequest, slug: str) -> HttpResponse:
    """What the tournament did to the ratings of its players."""
    tournament = find(slug)
    context = about(request, tournament, "ratings") | {"gains": rated.rating_gains(tournament)}
    return render(request, "tournaments/rating_changes.html", context)


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """P6: the bracket of a stage, every match a link."""
    tournament = find(slug)
    context = about(request, tournament, "bracket")
    trees = [stage for stage in context["stages"] if stage.has_bracket]
    if not trees:
        raise Http404
    stage = _tree_of(request, trees)
    context |= {"stage": stage, "trees": trees, "parts": selectors.bracket_parts(stage)}
    return live(request, "tournaments/bracket.html", "tournaments/_bracket.html", context)


def _tree_of(request: HttpRequest, trees: list[Stage]) -> Stage:
    """The bracket that is asked for, else the first that has begun."""
    number = whole_number(request.GET.get("stage", ""))
    if number is not None and all(stage.number != number for stage in trees):
        raise Http404
    begun = [stage for stage in trees if stage.state != StageState.WAITING]
    return next((stage for stage in trees if stage.number == number), (begun or trees)[0])
