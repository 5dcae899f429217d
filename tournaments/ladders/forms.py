"""Forms of the director of a ladder."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry


class EntryField(forms.ModelChoiceField):
    """An entry of the tournament by its public id."""

    def __init__(self, label: Any) -> None:
        super().__init__(label=label, queryset=Entry.objects.none(), to_field_name="public_id", empty_label=None)


class _OfLadder(forms.Form):
    """Its entries are those on the ladder, from the top."""

    def __init__(self, *args: Any, entries: list[Entry], **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        found = Entry.objects.filter(pk__in=[entry.pk for entry in entries]).select_related("tournament")
        for field in self.fields.values():
            if isinstance(field, EntryField):
                field.queryset = found
                field.choices = [(one.public_id, f"{place}. {one.name}") for place, one in enumerate(entries, 1)]


class PlaceForm(_OfLadder):
    """Who is put on which place, and why."""

    entry = EntryField(_("Player"))
    place = forms.IntegerField(label=_("Place"), min_value=1)
    reason = forms.CharField(label=_("Reason (everybody will read it)"), max_length=500)


class ChallengeForm(_OfLadder):
    """A challenge that the director enters for somebody."""

    challenger = EntryField(_("Who challenges"))
    challenged = EntryField(_("whom"))
