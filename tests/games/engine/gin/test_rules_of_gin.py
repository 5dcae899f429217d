"""The rules of gin one by one, each under its number in docs/rules/RULES.md, as a player would ask about them."""

import pytest

from games import engine
from tests.games.engine.gin_table import card, hand, position

A, B = 0, 1
PAGAT = engine.rule_set("gin-pagat")
PACK = tuple(range(52))
MINE = "AS AD AC 3S 4S 5S JH JD JC 5C"
OTHER = "4H 5H 6H 7S 8S 9S 10S KC KD 2D"


def table(rules=PAGAT, **given):
    return position(rules, **{"A": MINE, "B": OTHER, "pile": "9C 7H", "stock": "KS 9D", "stock_size": 20, **given})


def after(rules, state, *actions):
    for action in actions:
        state, _ = engine.apply(rules, state, action)
    return state


def settled(rules, mine, other, **how):
    return engine.settle_knock(rules, hand(mine), hand(other), **how)


def dealt(rules=PAGAT):
    """B deals: A drew the king, B the ace."""
    draws = (card("KS"), card("AC"), *(each for each in PACK if each not in (card("KS"), card("AC"))))
    return engine.replay(rules, [engine.DrawForDeal(draws), engine.Deal(PACK)])[0]


def game(rules, *deals):
    score = rules.sheet.blank(2)
    for winner, points, *extra in deals:
        result = engine.DealResult(type="knock", winner=winner, points=points, extra_boxes=sum(extra))
        score = rules.sheet.enter(rules, score, result)
    return rules.sheet.settle(rules, score)


def test_the_pack():
    """GIN-1, GIN-2, GIN-3: 52 cards, no jokers; ace low, no wrap; court cards ten."""
    assert len(PAGAT.pack.cards) == 52
    assert PAGAT.pack.ranks == "A23456789TJQK"
    assert engine.meld_kind(hand("QS KS AS")) is None
    assert [engine.value(card(text)) for text in ("AS", "7H", "10D", "JC", "QC", "KC")] == [1, 7, 10, 10, 10, 10]


def test_the_deal():
    """GIN-6: ten each, singly, non-dealer first; the 21st card is turned, 31 remain."""
    state = dealt()
    assert engine.cards_of(state.hands[A]) == PACK[0:20:2]
    assert engine.cards_of(state.hands[B]) == PACK[1:20:2]
    assert (state.pile, state.rest.upcard, state.stock) == ((PACK[20],), PACK[20], 31)


def test_the_upcard_is_offered_to_both_and_then_the_stock_must_be_drawn():
    """GIN-8, GIN-9."""
    state = dealt()
    assert engine.legal_actions(PAGAT, state, A) == (engine.TakeUpcard(A), engine.PassUpcard(A))
    asked = after(PAGAT, state, engine.PassUpcard(A))
    assert engine.legal_actions(PAGAT, asked, B) == (engine.TakeUpcard(B), engine.PassUpcard(B))
    passed = after(PAGAT, asked, engine.PassUpcard(B))
    assert engine.legal_actions(PAGAT, passed, A) == (engine.DrawStock(A),)
    took = after(PAGAT, asked, engine.TakeUpcard(B))
    assert (took.turn, took.phase) == (B, "discard")
    assert after(PAGAT, took, engine.Discard(B, PACK[1])).turn == A


def test_a_turn_is_one_card_drawn_and_one_thrown():
    """GIN-10, GIN-11."""
    assert engine.legal_actions(PAGAT, table(), A) == (engine.DrawStock(A), engine.DrawDiscard(A))
    drew = after(PAGAT, table(), engine.DrawDiscard(A))
    assert drew.hands[A].bit_count() == 11
    assert engine.Discard(A, card("7H")) not in engine.legal_actions(PAGAT, drew, A)
    assert after(PAGAT, drew, engine.Discard(A, card("5C"))).hands[A].bit_count() == 10


def test_only_the_top_discard_is_seen():
    """GIN-12."""
    seen = engine.view(PAGAT, table(), A)
    assert (seen.top, seen.pile, seen.pile_cards) == (card("7H"), 2, None)
    opened = engine.rule_set("gin-open-discards")
    assert engine.view(opened, table(opened), B).pile_cards == (card("9C"), card("7H"))


