"""Which settings fit together at a table: rules, laws, length, clock and the others."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games import engine
from games.live.setup import delay, talk, terms
from games.live.setup.clock import is_clock
from games.models import LIVE_LAWS, LIVE_VARIANTS

MOST_MINUTES = 24 * 60
# The settings with a list of values, and what holds where nothing is said.
CHOICES = {
    "aids": (terms.AIDS, "full"),
    "shuffle": (terms.SHUFFLES, "server"),
    "chat": (talk.KINDS, talk.DEFAULT),
    "pace": (terms.PACES, "people"),
}


class BadTable(ValueError):
    """A table cannot be opened; the message says why, `field` names the setting to change."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


def require_fit(rules_key: str, settings: Mapping[str, Any], *, laws: str = "strict") -> None:
    """Check that the rules, the laws and the settings of a table (`services.tables.open_table`) fit together. Raises
    BadTable with the field, the reason and what is allowed."""
    rules = LIVE_VARIANTS.get(rules_key)
    if rules is None:
        raise BadTable(_("%(rules)s is not played at live tables") % {"rules": repr(rules_key)}, "rules")
    if laws not in LIVE_LAWS:
        raise _allowed(", ".join(LIVE_LAWS), "laws")
    for field, (allowed, usual) in CHOICES.items():
        if settings.get(field, usual) not in allowed:
            raise _allowed(", ".join(allowed), field)
    if not is_clock(settings.get("clock")):
        raise BadTable(_("A clock needs time for the whole match, or for each decision."), "clock")
    _require_delay(settings)
    _require_length(rules_key, rules, settings)


def _allowed(words: str, field: str) -> BadTable:
    return BadTable(_("Allowed here: %(allowed)s.") % {"allowed": words}, field)


def _require_delay(settings: Mapping[str, Any]) -> None:
    try:
        later = delay.delay_in(settings)
    except delay.BadDelay as bad:
        raise _allowed(str(bad), "delay") from bad
    if later is not None and later.minutes and not settings.get("tournament"):
        raise BadTable(_("Only tables of a tournament show hands while a deal is played."), "delay")


def _require_length(rules_key: str, rules: engine.RuleSet, settings: Mapping[str, Any]) -> None:
    allowed = engine.lengths_in_words(engine.length_kinds(rules_key))
    try:
        length = engine.length_of(settings.get("length") or "game")
    except engine.BadLength as bad:
        raise _allowed(allowed, "length") from bad
    minutes, start = settings.get("minutes"), tuple(settings.get("head_start") or (0, 0))
    if minutes is not None and not (type(minutes) is int and 1 <= minutes <= MOST_MINUTES):
        raise _allowed(f"1–{MOST_MINUTES}", "minutes")
    if not terms.has_two_sides(rules) and (length.kind != "game" or minutes is not None):
        field = "length" if length.kind != "game" else "minutes"
        raise BadTable(_("Tables of more than two sides play one game, without a time."), field)
    if not engine.length_fits(rules_key, length):
        said = _("%(name)s is not played to this length. Allowed here: %(allowed)s.")
        raise BadTable(said % {"name": rules.name, "allowed": allowed}, "length")
    is_series = length.kind == "best_of" and length.is_by_games
    if any(start) and not (is_series and len(start) == 2 and all(0 <= one < length.wins_needed for one in start)):
        raise BadTable(_("A side starts a game up only where the best of several games is played."), "head_start")
