"""The results grid at tables of three and more: the reports of each table's seats, and the next missing table."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from tournaments.event.selectors.pods import round_pods
from tournaments.models import MatchState, Pod, PodReport, Round
from tournaments.pods.selectors import slips


@dataclass(frozen=True, slots=True)
class PodGridLine:
    """One table, what its seats entered by slip, and whether these differ from what waits."""

    pod: Pod
    reports: tuple[PodReport, ...]
    is_disputed: bool

    @property
    def is_missing(self) -> bool:
        """Has the table no final result yet?"""
        return self.pod.state != MatchState.OVER


def grid(rnd: Round) -> list[PodGridLine]:
    """The tables of a round, those without a result first."""
    reports: dict[int, list[PodReport]] = {}
    for report in PodReport.objects.filter(pod__round=rnd):
        reports.setdefault(report.pod_id, []).append(report)
    lines = [_line(pod, reports.get(pod.pk, [])) for pod in round_pods(rnd, with_people=True)]
    return sorted(lines, key=lambda line: (not line.is_missing, line.pod.table_no))


def next_missing(lines: Sequence[PodGridLine], after: int | None = None, own: Container[int] = ()) -> Pod | None:
    """The next table without a result after this one, else the first; none at live tables, whose results come alone,
    and none that waits for another than who asks (`own`, by key)."""
    open_pods = (one.pod for one in lines if one.is_missing and not one.pod.table and one.pod.pk not in own)
    missing = sorted(open_pods, key=lambda pod: pod.table_no)
    later = [pod for pod in missing if after is not None and pod.table_no > after]
    return next(iter([*later, *missing]), None)


def undoable(lines: Sequence[PodGridLine], by: User, since: datetime) -> set[int]:
    """The tables (by key) whose results this person has entered since then."""
    mine = (line.pod for line in lines if line.pod.entered_by_id == by.pk)
    return {pod.pk for pod in mine if pod.entered_at is not None and pod.entered_at >= since}


def own_words(lines: Sequence[PodGridLine], by: User) -> set[int]:
    """The tables (by key) whose waiting result this person has reported."""
    waiting = (line for line in lines if line.pod.state == MatchState.REPORTED)
    return {line.pod.pk for line in waiting if slips.is_own_word(line.pod, by, line.reports)}


def _line(pod: Pod, reports: list[PodReport]) -> PodGridLine:
    return PodGridLine(pod, tuple(reports), pod.state == MatchState.REPORTED and slips.differ(pod, reports))
