"""The end of a match at a table, a part of the table's page once it is over."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods

from accounts import guests
from accounts.models import User
from games import selectors as games
from games.live.finished import recap
from games.live.setup import terms
from games.models import Status
from games.services import analyses
from ratings.selectors import matches as rated_matches
from tournaments.matches.selectors import match_at


@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, public_id: str) -> HttpResponse:
    """Luck, rating changes, the turning point and one thing to learn from a finished match of two. POST asks, as one of
    its players, for the analysis of the deal that decided it."""
    table = games.table(public_id)
    if table is None or table.status != Status.OVER or table.is_held:
        raise Http404
    player = guests.player_of(request)
    seat = games.seat_of(table, player)
    if (seat is None and not terms.may_be_watched(table)) or len(table.seats.all()) != 2:
        raise Http404
    deals, luck = list(games.deals(table=table, viewer=player)), games.luck_of(table)
    found, refusal = recap.recap(table, deals, luck, seat), ""
    if request.method == "POST" and player is not None and seat is not None:
        refusal = _asked(found.decider, player)
        found = recap.recap(table, deals, luck, seat)
    sources = [source for source in (f"table:{table.public_id}", table.ref) if source]
    context: dict[str, Any] = {
        "table": table,
        "seat": seat,
        "recap": found,
        "refusal": refusal,
        "gains": rated_matches.gains(sources),
        "match": match_at(table.public_id) if table.ref and seat is not None else None,
        "waits": found.waits or rated_matches.are_waiting(sources),
    }
    answer = render(request, "pages/lobby/_table_end.html", context)
    patch_cache_control(answer, private=True, no_store=True)
    return answer


def _asked(decider: str, player: User) -> str:
    """Ask for the analysis of a deal; returns why it is refused, "" if it is not."""
    deal = games.final_deal(decider, viewer=player)
    if deal is None:
        raise Http404
    try:
        analyses.ask_for_analysis(deal=deal, by=player, now=timezone.now())
    except (analyses.TooMany, analyses.NotAnalysed) as refused:
        return str(refused)
    return ""
