"""Chouette: the box plays alone against a side, which its captain leads."""

from games.engine.moves.result import DealResult
from games.engine.play.impossible import Impossible, Unplayable
from games.engine.play.rules import First, RuleSet
from games.engine.play.state import Places
from games.engine.seatings.lots import highest_first
from games.engine.seatings.pairs import TwoOfSeveral, paired
from games.engine.seatings.two import TWO

LEAST, MOST = 3, 8


class Chouette(TwoOfSeveral):
    """3P-7..11: captain and box play; `chouette_box` says whether the box stays when it loses."""

    name = "chouette"

    def numbers(self, rules: RuleSet) -> range:
        """The number of players: a box and a side of at least two."""
        return range(LEAST, MOST + 1)

    def places(self, seats: int) -> Places:
        """The places before the draw, when nobody plays yet."""
        if not LEAST <= seats <= MOST:
            raise Unplayable("seats", seats, f"{LEAST} to {MOST}")
        return Places(None, tuple((seat + 1) % seats for seat in range(seats)))

    def opening(self, rules: RuleSet, dealer: int) -> Places:
        """The places of a deal of which only the dealer is known: the first seat has the box against the dealer, or the
        second has."""
        captain = dealer or 1
        queue = tuple(seat for seat in range(1, LEAST) if seat != captain)
        return paired(LEAST, dealer, 0, captain, waiting=queue, box=0)

    def first(self, rules: RuleSet, draws: tuple[int, ...]) -> First | None:
        """3P-7: the highest card is the box, the next the captain, the others queue; suits break ties.

        GIN-4 between the two: high_chooses, the box may choose and takes the deal; else the captain, lower, deals.
        """
        if len(draws) == 2:
            return TWO.first(rules, draws)
        if not LEAST <= len(draws) <= MOST:
            raise Unplayable("draws", len(draws), f"{LEAST} to {MOST}")
        box, captain, *queue = highest_first(draws)
        chooses = rules.first_dealer == "high_chooses"
        dealer = box if chooses else captain
        places = paired(len(draws), dealer, box, captain, waiting=tuple(queue), box=box)
        return First(dealer, box if chooses else None, places)

    def next(self, rules: RuleSet, places: Places, result: DealResult) -> Places:
        """3P-8: a captain who loses goes to the back of the queue; under winner_stays, a box that loses does, too.

        3P-11: a deal that nobody won changes nothing. GIN-38 for the deal; the loser's heir took his place.
        """
        winner, box = result.winner, places.box
        if winner is None or box is None:
            return places
        if winner in places.waiting:
            raise Impossible("E_OPTION", "3P-8", "whoever waits in the queue cannot win the deal")
        loser, queue = places.after[winner], places.waiting
        if winner == box or rules.chouette_box == "winner_stays":
            heir, *rest = (*queue, loser)
            box = winner
        else:
            heir, rest = loser, list(queue)
        dealer = _dealer(rules, places, winner, heir)
        return paired(len(places.after), dealer, box, heir if winner == box else winner, waiting=tuple(rest), box=box)

    def settle(self, rules: RuleSet, totals: tuple[int, ...]) -> tuple[int, ...]:
        """3P-9: the difference of the two scores, for each seat."""
        difference = totals[0] - totals[1]
        return difference, -difference


def box_and_members(net_box: int, members: int) -> tuple[int, int]:
    """3P-9: settle the net result between the box and each member of the side: what the box gets, and what each member
    gets."""
    return net_box * members, -net_box


def _dealer(rules: RuleSet, places: Places, winner: int, heir: int) -> int:
    """GIN-38: the next dealer: the winner, the loser (or the player who replaced him), or the one who did not deal."""
    if rules.next_dealer == "alternate":
        return heir if places.dealer == winner else winner
    return winner if rules.next_dealer == "winner" else heir


CHOUETTE = Chouette()
