"""Finding tables of three and more: of a round, of a person, of a tournament; and which tables of a round are open."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, QuerySet

from accounts.models import User
from tournaments.event.selectors.finding import people
from tournaments.models import (
    ROUND_OVER,
    MatchState,
    Mode,
    Pod,
    PodSeat,
    Round,
    RoundState,
    Tournament,
    TournamentState,
)

_CHAIRS = PodSeat.objects.select_related("seat__entry").order_by("order")
CHAIRS_BY_NAME = Prefetch("pod_seats", _CHAIRS)
CHAIRS = Prefetch("pod_seats", _CHAIRS.prefetch_related(people("seat__entry")))


def pods() -> QuerySet[Pod]:
    """Tables that the public may see (no drafts), with seats, entries, users, round and tournament."""
    return (
        Pod.objects.exclude(round__state=RoundState.DRAFT)
        .select_related("round__stage__tournament__club")
        .prefetch_related(CHAIRS)
    )


def round_pods(rnd: Round, with_people: bool = False) -> list[Pod]:
    """The tables of a round by number, with seats and entries (and their people, where somebody asks for these); of a
    draft too: the caller asks who may look. All have the one `rnd` as their round."""
    found = list(rnd.pods.prefetch_related(CHAIRS if with_people else CHAIRS_BY_NAME).order_by("table_no"))
    for pod in found:
        pod.round = rnd
    return found


def pods_of(user: User) -> QuerySet[Pod]:
    """The tables of a person, the latest first."""
    return pods().filter(pod_seats__seat__entry__members__user=user).order_by("-round__published_at", "-pk")


def current_pods(user: User | AnonymousUser, tournament: Tournament | None = None) -> list[Pod]:
    """The tables at which a person has to play or is playing now."""
    if not isinstance(user, User):
        return []
    found = pods_of(user).exclude(state=MatchState.OVER).exclude(round__state__in=ROUND_OVER)
    found = found.exclude(round__stage__tournament__state=TournamentState.CANCELLED)
    return list(found.filter(round__stage__tournament=tournament) if tournament else found)


def own_pods(user: User | AnonymousUser, rnd: Round) -> set[int]:
    """The tables of a round (by key) at which a person sits."""
    if not isinstance(user, User):
        return set()
    return set(rnd.pods.filter(pod_seats__seat__entry__members__user=user).values_list("pk", flat=True))


def is_live(pod: Pod) -> bool:
    """Is it played at a live table?"""
    mode = pod.round.stage.tournament.mode
    return mode == Mode.ONLINE or (mode == Mode.MIXED and pod.is_live)


def open_tables(rnd: Round) -> list[int]:
    """The numbers of the tables of a round without a result, both matches and tables of three and more."""
    found = rnd.pods if rnd.stage.has_pods else rnd.matches
    return sorted(found.exclude(state=MatchState.OVER).values_list("table_no", flat=True))
