"""Tournaments, stages, entries, rounds and matches. Constraints carry the truth: one seat an entry and round."""

import secrets
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import new_public_id
from clubs.models import Club
from games import engine
from games.models import NAME_LETTERS, rules_name
from tournaments.formats import FORMATS
from tournaments.models.announcements import Announcement as Announcement
from tournaments.models.announcements import CalendarKey as CalendarKey
from tournaments.models.appointments import Appointment as Appointment
from tournaments.models.appointments import AppointmentState as AppointmentState
from tournaments.models.appointments import Proposal as Proposal
from tournaments.models.appointments import ProposalState as ProposalState
from tournaments.models.boards import LineUpPlace as LineUpPlace
from tournaments.models.boards import noted as noted
from tournaments.models.cases import BY_PLAYERS as BY_PLAYERS
from tournaments.models.cases import SETTLED_BY_RESULT as SETTLED_BY_RESULT
from tournaments.models.cases import Case as Case
from tournaments.models.cases import CaseKind as CaseKind
from tournaments.models.cases import TableRuling as TableRuling
from tournaments.models.duplicate import DeckScore as DeckScore
from tournaments.models.duplicate import RoundDeck as RoundDeck
from tournaments.models.jobs import OPEN_JOBS as OPEN_JOBS
from tournaments.models.jobs import JobState as JobState
from tournaments.models.jobs import PairingJob as PairingJob
from tournaments.models.ladders import GOING_ON as GOING_ON
from tournaments.models.ladders import Challenge as Challenge
from tournaments.models.ladders import ChallengeState as ChallengeState
from tournaments.models.ladders import LadderEvent as LadderEvent
from tournaments.models.open_events import Arena as Arena
from tournaments.models.open_events import ArenaGame as ArenaGame
from tournaments.models.open_events import ArenaPlayer as ArenaPlayer
from tournaments.models.open_events import SitAndGo as SitAndGo
from tournaments.models.open_events import SitAndGoKind as SitAndGoKind
from tournaments.models.open_events import SitAndGoPlace as SitAndGoPlace
from tournaments.models.prizes import PrizeList as PrizeList
from tournaments.models.records import ByeRequest as ByeRequest
from tournaments.models.records import HistoryElsewhere as HistoryElsewhere
from tournaments.models.records import PairingRun as PairingRun
from tournaments.models.records import PairRule as PairRule
from tournaments.models.records import Payment as Payment
from tournaments.models.records import Ruling as Ruling
from tournaments.models.records import SheetLine as SheetLine
from tournaments.models.records import SlipReport as SlipReport
from tournaments.models.seasons import Season as Season
from tournaments.models.seasons import SeasonEvent as SeasonEvent
from tournaments.models.seasons import Trophy as Trophy
from tournaments.models.seasons import TrophyKind as TrophyKind


def new_seed() -> str:
    """The seed for drawing lots in a stage: drawn once, public, never changed."""
    return secrets.token_hex(8)


class TournamentState(models.TextChoices):
    """The states of a tournament: open for entries, being played, over, cancelled."""

    OPEN = "open", _("open for entries")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


OVER = (TournamentState.FINISHED, TournamentState.CANCELLED)  # nothing is played, entered or left any more


class Mode(models.TextChoices):
    """Where the matches are played."""

    ONLINE = "online", _("online, at live tables")
    IN_PERSON = "in_person", _("in person")
    MIXED = "mixed", _("in person and online mixed")


