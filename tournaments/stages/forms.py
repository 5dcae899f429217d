"""The settings of one stage, while they can be changed: a field for each setting of its format."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from doors.fields import field_of
from games import engine
from games.engine.sheets import lengths
from tournaments.duplicate.selectors import is_duplicate
from tournaments.event.forms.creating import TournamentForm
from tournaments.event.selectors.words import WAYS
from tournaments.formats import FEED, FORMATS, Term
from tournaments.formats.going_on import LOT
from tournaments.models import Entry, Stage

ELSEWHERE = ("points", "tiebreaks", "lengths", "board_points", "take")  # pages of their own, or the API
LABELS = {
    "order": _("Equal scores are paired by"),
    "seeded": _("Entries that keep their seed in a draw by lot"),
    "grand_final": _("Grand final"),
    "consolation_lines": _("Places of the consolation kept for late sign-up"),
    "last_chance_lines": _("Places of the last chance kept for late sign-up"),
    "top": _("How many go on"),
    "percent": _("or so many in a hundred"),
    "of_each": _("or so many of each group"),
}
WORDS = {
    "card": _("card clubs"),
    "dutch": _("FIDE Dutch"),
    "number": _("start number"),
    "standing": _("standing"),
    "snake": _("by rating, like a snake"),
    "seeds": _("by seed"),
    "lot": _("by lot"),
    "reset": _("a second match if the unbeaten side loses"),
    "single": _("one match"),
    "advantage": _("the unbeaten side starts one game up"),
    "tiebreaks": _("the tie-breaks"),
    "all": _("all of them"),
    "playoff": _("a play-off"),
    "none": _("nothing"),
    "qualified": _("points against others who go on"),
    **{way: words for way, words in WAYS.items() if way != LOT},
}


class StageForm(forms.Form):
    """The settings of a stage that can be changed now; one form for every format."""

    def __init__(self, data: Any = None, *, stage: Stage) -> None:
        super().__init__(data, label_suffix="", prefix=f"stage{stage.number}")
        self.stage = stage
        self.terms = {"settings": FORMATS[stage.format].settings, "feed": FEED if stage.feed else {}}
        for part, terms in self.terms.items():
            held: Mapping[str, Any] = getattr(stage, part)
            for key, term in terms.items():
                if key not in ELSEWHERE:
                    self.fields[key] = _field(key, term, held.get(key, term.default))
        kinds = engine.length_kinds(stage.tournament.variant)
        if "length" in self.fields and not is_duplicate(stage):
            self.fields["length"].help_text = lengths.in_words(kinds)

    def changes(self) -> dict[str, Any]:
        """The arguments of `change_stage`: only changed settings. An empty number means the default, and a choice that
        was not sent stays."""
        found: dict[str, dict[str, Any]] = {}
        for part, terms in self.terms.items():
            held: Mapping[str, Any] = getattr(self.stage, part)
            sent = [key for key in terms if key in self.fields and not self._is_unsaid(key)]
            said = {key: self.cleaned_data[key] for key in sent}
            said = {key: terms[key].default if value is None else value for key, value in said.items()}
            new = {key: value for key, value in said.items() if value != held.get(key, terms[key].default)}
            if new:
                found[part] = new
        return found

    def _is_unsaid(self, key: str) -> bool:
        """Was a choice left empty?"""
        return isinstance(self.fields[key], forms.ChoiceField) and not self.cleaned_data[key]


def _field(key: str, term: Term, value: Any) -> forms.Field:
    """One setting by the kind of its default: yes or no, a number, one of some words, a text."""
    known = TournamentForm.base_fields.get(key)
    facts = {"label": LABELS.get(key) or (known.label if known else key), "initial": value, "required": False}
    if isinstance(term.default, bool):
        return forms.BooleanField(**facts)
    if isinstance(term.default, int) or term.default is None:
        return forms.IntegerField(**facts, help_text=term.allowed)
    if " or " in term.allowed and all(word.isidentifier() for word in term.allowed.split(" or ")):
        return forms.ChoiceField(
            **facts, choices=[(word, WORDS.get(word, word)) for word in term.allowed.split(" or ")]
        )
    return forms.CharField(**facts, max_length=40, help_text=term.allowed)


class SignUpForm(forms.Form):
    """Who signs up late for a side contest: an entry of the tournament, or somebody new by name."""

    contest = forms.CharField(max_length=12)
    entry = forms.ModelChoiceField(queryset=Entry.objects.none(), required=False)
    name = forms.CharField(max_length=120, required=False)

    def __init__(self, *args: Any, entries: QuerySet[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field_of(self, "entry", forms.ModelChoiceField).queryset = entries

    def clean(self) -> dict[str, Any]:
        """One of the two."""
        data = super().clean() or {}
        if bool(data.get("entry")) == bool(data.get("name")):
            raise forms.ValidationError(_("Choose a player, or write the name of a new one."))
        return data
