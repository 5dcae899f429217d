"""The director's desk over the API: what waits, the steps of a case, rulings at live tables and appeals."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from doors.api.strict import KnownFields
from tournaments.desk import selectors
from tournaments.desk.selectors import disputes, verdicts
from tournaments.desk.services import MOST_WORDS
from tournaments.desk.services.deciding import DeskDecision
from tournaments.models import BY_PLAYERS, CaseKind, TableRuling

KINDS = [kind for kind in CaseKind.values if kind not in BY_PLAYERS]
ALONE = "Has an official decided it who plays there, because the club has no other one?"
ONE_OF = _("One of: %(allowed)s.")


class ReportedSerializer(serializers.Serializer[Any]):
    """A result that a side has reported; `is_first` marks the one that waits for confirmation."""

    report = serializers.CharField(source="key", help_text="Names it where reports that differ are settled.")
    names = serializers.CharField(help_text="Who reported it.")
    words = serializers.CharField(help_text="The result, each side with its figure.")
    is_first = serializers.BooleanField()


class SettleSerializer(serializers.Serializer[Any]):
    """The match, and the report that is right."""

    match = serializers.CharField()
    report = serializers.CharField(max_length=10)


class WaitingSerializer(serializers.Serializer[Any]):
    """A line of the queue. `case` is null until somebody has called or an official has taken it up."""

    kind = serializers.CharField(help_text="call, dispute, no_show, disconnect, desk or conduct.")
    match = serializers.CharField(source="match.public_id")
    table = serializers.IntegerField(source="match.table_no", help_text="The number of its table in the round.")
    names = serializers.SerializerMethodField(help_text="Who plays there.")
    words = serializers.CharField()
    reports = serializers.SerializerMethodField(help_text="Where reports differ: each of them.")
    since = serializers.DateTimeField(allow_null=True)
    seconds = serializers.IntegerField(allow_null=True, help_text="Seconds of grace left for a disconnected player.")
    case = serializers.CharField(source="case.public_id", allow_null=True, default=None)
    claimed_by = serializers.CharField(source="case.claimed_by.public_id", allow_null=True, default=None)

    def get_names(self, one: selectors.Waiting) -> list[str]:
        return [entry.name for entry in one.match.entries]

    @extend_schema_field(ReportedSerializer(many=True))
    def get_reports(self, one: selectors.Waiting) -> Any:
        found = disputes.reports_of(one.match) if one.kind == CaseKind.DISPUTE else []
        return ReportedSerializer(found, many=True).data


class CaseStepSerializer(KnownFields):
    """The case that a step is about, by its id."""

    case = serializers.CharField()


class ClaimCaseSerializer(CaseStepSerializer):
    """The case to take, and the official who has it now."""

    instead_of = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        help_text="The official who has it (`claimed_by`), to take it over.",
    )


class OpenCaseSerializer(serializers.Serializer[Any]):
    """A new case at a match."""

    match = serializers.CharField()
    kind = serializers.ChoiceField(
        choices=KINDS, error_messages={"invalid_choice": ONE_OF % {"allowed": ", ".join(KINDS)}}
    )


class SilenceSerializer(CaseStepSerializer):
    """The seat to silence at the live table of a case, or to let talk again (`is_silent` false)."""

    seat = serializers.CharField(max_length=1)
    is_silent = serializers.BooleanField()
    reason = serializers.CharField(max_length=MOST_WORDS, help_text="The player reads it.")


class HandledSerializer(CaseStepSerializer):
    """How a case was handled."""

    outcome = serializers.CharField(max_length=MOST_WORDS)


class RulingWishSerializer(CaseStepSerializer):
    """A ruling to preview: `what` is the key of an entry of the case, or one of dir_freeze, dir_resume,
    dir_clock and dir_adjust (with `player` and `number`: seconds, or points; on a sheet of several columns with the
    open `column` to correct), dir_undo (with `version`)."""

    what = serializers.CharField(max_length=80)
    player = serializers.CharField(max_length=1, required=False, default="", allow_blank=True)
    number = serializers.IntegerField(required=False, allow_null=True, default=None)
    version = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0)
    column = serializers.CharField(max_length=2, required=False, default="", allow_blank=True)
    law = serializers.CharField(
        max_length=8, required=False, default="", allow_blank=True, help_text="Of dir_adjust: IRR-35, or one of `laws`."
    )


class TableLineSerializer(serializers.Serializer[Any]):
    """A play of the table in words, as everybody saw it."""

    version = serializers.IntegerField()
    at = serializers.DateTimeField()
    text = serializers.CharField()
    by = serializers.CharField(help_text="The name of the official who entered it.")
    why = serializers.CharField()
    is_ruling = serializers.BooleanField()
    can_undo = serializers.BooleanField()
    is_undone = serializers.BooleanField(help_text="Has a later ruling taken it back?")


class ForeseenSerializer(serializers.Serializer[Any]):
    """The effect of the ruling now. `action` and `seen` are sent back to apply it."""

    action = serializers.DictField()
    seen = serializers.IntegerField(help_text="The version of the table.")
    rule = serializers.CharField(help_text="The law that it rests on; empty for the clock.")
    lines = serializers.ListField(child=serializers.CharField())
    takes_back = TableLineSerializer(many=True, help_text="The rulings that an undo takes back.")


class RulingSerializer(CaseStepSerializer):
    """A previewed ruling to apply: `id` is made by the client; sending it again has no further effect."""

    id = serializers.UUIDField()
    action = serializers.DictField()
    seen = serializers.IntegerField(min_value=0)
    reason = serializers.CharField(max_length=MOST_WORDS, help_text="Everybody at the table reads it.")

    def validate_action(self, action: dict[str, Any]) -> dict[str, Any]:
        """A command has a verb."""
        if not isinstance(action.get("do"), str):
            raise serializers.ValidationError(_("A command as a ruling foresaw it, with its verb as `do`."))
        return action


class CallDecisionSerializer(CaseStepSerializer):
    """The decision of a case: the key of a choice that the case lists, or `other` with the words of a ruling by no law
    (in the hall). `id` is made by the client; sending it again has no further effect."""

    id = serializers.UUIDField()
    choice = serializers.CharField(max_length=80)
    seen = serializers.IntegerField(min_value=0, help_text="The case's `seen`.")
    board = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=99, help_text="In the hall: the "
        "number of the board, in a match of teams."
    )  # fmt: skip
    offender = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=0, help_text="In the hall: the seat of whoever erred, "
        "from 0; of points the side that they are for."
    )  # fmt: skip
    points = serializers.IntegerField(required=False, allow_null=True, default=None)
    is_last = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text="Is it about the last deal on the score sheet? Null: "
        "as the law has it."
    )  # fmt: skip
    figures = serializers.ListField(
        child=serializers.IntegerField(), required=False, default=list, max_length=20, help_text="The result after the "
        "ruling, where one stands; empty: as the law has it."
    )  # fmt: skip
    words = serializers.CharField(max_length=MOST_WORDS, required=False, default="", allow_blank=True)
    reason = serializers.CharField(
        max_length=MOST_WORDS, required=False, default="", allow_blank=True, help_text="Everybody at the table reads "
        "it. Empty: the law gives it."
    )  # fmt: skip

    def wish(self) -> DeskDecision:
        """What is decided."""
        names = ("choice", "board", "offender", "points", "is_last", "figures", "words", "reason")
        return DeskDecision(**{name: self.validated_data[name] for name in names})


class ChoiceSerializer(serializers.Serializer[Any]):
    """Something that a law lets a director decide."""

    key = serializers.CharField()
    words = serializers.CharField()
    law = serializers.CharField()
    names = serializers.BooleanField(help_text="Does the decision need an `offender`?")
    asks_points = serializers.BooleanField()


class LawSerializer(serializers.Serializer[Any]):
    """A law about something that happened, in sentences, with its choices."""

    irr = serializers.CharField()
    when = serializers.CharField(help_text="What tells it apart from the other laws about this.")
    says = serializers.CharField()
    choices = ChoiceSerializer(many=True)


class HappenedSerializer(serializers.Serializer[Any]):
    """Something that can have happened at the table of a case."""

    key = serializers.CharField()
    words = serializers.CharField()
    laws = LawSerializer(many=True)


class HallRulingSerializer(CaseStepSerializer):
    """A ruling at a table with real cards."""

    rule = serializers.CharField(
        max_length=8, required=False, default="", allow_blank=True, help_text="One of the case's `laws`, or empty."
    )
    words = serializers.CharField(max_length=MOST_WORDS, help_text="What is ruled.")
    reason = serializers.CharField(max_length=MOST_WORDS, help_text="Everybody at the table reads it.")


class TakeBackSerializer(KnownFields):
    """The ruling in the hall to take back."""

    ruling = serializers.CharField()


class TableRulingSerializer(serializers.ModelSerializer[TableRuling]):
    """A ruling at a live table or in the hall (`table` empty), and the appeal against it."""

    id = serializers.CharField(source="public_id")
    case = serializers.CharField(source="case.public_id")
    words = serializers.CharField(help_text="In the reader's language where a law gave them.")
    reason = serializers.CharField(help_text="In the reader's language where a law gave it.")
    by = serializers.CharField(source="by.public_id", allow_null=True, default=None)
    appealed_by = serializers.CharField(source="appealed_by.public_id", allow_null=True, default=None)
    decided_by = serializers.CharField(source="decided_by.public_id", allow_null=True, default=None)
    appeals_until = serializers.SerializerMethodField()
    is_taken_back = serializers.SerializerMethodField(help_text="Has a later ruling taken it back?")
    is_unwitnessed = serializers.BooleanField(read_only=True, help_text=ALONE)

    class Meta:
        model = TableRuling
        fields = ("id", "case", "table", "seq", "rule", "words", "reason", "by", "at", "appeals_until", "is_taken_back",
                  "is_unwitnessed", "appealed_by", "appealed_at", "appeal", "decided_by", "decided_at", "is_upheld",
                  "decision")  # fmt: skip

    def to_representation(self, ruling: TableRuling) -> dict[str, Any]:
        words, reason = verdicts.read(ruling)
        return super().to_representation(ruling) | {"words": words, "reason": reason}

    def get_appeals_until(self, ruling: TableRuling) -> datetime:
        return selectors.appeals_until(ruling)

    def get_is_taken_back(self, ruling: TableRuling) -> bool:
        return bool(selectors.taken_back([ruling]))


class PossibleRulingSerializer(serializers.Serializer[Any]):
    """A ruling that is possible now."""

    key = serializers.CharField()
    rule = serializers.CharField()
    text = serializers.CharField()


class TableStandingSerializer(serializers.Serializer[Any]):
    """A live table as an official sees it, without hidden cards."""

    version = serializers.IntegerField()
    names = serializers.DictField(child=serializers.CharField(), help_text="By seat's letter.")
    turn = serializers.CharField(allow_null=True, help_text="At the first board, where there are several.")
    turns = serializers.ListField(child=serializers.CharField(), help_text="Whose time runs, at each board.")
    is_frozen = serializers.BooleanField()
    is_over = serializers.BooleanField()
    has_clock = serializers.BooleanField()
    laws = serializers.ListField(child=serializers.CharField(), help_text="By which points are put right here.")
    lines = TableLineSerializer(many=True)
    entries = PossibleRulingSerializer(many=True)


class SaidSerializer(serializers.Serializer[Any]):
    """Something that was said at a table, a phrase in the reader's language."""

    at = serializers.DateTimeField()
    name = serializers.CharField()
    words = serializers.CharField()


