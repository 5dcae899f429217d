"""Teams: two teams of n players play n games for two at once; the deal is scored when all are finished."""

from games.engine.moves.result import DealResult
from games.engine.play.impossible import Unplayable
from games.engine.play.rules import Boards, First, RuleSet
from games.engine.play.state import Board, Places
from games.engine.seatings.boards import Pairs
from games.engine.seatings.lots import are_level, highest_first
from games.engine.seatings.many import ManyBoards
from games.engine.seatings.pairs import check_pad, of_a_board
from games.engine.sheets.partnership import team_result

BY_SIZE = {2: 125, 3: 150, 4: 150, 5: 175, 6: 200, 7: 200, 8: 200}


class TeamBoards(ManyBoards):
    """PRT-1: there are as many boards as a team has members."""

    def pairs(self, places: Places) -> Pairs:
        """PRT-2: the pairs: each member of the first team with the opponent that the rotation gives."""
        return pairings(len(places.after) // 2, places.rotation)

    def dealer_at(self, places: Places, seats: tuple[int, int]) -> int:
        """PRT-8: the dealer at a board: all members of the dealing team deal."""
        assert places.dealer is not None
        return places.dealer

    def result(self, rules: RuleSet, places: Places, boards: tuple[Board, ...]) -> DealResult:
        """PRT-3: the result of the deal: the sum over the boards."""
        return team_result([board.state.rest.result for board in boards])


class Teams:
    """PRT-1..10: seats 0, 2, 4 … are one team, 1, 3, 5 … the other; a team goes by the seat of its first member."""

    name = "teams"
    boards: Boards | None = TeamBoards()

    def numbers(self, rules: RuleSet) -> tuple[int, ...]:
        """The number of players: two teams."""
        return (2 * rules.team_size,)

    def check(self, rules: RuleSet) -> None:
        """Refuse several columns, which are for two players, and team sizes that a variant does not allow."""
        check_pad(rules, self.name)
        if rules.team_size < rules.least_team_size:
            raise Unplayable("team_size", rules.team_size, f"a whole number from {rules.least_team_size} to 8")

    def target(self, rules: RuleSet) -> int | None:
        """PRT-6: the target by team size, unless a number is set; a team of one plays to the target of two players
        (ours)."""
        if isinstance(rules.team_target, int):
            return rules.team_target
        return BY_SIZE.get(rules.team_size, 100)

    def inner(self, rules: RuleSet) -> RuleSet | None:
        """PRT-4: the rules of a board, an ordinary deal."""
        return of_a_board(rules)

    def places(self, seats: int) -> Places:
        """The places: nobody waits, and before the first draw nobody deals yet."""
        if seats < 2 or seats % 2:
            raise Unplayable("seats", seats, "an even number")
        return _places(seats, None, 0)

    def opening(self, rules: RuleSet, dealer: int) -> Places:
        """The places of a deal of which only the dealing team is known."""
        return _places(2 * rules.team_size, dealer % 2, 0)

    def first(self, rules: RuleSet, draws: tuple[int, ...]) -> First | None:
        """GIN-4: the team that drew lowest deals; or the one that drew highest chooses, and takes the deal."""
        order = highest_first(draws)
        if rules.first_dealer == "high_chooses":
            return First(order[0] % 2, order[0] % 2)
        low = order[-1]
        against = (seat for seat in order if seat % 2 != low % 2)
        if rules.first_dealer == "low_deals" and any(are_level(draws, low, seat) for seat in against):
            return None
        return First(low % 2)

    def next(self, rules: RuleSet, places: Places, result: DealResult) -> Places:
        """PRT-8: the winning team deals next, after a level deal the same; PRT-2: opponents alternate, or stay."""
        n = len(places.after) // 2
        step = 1 if alternates(rules, n) else 0
        dealer = places.dealer if result.winner is None else result.winner % 2
        return _places(2 * n, dealer, (places.rotation + step) % n)

    def settle(self, rules: RuleSet, totals: tuple[int, ...]) -> tuple[int, ...]:
        """GIN-37: the signed difference of the totals, for each team."""
        difference = totals[0] - totals[1]
        return difference, -difference


def given_count(stated: int, actual: int, acted: bool) -> int:
    """IRR-34: a count that was given without showing stands once a partner has acted on it; else the true count
    applies."""
    return stated if acted else actual


def alternates(rules: RuleSet, size: int) -> bool:
    """PRT-2: do opponents change every deal? With two a side they do, with more they do not, unless the rules say
    otherwise."""
    return rules.team_rotation == "alternate" if rules.team_rotation is not None else size <= 2


def pairings(size: int, rotation: int) -> Pairs:
    """PRT-2: who plays whom, the member of the first team first."""
    return tuple((2 * at, 2 * ((at + rotation) % size) + 1) for at in range(size))


def _places(seats: int, dealer: int | None, rotation: int) -> Places:
    after = [0] * seats
    for first, second in pairings(seats // 2, rotation):
        after[first], after[second] = second, first
    return Places(dealer, tuple(after), rotation=rotation)


TEAMS = Teams()
