"""A ladder stage: no rounds are paired, players challenge each other, and places follow from the log."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.formats import going_on
from tournaments.formats.facts import Facts, Format, Plan, Ranking
from tournaments.formats.ladders.log import fold
from tournaments.formats.ladders.rules import Rules
from tournaments.formats.terms import COMMON, Choice, Whole
from tournaments.pairing import CannotPair, Heard, Standing, rank, unheard
from tournaments.pairing.lots import drawn
from tournaments.pairing.tiebreaks.families import gettext_noop

_ = gettext_noop
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
    """The number of matches so far, because each match is a round of its own."""
    return facts.crosstable.rounds


def pairs(facts: Facts, heard: Heard = unheard) -> Plan | CannotPair:
    """Pair nobody, because players challenge each other."""
    return Plan(engine="ladder", version="ladder-1")


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
    name=_("Ladder"),
    is_fixed=False,
    has_windows=True,
    has_challenges=True,
    settings={
        "points": COMMON["points"],
        "length": COMMON["length"],
        "reach": Whole(3, _("How many places up a challenge may go"), least=1, most=50, part="ladder"),
        "answer_days": Whole(3, _("Days to answer"), least=1, most=60, part="ladder"),
        "play_days": Whole(14, _("Days to play"), least=1, most=120, part="ladder"),
        "cooldown_days": Whole(14, _("Days until two may meet again"), most=365, part="ladder"),
        "idle_days": Whole(
            30, _("Days without a match before a player drops"), help=_("0: nobody drops."), most=365, part="ladder"
        ),
        "drop": Whole(
            1,
            _("Places that an idle player drops"),
            help=_("0: to the bottom."),
            most=50,
            part="ladder",
            needs="idle_days",
        ),
        "silence": Choice(
            LOST,
            _("Whoever declines or does not answer loses"),
            choices=[(LOST, _("the place")), (LAPSES, _("nothing"))],
            part="ladder",
        ),
        "start_order": Choice(
            "rating",
            _("The order at the start"),
            help=_("The director can put anybody on a place later."),
            choices=[("rating", _("by rating")), ("entered", _("as they entered")), ("lot", _("by lot"))],
            part="ladder",
        ),
        "drawn": going_on.LADDER,  # the rule for drawn matches
    },
    rounds=rounds,
    pairs=pairs,
    rankings=rankings,
)
