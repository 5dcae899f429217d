"""Serializers of the API of tables and deals: the public part only."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games import engine
from games.live.daily import problems, standing
from games.live.setup import terms
from games.live.setup.terms import LETTERS, PRACTICE_PACES
from games.models import LIVE_LAWS, DailyDeal, Deal, Play, Problem, ProblemAnswer, Seat, Table, Tally
from games.players import LEVELS, USUAL_LEVEL


class SeatSerializer(serializers.ModelSerializer[Seat]):
    """A seat of a table and its player."""

    seat = serializers.SerializerMethodField(help_text="A or B.")
    player = serializers.CharField(source="user.public_id", read_only=True)
    name = serializers.CharField(source="user.name", read_only=True)
    house = serializers.CharField(
        source="house_level", read_only=True, help_text="Level of a house player, else empty."
    )

    class Meta:
        model = Seat
        fields = ("seat", "player", "name", "house")

    def get_seat(self, seat: Seat) -> str:
        return LETTERS[seat.seat]


class TableSerializer(serializers.ModelSerializer[Table]):
    """A table, without any cards."""

    id = serializers.CharField(source="public_id", read_only=True)
    seats = SeatSerializer(many=True, read_only=True)
    result = serializers.SerializerMethodField(help_text="null while the sitting goes on, or others play its decks.")
    version = serializers.SerializerMethodField(help_text="null while it is played and watchers see it later.")

    class Meta:
        model = Table
        fields = ("id", "label", "rules", "options", "status", "version", "opened_at", "finished_at", "seats", "result")

    def get_version(self, table: Table) -> int | None:
        return None if terms.is_seen_later(table) else table.version

    def get_result(self, table: Table) -> dict[str, Any] | None:
        found = table.result
        if found is None or table.is_held:
            return None
        by_seat = {name: {LETTERS[at]: value for at, value in enumerate(found[name])}
                   for name in ("points", "totals", "net", "deals_won")}  # fmt: skip
        winner = None if found["winner"] is None else LETTERS[found["winner"]]
        return by_seat | {"winner": winner, "how": found["how"], "deals": found["deals"], "shutout": found["shutout"]}


class DealSerializer(serializers.ModelSerializer[Deal]):
    """A finished deal in the list of the archive."""

    id = serializers.CharField(source="public_id", read_only=True)
    table = serializers.CharField(source="table.public_id", read_only=True)
    rules = serializers.CharField(source="table.rules", read_only=True)
    seats = SeatSerializer(source="table.seats", many=True, read_only=True)
    winner = serializers.SerializerMethodField(help_text="A, B or null.")

    class Meta:
        model = Deal
        fields = ("id", "table", "number", "rules", "seats", "winner", "points", "type", "luck", "finished_at")
        extra_kwargs = {"luck": {"help_text": "The luck in it, in points for A; null where unknown."}}

    def get_winner(self, deal: Deal) -> str | None:
        return None if deal.winner is None else LETTERS[deal.winner]


class PlaySerializer(serializers.ModelSerializer[Play]):
    """One row of a log, without the decks."""

    seat = serializers.SerializerMethodField(help_text="A, B or null.")

    class Meta:
        model = Play
        fields = ("seq", "seat", "kind", "action", "at", "spent_ms", "lag_ms")

    def get_seat(self, play: Play) -> str | None:
        return None if play.seat is None else LETTERS[play.seat]


class PracticeSerializer(serializers.Serializer[Any]):
    """A game against a house player."""

    rules = serializers.CharField(
        default="gin-rummy-com",
        max_length=engine.KEY_LETTERS,
        help_text="The key of a preset, or of a rule set that a club of yours offers (/api/v1/house-rules/).",
    )
    level = serializers.ChoiceField(choices=LEVELS, default=USUAL_LEVEL)
    pace = serializers.ChoiceField(choices=PRACTICE_PACES, default="people", help_text="quick: no thinking pauses.")
    laws = serializers.ChoiceField(
        choices=LIVE_LAWS, default="strict", help_text="Are slips refused, or answered by their law?"
    )

    length = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=20,
        help_text="Such as best_of:3, match:500; empty: one game.",
    )
    clock = serializers.DictField(
        child=serializers.IntegerField(allow_null=True),
        default=None,
        allow_null=True,
        help_text="bank_s, increment_s, move_s; null: nobody's time runs.",
    )


class CommandSerializer(serializers.Serializer[Any]):
    """A command as on the wire, with the version at which it was decided."""

    id = serializers.UUIDField(help_text="Made by the client; the same id again gives the same answer.")
    v = serializers.IntegerField(min_value=0, max_value=2**31 - 1, help_text="The version it was decided at.")
    action = serializers.DictField(help_text='Such as {"do": "discard", "card": "KD"}.')


class AckSerializer(serializers.Serializer[Any]):
    """The version that the command made."""

    v = serializers.IntegerField()


class CostSerializer(serializers.Serializer[Any]):
    """What a move gives up against one opponent."""

    who = serializers.CharField(help_text="A house level (top: top-v1), early (knocks at once) or gin (never knocks).")
    points = serializers.FloatField()
    error = serializers.FloatField(help_text="One standard error.")
    is_sure = serializers.BooleanField(help_text="Is it at least two standard errors?")


class DecisionSerializer(serializers.Serializer[Any]):
    """A decision: the move played, the house player's choice, and the best of the moves compared."""

    v = serializers.IntegerField(help_text="The version of the table that the move made.")
    seat = serializers.CharField(help_text="A or B.")
    played = serializers.DictField(help_text='Such as {"do": "discard", "card": "KD"}.')
    house = serializers.DictField()
    best = serializers.DictField()
    given_up = serializers.FloatField(
        help_text="Points by which `best` is better; below 0 it is worse. Of an error: against whom it costs least."
    )
    error = serializers.FloatField(help_text="One standard error of `given_up`.")
    is_error = serializers.BooleanField(help_text="Does it cost against every opponent, by two standard errors?")
    depends = serializers.BooleanField(
        required=False, help_text="Does it cost against some opponents, and not for sure against others?"
    )
    against = CostSerializer(many=True, required=False, help_text="What it costs against each, where it looked costly.")


