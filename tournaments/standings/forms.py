"""The form of points and tie-breaks: a points table, and the tie-breaks in order."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from doors.fields import field_of
from tournaments.event.selectors.words import scale_words
from tournaments.models import Stage
from tournaments.pairing.table_points import ready_for
from tournaments.standings.selectors import words

PLACES = 6


class EqualsForm(forms.Form):
    """The points table, and up to six tie-breaks. Once a round is published only the tie-breaks can change, with a
    reason."""

    points = forms.ChoiceField(label=_("Points table"))

    def __init__(self, *args: Any, stage: Stage, is_fixed: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.counted_by, ready = ready_for(stage.settings)
        held, keys = stage.settings[self.counted_by], list(stage.settings["tiebreaks"])
        self.is_fixed = is_fixed
        tables = {key: scale_words({**stage.settings, self.counted_by: key}) for key in ready}
        points = field_of(self, "points", forms.ChoiceField)
        points.choices = [*tables.items()] if held in tables else [*tables.items(), ("", _("a table of its own"))]
        points.initial = held if held in tables else ""
        points.required = False
        points.disabled = is_fixed
        offered = words.tiebreaks_on_offer(stage)
        offered += [words.tiebreak_in_words(key) for key in keys if key not in {one.key for one in offered}]
        choices = [("", "–"), *((one.key, f"{one.name} ({one.key})") for one in offered)]
        for place in range(max(PLACES, len(keys))):
            label = _("Decides first") if place == 0 else _("Then (%(n)d)") % {"n": place + 1}
            self.fields[f"key{place}"] = forms.ChoiceField(
                label=label, choices=choices, required=False, initial=keys[place] if place < len(keys) else ""
            )
        if is_fixed:
            self.fields["reason"] = forms.CharField(
                label=_("Reason"),
                max_length=200,
                help_text=_("Players have seen another order of the tie-breaks: say why it changes."),
            )

    def changes(self) -> dict[str, Any]:
        """The arguments of `change_stage`."""
        data = self.cleaned_data
        keys = [data[name] for name in self.fields if name.startswith("key") and data[name]]
        if self.is_fixed:
            return {"settings": {"tiebreaks": keys}, "reason": data["reason"]}
        return {"settings": {"tiebreaks": keys, **({self.counted_by: data["points"]} if data["points"] else {})}}
