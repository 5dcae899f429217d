"""Serializers of the API of tournaments."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.live.setup.clock import MOST_S
from games.players import LEVELS
from tournaments.errors import in_words
from tournaments.event.selectors import finding, sitters
from tournaments.event.settings import offered
from tournaments.formats import FEED, FORMATS, MOST_ROUNDS, TEMPLATES, Term, terms
from tournaments.models import Bye, Entry, Match, MatchSide, Mode, PairingJob, Round

RESULT_KINDS = ("played", "abandoned", "forfeit", "double_forfeit")
CORRECTION_KINDS = (*RESULT_KINDS, "adjusted", "annulled")


Field = serializers.Field[Any, Any, Any, Any]


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "object", "additionalProperties": {}}]})
class TableField(serializers.JSONField):
    """A table of points: the key of a ready one, or data."""


def api_field(term: Term) -> Field:
    """The field of the API for a term, a setting of a tournament or an option of a stage."""
    told: dict[str, Any] = {"help_text": f"{term.label}. {term.help}".strip(" ."), "required": False}
    exactly = {**told, "help_text": f"{told['help_text']}. {in_words(term.allowed)}"}
    match term:
        case terms.YesNo():
            return serializers.BooleanField(**told)
        case terms.Whole():
            is_open: dict[str, Any] = {"allow_null": True} if term.default is None else {}
            return serializers.IntegerField(min_value=term.least, max_value=term.most, **is_open, **told)
        case terms.Choice():
            named = [key for key in term.keys if key]
            return serializers.ChoiceField(choices=named, allow_blank="" in term.keys, **told)
        case terms.Amount():
            return serializers.RegexField(f"^{term.PATTERN}$", allow_blank=True, **told)
        case terms.Letters():
            return serializers.CharField(max_length=term.most, allow_blank=True, **told)
        case terms.Points() | terms.TablePoints():
            return TableField(**exactly)
        case terms.TieBreaks():
            return serializers.ListField(child=serializers.CharField(), **exactly)
        case terms.PartLengths():
            keys = serializers.ListField(child=serializers.CharField())
            return serializers.DictField(child=keys, **exactly)
    return serializers.CharField(**exactly)


class OptionsSerializer(serializers.Serializer[Any]):
    """Options of a stage by their keys. The fields describe what the formats allow; the service checks what this one
    does, and refuses another value by name."""

    several: Iterable[Mapping[str, Term]] = ()

    def get_fields(self) -> dict[str, Field]:
        """A field for each key, of all formats together."""
        found: dict[str, list[Term]] = {}
        for known in self.several:
            for key, term in known.items():
                found.setdefault(key, []).append(term)
        return {key: api_field(terms.together(alike)) for key, alike in sorted(found.items())}

    def to_internal_value(self, data: Any) -> Any:
        """The options as they were sent."""
        if not isinstance(data, Mapping):
            raise serializers.ValidationError(_("Options are values by their names."))
        return dict(data)

    def to_representation(self, instance: Any) -> Any:
        """The options as they are held."""
        return dict(instance)


class TemplateOptions(OptionsSerializer):
    """The options of a template; those that it does not have are left out. An unknown one is refused by name."""

    several = [template.options for template in TEMPLATES.values()]


class StageOptions(OptionsSerializer):
    """The options of a stage."""

    several = [form.settings for form in FORMATS.values()]


class FeedOptions(OptionsSerializer):
    """Whom a stage takes from the one before."""

    several = [FEED]


class NewTournamentSerializer(serializers.Serializer[Any]):
    """The fields of a new tournament."""

    club = serializers.SlugField(help_text="The club's address.")
    name = serializers.CharField(max_length=120)
    variant = serializers.CharField(default="gin-rummy-com")
    rounds = serializers.IntegerField(
        min_value=1, max_value=MOST_ROUNDS, default=5, help_text="Of a Swiss stage; elsewhere the field says how many."
    )
    template = serializers.ChoiceField(choices=list(TEMPLATES), default="swiss")
    options = TemplateOptions(default=dict)
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
    """The conditions that can be changed later; a field left out stays as it is. Rounds are fixed once round 1 is
    published."""

    name = serializers.CharField(required=False, max_length=120)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    place = serializers.CharField(required=False, allow_blank=True, max_length=120)
    rounds = serializers.IntegerField(required=False, min_value=1, max_value=MOST_ROUNDS)
    delay = serializers.CharField(
        required=False,
        max_length=10,
        help_text="How much later they see them: none, moves:1 to moves:50, deals; with open hands open:1 to open:60 "
        "(minutes) or open:deals.",
    )
    clock = ClockSerializer(
        required=False, allow_null=True, help_text="At live tables opened from now on; null: nobody's time runs."
    )

    PLAIN = ("name", "starts_at", "place", "rounds")

    def get_fields(self) -> dict[str, Field]:
        """The fields above, and one for each other offered setting."""
        own = super().get_fields()
        return own | {key: api_field(setting) for key, setting in offered().items() if key not in own}

    def conditions(self) -> dict[str, Any]:
        """The arguments of `change_conditions`."""
        data = dict(self.validated_data)
        plain = {key: data.pop(key) for key in self.PLAIN if key in data}
        return {**plain, "settings": data}


class CopySerializer(serializers.Serializer[Any]):
    """One more of the same; what is left out is as it was."""

    name = serializers.CharField(required=False, default="", allow_blank=True, max_length=120)
    starts_at = serializers.DateTimeField(
        required=False, allow_null=True, default=None, help_text="Unless said: the same weekday and hour, the next."
    )
    with_entrants = serializers.BooleanField(default=False, help_text="Enter again whoever has not left.")


class SeriesSerializer(serializers.Serializer[Any]):
    """A series of evenings by rule, in the zone of the tournament."""

    weekday = serializers.IntegerField(min_value=0, max_value=6, help_text="0 is Monday.")
    at = serializers.TimeField(help_text="The hour, such as 20:00.")
    every = serializers.IntegerField(default=1, min_value=1, max_value=8, help_text="Every so many weeks.")
    week_of_month = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=-1, max_value=4,
        help_text="Once a month instead, on its first (1) to fourth or its last (-1) such weekday.",
    )  # fmt: skip
    since = serializers.DateField(required=False, allow_null=True, default=None, help_text="Today unless said.")
    until = serializers.DateField(required=False, allow_null=True, default=None, help_text="The last day.")
    count = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, help_text="So many evenings, instead of a last day."
    )
    name = serializers.CharField(required=False, default="", allow_blank=True, max_length=120)
    with_entrants = serializers.BooleanField(default=False, help_text="Enter again whoever has not left.")


class BeginSerializer(serializers.Serializer[Any]):
    """How a tournament begins."""

    automatic = serializers.BooleanField(default=None, allow_null=True, help_text="Do rounds come by themselves?")


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """An entry with its people."""

    id = serializers.CharField(source="public_id", read_only=True)
    tournament = serializers.CharField(source="tournament.public_id", read_only=True)
    number = serializers.IntegerField(source="tpn", read_only=True, allow_null=True, help_text="Start number.")
    rating = serializers.IntegerField(source="rating_at_entry", read_only=True, allow_null=True)
    players = serializers.SerializerMethodField(help_text="Public ids of its people, in the order of its list.")
    captain = serializers.SerializerMethodField(help_text="Public id of the captain, empty where everybody is alone.")
    waiting_place = serializers.SerializerMethodField(help_text="Place on the waiting list; 0: does not wait.")
    unconfirmed = serializers.SerializerMethodField(help_text="Members who have not accepted to be rated here.")
    warnings = serializers.SerializerMethodField(help_text="Who of it has no account and cannot play at a live table.")

    class Meta:
        model = Entry
        fields = (
            "id",
            "tournament",
            "name",
            "number",
            "rating",
            "club",
            "status",
            "waiting_place",
            "joined_round",
            "players",
            "captain",
            "unconfirmed",
            "warnings",
        )

    def get_players(self, entry: Entry) -> list[str]:
        return [member.user.public_id for member in entry.members.all()]

    def get_waiting_place(self, entry: Entry) -> int:
        return finding.place_in_line(entry)

    def get_captain(self, entry: Entry) -> str:
        return next((member.user.public_id for member in entry.members.all() if member.is_captain), "")

    def get_unconfirmed(self, entry: Entry) -> list[str]:
        return [member.user.public_id for member in entry.members.all() if member.accepted_at is None]

    def get_warnings(self, entry: Entry) -> list[str]:
        return sitters.away_words(entry)


class NewEntrySerializer(serializers.Serializer[Any]):
    """A new entry: a known player by id, a guest by name, or a player of the house by level."""

    player = serializers.CharField(required=False, default="", help_text="Public id of a player.")
    house = serializers.ChoiceField(
        choices=LEVELS, required=False, allow_blank=True, default="", help_text="The house plays at this level."
    )
    name = serializers.CharField(required=False, default="", max_length=120)
    email = serializers.EmailField(required=False, default="")
    rating = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=4000)


class EntryChangeSerializer(serializers.Serializer[Any]):
    """What of an entry can be put right; what is left out stays."""

    name = serializers.CharField(required=False, max_length=120)
    rating = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=4000, help_text="Fixed once round 1 is paired."
    )
    club = serializers.CharField(required=False, allow_blank=True, max_length=60, help_text="A club or a town.")
    label = serializers.CharField(  # type: ignore[assignment]  # a field's name, which the class gives up
        required=False, allow_blank=True, max_length=40, help_text="For a category of prizes, such as newcomer."
    )


class PaidSerializer(serializers.Serializer[Any]):
    """Whether an entry has paid."""

    is_paid = serializers.BooleanField(default=True)


class DoorLineSerializer(serializers.Serializer[Any]):
    """An entry on the door list."""

    entry = serializers.CharField(source="entry.public_id", read_only=True)
    name = serializers.CharField(source="entry.name", read_only=True)
    status = serializers.CharField(source="entry.status", read_only=True)
    paid_at = serializers.DateTimeField(allow_null=True, read_only=True)


class RosterSerializer(serializers.Serializer[Any]):
    """A roster as CSV text."""

    text = serializers.CharField(trim_whitespace=False, help_text="name,rating,email – the last two optional.")
    dry_run = serializers.BooleanField(default=True)
    seen = serializers.CharField(
        required=False, default="", allow_blank=True, help_text="Digest of the dry run that is accepted."
    )
    same = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=99_999),
        required=False,
        default=list,
        max_length=2_000,
        help_text="Lines with the `status` `alike` that are the same person as their note says; the others are new.",
    )


class ReportSerializer(serializers.Serializer[Any]):
    """The report of a roster, previewed or imported."""

    is_done = serializers.BooleanField()
    entered = serializers.IntegerField()
    digest = serializers.CharField(help_text="Hand it back as `seen` to accept just this.")
    lines = serializers.ListField(child=serializers.DictField())
    problems = serializers.ListField(child=serializers.DictField())
    notes = serializers.ListField(
        child=serializers.DictField(), help_text="What was left out, or read as something else: `line` and `text`."
    )
    without_account = serializers.ListField(
        child=serializers.CharField(),
        help_text="Who of the new ones has no account and cannot play at a live table.",
    )


class ReasonSerializer(serializers.Serializer[Any]):
    """The reason for an act."""

    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class SideSerializer(serializers.ModelSerializer[MatchSide]):
    """One side of a match; match points are in the unit of the stage's points table. Of three and more each has a
    place, and may be absent; the margin is what the sheet settles."""

    entry = serializers.CharField(source="seat.entry.public_id", read_only=True)
    name = serializers.CharField(source="seat.entry.name", read_only=True)

    class Meta:
        model = MatchSide
        fields = ("entry", "name", "points", "game_points", "deals_won", "games_won", "margin", "place",
                  "is_absent")  # fmt: skip


class MatchSerializer(serializers.ModelSerializer[Match]):
    """A match with its sides, the first first."""

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
                  "deals", "is_shutout", "is_by_places", "is_unwitnessed", "live_table", "finished_at", "version",
                  "sides")  # fmt: skip


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
    """The version of the round that the caller has seen: another one is refused."""

    version = serializers.IntegerField()
