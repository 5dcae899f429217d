"""Checks that arenas and sit-and-gos share: who may play, and by which rules and clock."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games.live.setup import fitting
from games.live.setup.clock import is_by_days
from games.services import house_rules, seeks
from tournaments.errors import Invalid, Refusal


def require_account(user: User) -> None:
    """Raise Refusal for guests."""
    if user.is_guest:
        raise Refusal(_("Such events are for people with an account: sign up, your games come along."), "guest")


def require_game(rules: str, clock: Mapping[str, Any] | None, length: str = "") -> None:
    """Check the game. Raises Invalid with the field."""
    try:
        fitting.require_fit(rules, {"length": length, "clock": clock})
        house_rules.require_preset(rules)
    except fitting.BadTable as bad:
        raise Invalid(bad.field, str(bad)) from bad
    if not seeks.is_for_two(rules):
        raise Invalid("rules", _("Such events are of games for two."))
    if clock is None or is_by_days(clock):
        raise Invalid("clock", _("It needs a clock of minutes, so that nobody keeps the others waiting."))


def require_one_of(field: str, chosen: Any, allowed: tuple[Any, ...]) -> None:
    """Check a choice. Raises Invalid with the field and what is allowed."""
    if chosen not in allowed:
        raise Invalid(field, _("Allowed here: %(allowed)s.") % {"allowed": ", ".join(map(str, allowed))})
