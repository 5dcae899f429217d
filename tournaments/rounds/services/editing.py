"""Edit the draft of a round by hand, with checks at once and a reason for each warning; publish it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from tournaments.duplicate import services as duplicate
from tournaments.errors import Conflict, Invalid, NeedsReason, Refusal, ResultsSince
from tournaments.event.services import announcing, schedule
from tournaments.event.services.cancelled import refuse_cancelled
from tournaments.event.services.notices import tell
from tournaments.league.services import windows
from tournaments.matches.services.own_words import chosen_confirmation
from tournaments.models import GONE, ByeRequest, Entry, Round, RoundState
from tournaments.pairing import Kind, drafts
from tournaments.rounds import selectors
from tournaments.rounds.selectors import since
from tournaments.rounds.services import seating
from tournaments.standings.selectors import sure
from tournaments.teams.services import boards as teams_boards_services

EDITS = ("swap", "fix", "move", "bye", "table", "whole")
MOST_TABLE = 9_999


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of an edit: new objections, the change itself, all differences from the engine's proposal, and who
    sits at each new table, in the order of the seats."""

    warnings: tuple[str, ...]
    change: selectors.Changed
    from_engine: selectors.Changed
    seats: tuple[tuple[Entry, ...], ...]


@transaction.atomic
def edit_draft(
    *,
    rnd: Round,
    version: int,
    now: datetime,
    by: User | None = None,
    reason: str = "",
    **edit: Any,
) -> Round:
    """Change a draft: `swap` two entries (a pair of Entry), `fix` two where two meet, `move` (an entry and the table
    where it shall sit), `bye` (an entry and a kind), `table` (an entry and its table's number), `whole` (a draft in its
    place, and None); exactly one of them. Compare-and-swap on `version`: raises Conflict when it has changed.

    Where the change brings new warnings it needs a reason: raises NeedsReason, which lists them. Raises Refusal for an
    edit that makes no sense. Leaves an audit entry with what was there before and after.
    """
    rnd = claim(rnd, version, RoundState.DRAFT)
    desk = selectors.desk_of(rnd)
    after = _edited(desk, edit)
    preview = _preview(desk, after)
    if preview.warnings and not reason.strip():
        raise NeedsReason(_("This needs a reason."), preview.warnings)
    seating.write_tables(rnd, after, desk.table.entries)
    change = drafts.difference(desk.draft, after)
    _remember_byes(desk, change, now, by, reason)
    record_round(
        rnd,
        "round.edit",
        by,
        now,
        before=_plain(desk, change.gone, change.byes_gone),
        after={**_plain(desk, change.new, change.byes_new), "warnings": list(preview.warnings)},
        reason=reason.strip(),
    )
    return rnd


@transaction.atomic
def publish_round(
    *,
    rnd: Round,
    now: datetime,
    version: int | None = None,
    by: User | None = None,
    start_at: datetime | None = None,
    reason: str = "",
) -> Round:
    """Publish a draft, and schedule its start (`start_at`, else the time set for it, else now).
    Compare-and-swap on `version`, if given. Raises ResultsSince where results on which its pairs rest have come in
    since it was paired, unless a `reason` says why it is published all the same."""
    seen = version if version is not None else Round.objects.values_list("version", flat=True).get(pk=rnd.pk)
    rnd = claim(rnd, seen, RoundState.DRAFT)
    refuse_cancelled(rnd.stage.tournament)
    warnings = _seen_since(rnd, reason)
    start_at = start_at or rnd.starts_at or windows.opening(rnd, now)
    rnd.state, rnd.published_at, rnd.starts_at = RoundState.PUBLISHED, now, start_at
    rnd.confirmation = chosen_confirmation(rnd.stage.tournament)
    rnd.save(update_fields=["state", "published_at", "starts_at", "confirmation"])
    teams_boards_services.set_up(rnd)
    duplicate.seal_decks(rnd)
    record_round(
        rnd, "round.publish", by, now, after={"warnings": warnings} if warnings else None, reason=reason.strip()
    )
    announcing.announce_round(rnd, "round.published", now)
    windows.open_windows(rnd, now)
    schedule.plan_start(rnd, max(rnd.starts_at or now, now))
    schedule.plan_reminders(rnd, now)
    tell(f"round:{rnd.public_id}:published:{rnd.version}", "published", rnd, now, by=by)
    return rnd


def preview_edit(*, rnd: Round, **edit: Any) -> Preview:
    """Preview `edit_draft` without writing. Raises the same refusals."""
    desk = selectors.desk_of(rnd)
    return _preview(desk, _edited(desk, edit))


def draft_warnings(rnd: Round) -> list[str]:
    """The objections to the present draft, in words, and what has come in since it was paired: results, and entries
    that came or went."""
    desk = selectors.desk_of(rnd)
    said = since.words(since.results_since(desk))
    return [*([said] if said else ()), *selectors.draft_check(desk)[0]]


def claim(rnd: Round, version: int, state: str) -> Round:
    """Compare and swap: take the round in this state and version and increase its version; raises Conflict if it has
    changed."""
    taken = Round.objects.filter(pk=rnd.pk, version=version, state=state).update(version=version + 1)
    if not taken:
        raise Conflict(_("Round %(n)d has changed meanwhile: look again.") % {"n": rnd.number})
    return Round.objects.select_related("stage__tournament").get(pk=rnd.pk)


