"""Tools for the tests of the laws: sittings in which players err and a director enters things."""

import random

from games import engine
from games.reference.laws import director
from games.reference.words import command
from tests.games.engine.gin_table import position

IRRS = tuple(f"IRR-{n}" for n in range(1, 36))


def law_steps(rules, seed, deals=3, director=0.02):
    """A random sitting under laws: each step as (state, action, next state, events); refusals are left out."""
    rng = random.Random(seed)
    state = engine.start(rules)
    while True:
        if engine.is_over(rules, state):
            return
        action = next_action(rules, state, rng, director)
        if isinstance(action, engine.Deal) and state.rest.deal >= deals:
            return
        try:
            after, events = engine.apply(rules, state, action)
        except engine.Impossible:
            continue
        yield state, action, after, events
        state = after


def next_action(rules, state, rng, director):
    chance = engine.due_chance(rules, state)
    if chance is engine.Reshuffle:
        return engine.Reshuffle(tuple(rng.sample(state.rest.stock[: state.stock], state.stock)))
    if rng.random() < director:
        return entry(state, rng)
    if chance is not None:
        return chance(tuple(rng.sample(rules.pack.cards, len(rules.pack.cards))))
    seats = range(len(state.hands))
    if rng.random() < 0.15:
        tries = [action for seat in seats for action in tried(rules, state, seat)]
        if tries:
            kind = rng.choice(sorted({type(action).__name__ for action in tries}))
            return rng.choice([action for action in tries if type(action).__name__ == kind])
    seat = rng.choice(engine.to_act(rules, state))
    return rng.choice(sensible(state, seat, engine.legal_actions(rules, state, seat)))


def tried(rules, state, seat):
    lawful = engine.legal_actions(rules, state, seat)
    return engine.open_actions(rules, state, seat)[len(lawful) :]


def sensible(state, seat, actions):
    """Random players hardly ever end a deal: knock when one can, and throw for least deadwood."""
    endings = [action for action in actions if isinstance(action, engine.Knock | engine.Gin | engine.Finish)]
    throws = [action for action in actions if isinstance(action, engine.Discard)]
    if endings:
        return endings
    if throws:
        kept = state.hands[seat]
        return [min(throws, key=lambda action: engine.deadwood(kept & ~(1 << action.card)))]
    return actions


def entry(state, rng):
    """Some entry of a director, mostly one that cannot be made now."""
    seat = rng.randrange(len(state.hands))
    irr = rng.choice(IRRS)
    return rng.choice(
        [
            engine.DirRecord(irr=irr, offender=seat),
            engine.DirRecord(irr="IRR-6", offender=seat, n=rng.choice((9, 10, 11, 12))),
            engine.DirSetSize(seat, rng.choice((9, 11)), rng.choice(("", "end"))),
            engine.DirWaive(irr),
            engine.DirAdjust(seat, rng.randrange(-20, 20)),
            engine.DirVoid(),
            engine.DirRedeal(seat),
            engine.DirChoice(seat, rng.choice(("reject_knock", "accept_knock", "choose_redeal", "choose_continue"))),
        ]
    )


A_HAND = "AS AD AC 3S 4S 5S JH JD JC 5C"
B_HAND = "4H 5H 6H 7S 8S 9S 10S KC KD 2D"


def gin(key="gin-pagat", *, options=None, **given):
    """A deal of gin under table laws, in words: hands, pile and stock as text; A is on turn."""
    rules = engine.rule_set(key, **{"laws": "table_laws", **(options or {})})
    usual = {"A": A_HAND, "B": B_HAND, "pile": "9C 7H", "stock": "2H 9D 10D 3D 4D 6D QC QS", "stock_size": 20}
    return rules, position(rules, **{**usual, **given})


def play(rules, state, *commands):
    """The state after these commands: "A draw_stock", "DIR set_size A 11"."""
    for text in commands:
        state, _ = engine.apply(rules, state, spoken(text))
    return state


def told(rules, state, *commands):
    """The remedies of all rulings at the last of these commands, with the law: "IRR-15 returned"."""
    *before, last = commands
    _, events = engine.apply(rules, play(rules, state, *before), spoken(last))
    return [f"{event.irr} {event.remedy}" for event in events if isinstance(event, engine.Ruled)]


def refused(rules, state, *commands):
    """The code with which the last of these commands is refused."""
    *before, last = commands
    state = play(rules, state, *before)
    try:
        engine.apply(rules, state, spoken(last))
    except engine.Impossible as error:
        return error.code
    return None


def spoken(text):
    return director(text) if text.startswith("DIR ") else command(text)


def seen(rules, state, *commands):
    """What everybody sees of the laws after these commands: turn, phase, and a word for each effect."""
    state = play(rules, state, *commands)
    shown = engine.view(rules, state, None)
    words = [f"{effect.kind} {'AB'[effect.seat]}" for effect in shown.effects if effect.seat >= 0]
    for row in shown.rows:
        whose = "nobody" if row.right_of is None else "AB"[row.right_of]
        words.append(f"{' '.join(engine.card_text(card) for card in row.cards)} for {whose}")
    turn = "-" if shown.turn is None else "AB"[shown.turn]
    return f"{turn} {shown.phase}" + (": " + ", ".join(words) if words else "")
