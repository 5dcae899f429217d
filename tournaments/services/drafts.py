"""Pairing the next round of a stage of any format into a draft, and pairing it anew."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from tournaments import pairing
from tournaments.formats import FORMATS, Facts, Plan
from tournaments.models import (
    Bye,
    Entry,
    Match,
    MatchSide,
    MatchState,
    PairingRun,
    Round,
    RoundSeat,
    RoundState,
    Stage,
    StageState,
    TournamentState,
)
from tournaments.selectors import facts, whys
from tournaments.services import clockwork, entries
from tournaments.services.errors import Conflict, NoPairing, OpenResults, Refusal


@transaction.atomic
def pair_round(*, stage: Stage, now: datetime, by: User | None = None) -> Round:
    """Pair the next round of a stage, of whatever format, into a draft that only its officials see.

    Locks stage and tournament: of any number of callers one pairs, the others get Conflict. Raises OpenResults while
    the round before is not closed, NoPairing when no legal pairing exists, Refusal when no round is due.
    """
    stage = Stage.objects.select_for_update(of=("self", "tournament")).select_related("tournament").get(pk=stage.pk)
    step = _check_due(stage)
    form = FORMATS[stage.format]
    if not form.is_fixed and stage.source_id is None:
        entries.number_entries(stage.tournament, step)
    found = facts.facts_of(stage, to_pair=True)
    plan = form.pairs(found.facts)
    number = found.facts.number
    if isinstance(plan, pairing.CannotPair):
        witness, ways = whys.cannot_pair(plan, found.entries)
        raise NoPairing(_("No legal pairing exists for round %(n)d.") % {"n": number}, witness, ways)
    rnd = Round.objects.create(stage=stage, number=number, paired_at=now)
    _write(rnd, plan, found.entries)
    _remember(rnd, plan, found, by, now)
    bye = next((n for n, kind in plan.byes if kind == "pab"), 0)
    _record(rnd, "round.pair", by, now, after={"boards": len(plan.boards), "bye": bye})
    return rnd


@transaction.atomic
def pair_again(*, rnd: Round, version: int, now: datetime, by: User | None = None) -> Round:
    """Throw a draft away and pair anew, after late check-ins or withdrawals. Compare-and-swap on `version`."""
    stage = Stage.objects.select_for_update().get(pk=rnd.stage_id)
    gone, _rows = Round.objects.filter(pk=rnd.pk, version=version, state=RoundState.DRAFT).delete()
    if not gone:
        raise Conflict(_("This draft has changed meanwhile."))
    return pair_round(stage=stage, now=now, by=by)


def _check_due(stage: Stage) -> int:
    """The place in its stage of the round that may be paired now, by the format; Refusal where none may."""
    if stage.tournament.state != TournamentState.RUNNING:
        raise Refusal(_("This tournament is not running."), "not_running")
    if stage.state == StageState.WAITING:
        raise Refusal(_("This stage has not begun: choose first who goes on."), "stage_waits")
    due = clockwork.due(stage)
    if due.step == "pair":
        return due.number
    if due.step == "finish":
        raise Refusal(_("All rounds are played."), "no_round_due")
    rnd = stage.rounds.order_by("number")[due.number - 1]
    if due.step == "close":
        open_tables = rnd.matches.exclude(state=MatchState.OVER).values_list("table_no", flat=True)
        raise OpenResults(_("Results of round %(n)d are missing.") % {"n": rnd.number}, list(open_tables))
    raise Conflict(_("Round %(n)d is already paired.") % {"n": rnd.number})


def _write(rnd: Round, plan: Plan, by_number: dict[int, Entry]) -> None:
    """The rows of a draft: seats, matches with their sides, byes."""
    paired = [n for board in plan.boards for n in (board.first, board.second)]
    numbers = [*paired, *(n for n, _kind in plan.byes)]
    made = RoundSeat.objects.bulk_create(RoundSeat(round=rnd, entry=by_number[n]) for n in numbers)
    seats = dict(zip(numbers, made, strict=True))
    remote = {n for n, entry in by_number.items() if entry.is_remote}
    matches = Match.objects.bulk_create(
        Match(
            round=rnd,
            table_no=no,
            slot=board.slot,
            length=board.length,
            is_live=bool({board.first, board.second} & remote),
        )
        for no, board in enumerate(plan.boards, 1)
    )
    MatchSide.objects.bulk_create(
        MatchSide(match=match, seat=seats[n], order=order)
        for match, board in zip(matches, plan.boards, strict=True)
        for order, n in enumerate((board.first, board.second))
    )
    Bye.objects.bulk_create(Bye(seat=seats[n], kind=kind) for n, kind in plan.byes)


def _remember(rnd: Round, plan: Plan, found: facts.StageFacts, by: User | None, now: datetime) -> None:
    PairingRun.objects.create(
        round=rnd,
        engine=plan.engine,
        version=plan.version,
        input=_input(found.facts, found.entries),
        output={
            "boards": [[board.first, board.second] for board in plan.boards],
            "bye": next((n for n, kind in plan.byes if kind == "pab"), 0),
        },
        trace=whys.trace_to_json(plan.trace),
        by=by,
        at=now,
    )


def _input(found: Facts, by_number: dict[int, Entry]) -> dict[str, Any]:
    """Everything that the engine saw, so that the pairing can be repeated, and whose each number was: a late entry may
    change them."""
    table = found.crosstable
    return {
        "rounds": found.settings.get("rounds"),
        "order": found.settings.get("order", "number"),
        "points": table.table.key,
        "forbidden": sorted(sorted(pair) for pair in found.forbidden),
        "entries": [
            {
                "number": row.number,
                "entry": by_number[row.number].public_id,
                "group": found.entrants[row.number].group,
                "available": row.is_available,
                "carried": row.carried,
                "results": [[r.kind, r.opponent, r.points, r.margin] for r in table.results(row.number)],
            }
            for row in table.rows.values()
        ],
        "slots": {key: [*one.sides, one.winner] for key, one in found.slots.items()},
    }


def _record(rnd: Round, action: str, by: User | None, now: datetime, **changes: Any) -> None:
    target = f"tournament:{rnd.stage.tournament.public_id}/round:{rnd.number}"
    audit.record(actor=by, action=action, target=target, now=now, **changes)
