"""How a stage is fed by another: who goes on, what is done about equals at the cut, what they bring."""

from collections.abc import Mapping

from tournaments.formats.terms import Term, flag, one_of, whole

FEED: Mapping[str, Term] = {
    "take": one_of("top", "groups", "rest"),  # the best of all; the best of each group; who goes nowhere else
    "count": whole(None, 1, 1024),  # so many, of each group where groups are taken
    "percent": whole(None, 1, 100),  # or so many in a hundred
    "runners_up": whole(0, 0, 64),  # and the best of those next in their groups
    "equal": one_of("tiebreaks", "all_in", "play_off"),
    "carry": one_of("none", "all", "qualified"),  # points that are taken along
    "keep_apart": flag(False),  # those of one group meet as late as can be
}
