"""What the API of tournaments hands out and takes."""

from typing import Any

from rest_framework import serializers

from games.live import talk
from games.live.clock import MOST_S
from games.live.terms import GONE
from games.models import LIVE_LAWS
from games.players import LEVELS
from tournaments import selectors
from tournaments.formats import TEMPLATES
from tournaments.models import Bye, Entry, Match, MatchSide, Mode, PairingJob, Round, Tournament
from tournaments.serializers.control import AskByeSerializer as AskByeSerializer
from tournaments.serializers.control import BlockedSerializer as BlockedSerializer
from tournaments.serializers.control import ByeRequestSerializer as ByeRequestSerializer
from tournaments.serializers.control import CancelByeSerializer as CancelByeSerializer
from tournaments.serializers.control import CorrectedSerializer as CorrectedSerializer
from tournaments.serializers.control import CorrectionSerializer as CorrectionSerializer
from tournaments.serializers.control import EditedSerializer as EditedSerializer
from tournaments.serializers.control import EditSerializer as EditSerializer
from tournaments.serializers.control import ExpelSerializer as ExpelSerializer
from tournaments.serializers.control import LaterSerializer as LaterSerializer
from tournaments.serializers.control import LiftSerializer as LiftSerializer
from tournaments.serializers.control import MisplacedSerializer as MisplacedSerializer
from tournaments.serializers.control import MissedSerializer as MissedSerializer
from tournaments.serializers.control import MissingSerializer as MissingSerializer
from tournaments.serializers.control import NewPairRuleSerializer as NewPairRuleSerializer
from tournaments.serializers.control import PairRuleSerializer as PairRuleSerializer
from tournaments.serializers.control import PairSerializer as PairSerializer
from tournaments.serializers.control import PlaceRulingSerializer as PlaceRulingSerializer
from tournaments.serializers.control import PreviewSerializer as PreviewSerializer
from tournaments.serializers.control import StatedSerializer as StatedSerializer
from tournaments.serializers.control import TimesSerializer as TimesSerializer
from tournaments.serializers.control import WayOutOfSerializer as WayOutOfSerializer
from tournaments.serializers.control import WayOutSerializer as WayOutSerializer
from tournaments.serializers.games import GamesField
from tournaments.services.creating import MOST_ROUNDS
from tournaments.services.slips import CONFIRMATIONS


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament."""

    id = serializers.CharField(source="public_id", read_only=True)
    club = serializers.CharField(source="club.slug", read_only=True)
    rounds = serializers.SerializerMethodField(help_text="The number of rounds.")
    entries = serializers.IntegerField(source="entry_count", read_only=True)
    spectators = serializers.SerializerMethodField(help_text="May others look at live tables?")
    delay = serializers.SerializerMethodField(help_text="How much later they see them: none, moves:10, deals.")

    class Meta:
        model = Tournament
        fields = ("id", "slug", "name", "club", "variant", "mode", "state", "timezone", "starts_at", "place", "rounds",
                  "entries", "spectators", "delay", "finished_at")  # fmt: skip

    def get_spectators(self, tournament: Tournament) -> bool:
        return bool(tournament.settings.get("spectators", True))

    def get_delay(self, tournament: Tournament) -> str:
        return str(tournament.settings.get("delay", "none"))

    def get_rounds(self, tournament: Tournament) -> int:
        return selectors.rounds_foreseen(tournament)


class NewTournamentSerializer(serializers.Serializer[Any]):
    """What a new tournament needs."""

    club = serializers.SlugField(help_text="The club's address.")
    name = serializers.CharField(max_length=120)
    variant = serializers.CharField(default="gin-rummy-com")
    rounds = serializers.IntegerField(
        min_value=1, max_value=MOST_ROUNDS, default=5, help_text="Of a Swiss stage; elsewhere the field says how many."
    )
    template = serializers.ChoiceField(choices=list(TEMPLATES), default="swiss")
    options = serializers.DictField(
        default=dict,
        help_text="What the template asks for, such as groups, cycles, advance, per_group, third_place, consolation, "
        "reach, answer_days, play_days, cooldown_days, idle_days, drop, silence, start_order, points, tiebreaks, "
        "length, minutes. An unknown one is refused by name.",
    )
    mode = serializers.ChoiceField(choices=Mode.values, default="online")
    starts_at = serializers.DateTimeField(required=False, allow_null=True, default=None)
    timezone = serializers.CharField(required=False, default="")
    place = serializers.CharField(required=False, default="", allow_blank=True, max_length=120)


class ClockSerializer(serializers.Serializer[Any]):
    """A time control: a bank for the whole match, an increment for each turn, a limit for each decision."""

    bank_s = serializers.IntegerField(allow_null=True, default=None, min_value=1, max_value=MOST_S["bank_s"])
    increment_s = serializers.IntegerField(default=0, min_value=0, max_value=MOST_S["increment_s"])
    move_s = serializers.IntegerField(allow_null=True, default=None, min_value=1, max_value=MOST_S["move_s"])


class ConditionsSerializer(serializers.Serializer[Any]):
    """What of a tournament can be changed later; what is left out stays. Rounds are fixed once round 1 is published."""

    name = serializers.CharField(required=False, max_length=120)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    place = serializers.CharField(required=False, allow_blank=True, max_length=120)
    rounds = serializers.IntegerField(required=False, min_value=1, max_value=MOST_ROUNDS)
    automatic = serializers.BooleanField(required=False, help_text="Do rounds come by themselves?")
    pause_s = serializers.IntegerField(required=False, min_value=0, max_value=86_400)
    aids = serializers.ChoiceField(choices=["full", "count", "none"], required=False)
    laws = serializers.ChoiceField(
        choices=LIVE_LAWS, required=False, help_text="At live tables: are slips refused, or answered by their law?"
    )
    spectators = serializers.BooleanField(required=False, help_text="May others look at live tables?")
    delay = serializers.CharField(
        required=False, max_length=10, help_text="How much later they see them: none, moves:1 to moves:50, deals."
    )
    clock = ClockSerializer(
        required=False, allow_null=True, help_text="At live tables opened from now on; null: nobody's time runs."
    )
    gone = serializers.ChoiceField(
        choices=GONE,
        required=False,
        help_text="Beyond the grace of a lost connection: may others claim, or is it lost?",
    )
    chat = serializers.ChoiceField(
        choices=talk.KINDS, required=False, help_text="How players talk at live tables; phrases are translated."
    )
    house_level = serializers.ChoiceField(
        choices=LEVELS, required=False, allow_blank=True, help_text="Who plays: empty, people; else the house for them."
    )
    players_report = serializers.BooleanField(required=False)
    confirmation = serializers.ChoiceField(
        choices=CONFIRMATIONS, required=False, help_text="Who confirms what players report."
    )
    self_check_in = serializers.BooleanField(required=False, help_text="May players check themselves in by the poster?")
    grace_s = serializers.IntegerField(
        required=False, min_value=0, max_value=86_400, help_text="Seconds after the start; then no-shows are flagged."
    )
    no_show = serializers.ChoiceField(choices=["flag", "forfeit"], required=False, help_text="Who does not come.")
    correction_hours = serializers.IntegerField(
        required=False, min_value=0, max_value=8_760, help_text="How long results of a closed round can be corrected."
    )

    appeal_minutes = serializers.IntegerField(
        required=False, min_value=0, max_value=10_080, help_text="How long a player may appeal against a table ruling."
    )

    PLAIN = ("name", "starts_at", "place", "rounds")

    def conditions(self) -> dict[str, Any]:
        """What `change_conditions` takes."""
        data = dict(self.validated_data)
        plain = {key: data.pop(key) for key in self.PLAIN if key in data}
        return {**plain, "settings": data}


class BeginSerializer(serializers.Serializer[Any]):
    """How a tournament begins."""

    automatic = serializers.BooleanField(default=None, allow_null=True, help_text="Do rounds come by themselves?")


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """An entry with its people."""

    id = serializers.CharField(source="public_id", read_only=True)
    tournament = serializers.CharField(source="tournament.public_id", read_only=True)
    number = serializers.IntegerField(source="tpn", read_only=True, allow_null=True, help_text="Start number.")
    rating = serializers.IntegerField(source="rating_at_entry", read_only=True, allow_null=True)
    players = serializers.SerializerMethodField(help_text="Public ids of its people.")

    class Meta:
        model = Entry
        fields = ("id", "tournament", "name", "number", "rating", "status", "joined_round", "players")

    def get_players(self, entry: Entry) -> list[str]:
        return [member.user.public_id for member in entry.members.all()]


class NewEntrySerializer(serializers.Serializer[Any]):
    """A new entry: a known player by id, a guest by name, or a player of the house by level."""

    player = serializers.CharField(required=False, default="", help_text="Public id of a player.")
    house = serializers.ChoiceField(
        choices=LEVELS, required=False, allow_blank=True, default="", help_text="The house plays at this level."
    )
    name = serializers.CharField(required=False, default="", max_length=120)
    email = serializers.EmailField(required=False, default="")
    rating = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=4000)


class RosterSerializer(serializers.Serializer[Any]):
    """A roster as CSV text."""

    text = serializers.CharField(trim_whitespace=False, help_text="name,rating,email – the last two optional.")
    dry_run = serializers.BooleanField(default=True)
    seen = serializers.CharField(
        required=False, default="", allow_blank=True, help_text="Digest of the dry run that is accepted."
    )


class ReportSerializer(serializers.Serializer[Any]):
    """What a roster would do, or did."""

    is_done = serializers.BooleanField()
    entered = serializers.IntegerField()
    digest = serializers.CharField(help_text="Hand it back as `seen` to accept just this.")
    lines = serializers.ListField(child=serializers.DictField())
    problems = serializers.ListField(child=serializers.DictField())


class ReasonSerializer(serializers.Serializer[Any]):
    """Why something is done."""

    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class SideSerializer(serializers.ModelSerializer[MatchSide]):
    """One side of a match; match points are in the unit of the stage's points table."""

    entry = serializers.CharField(source="seat.entry.public_id", read_only=True)
    name = serializers.CharField(source="seat.entry.name", read_only=True)

    class Meta:
        model = MatchSide
        fields = ("entry", "name", "points", "game_points", "deals_won", "games_won", "margin")


