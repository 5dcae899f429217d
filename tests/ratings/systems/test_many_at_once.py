"""Matches rated in blocks have the same effect as one by one, to the last bit; so have their lines."""

from struct import iter_unpack

import numpy as np
import pytest
from hypothesis import given

from ratings import systems
from ratings.services.inputs import COLUMNS, KINDS, Block
from ratings.systems import Columns, Fold, fold
from ratings.systems.protocol import ROW
from tests.ratings.systems.test_every_system import evenings, played

KEYS = systems.keys()
KEYS = systems.keys()
WAYS = pytest.mark.parametrize(
    ("key", "params"),
    [
        *((key, {}) for key in KEYS),
        ("elo", {"k": 20.0, "advantage": 7.5}),
        ("elo", {"k": "decay", "k_min": 50.0, "advantage": -3.25}),
        ("elo", {"k": "fide", "rule400": "fide", "expectation": "fide_table"}),
        ("elo", {"rule400": "both"}),
    ],
)


def columns(matches):
    return Columns(*(list(column) for column in zip(*(match[:-1] for match in matches), strict=True)))


def figures(system, matches):
    """Before, after, expected, score and K of both sides as `rate` gives them."""
    for a, b in zip(*[iter(fold(system, matches)[1])] * 2, strict=True):
        yield [
            (system.rating(one.before), system.rating(one.after), one.step.expected, one.step.score, one.step.k)
            for one in (a, b)
        ]


@WAYS
@given(rows=evenings)
def test_a_block_is_its_matches(key, params, rows):
    matches = played(rows)
    if not matches:
        return
    one_by_one, _ = fold(systems.system(key, params), matches)
    at_once = Fold(systems.system(key, params))
    out = bytearray()
    for start in range(0, len(matches), 7):
        some = matches[start : start + 7]
        out += at_once.figures(columns(some), b"".join(map(systems.line, some)))
    assert at_once.states == one_by_one.states
    assert (at_once.digest, at_once.seq, at_once.last) == (one_by_one.digest, one_by_one.seq, one_by_one.last)
    seen = [[side[:2] + side[3:] for side in (row[:6], row[6:])] for row in iter_unpack(ROW.format, out)]
    assert seen == list(figures(systems.system(key, params), matches))


def test_a_block_out_of_order_is_refused():
    first, second = played([(0, 1, 9, 5, 1), (1, 2, 9, 5, 1)])
    with pytest.raises(ValueError, match="does not come after"):
        Fold(systems.system("elo")).figures(columns([second, first]), b"")
    run, _ = fold(systems.system("elo"), [first, second])
    with pytest.raises(ValueError, match="does not come after"):
        run.figures(columns([second]), b"")


@given(rows=evenings)
def test_the_lines_of_a_block_are_those_of_its_matches(rows):
    matches = [
        match._replace(margin=float(match.margin), luck=None if n % 3 else n / 7, kind=KINDS[n % len(KINDS)])
        for n, match in enumerate(played(rows))
    ]
    table = [
        (
            *(0, m.id, round(m.finished_at * 1e6), m.a, m.b, m.score_a, m.margin, m.deals, m.expected_deals),
            *(np.nan if m.luck is None else m.luck, KINDS.index(m.kind)),
        )
        for m in matches
    ]
    block = Block(np.array(table, list(COLUMNS)))
    assert block.lines == b"".join(map(systems.line, matches))
    if matches:
        assert [m.id for m in block.columns().matches()] == [m.id for m in matches]
        assert b"".join(map(systems.line, block.columns().matches())) == block.lines
