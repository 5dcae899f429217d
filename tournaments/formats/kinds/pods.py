"""Stages at tables of three and more: a Swiss by score, and rounds in which everybody meets as many others as
possible."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tournaments.formats.facts import Facts, Format, Meeting, Plan, Ranking
from tournaments.formats.kinds.swiss import IN_ORDER, SWISS, TIE_BREAKS
from tournaments.formats.terms import COMMON, MOST_ROUNDS, TablePoints, Term, TieBreaks, Whole, only
from tournaments.pairing import CannotPair, Heard, Kind, default_keys, pods, rank, unheard
from tournaments.pairing.table_points import LEAST, MOST
from tournaments.pairing.tiebreaks.families import gettext_noop

_ = gettext_noop
VERSION = "pods-1"
SCORE, MEETINGS = "score", "meetings"


def shape_of(settings: Mapping[str, Any]) -> pods.Shape:
    """The sizes that a stage's tables may have: two sides meet unless its settings say how many."""
    least, most, best = (settings.get(key, 2) for key in ("seats_least", "seats_most", "seats"))
    return pods.Shape(least=least, most=most, best=best)


def tables_for(count: int, shape: pods.Shape) -> pods.Sizes:
    """The tables for `count` entrants, and how many have a bye; neither if there are too few for one table."""
    try:
        return pods.sizes(count, shape)
    except pods.BadPods:
        return pods.Sizes((), 0)


def swiss_rounds(facts: Facts) -> int:
    """The declared number of rounds."""
    return int(facts.settings["rounds"])


def full_rounds(facts: Facts) -> int:
    """The declared number of rounds, else that of `rounds_to_meet`."""
    return int(facts.settings["rounds"] or rounds_to_meet(len(facts.entrants), shape_of(facts.settings)))