class MatchSerializer(serializers.ModelSerializer[Match]):
    """A match with both sides, the first first."""

    id = serializers.CharField(source="public_id", read_only=True)
    tournament = serializers.CharField(source="round.stage.tournament.public_id", read_only=True)
    round = serializers.CharField(source="round.public_id", read_only=True)
    round_number = serializers.IntegerField(source="round.number", read_only=True)
    slot = serializers.CharField(read_only=True, help_text="Its place in a bracket, or empty.")
    sides = SideSerializer(many=True, read_only=True)
    live_table = serializers.CharField(source="table", read_only=True, help_text="Id of the live table, or empty.")

    class Meta:
        model = Match
        fields = ("id", "tournament", "round", "round_number", "table_no", "slot", "is_live", "state", "result_kind",
                  "deals", "is_shutout", "live_table", "finished_at", "version", "sides")  # fmt: skip


class ResultSerializer(serializers.Serializer[Any]):
    """The result of a match: game points of the first and the second side, or a forfeit and its winner (0 or 1)."""

    points = serializers.ListField(
        child=serializers.IntegerField(min_value=0), min_length=2, max_length=2, default=[0, 0]
    )
    kind = serializers.ChoiceField(choices=["played", "abandoned", "forfeit", "double_forfeit"], default="played")
    winner = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=1)
    deals = serializers.IntegerField(required=False, default=0, min_value=0)
    deals_won = serializers.ListField(
        child=serializers.IntegerField(min_value=0),
        min_length=2,
        max_length=2,
        required=False,
        allow_null=True,
        default=None,
        help_text="Deals won by both sides, where they are known.",
    )
    games = GamesField()
    counted = serializers.ChoiceField(
        choices=["pad", "total"],
        required=False,
        allow_blank=True,
        default="",
        help_text="Points on the pad, or totals with all bonuses; unless said they may be either.",
    )
    version = serializers.IntegerField(required=False, allow_null=True, default=None)


