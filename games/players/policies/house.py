"""A house player: it turns the answers of a policy into one of the lawful actions of its view."""

from collections.abc import Mapping
from random import Random
from types import UnionType

from games.engine import (
    VARIANTS,
    AcceptDouble,
    Action,
    BigGin,
    DeclineDouble,
    Discard,
    DrawDiscard,
    DrawStock,
    Event,
    Finish,
    Gin,
    Knock,
    LayOff,
    Object,
    PassUpcard,
    Phase,
    ShowHand,
    Spread,
    TakeUpcard,
    View,
    best_answer,
    deadwood,
    hand_of,
    value,
)
from games.players.policies import colonel, conquian
from games.players.policies.memory import Memory
from games.players.policies.policy import Choose, Policy, Sight

DEAR_HAND = 45  # deadwood with which it gives a deal up rather than play on for double
OPEN_DRAWS = 8  # both may take discards so often in a row; the rules set no limit, so house players do


# The games with melds on the table have a way of their own, by the name of their kernel.
PLAIN: Mapping[str, Choose] = {"colonel": colonel.choose, "conquian": conquian.choose}


class NotToAct(ValueError):
    """A player was asked to choose from a view that offers its seat nothing."""


class HousePlayer:
    """Plays one seat by a policy and a seed: the same events and views always lead to the same actions."""

    def __init__(
        self, policy: Policy, seed: int, memory: Memory | None = None, melding: Mapping[str, Choose] = PLAIN
    ) -> None:
        self._policy, self._melding = policy, melding
        self._chance = Random(seed)
        self._memory = memory or Memory()  # of a deal that it takes over in the middle

    def see(self, event: Event) -> None:
        """Take in one event, as its seat may see it."""
        self._memory.see(event)

    def choose(self, view: View) -> Action:
        """Choose one of `view.actions`, or an objection; raises NotToAct if there is none."""
        if not view.actions or view.hand is None:
            raise NotToAct("this view offers no action")
        sight = Sight(view, view.hand, self._memory, self._chance)
        melding = self._melding.get(VARIANTS[view.rules].kernel.name)
        if melding is not None:
            return melding(sight, view.actions)
        for decide in (_object, self._end, _answer_double, self._open_card, self._throw, _show):
            action = decide(sight, view.actions)
            if action is not None:
                return action
        return view.actions[0]

    def _end(self, sight: Sight, actions: tuple[Action, ...]) -> Action | None:
        """Choose how to end the deal: gin always, big gin first; a knock with the least deadwood if the policy wants
        it, or if nothing else is lawful."""
        big = _first(actions, BigGin)
        if big is not None:
            return big
        ways = [action for action in actions if isinstance(action, Knock | Gin)]
        if not ways:
            return None
        left = {way: (deadwood(sight.hand ^ 1 << way.card), isinstance(way, Knock), -value(way.card)) for way in ways}
        best = min(ways, key=left.__getitem__)
        count = left[best][0]
        if count == 0 or len(ways) == len(actions) or self._policy.knocks(sight, count):
            return best
        return None

    def _open_card(self, sight: Sight, actions: tuple[Action, ...]) -> Action | None:
        take = _first(actions, TakeUpcard | DrawDiscard)
        leave = _first(actions, PassUpcard | DrawStock)
        top = sight.view.top
        if take is None or leave is None or top is None:
            return take or leave
        if self._memory.open_draws >= OPEN_DRAWS:
            return leave
        return take if self._policy.takes(sight, top) else leave

    def _throw(self, sight: Sight, actions: tuple[Action, ...]) -> Action | None:
        throws = {action.card: action for action in actions if isinstance(action, Discard)}
        return throws[self._policy.throws(sight, tuple(throws))] if throws else None


def _object(sight: Sight, actions: tuple[Action, ...]) -> Action | None:
    """IRR-21: object if the other side has knocked with too much deadwood, where table laws leave that to the
    player."""
    shown = sight.view.spread
    is_too_much = shown is not None and shown.count > sight.view.limit and sight.view.phase is Phase.SHOWDOWN
    return next((action for action in sight.view.tries if isinstance(action, Object)), None) if is_too_much else None


def _answer_double(sight: Sight, actions: tuple[Action, ...]) -> Action | None:
    """DBL-2, 3: accept a double unless the hand is so costly that giving up costs less; it never offers one itself."""
    accept, decline = _first(actions, AcceptDouble), _first(actions, DeclineDouble)
    if accept is None or decline is None:
        return None
    return accept if deadwood(sight.hand) <= DEAR_HAND else decline


def _show(sight: Sight, actions: tuple[Action, ...]) -> Action | None:
    """GIN-22 by hand: lay off what the best answer lays off, one card after the other, then finish."""
    shown = sight.view.spread
    lays = {(action.card, action.meld): action for action in actions if isinstance(action, LayOff)}
    if lays and shown is not None:
        gone = hand_of(card for card, _ in sight.view.laid.laid_off) if sight.view.laid else 0
        answer = best_answer(sight.hand & ~gone, Spread(shown.melds, shown.deadwood, shown.count))
        for step in answer.laid_off:
            if step in lays:
                return lays[step]
    return _first(actions, ShowHand | Finish)


def _first(actions: tuple[Action, ...], kinds: type[Action] | UnionType) -> Action | None:
    return next((action for action in actions if isinstance(action, kinds)), None)
