"""What officials see: their tournaments, the steps of the night, why a round is paired so, the crosstable."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from clubs import selectors as clubs
from clubs.models import Club
from tournaments.models import Round, RoundState, Stage, StageState, Tournament, TournamentState
from tournaments.pairing import Kind, Result, points_table
from tournaments.selectors import crosstables
from tournaments.selectors.drafts import Desk
from tournaments.selectors.finding import tournaments
from tournaments.selectors.misplaced import has_corrections, rulings_due
from tournaments.selectors.standing import StandingRow, main_stage, overall_with_facts, stages
from tournaments.selectors.whys import PairWhy, explained, names_then, whys
from tournaments.selectors.words import points_text


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the night: what it is called, where it is done, whether it is behind us."""

    key: str
    name: str
    link: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one entry in the crosstable."""

    text: str
    title: str


@dataclass(frozen=True, slots=True)
class CrosstableLine:
    """A line of the crosstable: the standing and one cell a round."""

    row: StandingRow
    cells: tuple[Cell, ...]


def directed_by(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """The tournaments of the clubs where this person is an official."""
    if not isinstance(user, User):
        return Tournament.objects.none()
    if user.is_superuser:
        return tournaments()
    return tournaments().filter(
        club__in=Club.objects.filter(memberships__user=user, memberships__role__in=clubs.DIRECTORS)
    )


def organised_by(user: User | AnonymousUser) -> QuerySet[Club]:
    """The clubs for which this person may create tournaments."""
    return Club.objects.order_by("name") if user.is_superuser else clubs.organised_by(user)


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
    open_rounds = [(one.number, one.state) for one in rounds[:-1] if one.state not in crosstables.DONE]
    for n, at in [*open_rounds, (number, state)]:
        link = reverse("tournaments:pairings", args=[slug, n])
        found.append(Step("pairings", _("Pairings %(n)d") % {"n": n}, link, at not in ("", RoundState.DRAFT)))
        if at not in ("", RoundState.DRAFT):
            link = reverse("tournaments:results", args=[slug, n])
            found.append(Step("results", _("Results %(n)d") % {"n": n}, link, at in crosstables.DONE))
    found += _times(known, slug)
    if len(known) > 1:
        is_done = all(stage.state != StageState.WAITING for stage in known)
        found.append(Step("stages", _("Who goes on"), reverse("tournaments:stages", args=[slug]), is_done))
    return [*found, *_rulings(tournament, known), *_table(tournament)]


def _times(known: Sequence[Stage], slug: str) -> list[Step]:
    """Where the players settle on times the director sees them all."""
    is_due = any(stage.has_windows and stage.state == StageState.RUNNING for stage in known)
    return [Step("times", _("Times"), reverse("tournaments:times", args=[slug]), False)] if is_due else []


def _rulings(tournament: Tournament, known: Sequence[Stage]) -> list[Step]:
    """What a correction has made doubtful; nothing before there was one."""
    if not any(stage.disputed or stage.has_bracket for stage in known) or not has_corrections(tournament):
        return []
    link = reverse("tournaments:rulings", args=[tournament.slug])
    return [Step("rulings", _("Rulings"), link, not rulings_due(tournament))]


def _table(tournament: Tournament) -> list[Step]:
    link = reverse("tournaments:standings", args=[tournament.slug])
    return [Step("standings", _("Standings"), link, tournament.state == TournamentState.FINISHED)]


def _has_entries(tournament: Tournament) -> bool:
    counted = getattr(tournament, "entry_count", None)  # by `selectors.tournaments`
    return tournament.entries.exists() if counted is None else bool(counted)


def whys_of(rnd: Round, at: Desk | None = None) -> list[PairWhy]:
    """Why each pair of a round, in words; of a draft with what its desk has read already."""
    unit = points_table(rnd.stage.settings["points"]).unit
    if at is None:
        return whys(rnd, unit)
    return explained(at.run.trace, at.names_then, unit) if at.run else []


def pairing_log(rnd: Round) -> dict[str, Any]:
    """Everything that the engine saw and answered for a round, with names."""
    kept = ("engine", "version", "input", "output", "trace")
    runs = [
        {
            "at": run.at.isoformat(),
            "names": {number: entry.name for number, entry in names_then(run, rnd.stage).items()},
            **{key: getattr(run, key) for key in kept},
        }
        for run in rnd.runs.all()
    ]
    return {"tournament": rnd.stage.tournament.name, "round": rnd.number, "runs": runs}


def crosstable_lines(tournament: Tournament, stage: Stage | None = None) -> list[CrosstableLine]:
    """The crosstable of a stage (the one played now unless said) in order of the standings."""
    stage = stage or main_stage(tournament)
    rows, found = overall_with_facts(stage)
    table = crosstables.StageTable(found.facts.crosstable, found.entries, {})
    numbers = {entry.pk: number for number, entry in table.entries.items()}
    places = {numbers[row.entry.pk]: n for n, row in enumerate(rows, 1)}
    unit = table.crosstable.table.unit
    return [
        CrosstableLine(
            row,
            tuple(_cell(result, places, table, unit) for result in table.crosstable.results(numbers[row.entry.pk])),
        )
        for row in rows
    ]


def _cell(result: Result, places: dict[int, int], table: crosstables.StageTable, unit: int) -> Cell:
    if result.opponent:
        sign = "f" if result.kind in (Kind.FORFEIT, Kind.DOUBLE_FORFEIT) else ""
        opponent = table.entries[result.opponent].name
        title = _("%(points)s against %(name)s, margin %(margin)d")
        said = {"points": points_text(result.points, unit), "name": opponent, "margin": result.margin}
        return Cell(f"{points_text(result.points, unit)}{sign} · {places[result.opponent]}", title % said)
    words = {Kind.PAB: _("bye"), Kind.HALF: _("half bye"), Kind.FULL: _("full bye")}
    word = words.get(result.kind, _("absent"))
    return Cell(points_text(result.points, unit) if result.points else "–", word)
