"""A new tournament on one screen: the common fields, and under "more" the rarer ones."""

from datetime import datetime
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models import Club
from doors.fields import field_of
from doors.zones import zone_choices
from games import engine
from games.engine.sheets import lengths
from tournaments.event.forms.desk import WhenField, with_zone
from tournaments.event.selectors import combining
from tournaments.event.selectors.words import WAYS
from tournaments.event.services.creating import MOST_ROUNDS
from tournaments.event.settings import DEFAULTS
from tournaments.formats import FORMATS, BadSetting, stages_of
from tournaments.formats.going_on import DEAL, LOT, NEXT, SEED, STAYS
from tournaments.formats.kinds.ladders import KEY as LADDER
from tournaments.models import Mode
from tournaments.pairing import TABLES

TEMPLATES = [
    ("swiss", _("Swiss")),
    ("round_robin", _("Round robin")),
    ("single_elim", _("Single elimination")),
    ("double_elim", _("Double elimination")),
    ("swiss_cut", _("Swiss, then a cup of the best")),
    ("groups_cut", _("Groups, then a cup of the best")),
    ("team_swiss", _("Teams: Swiss")),
    ("team_round_robin", _("Teams: round robin")),
    ("league", _("League: players settle their times")),
    ("ladder", _("Ladder: players challenge each other")),
    ("pod_swiss", _("Tables of three and more: by score")),
    ("pod_rounds", _("Tables of three and more: everybody meets everybody")),
    ("pod_final", _("Tables of three and more, then a table of the best")),
    ("duplicate_swiss", _("Duplicate Swiss: the same decks at all tables")),
]
LENGTHS = [
    ("", _("one game to the target")),
    ("best_of:3", _("best of 3 games")),
    ("best_of:5", _("best of 5 games")),
    ("match:500", _("a match to 500 points")),
    ("hollywood", _("a Hollywood game")),
    ("deals:6/more", _("6 deals, one more if level")),
    ("deals:8/more", _("8 deals, one more if level")),
    ("deals:12/more", _("12 deals, one more if level")),
]
FINALS = [("", _("single elimination")), ("double_elim", _("double elimination"))]
SYSTEMS = [("", _("card clubs (the deal is cut for)")), ("dutch", _("FIDE Dutch (the order of dealing is balanced)"))]
ACCELERATIONS = [
    ("", _("upper half against lower half")),
    ("baku", _("the best against the best (Baku acceleration)")),
]
ORDERS = [("", _("in the order of the list, reserves from the end")), ("free", _("as the captain says"))]
PRIMARIES = [("", _("match points, then board points")), ("GP", _("board points, then match points"))]
EQUALS = [("", _("the tie-breaks")), ("all", _("nobody: all of them go on")), ("playoff", _("a play-off"))]
CARRIES = [("", _("nothing")), ("qualified", _("points against others who go on")), ("all", _("all points"))]
FIXTURES = [("", _("a round robin")), ("swiss", _("a Swiss"))]
SPANS = [(24, _("a day")), (48, _("2 days")), (72, _("3 days")), (120, _("5 days")), (168, _("a week"))]
WINDOWS = [*SPANS, (336, _("2 weeks")), (720, _("30 days"))]
NOTICES = [(0, _("until it begins")), (1, _("an hour before")), (6, _("6 hours before")), (48, _("2 days before"))]
SILENCES = [("", _("the place")), ("lapses", _("nothing"))]
STARTS = [("", _("by rating")), ("entered", _("as they entered")), ("lot", _("by lot"))]
COUNTS = [
    ("", _("5 – 3 – 1 points by place (a table of four 5 – 4 – 2 – 1)")),
    ("3-1-0", _("3 – 1 – 0 points by place")),
    ("2-1-0", _("2 – 1 – 0 points by place")),
    ("places", _("the share of the others left behind")),
    ("settlement", _("what the sheet settles")),
]
SCORINGS = [
    ("", _("the field: all tables with the same deck")),
    ("mirror", _("each other: both play every deck from both seats")),
    ("teams", _("teams of two: two boards with crossed seats")),
]
POINTS = {
    "2-1-0": _("win 2, tie 1"),
    "3-1-0": _("win 3, tie 1"),
    "acc": _("win 2, tie 1, a win to nothing 3"),
    "vp20": _("20 points, shared by the margin and the number of deals"),
}
DRAWN = [("", WAYS[NEXT]), *((key, WAYS[key]) for key in (DEAL, SEED, LOT))]
DRAWN_CHALLENGES = [("", WAYS[STAYS]), *((key, WAYS[key]) for key in (NEXT, DEAL))]
SETTINGS = ("expected", "round_minutes")
NOT_OPTIONS = ("club", "name", "variant", "template", "mode", "starts_at", "timezone", "place", *SETTINGS)
LISTS = ("tiebreaks",)


