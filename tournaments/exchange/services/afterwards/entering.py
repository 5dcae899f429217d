"""Enter an evening that was played without the site as a finished tournament of a club, all of it or nothing."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from clubs.models import Club
from games import engine
from tournaments.entries.services import entering, partner_names, spreadsheets
from tournaments.entries.services.roster import Problem
from tournaments.errors import Conflict, Invalid, Refusal, require_plannable
from tournaments.event.selectors.finding import round_matches
from tournaments.event.services import creating
from tournaments.event.services.acts import record_tournament
from tournaments.exchange.services.afterwards import entered_before, table_lines
from tournaments.exchange.services.afterwards.table_lines import Evening, TableLine
from tournaments.matches.services.own_words import NONE
from tournaments.models import Entry, Match, Mode, Round, RoundState, Stage, Tournament
from tournaments.pairing import Kind, drafts
from tournaments.results.services import recording as match_results
from tournaments.rounds.services import running, seating
from tournaments.stages.services import progression as stages


@dataclass(frozen=True, slots=True)
class EveningLine:
    """The meaning of one line: the table of a round, in words."""

    line: int
    round: int
    table_no: int
    text: str


@dataclass(frozen=True, slots=True)
class EveningReport:
    """What an evening contains. With any problem it is not entered. `new_people` are the names that the club does not
    know yet; `entered` is a tournament that already holds the same evening; `text` is the list as it was read, to be
    sent again on acceptance."""

    lines: tuple[EveningLine, ...]
    problems: tuple[Problem, ...]
    rounds: int
    new_people: tuple[str, ...]
    digest: str
    text: str
    guessed: str = ""
    tournament: Tournament | None = None
    entered: Tournament | None = None

    @property
    def is_clean(self) -> bool:
        """Can it be accepted?"""
        return not self.problems


Sides = dict[tuple[str, ...], Entry]


def enter_evening(
    *,
    club: Club,
    name: str,
    variant: str,
    data: str | bytes,
    now: datetime,
    by: User | None,
    held_at: datetime | None = None,
    table_points: str = "",
    rated: bool = False,
    dry_run: bool = True,
    seen: str = "",
    once_more: bool = False,
) -> EveningReport:
    """Make a finished tournament of `club` from the tables of an evening, one game a line (`table_lines.read`), played
    at `held_at` (default: now). People are members of the club by name, else new. Every result is entered as an
    official enters it, even at the official's own table, where it says whose word it is; the rounds are closed, and can
    be corrected as any others. `table_points` is the points table of tables of three and more, as for a new tournament.
    Only if it is to be `rated` do the results go to the ratings, as if played now.

    The same evening is entered a second time only with `once_more`: two short evenings may be alike.

    Problems name their line. Raises Refusal for an evening that is entered already, and where `rated` is asked for a
    club that is not approved; Conflict when `seen` is the digest of something else, Invalid for another field, such as
    a day that is still to come.
    """
    if rated and not club.is_approved:
        words = _("The events of this club are not rated yet: the site’s staff have not approved it.")
        raise Refusal(words, "unapproved")
    require_plannable("held_at", held_at)
    if held_at is not None and held_at > now:
        raise Invalid("held_at", _("An evening is entered when it is over: choose a day that has come."))
    name = creating.checked(name, variant, Mode.IN_PERSON, club.timezone, {})
    evening = table_lines.read(data, engine.VARIANTS[variant])
    if evening.problems:
        return _report(evening, evening.problems, (), "")
    with transaction.atomic(), audit.written_last() as entries:
        tournament = _open(club, name, variant, evening, held_at or now, table_points, now, by)
        sides, new_people = _enter(tournament, evening, now, by)
        stage = _begin(tournament, evening, rated, now, by)
        problems = _play(stage, evening, sides, held_at or now, now, by)
        digest = _digest(evening, new_people, name, variant, held_at, table_points)
        if seen and seen != digest:
            raise Conflict(_("The evening, or who is a member, has changed since you looked: look again."))
        entered = None if problems else entered_before.the_same(tournament, held_at or now)
        if entered is not None and not dry_run and not once_more:
            words = _("This evening is entered already, as %(name)s: the same day, tables and scores.")
            raise Refusal(words % {"name": entered.name}, "entered_already")
        is_done = not dry_run and not problems
        if is_done:
            _close(stage, evening, digest, now, by)
        else:
            entries.clear()
            transaction.set_rollback(True)
    made = Tournament.objects.get(pk=tournament.pk) if is_done else None
    return _report(evening, problems, new_people, digest, made, entered)


def _open(
    club: Club,
    name: str,
    variant: str,
    evening: Evening,
    held_at: datetime,
    table_points: str,
    now: datetime,
    by: User | None,
) -> Tournament:
    options: dict[str, Any] = {"rounds": evening.rounds}
    template = "swiss"
    if engine.VARIANTS[variant].seating.name not in ("two", "teams"):
        template = "pod_swiss"
        sizes = [len(table.sides) for table in evening.tables]
        usual = max(sizes, key=lambda size: (sizes.count(size), -size))
        options |= {"seats": usual, "seats_least": min(sizes), "seats_most": max(sizes)}
        options |= {"table_points": table_points} if table_points else {}
    return creating.create_tournament(
        club=club,
        name=name,
        variant=variant,
        by=by,
        now=now,
        mode=Mode.IN_PERSON,
        starts_at=held_at,
        template=template,
        options=options,
        settings={"confirmation": NONE, "automatic": False},
    )


def _enter(tournament: Tournament, evening: Evening, now: datetime, by: User | None) -> tuple[Sides, tuple[str, ...]]:
    """Enter everybody, partners as one entry, all checked in; returns the entry of each side, and the unknown
    people."""
    called = {side: side[0] if len(side) == 1 else partner_names.joined(side) for side in evening.people()}
    rows = [(name, called[side] if len(side) > 1 else "") for side in called for name in side]
    text = spreadsheets.to_csv(("name", "team"), rows)
    report = entering.import_entries(tournament=tournament, text=text, dry_run=False, now=now, by=by)
    if report.problems:
        raise Invalid("text", " ".join(problem.text for problem in report.problems))
    entering.check_in_all(tournament=tournament, now=now, by=by)
    entering.number_entries(tournament, 1)
    made = tournament.entries.order_by("pk")  # as the sides are named
    new_people = tuple(line.name for line in report.lines if line.status in ("new", "alike"))
    return dict(zip(called, made, strict=True)), new_people


def _begin(tournament: Tournament, evening: Evening, rated: bool, now: datetime, by: User | None) -> Stage:
    tournament = stages.begin(tournament=tournament, now=now, by=by)
    if not rated:
        tournament.settings = {**tournament.settings, "unrated_rounds": evening.rounds}
        tournament.save(update_fields=["settings"])
    return tournament.stages.select_related("tournament").get(number=1)


def _play(
    stage: Stage, evening: Evening, sides: Sides, held_at: datetime, now: datetime, by: User | None
) -> list[Problem]:
    """Write the rounds, and enter the result of each table; returns the results that the rules do not allow."""
    entries = {entry.tpn or 0: entry for entry in sides.values()}
    problems = []
    for number, tables in _by_round(evening).items():
        moments = dict.fromkeys(("paired_at", "published_at", "started_at"), held_at)
        rnd = Round.objects.create(stage=stage, number=number, state=RoundState.RUNNING, **moments)
        seated = [tuple(sides[side].tpn or 0 for side in table.sides) for table in tables]
        for table, row in zip(tables, _written(rnd, seated, entries), strict=True):
            try:
                _record(row, table, now, by)
            except Refusal as refusal:
                problems.append(Problem(table.line, str(refusal)))
    return problems


def _close(stage: Stage, evening: Evening, digest: str, now: datetime, by: User | None) -> None:
    """Close the rounds, and end the tournament, because the person who enters the evening has seen its standings."""
    for rnd in stage.rounds.order_by("number"):
        running.close_round(rnd=rnd, now=now, by=by)
    after = {"digest": digest, "tables": len(evening.tables), "rounds": evening.rounds}
    record_tournament(stage.tournament, "tournament.evening", by, now, after=after)
    stages.finish(tournament=stage.tournament, now=now, by=by)


def _by_round(evening: Evening) -> dict[int, list[TableLine]]:
    return {n: [one for one in evening.tables if one.round == n] for n in range(1, evening.rounds + 1)}


Seated = Sequence[tuple[int, ...]]


def _written(rnd: Round, seated: Seated, entries: Mapping[int, Entry]) -> list[Match]:
    """The tables of a round as rows, in their order."""
    seating.write_tables(rnd, drafts.numbered(seated, _away(seated, entries)), entries)
    return round_matches(rnd)


def _away(seated: Seated, entries: Mapping[int, Entry]) -> dict[int, str]:
    """The entries that did not play in this round."""
    here = {number for table in seated for number in table}
    return {number: Kind.ZERO.value for number in entries if number not in here}


def _record(match: Match, table: TableLine, now: datetime, by: User | None) -> None:
    facts: dict[str, Any] = {"match": match, "now": now, "by": by, "deals": table.deals, "is_afterwards": True}
    facts["places" if table.is_by_places else "points"] = table.figures
    match_results.record_result(**facts)


def _digest(evening: Evening, new_people: Sequence[str], *facts: Any) -> str:
    """A short digest of what was shown, which is sent back on acceptance."""
    tables = [(one.line, one.round, one.text) for one in evening.tables]
    return hashlib.sha256(repr((tables, tuple(new_people), *map(str, facts))).encode()).hexdigest()[:16]


def _report(
    evening: Evening,
    problems: Sequence[Problem],
    new_people: tuple[str, ...],
    digest: str,
    tournament: Tournament | None = None,
    entered: Tournament | None = None,
) -> EveningReport:
    lines = [
        EveningLine(table.line, number, no, table.text)
        for number, tables in _by_round(evening).items()
        for no, table in enumerate(tables, 1)
    ]
    return EveningReport(
        lines=tuple(lines),
        problems=tuple(sorted(problems, key=lambda problem: problem.line)),
        rounds=evening.rounds,
        new_people=new_people,
        digest=digest,
        text=evening.text,
        guessed=evening.guessed,
        tournament=tournament,
        entered=entered,
    )
