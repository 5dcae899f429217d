"""Two players: both play every deal."""

from games.engine.cards.cards import SUIT_BITS
from games.engine.moves.result import DEALT_AGAIN, DealResult
from games.engine.play.impossible import Unplayable
from games.engine.play.rules import Boards, First, RuleSet
from games.engine.play.state import Places


class Two:
    """GIN-1: two seats, 0 and 1."""

    name = "two"
    seats = 2
    boards: Boards | None = None

    def numbers(self, rules: RuleSet) -> tuple[int, ...]:
        """How many may sit down, the usual number first."""
        return (self.seats,)

    def check(self, rules: RuleSet) -> None:
        """Accept all options: none conflicts with two seats."""

    def target(self, rules: RuleSet) -> int | None:
        """GIN-32: the target that ends the game."""
        return rules.target

    def inner(self, rules: RuleSet) -> RuleSet | None:
        """None: all seats sit at the one deal, so there are no rules of a board."""
        return None

    def places(self, seats: int) -> Places:
        """The seats before the first draw, when nobody deals yet; Unplayable unless there are two."""
        if seats != self.seats:
            raise Unplayable("seats", seats, str(self.seats))
        return Places(None, (1, 0))

    def opening(self, rules: RuleSet, dealer: int) -> Places:
        """The seats at a deal of which only the dealer is known."""
        return Places(dealer, (1, 0))

    def first(self, rules: RuleSet, draws: tuple[int, ...]) -> First | None:
        """GIN-4: under low_deals the lower card deals and level ranks draw again (None); under high_chooses the higher
        card chooses.

        Suits S>H>D>C break ties of high_chooses; so they do for random, where the lower card deals and one draw is
        enough (our reading). Online the chooser keeps his seat and takes the deal (our reading).
        """
        (suit_a, place_a), (suit_b, place_b) = (divmod(card, SUIT_BITS) for card in draws)
        if rules.first_dealer == "high_chooses":
            chooser = int((place_b, suit_b) > (place_a, suit_a))
            return First(chooser, chooser)
        if rules.first_dealer == "random":
            return First(int((place_b, suit_b) < (place_a, suit_a)))
        return None if place_a == place_b else First(int(place_b < place_a))

    def next(self, rules: RuleSet, places: Places, result: DealResult) -> Places:
        """GIN-38: the next dealer: the loser, the winner or the other player; after a deal that nobody won, the same
        dealer.

        COL-2, CNQ-21: where `drawn_deal` is "next" the deal alternates after a drawn deal too, if it came to its end.
        """
        dealer, winner = places.dealer, result.winner
        if dealer is None:
            return places
        if winner is None and (rules.drawn_deal == "same" or result.type in DEALT_AGAIN):
            return places
        if rules.next_dealer == "alternate":
            return Places(1 - dealer, places.after)
        if winner is None:
            return places
        return Places(winner if rules.next_dealer == "winner" else 1 - winner, places.after)

    def settle(self, rules: RuleSet, totals: tuple[int, ...]) -> tuple[int, ...]:
        """GIN-37: the signed difference of the totals, for each seat."""
        difference = totals[0] - totals[1]
        return difference, -difference


TWO = Two()
