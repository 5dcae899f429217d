"""Forms of the organiser's control: drafts, corrections, byes, pairs kept apart, times."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from doors.fields import field_of
from tournaments.event.forms.desk import WhenField, whole_number, with_zone
from tournaments.models import Entry


def offer(form: forms.Form, name: str, entries: QuerySet[Entry]) -> None:
    """Offer these entries in a field; fields with the same query read the entries once."""
    field = field_of(form, name, forms.ModelChoiceField)
    nobody = [] if field.empty_label is None else [("", field.empty_label)]
    field.queryset = entries
    field.choices = lambda: [*nobody, *((entry.pk, str(entry)) for entry in entries)]


class ByeForm(forms.Form):
    """A bye for an entry in a round that is not paired yet."""

    entry = forms.ModelChoiceField(label=_("Player"), queryset=Entry.objects.none())
    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=99)
    kind = forms.ChoiceField(
        label=_("Kind"), choices=[("half", _("half-point bye")), ("zero", _("absent")), ("full", _("full-point bye"))]
    )
    reason = forms.CharField(label=_("Reason"), required=False, max_length=200, help_text=_("Beyond the limits only."))

    def __init__(self, *args: Any, entries: QuerySet[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "entry", entries)


class EntriesField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # Django takes no [Entry] when it runs
    """A field for several entries, by their keys; impossible keys match nothing."""

    def clean(self, value: Any) -> QuerySet[Entry]:
        """The entries chosen. Raises ValidationError."""
        for key in value or ():
            if whole_number(key) is None:
                raise forms.ValidationError(self.error_messages["invalid_pk_value"], params={"pk": str(key)[:20]})
        found: QuerySet[Entry] = super().clean(value)
        return found


class PairRuleForm(forms.Form):
    """Two or more entries that must not, or should rather not, meet."""

    entries = EntriesField(label=_("Players"), queryset=Entry.objects.none())
    kind = forms.ChoiceField(label=_("They meet"), choices=[("hard", _("never")), ("soft", _("rather not"))])
    from_round = forms.IntegerField(label=_("From round"), min_value=1, max_value=99, initial=1)
    to_round = forms.IntegerField(label=_("To round"), min_value=1, max_value=99, required=False)
    reason = forms.CharField(label=_("Reason"), required=False, max_length=200)

    def __init__(self, *args: Any, entries: QuerySet[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "entries", entries)


class LeaveForm(forms.Form):
    """An entry to exclude, or a late one that gets half points for rounds that it missed."""

    entry = forms.ModelChoiceField(label=_("Player"), queryset=Entry.objects.none())
    reason = forms.CharField(label=_("Reason"), required=False, max_length=200)
    rule = forms.CharField(label=_("Rule cited"), required=False, max_length=20)
    count = forms.IntegerField(required=False, min_value=1, max_value=99)

    def __init__(self, *args: Any, entries: QuerySet[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "entry", entries)


class TimesForm(forms.Form):
    """When a round starts, and how long it lasts."""

    starts_at = WhenField(label=_("Starts"), required=False)
    minutes = forms.IntegerField(label=_("Minutes until time is called"), min_value=1, max_value=1440, required=False)
    reason = forms.CharField(required=False, max_length=200)

    def times(self, zone: str) -> dict[str, Any]:
        """The arguments of `set_times`."""
        return with_zone(self.cleaned_data, zone)


EDITS = [
    ("swap", _("Swap two players")),
    ("fix", _("Make two players meet")),
    ("move", _("Move a player to a table")),
    ("bye", _("Give a bye")),
    ("table", _("Set the table’s number")),
]
BYES = [("pab", _("bye")), ("half", _("half-point bye")), ("full", _("full-point bye")), ("zero", _("absent"))]


SECONDS = {"bye": "kind", "table": "table", "move": "table"}  # the second value of a change, where no other player


def edits_of(sizes: range, *, is_open: bool) -> list[tuple[str, Any]]:
    """The changes that a draft with tables of these sizes can have: two are made to meet where two sit at a table, and
    only a larger one takes one more. Where it is not `is_open` who meets whom, only tables get another number."""
    if not is_open:
        return [edit for edit in EDITS if edit[0] == "table"]
    return [edit for edit in EDITS if edit[0] != ("move" if 2 in sizes else "fix")]


class EditForm(forms.Form):
    """One change of a draft."""

    edit = forms.ChoiceField(choices=EDITS, required=False)
    first = forms.ModelChoiceField(label=_("Player"), queryset=Entry.objects.none())
    second = forms.ModelChoiceField(queryset=Entry.objects.none(), required=False)
    kind = forms.ChoiceField(choices=BYES, required=False)
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=9_999, required=False)
    reason = forms.CharField(label=_("Reason"), required=False, max_length=200)
    version = forms.IntegerField(required=False)

    def __init__(self, *args: Any, entries: QuerySet[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in ("first", "second"):
            offer(self, field, entries)

    def clean(self) -> dict[str, Any]:
        """Each change needs its own second value."""
        data = forms.Form.clean(self) or self.cleaned_data
        edit = data.get("edit") or "swap"
        needed = SECONDS.get(edit, "second")
        if not self.errors and not data.get(needed):
            self.add_error(needed, _("This is needed here."))
        return data

    def change(self) -> dict[str, Any]:
        """The arguments of `edit_draft` and `preview_edit`."""
        data = self.cleaned_data
        edit = data["edit"] or "swap"
        return {edit: (data["first"], data[SECONDS.get(edit, "second")])}
