"""The form of an evening that was played without the site."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from doors.fields import field_of
from tournaments.event.forms.desk import RosterForm, WhenField
from tournaments.event.forms.fields import form_field
from tournaments.event.forms.rules import house_choices, variant_choices, with_house_rules
from tournaments.formats.kinds.pods import SETTINGS


class EveningForm(RosterForm):
    """The club, the game and the day, and the tables: typed, pasted or as a file."""

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None, to_field_name="slug")
    name = forms.CharField(label=_("Name"), max_length=120)
    variant = forms.ChoiceField(label=_("Rules"), choices=variant_choices, initial="gin-rummy-com")
    held_at = WhenField(label=_("When it was played"), required=False, help_text=_("Empty: today."))
    rated = forms.BooleanField(required=False)
    field_order = ("club", "name", "variant", "held_at", "table_points", "text", "file")

    def __init__(self, *args: Any, clubs: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table_points"] = form_field(SETTINGS["table_points"])
        self.fields["table_points"].label = _("A table of three and more gives")
        self.fields["table_points"].help_text = _("At a table of two a win is 1 point, a tie ½.")
        self.order_fields(self.field_order)
        field_of(self, "club", forms.ModelChoiceField).queryset = clubs
        field_of(self, "variant", forms.ChoiceField).choices = with_house_rules(house_choices(clubs))
        self.fields["file"].help_text = _("CSV or XLSX without a header: name and figure by turns.")
        self.fields["text"].label = _("The tables, one a line, in the order in which they were played")

    def facts(self) -> dict[str, Any]:
        """The arguments of `enter_evening`, without the tables."""
        data = self.cleaned_data
        when: datetime | None = data["held_at"]
        zone = ZoneInfo(data["club"].timezone)
        facts = {key: data[key] for key in ("club", "name", "variant", "rated")}
        return {
            **facts,
            "table_points": data["table_points"] or "",
            "held_at": when.replace(tzinfo=zone) if when else None,
        }