class SilencedSerializer(serializers.Serializer[Any]):
    """A player who is silenced at a table, and the reason."""

    player = serializers.CharField(source="user.public_id")
    reason = serializers.CharField()


class CaseSerializer(serializers.Serializer[Any]):
    """A case with its live table (null in person) and the rulings there. A report of conduct also has the player it is
    about, and the lines that the reporter had heard."""

    case = serializers.CharField(source="case.public_id")
    kind = serializers.CharField(source="case.kind")
    match = serializers.CharField(source="case.match.public_id")
    table = serializers.CharField(source="case.table", help_text="The live table's id; empty in person.")
    words = serializers.CharField(source="case.said")
    opened_by = serializers.CharField(source="case.opened_by.public_id", allow_null=True, default=None)
    opened_at = serializers.DateTimeField(source="case.opened_at")
    claimed_by = serializers.CharField(source="case.claimed_by.public_id", allow_null=True, default=None)
    claimed_at = serializers.DateTimeField(source="case.claimed_at", allow_null=True)
    handled_by = serializers.CharField(source="case.handled_by.public_id", allow_null=True, default=None)
    handled_at = serializers.DateTimeField(source="case.handled_at", allow_null=True)
    outcome = serializers.SerializerMethodField(help_text="In the reader's language where a law gave the words.")
    is_unwitnessed = serializers.BooleanField(source="case.is_unwitnessed", help_text=ALONE)
    about = serializers.CharField(source="case.about.public_id", allow_null=True, default=None)
    said = SaidSerializer(many=True)
    silences = SilencedSerializer(many=True, help_text="Players who are silenced at its live table.")
    at = TableStandingSerializer(allow_null=True)
    laws = serializers.DictField(child=serializers.CharField(), help_text="In person: what can be ruled by, in words.")
    seen = serializers.SerializerMethodField(help_text="The version that a decision is made on.")
    happened = serializers.SerializerMethodField(help_text="What can be decided now, by what happened.")
    rulings = TableRulingSerializer(many=True)

    def get_outcome(self, matter: selectors.Matter) -> str:
        return verdicts.outcome(matter.case)

    def get_seen(self, matter: selectors.Matter) -> int:
        return matter.at.version if matter.at else verdicts.seen(matter.case.match)

    @extend_schema_field(HappenedSerializer(many=True))
    def get_happened(self, matter: selectors.Matter) -> Any:
        is_open = matter.case.handled_at is None and (matter.at is not None or bool(matter.laws))
        found = verdicts.happened(matter.case, matter.at) if is_open else []
        return HappenedSerializer(found, many=True).data


