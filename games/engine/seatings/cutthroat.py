"""Cutthroat: three players, of whom two play while the third waits to take the loser's place."""

from games.engine.moves.result import DealResult
from games.engine.play.impossible import Impossible, Unplayable
from games.engine.play.rules import First, RuleSet
from games.engine.play.state import Places
from games.engine.seatings.lots import are_level, highest_first
from games.engine.seatings.pairs import TwoOfSeveral, paired
from games.engine.seatings.two import TWO

SEATS = 3


class Cutthroat(TwoOfSeveral):
    """3P-1..6: two of three play; `three_dealer` says whether the player who enters or the one who leaves deals."""

    name = "cutthroat"

    def numbers(self, rules: RuleSet) -> tuple[int, ...]:
        """The number of players: three."""
        return (SEATS,)

    def places(self, seats: int) -> Places:
        """The places before the draw, when nobody plays yet."""
        if seats != SEATS:
            raise Unplayable("seats", seats, str(SEATS))
        return Places(None, (1, 2, 0))

    def opening(self, rules: RuleSet, dealer: int) -> Places:
        """The places of a deal of which only the dealer is known: he sits out, or the last seat that does not deal
        does."""
        idle = dealer if rules.three_dealer == "sitting_out" else 1 if dealer == SEATS - 1 else SEATS - 1
        first, second = (seat for seat in range(SEATS) if seat != idle)
        return paired(SEATS, dealer, first, second, waiting=(idle,))

    def first(self, rules: RuleSet, draws: tuple[int, ...]) -> First | None:
        """3P-1: the lowest sits out, the second-lowest deals to the highest; sitting_out: the lowest deals.

        Under low_deals level ranks redraw where they decide something, else suits break the tie. Two draw by GIN-4.
        """
        if len(draws) == 2:
            return TWO.first(rules, draws)
        if len(draws) != SEATS:
            raise Unplayable("draws", len(draws), str(SEATS))
        high, middle, low = highest_first(draws)
        entering = rules.three_dealer == "entering"
        if rules.first_dealer == "low_deals" and (
            are_level(draws, middle, low) or (entering and are_level(draws, high, middle))
        ):
            return None
        dealer = middle if entering else low
        return First(dealer, places=paired(SEATS, dealer, *sorted((high, middle)), waiting=(low,)))

    def next(self, rules: RuleSet, places: Places, result: DealResult) -> Places:
        """3P-2, 3: the idle player replaces the loser and deals to the winner; sitting_out: the loser deals.

        3P-4: after a deal that nobody won the same players and the same dealer.
        """
        winner = result.winner
        if winner is None:
            return places
        if winner in places.waiting:
            raise Impossible("E_OPTION", "3P-2", "whoever sits out cannot win the deal")
        loser, (idle,) = places.after[winner], places.waiting
        dealer = idle if rules.three_dealer == "entering" else loser
        return paired(SEATS, dealer, *sorted((winner, idle)), waiting=(loser,))

    def settle(self, rules: RuleSet, totals: tuple[int, ...]) -> tuple[int, ...]:
        """3P-6: each pair settles its difference; the sheet adds the extra payment of a player who scored nothing."""
        return tuple(len(totals) * total - sum(totals) for total in totals)


CUTTHROAT = Cutthroat()