class Tournament(models.Model):
    """A competition of a club in one variant. `settings` are its conditions: house_level, pace, aids, clock,
    spectators, delay … as `tournaments.event.settings.SETTINGS` has them. `is_rated` says whether its club
    was approved when it began, `cancel_reason` why it was called off. Evenings that were made together as a series have
    the same `series`. `rules_called` is the club's name for the rules where they are its own, `rules_are_rated` whether
    it rates what is played by them."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=120)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    variant = models.CharField(_("rules"), max_length=engine.KEY_LETTERS)
    rules_called = models.CharField(max_length=NAME_LETTERS, blank=True, default="", db_default="")
    rules_are_rated = models.BooleanField(default=True, db_default=True)
    mode = models.CharField(_("played"), max_length=10, choices=Mode.choices, default=Mode.ONLINE)
    timezone = models.CharField(_("time zone"), max_length=60, default="UTC")
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    place = models.CharField(_("place"), max_length=120, blank=True, default="")
    state = models.CharField(max_length=10, choices=TournamentState.choices, default=TournamentState.OPEN)
    settings = models.JSONField(default=dict, blank=True)
    is_rated = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    cancel_reason = models.CharField(max_length=200, blank=True, default="", db_default="")
    series = models.CharField(max_length=12, blank=True, default="", db_default="", editable=False)

    class Meta:
        indexes = [models.Index(fields=["state", "-starts_at"], name="tournaments_by_state")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Is the tournament finished or cancelled, so that nothing can be played or entered any more?"""
        return self.state in OVER

    @property
    def counts(self) -> bool:
        """Do its matches count for ratings: is its club approved, was it when the tournament began, and is it more than
        a friendly?"""
        return self.is_rated and self.rules_are_rated and self.club.is_approved and not self.is_friendly

    @property
    def is_friendly(self) -> bool:
        """Did its organisers choose that it counts for no rating?"""
        return bool(self.settings.get("rating") == "friendly")

    @property
    def rules_name(self) -> str:
        """The name of the rules."""
        return self.rules_called or rules_name(self.variant)

    @property
    def zone(self) -> ZoneInfo:
        """The tournament's time zone."""
        return ZoneInfo(self.timezone)


class StageState(models.TextChoices):
    """The states of a stage: waiting for its start (or for its source), being played, over."""

    WAITING = "waiting", _("to come")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


class Stage(models.Model):
    """A part of a tournament with one format. `settings`: rounds, system, order, points, tiebreaks, length and what its
    format asks for; `source` is the stage that feeds it, `feed` says whom it takes from there (tournaments.formats).
    `version` counts how often its field was drawn up or taken back, or it was opened again. `disputed` says who should
    play in it after a correction (`in`, `out`: public ids of entries) until an official lets its field stand."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(_("name"), max_length=60, blank=True, default="")
    format = models.CharField(max_length=40, default="swiss")  # found by key in tournaments.formats
    state = models.CharField(max_length=10, choices=StageState.choices, default=StageState.WAITING)
    settings = models.JSONField(default=dict)
    source = models.ForeignKey("self", null=True, blank=True, on_delete=models.RESTRICT, related_name="followers")
    feed = models.JSONField(default=dict, blank=True)
    disputed = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)
    seed = models.CharField(max_length=32, default=new_seed)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_per_number")]

    def __str__(self) -> str:
        return f"{self.tournament}, stage {self.number}"

    @property
    def has_bracket(self) -> bool:
        """Are its matches places of a bracket?"""
        return FORMATS[self.format].has_slots

    @property
    def has_windows(self) -> bool:
        """Do the players agree on the times of their matches?"""
        return FORMATS[self.format].has_windows

    @property
    def has_challenges(self) -> bool:
        """Do the players challenge each other, so that nobody is paired?"""
        return FORMATS[self.format].has_challenges

    @property
    def is_of_two(self) -> bool:
        """Do two sides meet in each match, so that one wins, rather than three and more who each get a place?"""
        return "table_points" not in self.settings

    @property
    def has_schedule(self) -> bool:
        """Does a schedule say who meets whom, so that of a draft only the tables can be set?"""
        return FORMATS[self.format].has_schedule

    @property
    def takes_byes(self) -> bool:
        """Is each round paired by itself, so that an entry can ask for a bye?"""
        return not FORMATS[self.format].is_fixed and not self.has_challenges

    @property
    def is_round_robin(self) -> bool:
        """Are its fixtures those of a round robin (also in a league or of teams), and so known from the start?"""
        return self.settings.get("fixtures", self.format) in ("round_robin", "team_round_robin")


class EntryStatus(models.TextChoices):
    """Whether an entry can be paired: only those who are checked in."""

    ENTERED = "entered", _("entered")
    WAITING = "waiting", _("on the waiting list")
    CHECKED_IN = "checked_in", _("checked in")
    ABSENT = "absent", _("absent")
    WITHDRAWN = "withdrawn", _("withdrawn")
    EXPELLED = "expelled", _("expelled")


GONE = (EntryStatus.WITHDRAWN, EntryStatus.EXPELLED)  # has left the tournament


class Entry(models.Model):
    """A player in a tournament. `tpn` is the start number, given when round 1 is paired (later for late entries); those
    with a `given_seed` come first there, in its order, such as in the final night of a season. Where
    online and in person are mixed, `is_remote` says who is not in the hall. `club` is shown beside the name, where the
    organiser says it: a club, a town; `label` puts it into a category of prizes. `margin_correction` is what the
    director has added to its margin. `partners` names those who sit for it at one table, empty where its
    name does that, or nobody sits beside another; who changes its members writes it again. `left_by` has withdrawn or
    expelled it. `is_told_apart`: somebody has said that it is nobody else of a like name."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    name = models.CharField(_("name"), max_length=120)
    partners = models.CharField(max_length=500, blank=True, default="", db_default="")
    club = models.CharField(_("club or town"), max_length=60, blank=True, default="", db_default="")
    label = models.CharField(_("label"), max_length=40, blank=True, default="", db_default="")
    tpn = models.PositiveIntegerField(null=True, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)
    given_seed = models.PositiveIntegerField(null=True, blank=True)
    rating_at_entry = models.PositiveIntegerField(_("rating"), null=True, blank=True)
    status = models.CharField(max_length=12, choices=EntryStatus.choices, default=EntryStatus.ENTERED)
    is_remote = models.BooleanField(_("plays online"), default=False)
    joined_round = models.PositiveSmallIntegerField(default=1)
    margin_correction = models.SmallIntegerField(default=0)
    is_told_apart = models.BooleanField(default=False, db_default=False)
    entered_at = models.DateTimeField()
    left_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name_plural = "entries"
        constraints = [models.UniqueConstraint(fields=["tournament", "tpn"], name="one_entry_per_start_number")]

    def __str__(self) -> str:
        return self.name