def variant_choices() -> list[tuple[str, str]]:
    """Variants for tournaments, by key and name; names say where a variant is not played at live tables."""
    found = {key: rules.name for key, rules in engine.VARIANTS.items() if combining.refusal(key) is None}
    only = {key for key in found if combining.refusal(key, place=Mode.ONLINE)}
    words = {key: _("%s (in person)") % name if key in only else name for key, name in found.items()}
    return sorted(words.items(), key=lambda pair: (pair[0] in only, pair[1]))


class Offered(forms.Select):
    """A choice with some options closed, because they do not go with the other choices: `closed` gives their values.
    They are shown but cannot be chosen; one that is already chosen stays, so that its refusal can be read."""

    closed: frozenset[str] = frozenset()

    def create_option(self, name: str, value: Any, label: Any, selected: bool, *args: Any, **kw: Any) -> dict[str, Any]:
        """One option, closed where it does not go with the rest."""
        made: dict[str, Any] = super().create_option(name, value, label, selected, *args, **kw)
        if str(value) in self.closed and not selected:
            made["attrs"]["disabled"] = True
        return made


def _number(label: Any, least: int, most: int, text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most, help_text=text)


def _choice(label: Any, choices: Any, text: Any = "") -> forms.ChoiceField:
    return forms.ChoiceField(label=label, required=False, choices=choices, help_text=text)


def _hours(label: Any, usual: Any, choices: Any, text: Any = "") -> forms.TypedChoiceField:
    """A span, in hours; None where the usual one is left."""
    chosen = [("", usual), *choices]
    return forms.TypedChoiceField(
        label=label, required=False, choices=chosen, coerce=int, empty_value=None, help_text=text
    )


def _yes(label: Any, text: Any = "") -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, help_text=text)


