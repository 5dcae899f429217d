"""Pairs of a tournament that must not, or should rather not, meet."""

from collections.abc import Iterable
from itertools import combinations

from tournaments.models import Entry, PairRule, Tournament


def pair_rules(tournament: Tournament) -> list[PairRule]:
    """The rules of a tournament with their entries, in the order in which they were made."""
    return list(tournament.pair_rules.prefetch_related("entries").order_by("pk"))


def pairs_in_force(
    rules: Iterable[PairRule], kind: str, round_number: int, by_number: dict[int, Entry]
) -> frozenset[frozenset[int]]:
    """The hard or soft pairs of a round by start number, of those entries that have one."""
    numbers = {entry.pk: number for number, entry in by_number.items()}
    found: set[frozenset[int]] = set()
    for rule in rules:
        last = round_number if rule.to_round is None else rule.to_round
        if rule.kind == kind and rule.from_round <= round_number <= last:
            present = [numbers[entry.pk] for entry in rule.entries.all() if entry.pk in numbers]
            found |= {frozenset(pair) for pair in combinations(present, 2)}
    return frozenset(found)
