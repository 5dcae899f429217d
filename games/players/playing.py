"""House players at a table of their own: a deal played out between them, for measuring and for fitting."""

from collections.abc import Sequence
from random import Random

from games.engine import Action, Deal, DrawForDeal, RuleSet, State, apply, start, to_act, view, view_event
from games.players.policy import Player

MOST_ACTIONS = 400  # both may take discards for ever, and no rule ends that


def play_out(rules: RuleSet, state: State, players: Sequence[Player], deal: Deal) -> tuple[State, tuple[Action, ...]]:
    """Deal and play until nobody is to act: the state then, and every action from the deal on.

    Each player is shown its own seat's views and events and nothing else. A deal that does not end within MOST_ACTIONS
    is left where it stands: `to_act` still names somebody.
    """
    action: Action = deal
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


def seeded_deal(rules: RuleSet, players: Sequence[Player], seed: int) -> tuple[Action, ...]:
    """A sitting of one deal whose cards, and who deals them, follow from the seed: every action from the start."""
    chance = Random(seed)
    cards = rules.pack.cards
    deck, draw = (tuple(chance.sample(cards, len(cards))) for _ in range(2))
    opening = DrawForDeal(draw)
    state, _ = apply(rules, start(rules), opening)
    return opening, *play_out(rules, state, players, Deal(deck))[1]
