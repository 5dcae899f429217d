"""Who may see a table and talk there, for its page and for the page's API requests."""

from django.http import Http404, HttpRequest

from accounts import guests
from accounts.models import User
from games import selectors
from games.live.setup import talk, terms
from games.models import Status, Table


def at_table(request: HttpRequest, public_id: str) -> tuple[Table, int | None]:
    """A table that this visitor may see, and the seat from which they see it (None for spectators). Raises Http404."""
    found = selectors.table(public_id)
    if found is None:
        raise Http404
    seat = selectors.seat_of(found, guests.player_of(request))
    if seat is None and not terms.may_be_watched(found):
        raise Http404
    return found, seat


def talks_aside(request: HttpRequest, table: Table) -> bool:
    """May this visitor talk with the other watchers of this table?"""
    is_open = table.status == Status.PLAYING and terms.terms(table).talk != talk.OFF
    return is_open and isinstance(request.user, User)