def record_round(rnd: Round, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    """An audit entry about a round."""
    target = f"tournament:{rnd.stage.tournament.public_id}/round:{rnd.number}"
    audit.record(actor=by, action=action, target=target, now=now, **facts)


def _seen_since(rnd: Round, reason: str) -> list[str]:
    """The warning about results that have come in since a draft was paired. Raises ResultsSince without a reason."""
    rounds = since.results_since(selectors.desk_of(rnd))
    warnings = [since.words(rounds)] if rounds else []
    if warnings and not reason.strip():
        raise ResultsSince(_("To publish it all the same, give a reason."), warnings, rounds)
    return warnings


def _edited(desk: selectors.Desk, edit: dict[str, Any]) -> drafts.Draft:
    """The draft after one edit."""
    wanted = {name: value for name, value in edit.items() if value is not None}
    if desk.round.stage.has_schedule and set(wanted) - {"table"}:
        raise Refusal(_("The pairs are fixed in this stage: only the tables can be set."), "fixed")
    if len(wanted) != 1 or not set(wanted) <= set(EDITS):
        raise Invalid("edit", _("One change at a time: swap, fix, move, bye or table."))
    [(name, (entry, other))] = wanted.items()
    try:
        return _in_order(desk, entry if name == "whole" else _changed(desk, name, desk.number(entry), other))
    except drafts.BadEdit as bad:
        raise Refusal(_refused(bad.code, entry, other, desk.measures.sizes), bad.code) from bad


def _changed(desk: selectors.Desk, name: str, number: int, other: Any) -> drafts.Draft:
    """The draft after an edit of this name, of an entry by its number. Raises BadEdit."""
    draft, sizes = desk.draft, desk.measures.sizes
    if name == "bye":
        return drafts.give_bye(draft, number, other, sizes)
    if name == "move":
        return drafts.move(draft, number, _table(other), sizes)
    if name == "table":
        return drafts.set_table(draft, number, _table(other))
    second = desk.number(other)
    if name == "fix":
        return drafts.fix(draft, number, second, sizes)
    if _is_in_order(desk) and frozenset((number, second)) in draft.sittings:
        raise drafts.BadEdit("same_pair")
    return drafts.swap(draft, number, second)


def _is_in_order(desk: selectors.Desk) -> bool:
    """Is the higher ranked of a pair the first? In `card`; elsewhere the places say who deals first."""
    return bool(desk.round.stage.settings.get("system") == "card")


def _in_order(desk: selectors.Desk, draft: drafts.Draft) -> drafts.Draft:
    """Put the higher ranked of each changed pair first, where they sit in that order."""
    if not _is_in_order(desk):
        return draft
    kept, score = {table.seats for table in desk.draft.tables}, desk.table.crosstable.score
    changed = [one for one in draft.tables if one.seats not in kept]
    ranked = [
        replace(one, seats=tuple(sorted(one.seats, key=lambda number: (-score(number), number)))) for one in changed
    ]
    tables = [*(one for one in draft.tables if one.seats in kept), *ranked]
    return replace(draft, tables=tuple(sorted(tables, key=lambda table: table.no)))


def _preview(desk: selectors.Desk, after: drafts.Draft) -> Preview:
    warnings = selectors.objection_words(desk.brought(after), desk.table)
    if said := sure.shortened(desk.round, desk.draft, after):
        warnings.append(said)
    change = drafts.difference(desk.draft, after)
    paired = [desk.table.entries[number] for one in change.new for number in one.seats]
    warnings += [_("%(name)s has left, and would be paired.") % {"name": one} for one in paired if one.status in GONE]
    return Preview(
        warnings=tuple(warnings),
        change=selectors.difference_words(change, desk.table),
        from_engine=selectors.difference_words(drafts.difference(desk.proposal, after), desk.table),
        seats=tuple(tuple(desk.table.entries[number] for number in one.seats) for one in change.new),
    )


def _remember_byes(
    desk: selectors.Desk, change: drafts.Difference, now: datetime, by: User | None, reason: str
) -> None:
    """Store byes given by hand, so that pairing the round again keeps them; forget those taken away."""
    entries = desk.table.entries
    gone = [entries[number].pk for number, _kind in change.byes_gone]
    ByeRequest.objects.filter(entry__in=gone, round_number=desk.round.number).delete()
    ByeRequest.objects.bulk_create(
        ByeRequest(
            entry=entries[number],
            round_number=desk.round.number,
            kind=kind,
            reason=reason.strip()[:200],
            by=by,
            at=now,
        )
        for number, kind in change.byes_new
        if kind != Kind.PAB
    )


def _table(number: Any) -> int:
    if not isinstance(number, int) or not 1 <= number <= MOST_TABLE:
        raise Invalid("table", _("A table number from 1 to %(most)d.") % {"most": MOST_TABLE})
    return number


def _refused(code: str, entry: Entry, other: Any, sizes: range) -> str:
    said = {"a": entry.name, "b": getattr(other, "name", ""), "n": other, "least": sizes[0], "most": sizes[-1]}
    return {
        "same_pair": _("%(a)s and %(b)s are one pair already."),
        "same_table": _("%(a)s sits at this table already."),
        "same_entry": _("Name two different entries."),
        "absent": _("Somebody named here has no place in this round."),
        "no_board": _("%(a)s has a bye and sits at no table."),
        "no_kind": _("A bye is pab, half, full or zero."),
        "no_fix": _("At tables of three and more swap two players, or move one to another table."),
        "no_table": _("There is no table %(n)s in this round."),
        "full": _("Table %(n)s is full: a table takes at most %(most)d. Swap two players instead."),
        "too_small": _("Too few would be left at that table: it takes at least %(least)d. Swap two players instead."),
    }[code] % said


def _plain(desk: selectors.Desk, tables: Iterable[drafts.Table], byes: Iterable[tuple[int, str]]) -> dict[str, Any]:
    """One side of a difference for the audit log, by public ids."""
    ids = {number: entry.public_id for number, entry in desk.table.entries.items()}
    return {
        "boards": [[one.no, *(ids[number] for number in one.seats)] for one in tables],
        "byes": [[ids[number], kind] for number, kind in byes],
    }