class TournamentForm(forms.Form):
    """A new tournament; with one club at most seven fields to fill, all else stands under "more" and is optional."""

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None)
    name = forms.CharField(label=_("Name"), max_length=120)
    template = forms.ChoiceField(label=_("Format"), choices=TEMPLATES)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=5,
        help_text=_(
            "A Swiss plays as many rounds as you say here. In a round robin or a cup the number of rounds follows from "
            "the number of players."
        ),
    )
    variant = forms.ChoiceField(label=_("Rules"), choices=variant_choices, initial="gin-rummy-com", widget=Offered)
    mode = forms.ChoiceField(label=_("Played"), choices=Mode.choices)
    starts_at = WhenField(label=_("Day and time"), required=False)
    place = forms.CharField(label=pgettext_lazy("venue", "Place"), max_length=120, required=False)

    timezone = forms.ChoiceField(label=_("Time zone"), choices=[])
    expected = _number(_("Players expected, about"), 2, 1000)
    round_minutes = _number(_("Minutes a round, about"), 5, 600)
    length = _choice(_("A match"), LENGTHS, _("At live tables a match is one game."))
    minutes = _number(_("Time is called after so many minutes"), 5, 600)
    points = _choice(
        _("Points for a match"),
        [("", _("win 1, tie ½")), *((key, POINTS.get(key, key)) for key in TABLES if key != "1-h-0")],
    )
    tiebreaks = forms.CharField(
        label=_("Tie-breaks, in order"),
        required=False,
        max_length=120,
        help_text=_(
            "Leave it empty for the usual ones. Else words of the list below with commas between them: the first "
            "decides first. They can be chosen later, too, on the page “Points and tie-breaks”."
        ),
    )
    system = _choice(_("Swiss system"), SYSTEMS)
    acceleration = _choice(
        _("The start of a Swiss"), ACCELERATIONS, _("For many players and few rounds, where a tie is half a win.")
    )
    table_points = _choice(_("A table gives"), COUNTS)
    seats = _number(_("Players at a table"), 3, 8, _("Empty: as the rules take."))
    table_rounds = _number(_("Rounds"), 1, MOST_ROUNDS, _("Empty: until everybody can have met everybody."))
    final_rounds = _number(_("Rounds of the final table"), 1, 10, _("Empty: 1."))
    groups = _number(_("Groups"), 1, 64)
    cycles = _number(_("How often everybody meets"), 1, 8)
    boards = _number(_("Boards of a match"), 2, 12)
    reserves = _number(_("Reserves of a team"), 0, 12)
    board_order = _choice(_("Who plays where"), ORDERS)
    primary = _choice(_("What counts first"), PRIMARIES)
    advance = _number(_("How many go on from a Swiss"), 2, 1024)
    per_group = _number(_("How many go on from each group"), 1, 64)
    runners_up = _number(_("and so many of the next best"), 0, 64)
    equal = _choice(_("What decides between equals at the cut"), EQUALS)
    carry = _choice(_("Points taken along into the cup"), CARRIES)
    final = _choice(_("The cup is a"), FINALS)
    rest = _yes(_("All others play a cup too"))
    is_apart = _yes(_("Players of one group meet late"))
    draw = _choice(_("The draw"), [("", _("by rating")), ("lot", _("by lot"))])
    decks = _number(_("Decks a round"), 1, 99, _("Empty: 8."))
    scoring = _choice(_("Compared with"), SCORINGS)
    drawn = _choice(
        _("If a match is drawn"), DRAWN, _("If the rules or the time let a match end level: how one side goes on.")
    )
    third_place = forms.BooleanField(label=_("A match for third place"), required=False, initial=True)
    placement = _number(_("Play out the places down to"), 0, 128)
    consolation = _number(_("Consolation for the losers of so many rounds"), 0, 6)
    last_chance = _yes(_("Last chance for the losers of the consolation"))

    fixtures = _choice(_("The fixtures of a league are those of"), FIXTURES)
    window_hours = _hours(_("A round is open for"), _("a week"), [one for one in WINDOWS if one[0] != 168])
    settle_hours = _hours(_("Times are settled within"), _("the first half of it"), SPANS)
    default_hours = _hours(
        _("If not, the match is played"), _("when the director says"), WINDOWS, _("So long after the round opens.")
    )
    notice_hours = _hours(_("A match may be moved until"), _("a day before"), NOTICES)

    reach = _number(_("How many places up a challenge may go"), 1, 50, _("Empty: 3."))
    answer_days = _number(_("Days to answer"), 1, 60, _("Empty: 3."))
    play_days = _number(_("Days to play"), 1, 120, _("Empty: 14."))
    cooldown_days = _number(_("Days until two may meet again"), 0, 365, _("Empty: 14."))
    idle_days = _number(_("Days without a match before a player drops"), 0, 365, _("Empty: 30. 0: nobody drops."))
    drop = _number(_("Places that an idle player drops"), 0, 50, _("Empty: 1. 0: to the bottom."))
    silence = _choice(_("Declining or not answering loses the place"), SILENCES)
    drawn_challenge = _choice(_("If a match is drawn"), DRAWN_CHALLENGES)
    start_order = _choice(_("The order at the start"), STARTS, _("The director can put anybody on a place later."))

    MORE = (  # the part, its heading, its fields; the page shows the parts that the format asks for
        ("time", _("Time"), ("timezone", "expected", "round_minutes", "minutes")),
        ("play", _("Matches and standings"), ("length", "points", "tiebreaks", "system", "acceleration", "draw")),
        ("pods", _("Tables of three and more"), ("table_points", "seats", "table_rounds", "final_rounds")),
        ("robin", _("Round robin and groups"), ("groups", "cycles")),
        ("duplicate", _("Duplicate"), ("decks", "scoring")),
        ("teams", _("Teams"), ("boards", "reserves", "board_order", "primary")),
        (
            "cut",
            _("Who goes on"),
            ("advance", "per_group", "runners_up", "equal", "carry", "final", "rest", "is_apart"),
        ),
        (
            "league",
            _("League"),
            ("fixtures", "window_hours", "settle_hours", "default_hours", "notice_hours"),
        ),
        (
            "ladder",
            _("Ladder"),
            (
                "reach",
                "answer_days",
                "play_days",
                "cooldown_days",
                "idle_days",
                "drop",
                "silence",
                "drawn_challenge",
                "start_order",
            ),
        ),
        ("cup", _("Brackets"), ("drawn", "third_place", "placement", "consolation", "last_chance")),
    )

    def __init__(self, *args: Any, clubs: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        found = list(clubs[:2])
        field_of(self, "club", forms.ModelChoiceField).queryset = clubs
        if len(found) == 1:
            self.fields["club"].widget = forms.HiddenInput()
            self.fields["club"].initial = found[0].pk
        field_of(self, "timezone", forms.ChoiceField).choices = zone_choices(*(one.timezone for one in found))
        self.fields["timezone"].initial = found[0].timezone if found else "UTC"
        field_of(self, "length", forms.ChoiceField).widget.choices = self._lengths()
        self.fields["variant"].widget.closed = self._closed()
        for key in SETTINGS:
            self.fields[key].initial = DEFAULTS[key]

    @property
    def offered_again(self) -> list[SafeString]:
        """The options of length and rules again, for the page that is being filled when others are chosen there."""
        return [self[name].as_widget(attrs={"hx-swap-oob": "true"}) for name in ("length", "variant")]

    def _lengths(self) -> list[tuple[str, Any]]:
        """The lengths that go with the rules chosen so far."""
        variant = self["variant"].value()
        kinds = engine.length_kinds(variant) if variant in engine.VARIANTS else lengths.KINDS
        return [one for one in LENGTHS if lengths.length_of(one[0] or "game").kind in kinds]

    def _closed(self) -> frozenset[str]:
        """The rules that do not go with the format and the place chosen so far."""
        try:
            formats = [spec.format for spec in stages_of(str(self["template"].value()), {})]
        except BadSetting:
            formats = []
        place = self["mode"].value() if self.is_bound else Mode.IN_PERSON
        place = place if place in Mode.values else Mode.IN_PERSON
        stages = [(key, {"length": "deals:8" if FORMATS[key].has_decks else "game"}) for key in formats]
        return frozenset(key for key, _name in variant_choices() if combining.refusal(key, stages=stages, place=place))

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """The fields that are always shown."""
        later = {name for _part, _heading, names in self.MORE for name in names}
        return [field for field in self.visible_fields() if field.name not in later]

    @property
    def more_fields(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """What stands under "more": the key of each part, its heading, its fields."""
        return [(part, str(heading), [self[name] for name in names]) for part, heading, names in self.MORE]

    @property
    def has_errors_below(self) -> bool:
        """Has a field under "more" an error?"""
        return any(self[name].errors for _part, _heading, names in self.MORE for name in names)

    def options(self) -> dict[str, Any]:
        """The options chosen for the template; empty ones keep their defaults."""
        data = {key: value for key, value in self.cleaned_data.items() if key not in NOT_OPTIONS}
        chosen = {key: value for key, value in data.items() if value not in ("", None) and value is not False}
        template = str(self["template"].value())
        if template.startswith("pod_"):
            chosen = {key: value for key, value in chosen.items() if key not in ("length", "points")}
            if template == "pod_rounds":
                chosen.pop("rounds", None)
                chosen |= {"rounds": chosen["table_rounds"]} if "table_rounds" in chosen else {}
            chosen.pop("table_rounds", None)
        if decks := chosen.pop("decks", None):
            chosen["length"] = f"deals:{decks}"
        drawn = {key: chosen.pop(key, None) for key in ("drawn", "drawn_challenge")}
        if way := drawn["drawn_challenge" if self.cleaned_data.get("template") == LADDER else "drawn"]:
            chosen["drawn"] = way
        chosen["third_place"] = bool(data.get("third_place"))
        if "tiebreaks" in chosen:
            chosen["tiebreaks"] = [key.strip().upper() for key in chosen["tiebreaks"].split(",") if key.strip()]
        return chosen

    def settings(self) -> dict[str, Any]:
        """The settings that the plan of the evening needs."""
        return {key: self.cleaned_data.get(key) or DEFAULTS[key] for key in SETTINGS}

    def start(self) -> datetime | None:
        """The start in the tournament's time zone, as far as it was entered."""
        data = self.cleaned_data
        found: datetime | None = with_zone(data, data.get("timezone") or "UTC")["starts_at"]
        return found

    def conditions(self) -> dict[str, Any]:
        """The arguments of `create_tournament`."""
        data = with_zone(self.cleaned_data, self.cleaned_data["timezone"])
        plain = {key: data[key] for key in NOT_OPTIONS if key not in SETTINGS}
        return {**plain, "options": self.options(), "settings": self.settings()}
