"""A player's memory of a deal: who took which card, what was thrown, what was left lying."""

from dataclasses import dataclass, field, replace

from games.engine import Dealt, Discarded, Drew, Event, Passed, TookPile, TookUpcard, Turned


@dataclass(slots=True)
class Memory:
    """Masks of cards by what happened to them in this deal. `held` are the cards that a seat took from the pile and
    kept, `takes` how many it took; `thrown_by` are the throws of each seat, in order; `thrown` includes the cards that
    were turned in Conquian.

    A player that joined late remembers less and plays on what it has: nothing here is needed to act lawfully.
    """

    held: dict[int, int] = field(default_factory=dict)
    refused: dict[int, int] = field(default_factory=dict)
    thrown_by: dict[int, tuple[int, ...]] = field(default_factory=dict)
    thrown: int = 0
    top: int | None = None
    open_draws: int = 0  # draws from the pile since anybody drew from the stock
    takes: dict[int, int] = field(default_factory=dict)

    def see(self, event: Event) -> None:
        """Take in one event, as the seat may see it."""
        if isinstance(event, Dealt):
            self.held, self.refused, self.thrown_by, self.takes = {}, {}, {}, {}
            self.thrown, self.top, self.open_draws = 0, event.upcard, 0
        elif isinstance(event, Discarded):
            self._throw(event.seat, event.card)
        elif isinstance(event, TookUpcard):
            self._take(event.seat, event.card)
        elif isinstance(event, Drew | Passed):
            self._draw(event)
        elif isinstance(event, TookPile):
            for card in event.cards:
                self._take(event.seat, card)
        elif isinstance(event, Turned) and event.card is not None:
            self.thrown |= 1 << event.card

    def copy(self) -> "Memory":
        """A copy of this memory that develops by itself."""
        return replace(
            self,
            held=dict(self.held),
            refused=dict(self.refused),
            thrown_by=dict(self.thrown_by),
            takes=dict(self.takes),
        )

    def known_of_others(self, seat: int) -> int:
        """The cards that other seats are known to hold."""
        return _all_but(self.held, seat)

    def refused_by_others(self, seat: int) -> int:
        """The cards that another seat left lying although it could have taken them."""
        return _all_but(self.refused, seat)

    def _draw(self, event: Drew | Passed) -> None:
        if isinstance(event, Drew):
            self.open_draws = self.open_draws + 1 if event.source == "pile" else 0
        if isinstance(event, Drew) and event.source == "pile" and event.card is not None:
            self._take(event.seat, event.card)
        elif self.top is not None:
            self.refused[event.seat] = self.refused.get(event.seat, 0) | 1 << self.top

    def _take(self, seat: int, card: int) -> None:
        self.held[seat] = self.held.get(seat, 0) | 1 << card
        self.takes[seat] = self.takes.get(seat, 0) + 1
        self.thrown &= ~(1 << card)
        self.top = None

    def _throw(self, seat: int, card: int) -> None:
        self.held[seat] = self.held.get(seat, 0) & ~(1 << card)
        self.thrown_by[seat] = (*self.thrown_by.get(seat, ()), card)
        self.thrown |= 1 << card
        self.top = card


def _all_but(masks: dict[int, int], seat: int) -> int:
    cards = 0
    for other, mask in masks.items():
        if other != seat:
            cards |= mask
    return cards
