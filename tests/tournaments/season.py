"""A season of club evenings: one clock, one seeded source of chance, twenty-four players, and the acts of an evening's
desk."""

import random
from collections.abc import Callable, Iterable
from typing import Any

from duework import services as duework
from games.models import Status, Table
from games.services import tables
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.event.services import creating
from tournaments.models import Entry, Match, MatchState, Round, Stage, StageState, Tournament
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing
from tournaments.rounds.services import running as rounds_running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings
from tournaments.standings.selectors.rows import facts

NAMES = (
    "Ana", "Bo", "Chen", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kai", "Lea",
    "Milo", "Nina", "Otto", "Pia", "Quin", "Rosa", "Sami", "Tess", "Udo", "Vera", "Wes", "Yara",
)  # fmt: skip
STRENGTH = {name: 1900 - 25 * n for n, name in enumerate(NAMES)}
Result = dict[str, Any]
Told = Callable[[int, str, str], Result | None]  # round, first, second: a result that is not left to the cards


def nothing(number: int, first: str, second: str) -> Result | None:
    """All is left to the cards."""
    return None


def stays_away(name: str) -> Told:
    """Somebody is paired and does not come: a forfeit by the director's word."""

    def told(number: int, first: str, second: str) -> Result | None:
        return {"kind": "forfeit", "winner": int(first == name)} if name in (first, second) else None

    return told


class Season:
    """A club, who runs it, and the chance by which its cards fall: the same season at every run."""

    def __init__(self, club, organiser, clock) -> None:
        self.club, self.organiser, self.clock = club, organiser, clock
        self.chance = random.Random("Tuesday Knockers, 2026")
        self.evenings: list[Tournament] = []

    def evening(self, name: str, roster: Iterable[str], **conditions: Any) -> "Evening":
        """A week later: a tournament from a template, its roster looked at first and then accepted."""
        self.clock.later(days=7)
        conditions = {"mode": "in_person", "variant": "gin-rummy-com", **conditions}
        tournament = creating.create_tournament(
            club=self.club, name=name, by=self.organiser, now=self.clock(), **conditions
        )
        self.evenings.append(tournament)
        lines = [f"{one},{STRENGTH[one]},{one.lower()}@example.org" for one in roster]
        take = {"tournament": tournament, "text": "\n".join(["name,rating,email", *lines]), "by": self.organiser}
        seen = entering.import_entries(dry_run=True, now=self.clock(), **take)
        done = entering.import_entries(dry_run=False, now=self.clock(), seen=seen.digest, **take)
        assert (seen.is_clean, done.entered) == (True, len(lines))
        return Evening(self, tournament)

    def sitting(self, first: str, second: str, deals: int = 0) -> Result:
        """The result of a match as the cards fall: to 100 points, or so many deals; the stronger wins more of them."""
        odds = 1 / (1 + 10 ** ((STRENGTH[second] - STRENGTH[first]) / 800))
        points, won = [0, 0], [0, 0]
        while sum(won) < deals if deals else max(points) < 100:
            side = int(self.chance.random() > odds)
            points[side] += self.chance.randint(3, 43)
            won[side] += 1
        return {"points": tuple(points), "deals": sum(won), "deals_won": tuple(won)}