class GivenUpSerializer(serializers.Serializer[Any]):
    """The points that a seat gave up in all its decisions."""

    points = serializers.FloatField()
    error = serializers.FloatField()
    decisions = serializers.IntegerField()
    accuracy = serializers.IntegerField(allow_null=True, help_text="Of a hundred decisions so many were no error.")
    errors = serializers.IntegerField()  # type: ignore[assignment]  # a serializer has others of its own


class GivenUpBySeatSerializer(serializers.Serializer[Any]):
    """The points that each of the two seats gave up."""

    A = GivenUpSerializer()
    B = GivenUpSerializer()


class AnalysisSerializer(serializers.Serializer[Any]):
    """The analysis of a deal, or its progress."""

    deal = serializers.CharField()
    version = serializers.CharField(help_text="Which analysis: figures of one version stay what they are.")
    state = serializers.CharField(help_text="waiting, running, done, failed or stopped.")
    done = serializers.IntegerField(help_text="Decisions judged so far.")
    total = serializers.IntegerField(help_text="Decisions of the deal; 0 until they are counted.")
    decisions = DecisionSerializer(many=True)
    given_up = GivenUpBySeatSerializer()


class CostlySerializer(DecisionSerializer):
    """A decision of one of the deals of a sitting."""

    deal = serializers.CharField()
    number = serializers.IntegerField(help_text="Which deal of the sitting.")


class DealGivenUpSerializer(serializers.Serializer[Any]):
    """A deal of a sitting: the progress of its analysis, and what was given up once it is finished."""

    deal = serializers.CharField()
    number = serializers.IntegerField()
    state = serializers.CharField(help_text="As for a deal, or not_asked.")
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    given_up = GivenUpBySeatSerializer(allow_null=True)


