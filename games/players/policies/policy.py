"""The three questions that a gin policy answers, and the information it gets with them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from games.engine import Action, Event, View
from games.players.policies.memory import Memory


@dataclass(frozen=True, slots=True)
class Sight:
    """The basis of a decision: the seat's own view, its memory of the deal, and its own seeded chance."""

    view: View
    hand: int
    memory: Memory
    chance: Random

    @property
    def seat(self) -> int:
        """The player's own seat; -1 for a look of the public."""
        return -1 if self.view.seat is None else self.view.seat

    @property
    def known(self) -> int:
        """The cards known to be in other hands."""
        return self.memory.known_of_others(self.seat)

    @property
    def refused(self) -> int:
        """The cards that others left lying."""
        return self.memory.refused_by_others(self.seat)


Choose = Callable[[Sight, Sequence[Action]], Action]  # one of the actions of a view


class Policy(Protocol):
    """How a house player decides where the rules leave a choice. Cards are numbers, hands are masks."""

    def takes(self, sight: Sight, card: int) -> bool:
        """Does it take this open card rather than draw from the stock (or pass)?"""

    def throws(self, sight: Sight, cards: tuple[int, ...]) -> int:
        """Which of these cards does it throw?"""

    def knocks(self, sight: Sight, count: int) -> bool:
        """Does it knock, keeping this much deadwood?"""


class Player(Protocol):
    """A player that can take a seat: it gets what its seat sees, and chooses one of its view's actions."""

    def see(self, event: Event) -> None:
        """Take in one event, as its seat may see it."""

    def choose(self, view: View) -> Action:
        """Choose one of `view.actions`; the view must be that of a seat that has to act."""
