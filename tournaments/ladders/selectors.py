"""A ladder as people see it: who stands where, whom one may challenge and why not, what is open, what has moved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.models import User
from tournaments.formats import ladder as rules
from tournaments.models import (
    GOING_ON,
    Challenge,
    ChallengeState,
    Entry,
    EntryStatus,
    Stage,
    StageState,
    Tournament,
)
from tournaments.selectors import ladder_log as log
from tournaments.selectors.appointments import zone_of
from tournaments.selectors.crosstables import entries_of
from tournaments.selectors.ladder_words import event_words
from tournaments.selectors.people import people

SHOWN_MOVES = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """One place of a ladder: who stands there, with what open challenge; for the reader whether this one may be
    challenged (`may`), or why not (`why_not`, only of those in reach)."""

    place: int
    entry: Entry
    is_away: bool
    open: Challenge | None
    is_mine: bool
    may: bool
    why_not: str


@dataclass(frozen=True, slots=True)
class Move:
    """Something that happened, in words; `places` are who moved, from where to where (0: from nowhere, to nowhere)."""

    at: datetime
    words: str
    by: str
    reason: str
    places: tuple[tuple[Entry, int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderPage:
    """A ladder for one reader: its rungs from the top, the own one, the own open challenge, all that are open, what
    moved last (the latest first), until when the own place is safe without doing anything, in which zone times are
    shown."""

    stage: Stage
    rungs: tuple[Rung, ...]
    mine: Rung | None
    challenge: Challenge | None
    open: tuple[Challenge, ...]
    moves: tuple[Move, ...]
    drops_at: datetime | None
    zone: ZoneInfo

    @property
    def reachable(self) -> list[Rung]:
        """Whom the reader may challenge now."""
        return [rung for rung in self.rungs if rung.may]

    @property
    def out_of_turn(self) -> list[Rung]:
        """Who is in reach and cannot be challenged now."""
        return [rung for rung in self.rungs if rung.why_not and not rung.may]


def ladder_stage(tournament: Tournament) -> Stage | None:
    """The stage of a tournament that is a ladder."""
    return next((stage for stage in tournament.stages.all() if stage.has_challenges), None)


def challenges(stage: Stage | None = None) -> QuerySet[Challenge]:
    """Challenges with their entries, people and matches, the latest first."""
    found = Challenge.objects.select_related("stage__tournament__club", "by", "to", "match__appointment")
    found = found.prefetch_related(people("by"), people("to")).order_by("-pk")
    return found.filter(stage=stage) if stage is not None else found


def ladder_page(stage: Stage, user: User | AnonymousUser, now: datetime, most_moves: int = SHOWN_MOVES) -> LadderPage:
    """A ladder as this reader sees it now."""
    tournament = stage.tournament
    entries = {entry.pk: entry for entry in tournament.entries.prefetch_related(people())}
    mine = next((one for one in entries.values() if any(it.user_id == user.pk for it in one.members.all())), None)
    lines = log.history(stage)
    ladder, chosen = log.ladder_of(stage, lines), log.ladder_rules(stage)
    order = ladder.order if lines else [one.pk for one in entries_of(stage).values()]
    open_ones = tuple(challenges(stage).filter(state__in=GOING_ON))
    by_entry = {key: one for one in open_ones for key in (one.by_id, one.to_id)}
    is_on = mine is not None and mine.pk in ladder.order and stage.state == StageState.RUNNING
    rungs = []
    for place, key in enumerate(order, 1):
        objection = rules.objection(ladder, chosen, mine.pk, key, log.moment(now)) if is_on and mine else None
        rungs.append(
            Rung(
                place=place,
                entry=entries[key],
                is_away=key in ladder.away,
                open=by_entry.get(key),
                is_mine=mine is not None and key == mine.pk,
                may=is_on and objection is None,
                why_not=_why_not(objection, stage, entries, key),
            )
        )
    own = next((rung for rung in rungs if rung.is_mine), None)
    return LadderPage(
        stage=stage,
        rungs=tuple(rungs),
        mine=own,
        challenge=own.open if own else None,
        open=open_ones,
        moves=tuple(_moves(lines, entries)[-most_moves:][::-1]),
        drops_at=_drops_at(ladder, chosen, own),
        zone=zone_of(user, tournament.zone),
    )


def places_over_time(stage: Stage, entry: Entry) -> list[tuple[datetime, int]]:
    """The places of an entry: when it came, and whenever it moved; 0 where it left."""
    found: list[tuple[datetime, int]] = []
    for line in log.history(stage):
        place = line.order.index(entry.pk) + 1 if entry.pk in line.order else 0
        if place != (found[-1][1] if found else 0):
            found.append((line.row.at, place))
    return found


def _why_not(objection: rules.Objection | None, stage: Stage, entries: Mapping[int, Entry], to: int) -> str:
    if objection is None or objection.code == "out_of_reach":
        return ""
    return log.objection_words(objection, stage, {key: entry.name for key, entry in entries.items()}, to)


def _drops_at(ladder: rules.Ladder, chosen: rules.Rules, own: Rung | None) -> datetime | None:
    """When the own entry goes down unless it does something; None where it does not, or has an open challenge."""
    if own is None or not chosen.idle_after or own.open is not None or own.entry.pk not in ladder.idle_since:
        return None
    return log.time_of(ladder.idle_since[own.entry.pk]) + timedelta(seconds=chosen.idle_after)


def _moves(lines: Sequence[log.Line], entries: Mapping[int, Entry]) -> list[Move]:
    """The log in words, without the beginning, which is one fact for each."""
    found, before = [], ()
    for line in lines:
        moved = tuple(_moved(before, line.order, entries))
        before = line.order
        by = line.row.by.name if line.row.by and line.row.kind in ("placed", "annulled") else ""
        found.append(Move(line.row.at, event_words(line.row, moved), by, line.row.reason, moved))
    return found


def _moved(before: Sequence[int], after: Sequence[int], entries: Mapping[int, Entry]) -> list[tuple[Entry, int, int]]:
    then = {key: place for place, key in enumerate(before, 1)}
    now = {key: place for place, key in enumerate(after, 1)}
    return [
        (entries[key], then.get(key, 0), now.get(key, 0))
        for key in (*after, *(one for one in before if one not in now))
        if then.get(key, 0) != now.get(key, 0)
    ]


def open_challenge(entry: Entry) -> Challenge | None:
    """The challenge of an entry that waits for an answer, made or received."""
    return challenges().filter(Q(by=entry) | Q(to=entry), state=ChallengeState.OPEN).first()


def challenges_to_answer(user: User) -> QuerySet[Challenge]:
    """The challenges that wait for a person's answer, the most urgent first."""
    return challenges().filter(to__members__user=user, state=ChallengeState.OPEN).order_by("answer_by")


def recent_challenges(stage: Stage, most: int = 20) -> list[Challenge]:
    """What is over, the latest first, for the director."""
    over = ~Q(state__in=(*GOING_ON, ChallengeState.ANNULLED, ChallengeState.CALLED_OFF, ChallengeState.TAKEN_BACK))
    return list(challenges(stage).filter(over)[:most])


def away_status(entry: Entry | None) -> str:
    """What a player can say of the own entry: "here", "away", or nothing when it has left."""
    if entry is None or entry.status in (EntryStatus.WITHDRAWN, EntryStatus.EXPELLED):
        return ""
    return "here" if entry.status == EntryStatus.CHECKED_IN else "away"
