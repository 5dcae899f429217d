"""A round robin stage: everybody meets everybody in their group, by the Berger tables."""

from collections.abc import Mapping

from tournaments.formats.facts import Facts, Format, Meeting, Plan, Ranking
from tournaments.formats.kinds.swiss import IN_ORDER, TIE_BREAKS
from tournaments.formats.terms import COMMON, Choice, TieBreaks, Whole
from tournaments.pairing import Heard, Standing, default_keys, rank, unheard
from tournaments.pairing.round_robin import Round, Withdrawal, berger, counted, withdrawal
from tournaments.pairing.tiebreaks.families import gettext_noop

_ = gettext_noop
VERSION = "berger-1"
REST = "rest"


def groups_of(facts: Facts) -> Mapping[int, tuple[int, ...]]:
    """The numbers of each group in order; without groups all are in group 0."""
    found: dict[int, list[int]] = {}
    for number, entrant in sorted(facts.entrants.items()):
        found.setdefault(entrant.group, []).append(number)
    return {group: tuple(numbers) for group, numbers in sorted(found.items())}


def rounds(facts: Facts) -> int:
    """As many rounds as the largest group needs."""
    return max((len(_tables(facts, numbers)) for numbers in groups_of(facts).values()), default=0)


def pairs(facts: Facts, heard: Heard = unheard) -> Plan:
    """The next round of each group's table. An entrant that has left loses by forfeit; if it has left the standings
    too, its opponents rest."""
    turn = facts.crosstable.rounds
    found: list[Meeting] = []
    byes: list[tuple[int, str]] = []
    for numbers in groups_of(facts).values():
        tables = _tables(facts, numbers)
        if turn >= len(tables):
            byes += [(n, REST) for n in numbers if not facts.entrants[n].is_gone]
            continue
        left = _left(facts, numbers)
        meeting = [(numbers[a - 1], numbers[b - 1]) for a, b in tables[turn].pairs]
        found += [Meeting((a, b)) for a, b in meeting if not {a, b} & left and not _both_gone(facts, a, b)]
        seated = {n for table in found for n in table.seats}
        byes += [(n, REST) for n in numbers if n not in seated and not facts.entrants[n].is_gone]
    return Plan(engine="berger", version=VERSION, tables=tuple(found), byes=tuple(byes))


def rankings(facts: Facts) -> tuple[Ranking, ...]:
    """The standings of each group: points, then tie-breaks. An entrant that left before half of its matches stands
    last, and results against it do not count."""
    keys = tuple(facts.settings["tiebreaks"])
    return tuple(_ranking(facts, group, numbers, keys) for group, numbers in groups_of(facts).items())


def _ranking(facts: Facts, group: int, numbers: tuple[int, ...], keys: tuple[str, ...]) -> Ranking:
    left = _left(facts, numbers)
    lines = rank(counted(facts.only(frozenset(numbers)), left), keys, facts.seed)
    last = len(lines) + 1
    return Ranking(group, keys, (*lines, *(Standing(last, n, 0, (None,) * len(keys)) for n in sorted(left))))


def _tables(facts: Facts, numbers: tuple[int, ...]) -> tuple[Round, ...]:
    return berger(len(numbers), int(facts.settings.get("cycles", 1))) if len(numbers) > 1 else ()


def _left(facts: Facts, numbers: tuple[int, ...]) -> frozenset[int]:
    """The entrants that withdrew so early that their results do not count."""
    scheduled = (len(numbers) - 1) * int(facts.settings.get("cycles", 1))
    gone = [n for n in numbers if facts.entrants[n].is_gone]
    return frozenset(n for n in gone if withdrawal(_met(facts, n), scheduled) is Withdrawal.LEAVES)


def _met(facts: Facts, number: int) -> int:
    return sum(result.is_met for result in facts.crosstable.results(number))


def _both_gone(facts: Facts, first: int, second: int) -> bool:
    return facts.entrants[first].is_gone and facts.entrants[second].is_gone


GROUPS = Whole(1, _("Groups"), least=1, most=64, part="robin")
ROUND_ROBIN = Format(
    key="round_robin",
    name=_("Round robin"),
    is_fixed=True,
    settings={
        **COMMON,
        "groups": GROUPS,
        "cycles": Whole(1, _("How often everybody meets"), least=1, most=8, part="robin"),
        "draw": Choice(
            "snake",
            _("The draw of the groups"),
            choices=[("snake", _("by rating, like a snake")), ("lot", _("by lot"))],
            part="robin",
            needs="groups",
        ),
        "tiebreaks": TieBreaks(list(default_keys("round_robin")), TIE_BREAKS, help=IN_ORDER, is_round_robin=True),
    },
    rounds=rounds,
    pairs=pairs,
    rankings=rankings,
)