class Evening:
    """The desk of one tournament, and its players: everybody does what they may, by the services of the pages."""

    def __init__(self, season: Season, tournament: Tournament) -> None:
        self.season, self.tournament = season, tournament
        self.organiser, self.clock = season.organiser, season.clock

    # ---- people

    def entry(self, name: str) -> Entry:
        """Somebody's entry, freshly read."""
        return self.tournament.entries.get(name=name)

    def begin(self, away: Iterable[str] = ()) -> "Evening":
        """Everybody but those `away` checks in, each by themselves; the organiser begins."""
        for entry in self.tournament.entries.exclude(name__in=list(away)):
            entering.check_in(entry=entry, by=entry.members.get().user, now=self.clock())
        stages.begin(tournament=self.tournament, now=self.clock(), by=self.organiser)
        return self

    def comes_late(self, name: str) -> Entry:
        """A late entry, written down at the desk and checked in."""
        act = {"by": self.organiser, "now": self.clock()}
        email = f"{name.lower()}@example.org"
        entry = entering.enter(tournament=self.tournament, name=name, email=email, rating=STRENGTH[name], **act)
        return entering.check_in(entry=entry, **act)

    def leaves(self, name: str, reason: str = "") -> None:
        """Somebody goes home for good."""
        entering.withdraw(entry=self.entry(name), by=self.organiser, now=self.clock(), reason=reason)

    # ---- rounds

    def rounds(self, count: int) -> list[Round]:
        """So many rounds of the stage that runs."""
        return [self.round() for _ in range(count)]

    def round(self, told: Told = nothing, stage: Stage | None = None) -> Round:
        """One round of a stage (of the one that runs) from its draft to its close."""
        return self.play(self.draft(stage), told)

    def draft(self, stage: Stage | None = None) -> Round:
        """Pair the next round of a stage, for officials only."""
        stage = stage or finding.main_stage(self.tournament)
        return drafts.pair_round(stage=stage, now=self.clock.later(minutes=1), by=self.organiser)

    def play(self, rnd: Round, told: Told = nothing) -> Round:
        """Publish a draft, start it, enter all results (the `told` ones; the rest as the cards fall), close it."""
        rnd = editing.publish_round(rnd=rnd, now=self.clock(), by=self.organiser)
        rounds_running.start_round(rnd=rnd, now=self.clock(), by=self.organiser)
        for match in finding.round_matches(rnd):
            if match.state != MatchState.OVER:
                self._finish(match, told(match.round.number, *self.names(match)))
        rounds_running.close_round(rnd=rnd, now=self.clock.later(minutes=25), by=self.organiser)
        self.tournament.refresh_from_db()
        rnd.refresh_from_db()
        return rnd

    def play_out(self) -> "Evening":
        """Round after round of every stage that runs, until somebody must choose who goes on, or all is over."""
        running = self.tournament.stages.filter(state=StageState.RUNNING)
        while due := [stage for stage in running.all() if facts.next_step(stage).step == "pair"]:
            for stage in due:
                self.round(stage=stage)
        return self

    def cut(self) -> list[str]:
        """Look at who goes on to the next stage, and confirm it; their names in the order of the seeds."""
        stage = self.tournament.stages.filter(state=StageState.WAITING).first()
        seen = stages.preview_cut(stage=stage)
        stages.cut_stage(stage=stage, digest=seen.digest, by=self.organiser, now=self.clock())
        return [line.entry.name for line in seen.lines]

    def end(self) -> "Evening":
        """The lights go out: the club's machine does what is due, the organiser confirms, the tournament is over."""
        while duework.sweep(now=self.clock()):
            pass
        self.tournament.refresh_from_db()
        if standings.is_end_due(self.tournament):
            stages.finish(tournament=self.tournament, now=self.clock(), by=self.organiser)
            self.tournament.refresh_from_db()
        assert self.tournament.state == "finished"
        return self

    def _finish(self, match: Match, told: Result | None) -> None:
        """A live table ends by itself; in person a player reports and the other agrees, or the desk enters it."""
        if match.state == MatchState.PLAYING:
            self.end_table(match)
            return
        names, act = self.names(match), {"match": match, "now": self.clock.later(seconds=20)}
        length = match.length or match.round.stage.settings["length"]
        result = told or self.season.sitting(*names, deals=int(length.split(":")[1]) if "deals" in length else 0)
        if told or self.season.chance.random() < 0.5:
            recording.record_result(by=self.organiser, **act, **result)
            return
        first, second = (side.entry.members.get().user for side in match.sides.all())
        recording.record_result(by=first, is_final=False, **act, **result)
        recording.confirm_result(by=second, **act)

    def end_table(self, match: Match) -> None:
        """The live table of a match is over, as its actor would write it."""
        found = self.season.sitting(*self.names(match))
        first, second = found["points"]
        result = {
            "winner": int(second > first), "how": "played", "points": [first, second], "totals": [first, second],
            "net": [first - second, second - first], "deals": found["deals"], "deals_won": list(found["deals_won"]),
            "shutout": not min(first, second),
        }  # fmt: skip
        now, table = self.clock.later(minutes=20), Table.objects.get(public_id=match.table)
        Table.objects.filter(pk=table.pk).update(status=Status.OVER, result=result, finished_at=now)
        tables.report(table.pk, now)

    # ---- looking

    def names(self, match: Match) -> list[str]:
        """Who sits at a match, first and second."""
        return [side.entry.name for side in match.sides.order_by("order")]

    def pairs(self, rnd: Round) -> list[list[str]]:
        """Who meets in a round, table by table."""
        return [self.names(match) for match in rnd.matches.order_by("table_no")]

    def byes(self, rnd: Round) -> dict[str, str]:
        """Who has which bye in a round."""
        return {bye.seat.entry.name: bye.kind for bye in finding.round_byes(rnd)}

    def match(self, number: int, name: str) -> Match:
        """Somebody's match in a round."""
        return Match.objects.get(
            round__stage__tournament=self.tournament, round__number=number, sides__seat__entry__name=name
        )

    def table(self) -> dict[str, standings.StandingRow]:
        """The standings by name, in their order."""
        return {row.entry.name: row for row in standings.standings(self.tournament)}
