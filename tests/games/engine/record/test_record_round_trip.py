"""A sitting written as a record reads back to itself and plays out to the same state; an error in it is found."""

import pytest

from games import engine
from games.engine import record
from tests.games.engine.gin_table import KEYS, steps

MOST = 2_500


def sitting(key: str, seed: int):
    """A random sitting, or the first part of one: its rules, its log, where it led."""
    rules = engine.rule_set(key)
    log, state = [], engine.start(rules)
    for _, action, after, _ in steps(rules, seed, deals=3):
        log.append(action)
        state = after
        if len(log) >= MOST:
            break
    return rules, log, state


@pytest.mark.parametrize("key", KEYS)
def test_written_and_read_again(key: str) -> None:
    rules, log, state = sitting(key, 5)
    text = record.write([record.record_of(rules, log)])
    (again,) = record.read(text.splitlines(keepends=True))
    assert record.write([again]) == text
    assert record.state_of(again) == state
    assert [found for found, _ in record.checked(text.splitlines(keepends=True))] == [again]


def test_a_forged_result_is_found() -> None:
    rules, log, _ = sitting("gin-pagat", 8)
    text = record.write([record.record_of(rules, log)])
    line = next(line for line in text.splitlines() if line.startswith("= ") and "dead" not in line)
    points = line.split()[-1]
    forged = text.replace(line, line.replace(points, str(int(points) + 1)) if points.isdigit() else line + "9", 1)
    with pytest.raises(record.RecordError):
        list(record.checked(forged.splitlines(keepends=True)))
