"""The notices that clubs send: a person asks to be let in, and the answer."""

from django.utils.translation import gettext_lazy as _

from notices.kinds import Kind, Text

JOINING = "joining"

KINDS = (Kind(key=JOINING, name=_("Asking to join a club")),)

TEXTS = (
    Text(key="join_asked", kind=JOINING, title=_("%(who)s asks to join %(club)s"),
         says=_("Let them in, or say no, on the page of the members.")),
    Text(key="join_answered.yes", kind=JOINING, title=_("You are a member of %(club)s now"),
         says=_("The club has let you in.")),
    Text(key="join_answered.no", kind=JOINING, title=_("%(club)s has said no for now"),
         says=_("You can ask again from %(again_at)s.")),
)  # fmt: skip
