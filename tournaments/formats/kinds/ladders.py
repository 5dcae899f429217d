"""A ladder stage: no rounds are paired, players challenge each other, and places follow from the log."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.formats import going_on
from tournaments.formats.facts import Facts, Format, Plan, Ranking
from tournaments.formats.ladders.log import fold
from tournaments.formats.ladders.rules import Rules
from tournaments.formats.terms import COMMON, one_of, whole
from tournaments.pairing import CannotPair, Heard, Standing, rank, unheard
from tournaments.pairing.lots import drawn

KEY = "ladder"
DAY = 24 * 3600  # seconds
LOST, LAPSES = "lost", "lapses"
SEASON = "season"  # the contest in which every match gives points, wherever the players stand
SEASON_KEYS = ("MARGIN", "LOT")


def rules_of(settings: Mapping[str, Any]) -> Rules:
    """The rules of a ladder from its settings, in seconds."""
    return Rules(
        reach=settings["reach"],
        answer_within=settings["answer_days"] * DAY,
        play_within=settings["play_days"] * DAY,
        cooldown=settings["cooldown_days"] * DAY,
        idle_after=settings["idle_days"] * DAY,
        drop=settings["drop"],
        is_silence_lost=settings["silence"] == LOST,
    )


def first_order(numbers: Sequence[int], settings: Mapping[str, Any], seed: str) -> tuple[int, ...]:
    """The order of entries at the beginning: by start number (and so by rating), by time of entry, or by lot. `numbers`
    are in the order of entry."""
    how = settings["start_order"]
    by_lot = how == "lot"
    return tuple(drawn(numbers, f"{seed}:ladder") if by_lot else sorted(numbers) if how == "rating" else numbers)


def rounds(facts: Facts) -> int:
    """As many rounds as there were matches, because each is a round of its own."""
    return facts.crosstable.rounds


def pairs(facts: Facts, heard: Heard = unheard) -> Plan | CannotPair:
    """Nobody is paired: players challenge each other."""
    return Plan(engine="ladder", version="ladder-1", boards=())


def rankings(facts: Facts) -> tuple[Ranking, ...]:
    """The ladder from the top (before it begins, by start numbers), and beside it the season: the points of all
    matches."""
    order = fold(facts.log).order if facts.log else [n for n, one in facts.entrants.items() if not one.is_gone]
    table = facts.crosstable
    lines = tuple(Standing(place, n, table.score(n), ()) for place, n in enumerate(order, 1) if n in table.rows)
    played = frozenset(n for n in table.rows if any(one.opponent for one in table.results(n)))
    season = rank(facts.only(played), SEASON_KEYS, facts.seed) if played else ()
    return (Ranking(0, (), lines), *((Ranking(0, SEASON_KEYS, season, SEASON),) if season else ()))


LADDER = Format(
    key=KEY,
    is_fixed=False,
    has_windows=True,
    has_challenges=True,
    settings={
        "points": COMMON["points"],
        "length": COMMON["length"],
        "reach": whole(3, 1, 50),  # so many places above may be challenged
        "answer_days": whole(3, 1, 60),
        "play_days": whole(14, 1, 120),
        "cooldown_days": whole(14, 0, 365),  # until two who met may meet again
        "idle_days": whole(30, 0, 365),  # entries idle for so long go down; 0: nobody does
        "drop": whole(1, 0, 50),  # by so many places; 0: to the bottom
        "silence": one_of(LOST, LAPSES),  # the effect of declining or not answering
        "start_order": one_of("rating", "entered", "lot"),
        "drawn": going_on.LADDER,  # the rule for drawn matches
    },
    rounds=rounds,
    pairs=pairs,
    rankings=rankings,
)
