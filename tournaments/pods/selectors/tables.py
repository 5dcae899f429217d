"""The deals at the live tables of pods, and what the ratings know of them."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from accounts.models import User
from games import selectors as games
from games.live.finished import hindsight
from games.live.setup import terms
from games.models import Deal
from ratings.models import RatedMatch
from tournaments.matches.selectors import reference, table_of
from tournaments.models import MatchState, Pod


def deals_of(pod: Pod, user: User | AnonymousUser) -> QuerySet[Deal]:
    """The finished deals at its live table, in order; while it is played only those that this person may see."""
    table = table_of(pod)
    if table is None or pod.state not in (MatchState.PLAYING, MatchState.OVER):
        return Deal.objects.none()
    if pod.state == MatchState.OVER:
        return Deal.objects.filter(table=table, table__is_held=False).order_by("number")
    seat = games.seat_of(table, user)
    is_seen = seat is not None or terms.may_be_watched(table)
    return hindsight.finished(table, seat) if is_seen else Deal.objects.none()


def rated_pod(pod: Pod) -> RatedMatch | None:
    """The rated result of a table."""
    return RatedMatch.objects.filter(source=reference(pod), weight__gt=0).first()
