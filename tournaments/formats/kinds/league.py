"""A league stage: the pairings of a round robin or a Swiss, each round with a match window instead of a start."""

from dataclasses import replace

from tournaments.formats.facts import Facts, Format, Plan, Ranking
from tournaments.formats.kinds import round_robin, swiss
from tournaments.formats.terms import COMMON, Choice, Hours
from tournaments.pairing import CannotPair, Heard, unheard
from tournaments.pairing.tiebreaks.families import gettext_noop

_ = gettext_noop
WEEK = 7 * 24
LONGEST = 26 * WEEK  # hours
WINDOWS = (24, 48, 72, 120, WEEK, 2 * WEEK, 30 * 24)


def rounds(facts: Facts) -> int:
    """The number of rounds of its round robin or Swiss."""
    return _fixtures(facts).rounds(facts)


def pairs(facts: Facts, heard: Heard = unheard) -> Plan | CannotPair:
    """The next round of its round robin or Swiss."""
    return _fixtures(facts).pairs(facts, heard)


def rankings(facts: Facts) -> tuple[Ranking, ...]:
    """The standings of its round robin or Swiss."""
    return _fixtures(facts).rankings(facts)


def _fixtures(facts: Facts) -> Format:
    return swiss.SWISS if facts.settings["fixtures"] == "swiss" else round_robin.ROUND_ROBIN


LEAGUE = Format(
    key="league",
    name=_("League"),
    is_fixed=True,
    has_windows=True,
    settings={
        "points": COMMON["points"],
        "length": COMMON["length"],
        "fixtures": Choice(
            "round_robin",
            _("The fixtures of a league are those of"),
            choices=[("round_robin", _("a round robin")), ("swiss", _("a Swiss"))],
            part="league",
        ),
        **{
            key: replace(form.settings[key], part="league", needs="fixtures", at=(form.key,))
            for form, keys in (
                (round_robin.ROUND_ROBIN, ("groups", "cycles")),
                (swiss.SWISS, ("rounds", "system", "order")),
            )
            for key in keys
        },
        "draw": replace(round_robin.ROUND_ROBIN.settings["draw"], part="league"),
        "tiebreaks": swiss.SWISS.settings["tiebreaks"],
        "window_hours": Hours(WEEK, _("A round is open for"), least=1, most=LONGEST, spans=WINDOWS, part="league"),
        "settle_hours": Hours(
            None,
            _("Times are settled within"),
            most=LONGEST,
            spans=WINDOWS[:5],
            named=[(None, _("the first half of it"))],
            part="league",
        ),
        "default_hours": Hours(
            None,
            _("If not, the match is played"),
            help=_("So long after the round opens."),
            most=LONGEST,
            spans=WINDOWS,
            named=[(None, _("when the director says"))],
            part="league",
        ),
        "notice_hours": Hours(
            24,
            _("A match may be moved until so long before"),
            most=WEEK,
            spans=(1, 6, 24, 48),
            named=[(0, _("until it begins"))],
            part="league",
        ),
    },
    rounds=rounds,
    pairs=pairs,
    rankings=rankings,
)
