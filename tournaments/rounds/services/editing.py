"""Edit the draft of a round by hand, with checks at once and a reason for each warning; publish it."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from tournaments.duplicate import services as duplicate
from tournaments.errors import Conflict, Invalid, NeedsReason, Refusal
from tournaments.event.services import announcing, schedule
from tournaments.event.services.cancelled import refuse_cancelled
from tournaments.event.services.notices import tell
from tournaments.formats import FORMATS
from tournaments.league.services import windows
from tournaments.matches.services.own_words import chosen_confirmation
from tournaments.models import ByeRequest, Entry, Round, RoundState
from tournaments.pairing import Kind, drafts
from tournaments.pods.selectors import drafts as pod_drafts
from tournaments.pods.selectors.drafts import PodPreview
from tournaments.pods.services import seating
from tournaments.rounds import selectors
from tournaments.rounds.services import boards as boards_services
from tournaments.standings.selectors import sure
from tournaments.teams.services import boards as teams_boards_services

MOST_TABLE = 9_999


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of an edit: new objections, the change itself, and all differences from the engine's proposal."""

    warnings: tuple[str, ...]
    change: selectors.Changed
    from_engine: selectors.Changed


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
    """Change a draft: `swap` or `fix` two entries (a pair of Entry), `bye` (an entry and a kind), `table` (an entry and
    its table), at tables of three and more also `move` (an entry and the table where it shall sit), `whole` (a draft in
    its place, and None); exactly one of them. Compare-and-swap on `version`: raises Conflict when it has changed.

    Where the change brings new warnings it needs a reason: raises NeedsReason, which lists them. Raises Refusal for an
    edit that makes no sense. Leaves an audit entry with what was there before and after.
    """
    rnd = claim(rnd, version, RoundState.DRAFT)
    if not rnd.stage.is_of_two:
        done = seating.edit(rnd, edit, now, by, reason.strip())
        record_round(rnd, "round.edit", by, now, before=done.before, after=done.after, reason=reason.strip())
        return rnd
    desk = selectors.desk_of(rnd)
    after = _edited(desk, edit)
    preview = _preview(desk, after)
    if preview.warnings and not reason.strip():
        raise NeedsReason(_("This needs a reason."), preview.warnings)
    boards_services.write_boards(rnd, after, desk.table.entries)
    change = drafts.difference(desk.draft, after)
    _remember_byes(desk, change, now, by, reason)
    record_round(
        rnd,
        "round.edit",
        by,
        now,
        before=_plain(desk, change.gone, change.byes_gone, change.moved, 0),
        after={**_plain(desk, change.new, change.byes_new, change.moved, 1), "warnings": list(preview.warnings)},
        reason=reason.strip(),
    )
    return rnd


@transaction.atomic
def publish_round(
    *, rnd: Round, now: datetime, version: int | None = None, by: User | None = None, start_at: datetime | None = None
) -> Round:
    """Publish a draft, and schedule its start (`start_at`, else the time set for it, else now).
    Compare-and-swap on `version`, if given."""
    seen = version if version is not None else Round.objects.values_list("version", flat=True).get(pk=rnd.pk)
    rnd = claim(rnd, seen, RoundState.DRAFT)
    refuse_cancelled(rnd.stage.tournament)
    start_at = start_at or rnd.starts_at or windows.opening(rnd, now)
    rnd.state, rnd.published_at, rnd.starts_at = RoundState.PUBLISHED, now, start_at
    rnd.confirmation = chosen_confirmation(rnd.stage.tournament)
    rnd.save(update_fields=["state", "published_at", "starts_at", "confirmation"])
    teams_boards_services.set_up(rnd)
    duplicate.seal_decks(rnd)
    record_round(rnd, "round.publish", by, now)
    announcing.announce_round(rnd, "round.published", now)
    windows.open_windows(rnd, now)
    schedule.plan_start(rnd, max(rnd.starts_at or now, now))
    schedule.plan_reminders(rnd, now)
    tell(f"round:{rnd.public_id}:published:{rnd.version}", "published", rnd, now, by=by)
    return rnd


