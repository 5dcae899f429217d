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
from games.models import Status, Table
from games.services import analyses
from ratings.selectors import matches as rated_matches
from tournaments.matches.selectors import match_at


@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, public_id: str) -> HttpResponse:
    """The rating changes of a finished match and the way back to its tournament; of a match of two also its luck, the
    turning point and one thing to learn. POST asks, as a player, for the analysis of the deal that decided it."""
    table = games.table(public_id)
    if table is None or table.status != Status.OVER or table.is_held:
        raise Http404
    player = guests.player_of(request)
    seat = games.seat_of(table, player)
    if seat is None and not terms.may_be_watched(table):
        raise Http404
    found, refusal = _recap(table, player, seat), ""
    if request.method == "POST" and player is not None and seat is not None:
        refusal = _asked(found.decider if found else "", player)
        found = _recap(table, player, seat)
    sources = [source for source in (f"table:{table.public_id}", table.ref) if source]
    context: dict[str, Any] = {
        "table": table,
        "seat": seat,
        "recap": found,
        "refusal": refusal,
        "gains": rated_matches.gains(sources),
        "match": match_at(table.public_id) if table.ref and seat is not None else None,
        "waits": (found.waits if found else table.reported_at is None) or rated_matches.are_waiting(sources),
    }
    answer = render(request, "pages/lobby/_table_end.html", context)
    patch_cache_control(answer, private=True, no_store=True)
    return answer


def _recap(table: Table, player: User | None, seat: int | None) -> recap.Recap | None:
    """What two players can learn from their match; None where more sit at the table."""
    if len(table.seats.all()) != 2:
        return None
    return recap.recap(table, list(games.deals(table=table, viewer=player)), games.luck_of(table), seat)


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
