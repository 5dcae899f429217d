"""Forms of the games."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games import selectors
from games.players import LEVELS

LEVEL_NAMES = {"novice": _("Novice – takes what it sees and knocks at once"), "club": _("Club – a steady club player")}


def level_choices() -> list[tuple[str, object]]:
    """The house players' levels with their names."""
    return [(level, LEVEL_NAMES.get(level, level)) for level in LEVELS]


class PracticeForm(forms.Form):
    """A game against a house player: which rules, how well it plays."""

    rules = forms.ChoiceField(label=_("Rules"), choices=selectors.variants, initial="gin-rummy-com")
    level = forms.ChoiceField(label=_("House player"), choices=level_choices, initial="novice")
