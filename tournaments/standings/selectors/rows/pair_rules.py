"""Requests made before a pairing: pairs of entries that must not or should not meet, and byes."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from tournaments.models import GONE, Entry, PairRule, Round, Tournament


def pair_rules(tournament: Tournament) -> list[PairRule]:
    """The rules of a tournament with their entries, in the order in which they were made."""
    return list(tournament.pair_rules.prefetch_related("entries").order_by("pk"))


def byes_to_ask(tournament: Tournament, entry: Entry | None, rounds: Sequence[Round]) -> dict[str, Any]:
    """The byes on an entrant's page: the rounds for which a bye can still be requested, and the requested byes."""
    stage = next(iter(tournament.stages.all()))
    is_over = tournament.is_over
    if entry is None or is_over or entry.status in GONE or not stage.takes_byes:
        return {}
    paired = max((rnd.number for rnd in rounds), default=0)
    asked = [one for one in entry.bye_requests.all() if one.round_number > paired]
    free = set(range(paired + 1, stage.settings["rounds"] + 1)) - {one.round_number for one in asked}
    return {"bye_rounds": sorted(free), "my_byes": asked}


def pairs_in_force(
    rules: Iterable[PairRule], kind: str, round_number: int, by_number: dict[int, Entry]
) -> frozenset[frozenset[int]]:
    """The pairs of one `kind` (hard or soft) that a round must respect, by start number; entries without one are left
    out."""
    numbers = {entry.pk: number for number, entry in by_number.items()}
    found: set[frozenset[int]] = set()
    for rule in rules:
        last = round_number if rule.to_round is None else rule.to_round
        if rule.kind == kind and rule.from_round <= round_number <= last:
            present = [numbers[entry.pk] for entry in rule.entries.all() if entry.pk in numbers]
            found |= {frozenset(pair) for pair in combinations(present, 2)}
    return frozenset(found)
