"""The reasons for a round: the facts of each table, and sentences that a page translates."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from tournaments.pairing.pods.model import ByeFacts, Entrant, Moved, Pair, Pairs, PodRound, Reasons, TableFacts


def gettext_noop(text: str) -> str:
    """Marks a text for translators; the page translates it."""
    return text


_ = gettext_noop

EQUAL = _("All have %(score)s.")
SCORES = _("They have %(scores)s and stand at the places %(places)s.")
MOVED = _("%(name)s would sit here by score, but has met %(others)s.")
MOVED_ON = _("%(name)s would sit here by score, but was needed at another table.")
KEPT_APART = _("%(name)s would sit here by score, but is kept apart from %(others)s.")
AGAIN = _("%(one)s and %(other)s meet again (round %(rounds)s): no way to seat everybody with fewer repeats was found.")
RATHER_NOT = _("%(one)s and %(other)s should rather not meet; it was not possible otherwise.")
FIRST_MEETING = _("Nobody here has met before.")
PLANNED = _("The rounds are planned together so that as few as possible meet twice.")
BYE = _("Not everybody can be seated: tables of the sizes allowed leave somebody over.")
BYE_FEWEST = _("%(name)s has had the fewest byes so far (%(had)d).")
BYE_PASSED = _("%(names)s stand lower, but have had more byes.")
WORDS = (
    EQUAL, SCORES, MOVED, MOVED_ON, KEPT_APART, AGAIN, RATHER_NOT, FIRST_MEETING, PLANNED, BYE, BYE_FEWEST, BYE_PASSED
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text to translate (one of `WORDS`) and the values for its placeholders: entrants by number (`people`), scores
    in the unit of the field, and plain values."""

    text: str
    people: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    scores: Mapping[str, tuple[Fraction, ...]] = field(default_factory=dict)
    values: Mapping[str, object] = field(default_factory=dict)

    def said(self, names: Mapping[int, str]) -> str:
        """The sentence in English, with these names."""
        people = {key: ", ".join(names[n] for n in numbers) for key, numbers in self.people.items()}
        scores = {key: ", ".join(map(str, found)) for key, found in self.scores.items()}
        return self.text % {**people, **scores, **self.values}


def table_facts(
    tables: Sequence[Sequence[int]],
    entrants: Sequence[Entrant],
    past: Sequence[PodRound],
    avoided: Pairs,
    *,
    natural: Sequence[Sequence[int]],
    by: str,
) -> tuple[TableFacts, ...]:
    """The facts of every table. `natural` are the tables that the standings alone would give, in the same order."""
    scores = {one.number: one.score for one in entrants}
    first_place: dict[Fraction, int] = {}
    for n, score in enumerate(sorted(scores.values(), reverse=True), 1):
        first_place.setdefault(score, n)
    met = rounds_met(past)
    found = []
    for n, table in enumerate(tables):
        pairs = [frozenset(two) for two in combinations(sorted(table), 2)]
        meant = natural[n] if by == "score" and n < len(natural) else ()
        found.append(
            TableFacts(
                tuple(table),
                tuple(scores[one] for one in table),
                tuple(first_place[scores[one]] for one in table),
                tuple((*_both(two), met[two]) for two in pairs if two in met),
                tuple(_both(two) for two in pairs if two in avoided),
                tuple(_away(one, meant, met, avoided) for one in meant if one not in table),
            )
        )
    return tuple(found)


def rounds_met(past: Iterable[PodRound]) -> dict[Pair, tuple[int, ...]]:
    """The rounds, from 1, in which each pair has met."""
    found: dict[Pair, tuple[int, ...]] = {}
    for n, done in enumerate(past, 1):
        for table in done.tables:
            for two in combinations(table, 2):
                found[frozenset(two)] = (*found.get(frozenset(two), ()), n)
    return found


def _both(two: Pair) -> tuple[int, int]:
    one, other = sorted(two)
    return one, other


def _away(one: int, meant: Sequence[int], met: Collection[Pair], avoided: Pairs) -> Moved:
    others = [other for other in meant if other != one]
    return (
        one,
        tuple(other for other in others if frozenset((one, other)) in met),
        tuple(other for other in others if frozenset((one, other)) in avoided),
    )


def table_words(facts: TableFacts, reasons: Reasons) -> tuple[Sentence, ...]:
    """The reasons for this table, in sentences."""
    found = [Sentence(PLANNED)] if reasons.by == "meetings" else [_standing(facts)]
    for one, met, apart in facts.moved:
        if met:
            found.append(Sentence(MOVED, {"name": (one,), "others": met}))
        elif apart:
            found.append(Sentence(KEPT_APART, {"name": (one,), "others": apart}))
        else:
            found.append(Sentence(MOVED_ON, {"name": (one,)}))
    for one, other, rounds in facts.met:
        when = ", ".join(map(str, rounds))
        found.append(Sentence(AGAIN, {"one": (one,), "other": (other,)}, values={"rounds": when}))
    if not facts.met:
        found.append(Sentence(FIRST_MEETING))
    found += [Sentence(RATHER_NOT, {"one": (one,), "other": (other,)}) for one, other in facts.avoided]
    return tuple(found)


def bye_words(facts: ByeFacts) -> tuple[Sentence, ...]:
    """The reasons why this entrant sits out, in sentences."""
    found = [Sentence(BYE), Sentence(BYE_FEWEST, {"name": (facts.number,)}, values={"had": facts.had})]
    if facts.passed:
        found.append(Sentence(BYE_PASSED, {"names": facts.passed}))
    return tuple(found)


def _standing(facts: TableFacts) -> Sentence:
    if len(set(facts.scores)) == 1:
        return Sentence(EQUAL, scores={"score": facts.scores[:1]})
    return Sentence(
        SCORES, scores={"scores": facts.scores}, values={"places": ", ".join(map(str, sorted(facts.places)))}
    )
