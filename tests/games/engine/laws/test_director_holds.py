"""What a director's entry never does, in random sittings of every preset: leave chance due and refused, move a score
without an event, lose or make a card, stop a sitting that is not over, or write a log that no record can express."""

import random

import pytest

from games import engine
from games.engine import record
from games.engine.gin.irregular import choosing
from games.engine.seatings.finding import due_boards
from tests.games.engine.gin_table import KEYS, deck
from tests.games.engine.law_table import next_action
from tests.games.engine.variants.test_every_variant import all_cards

MODES = ("strict", "table_laws", "recorded")
SCORING = (engine.DealScored, engine.GameWon, engine.BoardScored, engine.Adjusted)
IRRS = tuple(f"IRR-{n}" for n in (*range(1, 36), *range(40, 45)))
WORDS = (*choosing.OFFERS, "stop_deal")


def entry(rules, state, rng):
    """An entry that a director might make: any law, player, number, column and board, mostly at a wrong moment."""
    seats = len(state.hands)
    seat, board = rng.randrange(seats), rng.randrange(max(1, len(state.boards)))
    irr = rng.choice(IRRS)
    columns = [column.name for column in state.rest.standing.columns] or [""]
    return rng.choice(
        [
            engine.DirRecord(irr=irr, offender=rng.choice((seat, None)), n=rng.choice((None, 9, 11)), board=board),
            engine.DirRecord(irr="IRR-43", offender=seat, cards=turned(state, rng), board=board),
            engine.DirSetSize(seat, rng.choice((9, 10, 11)), rng.choice(("", "end"))),
            engine.DirWaive(irr, board=board),
            engine.DirAdjust(seat, rng.choice((-30, -5, 1, 5, 40, 120)), column=rng.choice(columns)),
            engine.DirAdjust(seat, rng.choice((-5, 5)), irr="IRR-34"),
            engine.DirVoid(board=board),
            engine.DirRedeal(seat),
            engine.DirChoice(seat, rng.choice(WORDS)),
        ]
    )


def turned(state, rng):
    """Two cards that a player may have turned: those on top of the stock, or any two."""
    top = state.rest.stock[max(state.stock - 2, 0) : state.stock]
    return tuple(rng.choice((top, rng.sample(range(52), 2))))


def chance_for(rules, state, rng):
    """The chance that is due, as software would bring it: cards, or the stock of a board in a new order."""
    due = engine.due_chance(rules, state)
    if due is None:
        return None
    if due is not engine.Reshuffle:
        return due(deck(rng, rules.pack.cards))
    if not state.boards:
        return engine.Reshuffle(tuple(rng.sample(state.rest.stock[: state.stock], state.stock)))
    waiting = [at for at in due_boards(state) if state.boards[at].state.phase != "dealing"]
    inner = state.boards[waiting[0]].state
    return engine.Reshuffle(tuple(rng.sample(inner.rest.stock[: inner.stock], inner.stock)), board=waiting[0])


def directed(rules, seed, tries):
    """A random sitting in which every third step is a director's entry; yields what was accepted."""
    rng = random.Random(seed)
    state = engine.start(rules)
    for _ in range(tries):
        if engine.is_over(rules, state):
            return
        action = chance_for(rules, state, rng)
        if rng.random() < 1 / 3:
            action = entry(rules, state, rng)
        elif action is None:
            action = next_action(rules, state, rng, 0)
        try:
            after, events = engine.apply(rules, state, action)
        except engine.Impossible:
            continue
        yield rng, state, action, after, events
        state = after


def has_every_card_once(rules, state):
    """Does every deal that has its cards hold each card of the pack once?"""
    for deal in [board.state for board in state.boards] or [state]:
        cards = all_cards(deal)
        if deal.phase is not engine.Phase.DEALING and cards and cards != sorted(rules.pack.cards):
            return False
    return True


def check(key, laws, seed, tries):
    """Play such a sitting and assert what always holds; returns the number of entries that were accepted."""
    rules, log, entered = engine.rule_set(key, laws=laws), [], 0
    for rng, before, action, after, events in directed(rules, seed, tries):
        log.append(action)
        entered += type(action).__name__.startswith("Dir")
        if after.rest.standing != before.rest.standing:
            assert any(isinstance(event, SCORING) for event in events), action
        assert has_every_card_once(rules, after), action
        chance = chance_for(rules, after, rng)
        if chance is not None:
            engine.apply(rules, after, chance)  # raises Impossible where what is due is refused
        elif not engine.is_over(rules, after):
            seats = engine.to_act(rules, after)
            assert seats, action
            assert all(engine.legal_actions(rules, after, seat) for seat in seats), action
    told = record.record_of(rules, log)
    ((back, state),) = record.checked(record.written(told).splitlines())
    assert back == told
    assert record.actions_of(back) == tuple(log)
    assert state == engine.replay(rules, log)[0]
    return entered


@pytest.mark.parametrize("key", KEYS)
def test_a_directors_entry_leaves_a_sitting_that_goes_on(key):
    for seed, laws in enumerate(MODES):
        check(key, laws, seed, 150)


@pytest.mark.marathon
@pytest.mark.parametrize("key", KEYS)
def test_a_hundred_thousand_entries(key):
    """2,500 entries for each of the 43 presets: 107,500 in all."""
    entered = seed = 0
    while entered < 2_500:
        entered += check(key, MODES[seed % 3], 1000 + seed, 600)
        seed += 1
