"""ONL-1 to 3: a deal, or the drawing for the first deal, is lost before its first card."""

from dataclasses import replace

import pytest

from games import engine
from games.engine import record
from games.engine.moves.result import Score
from games.engine.writing import codec
from tests.games.engine.gin_table import KEYS

A, B = 0, 1


def opened(rules, loser=A):
    """A sitting whose drawing the seat has lost."""
    state, _ = engine.apply(rules, engine.start(rules), engine.LoseShuffle(loser))
    return state


def playing(rules, state):
    """The seats that get cards in the deal to come."""
    return [seat for seat in range(len(state.hands)) if seat not in state.rest.places.waiting]


def dealt(rules, state):
    """Every board has its cards."""
    while engine.due_chance(rules, state) is engine.Deal:
        state, _ = engine.apply(rules, state, engine.Deal(rules.pack.cards))
    return state


@pytest.mark.parametrize("key", KEYS)
def test_a_deal_may_be_lost_in_every_variant_by_whoever_gets_cards(key):
    """ONL-1: no card is dealt, somebody has won it, the next deal is due, and all of it is in the log."""
    rules = engine.rule_set(key)
    for loser in playing(rules, opened(rules)):
        log = [engine.LoseShuffle(A), engine.LoseShuffle(loser)]
        state, events = engine.replay(rules, log)
        assert engine.ShuffleLost(loser) in events
        scored = [one.result for one in events if isinstance(one, engine.DealScored | engine.BoardScored)]
        assert [(one.type, one.points > 0) for one in scored] == [(engine.LOST, True)]
        assert scored[0].winner not in (None, loser)
        assert state.hands == (0,) * len(state.hands)
        assert codec.state_from_json(rules, codec.state_to_json(state)) == state
        for look in (*range(len(state.hands)), None):
            seen = engine.view(rules, state, look)
            assert not seen.actions
            assert not engine.cards_of(seen.hand or 0)
        over = engine.is_over(rules, state)
        assert engine.due_chance(rules, state) is (None if over else engine.Deal)
        text = record.write([record.record_of(rules, log)])
        [(again, _)] = record.checked(text.splitlines(keepends=True))
        assert (record.write([again]), record.state_of(again)) == (text, state)


@pytest.mark.parametrize("key", KEYS)
def test_only_before_the_first_card_and_while_the_game_goes_on(key):
    """ONL-1."""
    rules = engine.rule_set(key)
    state = dealt(rules, opened(rules))
    for seat in range(len(state.hands)):
        with pytest.raises(engine.Impossible) as refused:
            engine.apply(rules, state, engine.LoseShuffle(seat))
        assert refused.value.code == "E_PHASE"
    with pytest.raises(engine.Impossible):
        engine.apply(rules, opened(rules), engine.LoseShuffle(len(state.hands)))


def test_a_game_that_is_over_loses_nothing_more():
    rules = engine.rule_set("conquian")
    over, _ = engine.apply(rules, opened(rules), engine.LoseShuffle(A))
    assert engine.is_over(rules, over)
    with pytest.raises(engine.Impossible):
        engine.apply(rules, over, engine.LoseShuffle(A))
    again, _ = engine.apply(rules, engine.next_game(rules, over), engine.LoseShuffle(B))
    assert again.rest.deal == 2
    assert again.rest.standing.winner == A


def test_it_is_nobodys_command():
    """ONL-1: neither a player nor anybody at a table can ask for it."""
    with pytest.raises(codec.BadAction):
        codec.action_from_json({"do": "lose_shuffle", "player": "A"}, A)
    rules = engine.rule_set("gin-pagat")
    state = opened(rules)
    assert not any(engine.legal_actions(rules, state, seat) for seat in (A, B))
    logged = codec.action_to_json(engine.LoseShuffle(B))
    assert codec.action_from_json(logged, None) == engine.LoseShuffle(B)


