"""Teams: n boards at once, one result a deal."""

import random

import pytest

from games import engine
from games.engine.moves.director import DirAdjust, DirVoid
from tests.games.engine.gin_table import deck, steps

PARTNERS = engine.rule_set("partnership")


def dealt(rules, seed=0):
    """A sitting with every board dealt."""
    rng = random.Random(seed)
    log = [engine.DrawForDeal(deck(rng)), *(engine.Deal(deck(rng)) for _ in range(rules.team_size))]
    return engine.replay(rules, log)[0]


def seen_from_first(*points):
    """Boards that came to so many points, seen from the first team."""
    return engine.team_result(
        [engine.DealResult(type="knock", winner=None if p == 0 else int(p < 0), points=abs(p)) for p in points]
    )


def test_every_member_plays_an_opponent():
    """PRT-1: two teams of n sit down to n boards, each with its own pack."""
    rules = engine.rule_set("partnership-n", team_size=8)
    state = dealt(rules)
    assert len(state.hands) == 16
    assert len(state.boards) == 8
    assert {seat for board in state.boards for seat in board.seats} == set(range(16))
    assert len(engine.to_act(rules, state)) == 8


def test_boards_are_dealt_one_by_one_and_nobody_begins_before_all_are():
    """PRT-1: chance may name the board, or deal the next."""
    rng = random.Random(1)
    state = engine.apply(PARTNERS, engine.start(PARTNERS), engine.DrawForDeal(deck(rng)))[0]
    state = engine.apply(PARTNERS, state, engine.Deal(deck(rng), board=1))[0]
    assert (engine.due_chance(PARTNERS, state), engine.due_boards(state), state.rest.deal) == (engine.Deal, (0,), 0)
    assert engine.to_act(PARTNERS, state) == ()
    assert all(engine.legal_actions(PARTNERS, state, seat) == () for seat in range(4))
    for wrong, code in ((engine.Deal(deck(rng), board=1), "E_PHASE"), (engine.Deal(deck(rng), board=2), "E_OPTION")):
        with pytest.raises(engine.Impossible) as refused:
            engine.apply(PARTNERS, state, wrong)
        assert refused.value.code == code
    state = engine.apply(PARTNERS, state, engine.Deal(deck(rng)))[0]
    assert (engine.due_chance(PARTNERS, state), state.rest.deal, len(engine.to_act(PARTNERS, state))) == (None, 1, 2)


def test_opponents_alternate_in_pairs_and_stay_in_larger_teams():
    """PRT-2: n = 2 alternates every deal; n of three or more is fixed, unless the rules say otherwise."""
    places = PARTNERS.seating.places(4)
    met = []
    for _ in range(3):
        met.append(PARTNERS.seating.boards.pairs(places))
        places = PARTNERS.seating.next(PARTNERS, places, seen_from_first(0))
    assert met == [((0, 1), (2, 3)), ((0, 3), (2, 1)), ((0, 1), (2, 3))]
    for options, moves in (({}, False), ({"team_rotation": "alternate"}, True)):
        rules = engine.rule_set("partnership-n", **options)
        places = rules.seating.places(6)
        assert (rules.seating.next(rules, places, seen_from_first(0)) != places) == moves
    assert engine.rule_set("partnership", team_size=3).seating.next(
        engine.rule_set("partnership", team_size=3), engine.Places(0, (1, 0, 3, 2, 5, 4)), seen_from_first(0)
    ) == engine.Places(0, (1, 0, 3, 2, 5, 4))


@pytest.mark.parametrize(
    ("boards", "team", "points"),
    [((7, -13), 1, 6), ((20, -35, 10), 1, 5), ((16, 12), 0, 28), ((10, -10), None, 0), ((0, -14), 1, 14),
     ((0, 0), None, 0)],
)  # fmt: skip
def test_a_deal_is_the_sum_of_its_boards(boards, team, points):
    """PRT-3, 5: the positive net is scored by that team; a dead board counts nothing; level: nobody."""
    result = seen_from_first(*boards)
    assert (result.winner, result.points) == (team, points)


def test_one_box_a_deal_and_the_extra_boxes_of_the_team_that_won_it():
    """PRT-4, 10: the others' are lost with the deal."""
    boards = [
        engine.DealResult(type="gin", winner=0, points=52, extra_boxes=2),
        engine.DealResult(type="undercut", winner=1, points=12, extra_boxes=1),
    ]
    result = engine.team_result(boards)
    assert (result.winner, result.points, result.extra_boxes) == (0, 40, 2)
    score = PARTNERS.sheet.enter(PARTNERS, PARTNERS.sheet.blank(4), result)
    assert PARTNERS.sheet.settle(PARTNERS, score).boxes == (3, 0)


def test_missing_cards_of_a_member_cost_his_side():
    """PRT-3, IRR-10: penalties come off their owner's side."""
    boards = [engine.DealResult(type="knock", winner=0, points=15, penalties=(0, 10))]
    assert engine.team_result(boards).points == 25


@pytest.mark.parametrize(
    ("size", "target"), [(1, 100), (2, 125), (3, 150), (4, 150), (5, 175), (6, 200), (7, 200), (8, 200)]
)
def test_the_target_goes_by_size(size, target):
    """PRT-6: unless a number is set."""
    assert engine.rule_set("partnership", team_size=size).target == target
    assert engine.rule_set("partnership", team_size=size, team_target=90).target == 90
    assert engine.rule_set("partnership", team_size=size, target=90).target == 90


