"""A Swiss stage: so many rounds, declared beforehand; who has as many points meets (tournaments design §6)."""

from tournaments.formats.facts import Board, Facts, Format, Plan, Ranking
from tournaments.formats.terms import COMMON, MOST_ROUNDS, one_of, tiebreaks, whole
from tournaments.pairing import CannotPair, Rules, default_keys, pair, rank
from tournaments.pairing.swiss import SYSTEMS

VERSION = "1"


def rules_of(facts: Facts) -> Rules:
    """The rules of the pairing engine as the stage's settings say."""
    return Rules(
        system=facts.settings.get("system", "card"),
        rounds=facts.settings["rounds"],
        order=facts.settings.get("order", "number"),
        forbidden=facts.forbidden,
        ease=facts.ease,
    )


def rounds(facts: Facts) -> int:
    """As many as were declared."""
    return int(facts.settings["rounds"])


def pairs(facts: Facts) -> Plan | CannotPair:
    """The next round by the system's rules; who is not here has a bye without points, or the one that it asked for."""
    rules = rules_of(facts)
    found = pair(facts.crosstable, rules)
    if isinstance(found, CannotPair):
        return found
    boards = tuple(Board(first=first, second=second) for first, second in found.boards)
    seen = {n for board in found.boards for n in board} | {found.bye}
    away = tuple((n, one.bye or "zero") for n, one in facts.entrants.items() if n not in seen and not one.is_gone)
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
        "half_byes": whole(1, 0, MOST_ROUNDS),  # half-point byes that an entry may ask for
        "no_half_byes_last": whole(1, 0, MOST_ROUNDS),  # and none in so many last rounds
        "tiebreaks": tiebreaks(*default_keys("swiss")),
    },
    rounds=rounds,
    pairs=pairs,
    rankings=rankings,
)
