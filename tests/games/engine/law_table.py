"""Random sittings in which players err and object, and a director enters things: what the tests of the laws sit down to."""

import random

from games import engine

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
