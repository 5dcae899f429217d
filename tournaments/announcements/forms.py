"""The form of an announcement."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.announcements.services import MOST_WORDS


class AnnouncementForm(forms.Form):
    """The text of an announcement, and its rounds; without rounds it goes to all."""

    words = forms.CharField(
        label=_("What you want to say"), max_length=MOST_WORDS, widget=forms.Textarea(attrs={"rows": 3})
    )
    round_number = forms.IntegerField(label=_("Only to round"), required=False, min_value=1, max_value=1000)
    table_no = forms.IntegerField(label=_("and table"), required=False, min_value=1, max_value=100_000)

    def __init__(self, *args: Any, has_rounds: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_rounds:
            del self.fields["round_number"], self.fields["table_no"]
