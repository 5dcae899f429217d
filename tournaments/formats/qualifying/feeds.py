"""How one stage feeds another: who goes on, the rule for equals at the cut, the points carried over."""

from collections.abc import Mapping
from typing import Any

from tournaments.formats.qualifying.cuts import Carry, Cut, Equal
from tournaments.formats.terms import Term, flag, one_of, whole

REST = "rest"
FEED: Mapping[str, Term] = {
    "take": one_of("cut", REST),  # the best, or those whom no other stage takes
    "top": whole(0, 0, 1024),  # so many,
    "percent": whole(0, 0, 100),  # or so many in a hundred,
    "of_each": whole(0, 0, 64),  # or so many of each group
    "runners_up": whole(0, 0, 64),  # and the best of those next in their groups
    "equal": one_of(Equal.TIEBREAKS.value, *(one.value for one in Equal if one is not Equal.TIEBREAKS)),
    "carry": one_of(Carry.NONE.value, *(one.value for one in Carry if one is not Carry.NONE)),
    "is_apart": flag(False),  # those of one group meet as late as can be
}


def cut_of(feed: Mapping[str, Any]) -> Cut:
    """The cut that a feed describes."""
    return Cut(
        top=feed["top"],
        percent=feed["percent"],
        of_each=feed["of_each"],
        runners_up=feed["runners_up"],
        equal=Equal(feed["equal"]),
        is_apart=feed["is_apart"],
    )
