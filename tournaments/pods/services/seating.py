"""Tables of three and more as rows, and edits of their draft: tables that stay the same keep their row."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.errors import Invalid, NeedsReason, Refusal
from tournaments.formats import pod_drafts as core
from tournaments.formats.kinds.pods import shape_of
from tournaments.models import Bye, ByeRequest, Entry, Match, MatchSide, Round, RoundSeat
from tournaments.pairing import Kind
from tournaments.pairing.drafts import BadEdit
from tournaments.pods.selectors import drafts
from tournaments.pods.selectors.drafts import PodDesk, PodPreview

EDITS = ("swap", "move", "bye", "table", "whole")
MOST_TABLE = 9_999
ASIDE = 1_000_000  # table numbers while they change places, since no two tables of a round share one


def write_tables(rnd: Round, draft: core.PodDraft, by_number: Mapping[int, Entry]) -> None:
    """Write the draft into the rows of a round. A table whose seats stay keeps its row. Expects the round
    claimed or new, and no table of it begun."""
    pks = {number: entry.pk for number, entry in by_number.items()}
    wanted = {tuple(pks[n] for n in one.seats): one for one in draft.tables}
    byes = {pks[number]: kind for number, kind in draft.byes.items()}
    kept = {who: match for match in rnd.matches.paired() if (who := _sitting(match)) in wanted}
    rnd.matches.paired().exclude(pk__in=[match.pk for match in kept.values()]).delete()
    Bye.objects.filter(seat__round=rnd).delete()
    placed = {entry for who in wanted for entry in who} | set(byes)
    RoundSeat.objects.filter(round=rnd).exclude(entry__in=placed).delete()
    seats = {seat.entry_id: seat for seat in RoundSeat.objects.filter(round=rnd)}
    fresh = [entry for entry in placed if entry not in seats]
    for seat in RoundSeat.objects.bulk_create(RoundSeat(round=rnd, entry_id=entry) for entry in fresh):
        seats[seat.entry_id] = seat
    _number(kept, wanted)
    remote = {entry.pk for entry in by_number.values() if entry.is_remote}
    new = {who: one for who, one in wanted.items() if who not in kept}
    made = Match.objects.bulk_create(
        Match(round=rnd, table_no=one.table, is_live=bool(remote & set(who))) for who, one in new.items()
    )
    MatchSide.objects.bulk_create(
        MatchSide(match=match, seat=seats[entry], order=order)
        for match, who in zip(made, new, strict=True)
        for order, entry in enumerate(who)
    )
    Bye.objects.bulk_create(Bye(seat=seats[entry], kind=kind) for entry, kind in byes.items())


@dataclass(frozen=True, slots=True)
class Edited:
    """An edit with the tables before and after, for the audit log."""

    before: dict[str, Any]
    after: dict[str, Any]


def edit(rnd: Round, asked: Mapping[str, Any], now: datetime, by: User | None, reason: str) -> Edited:
    """Change the draft of a round at tables of three and more: `swap` two entries, `move` one to another table, give a
    `bye`, change the number of a `table`, or replace the `whole` draft. Called with the round claimed. Raises Invalid,
    Refusal, NeedsReason."""
    desk = drafts.desk_of(rnd)
    after = _edited(desk, asked)
    found = drafts.preview(desk, after)
    if found.warnings and not reason:
        raise NeedsReason(_("This needs a reason."), found.warnings)
    write_tables(rnd, after, desk.table.entries)
    change = core.difference(desk.draft, after)
    _remember_byes(desk, change, now, by, reason)
    return Edited(
        _plain(desk, change.gone, change.byes_gone),
        {**_plain(desk, change.new, change.byes_new), "warnings": list(found.warnings)},
    )


def preview(rnd: Round, asked: Mapping[str, Any]) -> PodPreview:
    """Preview `edit` without writing. Raises the same refusals."""
    desk = drafts.desk_of(rnd)
    return drafts.preview(desk, _edited(desk, asked))


def _sitting(match: Match) -> tuple[int, ...]:
    return tuple(match.sides.order_by("order").values_list("seat__entry", flat=True))


def _number(kept: Mapping[tuple[int, ...], Match], wanted: Mapping[tuple[int, ...], core.DraftTable]) -> None:
    moved = [(match, wanted[who].table) for who, match in kept.items() if match.table_no != wanted[who].table]
    for at, (match, _table) in enumerate(moved):
        Match.objects.filter(pk=match.pk).update(table_no=ASIDE + at)
    for match, table in moved:
        Match.objects.filter(pk=match.pk).update(table_no=table)


def _edited(desk: PodDesk, asked: Mapping[str, Any]) -> core.PodDraft:
    """The draft after one edit."""
    wanted = {name: value for name, value in asked.items() if value is not None}
    if "fix" in wanted:
        raise Invalid("edit", _("At tables of three and more swap two players, or move one to another table."))
    if len(wanted) != 1 or not set(wanted) <= set(EDITS):
        raise Invalid("edit", _("One change at a time: swap, move, bye or table."))
    [(name, (entry, other))] = wanted.items()
    if name == "whole":
        whole: core.PodDraft = entry
        return whole
    shape, number = shape_of(desk.round.stage.settings), desk.number(entry)
    try:
        if name == "swap":
            return core.swap(desk.draft, number, desk.number(other))
        if name == "move":
            return core.move(desk.draft, number, _table(other), shape)
        if name == "bye":
            return core.give_bye(desk.draft, number, other, shape)
        return core.set_table(desk.draft, number, _table(other))
    except BadEdit as bad:
        raise Refusal(_refused(bad.code, entry, other, desk), bad.code) from bad


def _table(number: Any) -> int:
    if not isinstance(number, int) or not 1 <= number <= MOST_TABLE:
        raise Invalid("table", _("A table number from 1 to %(most)d.") % {"most": MOST_TABLE})
    return number


def _refused(code: str, entry: Entry, other: Any, desk: PodDesk) -> str:
    shape = shape_of(desk.round.stage.settings)
    said = {"a": entry.name, "n": other, "least": shape.least, "most": shape.most}
    return {
        "same_entry": _("Name two different entries."),
        "same_table": _("%(a)s sits at this table already."),
        "absent": _("Somebody named here has no place in this round."),
        "no_board": _("%(a)s has a bye and sits at no table."),
        "no_kind": _("A bye is pab, half, full or zero."),
        "no_table": _("There is no table %(n)s in this round."),
        "full": _("Table %(n)s is full: a table takes at most %(most)d. Swap two players instead."),
        "too_small": _("Too few would be left at that table: it takes at least %(least)d. Swap two players instead."),
    }[code] % said


def _remember_byes(desk: PodDesk, change: core.PodDifference, now: datetime, by: User | None, reason: str) -> None:
    """Store byes given by hand, so that pairing the round again keeps them; forget those taken away."""
    entries, number = desk.table.entries, desk.round.number
    gone = [entries[one].pk for one, _kind in change.byes_gone]
    ByeRequest.objects.filter(entry__in=gone, round_number=number).delete()
    ByeRequest.objects.bulk_create(
        ByeRequest(entry=entries[one], round_number=number, kind=kind, reason=reason[:200], by=by, at=now)
        for one, kind in change.byes_new
        if kind != Kind.PAB
    )


def _plain(desk: PodDesk, tables: Any, byes: Any) -> dict[str, Any]:
    """One side of a difference for the audit log, by public ids."""
    ids = {number: entry.public_id for number, entry in desk.table.entries.items()}
    return {
        "pods": [[one.table, *(ids[n] for n in one.seats)] for one in tables],
        "byes": [[ids[number], kind] for number, kind in byes],
    }