def test_melds():
    """GIN-13, GIN-14: sets of three or four, runs of three or more; a card serves one meld only."""
    kinds = {"7H 7D 7C": "set", "7H 7D 7C 7S": "set", "3S 4S 5S 6S": "run", "3S 4S": None, "3S 4S 5H": None}
    assert {text: engine.meld_kind(hand(text)) for text in kinds} == kinds
    with pytest.raises(engine.Impossible, match="one meld only"):
        settled(PAGAT, "5H 5D 5C 6C 7C AS AD AC AH 2S", OTHER, melds=[hand("5H 5D 5C"), hand("5C 6C 7C")])
    assert engine.deadwood(hand("5H 5D 5C 6C 7C")) == 10  # the run keeps two fives, the set 13


def test_knocking():
    """GIN-15, GIN-16: with ten or less after the discard, on any turn, never compulsory."""
    drew = after(PAGAT, table(), engine.DrawStock(A))
    listed = engine.legal_actions(PAGAT, drew, A)
    assert {each.card for each in listed if isinstance(each, engine.Knock | engine.Gin)} == {card("KS"), card("5C")}
    assert engine.Discard(A, card("KS")) in listed
    knocked, events = engine.apply(PAGAT, drew, engine.Knock(A, card("KS")))
    assert (len(events[0].melds), events[0].count) == (3, 5)
    assert knocked.pile[-1] == card("KS")


def test_gin_is_a_count_of_nothing_whatever_was_called():
    """GIN-17, GIN-26: 20 and the other's count, even when that is 0."""
    for how in ("knock", "gin"):
        result = settled(PAGAT, "5C 6C 7C 8C 9C QH QD QS 2H 2S".replace("2H 2S", "10C JC"), OTHER, how=how).result
        assert (result.type, result.bonus, result.points) == ("gin", 20, 20 + 22)
    level = settled(PAGAT, "AS AD AC 3S 4S 5S JH JD JC JS", "2S 2D 2C 6H 7H 8H 9H KC KD KS").result
    assert (level.type, level.winner, level.points) == ("gin", 0, 20)


def test_big_gin():
    """GIN-18, GIN-27, BIG-1: eleven cards in melds, no discard, 31 and the other's count; optional."""
    rules = engine.rule_set("big-gin")
    state = table(rules, A="AS AD AC 3S 4S 5S JH JD JC JS", stock="AH")
    drew = after(rules, state, engine.DrawStock(A))
    listed = engine.legal_actions(rules, drew, A)
    assert engine.BigGin(A) in listed
    assert any(isinstance(each, engine.Gin) for each in listed)
    assert after(rules, drew, engine.BigGin(A)).rest.result.points == 31 + 22
    assert "BigGin" not in {type(each).__name__ for each in engine.legal_actions(PAGAT, drew, A)}  # BIG-2: without it


def test_only_gin_ends_a_straight_deal():
    """GIN-19, STR-1."""
    rules = engine.rule_set("straight")
    drew = after(rules, table(rules), engine.DrawStock(A))
    assert not [each for each in engine.legal_actions(rules, drew, A) if isinstance(each, engine.Knock | engine.Gin)]


def test_laying_off():
    """GIN-20, GIN-21, GIN-22: on melds only, one after the other; not against gin; the best for the opponent."""
    laid = settled(PAGAT, "3S 4S 5S JH JD JC AS AD AC 2H", "6S 7S 8S JS 9H 9D 9C KC QD 4H").laid
    assert {engine.card_text(each) for each, _ in laid.laid_off} == {"JS"}  # 6S 7S 8S count as a run of his own
    chain = settled(PAGAT, "3S 4S 5S JH JD JC AS AD AC 2H", "6S 7S 10H 9D KC QD 4H 8C 5D 6H").laid
    assert {engine.card_text(each) for each, _ in chain.laid_off} == {"6S", "7S"}
    assert not settled(PAGAT, "3S 4S 5S JH JD JC AS AD AC AH", "6S 7S 10H 9D KC QD 4H 8C 5D 6H").laid.laid_off
    broken = settled(PAGAT, "9S 10S JS QS AH AD AC 2H 2D 2C", "KS KH KD KC QD JD 10D 4H 5H 8C")
    assert broken.laid.laid_off == ()  # gin: the king stays


