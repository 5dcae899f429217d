"""Reads for officials: the steps of the evening, and the number of tasks that wait at the desk."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.corrections.selectors.misplaced import has_corrections, rulings_due
from tournaments.desk import selectors as desk
from tournaments.event.selectors.finding import places_taken, stages
from tournaments.models import Match, MatchState, Round, RoundState, Stage, StageState, Tournament, TournamentState
from tournaments.stages.selectors import round_names
from tournaments.standings.selectors.rows import facts

AHEAD = 9  # more rounds to come are not drawn


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the evening: its name, its page, whether it is done, and a few words under it; `short` is the name
    where there is little room. A step without a page is to come."""

    key: str
    name: str
    link: str
    is_done: bool
    detail: str = ""
    is_now: bool = False
    short: str = ""


def night(
    tournament: Tournament, rounds: Sequence[Round], *, with_steps: bool = True, with_counts: bool = True
) -> dict[str, Any]:
    """The steps of the evening, and the number of open tasks at the desk: calls while the tournament runs, appeals
    always."""
    calls, waiting = desk.waiting(tournament, any(rnd.state == RoundState.RUNNING for rnd in rounds))
    return {
        "steps": steps(tournament, rounds, with_counts) if with_steps else [],
        "entered": _entered(tournament),
        "open_calls": calls if tournament.state == TournamentState.RUNNING else 0,
        "open_appeals": waiting,
    }


def steps(tournament: Tournament, rounds: Sequence[Round], with_counts: bool = True) -> list[Step]:
    """The steps of the evening in order; the first that is not done is the present step. `rounds` are all of the
    tournament, drafts too; `with_counts` reads how many results each has."""
    rounds = sorted(rounds, key=lambda rnd: rnd.number)
    is_open, slug = tournament.state == TournamentState.OPEN, tournament.slug
    entered, here = (getattr(tournament, key, None) for key in ("entry_count", "here_count"))
    found = [
        Step(
            "entries",
            _("Entries"),
            reverse("tournaments:entries", args=[slug]),
            _has_entries(tournament),
            _("%(n)d entered") % {"n": entered} if entered else "",
        ),
        Step(
            "checkin",
            _("Check-in"),
            reverse("tournaments:checkin", args=[slug]),
            not is_open,
            _("%(n)d here") % {"n": here} if here else "",
        ),
    ]
    known = stages(tournament)
    if any(stage.has_challenges for stage in known):
        link = reverse("tournaments:organise-ladder", args=[slug])
        found.append(Step("ladder", _("Ladder"), link, tournament.state == TournamentState.FINISHED))
        return _with_now([*found, *_times(known, slug), *_table(tournament)])
    found += _rounds(tournament, rounds, known, _counted(tournament) if with_counts and rounds else {})
    found += _times(known, slug)
    found += [_cut(known, source, slug) for source in _sources(known) if not _has_begun(known, source)]
    are_over = all(one.is_done for one in found)
    return _with_now([*found, *_rulings(tournament, known, are_over), *_table(tournament)])


def _with_now(found: Sequence[Step]) -> list[Step]:
    """These steps, of which the first open one with a page is marked as the present step."""
    now = next((n for n, one in enumerate(found) if not one.is_done and one.link), None)
    return [replace(one, is_now=n == now) for n, one in enumerate(found)]


def _rounds(
    tournament: Tournament, rounds: Sequence[Round], known: Sequence[Stage], counted: Mapping[int, tuple[int, int]]
) -> list[Step]:
    """A step for each round: a draft leads to its pairings, a published one to its results. After them the rounds that
    are still to be paired, the first with a page where the next one is due. Who goes on stands before the first round
    of the stages that follow."""
    found: list[Step] = []
    named = round_names(tournament, rounds)
    sources, cuts = {stage.pk: stage.source_id for stage in known}, _sources(known)
    for rnd in rounds:
        if (source := sources[rnd.stage_id]) in cuts:
            cuts.remove(source)
            found.append(_cut(known, source, tournament.slug))
        name = named.get(rnd.number, "")
        found.append(_round(tournament, rnd, *counted.get(rnd.number, (0, 0)), name=name))
    if tournament.is_over:
        return found
    found += [_cut(known, source, tournament.slug) for source in cuts if _has_begun(known, source)]
    number = rounds[-1].number if rounds else 0
    is_due = not rounds or rounds[-1].is_over
    begun = [stage for stage in known if stage.state != StageState.WAITING] or list(known[:1])
    to_come = max(sum(facts.rounds_of(stage) for stage in begun) - len(rounds), int(not rounds))
    for n in range(number + 1, number + 1 + min(to_come, AHEAD)):
        has_page = n == number + 1 and is_due
        link = reverse("tournaments:pairings", args=[tournament.slug, n]) if has_page else ""
        name, short = (words % {"n": n} for words in _round_names())
        found.append(Step("round", named.get(n, name), link, False, _("to pair"), short=short))
    return found


