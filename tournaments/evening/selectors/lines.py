"""The players of the evening, those who need something first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.evening.selectors import rows
from tournaments.event.selectors import finding
from tournaments.formats import FORMATS
from tournaments.models import (
    GONE,
    Bye,
    ByeRequest,
    Entry,
    EntryStatus,
    Match,
    MatchState,
    Round,
    StageState,
    Tournament,
    TournamentState,
)
from tournaments.pairing.bracket import State
from tournaments.rounds.services.requests import Offer
from tournaments.standings.selectors import standings
from tournaments.standings.selectors.rows import facts
from tournaments.standings.selectors.words import bye_name

OPEN = (State.WAITING, State.READY)  # matches of a bracket that are still to be decided


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A player of tonight: the `badge` that shows a problem, where they sit (`words`), and their points, with the stage
    of these points if several have begun. The lines stand by `rank`, the lowest first."""

    entry: Entry
    badge: str = ""
    words: str = ""
    points: standings.StagePoints | None = None
    rank: int = 9
    offer: Offer | None = None  # half points for a late one


def lines_of(
    tournament: Tournament, rnd: Round | None, tables: Sequence[Match], late: Mapping[int, Offer]
) -> list[Line]:
    """The players: first those with a problem (gone from an open table, late, asked for a bye, not here, waiting), then
    those who still play, those whose table is done, those with a bye in this round or who came after it was paired,
    those who play no more, and those who are gone. After the end they stand by their places."""
    if tournament.state == TournamentState.FINISHED:
        return _by_place(tournament)
    number = (rnd.number if rnd else 0) + 1
    asked = {
        one.entry_id: one
        for one in ByeRequest.objects.filter(entry__tournament=tournament, round_number__gte=number).order_by(
            "-round_number"
        )
    }
    seated = {entry.pk: table for table in tables for entry in table.entries}
    byes = dict(Bye.objects.filter(seat__round=rnd).values_list("seat__entry", "kind")) if tables else {}
    is_begun = tournament.state != TournamentState.OPEN
    out = _out(tournament) if tables else {}
    is_past = rnd is not None and rnd.stage.state == StageState.FINISHED  # its tables are those of the stage before
    points = standings.points_now(tournament) if is_begun else {}
    is_foreseen = bool(tables) and number <= standings.rounds_foreseen(tournament)
    found = []
    for entry in finding.entrants(tournament):
        offer = late.get(entry.pk) if rows.is_new(entry.joined_round, rnd) else None
        table, is_out = seated.get(entry.pk), entry.pk in out
        said = _problem(entry, offer, asked.get(entry.pk), table)
        if said is None and table is not None and not (is_past and is_out):
            rank = 4 if table.state == MatchState.OVER else 3
            said = "", _("table %(n)d") % {"n": table.table_no}, rank
        elif said is None and entry.pk in byes:
            said = "", bye_name(byes[entry.pk]), 5
        elif said is None and is_out:
            said = "", out[entry.pk], 6
        elif said is None and is_foreseen:
            said = "", _("from round %(n)d") % {"n": number}, 5
        badge, words, rank = said or ("", "", 9)
        found.append(Line(entry=entry, badge=badge, words=words, points=points.get(entry.pk), rank=rank, offer=offer))
    return sorted(found, key=lambda one: one.rank)


def _problem(
    entry: Entry, offer: Offer | None, asked: ByeRequest | None, table: Match | None
) -> tuple[str, str, int] | None:
    """The badge, the words and the rank of a player who needs something first; None for another."""
    if offer is not None:
        return _("Late"), _("from round %(n)d") % {"n": entry.joined_round}, -1
    if asked is not None:
        return _("Bye"), _("round %(n)d: %(kind)s") % {"n": asked.round_number, "kind": bye_name(asked.kind)}, 0
    is_gone = entry.status in GONE
    if is_gone and table is not None and table.state != MatchState.OVER:
        return str(entry.get_status_display()), _("table %(n)d is open") % {"n": table.table_no}, -2
    if is_gone or entry.status in (EntryStatus.WAITING, EntryStatus.ABSENT):
        return str(entry.get_status_display()), "", 8 if is_gone else 2
    return None if entry.status == EntryStatus.CHECKED_IN else (_("not here yet"), "", 1)


def _out(tournament: Tournament) -> dict[int, str]:
    """Who plays in no later round, by entry (its key), in words: knocked out of a bracket, or not among those who went
    on to the stages that run."""
    running = [stage for stage in finding.stages(tournament) if stage.state == StageState.RUNNING]
    if not running or not all(FORMATS[stage.format].is_fixed or stage.source_id for stage in running):
        return {}
    fields = {stage: dict(stage.field.values_list("entry", "seed")) for stage in running}
    found: dict[int, str] = {}
    if any(stage.source_id for stage in running):
        everybody = tournament.entries.values_list("pk", flat=True)
        found = {pk: _("did not go on") for pk in everybody if not any(pk in seeds for seeds in fields.values())}
    for stage, seeds in fields.items():
        if (tree := facts.bracket_of(stage, facts.tree_facts(stage))) is not None:
            left = {side for tie in tree.matches if tie.state in OPEN for side in tie.sides if side}
            found |= {pk: _("knocked out") for pk, seed in seeds.items() if seed not in left}
    return found


def _by_place(tournament: Tournament) -> list[Line]:
    points = standings.points_now(tournament)
    return [
        Line(entry=row.entry, badge=_("place %(n)d") % {"n": row.place}, points=points.get(row.entry.pk))
        for row in standings.standings(tournament)
    ]
