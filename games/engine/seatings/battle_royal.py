"""Battle royal: three players, three hands, each for himself."""

from games.engine.moves.result import DealResult
from games.engine.play.impossible import Impossible, Unplayable
from games.engine.play.rules import Boards, First, RuleSet
from games.engine.play.state import Places
from games.engine.seatings.lots import are_level, highest_first
from games.engine.seatings.pairs import check_pad

SEATS = 3

# Options that battle royal fixes, with their values.
SETTLED = {
    "deal": "upcard",
    "same_card": "forbid",
    "last_discard": "dead",
    "after_double_pass": "stock_only",
    "doubling": False,
}


class BattleRoyal:
    """3P-12..19: all three play every deal."""

    name = "battle_royal"
    boards: Boards | None = None

    def numbers(self, rules: RuleSet) -> tuple[int, ...]:
        """The number of players: three."""
        return (SEATS,)

    def check(self, rules: RuleSet) -> None:
        """3P-12, 13, 18: refuse options that would change the upcard round, the draws or the end of the stock;
        Impossible E_OPTION."""
        check_pad(rules, self.name)
        if rules.kernel.name != "royal":
            raise Unplayable("seats", self.name, "two, cutthroat, chouette or teams in this game")
        for name, value in SETTLED.items():
            if getattr(rules, name) != value:
                raise Impossible("E_OPTION", "3P-12", f"{name}: in battle royal it is {str(value).lower()}")

    def target(self, rules: RuleSet) -> int | None:
        """3P-19: the target, 200 in the preset."""
        return rules.target

    def inner(self, rules: RuleSet) -> RuleSet | None:
        """None: all seats sit at the one deal, so there are no rules of a board."""
        return None

    def places(self, seats: int) -> Places:
        """3P-12: play goes to the left; before the first draw nobody deals yet."""
        if seats != SEATS:
            raise Unplayable("seats", seats, str(SEATS))
        return Places(None, (1, 2, 0))

    def opening(self, rules: RuleSet, dealer: int) -> Places:
        """A deal of which only the dealer is known."""
        return Places(dealer, (1, 2, 0))

    def first(self, rules: RuleSet, draws: tuple[int, ...]) -> First | None:
        """GIN-4 for three: the lowest card deals and level ones draw again; or the highest chooses, and takes the
        deal."""
        order = highest_first(draws)
        if rules.first_dealer == "high_chooses":
            return First(order[0], order[0])
        level = rules.first_dealer == "low_deals" and are_level(draws, order[-1], order[-2])
        return None if level else First(order[-1])

    def next(self, rules: RuleSet, places: Places, result: DealResult) -> Places:
        """GIN-38 for three: the next dealer is the winner, the player left of the dealer, or the loser (the highest
        count).

        Level losers: the one nearer the winner's left (ours). After a drawn deal the same dealer.
        """
        winner, dealer = result.winner, places.dealer
        if winner is None or dealer is None:
            return places
        if not 0 <= winner < SEATS:
            raise Impossible("E_OPTION", "3P-12", f"there are the seats 0 to {SEATS - 1}")
        if rules.next_dealer == "alternate":
            return Places(places.after[dealer], places.after)
        if rules.next_dealer == "winner":
            return Places(winner, places.after)
        left = places.after[winner]
        counts = result.counts or (0,) * SEATS
        loser = max((left, places.after[left]), key=lambda seat: counts[seat] or 0)
        return Places(loser, places.after)

    def settle(self, rules: RuleSet, totals: tuple[int, ...]) -> tuple[int, ...]:
        """3P-19: each pair settles its difference."""
        return tuple(len(totals) * total - sum(totals) for total in totals)


BATTLE_ROYAL = BattleRoyal()
