"""The state of a ladder from its log: rows become facts of the core, which folds them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.formats.kinds.ladders import rules_of
from tournaments.formats.ladders import log as core
from tournaments.formats.ladders.rules import Ladder, Objection, Rules
from tournaments.models import GOING_ON, Challenge, LadderEvent, MatchSide, MatchState, Stage
from tournaments.pairing import Kind
from tournaments.standings.selectors.rows.sides import Revised, Side, sides_of

MET = (Kind.PLAYED, Kind.ABANDONED, Kind.ADJUSTED)
MOVED: dict[str, type[core.Came | core.Went | core.Left]] = {"came": core.Came, "went": core.Went, "left": core.Left}
BEGUN = (MatchState.PLAYING, MatchState.REPORTED, MatchState.OVER)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a challenge's match: its kind, and the key of the winner (None: nobody)."""

    kind: str
    winner: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log with its fact, and the order from the top after it (all by keys of entries)."""

    row: LadderEvent
    event: core.Event
    order: tuple[int, ...]


def log_of(stage: Stage, after: int | None = None, revised: Revised | None = None) -> tuple[core.Event, ...]:
    """The log by keys of entries; `after` a round only until the match of that round counted. With a `revised` match as
    it would have been."""
    return tuple(event for _row, event in _events(stage, after, revised))


def ladder_of(stage: Stage, lines: Sequence[Line] | None = None) -> Ladder:
    """The present ladder by keys of entries; from the `lines` of its history, where they have just been read."""
    ladder = core.fold(log_of(stage) if lines is None else [line.event for line in lines])
    begun = Challenge.objects.filter(stage=stage, state__in=GOING_ON, match__state__in=BEGUN).values_list("by", "to")
    pairs = {frozenset(pair) for pair in begun}
    marked = tuple(replace(one, has_begun=True) if one.pair in pairs else one for one in ladder.challenges)
    return replace(ladder, challenges=marked)


def ladder_rules(stage: Stage) -> Rules:
    """The rules of a ladder, in seconds."""
    return rules_of(stage.settings)


def history(stage: Stage) -> list[Line]:
    """The log from its beginning, each line with the places that followed."""
    ladder, found = Ladder(), []
    for row, event in _events(stage, None, None):
        ladder = core.happened(ladder, event)
        found.append(Line(row, event, ladder.order))
    return found


def numbered(events: Sequence[core.Event], numbers: Mapping[int, int]) -> tuple[core.Event, ...]:
    """The same facts with the numbers of entrants; facts about entries without a number are left out."""
    return tuple(found for event in events if (found := _numbered(event, numbers)) is not None)


def _numbered(event: core.Event, numbers: Mapping[int, int]) -> core.Event | None:
    if isinstance(event, core.Challenged | core.Accepted | core.Ended):
        if event.by not in numbers or event.to not in numbers:
            return None
        found = replace(event, by=numbers[event.by], to=numbers[event.to])
        if isinstance(found, core.Ended) and found.winner is not None:
            return replace(found, winner=numbers[found.winner])
        return found
    return replace(event, entry=numbers[event.entry]) if event.entry in numbers else None


def _events(stage: Stage, after: int | None, revised: Revised | None) -> Iterator[tuple[LadderEvent, core.Event]]:
    rows = list(
        LadderEvent.objects.filter(stage=stage)
        .select_related("challenge__match__round", "challenge__by", "challenge__to", "entry", "by")
        .order_by("number")
    )
    outcomes = _outcomes(stage, revised)
    void = {row.challenge_id for row in rows if row.kind == "annulled"}
    ended = {row.challenge_id for row in rows if row.kind == "ended"}
    for row in rows:
        if row.kind == "annulled" and row.challenge_id in ended:
            continue  # it counts where the challenge ended
        yield row, _event(row, outcomes, void)
        match = row.challenge.match if row.challenge and row.kind == "ended" else None
        if match is not None and match.round.number == after:
            return


def _event(row: LadderEvent, outcomes: Mapping[int, Outcome], void: set[int | None]) -> core.Event:
    at = moment(row.at)
    if row.challenge is None:
        assert row.entry_id is not None
        return _of_entry(row, row.entry_id, at)
    by, to = row.challenge.by_id, row.challenge.to_id
    if row.kind == "challenged":
        return core.Challenged(by, to, at)
    if row.kind == "accepted":
        return core.Accepted(by, to, at)
    found = outcomes.get(row.challenge.match_id or 0)
    if row.kind == "annulled" or row.challenge_id in void or (found and found.kind == Kind.ANNULLED):
        return core.Ended(by, to, at, is_void=True)
    if found is None:
        return core.Ended(by, to, at, by if row.is_lost else None)
    return core.Ended(by, to, at, found.winner, is_played=found.kind in MET)


def _of_entry(row: LadderEvent, entry: int, at: int) -> core.Event:
    if row.kind == "dropped":
        return core.Dropped(entry, at, row.place)
    if row.kind == "placed":
        return core.Placed(entry, at, row.place)
    return MOVED[row.kind](entry, at)


def _outcomes(stage: Stage, revised: Revised | None) -> dict[int, Outcome]:
    """The results of ended challenges' matches, by match."""
    sides: dict[int, list[Side]] = {}
    found = MatchSide.objects.filter(match__challenge__stage=stage, match__state=MatchState.OVER)
    for side in sides_of(found.order_by("match", "order"), revised):
        sides.setdefault(side.match, []).append(side)
    return {key: Outcome(two[0].kind, _winner(two)) for key, two in sides.items()}


def _winner(sides: Sequence[Side]) -> int | None:
    first, second = (side.points or 0 for side in sides)
    if first == second:
        return None
    return sides[int(second > first)].entry


def objection_words(found: Objection, stage: Stage, names: Mapping[int, str], to: int) -> str:
    """The reason why `to` may not be challenged; `names` has both names by their keys."""
    said = {"reach": stage.settings["reach"], "name": names.get(found.entry or to, "")}
    if found.until is not None:
        until = time_of(found.until).astimezone(stage.tournament.zone)
        said["when"] = date_format(until, "j M Y, H:i")
    return {
        "out_of_reach": _("A challenge goes up to %(reach)d places above."),
        "away": _("%(name)s is away."),
        "busy": _("%(name)s has an open challenge."),
        "cooldown": _("%(name)s again from %(when)s, after the last challenge between you two."),
    }[found.code] % said


def moment(at: datetime) -> int:
    """A time as whole seconds."""
    return int(at.timestamp())


def time_of(moment: int) -> datetime:
    """Whole seconds as a time."""
    return datetime.fromtimestamp(moment, UTC)
