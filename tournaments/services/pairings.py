"""Editing the draft of a round, publishing it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from tournaments.formats import FORMATS
from tournaments.models import Entry, EntryStatus, MatchSide, Round, RoundSeat, RoundState
from tournaments.selectors import crosstables, facts
from tournaments.services import clockwork
from tournaments.services.errors import Conflict, NeedsReason, Refusal


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
    forbidden = facts.forbidden(rnd.stage, rnd.number, table.entries)
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
    """Who came or went after the pairing; where the schedule is fixed that changes no pairing."""
    if FORMATS[rnd.stage.format].is_fixed:
        return []
    seats = RoundSeat.objects.filter(round=rnd)
    gone = seats.exclude(bye__kind="zero").exclude(entry__status=EntryStatus.CHECKED_IN).select_related("entry")
    here = Entry.objects.filter(tournament=rnd.stage.tournament, status=EntryStatus.CHECKED_IN)
    alone = here.exclude(pk__in=seats.exclude(bye__kind="zero").values("entry"))
    return [
        *(_("%(name)s is paired and not here any more: pair anew.") % {"name": seat.entry.name} for seat in gone),
        *(_("%(name)s is here and not paired: pair anew.") % {"name": entry.name} for entry in alone),
    ]


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
