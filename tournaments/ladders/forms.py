"""Forms of the director of a ladder."""

from collections.abc import Container
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry


def entry_field(label: Any) -> "forms.ModelChoiceField[Entry]":
    """The field for an entry of the tournament by its public id."""
    nobody = Entry.objects.none()
    return forms.ModelChoiceField(label=label, queryset=nobody, to_field_name="public_id", empty_label=None)


class _OfLadder(forms.Form):
    """A form whose choices are the entries on the ladder, from the top."""

    def __init__(self, *args: Any, entries: list[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        found = Entry.objects.filter(pk__in=[entry.pk for entry in entries]).select_related("tournament")
        for field in self.fields.values():
            if isinstance(field, forms.ModelChoiceField):
                field.queryset = found
                field.choices = [(one.public_id, f"{place}. {one.name}") for place, one in enumerate(entries, 1)]


class PlaceForm(_OfLadder):
    """The entry, its new place, and the reason."""

    entry = entry_field(_("Player"))
    place = forms.IntegerField(label=_("Place"), min_value=1)
    reason = forms.CharField(label=_("Reason (public)"), max_length=500)


class ChallengeForm(_OfLadder):
    """A challenge that the director enters on behalf of a player."""

    challenger = entry_field(_("Who challenges"))
    challenged = entry_field(_("whom"))

    def __init__(self, *args: Any, entries: list[Entry], away: Container[int] = (), **kwargs: Any) -> None:
        """Nobody stands above the first to be challenged by them, nobody below the last, and who is `away` (by key) is
        not challenged. Neither menu begins with a name: it would be the same one."""
        super().__init__(*args, entries=entries, **kwargs)
        named = [(one.public_id, f"{place}. {one.name}", one.pk) for place, one in enumerate(entries, 1)]
        nobody = ("", "–")
        self.fields["challenger"].choices = [nobody, *(one[:2] for one in named[1:])]  # type: ignore[attr-defined]  # a field of choices
        told = [one[:2] for one in named[:-1] if one[2] not in away]
        self.fields["challenged"].choices = [nobody, *told]  # type: ignore[attr-defined]  # a field of choices
