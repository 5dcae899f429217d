"""The seating of two who play a deal while others wait or play at other boards, and their sheet for one deal."""

from dataclasses import replace

from games.engine.moves.result import DealResult, Score, Settlement
from games.engine.play.impossible import Impossible
from games.engine.play.rules import Boards, RuleSet
from games.engine.play.state import Places
from games.engine.seatings.boards import ONE_BOARD
from games.engine.seatings.two import Two


class Pair(Two):
    """The two seats at a board; the sitting decides who deals next."""

    name = "pair"

    def next(self, rules: RuleSet, places: Places, result: DealResult) -> Places:
        """Never called: the seating of the sitting decides who deals next."""
        return places


class OneDeal:
    """A sheet that holds the deal of a board, as the sitting has a sheet of its own."""

    name = "one deal"

    def blank(self, seats: int) -> Score:
        """An empty sheet."""
        return Score(seats)

    def enter(self, rules: RuleSet, score: Score, result: DealResult) -> Score:
        """The sheet with the deal."""
        return Score(score.seats, (result,), score.start)

    def settle(self, rules: RuleSet, score: Score) -> Settlement:
        """Settle nothing: no game ends on this sheet."""
        return NOTHING

    def may_draw(self, rules: RuleSet) -> bool:
        """Always False: no game ends on this sheet."""
        return False


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


class TwoOfSeveral:
    """What cutthroat and chouette share: two players play an ordinary deal, scored on a pad."""

    name = ""
    boards: Boards | None = ONE_BOARD

    def check(self, rules: RuleSet) -> None:
        """Refuse several columns, which are for two players."""
        check_pad(rules, self.name)

    def target(self, rules: RuleSet) -> int | None:
        """3P-5, 9: the first score to the target ends the game."""
        return rules.target

    def inner(self, rules: RuleSet) -> RuleSet | None:
        """The rules of the ordinary deal that the two play."""
        return of_a_board(rules)


def check_pad(rules: RuleSet, seating: str) -> None:
    """Refuse three columns and a column for each suit, which are sheets of two players; Impossible E_OPTION."""
    if rules.columns > 1 or rules.suit_columns:
        raise Impossible("E_OPTION", "§2", f"seats: {seating} is scored on a pad, not in several columns")


def paired(
    seats: int, dealer: int | None, first: int, second: int, *, waiting: tuple[int, ...], box: int | None = None
) -> Places:
    """The places where `first` and `second` play each other; a player who waits plays after himself."""
    turns = {first: second, second: first}
    return Places(dealer, tuple(turns.get(seat, seat) for seat in range(seats)), waiting, box)
