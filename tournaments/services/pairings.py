"""Pairing a round into a draft, editing the draft, publishing it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from tournaments import pairing
from tournaments.models import (
    Bye,
    Entry,
    EntryStatus,
    Match,
    MatchSide,
    MatchState,
    PairingRun,
    PairRule,
    Round,
    RoundSeat,
    RoundState,
    Stage,
    TournamentState,
)
from tournaments.selectors import crosstables, whys
from tournaments.services import clockwork, entries
from tournaments.services.errors import Conflict, NeedsReason, NoPairing, OpenResults, Refusal

VERSION = "card-1"


@transaction.atomic
def pair_round(*, stage: Stage, now: datetime, by: User | None = None) -> Round:
    """Pair the next round of a stage into a draft that only its officials see.

    Locks the stage row: of any number of callers one pairs, the others get Conflict. Raises OpenResults while the round
    before is not closed, NoPairing when no legal pairing exists, Refusal when no round is due.
    """
    stage = Stage.objects.select_for_update().select_related("tournament").get(pk=stage.pk)
    number = _number_due(stage)
    entries.number_entries(stage.tournament, number)
    table = crosstables.crosstable(stage)
    rules = _rules(stage, number, table.entries)
    found = pairing.pair(table.crosstable, rules)
    if isinstance(found, pairing.CannotPair):
        witness, ways = whys.cannot_pair(found, table.entries)
        raise NoPairing(_("No legal pairing exists for round %(n)d.") % {"n": number}, witness, ways)
    rnd = Round.objects.create(stage=stage, number=number, paired_at=now)
    _write(rnd, found, table.entries)
    _remember(rnd, found, table, rules, by, now)
    _record(rnd, "round.pair", by, now, after={"boards": len(found.boards), "bye": found.bye})
    return rnd


@transaction.atomic
def pair_again(*, rnd: Round, version: int, now: datetime, by: User | None = None) -> Round:
    """Throw a draft away and pair anew, after late check-ins or withdrawals. Compare-and-swap on `version`."""
    stage = Stage.objects.select_for_update().get(pk=rnd.stage_id)
    gone, _rows = Round.objects.filter(pk=rnd.pk, version=version, state=RoundState.DRAFT).delete()
    if not gone:
        raise Conflict(_("This draft has changed meanwhile."))
    return pair_round(stage=stage, now=now, by=by)


@transaction.atomic
def edit_draft(
    *,
    rnd: Round,
    version: int,
    swap: tuple[Entry, Entry],
    now: datetime,
    by: User | None = None,
    reason: str = "",
) -> Round:
    """Let two entries of a draft change places. Compare-and-swap on `version`: raises Conflict when it has changed.

    What speaks against it is listed; with any such warning it needs a reason, otherwise raises NeedsReason.
    """
    rnd = _claim(rnd, version, RoundState.DRAFT)
    first, second = (_seat(rnd, entry) for entry in swap)
    if first.pk == second.pk or (hasattr(first, "side") and _opponent(first) == second):
        raise Refusal(_("These two cannot change places: they are one pair."), "same_pair")
    _exchange(first, second)
    warnings = draft_warnings(rnd, only=[first.entry_id, second.entry_id])
    if warnings and not reason.strip():
        raise NeedsReason(_("This needs a reason."), warnings)
    change = {"swap": [entry.public_id for entry in swap], "warnings": warnings}
    _record(rnd, "round.edit", by, now, after=change, reason=reason.strip())
    return rnd


@transaction.atomic
def publish_round(
    *, rnd: Round, now: datetime, version: int | None = None, by: User | None = None, start_at: datetime | None = None
) -> Round:
    """Show a draft to everybody, and promise its start (now unless said). Compare-and-swap on `version`, if given."""
    seen = version if version is not None else Round.objects.values_list("version", flat=True).get(pk=rnd.pk)
    rnd = _claim(rnd, seen, RoundState.DRAFT)
    rnd.state, rnd.published_at = RoundState.PUBLISHED, now
    rnd.save(update_fields=["state", "published_at"])
    _record(rnd, "round.publish", by, now)
    clockwork.plan_start(rnd, start_at or now)
    return rnd


def draft_warnings(rnd: Round, only: Sequence[int] | None = None) -> list[str]:
    """What speaks against the pairs of a draft, in words: rematches, hard pairs, a second bye; asked of the whole draft
    also who is paired and gone, or here and not paired."""
    table = crosstables.crosstable(rnd.stage)
    numbers = {entry.pk: number for number, entry in table.entries.items()}
    forbidden = _forbidden(rnd.stage, rnd.number, table.entries)
    found: list[str] = []
    seats = list(RoundSeat.objects.filter(round=rnd).select_related("entry", "side", "bye"))
    pairs: dict[int, list[RoundSeat]] = {}
    for seat in seats:
        if hasattr(seat, "side"):
            pairs.setdefault(seat.side.match_id, []).append(seat)
    for seat in seats:
        if only is not None and seat.entry_id not in only:
            continue
        number = numbers[seat.entry_id]
        if hasattr(seat, "bye"):
            if seat.bye.kind == "pab" and not table.crosstable.may_have_bye(number):
                found.append(_("%(name)s would have a second bye.") % {"name": seat.entry.name})
            continue
        other = next(one.entry for one in pairs[seat.side.match_id] if one.pk != seat.pk)
        said = {"a": seat.entry.name, "b": other.name}
        if numbers[other.pk] in table.crosstable.met(number):
            found.append(_("%(a)s and %(b)s have met already.") % said)
        if frozenset((number, numbers[other.pk])) in forbidden:
            found.append(_("%(a)s and %(b)s must not meet.") % said)
    return sorted({*found, *(_missed(rnd) if only is None else ())})


def _missed(rnd: Round) -> list[str]:
    """Who came or went after the pairing."""
    seats = RoundSeat.objects.filter(round=rnd)
    gone = seats.exclude(bye__kind="zero").exclude(entry__status=EntryStatus.CHECKED_IN).select_related("entry")
    here = Entry.objects.filter(tournament=rnd.stage.tournament, status=EntryStatus.CHECKED_IN)
    alone = here.exclude(pk__in=seats.exclude(bye__kind="zero").values("entry"))
    return [
        *(_("%(name)s is paired and not here any more: pair anew.") % {"name": seat.entry.name} for seat in gone),
        *(_("%(name)s is here and not paired: pair anew.") % {"name": entry.name} for entry in alone),
    ]


def _number_due(stage: Stage) -> int:
    """The number of the round that may be paired now, by the format."""
    if stage.tournament.state != TournamentState.RUNNING:
        raise Refusal(_("This tournament is not running."), "not_running")
    due = clockwork.due(stage)
    if due.step == "pair":
        return due.number
    if due.step == "finish":
        raise Refusal(_("All rounds are played."), "no_round_due")
    if due.step == "close":
        running = Match.objects.filter(round__stage=stage, round__number=due.number)
        open_tables = running.exclude(state=MatchState.OVER).values_list("table_no", flat=True)
        raise OpenResults(_("Results of round %(n)d are missing.") % {"n": due.number}, list(open_tables))
    raise Conflict(_("Round %(n)d is already paired.") % {"n": due.number})


def _rules(stage: Stage, number: int, by_number: dict[int, Entry]) -> pairing.Rules:
    return pairing.Rules(
        system=stage.settings.get("system", "card"),
        rounds=stage.settings["rounds"],
        order=stage.settings.get("order", "number"),
        forbidden=_forbidden(stage, number, by_number),
    )


def _forbidden(stage: Stage, number: int, by_number: dict[int, Entry]) -> frozenset[frozenset[int]]:
    """The hard pairs of a round by start number."""
    numbers = {entry.pk: n for n, entry in by_number.items()}
    pairs: set[frozenset[int]] = set()
    rules = PairRule.objects.filter(tournament=stage.tournament, kind="hard", from_round__lte=number)
    for rule in rules.prefetch_related("entries"):
        if rule.to_round is not None and rule.to_round < number:
            continue
        present = [numbers[entry.pk] for entry in rule.entries.all() if entry.pk in numbers]
        pairs |= {frozenset((a, b)) for a in present for b in present if a < b}
    return frozenset(pairs)


def _write(rnd: Round, found: pairing.Pairing, by_number: dict[int, Entry]) -> None:
    """The rows of a draft: seats, matches with their sides, byes of those who are not there."""
    paired = [n for board in found.boards for n in board]
    away = [
        n
        for n, entry in by_number.items()
        if n not in {*paired, found.bye} and entry.status not in (EntryStatus.WITHDRAWN, EntryStatus.EXPELLED)
    ]
    alone = [found.bye] if found.bye else []
    made = RoundSeat.objects.bulk_create(RoundSeat(round=rnd, entry=by_number[n]) for n in [*paired, *alone, *away])
    seats = dict(zip([*paired, *alone, *away], made, strict=True))
    matches = Match.objects.bulk_create(Match(round=rnd, table_no=no) for no, _board in enumerate(found.boards, 1))
    MatchSide.objects.bulk_create(
        MatchSide(match=match, seat=seats[n], order=order)
        for match, board in zip(matches, found.boards, strict=True)
        for order, n in enumerate(board)
    )
    Bye.objects.bulk_create(
        [*(Bye(seat=seats[n], kind="pab") for n in alone), *(Bye(seat=seats[n], kind="zero") for n in away)]
    )


def _remember(
    rnd: Round,
    found: pairing.Pairing,
    table: crosstables.StageTable,
    rules: pairing.Rules,
    by: User | None,
    now: datetime,
) -> None:
    PairingRun.objects.create(
        round=rnd,
        engine=rules.system,
        version=VERSION,
        input=_input(table, rules),
        output={"boards": [list(board) for board in found.boards], "bye": found.bye},
        trace=whys.trace_to_json(found.trace),
        by=by,
        at=now,
    )


def _input(stage: crosstables.StageTable, rules: pairing.Rules) -> dict[str, Any]:
    """Everything that the engine saw, so that the pairing can be repeated, and whose each number was: a late entry may
    change them."""
    table = stage.crosstable
    return {
        "rounds": rules.rounds,
        "order": rules.order,
        "points": table.table.key,
        "forbidden": sorted(sorted(pair) for pair in rules.forbidden),
        "entries": [
            {
                "number": row.number,
                "entry": stage.entries[row.number].public_id,
                "available": row.is_available,
                "results": [[r.kind, r.opponent, r.points, r.margin] for r in table.results(row.number)],
            }
            for row in table.rows.values()
        ],
    }


def _claim(rnd: Round, version: int, state: str) -> Round:
    """Compare-and-swap: the round in this state and version, one version on; Conflict when it is not so."""
    taken = Round.objects.filter(pk=rnd.pk, version=version, state=state).update(version=version + 1)
    if not taken:
        raise Conflict(_("Round %(n)d has changed meanwhile: look again.") % {"n": rnd.number})
    return Round.objects.select_related("stage__tournament").get(pk=rnd.pk)


def _seat(rnd: Round, entry: Entry) -> RoundSeat:
    seat = RoundSeat.objects.filter(round=rnd, entry=entry).select_related("side", "bye", "entry").first()
    if seat is None:
        raise Refusal(_("%(name)s has no place in this round.") % {"name": entry.name}, "no_seat")
    return seat


def _opponent(seat: RoundSeat) -> RoundSeat:
    return MatchSide.objects.select_related("seat__entry").get(match=seat.side.match_id, order=1 - seat.side.order).seat


def _exchange(first: RoundSeat, second: RoundSeat) -> None:
    """Change the entries of two seats; both are taken away and put back, since an entry has one seat in a round."""
    a, b = first.entry_id, second.entry_id
    spare = {seat.pk: (getattr(seat, "side", None), getattr(seat, "bye", None)) for seat in (first, second)}
    RoundSeat.objects.filter(pk__in=spare).delete()
    for seat, entry_id in ((first, b), (second, a)):
        side, bye = spare[seat.pk]
        seat.entry_id = entry_id
        seat.save(force_insert=True)
        for row in filter(None, (side, bye)):
            row.seat = seat
            row.save(force_insert=True)
    for seat in (first, second):
        seat.refresh_from_db()


def _record(rnd: Round, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    target = f"tournament:{rnd.stage.tournament.public_id}/round:{rnd.number}"
    audit.record(actor=by, action=action, target=target, now=now, **facts)
