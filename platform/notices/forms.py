"""The forms of notices."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from doors.fields import field_of
from doors.zones import zone_choices
from notices.kinds import CHANNELS, kinds


class ReaderForm(forms.Form):
    """The language, time zone and quiet hours of a reader; `wanted` reads the boxes in the table of kinds."""

    language = forms.ChoiceField(label=_("Language of mail and push"), required=False)
    zone = forms.ChoiceField(label=_("Time zone"), required=False)
    quiet_from = forms.TimeField(
        label=_("Quiet from"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    quiet_until = forms.TimeField(
        label=_("until"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        languages = [(code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES]
        field_of(self, "language", forms.ChoiceField).choices = languages
        zones = [("", _("none chosen: times are those of the tournament")), *zone_choices()]
        field_of(self, "zone", forms.ChoiceField).choices = zones

    def clean(self) -> dict[str, Any]:
        """Check that quiet hours have both ends."""
        given: dict[str, Any] = super().clean() or {}
        if (given.get("quiet_from") is None) != (given.get("quiet_until") is None) and not self.errors:
            missing = "quiet_until" if given.get("quiet_until") is None else "quiet_from"
            self.add_error(missing, _("Quiet hours need a beginning and an end; or leave both empty."))
        return given

    def wanted(self) -> dict[str, dict[str, bool]]:
        """Each kind with the channels that are ticked."""
        ticked = set(self.data.getlist("wanted")) if hasattr(self.data, "getlist") else set()
        return {one.key: {channel: f"{one.key}:{channel}" in ticked for channel in CHANNELS} for one in kinds()}


class BrowserForm(forms.Form):
    """What a browser sends when it subscribes to push."""

    endpoint = forms.URLField(max_length=500, assume_scheme="https")
    p256dh = forms.RegexField(r"^[\w=-]{80,100}$")
    auth = forms.RegexField(r"^[\w=-]{20,40}$")
