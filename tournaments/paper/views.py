"""Documents to print from any browser (preview and print are one page), and hall screens."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts import signed_in
from doors import addresses
from doors.addresses import qr_svg
from doors.once import once
from games import selectors as games
from tournaments.duplicate import selectors as duplicate
from tournaments.duplicate.permissions import may_lay_out
from tournaments.event import permissions
from tournaments.event.forms.desk import whole_number
from tournaments.event.selectors import finding
from tournaments.event.views import about, attempt, byes, desk, find, live, no_store
from tournaments.ladders import selectors as ladders
from tournaments.models import Round, RoundState, Screen, Stage, StageState, Tournament, TournamentState
from tournaments.paper import selectors as paper_selectors
from tournaments.paper import services
from tournaments.prizes import selectors as prizes
from tournaments.stages import selectors as stages
from tournaments.standings.selectors import crosstable_lines, standings, versions

PUBLIC = {
    "names": _("Pairings by name"),
    "pairings": _("Pairings by table"),
    "standings": _("Standings"),
    "crosstable": _("Crosstable"),
    "bracket": _("Bracket"),
}
OFFICIAL = {
    **PUBLIC,
    "slips": _("Result slips"),
    "blanks": _("Blank result slips"),
    "sheets": _("Blank score sheet"),
    "cards": _("Pairing cards"),
    "players": _("Players, for the desk"),
    "pack": _("Round pack"),
}
OF_A_ROUND = ("names", "pairings", "slips", "pack")
PACK = ("guide", "names", "pairings", "standings", "crosstable", "bracket", "slips", "blanks", "sheets", "cards")
PAPERS = ("a4", "letter")


@require_safe
def documents(request: HttpRequest, slug: str) -> HttpResponse:
    """The documents that everybody may print."""
    tournament = find(slug)
    offered = _offered(tournament, PUBLIC)
    context = about(request, tournament, "documents") | {"documents": offered, "of_a_round": OF_A_ROUND}
    context["chosen"] = _chosen(request, context["rounds"])
    return render(request, "tournaments/paper/documents.html", context)


@require_safe
def document(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """One public document; `?round=`, `?size=18` for large print, `?paper=a4` or `letter`."""
    if name not in PUBLIC:
        raise Http404
    tournament = find(slug)
    with_draft = permissions.may_direct(request.user, tournament)
    back = reverse("tournaments:documents", args=[slug])
    return _printed(request, tournament, name, back, with_draft=with_draft)


@login_required
@require_safe
def printing(request: HttpRequest, slug: str) -> HttpResponse:
    """All documents that an official can print, round by round."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    context = desk(request, tournament, "print")
    context |= {
        "rounds": context["all_rounds"],
        "chosen": _chosen(request, context["all_rounds"]),
        "documents": _offered(tournament, OFFICIAL),
        "of_a_round": OF_A_ROUND,
        **_phones(request, tournament),
    }
    context["lays_out"] = _lays_out(request, [one for one in context["rounds"] if one.number == context["chosen"]])
    return render(request, "tournaments/paper/printing.html", context)


