"""The feed from one stage to the next: which entries qualify, the rule for equals at the cut, the points carried
over."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournaments.formats.qualifying.cuts import Carry, Cut, Equal
from tournaments.formats.terms import Choice, Term, Whole, YesNo
from tournaments.pairing.tiebreaks.families import gettext_noop

_ = gettext_noop
REST = "rest"
FEED: Mapping[str, Term] = {
    "take": Choice(  # the best, or those whom no other stage takes
        "cut", choices=[("cut", _("the best")), (REST, _("all others"))], is_offered=False
    ),
    **{
        key: replace(term, part="cut") if term.needs else replace(term, part="cut", needs="take", at=("cut",))
        for key, term in {
            "top": Whole(0, _("How many go on"), most=1024),
            "percent": Whole(0, _("or so many in a hundred"), most=100),
            "of_each": Whole(0, _("or so many of each group"), most=64),
            "runners_up": Whole(0, _("and so many of the next best"), most=64, needs="of_each"),
            "equal": Choice(
                Equal.TIEBREAKS.value,
                _("What decides between equals at the cut"),
                choices=[
                    (Equal.TIEBREAKS.value, _("the tie-breaks")),
                    (Equal.ALL_IN.value, _("nobody: all of them go on")),
                    (Equal.PLAY_OFF.value, _("a play-off")),
                ],
            ),
            "carry": Choice(
                Carry.NONE.value,
                _("Points taken along into the cup"),
                choices=[
                    (Carry.NONE.value, _("nothing")),
                    (Carry.QUALIFIED.value, _("points against others who go on")),
                    (Carry.ALL.value, _("all points")),
                ],
            ),
            "is_apart": YesNo(False, _("Players of one group meet late")),
        }.items()
    },
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
