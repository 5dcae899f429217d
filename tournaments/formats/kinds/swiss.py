"""A Swiss stage: a fixed number of rounds in which entries with equal points meet."""

from tournaments.formats.facts import Board, Facts, Format, Plan, Ranking
from tournaments.formats.terms import COMMON, MOST_ROUNDS, one_of, tiebreaks, whole
from tournaments.pairing import CannotPair, Heard, Rules, default_keys, lifted, pair, rank, unheard
from tournaments.pairing.lots import drawn
from tournaments.pairing.swiss.pairing import SYSTEMS

VERSION = "1"


def rules_of(facts: Facts) -> Rules:
    """The rules of the pairing engine from the stage's settings."""
    return Rules(
        system=facts.settings.get("system", "card"),
        rounds=facts.settings["rounds"],
        order=facts.settings.get("order", "number"),
        forbidden=facts.forbidden,
        initial_first=drawn((0, 1), f"{facts.seed}:first deal")[0] == 0,
        accelerated=_accelerated(facts),
        soft=facts.avoided,
        waived=facts.waived,
        coming=facts.coming,
    )


def _accelerated(facts: Facts) -> frozenset[int]:
    """The entrants with Baku acceleration, if the stage has it. It needs a points table in which a tie is half a win
    and a loss is worth nothing."""
    table = facts.crosstable.table
    if facts.settings.get("acceleration") != "baku" or table.loss or 2 * table.tie != table.win:
        return frozenset()
    return lifted(facts.crosstable)


def rounds(facts: Facts) -> int:
    """The declared number of rounds."""
    return int(facts.settings["rounds"])


def pairs(facts: Facts, heard: Heard = unheard) -> Plan | CannotPair:
    """The next round by the system's rules. Absent entrants have a bye without points, or the one that they asked for;
    entrants who rest when only remaining games are played have one with half a point."""
    rules = rules_of(facts)
    found = pair(facts.crosstable, rules, heard)
    if isinstance(found, CannotPair):
        return found
    boards = tuple(Board(first=first, second=second) for first, second in found.boards)
    seen = {n for board in found.boards for n in board} | {found.bye}
    rests = dict.fromkeys(found.resting, "half")
    away = tuple(
        (n, rests.get(n) or one.bye or "zero") for n, one in facts.entrants.items() if n not in seen and not one.is_gone
    )
    byes = (*([(found.bye, "pab")] if found.bye else []), *away)
    return Plan(engine=rules.system, version=f"{rules.system}-{VERSION}", boards=boards, byes=byes, trace=found.trace)


def rankings(facts: Facts) -> tuple[Ranking, ...]:
    """One table: points, then the tie-breaks in the stage's order."""
    keys = tuple(facts.settings["tiebreaks"])
    return (Ranking(0, keys, rank(facts.crosstable, keys, facts.seed)),)


SWISS = Format(
    key="swiss",
    is_fixed=False,
    settings={
        **COMMON,
        "rounds": whole(5, 1, MOST_ROUNDS),
        "system": one_of("card", *sorted(set(SYSTEMS) - {"card"})),
        "order": one_of("number", "standing"),
        "acceleration": one_of("none", "baku"),  # virtual points in the first rounds: only with a tie worth half a win
        "half_byes": whole(1, 0, MOST_ROUNDS),  # half-point byes that an entry may ask for
        "no_half_byes_last": whole(1, 0, MOST_ROUNDS),  # and none in so many last rounds
        "tiebreaks": tiebreaks(*default_keys("swiss")),
    },
    rounds=rounds,
    pairs=pairs,
    rankings=rankings,
)
