"""Conquian: units paid from the loser to the winner, and units that a drawn game carries over to the next."""

from dataclasses import dataclass

from games.engine.moves.result import DealResult, Score, Settlement
from games.engine.play.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Payment:
    """One game: its winner (None: drawn) and the units that the loser has paid by its end."""

    winner: int | None
    units: int


class Stakes:
    """CNQ-18, 19: the account of a sitting."""

    name = "stakes"

    def blank(self, seats: int) -> Score:
        """An account with no game on it."""
        return Score(seats)

    def enter(self, rules: RuleSet, score: Score, result: DealResult) -> Score:
        """The account with one more deal."""
        return Score(score.seats, (*score.deals, result), score.start)

    def may_draw(self, rules: RuleSet) -> bool:
        """CNQ-17, 19: may a game be drawn? A drawn deal is a drawn game unless units are carried on to the next."""
        return rules.draw_carry == "none"

    def settle(self, rules: RuleSet, score: Score) -> Settlement:
        """CNQ-18, 19: settle: units won by seat, with corrections (IRR-35).

        Over once a game is won, or drawn where a draw carries nothing on.
        """
        totals = [-sum(deal.penalties[seat] for deal in score.deals) for seat in range(score.seats)]
        paid = payments(rules, score)
        for payment in paid:
            if payment.winner is not None:
                totals[payment.winner] += payment.units
        won = tuple(sum(payment.winner == seat for payment in paid) for seat in range(score.seats))
        over = any(won) or (bool(paid) and rules.draw_carry == "none")
        return Settlement(
            over=over,
            winner=won.index(1) if any(won) else None,
            points=tuple(totals),
            boxes=(0,) * score.seats,
            totals=tuple(totals),
            net=rules.seating.settle(rules, tuple(totals)),
            deals=score.dealt,
            deals_won=won,
            shutout=False,
            game_bonus=0,
        )


def payments(rules: RuleSet, score: Score) -> tuple[Payment, ...]:
    """CNQ-19: the payment of each game; `double`: 2 after a draw, `pool`: a unit more for each draw, `none`: always 1.

    A deal that is dealt again (IRR-40) is no game, nor is a correction of the account (IRR-35).
    """
    paid: list[Payment] = []
    draws = 0
    for deal in score.deals:
        if not deal.counts_as_deal:
            continue
        if deal.winner is None:
            draws += 1
            paid.append(Payment(None, 0))
            continue
        paid.append(Payment(deal.winner, _units(rules, draws)))
        draws = 0
    return tuple(paid)


def _units(rules: RuleSet, draws: int) -> int:
    """CNQ-18, 19: the units that the loser pays after `draws` drawn games in a row."""
    if rules.draw_carry == "pool":
        return 1 + draws
    return 2 if draws and rules.draw_carry == "double" else 1


STAKES = Stakes()
