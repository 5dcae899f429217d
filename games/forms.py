"""Forms of the games."""

from collections.abc import Iterable
from typing import Any, Protocol

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from doors.fields import field_of
from games import selectors
from games.live.presets import offered, tiles
from games.models import Gathering, HouseRules
from games.players import LEVELS, RATINGS, USUAL_LEVEL
from games.services.seeks import LEAST_RATING, MOST_RATING, WantedGame, is_for_two

LEVEL_NAMES = {
    "beginner": _("Beginner – still learning"),
    "novice": _("Novice – plays simply"),
    "club": _("Club – a steady player"),
    "strong": _("Strong – hard to beat"),
    "top": _("Top – best of the house"),
}

PACE_NAMES = {"people": _("At a person’s pace"), "quick": _("Quick – no pause")}


def level_choices() -> list[tuple[str, object]]:
    """The house players' levels with their names."""
    return [(level, LEVEL_NAMES.get(level, level)) for level in LEVELS]


LAW_NAMES = {
    "strict": _("Only legal moves"),
    "table_laws": _("Slips count, laws apply"),
}


CLOCKS: dict[str, tuple[object, dict[str, int | None] | None]] = {
    "none": (_("No clock"), None),
    "5+3": (_("5 min each, 3 s a turn"), {"bank_s": 300, "increment_s": 3, "move_s": None}),
    "10+5": (_("10 min each, 5 s a turn"), {"bank_s": 600, "increment_s": 5, "move_s": None}),
    "20+10": (_("20 min each, 10 s a turn"), {"bank_s": 1200, "increment_s": 10, "move_s": None}),
    "move60": (_("A minute for each decision"), {"bank_s": None, "increment_s": 0, "move_s": 60}),
    "day": (_("A day for each decision"), {"bank_s": None, "increment_s": 0, "move_s": 24 * 3600}),
    "days3": (_("Three days for each decision"), {"bank_s": None, "increment_s": 0, "move_s": 3 * 24 * 3600}),
}
PACES = (  # those of the panel on which one looks for a game
    ("5+3", _("Fast"), _("5 min")),
    ("10+5", _("Steady"), _("10 min")),
    ("day", _("Slow"), _("a day a move")),
)
USUAL_CLOCK = "10+5"  # between people who look for each other; alone with the house, or by a link, there is none
LENGTHS = [
    ("", _("one game to the target")),
    ("best_of:3", _("best of 3 games")),
    ("best_of:5", _("best of 5 games")),
    ("match:500", _("a match to 500 points")),
    ("hollywood", _("a Hollywood game")),
    ("deals:2/more", _("2 deals, one more if level")),
    ("deals:4/more", _("4 deals, one more if level")),
    ("deals:6/more", _("6 deals, one more if level")),
    ("deals:12/more", _("12 deals, one more if level")),
]


OTHERS = {
    "house": _("House players, at once"),
    "people": _("People, by a link I send"),
}


class Chosen(Protocol):
    """What to play, as far as somebody has chosen it."""

    length: str
    clock: Any
    laws: str


def terms_words(found: Chosen) -> list[str]:
    """Length, clock and laws of a waiting table, a search or an event in words, as far as they were chosen."""
    words = [str(dict(LENGTHS).get(found.length, found.length))] if found.length else []
    words += [str(text) for text, clock in CLOCKS.values() if clock is not None and clock == found.clock]
    return [*words, str(LAW_NAMES[found.laws])] if found.laws != "strict" else words


def conditions(found: Gathering) -> dict[str, str]:
    """Length, clock and laws of a waiting table in words, including the defaults. A clock that is on no list of choices
    has no words."""
    clock = next((str(text) for text, one in CLOCKS.values() if one == found.clock), "")
    length = str(dict(LENGTHS).get(found.length, found.length))
    return {"length": length, "clock": clock, "laws": str(LAW_NAMES[found.laws])}


def clock_choices() -> list[tuple[str, object]]:
    """The clocks of a casual table with their names."""
    return [(key, words) for key, (words, _clock) in CLOCKS.items()]


def rules_for_two() -> list[tuple[str, list[tuple[str, str]]]]:
    """The rules that two can play, by the games of the rulebook, the best-known of each first."""
    return tiles.grouped([(key, name) for key, name in selectors.variants() if is_for_two(key)])


def own_rules(player: User | None) -> list[tuple[str, list[tuple[str, str]]]]:
    """The rule sets that a player's clubs offer, by club."""
    found: dict[str, list[tuple[str, str]]] = {}
    for one in offered.for_player(player) if player else ():
        found.setdefault(one.club.name, []).append((one.rules, one.name))
    return list(found.items())