def test_bonuses_are_those_of_a_game_for_two():
    """PRT-7: 175 + 100 + a box + 100 for the shutout."""
    rules = engine.rule_set("partnership-n", team_size=5)
    score = rules.sheet.enter(rules, rules.sheet.blank(10), seen_from_first(40, 40, 40, 40, 15))
    sheet = rules.sheet.settle(rules, score)
    assert (sheet.over, sheet.winner, sheet.totals, sheet.net) == (True, 0, (400, 0), (400, -400))


def test_the_winning_team_deals_next():
    """PRT-8: all its members; after a level deal the same team."""
    places, dealers = PARTNERS.seating.opening(PARTNERS, 0), []
    for net in (28, -6, 0, 5):
        places = PARTNERS.seating.next(PARTNERS, places, seen_from_first(net))
        dealers.append(places.dealer)
    assert dealers == [0, 1, 1, 0]
    state = dealt(PARTNERS)
    for board in state.boards:
        assert board.seats[board.state.rest.places.dealer] % 2 == state.rest.places.dealer


def test_the_team_that_drew_lowest_deals():
    """GIN-4 for teams: low_deals, level opponents redraw; high_chooses, the highest card's team."""
    cards = tuple(engine.parse_card(text) for text in ("KH", "9D", "4S", "QC"))
    assert PARTNERS.seating.first(PARTNERS, cards).dealer == 0
    level = tuple(engine.parse_card(text) for text in ("KH", "4D", "4S", "QC"))
    assert PARTNERS.seating.first(PARTNERS, level) is None
    classic = engine.rule_set("partnership-classic")
    assert classic.seating.first(classic, cards) == engine.play.rules.First(0, 0)


def test_a_member_sees_his_own_board_and_a_strip_of_the_others():
    """PRT-9: with `advice` on, whoever has finished sees his partner's hand; never an opponent's."""
    finished = None
    rules = engine.rule_set("partnership", advice=True)
    for _, _, state, _ in steps(rules, 2, deals=3):
        done = [board for board in state.boards if board.state.phase is engine.Phase.DONE]
        if len(done) == 1 and state.rest.result is None:
            finished = state, done[0]
    state, board = finished
    seat = board.seats[0]
    partner = (seat + 2) % 4
    seen = engine.view(rules, state, seat)
    assert seen.advice == ((partner, state.hands[partner]),)
    assert engine.view(rules, state, partner).advice == ()
    assert engine.view(PARTNERS, state, seat).advice == ()
    strip = next(strip for strip in seen.boards if partner in strip.seats)
    assert (strip.seats, strip.type) == (next(b.seats for b in state.boards if partner in b.seats), None)
    assert seen.boards[seen.board].type is not None


def test_a_whole_sitting_tells_each_board_and_each_deal():
    """PRT-3..8: a deal is scored once, when its last board is, and with their sum."""
    boards, deals = [], 0
    for *_, events in steps(PARTNERS, 6, deals=12):
        for event in events:
            if isinstance(event, engine.BoardScored):
                boards.append(event.result)
            if isinstance(event, engine.DealScored):
                net = sum(b.points * (1 if b.winner % 2 == 0 else -1) for b in boards if b.winner is not None)
                assert len(boards) == 2
                assert event.result.points == abs(net)
                boards, deals = [], deals + 1
    assert deals > 1


def test_a_director_voids_one_board_and_it_is_dealt_again():
    """IRR-33: the others wait until it has its cards; the deal goes on."""
    state = dealt(PARTNERS)
    state, events = engine.apply(PARTNERS, state, DirVoid(board=1))
    assert any(isinstance(event, engine.BoardScored) and event.board == 1 for event in events)
    assert (engine.due_chance(PARTNERS, state), engine.due_boards(state)) == (engine.Deal, (1,))
    state = engine.apply(PARTNERS, state, engine.Deal(tuple(range(52))))[0]
    assert (state.rest.deal, len(engine.to_act(PARTNERS, state)), state.rest.result) == (1, 2, None)


def test_a_slip_is_put_right_for_the_team():
    """IRR-35."""
    state = engine.apply(PARTNERS, dealt(PARTNERS), DirAdjust(3, -5))[0]
    assert state.rest.standing.points == (0, -5)


def test_a_count_given_without_showing():
    """IRR-34: it stands as stated once a partner has acted on it."""
    assert engine.given_count(20, 25, acted=True) == 20
    assert engine.given_count(20, 25, acted=False) == 25


@pytest.mark.parametrize(
    ("key", "options", "field"),
    [("partnership", {"team_size": 9}, "team_size"), ("partnership", {"team_size": 0}, "team_size"),
     ("partnership-n", {"team_size": 2}, "team_size"), ("partnership", {"team_rotation": "random"}, "team_rotation"),
     ("partnership", {"team_target": "large"}, "team_target"), ("partnership", {"team_target": 0}, "team_target"),
     ("cutthroat", {"three_dealer": "winner"}, "three_dealer"),
     ("chouette", {"chouette_box": "loser"}, "chouette_box")],
)  # fmt: skip
def test_an_option_out_of_range_is_refused_by_name(key, options, field):
    with pytest.raises(engine.Unplayable) as refused:
        engine.rule_set(key, **options)
    assert (refused.value.code, refused.value.field) == ("E_OPTION", field)
    assert refused.value.allowed


def test_the_game_won_is_the_teams():
    *_, (_, _, state, events) = steps(PARTNERS, 8, deals=1000)
    sheet = engine.outcome(PARTNERS, state)
    assert events[-1] == engine.GameWon(sheet.winner, sheet.totals, sheet.net)
    assert len(sheet.net) == 2
