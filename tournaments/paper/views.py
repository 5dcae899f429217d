"""Paper: documents that print well from any browser (P10, P32): preview and print are one page."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games import selectors as games
from tournaments import permissions, selectors
from tournaments.forms import whole_number
from tournaments.models import Round, Tournament
from tournaments.selectors import duplicate, paper
from tournaments.views.answers import no_store
from tournaments.views.organiser import desk
from tournaments.views.public import about, byes, find

PUBLIC = {
    "names": _("Pairings by name"),
    "pairings": _("Pairings by table"),
    "standings": _("Standings"),
    "crosstable": _("Crosstable"),
    "bracket": _("Bracket"),
}
OFFICIAL = {**PUBLIC, "slips": _("Result slips"), "sheets": _("Blank score sheet"), "pack": _("Round pack")}
OF_A_ROUND = ("names", "pairings", "slips", "pack")
PACK = ("names", "pairings", "standings", "bracket", "slips", "sheets")
PAPERS = ("a4", "letter")


@require_safe
def documents(request: HttpRequest, slug: str) -> HttpResponse:
    """P10: the documents that everybody may print."""
    tournament = find(slug)
    offered = _offered(tournament, PUBLIC)
    context = about(request, tournament, "documents") | {"documents": offered, "of_a_round": OF_A_ROUND}
    context["chosen"] = _chosen(request, context["rounds"])
    return render(request, "tournaments/paper/documents.html", context)


@require_safe
def document(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """P10: one public document; `?round=`, `?size=18` for large print, `?paper=a4` or `letter`."""
    if name not in PUBLIC:
        raise Http404
    tournament = find(slug)
    with_draft = permissions.may_direct(request.user, tournament)
    back = reverse("tournaments:documents", args=[slug])
    return _printed(request, tournament, name, back, with_draft=with_draft)


@login_required
@require_safe
def printing(request: HttpRequest, slug: str) -> HttpResponse:
    """P32: everything that an official prints, round by round."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    context = desk(request, tournament, "print")
    context |= {
        "rounds": context["all_rounds"],
        "chosen": _chosen(request, context["all_rounds"]),
        "documents": _offered(tournament, OFFICIAL),
        "of_a_round": OF_A_ROUND,
    }
    return render(request, "tournaments/paper/printing.html", context)


@login_required
@require_safe
def print_document(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """P32: one document of an official; the pack holds all of a round."""
    if name not in OFFICIAL:
        raise Http404
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    back = reverse("tournaments:print", args=[slug])
    return no_store(_printed(request, tournament, name, back, with_draft=True))


def _chosen(request: HttpRequest, rounds: Sequence[Round]) -> int | None:
    """The number of the round to be printed: the one asked for, else the last; None before round 1."""
    number = whole_number(request.GET.get("round", ""))
    known = [rnd.number for rnd in rounds]
    return number if number in known else max(known, default=None)


def _offered(tournament: Tournament, documents: Mapping[str, Any]) -> dict[str, Any]:
    """The documents that this tournament can have: a bracket where a stage has one, a crosstable where one has none."""
    trees = [stage.has_bracket for stage in selectors.stages(tournament)]
    without = {name for name, is_there in (("bracket", any(trees)), ("crosstable", not all(trees))) if not is_there}
    return {name: title for name, title in documents.items() if name not in without}


def _printed(request: HttpRequest, tournament: Tournament, name: str, back: str, *, with_draft: bool) -> HttpResponse:
    number = whole_number(request.GET.get("round", ""))
    rnd = paper.printable_round(tournament, number, with_draft)
    if (rnd is None and name in OF_A_ROUND) or name not in _offered(tournament, OFFICIAL):
        raise Http404
    offered = _offered(tournament, OFFICIAL)
    wanted = [part for part in (PACK if name == "pack" else (name,)) if part in offered]
    parts = [part for part in wanted if rnd is not None or part not in OF_A_ROUND]
    context: dict[str, Any] = {
        "tournament": tournament,
        "stage": selectors.main_stage(tournament),
        "name": name,
        "title": OFFICIAL[name],
        "parts": parts,
        "titles": OFFICIAL,
        "round": rnd,
        "is_of_round": rnd is not None and name in OF_A_ROUND,
        "back": back,
        "paper": request.GET.get("paper") if request.GET.get("paper") in PAPERS else "",
        "is_large": request.GET.get("size") == "18",
        "printed_at": timezone.now(),
        "chain": games.chain_of(tournament.public_id),
    }
    for part in parts:
        context |= _part(request, tournament, rnd, part)
    return render(request, "tournaments/paper/document.html", context)


def _part(request: HttpRequest, tournament: Tournament, rnd: Round | None, part: str) -> dict[str, Any]:
    """What one document shows."""
    stage = selectors.main_stage(tournament)
    if part == "standings":
        rows, done = selectors.standings(tournament), selectors.progress(tournament).rounds_done
        return {"standings": rows, "tiebreaks": selectors.tiebreaks(stage), "after": done}
    if part == "crosstable":
        return {"lines": selectors.crosstable_lines(tournament)}
    if part == "bracket":
        trees = [one for one in selectors.stages(tournament) if one.has_bracket]
        return {"trees": [(one, selectors.bracket_parts(one)) for one in trees]}
    if part == "sheets":
        return {"sheet": paper.score_sheet(tournament)}
    if rnd is None:
        return {}
    if part == "names":
        return {"name_lines": paper.by_name(rnd)}
    if part == "pairings":
        return {"matches": selectors.round_matches(rnd), "decks": duplicate.kept_decks(rnd), **byes(rnd)}
    address = lambda code: request.build_absolute_uri(reverse("tournaments:slip", args=[code]))  # noqa: E731
    return {
        "slip_pages": paper.slips(rnd, address),
        "slip_door": request.build_absolute_uri(reverse("tournaments:slips")),
    }
