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
    "table_laws": _("Slips happen, laws answer"),
}


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

    others = forms.ChoiceField(
        label=_("In the other seats"), choices=list(OTHERS.items()), initial="house", required=False
    )

    def clean_laws(self) -> str:
        """Kept from the start where nothing is said."""
        return str(self.cleaned_data["laws"] or "strict")

    def clean_pace(self) -> str:
        """A person's pace where nothing is said."""
        return str(self.cleaned_data["pace"] or "people")
