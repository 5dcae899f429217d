"""Two of several: the seating of the two who play a deal while the others wait, and their sheet of one deal."""

from dataclasses import replace

from games.engine.result import DealResult, Score, Settlement
from games.engine.rules import RuleSet
from games.engine.seatings.two import Two
from games.engine.state import Places


class Pair(Two):
    """The two at a board: who deals the next deal is decided above them."""

    name = "pair"

    def next(self, rules: RuleSet, places: Places, result: DealResult) -> Places:
        """The seating above answers that."""
        return places


class OneDeal:
    """A sheet that takes the deal of a board: the sitting has its own."""

    name = "one deal"

    def blank(self, seats: int) -> Score:
        """Nothing played."""
        return Score(seats)

    def enter(self, rules: RuleSet, score: Score, result: DealResult) -> Score:
        """The deal."""
        return Score(score.seats, (result,), score.start)

    def settle(self, rules: RuleSet, score: Score) -> Settlement:
        """No game ends on it."""
        return NOTHING


NOTHING = Settlement(
    over=False,
    winner=None,
    points=(0, 0),
    boxes=(0, 0),
    totals=(0, 0),
    net=(0, 0),
    deals=0,
    deals_won=(0, 0),
    shutout=False,
    game_bonus=0,
)
PAIR = Pair()
ONE_DEAL = OneDeal()


def of_a_board(rules: RuleSet) -> RuleSet:
    """The rules by which one deal between two seats of a larger sitting is played."""
    return replace(rules, seating=PAIR, sheet=ONE_DEAL)


def paired(
    seats: int, dealer: int | None, first: int, second: int, *, waiting: tuple[int, ...], box: int | None = None
) -> Places:
    """`first` and `second` play against each other; whoever waits plays after himself."""
    turns = {first: second, second: first}
    return Places(dealer, tuple(turns.get(seat, seat) for seat in range(seats)), waiting, box)