def preview_edit(*, rnd: Round, **edit: Any) -> Preview | PodPreview:
    """Preview `edit_draft` without writing. Raises the same refusals."""
    if not rnd.stage.is_of_two:
        return seating.preview(rnd, edit)
    desk = selectors.desk_of(rnd)
    return _preview(desk, _edited(desk, edit))


def draft_warnings(rnd: Round) -> list[str]:
    """The objections to the present draft, in words, and the entries that came or went since it was paired."""
    if not rnd.stage.is_of_two:
        return pod_drafts.draft_check(pod_drafts.desk_of(rnd))[0]
    return selectors.draft_check(selectors.desk_of(rnd))[0]


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


def _edited(desk: selectors.Desk, edit: dict[str, Any]) -> drafts.Draft:
    """The draft after one edit."""
    wanted = {name: value for name, value in edit.items() if value is not None}
    if FORMATS[desk.round.stage.format].is_fixed and set(wanted) & {"swap", "fix", "bye", "whole"}:
        raise Refusal(_("The pairs are fixed in this stage: only the tables can be set."), "fixed")
    if len(wanted) != 1 or not set(wanted) <= {"swap", "fix", "bye", "table", "whole"}:
        raise Invalid("edit", _("One change at a time: swap, fix, bye or table."))
    [(name, (entry, other))] = wanted.items()
    if name == "whole":
        return _in_order(desk, entry)
    number = desk.number(entry)
    try:
        if name == "bye":
            return drafts.give_bye(desk.draft, number, other)
        if name == "table":
            return drafts.set_table(desk.draft, number, _table(other))
        second = desk.number(other)
        if name == "swap" and _is_same_pair(desk, number, second):
            raise drafts.BadEdit("same_pair")
        return _in_order(desk, (drafts.swap if name == "swap" else drafts.fix)(desk.draft, number, second))
    except drafts.BadEdit as bad:
        raise Refusal(_refused(bad.code, entry, other), bad.code) from bad


def _in_order(desk: selectors.Desk, draft: drafts.Draft) -> drafts.Draft:
    """Put the higher ranked of each pair first in `card`; in `dutch`, where the places say who deals first, change
    nothing."""
    if desk.round.stage.settings.get("system", "card") != "card":
        return draft
    score = desk.table.crosstable.score
    turned = [board for board in draft.boards if board in desk.draft.boards]
    for board in (board for board in draft.boards if board not in desk.draft.boards):
        first, second = sorted((board.first, board.second), key=lambda number: (-score(number), number))
        turned.append(replace(board, first=first, second=second))
    return drafts.Draft(tuple(sorted(turned, key=lambda board: board.table)), draft.byes)


def _is_same_pair(desk: selectors.Desk, one: int, other: int) -> bool:
    is_card = desk.round.stage.settings.get("system", "card") == "card"
    return is_card and frozenset((one, other)) in desk.draft.pairs


def _preview(desk: selectors.Desk, after: drafts.Draft) -> Preview:
    proposal = desk.proposal or desk.draft
    warnings = selectors.objection_words(desk.brought(after), desk.table)
    if said := sure.shortened(desk.round, desk.draft, after):
        warnings.append(said)
    return Preview(
        warnings=tuple(warnings),
        change=selectors.difference_words(drafts.difference(desk.draft, after), desk.table),
        from_engine=selectors.difference_words(drafts.difference(proposal, after), desk.table),
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


def _refused(code: str, entry: Entry, other: Any) -> str:
    said = {"a": entry.name, "b": getattr(other, "name", "")}
    return {
        "same_pair": _("%(a)s and %(b)s are one pair already."),
        "same_entry": _("Name two different entries."),
        "absent": _("Somebody named here has no place in this round."),
        "no_board": _("%(a)s has a bye and sits at no table."),
        "no_kind": _("A bye is pab, half, full or zero."),
    }[code] % said


def _plain(desk: selectors.Desk, pairs: Any, byes: Any, moved: Any, end: int) -> dict[str, Any]:
    """One side of a difference for the audit log, by public ids."""
    ids = {number: entry.public_id for number, entry in desk.table.entries.items()}
    there = [*pairs, *(two[end] for two in moved)]
    return {
        "boards": [[board.table, ids[board.first], ids[board.second]] for board in there],
        "byes": [[ids[number], kind] for number, kind in byes],
    }
