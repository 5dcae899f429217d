"""Forms of the games."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games import selectors
from games.players import LEVELS

LEVEL_NAMES = {"novice": _("Novice – takes what it sees and knocks at once"), "club": _("Club – a steady club player")}


PACE_NAMES = {"people": _("At a person’s pace"), "quick": _("Quick – it answers at once")}


def level_choices() -> list[tuple[str, object]]:
    """The house players' levels with their names."""
    return [(level, LEVEL_NAMES.get(level, level)) for level in LEVELS]


class PracticeForm(forms.Form):
    """A game against a house player: which rules, how well it plays, whether it pauses to think."""

    rules = forms.ChoiceField(label=_("Rules"), choices=selectors.variants, initial="gin-rummy-com")
    level = forms.ChoiceField(label=_("House player"), choices=level_choices, initial="novice")
    pace = forms.ChoiceField(
        label=_("How it moves"), choices=list(PACE_NAMES.items()), initial="people", required=False
    )

    def clean_pace(self) -> str:
        """A person's pace where nothing is said."""
        return str(self.cleaned_data["pace"] or "people")
