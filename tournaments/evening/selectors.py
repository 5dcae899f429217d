"""Reads for officials: the steps of the evening, and how much waits at the desk."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.corrections.selectors.misplaced import has_corrections, rulings_due
from tournaments.desk import selectors as desk
from tournaments.event.selectors.finding import stages
from tournaments.models import Round, RoundState, Stage, StageState, Tournament, TournamentState
from tournaments.standings.selectors.rows import stage_table


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the evening: its name, its page, whether it is done."""

    key: str
    name: str
    link: str
    is_done: bool


def night(tournament: Tournament, rounds: Sequence[Round]) -> dict[str, Any]:
    """The steps of the night, and how much waits at the desk: calls while the tournament runs, appeals always."""
    calls, waiting = desk.waiting(tournament, any(rnd.state == RoundState.RUNNING for rnd in rounds))
    return {
        "steps": steps(tournament, rounds),
        "open_calls": calls if tournament.state == TournamentState.RUNNING else 0,
        "open_appeals": waiting,
    }


def steps(tournament: Tournament, rounds: Sequence[Round]) -> list[Step]:
    """The steps of the night, one page each; `rounds` are all of the tournament in order, drafts too."""
    rounds = sorted(rounds, key=lambda rnd: rnd.number)
    current = rounds[-1] if rounds else None
    number = current.number if current else 1
    is_open, state = tournament.state == TournamentState.OPEN, current.state if current else ""
    slug = tournament.slug
    found = [
        Step("entries", _("Entries"), reverse("tournaments:entries", args=[slug]), _has_entries(tournament)),
        Step("checkin", _("Check-in"), reverse("tournaments:checkin", args=[slug]), not is_open),
    ]
    known = stages(tournament)
    if any(stage.has_challenges for stage in known):
        link = reverse("tournaments:organise-ladder", args=[slug])
        found.append(Step("ladder", _("Ladder"), link, tournament.state == TournamentState.FINISHED))
        return [*found, *_times(known, slug), *_table(tournament)]
    open_rounds = [(one.number, one.state) for one in rounds[:-1] if one.state not in stage_table.DONE]
    for n, at in [*open_rounds, (number, state)]:
        link = reverse("tournaments:pairings", args=[slug, n])
        found.append(Step("pairings", _("Pairings %(n)d") % {"n": n}, link, at not in ("", RoundState.DRAFT)))
        if at not in ("", RoundState.DRAFT):
            link = reverse("tournaments:results", args=[slug, n])
            found.append(Step("results", _("Results %(n)d") % {"n": n}, link, at in stage_table.DONE))
    found += _times(known, slug)
    if len(known) > 1:
        is_done = all(stage.state != StageState.WAITING for stage in known)
        found.append(Step("stages", _("Who goes on"), reverse("tournaments:stages", args=[slug]), is_done))
    return [*found, *_rulings(tournament, known), *_table(tournament)]


def _times(known: Sequence[Stage], slug: str) -> list[Step]:
    """The step of times, where players agree on the times of their matches."""
    is_due = any(stage.has_windows and stage.state == StageState.RUNNING for stage in known)
    return [Step("times", _("Times"), reverse("tournaments:times", args=[slug]), False)] if is_due else []


def _rulings(tournament: Tournament, known: Sequence[Stage]) -> list[Step]:
    """The step of rulings, only after a correction."""
    if not any(stage.disputed or stage.has_bracket for stage in known) or not has_corrections(tournament):
        return []
    link = reverse("tournaments:rulings", args=[tournament.slug])
    return [Step("rulings", _("Rulings"), link, not rulings_due(tournament))]


def _table(tournament: Tournament) -> list[Step]:
    link = reverse("tournaments:standings", args=[tournament.slug])
    return [Step("standings", _("Standings"), link, tournament.state == TournamentState.FINISHED)]


def _has_entries(tournament: Tournament) -> bool:
    counted = getattr(tournament, "entry_count", None)  # by `finding.tournaments`
    return tournament.entries.exists() if counted is None else bool(counted)