class PracticeForm(forms.Form):
    """A game against a house player: the rules, its strength, and whether it pauses to think."""

    RULES = tiles.BEST_KNOWN
    CLOCK = "none"  # where nothing is chosen

    rules = forms.ChoiceField(label=_("Rules"), choices=selectors.variants, initial=RULES, widget=forms.HiddenInput)
    level = forms.ChoiceField(
        label=_("House player"),
        choices=level_choices,
        initial=USUAL_LEVEL,
        help_text=format_lazy(
            _("Ratings in games among the levels, from the weakest: {ratings}."),
            ratings=", ".join(str(RATINGS[level]) for level in LEVELS),
        ),
    )
    pace = forms.ChoiceField(
        label=_("How it moves"), choices=list(PACE_NAMES.items()), initial="people", required=False
    )

    laws = forms.ChoiceField(label=_("The laws"), choices=list(LAW_NAMES.items()), initial="strict", required=False)

    length = forms.ChoiceField(
        label=_("How long"), choices=LENGTHS, required=False, help_text=_("Tables of more than two play one game.")
    )
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=lambda: [("", _("As usual")), *clock_choices()],
        required=False,
        help_text=_("As usual: 10 min each and 5 s a turn when you look for an opponent, else no clock."),
    )

    is_rated = forms.BooleanField(
        label=_("Rated"), required=False, help_text=_("Between people with an account; never against the house.")
    )
    others = forms.ChoiceField(
        label=_("In the other seats"),
        choices=list(OTHERS.items()),
        initial="house",
        required=False,
        widget=forms.RadioSelect,
    )

    def offer(self, own: Iterable[HouseRules]) -> None:
        """Take the rule sets of clubs, too."""
        rules = field_of(self, "rules", forms.ChoiceField)
        rules.choices = [*((one.rules, one.name) for one in own), *selectors.variants()]

    def clean_laws(self) -> str:
        """Default to laws that are enforced (`strict`)."""
        return str(self.cleaned_data["laws"] or "strict")

    def clean_clock(self) -> dict[str, int | None] | None:
        """Convert the choice into the clock of a table's settings."""
        return CLOCKS[str(self.cleaned_data["clock"] or self.CLOCK)][1]

    def clean_pace(self) -> str:
        """Default to the pace for people."""
        return str(self.cleaned_data["pace"] or "people")


class FriendForm(forms.Form):
    """A table for people who get its link: what is played, how fast, and whether it is rated."""

    rules = forms.ChoiceField(label=_("Game"), choices=lambda: tiles.grouped(selectors.variants()))
    clock = forms.ChoiceField(
        label=_("Pace"),
        choices=[
            ("none", CLOCKS["none"][0]),
            *((key, format_lazy("{} · {}", name, time)) for key, name, time in PACES),
        ],
        initial="none",
        widget=forms.RadioSelect,
    )
    is_rated = forms.TypedChoiceField(
        label=_("Rated"),
        choices=[("on", _("Rated")), ("", _("Not rated"))],
        coerce=bool,
        empty_value="",
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, player: User | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = field_of(self, "rules", forms.ChoiceField)
        rules.choices = [*own_rules(player), *tiles.grouped(selectors.variants())]
        if player is None or player.is_guest:
            del self.fields["is_rated"]

    def clean_clock(self) -> dict[str, int | None] | None:
        """Convert the choice into the clock of a table's settings."""
        return CLOCKS[str(self.cleaned_data["clock"])][1]


RANGES = {"": _("any rating"), "100": _("within 100 of mine"), "200": _("within 200"), "400": _("within 400")}


class SeekForm(PracticeForm):
    """A search for an opponent: what to play, whether it is rated, and how strong the opponent may be."""

    CLOCK = USUAL_CLOCK
    level = pace = others = None  # type: ignore[assignment]  # how a form leaves out what it inherits

    rules = forms.ChoiceField(label=_("Rules"), choices=rules_for_two, initial=PracticeForm.RULES)
    clock = forms.ChoiceField(label=_("Clock"), choices=clock_choices, initial=USUAL_CLOCK, required=False)
    or_house = forms.BooleanField(label=_("Else the house, after ten seconds"), required=False)
    near = forms.ChoiceField(label=_("Opponent’s rating"), choices=list(RANGES.items()), required=False)

    def wish(self, rating: float | None, level: str = "") -> WantedGame:
        """The wish of a person with this rating in this game; without a rating they accept everybody. `level` is that
        of the house player who comes if they wish for one."""
        chosen = {name: self.cleaned_data[name] for name in ("rules", "laws", "length", "clock", "is_rated")}
        near = int(self.cleaned_data.get("near") or 0)
        if near and rating is not None:
            least, most = round(rating) - near, round(rating) + near
            chosen |= {"least": max(LEAST_RATING, least), "most": min(MOST_RATING, most)}
        return WantedGame(**chosen, rating=rating, level=level if self.cleaned_data.get("or_house") else "")


class ChallengeForm(SeekForm):
    """A challenge to one person: what to play (a preset, or the rules of a club of the challenger's), and whether it is
    rated."""

    near = or_house = None  # type: ignore[assignment]  # one knows whom one asks

    def __init__(self, *args: Any, by: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = [(club, [one for one in held if is_for_two(one[0])]) for club, held in own_rules(by)]
        field_of(self, "rules", forms.ChoiceField).choices = [*(one for one in own if one[1]), *rules_for_two()]
        self.fields["length"].help_text = ""
