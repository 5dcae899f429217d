"""The content of a tournament's page: who qualifies, the podium, honours, matches worth another look."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from audit.models import AuditEntry
from tournaments.event.selectors import finding
from tournaments.event.selectors.words import stage_name, stage_sentence
from tournaments.models import Entry, Match, MatchSide, MatchState, Round, StageEntry, StageState, Tournament
from tournaments.standings.selectors.standings import StandingRow

SHOWN = 12  # names of those who go on
PODIUM = 3


@dataclass(frozen=True, slots=True)
class GoesOn:
    """A stage in the order of play: its name, how it is played, and the entries that have qualified for it."""

    name: str
    words: str
    state: str
    state_words: str


@dataclass(frozen=True, slots=True)
class Place:
    """One of the first three: a name with the link to its card, and a line about it."""

    name: str
    link: str
    said: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure and what it counts."""

    figure: int
    words: str


@dataclass(frozen=True, slots=True)
class Honour:
    """An honour: its name, its winner, and the reason."""

    name: str
    entry: Entry
    figure: str


@dataclass(frozen=True, slots=True)
class Pick:
    """A match worth another look, and why; `has_deals` if it was played at a live table."""

    name: str
    match: Match
    result: str
    words: str
    has_deals: bool


@dataclass(frozen=True, slots=True)
class Honours:
    """The highlights of a finished tournament."""

    figures: Sequence[Figure]
    lines: Sequence[Honour]
    matches: Sequence[Pick]


def goes_on(tournament: Tournament) -> list[GoesOn]:
    """The stages of a tournament with several, each with the entries that have qualified for it, or when that is
    decided."""
    known = finding.stages(tournament)
    if len(known) < 2:
        return []
    by_pk = {stage.pk: stage for stage in known}
    through: dict[int, list[str]] = {}
    fed = [stage for stage in known if stage.source_id and stage.state != StageState.WAITING]
    for one in StageEntry.objects.filter(stage__in=fed).select_related("entry").order_by("seed") if fed else []:
        through.setdefault(one.stage_id, []).append(one.entry.name)
    found = []
    for stage in known:
        words = f"{stage_sentence(stage)}."
        if names := through.get(stage.pk):
            more = " …" if len(names) > SHOWN else ""
            words = f"{words} {_('Through:')} {', '.join(names[:SHOWN])}{more}"
        elif stage.source_id and stage.state == StageState.WAITING:
            words += " " + _("Decided when “%(name)s” is over.") % {"name": stage_name(by_pk[stage.source_id])}
        found.append(GoesOn(stage_name(stage), words, stage.state, stage.get_state_display()))
    return found


def podium(tournament: Tournament, rows: Sequence[StandingRow]) -> list[Place]:
    """The first three of the final standings."""
    return [
        Place(
            str(row.entry),
            reverse("tournaments:card", args=[tournament.slug, row.entry.public_id]),
            _said(row),
        )
        for row in rows[:PODIUM]
    ]


def _said(row: StandingRow) -> str:
    if row.reached:
        return row.reached
    said = {"points": row.points_text, "margin": _signed(row.margin)}
    if row.points_text == "1":
        return _("1 point, margin %(margin)s") % said
    return _("%(points)s points, margin %(margin)s") % said


def shared_words(tournament: Tournament, rows: Sequence[StandingRow]) -> str:
    """The line below a shared link: the winner, or a description of the tournament."""
    if tournament.is_over and rows:
        names = [row.entry.name for row in rows if row.place == 1]
        said = {"names": ", ".join(names), "n": getattr(tournament, "entry_count", len(rows))}
        return (_("Won by %(names)s. %(n)d players.") if names else _("Nobody has won. %(n)d players.")) % said
    stage = stage_sentence(finding.main_stage(tournament))
    where = f", {tournament.place}" if tournament.place else ""
    return f"{tournament.get_mode_display()}{where}: {stage}."


