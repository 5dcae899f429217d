"""Forms of the games."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games import selectors
from games.players import LEVELS

LEVEL_NAMES = {
    "novice": _("Novice – plays simply"),
    "club": _("Club – a steady player"),
    "strong": _("Strong – hard to beat"),
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
    "": (_("No clock"), None),
    "5+3": (_("5 min each, 3 s a turn"), {"bank_s": 300, "increment_s": 3, "move_s": None}),
    "10+5": (_("10 min each, 5 s a turn"), {"bank_s": 600, "increment_s": 5, "move_s": None}),
    "20+10": (_("20 min each, 10 s a turn"), {"bank_s": 1200, "increment_s": 10, "move_s": None}),
    "move60": (_("A minute for each decision"), {"bank_s": None, "increment_s": 0, "move_s": 60}),
}
LENGTHS = [
    ("", _("one game to the target")),
    ("best_of:3", _("best of 3 games")),
    ("best_of:5", _("best of 5 games")),
    ("match:500", _("a match to 500 points")),
    ("hollywood", _("a Hollywood game")),
    ("deals:6/more", _("6 deals, one more if level")),
    ("deals:12/more", _("12 deals, one more if level")),
]


OTHERS = {
    "house": _("House players, at once"),
    "people": _("People, by a link I send"),
}


class PracticeForm(forms.Form):
    """A game against a house player: which rules, how well it plays, whether it pauses to think."""

    RULES = "gin-rummy-com"

    rules = forms.ChoiceField(label=_("Rules"), choices=selectors.variants, initial=RULES)
    level = forms.ChoiceField(label=_("House player"), choices=level_choices, initial="novice")
    pace = forms.ChoiceField(
        label=_("How it moves"), choices=list(PACE_NAMES.items()), initial="people", required=False
    )

    laws = forms.ChoiceField(label=_("The laws"), choices=list(LAW_NAMES.items()), initial="strict", required=False)

    length = forms.ChoiceField(
        label=_("How long"), choices=LENGTHS, required=False, help_text=_("Tables of more than two play one game.")
    )
    clock = forms.ChoiceField(
        label=_("Clock"), choices=[(key, words) for key, (words, _clock) in CLOCKS.items()], required=False
    )

    others = forms.ChoiceField(
        label=_("In the other seats"), choices=list(OTHERS.items()), initial="house", required=False
    )

    def clean_laws(self) -> str:
        """Default to laws that are kept from the start."""
        return str(self.cleaned_data["laws"] or "strict")

    def clean_clock(self) -> dict[str, int | None] | None:
        """Convert the choice into the clock of a table's settings."""
        return CLOCKS[str(self.cleaned_data["clock"])][1]

    def clean_pace(self) -> str:
        """Default to the pace for people."""
        return str(self.cleaned_data["pace"] or "people")
