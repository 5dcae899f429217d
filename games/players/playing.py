"""House players at a table of their own: they play out a deal, to measure or fit policies."""

from collections.abc import Sequence
from random import Random

from games.engine import Action, Deal, DrawForDeal, RuleSet, State, apply, start, to_act, view, view_event
from games.engine.play.state import changed_rest, make_state
from games.players import LEVELS, HousePlayer, Player, Policy, Sight, Strong, make_player
from games.players.policies.greedy import AtOnce

ONLY_GIN = "gin"
MEASURED = (*LEVELS, ONLY_GIN)  # who plays where something is measured
MOST_ACTIONS = 400  # both may take discards for ever, and no rule ends that


class OnlyGin(Strong):
    """A player that never knocks: it loses most deals and wins much in the others."""

    def knocks(self, sight: Sight, count: int) -> bool:
        """Always False."""
        return False


class StrongAtOnce(Strong):
    """A player that knocks as soon as it may."""

    def knocks(self, sight: Sight, count: int) -> bool:
        """Always True."""
        return True


ONE_SIDED: dict[str, type[Policy]] = {ONLY_GIN: OnlyGin, "at-once": AtOnce, "strong-at-once": StrongAtOnce}


def measured(level: str, seed: int) -> Player:
    """A player of a house level, or one with a single plan, by its name in ONE_SIDED."""
    return HousePlayer(ONE_SIDED[level](), seed) if level in ONE_SIDED else make_player(level, seed)


def restocked(state: State, chance: Random) -> State:
    """The state with its stock in another order: nobody has seen it."""
    stock = list(state.rest.stock[: state.stock])
    chance.shuffle(stock)
    rest = changed_rest(state.rest, stock=tuple(stock))
    known = (state.phase, state.turn, state.hands, state.stock, state.pile)
    return make_state(*known, rest, taken=state.taken, passes=state.passes)


def play_out(
    rules: RuleSet, state: State, players: Sequence[Player], action: Action
) -> tuple[State, tuple[Action, ...]]:
    """Do this action (a deal, or one in the middle of a deal) and play until nobody has to act. Returns the final state
    and every action from this one on.

    Each player is shown its own seat's views and events and nothing else. A deal that does not end within MOST_ACTIONS
    stops there: `to_act` then still names a seat.
    """
    actions: list[Action] = []
    while True:
        state, events = apply(rules, state, action)
        actions.append(action)
        for seat, player in enumerate(players):
            for event in events:
                player.see(view_event(rules, event, seat))
        seats = to_act(rules, state)
        if not seats or len(actions) >= MOST_ACTIONS:
            return state, tuple(actions)
        action = players[seats[0]].choose(view(rules, state, seats[0]))


def dealt(rules: RuleSet, chance: Random) -> tuple[State, Deal]:
    """Start a sitting: draw lots and deal the first deal, both from this source of chance."""
    cards = rules.pack.cards
    draw, deck = (tuple(chance.sample(cards, len(cards))) for _ in range(2))
    state, _ = apply(rules, start(rules), DrawForDeal(draw))
    return state, Deal(deck)


def seeded_deal(rules: RuleSet, players: Sequence[Player], seed: int) -> tuple[Action, ...]:
    """All actions of a sitting of one deal whose cards and dealer follow from the seed."""
    chance = Random(seed)
    cards = rules.pack.cards
    deck, draw = (tuple(chance.sample(cards, len(cards))) for _ in range(2))
    opening = DrawForDeal(draw)
    state, _ = apply(rules, start(rules), opening)
    return opening, *play_out(rules, state, players, Deal(deck))[1]
