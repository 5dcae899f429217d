"""Hand the results of tables of three and more to the ratings: recorded, corrected, or removed again."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from ratings.services import results as rating_results
from ratings.services.results import SideResult
from tournaments.entries.services import acceptance
from tournaments.event.selectors.pods import CHAIRS
from tournaments.matches.selectors import reference, tables_of
from tournaments.models import EntryMember, Pod, PodRuling, PodSeat
from tournaments.pairing import Kind

RATED = (Kind.PLAYED, Kind.ABANDONED, Kind.ADJUSTED)
AS_PLAYED = (Kind.PLAYED, Kind.ABANDONED)


def hand_down(pods: QuerySet[Pod], now: datetime, by: User | None = None) -> None:
    """Give finished tables, in their order, to the ratings as they stand in the database. One that they know is
    corrected where an official has entered it anew, or taken out when it was not played after all, or a ruling says
    that it is not rated. An adjusted one is rated as it was played. Who was absent is not rated. What the house played
    does not count unless the tournament says so; nor does what a club played that is not approved, or somebody who has
    not accepted to be rated here. Repeating it changes nothing."""
    found = list(pods.select_related("round__stage__tournament__club").prefetch_related(CHAIRS, "rulings"))
    tables = tables_of(pod for pod in found if pod.entered_by_id is None)
    known = rating_results.known_sources(reference(pod) for pod in found)
    acceptance.played(
        (_members(pod), tables[reference(pod)], pod.finished_at)
        for pod in found
        if reference(pod) in tables and pod.finished_at is not None and _is_rated(pod)
    )
    new = []
    for pod in found:
        ruling = _last_ruling(pod)
        if not _is_rated(pod):
            if reference(pod) in known:
                reason = ruling.reason if ruling else pod.result_kind
                rating_results.annul_match(source=reference(pod), by=by, now=now, reason=reason)
            continue
        told = _told(pod)
        if told.source in known:
            values: dict[str, Any] = {"deals": told.deals, "kind": told.kind, "weight": told.weight}
            reason = ruling.reason if ruling else ""
            rating_results.correct_several(
                source=told.source, sides=told.sides, now=now, by=by, reason=reason, **values
            )
        else:
            new.append(told)
    rating_results.record(new)


def _is_rated(pod: Pod) -> bool:
    """Was it played by three or more, and is it to be rated?"""
    ruling, tournament = _last_ruling(pod), pod.round.stage.tournament
    if pod.result_kind not in RATED or pod.finished_at is None or (ruling and not ruling.is_rated):
        return False
    return pod.round.number > tournament.settings.get("unrated_rounds", 0) and len(_present(pod)) > 2


def _told(pod: Pod) -> rating_results.Played:
    tournament, members = pod.round.stage.tournament, _members(pod)
    assert pod.finished_at is not None
    users = [member.user for member in members]
    kind, deals, sides = _sides(pod)
    is_house = bool(tournament.settings.get("house_level")) or any(user.house_level for user in users)
    has_play = kind == Kind.PLAYED or deals > 0
    is_agreed = tournament.counts and acceptance.have_accepted(members, pod.finished_at)
    counts = has_play and is_agreed and (not is_house or bool(tournament.settings.get("rated_house")))
    return rating_results.Played(
        source=reference(pod),
        pool=tournament.variant,
        finished_at=pod.finished_at,
        label=_("%(tournament)s, round %(n)d") % {"tournament": tournament.name, "n": pod.round.number},
        link=f"/pods/{pod.public_id}/",
        deals=deals,
        kind=kind,
        weight=int(counts),
        seats=[(user, side) for side, user in enumerate(users)],
        sides=sides,
    )


def _sides(pod: Pod) -> tuple[str, int, list[SideResult]]:
    """Kind, deals and the result of each side; of an adjusted table as it was played before the rulings."""
    if pod.result_kind == Kind.ADJUSTED:
        rulings = sorted(pod.rulings.all(), key=lambda one: -one.pk)
        before = next((one.before for one in rulings if one.before["kind"] in AS_PLAYED), None)
        if before is not None:
            rows = [row for row in before["seats"] if not row[5]]
            sides = [_side(place, score, won) for _entry, place, _points, score, won, _absent in rows]
            return before["kind"], before["deals"], sides
    sides = [_side(seat.place, seat.score, seat.settlement) for seat in _present(pod)]
    return pod.result_kind, pod.deals, sides


def _side(place: int | None, score: int | None, settlement: int | None) -> SideResult:
    return SideResult(place=place or 1, points=score or 0, margin=settlement or 0)


def _present(pod: Pod) -> list[PodSeat]:
    return [seat for seat in pod.pod_seats.all() if not seat.is_absent]


def _members(pod: Pod) -> Sequence[EntryMember]:
    return [member for seat in _present(pod) for member in seat.entry.members.all()[:1]]


def _last_ruling(pod: Pod) -> PodRuling | None:
    return max(pod.rulings.all(), key=lambda one: one.pk, default=None)
