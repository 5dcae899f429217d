"""The learned players of the games with melds on the table: they value an action by a sum of features and frozen
weights."""

from collections.abc import Callable, Mapping, Sequence

from games.engine import Action
from games.players.policies import colonel as plain_colonel
from games.players.policies import conquian as plain_conquian
from games.players.policies.learned import colonel, conquian
from games.players.policies.learned.melding_weights import MELDING, MELDING_OF_TOP
from games.players.policies.learned.sums import Look, Weights, at_stage, worth
from games.players.policies.policy import Choose, Sight

GAMES: Mapping[str, tuple[Callable[[Sight], Look], Choose]] = {
    "colonel": (colonel.ColonelLook, plain_colonel.choose),
    "conquian": (conquian.ConquianLook, plain_conquian.choose),
}

KINDS = {"colonel": colonel.KINDS, "conquian": conquian.KINDS}
WIDE_KINDS = {"colonel": colonel.WIDE_KINDS, "conquian": conquian.WIDE_KINDS}


class Melding:
    """Chooses the candidate with the highest value. Where there are no features it plays as the plain player does.
    `wide` weights are by the wide stage of the game."""

    def __init__(self, game: str, weights: Weights, wide: bool = False) -> None:
        self.look, self.plain = GAMES[game]
        self.weights, self.wide = weights, wide

    def __call__(self, sight: Sight, actions: Sequence[Action]) -> Action:
        """Choose one of the actions; the first of equals."""
        if not self.weights:
            return self.plain(sight, actions)
        look = self.look(sight)
        near = look.candidates(actions)
        if not near:
            return self.plain(sight, actions)
        if len(near) == 1:
            return near[0]
        parts = look.wide_parts if self.wide else look.parts
        weights = at_stage(self.weights, look.wide if self.wide else look.stage)
        return max(near, key=lambda action: worth(weights, parts(action)))


LEARNED: Mapping[str, Choose] = {game: Melding(game, weights) for game, weights in MELDING.items()}
LEARNED_BY_TOP: Mapping[str, Choose] = {
    **LEARNED,
    **{game: Melding(game, weights, wide=True) for game, weights in MELDING_OF_TOP.items()},
}
