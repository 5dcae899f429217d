"""Whole evenings by services alone: any combination on offer, played to its end with short sittings by house players,
or with score sheets and typed results in person."""

from dataclasses import dataclass

from django.db import transaction

from duework import services as duework
from games import engine
from games.engine import DealEntry
from games.models import Status, Table
from tests.games import sittings
from tests.games.live import live_tables
from tests.tournaments.ladders.climb import Climb
from tournaments.duplicate import services as duplicate
from tournaments.entries.services import entering
from tournaments.event.selectors import combining, entry_sizes
from tournaments.event.services import creating
from tournaments.formats import FORMATS, TEMPLATES, stages_of
from tournaments.models import Match, MatchState, StageState, Tournament
from tournaments.results.selectors import score_sheets as sheets
from tournaments.results.services import recording, score_sheets
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings
from tournaments.standings.selectors.rows import facts
from tournaments.tables import services as tables

LENGTHS = ("game", "best_of:3", "match:120", "hollywood", "deals:2")  # one of each kind that is offered, short
PLACES = ("online", "in_person")
SHORT = {  # a game of one deal or two
    "pad": {"target": 1},
    "columns": {"target": 1},
    "colours": {"suit_target": 1},
    "pairwise": {"target": 20},
    "sides": {"target": 20},
    "partnership": {"team_target": 20},
}
OPTIONS = {
    "swiss": {"rounds": 1},
    "duplicate_swiss": {"rounds": 1},
    "team_swiss": {"rounds": 1, "boards": 2, "reserves": 0},
    "team_round_robin": {"boards": 2, "reserves": 0},
    "swiss_cut": {"rounds": 1, "advance": 2},
    "groups_cut": {"groups": 2, "per_group": 1},
}
FEW = ("team_swiss", "team_round_robin", "round_robin", "league", "swiss", "duplicate_swiss")  # two entries are enough


@dataclass(frozen=True)
class Combination:
    """What an evening is made of."""

    variant: str
    template: str
    length: str
    place: str

    @property
    def options(self) -> dict:
        return {**OPTIONS.get(self.template, {}), "length": self.length}

    @property
    def is_offered(self) -> bool:
        """Does the site offer it?"""
        specs = stages_of(self.template, OPTIONS.get(self.template, {}))
        found = [(spec.format, {"length": self.length}) for spec in specs]
        return combining.refusal(self.variant, stages=found, place=self.place) is None

    def __str__(self) -> str:
        return f"{self.variant} {self.template} {self.length} {self.place}"


def all_combinations() -> list[Combination]:
    """Every combination of preset, format, length and place, offered or not."""
    return [
        Combination(variant, template, length, place)
        for variant in sorted(engine.VARIANTS)
        for template in TEMPLATES
        for length in LENGTHS
        for place in PLACES
    ]


def few_combinations() -> list[Combination]:
    """Of those that are offered: each preset with each length at each place, and with each format, once; the formats go
    round. Several hundred."""
    offered = [one for one in all_combinations() if one.is_offered]
    by_key: dict[tuple[str, ...], list[Combination]] = {}
    for one in offered:
        by_key.setdefault((one.variant, one.length, one.place), []).append(one)
    kept = {key: ours[turn % len(ours)] for turn, (key, ours) in enumerate(by_key.items())}
    met = {(one.variant, one.template) for one in kept.values()}
    for one in offered:
        if (one.variant, one.template) not in met:
            met.add((one.variant, one.template))
            kept[one.variant, one.template] = one
    return list(kept.values())