@login_required
@require_safe
def print_document(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """One document of an official; the pack holds all documents of a round."""
    if name not in OFFICIAL:
        raise Http404
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    back = reverse("tournaments:print", args=[slug])
    return no_store(_printed(request, tournament, name, back, with_draft=True))


def _lays_out(request: HttpRequest, chosen: Sequence[Round]) -> bool:
    """May this official lay out the decks of the chosen round?"""
    published = [one for one in chosen if one.state != RoundState.DRAFT and duplicate.is_duplicate(one.stage)]
    return any(may_lay_out(request.user, one) for one in published)


def _chosen(request: HttpRequest, rounds: Sequence[Round]) -> int | None:
    """The number of the round to be printed: the requested one, else the last; None before round 1."""
    number = whole_number(request.GET.get("round", ""))
    known = [rnd.number for rnd in rounds]
    return number if number in known else max(known, default=None)


def _offered(tournament: Tournament, documents: Mapping[str, Any]) -> dict[str, Any]:
    """The documents that this tournament can have: a bracket where a stage has one, a crosstable where one has rounds
    and none."""
    known, main = finding.stages(tournament), finding.main_stage(tournament)
    is_there = {
        "bracket": any(stage.has_bracket for stage in known),
        "crosstable": any(not (stage.has_bracket or stage.has_challenges) for stage in known),
        "cards": not (main.has_bracket or main.has_challenges),
    }
    without = {name for name, is_one in is_there.items() if not is_one}
    return {name: title for name, title in documents.items() if name not in without}


def _printed(request: HttpRequest, tournament: Tournament, name: str, back: str, *, with_draft: bool) -> HttpResponse:
    number = whole_number(request.GET.get("round", ""))
    rnd = paper_selectors.printable_round(tournament, number, with_draft)
    if (rnd is None and name in OF_A_ROUND) or name not in _offered(tournament, OFFICIAL):
        raise Http404
    offered = _offered(tournament, OFFICIAL)
    is_drawn = any(stage.has_bracket and stage.state != StageState.WAITING for stage in finding.stages(tournament))
    is_empty = {"bracket": not is_drawn, "crosstable": rnd is None or rnd.number == 1}
    pack = [part for part in PACK if not is_empty.get(part)]
    wanted = [part for part in (pack if name == "pack" else (name,)) if part in offered or part == "guide"]
    parts = [part for part in wanted if rnd is not None or part not in OF_A_ROUND]
    context: dict[str, Any] = {
        "tournament": tournament,
        "stage": finding.main_stage(tournament),
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
    """The contents of one document."""
    stage = finding.main_stage(tournament)
    if part == "standings":
        rows, done = standings.standings(tournament), standings.progress(tournament).rounds_done
        is_one = len(finding.stages(tournament)) == 1  # through several stages the lines follow from all of them
        version = standings.computed(stage).version if is_one else ""
        said = {"standings": rows, "tiebreaks": standings.tiebreaks(stage), "after": done, "version": version}
        held = prizes.prizes_of(tournament) if tournament.state == TournamentState.FINISHED else None
        rungs = ladders.ladder_page(stage, request.user, timezone.now()).rungs if stage.has_challenges else ()
        return said | {"prizes": prizes.shown(held), "rungs": rungs}
    if part == "crosstable":
        lines = SimpleLazyObject(lambda: crosstable_lines.crosstable_lines(tournament))
        return {"lines": lines, "lines_version": standings.computed(stage).version}
    if part == "bracket":
        brackets = [one for one in finding.stages(tournament) if one.has_bracket]
        trees = [one for one in brackets if one.state != StageState.WAITING] or brackets[:1]
        return {"trees": [(one, stages.bracket_parts(one)) for one in trees]}
    if part == "sheets":
        return {"sheet": paper_selectors.score_sheet(tournament)}
    if part == "cards":
        return {"pairing_cards": paper_selectors.pairing_cards(tournament, rnd)}
    if part == "blanks":
        return {
            "blank": paper_selectors.blank_slip(tournament, rnd),
            "blank_slips": range(paper_selectors.SLIPS_A_PAGE),
        }
    if part == "players":
        return {"desk_lines": paper_selectors.desk_list(tournament), "claim_door": _claim_door(request)}
    if part == "guide":
        return {"hand_pairing": _hand_pairing(stage)}
    if rnd is None:
        return {}
    if part == "names":
        return {"name_lines": paper_selectors.by_name(rnd)}
    if part == "pairings":
        matches = SimpleLazyObject(lambda: finding.round_matches(rnd))
        return {"matches": matches, "version": versions.of_round(rnd), "decks": duplicate.kept_decks(rnd), **byes(rnd)}
    address = lambda code: addresses.shared_address(request, reverse("tournaments:slip", args=[code]))  # noqa: E731
    return {
        "slip_pages": paper_selectors.slips(rnd, address),
        "claim_door": _claim_door(request),
        "slip_door": addresses.shared_address(request, reverse("tournaments:slips")),
    }


def _claim_door(request: HttpRequest) -> str:
    """The address for typing the code of a name, as it stands on paper."""
    return addresses.shared_address(request, reverse("pages:claim")).partition("://")[2].rstrip("/")


SHOWS = {
    paper_selectors.BOTH: gettext_lazy("pairings and standings (or the bracket), in turn"),
    paper_selectors.PAIRINGS: gettext_lazy("pairings"),
    paper_selectors.STANDINGS: gettext_lazy("standings (or the bracket)"),
}


def _hand_pairing(stage: Stage) -> str:
    """How the next round of a stage is paired without the site, in a sentence or two."""
    if stage.has_bracket:
        said = _("The winners go on as the bracket shows.")
    elif not stage.is_of_two:
        said = _(
            "Lay the pairing cards in order of points and fill the tables from the top. Nobody meets the same player "
            "again while that can be. Who is left over has no opponent: the lowest who had one in every round."
        )
    elif "swiss" in stage.format:
        said = _(
            "Lay the pairing cards in order of points. From the top, the upper half of those with equal points meets "
            "the lower half; nobody meets the same opponent twice. With an odd number the lowest who had an opponent "
            "in every round has none."
        )
    else:
        said = _("Those who have not met yet meet: the crosstable and the pairing cards show who that is.")
    return str(said)


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """The hall screen: no login; refreshes in place; 404 for a wrong address, 410 for a revoked one."""
    found = paper_selectors.screen_by_code(code)
    if found is None:
        raise Http404
    if found.revoked_at is not None:
        return render(request, "tournaments/paper/screens/revoked.html", {"tournament": found.tournament}, status=410)
    context = {"screen": found, "code": code, "hall": paper_selectors.hall(found), "tournament": found.tournament}
    context |= _phones(request, found.tournament)
    return live(request, "tournaments/paper/screens/screen.html", "tournaments/paper/screens/_hall.html", context)


# What a button of the hall screens has done, by its name.
DONE = {
    "new": gettext_lazy("The screen is up: open its address on the wall."),
    "revoke": gettext_lazy("The screen is taken down; its address shows nothing any more."),
    "change": gettext_lazy("The screen is changed."),
}


@login_required
@once
def manage(request: HttpRequest, slug: str) -> HttpResponse:
    """The screens of a tournament: put up, change, announce, revoke."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    if request.method == "POST":
        button = next((name for name in DONE if name in request.POST), "change")
        attempt(request, lambda: _act(request, tournament), str(DONE[button]))
        return redirect("tournaments:screens", slug=slug)
    context = desk(request, tournament, "screens")
    rows = [_row(request, one) for one in tournament.screens.filter(revoked_at=None)]
    context |= {"screens": rows, "shows": SHOWS, **_phones(request, tournament)}
    return render(request, "tournaments/paper/screens/manage.html", context)


def _phones(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """How phones in a hall reach this site: its address, the address for slips, and the QR code of the tournament's
    page; an address is empty if only this computer can open it."""
    page = addresses.for_phones(request, reverse("tournaments:detail", args=[tournament.slug]))
    return {
        "phones": addresses.for_phones(request, "/"),
        "phones_qr": qr_svg(page) if page else "",
        "phones_door": addresses.for_phones(request, reverse("tournaments:slips")),
        "is_of_a_hall": bool(settings.HALL),
    }


def _act(request: HttpRequest, tournament: Tournament) -> None:
    facts = signed_in.asked(request)
    wish = {key: request.POST.get(key, "") for key in ("name", "shows", "announcement")}
    if "new" in request.POST:
        services.put_up_screen(tournament=tournament, **wish, **facts)
        return
    found = get_object_or_404(Screen, tournament=tournament, public_id=request.POST.get("screen", ""))
    if "revoke" in request.POST:
        services.revoke_screen(screen=found, **facts)
    else:
        services.change_screen(screen=found, **wish, **facts)


def _row(request: HttpRequest, found: Screen) -> dict[str, Any]:
    address = addresses.shared_address(
        request, reverse("tournaments:screen", args=[paper_selectors.screen_code(found)])
    )
    return {"screen": found, "address": address, "qr": qr_svg(address)}
