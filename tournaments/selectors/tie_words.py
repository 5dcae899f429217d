"""Tie-breaks in words: the core's names and sentences in the reader's language."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments import pairing


@dataclass(frozen=True, slots=True)
class TieBreakWords:
    """A tie-break for people."""

    key: str
    name: str
    text: str


def tiebreak_in_words(key: str) -> TieBreakWords:
    """A tie-break by its key: "Buchholz cut 1", "the sum of the opponents’ scores, without the lowest"."""
    return TieBreakWords(key, " ".join(_said(pairing.name_of(key))), ", ".join(_said(pairing.sentence_of(key))))


def tiebreaks_on_offer(is_round_robin: bool) -> list[TieBreakWords]:
    """What an organiser of single entries may choose from."""
    return [tiebreak_in_words(key) for key in pairing.usable_keys(is_round_robin=is_round_robin)]


def _said(sayings: Iterable[pairing.Saying]) -> list[str]:
    return [_(one.text) % one.values if one.values else _(one.text) for one in sayings]
