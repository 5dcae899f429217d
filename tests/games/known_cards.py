"""Random deals as the first seat sees them, with what the others truly hold, for the browser's marks in their fans.

`python -m tests.games.known_cards` prints what tests/data/known_cards.json holds.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

from games import engine
from games.engine import codec
from games.engine.play.state import State
from games.engine.play.view import view_event
from tests.games.engine.law_table import next_action

KEYS = ("gin-pagat", "gin-gra", "battle-royal", "colonel-fosdick", "colonel-pile", "conquian")
LAWS = ("strict", "table_laws")
STEPS, OF_COLONEL = 35, 100
LAYS = (engine.Meld, engine.Add, engine.CqUse, engine.DrawDiscard)


def deals() -> list[dict[str, Any]]:
    """Some steps of a sitting of each game, in strict play and where players err and a director rules."""
    return [
        {"key": key, "laws": laws, "steps": [step for step in told(key, laws) if step["events"]]}
        for key in KEYS
        for laws in LAWS
    ]


def told(key: str, laws: str) -> list[dict[str, Any]]:
    """What the first seat is told at each step, the cards that lie open to it, and the hands of the others."""
    rules, found = engine.rule_set(key, laws=laws), []
    for state, events in steps(rules, random.Random(f"known {key} {laws}")):
        seen = [codec.event_to_json(view_event(rules, event, 0), rules.pack) for event in events]
        found.append({"events": [event for event in seen if event["e"] != "deal_scored"]} | lying(rules, state))
        if len(found) == (OF_COLONEL if rules.kernel.name == "colonel" else STEPS):
            break
    return found


def steps(rules: engine.RuleSet, chance: random.Random) -> Iterator[tuple[State, tuple[engine.Event, ...]]]:
    """A sitting whose players like to take from the pile and to lay, with slips where the laws know them."""
    state = engine.start(rules)
    while not engine.is_over(rules, state):
        seats = engine.to_act(rules, state)
        listed = engine.legal_actions(rules, state, seats[0]) if seats else ()
        lays = [action for action in listed if isinstance(action, LAYS)]
        action = chance.choice(lays) if lays and chance.random() < 0.7 else next_action(rules, state, chance, 0.03)
        try:
            state, events = engine.apply(rules, state, action)
        except engine.Impossible:
            continue
        yield state, events


def lying(rules: engine.RuleSet, state: State) -> dict[str, Any]:
    """Own hand, top of the pile, and the hands of the others by seat, as text."""
    pack = rules.pack
    top = state.pile[-1] if state.pile and not rules.kernel.wastes else None
    return {
        "hand": names(state.hands[0], pack),
        "top": None if top is None else engine.card_text(top, pack),
        "held": {"ABC"[seat]: names(hand, pack) for seat, hand in enumerate(state.hands) if seat},
    }


def names(cards: int, pack: engine.Pack) -> str:
    return " ".join(engine.card_text(card, pack) for card in engine.cards_of(cards))


if __name__ == "__main__":
    print(json.dumps(deals(), separators=(",", ":")))