def rounds_to_meet(count: int, shape: pods.Shape) -> int:
    """The fewest rounds with enough meetings for each pair of `count` entrants: 4 for nine in threes; 1 if one table
    takes all, or none can be filled. A plan without a repeated meeting need not exist."""
    sizes = tables_for(count, shape).tables
    if not sizes:
        return 1
    met = Fraction(sum(size * (size - 1) for size in sizes), count)
    return min(max(-(-(count - 1) // met), 1), MOST_ROUNDS)


def swiss_pairs(facts: Facts, heard: Heard = unheard) -> Plan | CannotPair:
    """The next round by score: nobody meets again if possible, and then equal scores sit together."""
    return _answered(facts, SCORE, swiss_rounds(facts), lambda: None)


def full_pairs(facts: Facts, heard: Heard = unheard) -> Plan | CannotPair:
    """The next round of the plan in which everybody meets as many others as possible. If the field has changed since
    the first round, or two must not meet, the rest is planned again."""
    return _answered(facts, MEETINGS, full_rounds(facts), lambda: _planned(facts))


def rankings(facts: Facts) -> tuple[Ranking, ...]:
    """One table: points, then the tie-breaks in the stage's order."""
    keys = tuple(facts.settings["tiebreaks"])
    return (Ranking(0, keys, rank(facts.crosstable, keys, facts.seed)),)


def field_of(facts: Facts) -> tuple[int, ...]:
    """The entrants to seat in the next round: those who are here and have not asked for a bye."""
    return tuple(n for n, one in sorted(facts.entrants.items()) if one.is_here and not one.bye)


def past_of(facts: Facts) -> tuple[pods.PodRound, ...]:
    """The rounds already played, as the core needs them. Of byes it has those that the pairing gave."""
    table = facts.crosstable
    return tuple(
        pods.PodRound(seated, tuple(n for n in table.rows if table.result(n, at).kind is Kind.PAB))
        for at, seated in enumerate(facts.seated, 1)
    )


def _answered(facts: Facts, by: str, rounds: int, planned: Callable[[], pods.PodRound | None]) -> Plan | CannotPair:
    """The round that `planned` returns, else the best one that the pairing finds, as a plan; or why there is none."""
    try:
        found = planned() or _paired(facts, by, rounds, facts.forbidden)
    except pods.BadPods as bad:
        return CannotPair((), (*_ways_out(facts, by, rounds, bad), ("end", ())))
    seen = {n for table in found.tables for n in table} | set(found.byes)
    away = tuple((n, one.bye or "zero") for n, one in facts.entrants.items() if n not in seen and not one.is_gone)
    byes = (*((n, Kind.PAB.value) for n in found.byes), *away)
    tables = tuple(map(Meeting, found.tables))
    return Plan(engine=f"pods by {by}", version=VERSION, tables=tables, byes=byes, trace=found.reasons)


def _paired(facts: Facts, by: str, rounds: int, forbidden: frozenset[frozenset[int]]) -> pods.PodRound:
    table, past = facts.crosstable, past_of(facts)
    had = {n: sum(one.kind in BYES_HAD for one in table.results(n)) for n in table.rows}
    return pods.pair(
        [pods.Entrant(n, Fraction(table.score(n)), had[n]) for n in field_of(facts)],
        past,
        shape=shape_of(facts.settings),
        rounds_left=max(rounds - len(past), 1),
        by=by,
        seed=facts.seed,
        forbidden=forbidden,
        avoided=facts.avoided,
    )


def _planned(facts: Facts) -> pods.PodRound | None:
    """The next round of the plan for everybody in the stage, if all are here and the earlier rounds followed it."""
    numbers, past = tuple(sorted(facts.entrants)), past_of(facts)
    if field_of(facts) != numbers or facts.forbidden or facts.avoided:
        return None
    rounds = full_rounds(facts)
    if len(past) >= rounds:
        return None
    found = pods.plan(len(numbers), shape_of(facts.settings), rounds, facts.seed).rounds
    named = [
        pods.PodRound(
            tuple(tuple(numbers[n - 1] for n in table) for table in one.tables),
            tuple(numbers[n - 1] for n in one.byes),
        )
        for one in found
    ]
    is_followed = all(then.tables == done.tables for then, done in zip(named, past, strict=False))
    return named[len(past)] if is_followed else None


def _ways_out(facts: Facts, by: str, rounds: int, bad: pods.BadPods) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The forbidden pairs that block the round by themselves: with any one of them allowed, the round would be
    possible."""
    if bad.code != "apart":
        return ()
    helping = []
    for pair in sorted(tuple(sorted(pair)) for pair in facts.forbidden):
        try:
            _paired(facts, by, rounds, facts.forbidden - {frozenset(pair)})
        except pods.BadPods:
            continue
        helping.append(("hard", pair))
    return tuple(helping)


BYES_HAD = (Kind.PAB, Kind.FULL)
SETTINGS: Mapping[str, Term] = {
    "table_points": TablePoints("5-3-1", _("A table gives"), part="pods"),
    "length": only("game", _("Three and more at a table play one game: choose the length “game”.")),
    "minutes": COMMON["minutes"],
    "seats": Whole(LEAST, _("Players at a table"), least=LEAST, most=MOST, part="pods"),
    "seats_least": Whole(LEAST, _("At least, where the players do not divide"), least=LEAST, most=MOST, part="pods"),
    "seats_most": Whole(LEAST + 1, _("At most, where the players do not divide"), least=LEAST, most=MOST, part="pods"),
}
SEATINGS = ("cutthroat", "chouette", "battle_royal")
POD_SWISS = Format(
    key="pod_swiss",
    name=_("Tables by score"),
    is_fixed=False,
    has_pods=True,
    seatings=SEATINGS,
    settings={
        **SETTINGS,
        "rounds": replace(SWISS.settings["rounds"], default=4),
        "half_byes": SWISS.settings["half_byes"],
        "no_half_byes_last": SWISS.settings["no_half_byes_last"],
        "tiebreaks": TieBreaks(list(default_keys("pod_swiss")), TIE_BREAKS, help=IN_ORDER, at_tables=True),
    },
    rounds=swiss_rounds,
    pairs=swiss_pairs,
    rankings=rankings,
)
POD_ROUNDS = Format(
    key="pod_rounds",
    name=_("Tables of all"),
    is_fixed=True,
    has_pods=True,
    seatings=SEATINGS,
    settings={
        **SETTINGS,
        "rounds": Whole(
            None,
            _("Rounds"),
            help=_("Empty: until everybody can have met everybody."),
            least=1,
            most=MOST_ROUNDS,
            part="first",
        ),
        "tiebreaks": TieBreaks(list(default_keys("pod_rounds")), TIE_BREAKS, help=IN_ORDER, at_tables=True),
    },
    rounds=full_rounds,
    pairs=full_pairs,
    rankings=rankings,
)
