"""What a knock is worth: the spread, the opponent's answer, and the score of the deal."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.impossible import Impossible
from games.engine.layoff import best_answer
from games.engine.melds import BadSpread, Spread, best_spread, spread_of
from games.engine.result import DealResult
from games.engine.rules import RuleSet
from games.engine.state import Laid


@dataclass(frozen=True, slots=True)
class Showdown:
    """A settled knock: the knocker's spread, the opponent's hand as it lay, and the result."""

    spread: Spread
    laid: Laid
    result: DealResult


def settle_knock(
    rules: RuleSet,
    kept: int,
    defender: int,
    *,
    how: str = "knock",
    melds: Sequence[int] | None = None,
    factor: int = 1,
    fixes: tuple[int, int] = (0, 0),
) -> Showdown:
    """GIN-15..29: settles a knock of seat 0 with the cards `kept` (mask) against the hand of seat 1.

    `how` is "knock" or "gin", as it was called; the count decides which it is (GIN-17, IRR-26).
    `melds` is a stated arrangement (None: the best), `fixes` the cards found too many (+) or too few (-) by seat.
    Raises Impossible E_OPTION for another ending, E_NOT_IN_HAND, E_BAD_MELD or E_KNOCK_LIMIT.
    """
    if how not in ("knock", "gin"):
        raise Impossible("E_OPTION")
    spread = stated_spread(kept, melds)
    if spread.count > rules.knock_limit:
        raise Impossible("E_KNOCK_LIMIT")
    laid = arranged_answer(1, defender, spread)
    return Showdown(spread, laid, score_knock(rules, 0, (spread.count, laid.count), factor=factor, fixes=fixes))


def stated_spread(kept: int, melds: Sequence[int] | None) -> Spread:
    """GIN-14: the arrangement that the knocker states, or the default one; Impossible when it cannot be laid."""
    if melds is None:
        return best_spread(kept)
    try:
        return spread_of(kept, melds)
    except BadSpread as error:
        raise Impossible(error.code, "", error.text) from None


def arranged_answer(seat: int, hand: int, spread: Spread) -> Laid:
    """GIN-20..22: the opponent's hand at its best, own melds and lay-offs chosen together."""
    answer = best_answer(hand, spread)
    own = answer.spread
    return Laid(seat=seat, melds=own.melds, deadwood=own.loose, count=answer.count, laid_off=answer.laid_off)


def score_knock(
    rules: RuleSet, knocker: int, counts: tuple[int, int], *, factor: int, fixes: tuple[int, int]
) -> DealResult:
    """GIN-23..29, IRR-10..12: the result of a knock; `counts` and `fixes` by seat, `next_dealer` left open."""
    defender = 1 - knocker
    if fixes[0] and fixes[1]:
        return _nobody("void", counts, factor)
    kind, winner, difference = _who_wins(rules, knocker, counts)
    if winner is None:
        return _nobody(kind, counts, factor)
    if fixes[winner] > 0:
        # IRR-11: who has too many cards cannot win the deal: no score, no box.
        return _nobody("no_winner", counts, factor)
    bonus = {"gin": rules.gin_bonus, "undercut": rules.undercut_bonus}.get(kind, 0)
    if fixes[winner] < 0:
        bonus = 0
    # IRR-10: 10 points off for each missing card; the winner's come off the score of the deal, below 0 too.
    missing = [10 * max(0, -fixes[seat]) for seat in (0, 1)]
    loser = defender if winner == knocker else knocker
    return DealResult(
        type=kind,
        winner=winner,
        points=(difference + bonus) * factor - missing[winner],
        counts=counts,
        difference=difference,
        bonus=bonus,
        penalties=(missing[0] if loser == 0 else 0, missing[1] if loser == 1 else 0),
        factor=factor,
    )


def _who_wins(rules: RuleSet, knocker: int, counts: tuple[int, int]) -> tuple[str, int | None, int]:
    """GIN-17, 23..26: type, winner and difference. A zero count of the knocker is gin, never undercut."""
    mine, other = counts[knocker], counts[1 - knocker]
    if mine == 0:
        return "gin", knocker, other
    if mine < other:
        return "knock", knocker, other - mine
    if other < mine or rules.undercut_on_tie:
        return "undercut", 1 - knocker, mine - other
    return "tie", None, 0


def _nobody(kind: str, counts: tuple[int, int], factor: int) -> DealResult:
    """GIN-25, IRR-11, 12: a deal without a winner scores nothing; the same dealer deals again."""
    return DealResult(type=kind, winner=None, points=0, counts=counts, factor=factor)
