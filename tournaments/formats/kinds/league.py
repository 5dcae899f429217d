"""A league stage: the pairings of a round robin or a Swiss, each round with a match window instead of a start."""

from tournaments.formats.facts import Facts, Format, Plan, Ranking
from tournaments.formats.kinds import round_robin, swiss
from tournaments.formats.terms import COMMON, one_of, whole
from tournaments.pairing import CannotPair, Heard, unheard

WEEK = 7 * 24
LONGEST = 26 * WEEK  # hours


def rounds(facts: Facts) -> int:
    """As many rounds as its round robin or Swiss has."""
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
    is_fixed=True,
    has_windows=True,
    settings={
        "points": COMMON["points"],
        "length": COMMON["length"],
        "fixtures": one_of("round_robin", "swiss"),
        "groups": round_robin.ROUND_ROBIN.settings["groups"],
        "cycles": round_robin.ROUND_ROBIN.settings["cycles"],
        "draw": round_robin.ROUND_ROBIN.settings["draw"],
        "rounds": swiss.SWISS.settings["rounds"],
        "system": swiss.SWISS.settings["system"],
        "order": swiss.SWISS.settings["order"],
        "tiebreaks": swiss.SWISS.settings["tiebreaks"],
        "window_hours": whole(WEEK, 1, LONGEST),  # how long a round is open
        "settle_hours": whole(None, 0, LONGEST),  # so long after its opening a time is settled; none: half of it
        "default_hours": whole(None, 0, LONGEST),  # then the default time holds; none: the director's queue
        "notice_hours": whole(24, 0, WEEK),  # a match is moved until so long before
    },
    rounds=rounds,
    pairs=pairs,
    rankings=rankings,
)
