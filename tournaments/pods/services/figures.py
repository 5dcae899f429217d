"""The score of a table of three and more in its rows."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User
from audit import services as audit
from tournaments.event.services import announcing
from tournaments.matches.services import own_refusal
from tournaments.models import MatchState, Pod, PodSeat
from tournaments.pairing import Kind, table_points
from tournaments.standings.selectors.rows.sides import Revised, SeatCount

FIGURES = ("place", "points", "score", "settlement", "is_absent")


@dataclass(frozen=True, slots=True, kw_only=True)
class PodScore:
    """The score of a table; tuples are by seat. `places` are 1 for the best, equal ones share it; `scores` and
    `settlements` None where only places were noted; `absent` seats did not come; `ruling` are points that officials
    decided on, in the unit of the stage's table."""

    kind: Kind
    places: tuple[int, ...]
    scores: tuple[int, ...] | None = None
    settlements: tuple[int, ...] | None = None
    absent: frozenset[int] = frozenset()
    deals: int = 0
    deals_won: tuple[int, ...] | None = None
    ruling: tuple[int, ...] | None = None


def revised(pod: Pod, score: PodScore) -> Revised:
    """A table as it would stand with this score."""
    counts = table_points(pod.round.stage.settings["table_points"])
    nothing = (0,) * len(score.places)
    points = score.ruling or counts.points(score.places, score.settlements or nothing, score.absent)
    return Revised(
        pod=pod.pk,
        kind=score.kind,
        seats=tuple(
            SeatCount(
                place=place,
                points=points[order],
                score=score.scores[order] if score.scores else None,
                settlement=score.settlements[order] if score.settlements else None,
                is_absent=order in score.absent,
            )
            for order, place in enumerate(score.places)
        ),
    )


def write_score(pod: Pod, score: PodScore, at: datetime, state: str, by: User | None) -> None:
    """Put a score into a table and its seats. Called with the table locked."""
    after = revised(pod, score)
    seats = list(pod.pod_seats.order_by("order"))
    for seat, count in zip(seats, after.seats, strict=True):
        for name in FIGURES:
            setattr(seat, name, getattr(count, name))
        seat.deals_won = score.deals_won[seat.order] if score.deals_won else 0
    PodSeat.objects.bulk_update(seats, [*FIGURES, "deals_won"])
    pod.result_kind, pod.deals, pod.is_by_places = score.kind, score.deals, score.scores is None
    pod.state, pod.finished_at, pod.entered_at, pod.entered_by = state, at, at if by else None, by
    pod.is_unwitnessed = False
    pod.version += 1
    pod.save()


def facts_of(pod: Pod) -> dict[str, Any]:
    """A table for the audit log: state, kind, deals, and of each seat its entry, place, points, score and settlement,
    and whether it was absent."""
    columns = ("seat__entry__public_id", *FIGURES)
    seats = [list(row) for row in pod.pod_seats.order_by("order").values_list(*columns)]
    return {"state": pod.state, "kind": pod.result_kind, "deals": pod.deals, "seats": seats}


def record_pod(pod: Pod, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    """An audit entry about a table; other programs hear of its result."""
    audit.record(actor=by, action=action, target=f"pod:{pod.public_id}", now=now, **facts)
    announcing.announce_pod(pod, facts.get("before"), facts.get("after"), now)


def seat_of(pod: Pod, user: User | None) -> int | None:
    """The seat at which this person plays at the table; None for anybody else."""
    if user is None:
        return None
    return pod.pod_seats.filter(seat__entry__members__user=user).values_list("order", flat=True).first()


def refuse_own(pod: Pod, by: User | None) -> None:
    """Raises Refusal where somebody would decide about a table at which they play."""
    if seat_of(pod, by) is not None:
        raise own_refusal()


def empty(pod: Pod) -> None:
    """Take the result out of a table again. Called with it locked."""
    pod.pod_seats.update(place=None, points=None, score=None, settlement=None, deals_won=0, is_absent=False)
    pod.state, pod.result_kind, pod.deals, pod.is_by_places = MatchState.PAIRED, "", 0, False
    pod.entered_by = pod.entered_at = pod.finished_at = None
    pod.is_unwitnessed = False
    pod.version += 1
    pod.save()
