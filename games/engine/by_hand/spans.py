"""Spans: the least and the most points that each side can have, in one game or in several together."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from games.engine.by_hand.limits import least_points, most_a_deal_gives, most_total
from games.engine.play.rules import RuleSet
from games.engine.sheets.columns import COUNT as COLUMNS
from games.engine.sheets.columns import TO_WIN
from games.engine.sheets.lengths import MOST_DEALS

Bound = tuple[int, int | None]  # at least, at most; None: as many as you like
NOTHING: Bound = (0, 0)
SUITS = 4  # CGN-8
COLUMNS_OF = {"columns": COLUMNS, "colours": SUITS}
SLACK = 30  # IRR-10: room for one hand with three cards too few
MANY = 1_000  # units


@dataclass(frozen=True, slots=True)
class Span:
    """The points that the sides can have together; `winner` of the game, None if it is drawn or does not follow from
    these points; `is_drawn`: nobody has won it."""

    sides: tuple[Bound, ...]
    winner: int | None = None
    is_drawn: bool = False

    def off(self, points: Sequence[int]) -> int:
        """The distance of these points from the span, summed over the sides; 0: they are inside."""
        return sum(
            max(0, least - value) + (0 if most is None else max(0, value - most))
            for value, (least, most) in zip(points, self.sides, strict=True)
        )


def game_spans(rules: RuleSet, *, is_total: bool) -> tuple[Span, ...]:
    """The spans of one finished game of two sides, one for each way in which it can be won."""
    found = {
        "columns": _of_columns,
        "colours": _of_colours,
        "stakes": _of_stakes,
        "colonel": _of_colonel,
    }.get(rules.sheet.name, _of_pad)
    ways = tuple(found(rules, is_total))
    turned = (Span(way.sides[::-1], None if way.winner is None else 1 - way.winner, way.is_drawn) for way in ways)
    return tuple(dict.fromkeys((*ways, *turned)))


def open_span(rules: RuleSet, seats: int) -> Span:
    """A game that is not over: points below the target, before bonuses; None where a deal is a game."""
    if rules.sheet.name == "stakes" or (rules.sheet.name == "colonel" and rules.target is None):
        return Span((NOTHING,) * seats)
    columns, least = COLUMNS_OF.get(rules.sheet.name, 1), least_points(rules)
    target = rules.suit_target if rules.suit_columns else rules.target or 0
    if columns == 1:
        return Span(((least, target - 1),) * seats)
    most = _most_of_winner(rules, target)
    return Span(((least, None if most is None else columns * most),) * seats)


def deals_span(rules: RuleSet, won: Sequence[int], deals: int) -> Span:
    """The span of `deals` deals (0: not noted) without a target, in which each side has won at most `won`."""
    if rules.sheet.name == "stakes":
        most = {"none": 1, "double": 2}.get(rules.draw_carry)
        return Span(tuple((0, (deals or MANY) if most is None else most * wins) for wins in won))
    columns = COLUMNS_OF.get(rules.sheet.name, 1)
    a_deal, least = most_a_deal_gives(rules), least_points(rules)
    if rules.scoring == "meld_minus_hand" and rules.kernel.name == "colonel":
        won = (deals or MOST_DEALS,) * len(won)  # COL-14: both score in every deal
    return Span(tuple((least, (None if wins else 0) if a_deal is None else a_deal * columns * wins) for wins in won))


def summed(spans: Iterable[Span], seats: int) -> Span:
    """The span of several games together."""
    return reduce(_plus, spans, Span((NOTHING,) * seats))


def hull(spans: Sequence[Span]) -> Span:
    """The smallest span that contains them all."""
    return Span(tuple(map(_hull, zip(*(one.sides for one in spans), strict=True))))


def _plus(one: Span, other: Span) -> Span:
    return Span(tuple(_sum(a, b) for a, b in zip(one.sides, other.sides, strict=True)))


def _sum(one: Bound, other: Bound) -> Bound:
    return one[0] + other[0], None if one[1] is None or other[1] is None else one[1] + other[1]


def _hull(bounds: Sequence[Bound]) -> Bound:
    mosts = [most for _least, most in bounds]
    known = [most for most in mosts if most is not None]
    return min(least for least, _most in bounds), max(known) if len(known) == len(mosts) else None


def _of_pad(rules: RuleSet, is_total: bool) -> Iterator[Span]:
    """GIN-32..35: the span of the side that reached the target, and of the other."""
    target = rules.target or 0
    if is_total:
        won, lost = (most_total(rules, target, is_winner=is_winner) for is_winner in (True, False))
        yield Span(((_least_total(rules, target), won), (least_points(rules), lost)), 0)
    else:
        yield Span(((target, _most_of_winner(rules, target)), (least_points(rules), target - 1)), 0)


def _of_columns(rules: RuleSet, is_total: bool) -> Iterator[Span]:
    """HOL-5, 6: two columns closed by one side, or all three closed and added up."""
    target = rules.target or 0
    if rules.column_settlement == "totals":
        for won in range(COLUMNS + 1):
            yield Span((_closing(rules, target, won, is_total), _closing(rules, target, COLUMNS - won, is_total)))
        return
    for won in range(TO_WIN, COLUMNS + 1):
        for lost in range(COLUMNS - won + 1):
            if is_total:
                yield Span(((won, won), (lost, lost)), 0)
            else:
                yield Span((_closing(rules, target, won, False), _closing(rules, target, lost, False)), 0)


def _of_colours(rules: RuleSet, is_total: bool) -> Iterator[Span]:
    """CGN-10, 11: all four closed by one side or the other, and added up."""
    for won in range(SUITS + 1):
        first, second = (_closing(rules, rules.suit_target, n, False, of=SUITS) for n in (won, SUITS - won))
        yield Span((first, second))


def _closing(rules: RuleSet, target: int, won: int, is_total: bool, of: int = COLUMNS) -> Bound:
    """The span of a side over its columns if it has closed `won` of `of`."""
    open_least = -SLACK if least_points(rules) < 0 else 0
    most: int | None = _most_of_winner(rules, target)
    least = won * (_least_total(rules, target) if is_total else target) + (of - won) * open_least
    rest: int | None = target - 1
    if is_total:
        most, rest = (most_total(rules, target, is_winner=way) for way in (True, False))
    if most is None or rest is None:
        return least, None
    return least, won * most + (of - won) * rest


def _of_stakes(rules: RuleSet, is_total: bool) -> Iterator[Span]:
    """CNQ-18, 19: the loser pays. Nobody pays for a drawn game, which continues if units are carried over."""
    most = {"none": 1, "double": 2}.get(rules.draw_carry, MANY)
    yield Span(((1, most), NOTHING), 0)
    if rules.draw_carry == "none":
        yield Span((NOTHING, NOTHING), is_drawn=True)


def _of_colonel(rules: RuleSet, is_total: bool) -> Iterator[Span]:
    """COL-12..16: one deal, or deals to a target; one side scores in each, or both do, below 0 too (COL-14)."""
    whole, target = sum(rules.pack.values), rules.target
    if rules.scoring == "meld_minus_hand":
        least = -whole - SLACK if target is None else -whole * MANY
        yield Span((((target or least), whole + (target or 1) - 1), (least, whole + (target or 1) - 1)))
    elif target is None:
        yield Span(((0, whole), (-SLACK, 0)), 0)
        yield Span(((-SLACK, 0), (-SLACK, 0)), is_drawn=True)
    else:
        yield Span(((target, target - 1 + whole), (least_points(rules), target - 1)), 0)


def _most_of_winner(rules: RuleSet, target: int) -> int | None:
    """GIN-29, 32: the last deal begins below the target."""
    most = most_a_deal_gives(rules)
    return None if most is None else target - 1 + most


def _least_total(rules: RuleSet, target: int) -> int:
    """GIN-33, 35: the target, a box and the game bonus; STR-2 has neither bonus nor shutout."""
    return target + rules.box_value + (0 if rules.stake is not None else rules.game_bonus)
