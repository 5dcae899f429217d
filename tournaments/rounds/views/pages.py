"""The public pages of a round: its pairings and results, the reasons of each pair, the log of the pairing."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from tournaments.duplicate import selectors as duplicate
from tournaments.event import permissions
from tournaments.event.selectors import entry_sizes, finding
from tournaments.event.views import about, byes, find, live
from tournaments.formats import team_terms
from tournaments.models import Match, Round, RoundState, Tournament
from tournaments.results.selectors.board_grid import board_grid
from tournaments.rounds import selectors as rounds
from tournaments.standings.selectors import standings, versions
from tournaments.standings.selectors.reasons import whys
from tournaments.standings.selectors.rows.facts import slot_labels


@require_safe
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The pairings of a round and its results as they come; a draft only for officials."""
    context = shown(request, find(slug), number)
    return live(request, "tournaments/rounds/round.html", "tournaments/rounds/_round.html", context)


def shown(request: HttpRequest, tournament: Tournament, number: int | None = None) -> dict[str, Any]:
    """What the page of a round (None: the latest that is published, else the first) shows this visitor; 404 for one
    that the tournament will not have."""
    context = about(request, tournament, "")
    known = context["rounds"]
    if number is None:
        number = known[-1].number if known else 1
    rnd = next((one for one in known if one.number == number), None)
    if rnd is None and context["may_direct"]:
        rnd = _round(tournament, number, with_draft=True)
    context |= {"round": rnd, "number": number, "tab": f"round-{number}"}
    if rnd is not None:
        mine = finding.own_matches(request.user, rnd)
        context |= {"stage": rnd.stage, "labels": slot_labels(rnd.stage) if rnd.stage.has_bracket else {}}
        context |= {"mine": mine, "matches": SimpleLazyObject(lambda: _own_first(rnd, mine))}
        context["version"] = f"{versions.of_round(rnd)} {sorted(mine)}"
        if entry_sizes.is_team(rnd.stage):
            lines = board_grid(rnd)
            context |= {"board_points": {line.match.pk: line for line in lines}}
            context["unit"] = team_terms(rnd.stage.settings).board_table.unit
        context |= {**byes(rnd), "missing": standings.tables_still_playing(rnd)}
        context |= {"decks": duplicate.kept_decks(rnd), "decks_are_open": duplicate.is_open(rnd)}
        if context["decks"] or "board_points" in context:
            context["version"] = ""  # these pages depend on more than the version covers
    elif number > standings.rounds_foreseen(tournament):
        raise Http404
    return context


def _own_first(rnd: Round, mine: set[int]) -> list[Match]:
    return sorted(finding.round_matches(rnd), key=lambda match: match.pk not in mine)


@require_safe
def why(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The reasons for each pair of a round, in words."""
    tournament = find(slug)
    context = about(request, tournament, f"round-{number}")
    rnd = _round(tournament, number, with_draft=context["may_direct"])
    if rnd is None:
        raise Http404
    context |= {"round": rnd, "whys": whys(rnd)}
    return render(request, "tournaments/rounds/why.html", context)


@require_safe
def log(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """All input and output of the pairing engine, as a file."""
    tournament = find(slug)
    rnd = _round(tournament, number, with_draft=permissions.may_direct(request.user, tournament))
    if rnd is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{slug}-round-{number}.json"'}
    return JsonResponse(rounds.pairing_log(rnd), headers=headers, json_dumps_params={"indent": 1})


def _round(tournament: Tournament, number: int, with_draft: bool) -> Round | None:
    found = Round.objects.filter(stage__tournament=tournament, number=number).select_related("stage__tournament")
    if not with_draft:
        found = found.exclude(state=RoundState.DRAFT)
    return found.first()