class WholeEvening:
    """An evening from its creation to its last standings."""

    def __init__(self, club, organiser, clock, one: Combination, **settings) -> None:
        self.organiser, self.clock, self.one = organiser, clock, one
        settings = {"pace": "fast", "clock": None, "aids": "none", **settings}
        settings |= {"house_level": "novice"} if one.place == "online" else {}
        self.tournament: Tournament = creating.create_tournament(
            club=club, name=str(one)[:100], by=organiser, now=clock(), variant=one.variant, template=one.template,
            options=one.options, mode=one.place, settings={**settings, "automatic": False, "rated_house": True},
        )  # fmt: skip

    def play(self) -> Tournament:
        """Enter, begin, play every stage to its end; the tournament is over then."""
        self._enter(2 if self.one.template in FEW else 4)
        stages.begin(tournament=self.tournament, now=self.clock(), by=self.organiser)
        while self._is_running():
            self.clock.later(minutes=1)
            for stage in self.tournament.stages.filter(state=StageState.RUNNING).select_related("tournament"):
                if stage.has_challenges:
                    self._climb()
                elif facts.next_step(stage).step == "pair":
                    self._round(stage)
            for stage in self.tournament.stages.filter(state=StageState.WAITING, source__state=StageState.FINISHED):
                seen = stages.preview_cut(stage=stage)
                stages.cut_stage(stage=stage, digest=seen.digest, by=self.organiser, now=self.clock())
        return self.tournament

    def _is_running(self) -> bool:
        """Is something still to be played? Once nothing is, the standings are confirmed."""
        self.tournament.refresh_from_db()
        if standings.is_end_due(self.tournament):
            stages.finish(tournament=self.tournament, by=self.organiser, now=self.clock())
            self.tournament.refresh_from_db()
        return self.tournament.state == "running"

    def _enter(self, count: int) -> None:
        size = entry_sizes.size_of(self.tournament).least
        people = [(f"P{n:02d}", k) for n in range(1, count + 1) for k in range(size)]
        lines = [f"{name}x{k},{name}x{k}@example.org,{name if size > 1 else ''}" for name, k in people]
        if size == 1:
            lines = [f"Player {n:02d},p{n}@example.org," for n in range(1, count + 1)]
        text = "\n".join(["name,email,team", *lines])
        report = entering.import_entries(tournament=self.tournament, text=text, dry_run=False, now=self.clock())
        assert report.is_done, report.problems
        entering.check_in_all(tournament=self.tournament, now=self.clock(), by=self.organiser)

    def _round(self, stage) -> None:
        act = {"by": self.organiser}
        rnd = drafts.pair_round(stage=stage, now=self.clock(), **act)
        editing.publish_round(rnd=rnd, now=self.clock(), **act)
        running.start_round(rnd=rnd, now=self.clock())
        for match in rnd.matches.paired().exclude(state=MatchState.OVER).order_by("table_no"):
            self.play_match(match)
        running.close_round(rnd=rnd, now=self.clock.later(seconds=30))
        while duework.sweep(now=self.clock()):
            pass

    def _climb(self) -> None:
        """One challenge, and the ladder is ended."""
        climb = Climb(self.tournament, self.organiser, self.clock)
        climb.entry = lambda n: self.tournament.entries.get(tpn=n)  # type: ignore[method-assign]  # for this tournament
        self.play_match(climb.accept(climb.challenge(2, 1)))
        climb.later(seconds=30)
        stages.finish(tournament=self.tournament, now=self.clock(), by=self.organiser)

    def play_match(self, match: Match) -> None:
        """One match at live tables, with its sheet, or typed."""
        match = Match.objects.select_related("round__stage__tournament").get(pk=match.pk)
        if self.one.place == "online":
            self._at_tables(match)
        elif not match.is_of_two:
            places = [1] + [2] * (match.sides.count() - 1)  # what a chouette can come to, too
            recording.record_result(match=match, places=places, by=self.organiser, now=self.clock())
        elif FORMATS[match.round.stage.format].has_decks:
            duplicate.record_decks(match=match, deals={(1, 0): 20, (2, 0): -10}, now=self.clock(), by=self.organiser)
        elif found := list(match.boards.all()):
            for board in found:
                recording.record_result(match=board, winner=0, now=self.clock(), by=self.organiser)
        elif sheets.takes_deals(match):
            self._on_sheet(match)
        else:
            recording.record_result(match=match, winner=0, now=self.clock(), by=self.organiser)

    def _at_tables(self, match: Match) -> None:
        if match.state == MatchState.PAIRED and not match.boards.exists():
            with transaction.atomic():
                tables.open_for_match(match, self.clock())
        self._sit_out([board.table for board in match.boards.all()] or [match.table])

    def _sit_out(self, names: list[str]) -> None:
        for table in Table.objects.filter(public_id__in=names, status=Status.PLAYING):
            short = {} if table.settings.get("decks") else SHORT.get(engine.VARIANTS[table.rules].sheet.name, {})
            options = {**short, **table.options}  # a length that lays no target over the rules keeps its own
            Table.objects.filter(pk=table.pk).update(options=options)
            sittings.play_out(Table.objects.get(pk=table.pk), level="novice")
        self.clock.now = max(self.clock.now, live_tables.now())  # tables live by the true time

    def _on_sheet(self, match: Match) -> None:
        version, sheet = 0, sheets.score_sheet(match)
        while not sheet.is_over:
            sheet = score_sheets.enter_deal(
                match=match,
                entry=deal_of(sheet.rules, len(sheet.sitters), sheet.book.closed),
                key=str(version),
                version=version,
                now=self.clock(),
            )
            version += 1
        score_sheets.send_sheet(match=match, version=version, now=self.clock(), by=self.organiser, is_final=True)


def deal_of(rules: engine.RuleSet, seats: int, closed: str = "") -> DealEntry:
    """A deal that seat A, or A's team at every board, wins, as it is written down by these rules."""
    if rules.seating.name == "teams":
        return DealEntry(how="boards", boards=(DealEntry(how="gin", seat=0, counts=(0, 60)),) * (seats // 2))
    if rules.kernel.name == "conquian":
        return DealEntry(how="out", seat=0)
    if rules.kernel.name == "colonel":
        return DealEntry(how="out", seat=0, counts=(0, 40), laid=(60, 10) if _asks_laid(rules) else None)
    asked = {"upcard": engine.parse_card("7H")} if engine.asks_upcard(rules) else {}
    if rules.sheet.name == "colours":
        asked["suits"] = "".join(suit for suit in engine.SUITS if suit not in closed)[:3]
    others = rules.seating.numbers(rules)[0] - 1 if rules.kernel.name == "royal" else 1
    return DealEntry(how="gin", seat=0, counts=(0, *(60,) * others), **asked)


def _asks_laid(rules: engine.RuleSet) -> bool:
    return rules.scoring == "meld_minus_hand"