def test_nothing_of_the_deal_before_is_left():
    rules = engine.rule_set("gin-pagat")
    first, _ = engine.apply(rules, opened(rules), engine.LoseShuffle(A))
    second, _ = engine.apply(rules, first, engine.LoseShuffle(A))
    assert (second.rest.deal, second.rest.standing.points, second.rest.standing.boxes) == (2, (0, 40), (0, 2))
    assert second.rest.places.dealer == A, "GIN-38: the loser of the first deals"
    played = dealt(rules, second)
    assert (played.rest.deal, played.rest.result) == (3, None)


def test_a_lost_board_is_added_to_what_the_others_come_to():
    """ONL-2, PRT-3: the deal goes on at the other board, which waits for nobody any more."""
    rules = engine.rule_set("partnership")
    state, _ = engine.apply(rules, opened(rules), engine.LoseShuffle(2))
    assert engine.due_boards(state) == (0,)
    assert engine.to_act(rules, state) == ()
    state, _ = engine.apply(rules, state, engine.Deal(rules.pack.cards, board=0))
    assert len(engine.to_act(rules, state)) == 1
    with pytest.raises(engine.Impossible):
        engine.apply(rules, state, engine.LoseShuffle(3))


def test_a_deal_of_which_every_board_is_lost_is_scored():
    """ONL-2, PRT-3, 8: level boards, and the same dealers."""
    rules = engine.rule_set("partnership")
    state, _ = engine.replay(rules, [engine.LoseShuffle(A), engine.LoseShuffle(A), engine.LoseShuffle(3)])
    assert (state.phase, state.rest.result.type, state.rest.result.points) == (engine.Phase.DONE, "tie", 0)
    assert state.rest.result.next_dealer == state.rest.places.dealer
    state, _ = engine.replay(rules, [engine.LoseShuffle(A), engine.LoseShuffle(A), engine.LoseShuffle(2)])
    assert (state.rest.result.type, state.rest.result.winner, state.rest.result.points) == ("team", B, 40)
    state, _ = engine.apply(rules, state, engine.LoseShuffle(2))
    assert [board.state.rest.deal for board in state.boards] == [1, 2], "the other waits for its cards"
    assert [board.seats for board in state.boards] == [(0, 3), (2, 1)], "PRT-2: of the deal to come"


def test_closed_suits_take_nothing():
    """ONL-2, CGN-5, 10."""
    rules = engine.rule_set("color")
    state = opened(rules)
    columns = tuple(replace(one, over=one.name in "CS") for one in state.rest.standing.columns)
    state.rest = replace(state.rest, standing=replace(state.rest.standing, columns=columns))
    after, _ = engine.apply(rules, state, engine.LoseShuffle(A))
    assert after.rest.result.suits == "DH"


def test_what_drawn_games_have_carried_on_is_paid():
    """ONL-2, CNQ-19."""
    rules = engine.rule_set("conquian-double")
    state = opened(rules)
    drawn = engine.DealResult(type="draw", winner=None, points=0)
    state.rest = replace(state.rest, score=Score(2, (drawn,)))
    after, _ = engine.apply(rules, state, engine.LoseShuffle(A))
    assert after.rest.standing.points == (0, 2)


@pytest.mark.parametrize("key", KEYS)
def test_a_lost_drawing_is_a_drawing_of_the_lowest_card(key):
    """ONL-3: the places are such as cards would have given them, and every seat but the loser is higher the nearer."""
    rules = engine.rule_set(key)
    seats = len(engine.start(rules).hands)
    for loser in range(seats):
        state = opened(rules, loser)
        order = [loser, *((loser - step) % seats for step in range(1, seats))]
        cards = dict(zip(order, rules.pack.cards, strict=False))
        pack = [cards[seat] for seat in range(seats)]
        pack += [card for card in rules.pack.cards if card not in pack]
        drawn, _ = engine.apply(rules, engine.start(rules), engine.DrawForDeal(tuple(pack)))
        assert state.rest.places == drawn.rest.places