def honours(tournament: Tournament, rounds: Sequence[Round], rows: Sequence[StandingRow]) -> Honours:
    """Figures, honours and three matches, from the results of a finished tournament."""
    played = [
        match
        for match in finding.by_name(
            Match.objects.paired()
            .filter(round__stage__tournament=tournament, state=MatchState.OVER, result_kind="played")
            .select_related("round__stage")
        )
        if all(side.game_points is not None for side in match.sides.all())
    ]
    deals = sum(side.deals_won for match in played for side in match.sides.all())
    figures = [Figure(len(rounds), _("rounds")), Figure(len(played), _("matches played"))]
    figures += [Figure(deals, _("deals won and lost"))] if deals else []
    return Honours(figures if played else [], _lines(rows, played), _picks(played))


def _signed(number: int) -> str:
    """A figure with its sign."""
    return f"−{-number}" if number < 0 else f"+{number}"


def _lines(rows: Sequence[StandingRow], played: Sequence[Match]) -> list[Honour]:
    """Honours from the matches of all stages and the final standings; honours without a winner are left out."""
    if not rows:
        return []
    found = []
    margins, wins = Counter[int](), Counter[int]()
    for match in played:
        winner, second, *_more = sides = _ordered(match)
        for side in sides:
            margins[side.entry.pk] += side.margin
        wins[winner.entry.pk] += (winner.points or 0) > (second.points or 0)
    best = max(rows, key=lambda row: margins[row.entry.pk]).entry
    if margins[best.pk] > 0:
        found.append(Honour(_("Biggest margin"), best, _signed(margins[best.pk])))
    won = max(rows, key=lambda row: wins[row.entry.pk]).entry
    if wins[won.pk]:
        found.append(Honour(_("Most wins"), won, str(wins[won.pk])))
    climbed = max(rows, key=_climb)
    if _climb(climbed) > 0:
        said = {"start": climbed.entry.tpn, "place": climbed.place}
        found.append(Honour(_("Longest climb"), climbed.entry, _("%(start)d to %(place)d") % said))
    return found


def _climb(row: StandingRow) -> int:
    """How far an entry came up from its start number; a late one has its number from when it came."""
    return (row.entry.tpn or 0) - row.place if row.entry.joined_round <= 1 else 0


def _picks(played: Sequence[Match]) -> list[Pick]:
    """The closest match, the biggest win, and the upset by the ratings at entry; each match once."""
    found: list[Pick] = []
    ways: tuple[tuple[str, Callable[[Match], float | None]], ...] = (
        (_("Closest"), lambda match: -_difference(match) or None),
        (_("Biggest win"), _difference),
        (_("Upset"), _upset),
    )
    for name, worth in ways:
        left = [(worth(match), match) for match in played if match not in [one.match for one in found]]
        rated = [(value, match) for value, match in left if value is not None]
        if rated:
            found.append(_pick(name, max(rated, key=lambda one: (one[0], -one[1].pk))[1]))
    return found


def _ordered(match: Match) -> list[MatchSide]:
    """The sides by their scores, the winner first; level ones in the order of the table."""
    return sorted(match.sides.all(), key=lambda side: -(side.game_points or 0))


def _difference(match: Match) -> int:
    won, second, *_more = _ordered(match)
    return (won.game_points or 0) - (second.game_points or 0)


def _upset(match: Match) -> int | None:
    """The rating difference by which the winner was weaker than all others; None if the winner was not."""
    own, *others = [side.entry.rating_at_entry for side in _ordered(match)]
    known = [rating for rating in others if rating is not None]
    if own is None or len(known) < len(others) or not _difference(match):
        return None
    return min(known) - own if min(known) > own else None


def _pick(name: str, match: Match) -> Pick:
    result = ", ".join(f"{side.entry.name} {side.game_points}" for side in _ordered(match))
    words = _("Round %(n)d, table %(table)d.") % {"n": match.round.number, "table": match.table_no}
    if (gap := _upset(match)) is not None:
        words += " " + _("The winner was rated %(n)d lower.") % {"n": gap}
    return Pick(name, match, result, words, bool(match.table))


def why_reopened(tournament: Tournament) -> AuditEntry | None:
    """The act that last opened this tournament again after its end, with its reason, which everybody may read; None
    where that never happened."""
    acts = AuditEntry.objects.filter(target=f"tournament:{tournament.public_id}", action="tournament.reopen")
    return acts.order_by("-pk").first()
