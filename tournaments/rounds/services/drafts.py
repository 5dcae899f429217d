"""Pair the next round of a stage of any format into a draft, and pair it again."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from duework import services as duework
from tournaments import pairing
from tournaments.entries.services import entering
from tournaments.errors import Conflict, NoPairing, Refusal
from tournaments.event.services import schedule
from tournaments.formats import FORMATS, Facts, Plan
from tournaments.matches.services.writing import refuse_open
from tournaments.models import (
    Bye,
    Entry,
    PairingRun,
    Round,
    RoundState,
    Stage,
    StageState,
    TournamentState,
)
from tournaments.pairing import drafts as core
from tournaments.rounds import selectors
from tournaments.rounds.services import editing, seating
from tournaments.standings.selectors import reasons, sure
from tournaments.standings.selectors.rows import facts


@transaction.atomic
def pair_round(*, stage: Stage, now: datetime, by: User | None = None, open_reason: str = "") -> Round:
    """Pair the next round of a stage, of whatever format, into a draft that only its officials see.

    Locks stage and tournament: of any number of callers one pairs, the others get Conflict. Raises OpenResults with the
    missing tables while the round before is not closed, unless `open_reason` says why not to wait: then its open
    matches count as ties for this pairing (they are meetings). Raises NoPairing when no legal pairing exists, Refusal
    when no round is due.
    """
    open_reason = open_reason.strip()
    stage = locked(stage)
    found = facts_due(stage, open_reason)
    return write_round(stage, found, propose(found, stage.format), now, by, open_reason)


def locked(stage: Stage) -> Stage:
    """The stage with its tournament, both locked."""
    return Stage.objects.select_for_update(of=("self", "tournament")).select_related("tournament").get(pk=stage.pk)


def facts_due(stage: Stage, open_reason: str) -> facts.StageFacts:
    """The facts for the next round of a locked stage, with its entries numbered. Raises as `check_due`, and NoPairing
    where there are fewer than two to pair."""
    number_for(stage, check_due(stage, open_reason))
    found = facts.facts_of(stage, to_pair=True, with_open=bool(open_reason))
    if says := sure.too_few(stage, found):
        raise NoPairing(says, (), [way.words for way in selectors.answer_of(selectors.NOBODY, found).ways])
    return found


def number_for(stage: Stage, step: int) -> None:
    """Number the entries for this round of a locked stage, where they enter it themselves."""
    if not FORMATS[stage.format].is_fixed and stage.source_id is None:
        entering.number_entries(stage.tournament, step)


def write_round(
    stage: Stage, found: facts.StageFacts, plan: Plan, now: datetime, by: User | None, open_reason: str
) -> Round:
    """Write the round of a plan as a draft. Called with the stage locked. Raises Refusal where everything that could be
    paired waits for a ruling."""
    if found.facts.held and not plan.tables:
        raise Refusal(_("First rule on the matches in which the wrong players have played."), "to_rule")
    minutes = stage.settings.get("minutes")
    rnd = Round.objects.create(stage=stage, number=found.facts.number, paired_at=now, minutes=minutes)
    write_plan(rnd, plan, found, by, now, open_reason=open_reason)
    after = {"boards": len(plan.tables), "bye": next((n for n, kind in plan.byes if kind == "pab"), 0)}
    editing.record_round(rnd, "round.pair", by, now, after=after, reason=open_reason)
    return rnd


@transaction.atomic
def discard_draft(*, rnd: Round, version: int, now: datetime, by: User | None = None, reason: str = "") -> None:
    """Throw a draft away: its round is to be paired again, and byes given in it by hand stay noted. Leaves an audit
    entry. Locks the stage. Compare-and-swap on `version`: raises Conflict when it has changed, Refusal
    where rounds come by themselves."""
    stage = locked(rnd.stage)
    if schedule.is_automatic(stage):
        raise Refusal(_("Here rounds come by themselves: pair again instead."), "automatic")
    before = {"boards": rnd.matches.paired().count(), "byes": Bye.objects.filter(seat__round=rnd).count()}
    duework.forget(keys=f"round:{rnd.pk}:")
    discard(rnd, version)
    editing.record_round(rnd, "round.discard", by, now, before=before, reason=reason.strip())


def discard(rnd: Round, version: int) -> None:
    """Discard a draft. Compare-and-swap on `version`: raises Conflict when it has changed."""
    gone, _rows = Round.objects.filter(pk=rnd.pk, version=version, state=RoundState.DRAFT).delete()
    if not gone:
        raise Conflict(_("This draft has changed meanwhile."))


def propose(found: facts.StageFacts, stage_format: str) -> Plan:
    """The format's pairing of the facts of a stage. Writes nothing. Raises NoPairing, which says who blocks."""
    plan = FORMATS[stage_format].pairs(found.facts)
    if isinstance(plan, pairing.CannotPair):
        witness, ways = reasons.cannot_pair(plan, found.entries)
        raise NoPairing(_("No legal pairing exists for round %(n)d.") % {"n": found.facts.number}, witness, ways)
    return plan


