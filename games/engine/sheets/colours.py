"""Color Gin: a column for each suit. A deal counts in every colour that it scores in, and the sums decide."""

from games.engine.cards.cards import SUITS
from games.engine.moves.result import Column, DealResult, Score, Settlement
from games.engine.play.impossible import Impossible
from games.engine.play.rules import RuleSet


class Colours:
    """CGN-8..11: four columns, clubs, diamonds, hearts and spades."""

    name = "colours"

    def blank(self, seats: int) -> Score:
        """A sheet with no deal on it."""
        return Score(seats)

    def enter(self, rules: RuleSet, score: Score, result: DealResult) -> Score:
        """The sheet with one deal more; CGN-9: Impossible E_NO_OPEN_SUIT when its colours are all closed."""
        closed = {column.name for column in _columns(rules, score) if column.over}
        if result.winner is not None and result.suits and closed.issuperset(result.suits):
            raise Impossible("E_NO_OPEN_SUIT")
        return Score(score.seats, (*score.deals, result), score.start)

    def may_draw(self, rules: RuleSet) -> bool:
        """CGN-11: True, because equal sums are a drawn game."""
        return True

    def settle(self, rules: RuleSet, score: Score) -> Settlement:
        """CGN-11: settle: when all four columns are closed, the higher sum wins; equal sums are a drawn game."""
        columns = _columns(rules, score)
        by_seat = range(score.seats)
        sums = tuple(sum(column.points[seat] for column in columns) for seat in by_seat)
        over = all(column.over for column in columns)
        return Settlement(
            over=over,
            winner=sums.index(max(sums)) if over and sums.count(max(sums)) == 1 else None,
            points=sums,
            boxes=(0,) * score.seats,
            totals=sums,
            net=rules.seating.settle(rules, sums),
            deals=score.dealt,
            deals_won=tuple(sum(deal.winner == seat for deal in score.deals) for seat in by_seat),
            shutout=False,
            game_bonus=0,
            columns=columns,
        )


def _columns(rules: RuleSet, score: Score) -> tuple[Column, ...]:
    """CGN-8, 10: the columns: each deal counts fully in each of its colours that was open; points beyond the target
    stay."""
    carried = score.start or ((0,) * len(SUITS),) * score.seats
    points = {suit: [row[at] for row in carried] for at, suit in enumerate(SUITS)}
    entries = {suit: [0] * score.seats for suit in SUITS}
    gained: dict[str, dict[int, tuple[int, ...]]] = {suit: {} for suit in SUITS}
    for number, deal in enumerate(score.deals, 1):
        # A colour that reached the target in an earlier deal takes no more.
        for suit in [suit for suit in deal.suits if max(points[suit]) < rules.suit_target]:
            before = tuple(points[suit])
            _enter(points[suit], entries[suit], deal)
            if deal.winner is not None or any(deal.penalties):
                gained[suit][number] = tuple(new - old for new, old in zip(points[suit], before, strict=True))
    return tuple(
        Column(
            name=suit,
            points=tuple(points[suit]),
            entries=tuple(entries[suit]),
            totals=tuple(points[suit]),
            net=rules.seating.settle(rules, tuple(points[suit])),
            over=max(points[suit]) >= rules.suit_target,
            winner=_closed_by(points[suit], rules.suit_target),
            deals=tuple(gained[suit]),
            gained=tuple(gained[suit].values()),
        )
        for suit in SUITS
    )


def _enter(points: list[int], entries: list[int], deal: DealResult) -> None:
    """CGN-8: enter a deal in a column; IRR-10: a penalty is taken off in each scoring colour."""
    for seat, penalty in enumerate(deal.penalties):
        points[seat] -= penalty
    if deal.winner is not None:
        points[deal.winner] += deal.points
        entries[deal.winner] += 1


def _closed_by(points: list[int], target: int) -> int | None:
    """CGN-10: the seat that reached the target of a colour; None while it is open."""
    return points.index(max(points)) if max(points) >= target else None


COLOURS = Colours()
