"""Every format played out in the pure core: whatever the results, it ends, nobody sits twice, and everybody gets a
place."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats import FORMATS, Entrant, Facts, completed
from tournaments.pairing import Crosstable, Kind, Row
from tournaments.pairing import Result as Line
from tournaments.pairing.bracket import NOBODY, Result

KINDS = st.sampled_from([0, 1, 0, 1, 0, 1, None])  # the first wins, the second, both forfeit


def start(format_key: str, players: int, **chosen) -> Facts:
    terms = completed(FORMATS[format_key].settings, chosen)
    groups = terms.get("groups", 1)
    entrants = {n: Entrant(number=n, group=(n - 1) % groups + 1 if groups > 1 else 0) for n in range(1, players + 1)}
    table = Crosstable({n: Row(number=n) for n in entrants}, 0, predetermined=format_key == "round_robin")
    return Facts(settings=terms, entrants=entrants, crosstable=table, seed="a lot")


def after(facts: Facts, plan, winners: list[int | None]) -> Facts:
    """The facts one round on: of each board this side has won, or both have forfeited."""
    lines = {n: Line(kind=Kind.ZERO) for n in facts.entrants}
    slots = dict(facts.slots)
    for board, winner in zip(plan.tables, winners, strict=True):
        sides = board.seats
        kind = Kind.PLAYED if winner is not None else Kind.DOUBLE_FORFEIT
        for order, number in enumerate(sides):
            points = 2 if winner == order else 0
            lines[number] = Line(kind=kind, opponent=sides[1 - order], points=points, margin=points * 20 - 20)
        if board.slot:
            slots[board.slot] = Result(sides=sides, winner=NOBODY if winner is None else sides[winner], kind=kind)
    rows = {n: replace(row, results=(*row.results, lines[n])) for n, row in facts.crosstable.rows.items()}
    return replace(
        facts, crosstable=replace(facts.crosstable, rows=rows, rounds=facts.crosstable.rounds + 1), slots=slots
    )


@pytest.mark.parametrize(
    ("format_key", "chosen"),
    [
        ("round_robin", {}),
        ("round_robin", {"cycles": 2}),
        ("round_robin", {"groups": 2}),
        ("single_elim", {"consolation": 2, "last_chance": True, "third_place": False}),
        ("single_elim", {"placement": 8}),
        ("double_elim", {"consolation": 1}),
        ("double_elim", {"grand_final": "single", "draw": "lot"}),
    ],
)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_it_ends_with_a_place_for_everybody(format_key, chosen, data):
    form, players = FORMATS[format_key], data.draw(st.integers(4, 11), "players")
    facts, expected = start(format_key, players, **chosen), None
    while facts.crosstable.rounds < form.rounds(facts):
        expected = expected or form.rounds(facts)
        plan = form.pairs(facts)
        seats = [n for board in plan.tables for n in board.seats] + [n for n, _kind in plan.byes]
        assert len(seats) == len(set(seats)), "nobody sits twice in a round"
        assert plan.tables, "a round without a match would never end"
        winners = [data.draw(KINDS) for _ in plan.tables]
        facts = after(facts, plan, winners)
    assert facts.crosstable.rounds <= (expected or 0), "what was foreseen at the start is the most that there will be"
    main = [line.number for one in form.rankings(facts) if not one.contest for line in one.lines]
    assert sorted(main) == sorted(facts.entrants)


@pytest.mark.parametrize("gone_after", [1, 4])
def test_who_leaves_a_round_robin_early_rests_the_others_and_late_loses_by_forfeit(gone_after):
    facts = start("round_robin", 6)
    form = FORMATS["round_robin"]
    for _ in range(gone_after):
        plan = form.pairs(facts)
        facts = after(facts, plan, [0] * len(plan.tables))
    leaver = replace(facts.entrants[1], is_gone=True)
    facts = replace(facts, entrants={**facts.entrants, 1: leaver})
    plan = form.pairs(facts)
    meets = [n for board in plan.tables for n in board.seats]
    assert (1 in meets) == (gone_after == 4), "after half of its matches the rest are forfeits"
    last = form.rankings(facts)[0].lines[-1]
    assert (last.number == 1 and last.points == 0) == (gone_after == 1), "before half its results leave the standings"