def write_plan(
    rnd: Round,
    plan: Plan,
    found: facts.StageFacts,
    by: User | None,
    now: datetime,
    draft: core.Draft | None = None,
    open_reason: str = "",
) -> None:
    """Write a plan into the rows of a round, at the tables of the `draft` if one is given, and store the engine's input
    and reasons, with why it did not wait for open results. Those who stay together keep their match."""
    draft = draft or selectors.draft_from(plan)
    tables = {table.who: table.no for table in draft.tables}
    lengths = {tables[frozenset(one.seats)]: one.length for one in plan.tables if one.length}
    seating.write_tables(rnd, draft, found.entries, lengths)
    _remember(rnd, plan, found, by, now, open_reason)


def check_due(stage: Stage, open_reason: str) -> int:
    """The place in its stage of the round that the format allows to pair now; Refusal if there is none."""
    if stage.tournament.state != TournamentState.RUNNING:
        raise Refusal(_("This tournament is not running."), "not_running")
    if stage.state == StageState.WAITING:
        raise Refusal(_("This stage has not begun: choose first who goes on."), "stage_waits")
    if stage.has_challenges:
        raise Refusal(_("On a ladder nobody is paired: players challenge each other."), "ladder")
    due = facts.next_step(stage)
    if due.step == "pair":
        return due.number
    if due.step == "finish":
        raise Refusal(_("All rounds are played."), "no_round_due")
    rnd = stage.rounds.order_by("number")[due.number - 1]
    if due.step == "close":
        if open_reason and not FORMATS[stage.format].is_fixed and due.number < stage.settings["rounds"]:
            return due.number + 1
        refuse_open(rnd)
    raise Conflict(_("Round %(n)d is already paired.") % {"n": rnd.number})


def _remember(
    rnd: Round, plan: Plan, found: facts.StageFacts, by: User | None, now: datetime, open_reason: str
) -> None:
    PairingRun.objects.create(
        round=rnd,
        engine=plan.engine,
        version=plan.version,
        input=_input(found.facts, found.entries) | ({"open_reason": open_reason} if open_reason else {}),
        output={
            "boards": [list(one.seats) for one in plan.tables],
            "bye": next((n for n, kind in plan.byes if kind == "pab"), 0),
            "byes": [[n, kind] for n, kind in plan.byes],
        },
        trace=reasons.trace_to_json(plan.trace),
        by=by,
        at=now,
    )


def _input(found: Facts, by_number: dict[int, Entry]) -> dict[str, Any]:
    """The engine's input, so that the pairing can be repeated, and the entry of each number at that time, because a
    late entry may change the numbers."""
    table = found.crosstable
    return {
        "rounds": found.settings.get("rounds"),
        "order": found.settings.get("order", "number"),
        "points": table.table.key,
        "forbidden": sorted(sorted(pair) for pair in found.forbidden),
        "avoided": sorted(sorted(pair) for pair in found.avoided),
        "acceleration": found.settings.get("acceleration"),
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
        "seated": found.seated,
        "slots": {key: [*one.sides, one.winner] for key, one in found.slots.items()},
    }