class EntryMember(models.Model):
    """One person of an entry, in the order of its list; nobody is twice in a tournament. The captain of a team names
    its line-up. The person is rated in what ends after `accepted_at`: entered by themselves, checked in, or confirmed
    (`tournaments.entries.services.acceptance`); `refused_at`: has said “not me”."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entry_members")
    order = models.PositiveSmallIntegerField(default=0)
    is_captain = models.BooleanField(default=False)
    accepted_at = models.DateTimeField(null=True, blank=True)
    refused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="one_entry_per_person")]

    def __str__(self) -> str:
        return f"{self.user} ({self.entry})"

    @property
    def is_asked(self) -> bool:
        """Has the person not yet answered whether they play here?"""
        return self.accepted_at is None and self.refused_at is None


class StageEntry(models.Model):
    """An entry's place in a stage whose field is fixed when it starts. `seed` is its number there, `group` counts from
    1 (0: no groups), `carried` are the points that it brings, in the unit of the points table; `late` the
    side contest of a bracket for which it signed up (consolation, last_chance)."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="field")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stage_entries")
    seed = models.PositiveIntegerField()
    group = models.PositiveSmallIntegerField(default=0)
    carried = models.IntegerField(default=0)
    late = models.CharField(max_length=12, blank=True, default="")

    class Meta:
        verbose_name_plural = "stage entries"
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="one_place_per_entry_and_stage"),
            models.UniqueConstraint(fields=["stage", "seed"], name="one_entry_per_seed"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} in {self.stage}"


class RoundState(models.TextChoices):
    """The life of a round."""

    DRAFT = "draft", _("draft")
    PUBLISHED = "published", _("published")
    RUNNING = "running", _("running")
    CLOSED = "closed", _("closed")
    SEALED = "sealed", _("sealed")


ROUND_OVER = (RoundState.CLOSED, RoundState.SEALED)


class Round(models.Model):
    """All matches that are played at the same time, numbered through the whole tournament. It changes state by
    compare-and-swap on `version`; edits of a draft raise it too.

    `starts_at` is the time set for its start, `minutes` how long it lasts until time is called (none: as long as it
    takes), `called_at` when that was; a sealed round is corrected by an explicit reopening only. `confirmation` is who
    confirmed results when it was published: the setting can change later.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.DRAFT)
    version = models.PositiveIntegerField(default=1)
    confirmation = models.CharField(max_length=8, blank=True, default="", db_default="")
    paired_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    started_at = models.DateTimeField(null=True)
    called_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    sealed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return f"{self.stage.tournament}, round {self.number}"

    @property
    def is_over(self) -> bool:
        """Is it closed or sealed?"""
        return self.state in ROUND_OVER

    @property
    def ends_at(self) -> datetime | None:
        """The time at which time is called; known once a round with minutes has begun or its start is set."""
        start = self.started_at or self.starts_at
        return start + timedelta(minutes=self.minutes) if start and self.minutes else None


class RoundSeat(models.Model):
    """An entry's one place in a round: at a match, or with a bye."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="one_seat_per_entry_and_round")]

    def __str__(self) -> str:
        return f"{self.entry} in round {self.round_id}"