class SittingAnalysisSerializer(serializers.Serializer[Any]):
    """The analysis of a sitting, or its progress."""

    table = serializers.CharField()
    version = serializers.CharField()
    state = serializers.CharField(help_text="running or waiting while a deal is; failed, stopped, not_asked; done.")
    done = serializers.IntegerField(help_text="Deals that are judged.")
    total = serializers.IntegerField(help_text="Deals of the sitting.")
    deals = DealGivenUpSerializer(many=True)
    given_up = GivenUpBySeatSerializer(help_text="Over the deals that are judged.")
    worst = CostlySerializer(many=True, help_text="At most ten errors, the costliest first.")


class TallySerializer(serializers.ModelSerializer[Tally]):
    """A player's totals over finished sittings by one preset, with the table of the best of each kind."""

    player = serializers.CharField(source="player.public_id")
    name = serializers.CharField(source="player.name")
    best_deal_at = serializers.CharField(source="best_deal_at.public_id", allow_null=True, default=None)
    best_win_at = serializers.CharField(source="best_win_at.public_id", allow_null=True, default=None)
    best_total_at = serializers.CharField(source="best_total_at.public_id", allow_null=True, default=None)

    class Meta:
        model = Tally
        fields = (
            "player", "name", "rules", "sittings", "won", "deals", "deals_won", "gins", "undercuts", "wins_now",
            "wins_in_a_row", "gins_now", "gins_in_a_row", "best_deal", "best_deal_at", "best_win", "best_win_at",
            "best_total", "best_total_at", "last_at",
        )  # fmt: skip


class DailyDealSerializer(serializers.ModelSerializer[DailyDeal]):
    """The deal of a day: the context of its deck, its commitment, and its secret once the day is over."""

    secret = serializers.SerializerMethodField(help_text="Hexadecimal; null until the day is over.")

    class Meta:
        model = DailyDeal
        fields: tuple[str, ...] = ("day", "ctx", "commitment", "secret", "ended_at")

    def get_secret(self, deal: DailyDeal) -> str | None:
        return standing.secret_of(deal)


class ProblemLineSerializer(serializers.Serializer[Any]):
    """A throw of a problem and what it is worth."""

    card = serializers.CharField()
    points = serializers.FloatField(help_text="Of the deal, for who throws it.")
    behind = serializers.FloatField(help_text="Points by which the best throw is better.")
    error = serializers.FloatField(help_text="One standard error of `behind`.")
    share = serializers.IntegerField(allow_null=True, help_text="Percent of the people who answered.")
    why = serializers.CharField(source="says")
    is_best = serializers.BooleanField()
    mine = serializers.BooleanField()
    played = serializers.BooleanField()


class ProblemSerializer(serializers.ModelSerializer[Problem]):
    """The problem of a day. The worth of each throw is shown once the caller has answered."""

    answer = serializers.SerializerMethodField(help_text="The caller's own answer, null before it.")
    throws = serializers.SerializerMethodField(help_text="The best first; null before the caller has answered.")

    class Meta:
        model = Problem
        fields = ("day", "rules", "position", "version", "answer", "throws")

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_answer(self, problem: Problem) -> str | None:
        return self._mine.card if self._mine else None

    @extend_schema_field(ProblemLineSerializer(many=True, allow_null=True))
    def get_throws(self, problem: Problem) -> Any:
        return ProblemLineSerializer(problems.lines(problem, self._mine), many=True).data if self._mine else None

    @property
    def _mine(self) -> ProblemAnswer | None:
        """The caller's answer, from the serializer's context."""
        mine: ProblemAnswer | None = self.context["mine"]
        return mine


class ProblemAnswerSerializer(serializers.Serializer[Any]):
    """An answer to a problem."""

    card = serializers.CharField(max_length=2, help_text='A card of the hand, as "7H".')


