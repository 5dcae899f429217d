"""Who would go on from one stage to the next, before anybody confirms it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats import REST, cut_of
from tournaments.formats.cuts import Carry, PlayOff, Qualified, carried, qualify
from tournaments.models import GONE, Entry, RoundState, Stage, StageState
from tournaments.selectors import facts
from tournaments.selectors.crosstables import Revised
from tournaments.selectors.words import group_name


@dataclass(frozen=True, slots=True)
class CutLine:
    """Somebody who goes on: the seed in the next stage, the place and group before, the points that are taken along."""

    seed: int
    entry: Entry
    place: int
    group: str
    carried: int


@dataclass(frozen=True, slots=True)
class PlayOffLine:
    """Those who are equal at the cut, and how many of them go on."""

    entries: tuple[Entry, ...]
    places: int


@dataclass(frozen=True, slots=True)
class CutPreview:
    """Who goes on, who plays off first, who is out. The digest stands for all of it: who confirms has seen it."""

    lines: tuple[CutLine, ...]
    play_offs: tuple[PlayOffLine, ...]
    out: tuple[Entry, ...]
    digest: str


def preview_cut(stage: Stage, decided: Sequence[Sequence[Entry]] = (), revised: Revised | None = None) -> CutPreview:
    """Who would play in a stage that waits, by the standings of its source; `decided` are play-offs that are over, each
    in the order that it gave. With a `revised` match as it would be, other stages that have not begun being drawn anew
    too. Raises formats.cuts.BadCut for a feed that cannot be."""
    source = stage.source
    if source is None:
        return CutPreview((), (), (), "")
    source.tournament = stage.tournament
    rankings, found = facts.rankings(source, revised=revised)
    numbers = {entry.pk: number for number, entry in found.entries.items()}
    orders = [[numbers[entry.pk] for entry in order] for order in decided]
    gone = [number for number, entry in found.entries.items() if entry.status in GONE]
    if stage.feed["take"] == REST:
        through = _taken(stage, revised)
        order = [line.number for one in rankings if not one.contest for line in one.lines]
        going = Qualified(tuple(n for n in order if found.entries[n].pk not in through and n not in gone))
    else:
        going = qualify(rankings, cut_of(stage.feed), gone, orders)
    brought = carried(found.facts.crosstable, going.order, Carry(stage.feed["carry"]))
    places = {line.number: line.place for one in rankings if not one.contest for line in one.lines}
    lines = tuple(
        CutLine(seed, found.entries[n], places[n], group_name(found.facts.entrants[n].group), brought.score(n))
        for seed, n in enumerate(going.order, 1)
    )
    known = {line.entry.pk for line in lines}
    known |= {found.entries[n].pk for one in going.play_offs for n in one.entries}
    is_rest = stage.feed["take"] == REST  # the others go elsewhere
    out = tuple(e for n, e in found.entries.items() if e.pk not in known and n not in gone and not is_rest)
    return CutPreview(lines, _play_offs(going.play_offs, found), out, _digest(stage, lines))


def is_outdated(stage: Stage) -> bool:
    """Was a stage drawn up from standings that are others now, so that others, or in another order, would go on? Never
    where a play-off decided, since nobody can tell its order."""
    if stage.source_id is None or stage.state != StageState.RUNNING:
        return False
    found = preview_cut(stage)
    drawn = list(stage.field.filter(late="").order_by("seed").values_list("entry", flat=True))
    return not found.play_offs and [line.entry.pk for line in found.lines] != drawn


def waiting_stages(stage: Stage) -> list[Stage]:
    """The stages that this one feeds and that have not begun, in order."""
    return list(stage.followers.filter(state=StageState.WAITING).select_related("tournament", "source"))


def has_begun(stage: Stage) -> bool:
    """Has anybody played in a stage, or is playing?"""
    return stage.rounds.exclude(state__in=(RoundState.DRAFT, RoundState.PUBLISHED)).exists()


def _taken(stage: Stage, revised: Revised | None) -> set[int]:
    """The entries that the other stages of the same source take: those that have begun, and as they would be now."""
    others = stage.tournament.stages.filter(source=stage.source_id).exclude(pk=stage.pk).exclude(feed__take=REST)
    taken: set[int] = set()
    for other in others.select_related("source", "tournament"):
        is_wanted = other.state == StageState.WAITING or (revised is not None and not has_begun(other))
        taken |= _wanted(other, revised) if is_wanted else set(other.field.values_list("entry", flat=True))
    return taken


def _wanted(stage: Stage, revised: Revised | None) -> set[int]:
    found = preview_cut(stage, revised=revised)
    return {line.entry.pk for line in found.lines} | {entry.pk for one in found.play_offs for entry in one.entries}


def _play_offs(found: Sequence[PlayOff], known: facts.StageFacts) -> tuple[PlayOffLine, ...]:
    return tuple(PlayOffLine(tuple(known.entries[n] for n in one.entries), one.places) for one in found)


def _digest(stage: Stage, lines: Sequence[CutLine]) -> str:
    text = f"{stage.pk}:{stage.version}:" + ",".join(f"{line.entry.pk}+{line.carried}" for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def is_cut_due(stage: Stage) -> bool:
    """Can it be said now who plays in this stage: it waits, and the stage that feeds it is over?"""
    return stage.state == StageState.WAITING and stage.source is not None and stage.source.state == StageState.FINISHED
