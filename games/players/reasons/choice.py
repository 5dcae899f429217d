"""Why a seat should do an action, whatever the game: what made the difference for the player who chose it."""

from games.engine import (
    VARIANTS,
    Action,
    DeclineLast,
    Discard,
    DrawDiscard,
    DrawStock,
    Knock,
    PassUpcard,
    TakeUpcard,
    deadwood,
)
from games.players.policies.house import OPEN_DRAWS, PLAIN
from games.players.policies.policy import Sight
from games.players.reasons.kinds import Reason, Why
from games.players.reasons.melding import why_melding
from games.players.reasons.throws import throws, why_least
from games.players.reasons.turns import why_answer, why_end, why_leave, why_take


def why(sight: Sight, action: Action, *, learner: bool = False) -> tuple[Reason, ...]:
    """The reasons for this action: at gin those of the top level, or of a learner, who looks at the own cards alone and
    remembers nothing; in games with melds on the table those of the plain player. Empty where nothing else could be
    done, and where the cards say all."""
    lawful = sight.view.actions or ()
    if VARIANTS[sight.view.rules].kernel.name in PLAIN:
        return why_melding(sight, action, lawful)
    top = sight.view.top
    if isinstance(action, TakeUpcard | DrawDiscard) and top is not None:
        return why_take(sight, top, remembers=not learner)
    if isinstance(action, PassUpcard | DeclineLast | DrawStock) and top is not None and _may_take(lawful):
        if sight.memory.open_draws >= OPEN_DRAWS:
            return (Reason(Why.LONG, number=sight.memory.open_draws),)
        return why_leave(sight, top, remembers=not learner)
    if isinstance(action, Discard):
        return _why_throw(sight, action, lawful, learner)
    if isinstance(action, Knock):
        return (Reason(Why.COUNT, number=_kept(sight, action)),) if learner else why_end(sight, knocks=True)
    return why_answer(sight, action)


def _why_throw(sight: Sight, action: Discard, lawful: tuple[Action, ...], learner: bool) -> tuple[Reason, ...]:
    cards = [one.card for one in lawful if isinstance(one, Discard)]
    if learner:
        return why_least(sight, action.card, cards)
    return throws(sight, cards)[0].reasons


def _kept(sight: Sight, knock: Knock) -> int:
    return deadwood(sight.hand ^ 1 << knock.card)


def _may_take(lawful: tuple[Action, ...]) -> bool:
    return any(isinstance(one, TakeUpcard | DrawDiscard) for one in lawful)
