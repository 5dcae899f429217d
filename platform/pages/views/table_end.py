"""What a match at a table came to, a part of the table's page once it is over."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from accounts import guests
from games import selectors as games
from games.live.finished import recap
from games.live.setup import terms
from games.models import Status
from ratings import selectors as ratings


@require_safe
def end(request: HttpRequest, public_id: str) -> HttpResponse:
    """Luck, rating changes, the turning point and one thing to learn of a match of two that is over."""
    table = games.table(public_id)
    if table is None or table.status != Status.OVER or table.is_held:
        raise Http404
    seat = games.seat_of(table, guests.player_of(request))
    if (seat is None and not terms.may_be_watched(table)) or len(table.seats.all()) != 2:
        raise Http404
    found = recap.recap(table, list(games.deals(table=table)), games.luck_of(table), seat)
    sources = [source for source in (f"table:{table.public_id}", table.ref) if source]
    context: dict[str, Any] = {
        "table": table,
        "seat": seat,
        "recap": found,
        "gains": ratings.gains(sources),
        "waits": found.waits or ratings.are_waiting(sources),
    }
    answer = render(request, "pages/lobby/_table_end.html", context)
    patch_cache_control(answer, private=True, no_store=True)
    return answer
