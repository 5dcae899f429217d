"""Protect results from being overwritten: a person can only replace a result that they have seen."""

from typing import Protocol

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.errors import Conflict
from tournaments.models import MatchState


class Played(Protocol):
    """A match, one of its boards, or a table of three and more, as far as its result is concerned."""

    state: str
    version: int
    entered_by: User | None


def is_sent_again(played: Played, version: int | None, by: User | None, *, stands: str, said: str) -> bool:
    """Is this the result that the same person has already entered, sent again with the earlier version because the
    answer was lost?"""
    is_older = version is not None and version < played.version
    return is_older and by is not None and played.entered_by == by and bool(stands) and stands == said


def require_seen(played: Played, version: int | None, by: User | None, *, place: str, stands: str) -> None:
    """Raise Conflict if `version` is not the present one, or, without a version, if somebody else has entered a result;
    results of live tables and slips were entered by nobody. The refusal names the `place`, what `stands` there, and who
    has entered it."""
    has_result = played.state in (MatchState.REPORTED, MatchState.OVER)
    if version is None:
        is_seen = not has_result or played.entered_by in (None, by)
    else:
        is_seen = version == played.version
    if is_seen:
        return
    if not has_result:
        said = _("%(place)s has changed meanwhile, and has no result now. Nothing was saved: look at it, and enter "
                 "yours again if it is right.")  # fmt: skip
        raise Conflict(said % {"place": place})
    who = str(played.entered_by) if played.entered_by else _("by slip or at the table")
    said = _("%(place)s: %(result)s stands, entered meanwhile (%(who)s). Yours was not saved: enter it again if it is "
             "right.")  # fmt: skip
    raise Conflict(said % {"place": place, "result": stands, "who": who})
