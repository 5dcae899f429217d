"""Results as people type them: everything that the rules allow is accepted, in every preset and length; everything else
is refused, and the refusal says what is allowed."""

import random
from itertools import product

import pytest

from games import engine
from games.engine import Entered, doubts
from tests.games.engine.by_hand.random_sittings import lengths_of, rules_of, sitting

EVERY = [(key, length) for key in engine.VARIANTS for length in lengths_of(key)]


def readings(book, length, **facts):
    """What people may note of a finished match: the totals or the points on the pad, with more or fewer figures."""
    final, found = book.final, engine.length_of(length)
    is_of_games = len(final.points) == 2 and found.kind == "best_of" and found.is_by_games
    for points, is_total in ((final.totals, True), (final.points, False)):
        said = {"points": points, "is_total": is_total, "length": found, **facts}
        yield Entered(**said)
        yield Entered(**said, deals=final.deals)
        yield Entered(**said, deals=final.deals, deals_won=final.deals_won)
        if is_of_games:
            yield Entered(**said, deals=final.deals, games=final.games)


@pytest.mark.parametrize("sittings", [2, pytest.param(60, marks=pytest.mark.marathon)])
@pytest.mark.parametrize(("key", "length"), EVERY)
def test_whatever_the_rules_can_give_is_taken(key, length, sittings):
    for seed in range(sittings):
        for calls in (False, True):
            book = sitting(random.Random(f"{key} {length} {seed}"), key, length, calls=calls)
            for said in readings(book, length, to_target=not calls):
                assert doubts(rules_of(key, length), said) == (), said


def refused(key, *points, length="game", **facts):
    """The doubts about points in both readings; empty where one of the two is possible."""
    rules, found = rules_of(key, length), engine.length_of(length)
    said = [doubts(rules, Entered(points=points, length=found, is_total=way, **facts)) for way in (True, False)]
    return said[0] + said[1] if all(said) else ()


PADS = [key for key, rules in engine.VARIANTS.items() if rules.sheet.name in ("pad", "partnership")]


@pytest.mark.parametrize("key", PADS)
def test_a_game_on_a_pad_ends_with_one_side_at_the_target(key):
    """GIN-32, PRT-6: neither below it, nor both beyond it in points, and never by more than the last deal gives."""
    target = engine.VARIANTS[key].target
    for first, second in product(range(0, target, 7), repeat=2):
        assert refused(key, first, second) if (first, second) != (0, 0) else True
    assert refused(key, target + 1, target + 75)
    if not engine.VARIANTS[key].doubling:
        assert refused(key, 9_000, 45)


@pytest.mark.parametrize(
    ("key", "allowed"),
    [
        ("conquian", {(1, 0), (0, 1), (0, 0)}),  # CNQ-18
        ("conquian-bicycle", {(1, 0), (0, 1), (0, 0)}),
        ("conquian-double", {(1, 0), (0, 1), (2, 0), (0, 2)}),  # CNQ-19: a drawn game carries on
        ("conquian-foster", {(n, 0) for n in range(1, 5)} | {(0, n) for n in range(1, 5)}),
        ("hollywood", {(2, 0), (2, 1), (3, 0), (0, 2), (1, 2), (0, 3)}),  # HOL-5: columns closed
    ],
)  # fmt: skip
def test_every_small_result_is_taken_or_refused_by_its_rule(key, allowed):
    taken = {points for points in product(range(5), repeat=2) if not refused(key, *points)}
    assert taken == allowed


@pytest.mark.parametrize(
    ("key", "points", "facts", "code", "rule", "least", "most"),
    [
        ("partnership", (3, 1), {}, "target_not_reached", "GIN-32", 125, None),
        ("partnership", (126, 200), {}, "both_reached_target", "GIN-32", None, 124),
        ("partnership", (9_000, 45), {}, "more_than_the_last_deal", "GIN-29", None, 404),  # two boards of 140
        ("partnership", (9_000, 45), {}, "more_than_all_deals", "GIN-36", None, 3_104),
        ("conquian", (3, 1), {}, "units", "CNQ-18", 1, 1),
        ("color", (3, 1), {}, "columns_open", "CGN-11", 400, None),
        ("color", (960, 90), {}, "ahead_too_high", "CGN-11", None, 956),
        ("hollywood", (3, 1), {}, "columns_won", "HOL-5", 2, 3),
        ("hollywood", (3, 1), {}, "columns_open", "HOL-5", 200, None),
        ("hollywood-classic", (150, 20), {}, "columns_open", "HOL-5", 300, None),
        ("colonel-fosdick", (40, 30), {}, "behind_too_high", "COL-16", -30, 0),
        ("colonel-ball", (500, 3), {}, "ahead_too_high", "COL-16", None, 376),
        ("cutthroat", (120, 110, 20), {}, "both_reached_target", "GIN-32", None, 99),
        ("cutthroat", (90, 80, 20), {}, "target_not_reached", "GIN-32", 100, None),
        ("battle-royal", (199, 20, -20), {}, "target_not_reached", "GIN-32", 200, None),
        ("chouette", (120, 40, 50), {}, "not_two_sides", "3P-9", None, None),
        ("gin-pagat", (150, 90), {"length": "best_of:3", "games": (2, 1)}, "ahead_too_low", "GIN-32", 170, None),
        ("gin-pagat", (900, 50), {"length": "deals:4"}, "ahead_too_high", "GIN-32", None, 560),
        ("conquian", (3, 2), {"length": "best_of:3", "games": (2, 1)}, "ahead_too_high", "CNQ-18", 2, 2),
    ],
)  # fmt: skip
def test_what_cannot_be_names_its_rule_and_what_is_allowed(key, points, facts, code, rule, least, most):
    found = refused(key, *points, **facts)
    assert found
    by_code = {doubt.code: doubt for doubt in found}
    assert code in by_code, found
    doubt = by_code[code]
    assert (doubt.field, doubt.rule) == ("points", rule)
    assert least is None or doubt.least == least
    assert most is None or doubt.most == most


@pytest.mark.parametrize(("key", "length"), EVERY)
def test_a_result_pushed_out_of_its_bounds_is_refused(key, length):
    """Points that no deals give: what was played, and so much more that a side would have won them twice."""
    book = sitting(random.Random(7), key, length)
    rules = rules_of(key, length)
    if rules.doubling or engine.length_of(length).kind == "match":
        return
    points = list(book.final.points)
    points[points.index(max(points))] += 100_000
    facts = {"games": book.final.games} if length.startswith("best_of") and len(points) == 2 else {}
    is_by_games = engine.length_of(length).is_by_games
    said = Entered(points=tuple(points), length=engine.length_of(length), **(facts if is_by_games else {}))
    assert doubts(rules, said), said
