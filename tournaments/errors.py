"""Errors of the services; doors turn them into 409 or 422 with words."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from doors.times import clock_change, is_plannable
from tournaments.formats import BadSetting, Said


class Refusal(Exception):
    """The request cannot be carried out now. `code` is for programs, the text for people (already translated)."""

    code = "refused"

    def __init__(self, text: str, code: str = "") -> None:
        super().__init__(text)
        self.code = code or self.code


class Invalid(Refusal):
    """A value is not allowed; `field` names it."""

    code = "invalid"

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


def in_words(said: Said) -> str:
    """A sentence of the core in the reader's language."""
    return str(_(said.text) % said.values)


def refused(bad: BadSetting) -> Invalid:
    """The refusal of a value that a setting or an option does not allow, which says what it allows."""
    return Invalid(bad.field, in_words(bad.allowed))


def require_plannable(field: str, moment: datetime | None) -> None:
    """Raise Invalid, which names the field, for a time that cannot be planned: outside the allowed years, or one that
    the clocks of its zone skip or show twice on that day."""
    if moment is None:
        return
    if not is_plannable(moment):
        raise Invalid(field, _("A day between 2000 and 2100."))
    said = {"time": moment.strftime("%H:%M"), "day": moment.date().isoformat()}
    words = {
        "skipped": _("On %(day)s the clocks are put forward and skip %(time)s: choose another time."),
        "twice": _("On %(day)s the clocks are put back and show %(time)s twice: choose another time."),
    }
    if change := clock_change(moment):
        raise Invalid(field, words[change] % said)


class Conflict(Refusal):
    """The state has changed since the caller read it."""

    code = "conflict"


class OpenResults(Refusal):
    """Results are missing; `tables` are the numbers of their tables."""

    code = "open_results"

    def __init__(self, text: str, tables: Sequence[int]) -> None:
        super().__init__(text)
        self.tables = tuple(tables)


class NoPairing(Refusal):
    """No legal pairing exists; `witness` and `ways_out` are lines of text."""

    code = "cannot_pair"

    def __init__(self, text: str, witness: Sequence[str], ways_out: Sequence[str]) -> None:
        super().__init__(text)
        self.witness, self.ways_out = tuple(witness), tuple(ways_out)


class NeedsReason(Refusal):
    """An edit with warnings needs a reason."""

    code = "needs_reason"

    def __init__(self, text: str, warnings: Sequence[str]) -> None:
        super().__init__(text)
        self.warnings = tuple(warnings)


class ResultsSince(NeedsReason):
    """Results of these `rounds` have come in since a draft was paired: pair it again, or publish it for a reason."""

    code = "results_since"

    def __init__(self, text: str, warnings: Sequence[str], rounds: Sequence[int]) -> None:
        super().__init__(text, warnings)
        self.rounds = tuple(rounds)
