"""Deals to step through, their analyses and records, and the figures of all deals."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import guests
from accounts.models import User
from doors import polling
from doors.words import luck_words
from games import selectors
from games.live.finished import analyses, archive, game_records
from games.live.setup import facts, terms
from games.models import AnalysisState, Deal
from games.services import analyses as analysis_services

REFUSALS = (analysis_services.TooMany, analysis_services.NotAnalysed, analysis_services.NothingToStop)


@require_safe
def deal(request: HttpRequest, public_id: str) -> HttpResponse:
    """A finished deal, step by step."""
    found = selectors.final_deal(public_id, viewer=guests.player_of(request))
    record = archive.deal_record(found, _board(request)) if found else None
    if found is None or record is None:
        raise Http404
    previous, following = selectors.neighbours(found)
    names, luck = record["names"], record["luck"]
    context = {
        "deal": found,
        "record": record,
        "players": " – ".join(names[seat] for seat in record["players"]),
        "boards": [" – ".join(names[seat] for seat in seats) for seats in record["boards"]],
        "facts": facts.facts(terms.terms(found.table).rules),
        "previous": previous,
        "next": following,
        "is_lost": not record["deck"],
        "has_picture": bool(record["deck"]) and not found.table.is_private,
        "lost": "" if record["deck"] else _lost(record),
        "luck": luck and luck_words(names["A"], names["B"], luck["margin"], luck["total"]),
    }
    return render(request, "games/replay/deal.html", context | _analysed(request, found, record))


def _lost(record: dict[str, Any]) -> str:
    """The reason why a deal has no cards."""
    who = {"name": record["names"][record["shuffle"]["lost_by"]]}
    return _("%(name)s lost this deal: a browser may lose its part of a shuffle twice in a deal (ONL-1).") % who


@require_http_methods(["GET", "HEAD", "POST"])
def deal_analysis(request: HttpRequest, public_id: str) -> HttpResponse:
    """The analysis of a finished deal, or its progress, as a part of its page; POST asks for it or stops it."""
    found = selectors.final_deal(public_id, viewer=guests.player_of(request))
    record = archive.deal_record(found, _board(request)) if found else None
    if found is None or record is None:
        raise Http404
    if request.method != "POST":
        return render(request, "games/replay/_analysis.html", {"deal": found} | _analysed(request, found, record))
    try:
        player = guests.player_here(request)
        if "stop" in request.POST:
            analysis_services.stop_analyses(deals=[found], by=player, now=timezone.now())
        else:
            analysis_services.ask_for_analysis(deal=found, by=player, now=timezone.now())
    except guests.TooManyGuests as refused:
        messages.error(request, str(refused))
        return redirect_to_login(reverse("games:deal", args=[public_id]))
    except REFUSALS as refused:
        messages.error(request, str(refused))
    return redirect("games:deal", public_id=public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def table_analysis(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the players of a sitting gave up in all its deals, as far as that is known; POST asks for it or stops it."""
    table = selectors.table(public_id)
    deals = list(selectors.deals(table=table, viewer=guests.player_of(request))) if table else []
    if table is None or not deals or not analyses.can_be(table):
        raise Http404
    if request.method != "POST":
        found = analyses.of_sitting(table, deals)
        context = {
            "table": table,
            "analysis": found,
            "analysed": analyses.sitting_table(found, table),
            "is_open": found["state"] in analysis_services.OPEN,
            "may_stop": analyses.are_asked_by(request.user, deals),
        }
        part = polling.is_part(request)
        return render(request, f"games/replay/{'_' if part else ''}sitting_analysis.html", context)
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("games:table-analysis", args=[public_id]))
    try:
        if "stop" in request.POST:
            analysis_services.stop_analyses(deals=deals, by=request.user, now=timezone.now())
        else:
            analysis_services.ask_for_sitting(table=table, deals=deals, by=request.user, now=timezone.now())
    except REFUSALS as refused:
        messages.error(request, str(refused))
    return redirect("games:table-analysis", public_id=public_id)


def _board(request: HttpRequest) -> int:
    """The board that the request names, of a deal of several boards."""
    asked = request.GET.get("board", "")
    return int(asked) if asked.isdecimal() and len(asked) < 3 else 0


def _analysed(request: HttpRequest, deal: Deal, record: dict[str, Any]) -> dict[str, Any]:
    """The analysis of a deal as the page shows it."""
    found = analyses.analysis_of(deal)
    is_there = found is not None and found.state == AnalysisState.DONE
    return {
        "can_be_analysed": bool(record["deck"]) and analyses.can_be(deal.table),
        "analysis": found,
        "is_earlier": found is not None and not analyses.is_of_today(found),
        "player": guests.player_of(request),
        "analysed": analyses.table_of(found, record) if found and is_there else None,
    }


@require_safe
def fair_deals(request: HttpRequest) -> HttpResponse:
    """The statistics of all final deals, counted last night."""
    found = selectors.fair_deals()
    context = {"figures": found.figures, "made_at": found.made_at} if found else {}
    return render(request, "games/replay/fair_deals.html", context)


@require_safe
def deal_text(request: HttpRequest, public_id: str) -> HttpResponse:
    """The game record of the sitting that a finished deal belongs to, as a file."""
    found = selectors.final_deal(public_id, viewer=guests.player_of(request))
    text = game_records.game_record(found.table) if found else None
    if text is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="sitting-of-{public_id}.txt"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


@require_safe
def deals(request: HttpRequest) -> HttpResponse:
    """Lead to the archive, which has the deals that ended last, with a search and pages."""
    return redirect("pages:archive")
