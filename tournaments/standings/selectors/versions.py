"""Versions of page contents: digests of all rows that they depend on."""

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from django.db.models import QuerySet

from doors.caching.digests import columns, digest, once
from tournaments.formats import FORMATS
from tournaments.models import (
    ROUND_OVER,
    Appointment,
    Bye,
    Challenge,
    Entry,
    EntryMember,
    LadderEvent,
    Match,
    MatchSide,
    Round,
    RoundSeat,
    SlipReport,
    Stage,
    StageEntry,
    Tournament,
)

PERSON = ("public_id", "name", "username", "house_level", "is_guest", "is_active")
SEAT = (
    *columns(RoundSeat),
    *columns(MatchSide, "side", without=("missing_since",)),
    *columns(Match, "side__match"),
    *columns(Bye, "bye"),
)


def of_people(tournament: Tournament) -> tuple[tuple[QuerySet[Any], Iterable[str]], ...]:
    """The rows of entries, their members, and these members' users."""
    members = [*columns(EntryMember), *(f"user__{name}" for name in PERSON)]
    return (
        (Entry.objects.filter(tournament=tournament), columns(Entry)),
        (EntryMember.objects.filter(tournament=tournament), members),
    )


def of_boards(rounds: Iterable[Round]) -> tuple[tuple[QuerySet[Any], Iterable[str]], ...]:
    """The rows of the boards of rounds, and of their players."""
    return (
        (Match.objects.of_boards().filter(round__in=rounds), columns(Match)),
        (MatchSide.objects.exclude(parent=None).filter(match__round__in=rounds), columns(MatchSide)),
    )


def of_entrants(tournament: Tournament) -> str:
    """The version of the start list."""
    return digest((Tournament.objects.filter(pk=tournament.pk), columns(Tournament)), *of_people(tournament))


def of_round(rnd: Round) -> str:
    """The version of the pairings and results of a round of single players, as they come."""
    return digest(*_rows_of_round(rnd))


def of_desk(rnd: Round) -> str:
    """The version of the results desk of a round, which also covers missing sides, reports by slip, and boards."""
    return digest(
        *_rows_of_round(rnd),
        (MatchSide.objects.filter(match__round=rnd), ("pk", "missing_since")),
        (SlipReport.objects.filter(match__round=rnd), columns(SlipReport)),
        *of_boards([rnd]),
        *of_people(rnd.stage.tournament),
    )


def _rows_of_round(rnd: Round) -> tuple[tuple[QuerySet[Any], Iterable[str]], ...]:
    stage = rnd.stage
    return (
        (Tournament.objects.filter(pk=stage.tournament_id), columns(Tournament)),
        (Stage.objects.filter(pk=stage.pk), columns(Stage)),
        (StageEntry.objects.filter(stage=stage), columns(StageEntry)),
        (Round.objects.filter(pk=rnd.pk), columns(Round)),
        (RoundSeat.objects.filter(round=rnd), (*SEAT, *columns(Entry, "entry"))),
        (Appointment.objects.filter(match__round=rnd), columns(Appointment)),
    )


def of_stage(stage: Stage, after: int | None = None) -> str:
    """The version of everything that a stage's standings depend on, after its last closed round or an earlier one.

    It covers running rounds only where they count in the standings: in a bracket and on a ladder.
    """
    # the stage as the caller has it: it may try settings that are not saved
    tried = json.dumps([stage.pk, stage.format, stage.settings, stage.seed, after], sort_keys=True, default=str)
    return once(tried, lambda: sha256(f"{_of_stage(stage, after)} {tried}".encode()).hexdigest()[:32])


def _of_stage(stage: Stage, after: int | None) -> str:
    form = FORMATS[stage.format]
    rounds = stage.rounds.all() if form.has_slots or form.has_challenges else stage.rounds.filter(state__in=ROUND_OVER)
    if after is not None and not form.has_challenges:
        rounds = rounds.filter(number__lte=after)
    asked = [
        (Tournament.objects.filter(pk=stage.tournament_id), columns(Tournament)),
        (Stage.objects.filter(pk=stage.pk), columns(Stage)),
        *of_people(stage.tournament),
        (StageEntry.objects.filter(stage=stage), columns(StageEntry)),
        (stage.rounds.all(), ("pk", "number")),
        (stage.rounds.filter(state__in=ROUND_OVER), ("pk",)),
        (RoundSeat.objects.filter(round__in=rounds), SEAT),
    ]
    if form.is_team:
        asked += of_boards(rounds)
    if form.has_challenges:
        asked += [
            (LadderEvent.objects.filter(stage=stage), columns(LadderEvent)),
            (Challenge.objects.filter(stage=stage), columns(Challenge)),
        ]
    return digest(*asked)
