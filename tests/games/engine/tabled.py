"""Positions of Colonel and Conquian in words, for tests that a player can read."""

from games import engine
from games.reference.colonel_conquian import command
from games.reference.positions import set_up_table

A, B = 0, 1


def colonel(key="colonel-fosdick", *, A="", B="", table=(), credit=(0, 0), options=None, **given):
    """A deal of Colonel: hands as text, the melds on the table as text."""
    rules = engine.rule_set(key, **(options or {}))
    melds = [engine.Tabled(cards(rules, text), (0, 0)) for text in table]
    return rules, _set_up(rules, A, B, "draw", table=melds, credit=credit, **given)


def conquian(key="conquian", *, A="", B="", A_table=(), B_table=(), centre=None, options=None, **given):
    """A deal of Conquian: hands and each seat's melds as text, the centre card."""
    rules = engine.rule_set(key, **(options or {}))
    melds = [engine.Tabled(cards(rules, text), (cards(rules, text), 0)) for text in A_table]
    melds += [engine.Tabled(cards(rules, text), (0, cards(rules, text))) for text in B_table]
    centre = None if centre is None else engine.parse_card(centre, rules.pack)
    return rules, _set_up(rules, A, B, "offer", table=melds, centre=centre, **given)


def _set_up(rules, first, second, usual, *, phase=None, pile="", stock="", **given):
    hands = [cards(rules, first), cards(rules, second)]
    return set_up_table(
        rules, hands=hands, phase=engine.Phase(phase or usual), pile=row(rules, pile), stock=row(rules, stock), **given
    )


def cards(rules, text):
    return engine.parse_hand(text, rules.pack)


def row(rules, text):
    return [engine.parse_card(word, rules.pack) for word in text.split()]


def done(rules, state, *commands):
    """The state after these commands."""
    for text in commands:
        state, _ = engine.apply(rules, state, command(rules, text))
    return state


def told(rules, state, *commands):
    """What happened at the last of these commands, as the wire says it."""
    *before, last = commands
    _, events = engine.apply(rules, done(rules, state, *before), command(rules, last))
    return [engine.codec.event_to_json(event, rules.pack) for event in events]


def refused(rules, state, *commands):
    """The code with which the last of these commands is refused; None when it is not."""
    *before, last = commands
    state = done(rules, state, *before)
    try:
        engine.apply(rules, state, command(rules, last))
    except engine.Impossible as error:
        return error.code
    return None


def listed(rules, state, seat=None):
    """The lawful actions as the wire says them."""
    actions = engine.legal_actions(rules, state, state.turn if seat is None else seat)
    return [engine.codec.action_to_json(action, rules.pack) for action in actions]