class DailyLineSerializer(serializers.Serializer[Any]):
    """A finished try at the deal of a day."""

    place = serializers.IntegerField(allow_null=True, help_text="null for a guest, who stands in no list.")
    player = serializers.CharField(source="user.public_id")
    name = serializers.CharField(source="user.name")
    points = serializers.IntegerField(help_text="Of the deal; below 0 where the house won them.")
    moves = serializers.IntegerField(help_text="Of both sides.")
    deal = serializers.CharField(help_text="The id of the deal; empty while the day goes on.")


class DailyListSerializer(DailyDealSerializer):
    """A deal of the day with its ranking."""

    lines = serializers.SerializerMethodField()

    class Meta(DailyDealSerializer.Meta):
        fields = (*DailyDealSerializer.Meta.fields, "lines")

    @extend_schema_field(DailyLineSerializer(many=True))
    def get_lines(self, deal: DailyDeal) -> Any:
        return DailyLineSerializer(standing.lines(deal), many=True).data


class LessonStepSerializer(serializers.Serializer[Any]):
    """A sentence of a lesson to read, and the part of the table that it shows."""

    key = serializers.CharField()
    says = serializers.CharField()
    shows = serializers.CharField()


class AdviceSerializer(serializers.Serializer[Any]):
    """A lawful action: the cards to choose, the verb, how the player's melds lie afterwards, the meld to add to."""

    says = serializers.CharField()
    verb = serializers.CharField()
    cards = serializers.ListField(child=serializers.CharField())
    table = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    meld = serializers.IntegerField(allow_null=True)


class LessonSerializer(serializers.Serializer[Any]):
    """What a lesson tells at one version of its table."""

    v = serializers.IntegerField()
    steps = LessonStepSerializer(many=True)
    now = AdviceSerializer(allow_null=True)
    end = serializers.CharField(allow_null=True)


class HintNowSerializer(serializers.Serializer[Any]):
    """A hint: what to do, the reasons, and the cards that it is about."""

    says = serializers.CharField()
    lines = serializers.ListField(child=serializers.CharField())
    cards = serializers.ListField(child=serializers.CharField())


class HintSerializer(serializers.Serializer[Any]):
    """A hint at one version of its table."""

    v = serializers.IntegerField()
    now = HintNowSerializer(allow_null=True)


class RematchSerializer(serializers.Serializer[Any]):
    """The state of a rematch."""

    wish = serializers.ListField(child=serializers.CharField(), help_text="The seats that want it.")
    declined = serializers.CharField(allow_null=True, help_text="The seat that declines it.")
    table = serializers.CharField(allow_null=True, help_text="The page of the next table, once all agree.")


class RematchWishSerializer(serializers.Serializer[Any]):
    """What a player wants to do about a rematch."""

    do = serializers.ChoiceField(choices=("offer", "refuse"))


class TalkPersonSerializer(serializers.Serializer[Any]):
    """A person who talks."""

    seat = serializers.CharField(help_text="A letter; the public id of who watches.")
    name = serializers.CharField()
    muted = serializers.BooleanField()


class TalkSerializer(serializers.Serializer[Any]):
    """The chat at a table as one person hears it."""

    kind = serializers.CharField()
    phrases = serializers.ListField(child=serializers.CharField())
    most = serializers.IntegerField(help_text="Letters of a line.")
    people = TalkPersonSerializer(many=True)
    lines = serializers.ListField(child=serializers.DictField())
    silenced = serializers.CharField(allow_null=True, help_text="The reason why one is asked to be silent.")


class MuteSerializer(serializers.Serializer[Any]):
    """The person to mute."""

    seat = serializers.CharField()
    muted = serializers.BooleanField()


class TableReportSerializer(serializers.Serializer[Any]):
    """The person to report, and what happened."""

    seat = serializers.CharField()
    words = serializers.CharField(allow_blank=True, trim_whitespace=False)


class ChainSerializer(serializers.Serializer[Any]):
    """A part of the chain of a tournament's shuffles."""

    tournament = serializers.CharField()
    links = serializers.IntegerField(help_text="Of the whole chain.")
    head = serializers.CharField()
    after = serializers.IntegerField()
    chain = serializers.ListField(child=serializers.DictField(), help_text="What each link is of, and its head.")