class MarginSerializer(serializers.Serializer[Any]):
    """What the director adds to an entry's margin (below 0: takes off), and why."""

    points = serializers.IntegerField(min_value=-9_999, max_value=9_999)
    reason = serializers.CharField(max_length=200)
    digest = serializers.CharField(required=False, default="", help_text="Of the preview: only that is applied.")


class MarginLookSerializer(serializers.Serializer[Any]):
    """What would be added to an entry's margin."""

    points = serializers.IntegerField(min_value=-9_999, max_value=9_999)


class MarginSeenSerializer(serializers.Serializer[Any]):
    """What a correction of a margin changes, in words, and the digest of it."""

    changes = serializers.ListField(child=serializers.CharField())
    digest = serializers.CharField()


class ByeSerializer(serializers.ModelSerializer[Bye]):
    """A round without opponent."""

    entry = serializers.CharField(source="seat.entry.public_id", read_only=True)
    name = serializers.CharField(source="seat.entry.name", read_only=True)

    class Meta:
        model = Bye
        fields = ("entry", "name", "kind")


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round; drafts are shown to officials only."""

    id = serializers.CharField(source="public_id", read_only=True)
    tournament = serializers.CharField(source="stage.tournament.public_id", read_only=True)
    stage = serializers.IntegerField(source="stage.number", read_only=True)

    class Meta:
        model = Round
        fields = ("id", "tournament", "stage", "number", "state", "version", "published_at", "starts_at", "minutes",
                  "started_at", "called_at", "closed_at", "sealed_at")  # fmt: skip


class PairingJobSerializer(serializers.ModelSerializer[PairingJob]):
    """The pairing of a large field: `done` of `groups` score groups are paired (0 of 0 until that is known); `round` is
    the id of the draft when it is there; `code` and `text` say why there is none."""

    id = serializers.CharField(source="public_id", read_only=True)
    tournament = serializers.CharField(source="stage.tournament.public_id", read_only=True)
    stage = serializers.IntegerField(source="stage.number", read_only=True)
    round = serializers.CharField(source="round.public_id", read_only=True, default=None, allow_null=True)

    class Meta:
        model = PairingJob
        fields = ("id", "tournament", "stage", "number", "state", "done", "groups", "round", "code", "text", "asked_at")


class SwapSerializer(serializers.Serializer[Any]):
    """Two entries of a draft change places."""

    first = serializers.CharField(help_text="Id of an entry.")
    second = serializers.CharField(help_text="Id of another.")
    version = serializers.IntegerField()
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class SeenSerializer(serializers.Serializer[Any]):
    """The version of the draft that the caller has seen."""

    version = serializers.IntegerField()


class CheckedInSerializer(serializers.Serializer[Any]):
    """How many were checked in."""

    checked_in = serializers.IntegerField()


class VersionSerializer(serializers.Serializer[Any]):
    """The version of the round that the caller has seen."""

    version = serializers.IntegerField(required=False, allow_null=True, default=None)


class PlaceSerializer(serializers.Serializer[Any]):
    """One line of the standings."""

    place = serializers.IntegerField()
    entry = serializers.CharField(source="entry.public_id")
    name = serializers.CharField(source="entry.name")
    points = serializers.FloatField()
    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    margin = serializers.IntegerField()
    buchholz = serializers.FloatField()
    tiebreaks = serializers.ListField(source="values_text", child=serializers.CharField())
    stage = serializers.CharField(source="reached", help_text="Through several stages: the last one played in.")


class GroupTableSerializer(serializers.Serializer[Any]):
    """The standings of a group (0: of the whole stage); `contest` for what is played beside the main one."""

    group = serializers.IntegerField()
    name = serializers.CharField()
    contest = serializers.CharField()
    tiebreaks = serializers.ListField(source="keys", child=serializers.CharField())
    places = PlaceSerializer(source="rows", many=True)
