"""The score of a knock: the spread, the opponent's answer, and the result of the deal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import add

from games.engine.cards.cards import SUITS
from games.engine.cards.layoff import best_answer
from games.engine.cards.melds import Spread
from games.engine.gin.scoring.arranging import open_suits, spread_for, why_not_down
from games.engine.gin.scoring.upcard import is_spade, limit_under, multiplier
from games.engine.moves.result import LOST, DealResult
from games.engine.play.impossible import Impossible
from games.engine.play.rules import RuleSet
from games.engine.play.state import Laid, Rest


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
    upcard: int | None = None,
    closed: str = "",
    factor: int = 1,
    fixes: tuple[int, int] = (0, 0),
) -> Showdown:
    """GIN-15..29: settles a knock of seat 0 with the cards `kept` (mask) against the hand of seat 1.

    `how` is "knock" or "gin", as it was called; the count decides which it is (GIN-17, IRR-26); "big_gin" keeps eleven.
    `melds` is a stated arrangement (None: the best), `upcard` the card that sets limit and multiplier, `closed` the
    colours (letters) that take no more, `fixes` the cards found too many (+) or too few (-) by seat.
    Raises Impossible E_OPTION for another ending, E_NOT_IN_HAND, E_BAD_MELD, E_KNOCK_LIMIT or E_NO_OPEN_SUIT.
    """
    if how not in ("knock", "gin", "big_gin") or (how == "big_gin" and rules.big_gin_bonus is None):
        raise Impossible("E_OPTION")
    limit = limit_under(rules, upcard)
    spread = spread_for(rules, kept, melds, how=how, limit=limit, closed=closed)
    refusal = why_not_down(rules, spread, how=how, limit=limit, closed=closed)
    if refusal:
        raise Impossible(refusal)
    laid = arranged_answer(1, defender, spread)
    suits = open_suits(spread, closed) if rules.suit_columns else ""
    counts = (spread.count, laid.count)
    result = score_knock(rules, (0, 1), counts, how=how, upcard=upcard, suits=suits, factor=factor, fixes=fixes)
    return Showdown(spread, laid, result)


def arranged_answer(seat: int, hand: int, spread: Spread) -> Laid:
    """GIN-20..22: the opponent's hand at its best, own melds and lay-offs chosen together."""
    answer = best_answer(hand, spread)
    own = answer.spread
    return Laid(seat=seat, melds=own.melds, deadwood=own.loose, count=answer.count, laid_off=answer.laid_off)


def score_knock(
    rules: RuleSet,
    order: Sequence[int],
    counts: Sequence[int],
    *,
    how: str = "knock",
    upcard: int | None = None,
    suits: str = "",
    factor: int = 1,
    fixes: Sequence[int] = (),
    no_bonus: tuple[int, ...] = (),
) -> DealResult:
    """GIN-23..29, 3P-15..17, IRR-10..12, DBL-3: the result of a knock against any number of hands.

    `order` is the knocker, then to his left; `counts` are by seat, and so are `fixes`: the cards found too many (+) or
    too few (-). `no_bonus` are the seats that have lost their gin and undercut bonus (IRR-23). `next_dealer` is left
    open.
    """
    factor *= multiplier(rules, upcard)
    fixes = fixes or (0,) * len(counts)
    # IRR-10: 10 points off for each missing card; the winner's come off the score of the deal, below 0 too.
    missing = tuple(10 * max(0, -n) for n in fixes)
    if rules.short_penalty == "add_to_count":
        counts, missing = tuple(map(add, counts, missing)), (0,) * len(counts)
    nobody = DealResult(
        type="void", winner=None, points=0, counts=tuple(counts), penalties=(0,) * len(counts), factor=factor
    )
    if sum(map(bool, fixes)) > 1:
        return nobody
    kind, winner = _who_wins(rules, order, counts, how)
    if winner is None:
        # GIN-25: nobody scores. Colours are scored in only where there is a penalty to take off (IRR-10).
        return replace(nobody, type=kind, penalties=missing, suits=suits if any(missing) else "")
    if fixes[winner] > 0:
        # IRR-11: who has too many cards cannot win the deal: no score, no box.
        return replace(nobody, type="no_winner")
    difference = sum(counts) - 2 * counts[winner]
    difference = max(0, difference) if how == "declined" else difference
    bonus = bonus_for(rules, kind, lost=fixes[winner] < 0 or winner in no_bonus)
    off = {order[0]: rules.undercut_penalty} if kind == "undercut" else {}
    return DealResult(
        type=kind,
        winner=winner,
        points=(difference + bonus) * factor - missing[winner],
        counts=tuple(counts),
        difference=difference,
        bonus=bonus,
        extra_boxes=extra_boxes_for(rules, kind, upcard),
        penalties=tuple(0 if seat == winner else missing[seat] + off.get(seat, 0) for seat in range(len(counts))),
        factor=factor,
        suits=suits,
    )


def _who_wins(rules: RuleSet, order: Sequence[int], counts: Sequence[int], how: str) -> tuple[str, int | None]:
    """GIN-17, 23..27, 3P-16, 17, DBL-3: the type of result and the winner. A zero count of the knocker is gin and never
    undercut; of opponents who tie, the first to the knocker's left undercuts."""
    knocker, *opponents = order
    mine, best = counts[knocker], min(opponents, key=counts.__getitem__)
    if how == "declined":
        return how, knocker
    if mine == 0:
        return "big_gin" if how == "big_gin" else "gin", knocker
    if mine < counts[best]:
        return "knock", knocker
    if counts[best] < mine or rules.undercut_on_tie:
        return "undercut", best
    return "tie", None


def lost(rules: RuleSet, rest: Rest, winner: int) -> DealResult:
    """ONL-2: a deal that is lost for missing entropy counts the gin bonus (GIN-26) and what every deal won brings
    (GIN-28). No card is in a hand, so every open colour scores (CGN-5)."""
    bonus = bonus_for(rules, "gin", lost=False)
    closed = {column.name for column in rest.standing.columns if column.over}
    suits = "".join(suit for suit in SUITS if suit not in closed) if rules.suit_columns else ""
    return DealResult(type=LOST, winner=winner, points=bonus, bonus=bonus, suits=suits)


def bonus_for(rules: RuleSet, kind: str, *, lost: bool) -> int:
    """GIN-24, 26..28, DBL-3: the bonus on top of the difference; IRR-10, 23: `lost` says whether gin and undercut bonus
    are lost."""
    if kind == "declined":
        return rules.decline_bonus + rules.hand_win_bonus
    bonuses = {"gin": rules.gin_bonus, "big_gin": rules.big_gin_bonus or 0, "undercut": rules.undercut_bonus}
    return (0 if lost else bonuses.get(kind, 0)) + rules.hand_win_bonus


def extra_boxes_for(rules: RuleSet, kind: str, upcard: int | None) -> int:
    """OKL-4: the extra boxes: one for an undercut, two for gin; twice as many if the upcard is a spade."""
    if rules.extra_boxes == "none":
        return 0
    boxes = {"undercut": 1, "gin": 2, "big_gin": 2}.get(kind, 0)
    return boxes * 2 if is_spade(upcard) else boxes
