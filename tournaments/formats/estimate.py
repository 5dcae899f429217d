"""Estimate the number of rounds of a tournament before anybody has entered it."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from tournaments.formats.facts import Entrant, Facts, Format
from tournaments.formats.qualifying.feeds import REST
from tournaments.pairing import Crosstable, Row

LEAST = 2


class Planned(Protocol):
    """A planned stage, as a template or a row describes it."""

    @property
    def format(self) -> str: ...
    @property
    def settings(self) -> Mapping[str, Any]: ...
    @property
    def feed(self) -> Mapping[str, Any]: ...


def rounds_for(stages: Sequence[tuple[Planned, int]], known: Mapping[str, Format], entries: int) -> int:
    """The number of rounds with `entries` entries: stages that follow each other are added; of parallel stages the
    longer counts. `stages` are given in order, each with the number of its source (0: the entries)."""
    fields, ends = {0: entries}, {0: 0}
    for number, (stage, source) in enumerate(stages, 1):
        beside = [one for one in stages[: number - 1] if one[1] == source]
        taken = sum(_taken(one, fields[source], stages, source) for one, _source in beside)
        is_rest = stage.feed.get("take") == REST
        size = fields[source] - taken if is_rest else _taken(stage, fields[source], stages, source)
        fields[number] = max(size, 0)
        ends[number] = ends[source] + _rounds(stage, known[stage.format], fields[number])
    return max(ends.values())


def _taken(stage: Planned, count: int, stages: Sequence[tuple[Planned, int]], source: int) -> int:
    """The number of entries that go on to a stage from a source of this size."""
    feed = stage.feed
    if not feed:
        return count
    groups = int(stages[source - 1][0].settings.get("groups", 1))
    wanted: int = feed["top"] or -(-count * feed["percent"] // 100) or groups * feed["of_each"] + feed["runners_up"]
    return min(wanted, count)


def _rounds(stage: Planned, form: Format, count: int) -> int:
    if count < LEAST:
        return 0
    groups = min(int(stage.settings.get("groups", 1)), count // LEAST)
    entrants = {n: Entrant(number=n, group=(n - 1) % groups + 1) for n in range(1, count + 1)}
    table = Crosstable({n: Row(number=n) for n in entrants}, 0)
    return form.rounds(Facts(settings=stage.settings, entrants=entrants, crosstable=table))
