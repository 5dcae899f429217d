"""The form of an endpoint."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from webhooks import standard

LABELS: dict[str, str | Promise] = {
    "tournament.created": _("A tournament is created"),
    "tournament.started": _("A tournament begins"),
    "tournament.finished": _("A tournament is over"),
    "tournament.reopened": _("A tournament that was over is open again"),
    "tournament.cancelled": _("A tournament is cancelled"),
    "round.published": _("The pairings of a round are published"),
    "round.closed": _("A round is closed"),
    "result.entered": _("A result is entered"),
    "result.corrected": _("A result is corrected"),
    "entry.added": _("Somebody enters"),
    "entry.withdrawn": _("Somebody withdraws"),
    "rating_list.published": _("A rating list is published"),
}


def label_of(kind: str) -> str:
    """A kind of event in words."""
    return str(LABELS.get(kind, _("A test")))


class EndpointForm(forms.Form):
    """An endpoint: its address, and the events to send."""

    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        help_text=_("Where the other program listens, such as https://club.example/hooks."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Events"),
        choices=[(kind, LABELS[kind]) for kind in standard.KINDS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one kind of event.")},
    )
    is_on = forms.BooleanField(label=_("Send to it"), required=False, initial=True)

    def __init__(self, data: Any = None, *, is_new: bool = False, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        if is_new:
            del self.fields["is_on"]
