"""A deal that is void or dealt again counts in no length: online or by hand, with any number of seats."""

import random
from dataclasses import replace

import pytest

from games import engine
from games.engine import DealEntry
from games.live.setup.terms import GivenDeck
from games.live.shuffle import dealing, shared
from games.live.sitting import sitting
from games.live.sitting.steps import Call
from tests.games.engine.by_hand.random_sittings import LENGTHS, lengths_of, rules_of
from tests.games.engine.by_hand.random_sittings import sitting as by_hand
from tests.games.engine.gin_table import KEYS, deck
from tests.games.live.audience.test_frames_hide import terms

AGAIN = ("void", "redeal")
IN_PLAY = (engine.DirVoid(), engine.DirRedeal(0))
BEFORE = (engine.DirRedeal(0), engine.DirRecord(irr="IRR-3", offender=0), engine.DirRecord(irr="IRR-4", offender=0))


@pytest.mark.parametrize("key", KEYS)
def test_what_a_director_has_dealt_again_is_no_deal(key):
    """IRR-1, 3, 4, 33 in every game, before and after the cards: the next deal is still the first to count."""
    rules, chance = engine.rule_set(key), random.Random(1)
    state, _ = engine.apply(rules, engine.start(rules), engine.DrawForDeal(deck(chance, rules.pack.cards)))
    for entry in IN_PLAY:
        state = again(rules, dealt(rules, state, chance), entry)
    for entry in BEFORE if rules.seating.boards is None else ():  # a board is ruled on once it has its cards
        state = again(rules, state, entry)
    entries = len(IN_PLAY) + (len(BEFORE) if rules.seating.boards is None else 0)
    assert len(state.rest.score.deals) == (0 if rules.seating.name == "teams" else entries)
    assert state.rest.standing.deals == state.rest.score.dealt == 0
    assert engine.to_act(rules, dealt(rules, state, chance))


def again(rules, state, entry):
    """The state after a deal that is dealt again: a result that counts for nothing, or teams with an empty board."""
    after, _ = engine.apply(rules, state, entry)
    assert engine.due_chance(rules, after) is engine.Deal
    return after


def dealt(rules, state, chance):
    """The next deal, with the cards of every board."""
    while engine.due_chance(rules, state) is not None:
        state, _ = engine.apply(rules, state, engine.Deal(deck(chance, rules.pack.cards)))
    return state


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("key", ["gin-pagat", "color", "partnership", "colonel-ball", "conquian"])
def test_no_length_is_nearer_its_end(key, length):
    """The same sitting with deals dealt again among its deals has the same verdict, whatever its length."""
    if length not in lengths_of(key):
        pytest.skip("not a length of this game")
    found, rules = engine.length_of(length), rules_of(key, length)
    book = by_hand(random.Random(length), key, length)
    for sheet in book.sheets:
        entered = [deal.result for deal in sheet.deals]
        for upto in range(len(entered) + 1):
            stands = [
                engine.verdict(found, tally(rules, results)) for results in (entered[:upto], among(entered[:upto]))
            ]
            assert stands[0] == stands[1]


def among(results):
    """These deals with one that is dealt again before, between and after them."""
    none = engine.DealResult(type="void", winner=None, points=0)
    mixed = [replace(none, type=AGAIN[0])]
    for at, result in enumerate(results):
        mixed += [result, replace(none, type=AGAIN[at % 2])]
    return mixed


def tally(rules, results):
    score = rules.sheet.blank(2)
    for result in results:
        score = rules.sheet.enter(rules, score, result)
    return engine.tally_of([engine.game_of(rules.sheet.settle(rules, score))], is_called=False, is_dealt=False)


@pytest.mark.parametrize("key", ["gin-pagat", "partnership", "colonel-fosdick", "conquian"])
def test_two_deals_are_two_that_were_played(key):
    """At a live table `deals:2` is not over by two void deals, as on a sheet that is written by hand."""
    fixed = replace(terms(key), length=engine.length_of("deals:2"), rules=rules_of(key, "deals:2"))
    now, chance, voids = sitting.opening(fixed), random.Random(2), 0
    while not now.ending:
        state = now.state
        due = sitting.due_chance(fixed, now)
        if due is not None:
            action = due(deck(chance, fixed.rules.pack.cards))
        elif voids < 3:
            action, voids = engine.DirVoid(), voids + 1
        else:
            seat = engine.to_act(fixed.rules, state)[0]
            action = chance.choice(listed(fixed.rules, state, seat))
        now, _ = sitting.step(fixed, now, action)
    result = sitting.result_of(fixed, now)
    assert result["deals"] == 2
    assert now.ending.how == "played"
    voided = [DealEntry(how="void", irr="IRR-33")] * 3
    assert not engine.scorebook(fixed.rules, fixed.length, voided).verdict.is_over


def test_a_deck_that_is_fixed_beforehand_is_played_once():
    """Duplicate: a void deal is not dealt again, because its deck is known: two decks are two deals."""
    decks = [
        GivenDeck(ctx=one.ctx, sealed=one.sealed, commitment=one.commitment, dealer=shared.dealer_of(one.number))
        for one in shared.new_decks(tournament="t", round_number=1, rules="gin-pagat", count=2)
    ]
    fixed = replace(terms("gin-pagat"), length=engine.length_of("deals:2"), decks=tuple(decks))
    now = sitting.opening(fixed)
    for ended in (False, True):
        action, _secret = dealing.chance(fixed, now)
        now, _ = sitting.step(fixed, sitting.step(fixed, now, action)[0], engine.DirVoid())
        assert bool(now.ending) == ended


def listed(rules, state, seat):
    """What a seat may do; folding is for the whole deal, and a deal of random throws comes to an end by itself."""
    actions = engine.legal_actions(rules, state, seat)
    return tuple(action for action in actions if not isinstance(action, engine.CqFold)) or actions


def test_a_call_of_time_with_a_void_deal_leaves_the_leader_as_before():
    """In minutes a void deal decides nothing: level as before, where one more deal decides, another is dealt."""
    fixed = replace(terms("gin-pagat"), length=engine.length_of("game/more"))
    now, chance = sitting.opening(fixed), random.Random(3)
    for _ in range(2):
        now, _ = sitting.step(fixed, now, sitting.due_chance(fixed, now)(deck(chance)))
    now, _ = sitting.step(fixed, now, Call())
    now, _ = sitting.step(fixed, now, engine.DirVoid())
    assert now.ending is None
    assert sitting.due_chance(fixed, now) is engine.Deal