class MatchState(models.TextChoices):
    """The states of a match: paired, being played at a live table, reported and waiting for confirmation, over."""

    PAIRED = "paired", _("paired")
    PLAYING = "playing", _("playing")
    REPORTED = "reported", _("to be confirmed")
    OVER = "over", _("over")


class MatchQuerySet(models.QuerySet["Match"]):
    """Matches and boards: a board of a team match is a row of the same model, so each query must say which of the two
    it means."""

    def paired(self) -> "MatchQuerySet":
        """The matches between entries, as a round pairs them; without the boards of team matches."""
        return self.filter(parent=None)

    def of_boards(self) -> "MatchQuerySet":
        """The boards of team matches alone, from the top in each match."""
        return self.exclude(parent=None).order_by("parent", "number")


class Match(models.Model):
    """Two or more entries at one table in a round, each of which is a side; or one board of a match of teams (its
    `parent`), with `number` 1 at the top, whose sides are members. A board is at the table of its match and has no
    `table_no`. Both are in `objects` and `round.matches`: `paired()` are the former, `of_boards()` the latter.

    `table` is the live table's public id, empty in person; `is_elsewhere`: played at a live table of another site,
    where its deals stay; `result_kind` as in the core; `slot` is its place in a bracket (the core's stable key);
    `length` only where it differs from the stage's. Where online and in person are mixed, `is_live` says that it is
    played at a live table. `is_unwitnessed`: it rests on the word of an official who plays in it. `is_by_places`: only
    the places were noted, no scores. `deals` are those played, 0 where nobody noted them. `confirmed_at` is when a
    reported result was confirmed, by a person signed in (`confirmed_by`) or by slip (None).

    By ruling after a correction in a bracket: `is_void`, its result decides nothing there any more, since others should
    have sat at its place; `advances` (0 or 1), this side goes on from its place whatever the result says."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="boards", db_index=False
    )
    number = models.PositiveSmallIntegerField(default=0)
    table_no = models.PositiveIntegerField()
    slot = models.CharField(max_length=20, blank=True, default="")
    length = models.CharField(max_length=20, blank=True, default="")
    is_live = models.BooleanField(default=False)
    is_void = models.BooleanField(default=False)
    advances = models.PositiveSmallIntegerField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=MatchState.choices, default=MatchState.PAIRED)
    result_kind = models.CharField(max_length=16, blank=True, default="")
    deals = models.PositiveIntegerField(default=0)
    is_shutout = models.BooleanField(default=False)
    is_by_places = models.BooleanField(default=False)
    table = models.CharField(max_length=12, blank=True, default="", db_index=True)
    is_elsewhere = models.BooleanField(default=False)
    is_unwitnessed = models.BooleanField(default=False)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    entered_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        ordering = ["table_no", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table_no"], condition=Q(parent=None), name="one_match_per_table"),
            # It finds boards by their match; matches without one are most of all, and no index is to find those.
            models.UniqueConstraint(
                fields=["parent", "number"], condition=Q(parent__isnull=False), name="one_board_per_number"
            ),
            models.CheckConstraint(
                condition=Q(parent=None, number=0) | Q(parent__isnull=False, number__gt=0, table_no=0),
                name="boards_have_numbers",
            ),
        ]
        indexes = [
            models.Index(
                fields=["-finished_at", "-id"], condition=Q(state="over", parent=None), name="tournaments_results"
            ),
        ]

    def __str__(self) -> str:
        return f"board {self.number} of {self.parent}" if self.parent_id else f"table {self.table_no} of {self.round}"

    @property
    def whole(self) -> "Match":
        """The match between entries: for a board its match of teams, else the match itself."""
        return self.parent or self

    @property
    def people(self) -> "tuple[tuple[EntryMember, ...], ...]":
        """For a board, the people who play for each side; none for a side without a player."""
        return tuple(side.people for side in self.sides.all())

    @property
    def names(self) -> tuple[str, ...]:
        """For a board, the people who play for each side, in words; empty for a side without a player."""
        return tuple(" & ".join(str(one.user) for one in people) for people in self.people)

    @property
    def is_manned(self) -> bool:
        """For a board: has each side a player, so that it can be played?"""
        return all(side.member_id is not None for side in self.sides.all())

    @property
    def entries(self) -> list["Entry"]:
        """The entries of its sides, in their order."""
        return [side.entry for side in self.sides.all()]

    @property
    def ranked(self) -> list["MatchSide"]:
        """Its sides, those with more points first."""
        return sorted(self.sides.all(), key=lambda side: -(side.points or 0))

    @property
    def is_of_two(self) -> bool:
        """Do two sides meet, so that one wins, rather than three and more who each get a place?"""
        return self.round.stage.is_of_two

    @property
    def games(self) -> tuple[int, ...] | None:
        """The games won by each side; None if they were not noted."""
        return noted(side.games_won for side in self.sides.all())

    @property
    def points(self) -> tuple[int | None, ...]:
        """The points of each side; None before there are any."""
        return tuple(side.points for side in self.sides.all())

    @property
    def margin(self) -> int:
        """The margin of its first side."""
        return self.sides.all()[0].margin

    @property
    def game_points(self) -> tuple[int, ...]:
        """The game points of each side; 0 before there are any."""
        return tuple(side.game_points or 0 for side in self.sides.all())

    @property
    def figures(self) -> list[int]:
        """Its result as it was typed: the game points of each side, or the places if only these were noted."""
        if self.is_by_places:
            return [side.place or 0 for side in self.sides.all()]
        return list(self.game_points)


class MatchSide(models.Model):
    """One side of a match: `order` from 0, as they sit, the first dealing first where nobody cuts for it; `points` in
    the unit of the stage's points table, on a board in that of the board table.

    It has a `seat` of the round; on a board it belongs to the side of its match (`parent`) instead, and `member` plays
    there, None where the team has nobody. Where partners sit together, `member` is the first of them and `partners` are
    the others, as `sitters.seat_partners` reads them from the line-ups.

    `game_points` are its score on the sheet, None while nobody noted it; `margin` is what the sheet settles, of two
    sides the difference, signed. `place`, of three and more, is 1 for the best, equal ones share it. `games_won` is
    None where nobody noted it. `is_absent`: did not come, or left before the start, so that the others play without it.
    `missing_since`: when the match was due and this side was found not to be there (a flag, not a forfeit)."""

    partners: tuple[EntryMember, ...] = ()

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sides")
    seat = models.OneToOneField(RoundSeat, null=True, blank=True, on_delete=models.CASCADE, related_name="side")
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="at_boards")
    member = models.ForeignKey(EntryMember, null=True, blank=True, on_delete=models.PROTECT, related_name="at_boards")
    order = models.PositiveSmallIntegerField()
    points = models.IntegerField(null=True, blank=True)
    game_points = models.IntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    deals_won = models.PositiveIntegerField(default=0)
    games_won = models.PositiveSmallIntegerField(null=True, blank=True)
    margin = models.IntegerField(default=0)
    is_absent = models.BooleanField(default=False)
    missing_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["match", "order"], name="one_side_per_order"),
            models.UniqueConstraint(fields=["parent", "member"], name="member_sits_once"),
            models.CheckConstraint(
                condition=Q(seat__isnull=False, parent=None, member=None) | Q(seat=None, parent__isnull=False),
                name="a_seat_or_at_a_board",
            ),
        ]

    def __str__(self) -> str:
        return str(self.entry)

    @property
    def entry(self) -> Entry:
        """The entry of this side; at a board the team."""
        if self.parent is not None:
            return self.parent.entry
        assert self.seat is not None  # a constraint says so
        return self.seat.entry

    @property
    def people(self) -> tuple[EntryMember, ...]:
        """The people who play at a board for this side, a member and partners beside them; empty for nobody."""
        return (self.member, *self.partners) if self.member is not None else ()


class Bye(models.Model):
    """A round without opponent: pab, half, full or zero; `rest` where the schedule has no match for the entry."""

    seat = models.OneToOneField(RoundSeat, on_delete=models.CASCADE, related_name="bye")
    kind = models.CharField(max_length=8)

    def __str__(self) -> str:
        return f"{self.kind} for {self.seat.entry}"


class Screen(models.Model):
    """A hall screen: its address shows the tournament without a sign-in, until it is revoked."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="screens")
    name = models.CharField(_("name"), max_length=60)
    shows = models.CharField(_("shows"), max_length=12, default="both")
    announcement = models.CharField(_("announcement"), max_length=200, blank=True, default="")
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.tournament})"
