"""The baseline for comparisons: a player that picks any lawful action."""

from random import Random

from games.engine import Action, Event, View


class RandomPlayer:
    """Chooses every lawful action with the same probability."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def see(self, event: Event) -> None:
        """Remembers nothing."""

    def choose(self, view: View) -> Action:
        """Choose one of `view.actions`."""
        return self._chance.choice(view.actions or ())