def _sources(known: Sequence[Stage]) -> list[int]:
    """The stages (by key) that others follow, in order."""
    return list(dict.fromkeys(stage.source_id for stage in known if stage.source_id is not None))


def _after(known: Sequence[Stage], source: int) -> list[Stage]:
    return [stage for stage in known if stage.source_id == source]


def _has_begun(known: Sequence[Stage], source: int) -> bool:
    return any(stage.state != StageState.WAITING for stage in _after(known, source))


def _cut(known: Sequence[Stage], source: int, slug: str) -> Step:
    """The step in which it is decided who goes on from a stage; done when nothing that follows it waits."""
    is_done = all(stage.state != StageState.WAITING for stage in _after(known, source))
    return Step("stages", _("Who goes on"), reverse("tournaments:stages", args=[slug]), is_done)


def _round(tournament: Tournament, rnd: Round, over: int, of: int, name: str) -> Step:
    is_draft = rnd.state == RoundState.DRAFT
    link = reverse(f"tournaments:{'pairings' if is_draft else 'results'}", args=[tournament.slug, rnd.number])
    said = {"over": over, "of": of}
    detail = _("a draft") if is_draft else _("%(over)d of %(of)d results") % said if of else ""
    if over == of and of and not is_draft:
        detail = ngettext("%(of)d result", "%(of)d results", of) % said
    plain, short = (words % {"n": rnd.number} for words in _round_names())
    return Step("round", name or plain, link, rnd.is_over, detail, short=short)


def _round_names() -> tuple[str, str]:
    return _("Round %(n)d"), _("R%(n)d")


def _counted(tournament: Tournament) -> Mapping[int, tuple[int, int]]:
    """For each round (by number) the number of tables that are over, and of all tables."""
    over = Count("pk", filter=Q(state=MatchState.OVER))
    found = Match.objects.paired().filter(round__stage__tournament=tournament).order_by()
    rows = found.values_list("round__number").annotate(over=over, of=Count("pk"))
    return {number: (done, of) for number, done, of in rows}


def _times(known: Sequence[Stage], slug: str) -> list[Step]:
    """The step in which players agree on the times of their matches."""
    is_due = any(stage.has_windows and stage.state == StageState.RUNNING for stage in known)
    return [Step("times", _("Times"), reverse("tournaments:times", args=[slug]), False)] if is_due else []


def _rulings(tournament: Tournament, known: Sequence[Stage], are_over: bool) -> list[Step]:
    """The step of rulings, only after a correction; done once the steps before it `are_over` and nothing is to rule."""
    if not any(stage.disputed or stage.has_bracket for stage in known) or not has_corrections(tournament):
        return []
    link = reverse("tournaments:rulings", args=[tournament.slug])
    return [Step("rulings", _("Rulings"), link, are_over and not rulings_due(tournament))]


def _table(tournament: Tournament) -> list[Step]:
    link = reverse("tournaments:standings", args=[tournament.slug])
    is_done = tournament.state == TournamentState.FINISHED
    return [Step("standings", _("Standings"), link, is_done, "" if is_done else _("to confirm"))]


def _has_entries(tournament: Tournament) -> bool:
    return bool(_entered(tournament))


def _entered(tournament: Tournament) -> int:
    counted = getattr(tournament, "entry_count", None)  # by `finding.tournaments`
    return places_taken(tournament) if counted is None else int(counted)
