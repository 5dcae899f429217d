"""Forms for a club's members: add one, give a role, ask to be let in, paste a list, claim a name."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import mail, names
from clubs.models import Role
from clubs.services import pasting
from pages.forms import kept_person


class MemberForm(forms.Form):
    """A person to add to a club: by name, among its members or new, or invited by e-mail."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=names.LONGEST)
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        required=False,
        help_text=gettext_lazy("Optional. An invitation is mailed there; without an address you get a link to send."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not mail.is_configured():
            self.fields["email"].help_text = _("Optional. This site sends no mail: you get a link to send yourself.")

    def clean_name(self) -> str:
        """The name in its kept form."""
        return kept_person(self.cleaned_data["name"])


class ClaimForm(forms.Form):
    """The code that was printed for a name."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        help_text=gettext_lazy("Four signs and six letters, such as abcd-efghjk."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )


class JoinForm(forms.Form):
    """A visitor's request to become a member."""

    note = forms.CharField(
        label=gettext_lazy("A word to the club"),
        required=False,
        max_length=300,
        help_text=gettext_lazy("Who you are, or who told you of the club. Only its officials read it."),
    )


class PasteForm(forms.Form):
    """A list of members, and what to do with people who resemble somebody on it."""

    text = forms.CharField(
        label=gettext_lazy("Names"),
        max_length=pasting.MOST_LETTERS,
        strip=False,  # so that the numbers of the lines stay
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One person a line: “Irma Toth”, “Irma Toth, irma@example.org”, the same without the comma, or “Irma Toth"
            " &lt;irma@example.org&gt;”. At most 10,000 lines."
        ),
    )
    takes_alike = forms.BooleanField(
        label=gettext_lazy("Also take those who look like somebody on the list: they are different people"),
        required=False,
        help_text=gettext_lazy("Without the tick such lines are left out, and shown to you first."),
    )


class RoleForm(forms.Form):
    """A member's role."""

    member = forms.CharField(max_length=12)
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices)
