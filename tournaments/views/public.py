"""The pages of a tournament that everybody sees (P2 to P6, P8)."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import permissions, selectors, services
from tournaments.formats import team_terms
from tournaments.models import Round, RoundState, Tournament, TournamentState
from tournaments.selectors import board_grid, cards, duplicate
from tournaments.views.answers import attempt, live


def find(slug: str) -> Tournament:
    """The tournament of an address, or 404."""
    return get_object_or_404(selectors.tournaments(), slug=slug)


def about(request: HttpRequest, tournament: Tournament, tab: str) -> dict[str, Any]:
    """What every page of a tournament shows: its head, its tabs, the own match, the official's way in."""
    is_running = tournament.state == TournamentState.RUNNING
    known = selectors.stages(tournament)
    is_ladder = any(stage.has_challenges for stage in known)
    mine = selectors.entry_of(request.user, tournament)
    return {
        "tournament": tournament,
        "stage": selectors.main_stage(tournament),
        "stages": known,
        "has_tree": any(stage.has_bracket for stage in known),
        "has_table": any(not (stage.has_bracket or stage.has_challenges) for stage in known),
        "is_ladder": is_ladder,
        "tab": tab,
        "rounds": selectors.rounds(tournament),
        "my_matches": selectors.current_matches(request.user, tournament) if is_running else [],
        "my_entry": mine,
        "my_challenge": selectors.open_challenge(mine) if mine and is_ladder else None,
        **permissions.rights(request.user, tournament),
    }


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """P2: tournaments by state; an unknown filter is named and ignored."""
    state = request.GET.get("state", "")
    is_known = state in TournamentState.values
    found = selectors.tournaments(states=[state] if is_known else [])[:100]
    context = {"tournaments": found, "state": state if is_known else "", "unknown": "" if is_known else state}
    context |= {"states": TournamentState.choices, "organises": selectors.organised_by(request.user).exists()}
    return live(request, "tournaments/list.html", "tournaments/_list.html", context)


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """P3: a tournament by its state."""
    tournament = find(slug)
    context = about(request, tournament, "overview")
    context |= selectors.byes_to_ask(tournament, context["my_entry"], context["rounds"])
    progress = selectors.progress(tournament, context["rounds"])
    context |= {
        "standings": selectors.standings(tournament)[:10] if tournament.state != TournamentState.OPEN else [],
        "tiebreaks": selectors.tiebreaks(context["stage"]),
        "progress": progress,
        "entrants": selectors.entrants(tournament) if tournament.state == TournamentState.OPEN else [],
        "tables": selectors.live_tables(tournament)[:4] if progress.matches_live else [],
        "takes_entries": selectors.takes_entries(tournament, context["stages"], context["rounds"]),
    }
    return live(request, "tournaments/detail.html", "tournaments/_overview.html", context)


@require_safe
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """P4: the start list."""
    tournament = find(slug)
    context = about(request, tournament, "entrants") | {"entrants": selectors.entrants(tournament)}
    return live(request, "tournaments/entrants.html", "tournaments/_entrants.html", context)


@require_safe
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """P5: the pairings of a round and its results as they come; a draft only for officials."""
    tournament = find(slug)
    context = about(request, tournament, f"round-{number}")
    rnd = _round(tournament, number, with_draft=context["may_direct"])
    context |= {"round": rnd, "number": number}
    if rnd is not None:
        found = selectors.round_matches(rnd)
        context |= {"stage": rnd.stage, "labels": selectors.slot_labels(rnd.stage) if rnd.stage.has_bracket else {}}
        mine = {match.pk for match in found if permissions.plays_in(request.user, match)}
        context |= {"matches": sorted(found, key=lambda match: match.pk not in mine), "mine": mine}
        if selectors.is_team(rnd.stage):
            lines = board_grid.board_grid(rnd)
            context |= {"board_points": {line.match.pk: line for line in lines}}
            context["unit"] = team_terms(rnd.stage.settings).board_table.unit
        context |= {**byes(rnd), "missing": selectors.tables_still_playing(rnd)}
        context |= {"decks": duplicate.kept_decks(rnd), "decks_are_open": duplicate.is_open(rnd)}
    elif number > selectors.rounds_foreseen(tournament):
        raise Http404
    return live(request, "tournaments/round.html", "tournaments/_round.html", context)


