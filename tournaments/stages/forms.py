"""The options of a stage, as long as they can be changed; late sign-up to its side contests."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from doors.fields import field_of
from games import engine
from tournaments.event.forms.options import OptionsForm
from tournaments.formats import FEED, FORMATS
from tournaments.models import Entry, Stage

ELSEWHERE = ("points", "tiebreaks")  # a page of their own


class StageForm(OptionsForm):
    """The options of a stage, and the rule by which it takes entries from the stage before."""

    def __init__(self, data: Any = None, *, stage: Stage) -> None:
        super().__init__(data, prefix=f"stage{stage.number}")
        terms = {**FORMATS[stage.format].settings, **(FEED if stage.feed else {})}
        kinds = engine.length_kinds(stage.tournament.variant)
        self.ask(terms, {**stage.settings, **stage.feed}, kinds, *ELSEWHERE)

    def changes(self) -> dict[str, Any]:
        """The arguments of `change_stage`: only changed values."""
        chosen = self.chosen()
        feed = {key: value for key, value in chosen.items() if key in FEED}
        settings = {key: value for key, value in chosen.items() if key not in FEED}
        return {part: found for part, found in (("settings", settings), ("feed", feed)) if found}


class SignUpForm(forms.Form):
    """Who signs up late for a side contest: an entry of the tournament, or somebody new by name."""

    contest = forms.CharField(max_length=12)
    entry = forms.ModelChoiceField(queryset=Entry.objects.none(), required=False)
    name = forms.CharField(max_length=120, required=False)

    def __init__(self, *args: Any, entries: QuerySet[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field_of(self, "entry", forms.ModelChoiceField).queryset = entries

    def clean(self) -> dict[str, Any]:
        """Check that exactly one of the two is given."""
        data = super().clean() or {}
        if bool(data.get("entry")) == bool(data.get("name")):
            raise forms.ValidationError(_("Choose a player, or write the name of a new one."))
        return data