class HandsSerializer(serializers.Serializer[Any]):
    """The hands at a live table by seat's letter; the look at them has been noted."""

    hands = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))


class AppealDecisionSerializer(serializers.Serializer[Any]):
    """The decision on an appeal."""

    ruling = serializers.CharField()
    is_upheld = serializers.BooleanField(help_text="Does the ruling stand?")
    decision = serializers.CharField(max_length=MOST_WORDS)


class CallSerializer(serializers.Serializer[Any]):
    """The words of a player's call."""

    words = serializers.CharField(max_length=MOST_WORDS, required=False, default="", allow_blank=True)


class ConductSerializer(serializers.Serializer[Any]):
    """The seat whose conduct is reported, and the reason."""

    seat = serializers.CharField(max_length=1)
    words = serializers.CharField(max_length=MOST_WORDS)


class AppealSerializer(serializers.Serializer[Any]):
    """The ruling that is appealed against, and the reason."""

    ruling = serializers.CharField()
    words = serializers.CharField(max_length=MOST_WORDS)


class OwnCallSerializer(serializers.Serializer[Any]):
    """A player's latest call."""

    state = serializers.CharField(help_text="waiting, claimed or handled.")
    words = serializers.CharField()
    outcome = serializers.CharField()
    is_unwitnessed = serializers.BooleanField(help_text=ALONE)


class RuledHereSerializer(serializers.Serializer[Any]):
    """A ruling as the players see it."""

    id = serializers.CharField()
    rule = serializers.CharField()
    words = serializers.CharField()
    reason = serializers.CharField()
    is_unwitnessed = serializers.BooleanField(help_text=ALONE)
    taken_back = serializers.BooleanField(help_text="Has a later ruling taken it back?")
    may_appeal = serializers.BooleanField()
    appeals_until = serializers.DateTimeField()
    appeal = serializers.CharField(help_text="The outcome of an appeal, in words.")


class AtTableSerializer(serializers.Serializer[Any]):
    """The desk as a player at a table sees it: the player's own call (null: none), and the rulings."""

    call = OwnCallSerializer(allow_null=True)
    rulings = RuledHereSerializer(many=True)
