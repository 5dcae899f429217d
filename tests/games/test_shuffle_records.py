"""A thousand records: the engine's decks are those of `tools/verify_deal.py` (and, in frontend/test/shuffle.test.ts, of
the browser); no single field can be changed; and the decks are evenly spread."""

import copy
import importlib.util
import json
import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from games.engine.cards import shuffle
from tests.games import shuffle_records

ROOT = Path(__file__).parents[2]
EXPECTED = json.loads((ROOT / "tests" / "data" / "shuffle_records.json").read_text())


def _verifier() -> Callable[[Any], Iterable[tuple[str, bool]]]:
    spec = importlib.util.spec_from_file_location("verify_deal", ROOT / "tools" / "verify_deal.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    checks: Callable[[Any], Iterable[tuple[str, bool]]] = module.checks
    return checks


checks = _verifier()


def holds(record: dict[str, Any]) -> bool:
    """Does the independent script find nothing wrong? A record that it cannot read is refused, too."""
    try:
        return all(right for _, right in checks(record))
    except (ValueError, LookupError, TypeError):
        return False


def changed(value: Any) -> Iterator[Any]:
    """Every way to change one value inside: another digit, another number, one element more."""
    if isinstance(value, str):
        yield value[:-1] + ("2" if value.endswith("1") else "1")
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, list):
        yield [*value, value[-1] if value else "00"]
        for at, inner in enumerate(value):
            yield from ([*value[:at], other, *value[at + 1 :]] for other in changed(inner))
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from ({**value, name: other} for other in changed(inner))


def changes(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The record with one field changed that the shuffle, the deck, the hands or the draws rest on."""
    for name in ("table", "deal", "deck", "shuffle"):
        yield from ({**record, name: other} for other in changed(record[name]))
    first = record["steps"][0]
    for hands in changed(first["hands"]):
        yield {**record, "steps": [{**first, "hands": hands}, *record["steps"][1:]]}
    for at, step in enumerate(record["steps"]):
        other = copy.deepcopy(record)
        name = "upcard" if at == 0 else "card"
        other["steps"][at]["event"][name] = record["deck"][-1] if step["event"][name] != record["deck"][-1] else "2C"
        yield other


def test_server_and_script_agree_on_a_thousand_records() -> None:
    assert len(EXPECTED) == shuffle_records.COUNT
    for number, expected in enumerate(EXPECTED):
        record = shuffle_records.record(number)
        assert shuffle_records.fingerprint(record) == expected
        assert holds(record), f"record {number}: {[name for name, right in checks(record) if not right]}"


def refuses_every_change(numbers: Iterable[int]) -> int:
    tried = 0
    for number in numbers:
        for other in changes(shuffle_records.record(number)):
            tried += 1
            assert not holds(other), f"record {number}, change {tried}"
    return tried


def test_no_single_field_can_be_changed() -> None:
    assert refuses_every_change(range(20)) > 1500


@pytest.mark.marathon
def test_no_single_field_of_a_thousand_records_can_be_changed() -> None:
    assert refuses_every_change(range(1000)) > 75_000


CARDS = 52


def z_of(decks: Iterable[bytes]) -> float:
    """How far the chi-square of which card came where (52 × 52, 51² degrees of freedom) is from its mean, in standard
    deviations."""
    seen = [0] * (CARDS * CARDS)
    count = 0
    for deck in decks:
        count += 1
        for place, card in enumerate(deck):
            seen[place * CARDS + card] += 1
    mean = count / CARDS
    square = sum((found - mean) ** 2 for found in seen) / mean
    freedom = (CARDS - 1) ** 2
    return (square - freedom) / math.sqrt(2 * freedom)


def fair(count: int) -> Iterator[bytes]:
    """Decks of the procedure itself."""
    about = shuffle_records.context(0, bytes(8), 1, False, 0)
    return (bytes(shuffle.deck(about, number.to_bytes(32, "big"))) for number in range(count))


def skewed(count: int) -> Iterator[bytes]:
    """Decks of a shuffle that takes a byte modulo what it needs: small numbers come too often."""
    about = shuffle_records.context(0, bytes(8), 1, False, 0)
    for number in range(count):
        taken = shuffle.words(shuffle.key(about, number.to_bytes(32, "big")))
        cards = list(range(CARDS))
        for last in range(CARDS - 1, 0, -1):
            other = next(taken) % 256 % (last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        yield bytes(cards)


def test_two_thousand_decks_are_evenly_spread() -> None:
    assert abs(z_of(fair(2000))) < 4


@pytest.mark.marathon
def test_a_hundred_thousand_decks_are_evenly_spread_and_those_of_a_byte_are_not() -> None:
    assert abs(z_of(fair(100_000))) < 4
    assert z_of(skewed(100_000)) > 20
