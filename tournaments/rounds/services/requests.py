"""Requests before the pairing: byes asked for or given, and pairs that must not, or should not, meet."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from tournaments.errors import Invalid, NeedsReason, Refusal
from tournaments.event.services.acts import record_tournament
from tournaments.models import (
    ROUND_OVER,
    Bye,
    ByeRequest,
    Entry,
    PairRule,
    Round,
    RoundSeat,
    RoundState,
    Stage,
    Tournament,
)
from tournaments.pairing import Kind

ASKED = (Kind.HALF, Kind.ZERO)
GIVEN = (*ASKED, Kind.FULL)


@transaction.atomic
def ask_bye(
    *,
    entry: Entry,
    round_number: int,
    now: datetime,
    kind: str = Kind.HALF,
    by: User | None = None,
    reason: str = "",
    is_official: bool = False,
) -> ByeRequest:
    """Ask for a bye in a round that is not paired yet: half or zero points; asking again changes the kind.

    Half-point byes have a limit per entry and none in the last rounds, as the tournament says. A director
    (`is_official`) may go beyond both and give a full-point bye, with a reason: raises NeedsReason, which says what
    speaks against it. Locks the tournament's stage. Raises Invalid for an unknown kind, Refusal for a round that is
    paired, or none of this tournament.
    """
    if kind not in (GIVEN if is_official else ASKED):
        raise Invalid("kind", _("Players can ask for a half or zero bye; a director may also give a full one."))
    stage = _stage_of(entry, round_number)
    warnings = _against(entry, stage, round_number, kind)
    if warnings and not is_official:
        raise Refusal(" ".join(warnings), "bye_limit")
    if warnings and not reason.strip():
        raise NeedsReason(_("This needs a reason."), warnings)
    facts = {"kind": kind, "reason": reason.strip()[:200], "by": by, "at": now}
    found, _new = ByeRequest.objects.update_or_create(entry=entry, round_number=round_number, defaults=facts)
    after = {"entry": entry.public_id, "round": round_number, "kind": str(kind), "warnings": warnings}
    record_tournament(entry.tournament, "entry.bye", by, now, after=after, reason=reason.strip())
    return found


@transaction.atomic
def cancel_bye(*, entry: Entry, round_number: int, now: datetime, by: User | None = None) -> bool:
    """Withdraw the request for a bye while its round is not paired; returns whether there was one. Locks the stage."""
    _stage_of(entry, round_number)
    gone, _rows = ByeRequest.objects.filter(entry=entry, round_number=round_number).delete()
    if gone:
        record_tournament(
            entry.tournament, "entry.bye_cancel", by, now, before={"entry": entry.public_id, "round": round_number}
        )
    return bool(gone)


@transaction.atomic
def give_missed_byes(*, entry: Entry, count: int, now: datetime, by: User | None, reason: str = "") -> int:
    """Give a late entry half-point byes for the first `count` rounds that it missed; returns the number given. The
    rounds that it missed are otherwise worth nothing. Within the entry's limit, and none in the last rounds, or else
    with a reason (raises NeedsReason). Locks the stage."""
    stage = (
        Stage.objects.select_for_update(of=("self",))
        .select_related("tournament")
        .get(tournament=entry.tournament_id, number=1)
    )
    missed = _missed([entry], stage).get(entry.pk, [])[:count]
    if not missed or len(missed) < count:
        raise Refusal(_("%(name)s has not missed so many rounds.") % {"name": entry.name}, "nothing_missed")
    halves = _halves([entry], stage)[entry.pk] + count
    warnings = _over_limit(entry, stage, halves) + [text for rnd in missed for text in _too_late(stage, rnd.number)]
    if warnings and not reason.strip():
        raise NeedsReason(_("This needs a reason."), warnings)
    for rnd in missed:
        Bye.objects.create(seat=RoundSeat.objects.create(round=rnd, entry=entry), kind=Kind.HALF)
    after = {"entry": entry.public_id, "rounds": [rnd.number for rnd in missed], "warnings": warnings}
    record_tournament(entry.tournament, "entry.missed_byes", by, now, after=after, reason=reason.strip())
    return len(missed)


@dataclass(frozen=True, slots=True)
class Offer:
    """The number of rounds that a late entry has missed, and for how many of them the conditions give half points."""

    missed: int
    count: int


def offered(entries: Sequence[Entry]) -> dict[int, Offer]:
    """The half-point byes that late entries of one tournament may be given for rounds that they missed, by entry (its
    key) and by the conditions of the tournament."""
    if not entries:
        return {}
    stage = Stage.objects.get(tournament=entries[0].tournament_id, number=1)
    missed = _missed(entries, stage) if stage.takes_byes else {}
    halves = _halves(entries, stage) if missed else Counter()
    found = {}
    for entry in entries:
        own = missed.get(entry.pk, [])
        early = sum(not _too_late(stage, rnd.number) for rnd in own)
        left = next((n for n in range(early, 0, -1) if not _over_limit(entry, stage, halves[entry.pk] + n)), 0)
        found[entry.pk] = Offer(missed=len(own), count=left)
    return found


def _missed(entries: Sequence[Entry], stage: Stage) -> dict[int, list[Round]]:
    """The rounds that have begun without each late entry (its key), in order."""
    late = [entry for entry in entries if entry.joined_round > 1]
    if not late:
        return {}
    begun = list(stage.rounds.filter(state__in=(*ROUND_OVER, RoundState.RUNNING)).order_by("number"))
    seated = set(RoundSeat.objects.filter(entry__in=late).values_list("entry", "round"))
    return {entry.pk: [rnd for rnd in begun if (entry.pk, rnd.pk) not in seated] for entry in late}


def _halves(entries: Sequence[Entry], stage: Stage) -> Counter[int]:
    """How many half-point byes each entry (its key) has had or asked for."""
    had = Bye.objects.filter(seat__entry__in=entries, kind=Kind.HALF).values_list("seat__entry", flat=True)
    last = stage.rounds.count()
    asked = ByeRequest.objects.filter(entry__in=entries, kind=Kind.HALF, round_number__gt=last)
    return Counter(had) + Counter(asked.values_list("entry", flat=True))


def _stage_of(entry: Entry, round_number: int) -> Stage:
    """The stage to which a round will belong, locked; refuses a round that is already paired, or that will not be
    played."""
    tournament = entry.tournament
    if tournament.is_over:
        raise Refusal(_("This tournament is over."), "finished")
    stage = (
        Stage.objects.select_for_update(of=("self",)).select_related("tournament").get(tournament=tournament, number=1)
    )
    if not stage.takes_byes:
        raise Refusal(_("In this format nobody can ask for a bye: the pairs are fixed."), "fixed")
    if not 1 <= round_number <= stage.settings["rounds"]:
        raise Invalid("round", _("A round from 1 to %(most)d.") % {"most": stage.settings["rounds"]})
    if Round.objects.filter(stage=stage, number__gte=round_number).exists():
        raise Refusal(_("Round %(n)d is paired already.") % {"n": round_number}, "paired")
    return stage


def _against(entry: Entry, stage: Stage, round_number: int, kind: str) -> list[str]:
    if kind == Kind.FULL:
        return [_("%(a)s would have the points of a win without playing.") % {"a": entry.name}]
    if kind != Kind.HALF:
        return []
    more = 0 if ByeRequest.objects.filter(entry=entry, round_number=round_number, kind=Kind.HALF).exists() else 1
    return _over_limit(entry, stage, _halves([entry], stage)[entry.pk] + more) + _too_late(stage, round_number)


def _over_limit(entry: Entry, stage: Stage, halves: int) -> list[str]:
    """The warning if so many half-point byes are more than an entry may have."""
    limit = int(stage.settings.get("half_byes", 1))
    if halves <= limit:
        return []
    said = {"name": entry.name, "limit": limit}
    return [_("%(name)s would have more than the %(limit)d half-point byes that an entry may have.") % said]


def _too_late(stage: Stage, round_number: int) -> list[str]:
    last = int(stage.settings.get("no_half_byes_last", 1))
    if round_number <= stage.settings["rounds"] - last:
        return []
    return [_("There are no half-point byes in the last %(n)d rounds.") % {"n": last}]


KINDS = ("hard", "soft")
MOST_ROUND = 99


@transaction.atomic
def add_pair_rule(
    *,
    tournament: Tournament,
    entries: Sequence[Entry],
    now: datetime,
    kind: str = "hard",
    from_round: int = 1,
    to_round: int | None = None,
    reason: str = "",
    by: User | None = None,
) -> PairRule:
    """Add a rule that no two of these entries may meet (hard), or should meet (soft), from one round to another. It
    counts from the next pairing on. Raises Invalid for fewer than two entries, one of another tournament, or rounds
    that cannot be."""
    chosen = {entry.pk: entry for entry in entries}
    if len(chosen) < 2 or any(entry.tournament_id != tournament.pk for entry in chosen.values()):
        raise Invalid("entries", _("Name at least two entries of this tournament."))
    if kind not in KINDS:
        raise Invalid("kind", _("A rule is hard (never) or soft (rather not)."))
    if not 1 <= from_round <= MOST_ROUND or (to_round is not None and not from_round <= to_round <= MOST_ROUND):
        raise Invalid("to_round", _("From a round to a later one, or without an end."))
    rule = PairRule.objects.create(
        tournament=tournament, kind=kind, from_round=from_round, to_round=to_round, reason=reason.strip()[:200]
    )
    rule.entries.set(chosen)
    _record_rule(tournament, "pair_rule.add", by, now, rule, reason)
    return rule


@transaction.atomic
def remove_pair_rule(*, rule: PairRule, now: datetime, by: User | None = None, reason: str = "") -> None:
    """Remove a pair rule: from the next pairing on, its entries may meet."""
    _record_rule(rule.tournament, "pair_rule.remove", by, now, rule, reason)
    rule.delete()


def _record_rule(
    tournament: Tournament, action: str, by: User | None, now: datetime, rule: PairRule, reason: str
) -> None:
    facts = {
        "kind": rule.kind,
        "entries": sorted(rule.entries.values_list("public_id", flat=True)),
        "rounds": [rule.from_round, rule.to_round],
    }
    target, is_gone = f"tournament:{tournament.public_id}", action.endswith("remove")
    before, after = (facts, None) if is_gone else (None, facts)
    audit.record(actor=by, action=action, target=target, now=now, before=before, after=after, reason=reason.strip())