def test_the_score_of_a_knock():
    """GIN-23, GIN-24, GIN-25: the difference; an undercut 10 more; level counts by the option."""
    lower = settled(PAGAT, MINE, OTHER).result
    assert (lower.type, lower.points) == ("knock", 22 - 5)
    undercut = settled(PAGAT, MINE, "4H 5H 6H 7S 8S 9S 10S KC KD KH").result
    assert (undercut.type, undercut.winner, undercut.points) == ("undercut", 1, 5 + 10)
    level = "4H 5H 6H 7S 8S 9S KS KC KD 5D"
    assert settled(PAGAT, MINE, level).result.type == "undercut"
    assert settled(engine.rule_set("gin-rummy-com"), MINE, level).result.type == "tie"


def test_the_bonus_for_winning_a_deal():
    """GIN-28, GRD-1, GRD-2: Grand: 15 to whoever wins it, an undercutter too; gin 25."""
    rules = engine.rule_set("grand")
    assert settled(rules, MINE, OTHER).result.points == 17 + 15
    assert settled(rules, MINE, "4H 5H 6H 7S 8S 9S 10S KC KD KH").result.points == 5 + 25 + 15
    assert settled(rules, MINE.replace("5C", "AH"), OTHER).result.points == 22 + 25 + 15


def test_what_is_multiplied():
    """GIN-29, DBL-4, OKL-3: the whole score of the deal, bonuses too, but no boxes."""
    rules = engine.rule_set("oklahoma-boxes")
    doubled = settled(rules, MINE, "4H 5H 6H 7S 8S 9S 10S KC KD KH", upcard=card("10S"), factor=2).result
    assert (doubled.points, doubled.extra_boxes) == ((5 + 10) * 2 * 2, 2)


def test_the_end_of_the_stock():
    """GIN-30: the last two are not drawn; who draws the fiftieth card may knock, else the hand is dead."""
    state = table(stock="KS", stock_size=3)
    drew = after(PAGAT, state, engine.DrawStock(A))
    assert any(isinstance(each, engine.Knock) for each in engine.legal_actions(PAGAT, drew, A))
    dead = after(PAGAT, drew, engine.Discard(A, card("KS")))
    assert (dead.rest.result.type, dead.rest.result.points, dead.rest.result.next_dealer) == ("dead", 0, B)


def test_a_game():
    """GIN-32, GIN-33, GIN-34, GIN-35, GIN-36, GIN-37: target, bonus, shutout, boxes, extra boxes, difference."""
    assert not game(PAGAT, (A, 60), (B, 99)).over
    plain = game(PAGAT, (A, 60), (B, 30), (A, 40, 1))
    assert (plain.over, plain.winner, plain.totals) == (True, A, (100 + 100 + 3 * 20, 30 + 20))
    assert plain.net == (plain.totals[A] - plain.totals[B], plain.totals[B] - plain.totals[A])
    assert game(PAGAT, (A, 60), (A, 40)).totals[A] == 100 + 100 + 40 + 100
    assert game(engine.rule_set("gin-double-shutout"), (A, 60), (A, 40)).totals[A] == (100 + 100 + 40) * 2
    many = [(B, 9)] * 10
    assert game(engine.rule_set("gin-pagat", game_bonus=0), *many, (A, 100)).net[A] < 0  # it may go against the winner


def test_who_deals_next():
    """GIN-38."""
    for key, dealer in (("gin-pagat", B), ("gin-winner-deals", A), ("gin-alternate", A)):
        rules = engine.rule_set(key)
        won = engine.DealResult(type="knock", winner=A, points=1)
        assert rules.seating.next(rules, engine.Places(B, (B, A)), won).dealer == dealer
        dead = engine.DealResult(type="dead", winner=None, points=0)
        assert rules.seating.next(rules, engine.Places(B, (B, A)), dead).dealer == B


def test_a_match():
    """GIN-39: each game's difference goes to the side that it favours; first to the match target."""
    rules = engine.rule_set("gin-rummy-com")
    score = engine.match_score(rules, (300, -250, 220))
    assert (score.credits, score.winner, score.games) == ((520, 250), 0, 3)


def test_a_fixed_stake():
    """STR-2: first to 100 takes the stake, doubled on a shutout; no boxes, no game bonus."""
    rules = engine.rule_set("straight-scarne")
    assert game(rules, (A, 60), (B, 30), (A, 40)).net == (1, -1)
    assert game(rules, (A, 60), (A, 40)).net == (2, -2)
    assert rules.box_value == rules.game_bonus == 0