@require_safe
def why(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """P5: why each pair of a round, in words."""
    tournament = find(slug)
    context = about(request, tournament, f"round-{number}")
    rnd = _round(tournament, number, with_draft=context["may_direct"])
    if rnd is None:
        raise Http404
    context |= {"round": rnd, "whys": selectors.whys_of(rnd)}
    return render(request, "tournaments/why.html", context)


@require_safe
def log(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """P5: everything that the pairing engine saw and answered, as a file."""
    tournament = find(slug)
    rnd = _round(tournament, number, with_draft=permissions.may_direct(request.user, tournament))
    if rnd is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{slug}-round-{number}.json"'}
    return JsonResponse(selectors.pairing_log(rnd), headers=headers, json_dumps_params={"indent": 1})


@require_safe
def card(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """P6: the card of one entry: its rounds, its opponents, why, and its tie-breaks in words."""
    tournament = find(slug)
    context = about(request, tournament, "")
    entry = get_object_or_404(tournament.entries.prefetch_related("members__user"), public_id=public_id)
    context |= {"card": cards.card(tournament, entry, with_drafts=context["may_direct"])}
    if (ladder := selectors.ladder_stage(tournament)) is not None:
        context |= {"places": selectors.places_over_time(ladder, entry)}
    context |= {"team": selectors.team_card(entry), "may_lead": permissions.may_lead(request.user, entry)}
    return render(request, "tournaments/players/card.html", context)


@require_safe
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """P8: the live tables."""
    tournament = find(slug)
    context = about(request, tournament, "tables")
    context |= {
        "tables": selectors.live_tables(tournament),
        "progress": selectors.progress(tournament, context["rounds"]),
    }
    return live(request, "tournaments/tables.html", "tournaments/_tables.html", context)


@login_required
@require_POST
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter oneself."""
    tournament = find(slug)
    entering = lambda: services.enter(  # noqa: E731
        tournament=tournament, user=request.user, by=request.user, now=timezone.now()
    )
    if selectors.ladder_stage(tournament) is not None and tournament.state == TournamentState.RUNNING:
        attempt(request, entering, _("You are on the ladder: challenge somebody above you."))
        return redirect("tournaments:ladder", slug=slug)
    attempt(request, entering, _("You are entered. Check in when you are here."))
    return redirect("tournaments:detail", slug=slug)


@login_required
@require_POST
def self_check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Say that one is here."""
    entry = _own_entry(request, slug)
    attempt(
        request, lambda: services.check_in(entry=entry, by=request.user, now=timezone.now()), _("You are checked in.")
    )
    return redirect("tournaments:detail", slug=slug)


@login_required
@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw oneself."""
    entry = _own_entry(request, slug)
    attempt(
        request, lambda: services.withdraw(entry=entry, by=request.user, now=timezone.now()), _("You have withdrawn.")
    )
    return redirect("tournaments:detail", slug=slug)


def _own_entry(request: HttpRequest, slug: str) -> Any:
    entry = selectors.entry_of(request.user, find(slug))
    if entry is None:
        raise Http404
    return entry


def byes(rnd: Round) -> dict[str, Any]:
    """The byes of a round; apart from these who is not here, and for whom the schedule has no match."""
    found = selectors.round_byes(rnd)
    apart = {kind: [bye for bye in found if bye.kind == kind] for kind in ("zero", "rest")}
    alone = [bye for bye in found if bye.kind not in apart]
    return {"byes": alone, "absent": apart["zero"], "rests": apart["rest"]}


def _round(tournament: Tournament, number: int, with_draft: bool) -> Round | None:
    found = Round.objects.filter(stage__tournament=tournament, number=number).select_related("stage__tournament")
    if not with_draft:
        found = found.exclude(state=RoundState.DRAFT)
    return found.first()
