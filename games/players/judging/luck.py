"""Measure how much of a deal's result was luck: compare each card drawn with the cards that could have come.

Luck of a draw = value with the card drawn - mean value over all cards that the stock truly held; luck of the deal =
value of the hands dealt - its mean. Both are zero in the mean whatever the players do and whatever the value function
says, so a result less its luck is as fair as the result. It stands beside a result and never
changes it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.engine import Action, DealScored, RuleSet, replay
from games.players.judging.chances import Chances, chances, sign
from games.players.judging.value import Value, value_for


@dataclass(frozen=True, slots=True)
class DealLuck:
    """The luck of a finished deal: seat 0's points less seat 1's, and how much of that was luck. `draws` gives the luck
    of each draw by the place of its action in the log."""

    key: str
    margin: int
    dealt: float
    draws: tuple[tuple[int, float], ...]

    @property
    def luck(self) -> float:
        """The luck of the whole deal, in points for seat 0."""
        return self.dealt + sum(luck for _, luck in self.draws)


def sitting_luck(rules: RuleSet, actions: Iterable[Action], value: Value | None = None) -> Iterator[DealLuck | None]:
    """The luck of every finished deal of a sitting between two, in order, from the log of its actions. The value
    function is the variant's own unless another is given.

    None for a deal whose luck is not measured: the variant has no value function, hands of another size were dealt, or
    a law or the director changed the deal.
    """
    value = value or value_for(rules)
    if value is None:
        yield from (None for event in replay(rules, actions)[1] if isinstance(event, DealScored))
        return
    yield from (deal_luck(value, chance) for chance in chances(rules, actions))


def deal_luck(value: Value, chance: Chances) -> DealLuck | None:
    """The luck of one deal; None if chance cannot be separated from what people did."""
    if chance.margin is None or chance.dealt is None:
        return None
    worth = zip(chance.draws, value.drawn(chance.draws), strict=True)
    draws = tuple((draw.place, luck * sign(draw.seat)) for draw, luck in worth)
    return DealLuck(value.key, chance.margin, value.dealt(chance.dealt) * sign(chance.dealt.first), draws)
