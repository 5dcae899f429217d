"""Result slips of tables of three and more: the table behind a code, and the state of its result."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.event.selectors import codes
from tournaments.event.selectors.pods import pods
from tournaments.matches.services import is_own_decision, takes_one_report
from tournaments.models import MatchState, Pod, PodReport, RoundState


@dataclass(frozen=True, slots=True)
class PodSlipState:
    """The state of a table for the holder of a slip. `stage`: early (the round has not begun), live (played at a live
    table), open, reported (a seat has entered it), differs (seats have, and not the same), over, closed."""

    stage: str
    reports: tuple[PodReport, ...] = ()
    reporter: int | None = None  # the seat whose result waits for confirmation; None: nobody, an official

    @property
    def is_open(self) -> bool:
        """Can a seat enter something?"""
        return self.stage in ("open", "reported", "differs")


@dataclass(frozen=True, slots=True)
class PodSlip:
    """One seat's result slip: its table, and the seat (`order` from 0) that holds it and speaks by it."""

    pod: Pod
    order: int

    @property
    def code(self) -> str:
        """The code in the slip's address."""
        return codes.pod_code(self.pod, self.order)


def by_code(code: str) -> PodSlip | None:
    """The slip with this code."""
    pod = pods().filter(public_id=codes.identity(code)).first()
    return _right(code, codes.pod_code, [pod]) if pod is not None else None


def by_letters(table_no: int, letters: str) -> PodSlip | None:
    """The slip of a table of a running round with this number that bears these letters."""
    found = pods().filter(round__state=RoundState.RUNNING, table_no=table_no)
    return _right(letters, codes.pod_letters, found)


def _right(said: str, secret: Callable[[Pod, int], str], found: Iterable[Pod]) -> PodSlip | None:
    every = (PodSlip(pod, seat.order) for pod in found for seat in pod.pod_seats.all())
    return next((slip for slip in every if codes.is_right(said, secret(slip.pod, slip.order))), None)


def slip_state(pod: Pod) -> PodSlipState:
    """The state of the table behind a slip."""
    reports = tuple(pod.reports.all())
    who = reporter(pod, reports)
    if pod.round.is_over:
        return PodSlipState("closed", reports, who)
    if pod.table:
        return PodSlipState("live", reports)
    if pod.state == MatchState.OVER:
        return PodSlipState("over", reports, who)
    if pod.round.state != RoundState.RUNNING:
        return PodSlipState("early")
    if pod.state != MatchState.REPORTED:
        return PodSlipState("open", reports)
    return PodSlipState("differs" if differ(pod, reports) else "reported", reports, who)


def figures_of(pod: Pod) -> list[int]:
    """The result of a table as it was typed: its scores by seat, or its places if only these were noted."""
    name = "place" if pod.is_by_places else "score"
    return [getattr(seat, name) or 0 for seat in pod.pod_seats.all()]


def differ(pod: Pod, reports: Iterable[PodReport]) -> bool:
    """Has a seat entered another result than the one that waits for confirmation?"""
    stands = figures_of(pod), pod.is_by_places
    return any((list(one.figures), one.is_by_places) != stands for one in reports)


def reporter(pod: Pod, reports: Iterable[PodReport]) -> int | None:
    """The seat that reported the result: of the player who entered it signed in, else of the slip with the same
    result."""
    for seat in pod.pod_seats.all():
        if pod.entered_by_id and any(one.user_id == pod.entered_by_id for one in seat.entry.members.all()):
            return seat.order
    return next((one.order for one in reports if not differ(pod, [one])), None)


def is_own_word(pod: Pod, user: User | AnonymousUser, reports: Iterable[PodReport]) -> bool:
    """Has this person reported the result that waits, or is it an official's own, so that somebody else confirms it?"""
    if takes_one_report(pod.round.stage.tournament):
        return False
    people = [(seat.order, member.user) for seat in pod.pod_seats.all() for member in seat.entry.members.all()]
    own = next(((order, one) for order, one in people if one.pk == user.pk), None)
    return own is not None and (own[0] == reporter(pod, reports) or is_own_decision(pod, own[1]))
