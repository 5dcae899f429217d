"""Hollywood's three columns (HOL-1..7)."""

import pytest

from games import engine

S002, CLASSIC = engine.rule_set("hollywood"), engine.rule_set("hollywood-classic")


def sheet(rules, *wins):
    """The sheet after wins such as "A25"; "A25+2" brings two boxes more, "-" is a dead deal."""
    score = rules.sheet.blank(2)
    for win in wins:
        winner = None if win == "-" else "AB".index(win[0])
        points, _, boxes = win[1:].partition("+")
        result = engine.DealResult(type="knock", winner=winner, points=int(points or 0), extra_boxes=int(boxes or 0))
        score = rules.sheet.enter(rules, score, result)
    return rules.sheet.settle(rules, score)


def points(game, seat):
    return [column.points[seat] for column in game.columns]


def test_hol_1_hol_2_each_players_first_win_counts_once_his_second_twice_his_third_thrice():
    game = sheet(S002, "A18", "B12", "A25", "-", "B30", "A15", "A22", "B20")
    assert (points(game, 0), points(game, 1)) == ([80, 62, 37], [62, 50, 20])
    assert [column.entries for column in game.columns] == [(4, 3), (3, 2), (2, 1)]
    assert (game.over, game.winner, game.deals, game.deals_won) == (False, None, 8, (4, 3))


@pytest.mark.parametrize(
    ("opening", "b"), [("literal", [0, 105, 55]), ("shift", [0, 105, 115])]
)  # shift: his first win opens column 2, his second column 3
def test_hol_3_a_column_that_closed_before_one_entered_it(opening, b):
    rules = engine.rule_set("hollywood", column_open=opening)
    wins = ("A60", "A45", "B50", "B60", "B45", "B10") if opening == "literal" else ("A60", "A45", "B50", "B55", "B60")
    game = sheet(rules, *wins)
    assert points(game, 1) == b


def test_hol_4_a_closed_column_takes_no_more_and_one_deal_may_close_two():
    game = sheet(S002, "A60", "A45", "A30")
    assert points(game, 0) == [105, 75, 30]
    game = sheet(S002, "A10", "A30", "A70")
    assert [column.winner for column in game.columns] == [0, 0, None]


def test_hol_5_two_columns_win_the_game_and_points_only_decide_columns():
    game = sheet(S002, "A60", "A45", "B99", "A60")
    assert (game.over, game.winner, game.totals, game.net) == (True, 0, (2, 0), (2, -2))
    assert not sheet(S002, "A60", "A45").over


def test_hol_6_each_column_is_settled_as_a_game():
    game = sheet(CLASSIC, "A60", "A45", "B30", "A60")
    assert not game.over  # all three must close
    game = sheet(CLASSIC, "A60", "A45", "B30", "A60", "A100")
    first, second, third = game.columns
    assert first.totals == (105 + 100 + 2 * 25 + 100, 0)  # B never entered it: a shutout
    assert second.totals == (105 + 100 + 2 * 25, 30 + 25)
    assert third.totals == (160 + 100 + 2 * 25 + 100, 0)
    assert [column.net[0] for column in game.columns] == [355, 200, 410]
    assert (game.over, game.winner, game.net) == (True, 0, (965, -965))


def test_hol_6_a_shutout_may_double_or_count_nothing():
    doubled = engine.rule_set("hollywood-classic", shutout={"mode": "double_total"})
    assert sheet(doubled, "A100").columns[0].totals == ((100 + 100 + 25) * 2, 0)
    assert sheet(engine.rule_set("hollywood-classic", shutout={"mode": "none"}), "A100").columns[0].totals == (225, 0)


def test_gin_37_the_settlement_may_go_against_who_won_more_columns():
    wins = ["B1"] * 40 + ["A100", "A100", "A100"]
    game = sheet(engine.rule_set("hollywood-classic", game_bonus=0, shutout={"mode": "none"}), *wins)
    assert game.over
    assert game.winner == 1
    assert game.net[1] == sum(column.net[1] for column in game.columns) > 0


def test_gin_36_extra_boxes_stand_in_every_column_of_the_deal():
    game = sheet(engine.rule_set("hollywood-oklahoma"), "A150+4")
    assert game.columns[0].totals[0] == 150 + 100 + 25 * 5 + 100


def test_hol_7_an_entry_is_the_deals_own_score_and_a_penalty_goes_with_it():
    score = S002.sheet.blank(2)
    score = S002.sheet.enter(S002, score, engine.DealResult(type="knock", winner=0, points=20, penalties=(0, 10)))
    assert points(S002.sheet.settle(S002, score), 1) == [-10, 0, 0]


def test_columns_is_an_option_of_any_gin():
    rules = engine.rule_set("grand", columns=3)
    assert [column.points[0] for column in sheet(rules, "A20").columns] == [20, 0, 0]
    assert engine.rule_set("hollywood", columns=1).sheet.name == "pad"
    with pytest.raises(engine.Impossible, match="E_OPTION"):
        engine.rule_set("color", columns=3)


def test_a_column_names_the_deals_that_stand_in_it():
    columns = sheet(S002, "A20", "B5", "A30", "A10").columns
    assert [column.deals for column in columns] == [(1, 2, 3, 4), (3, 4), (4,)]


@pytest.mark.parametrize(
    ("rules", "column", "others"), [(S002, "2", ("1", "3")), (engine.rule_set("color"), "H", ("C",))]
)
def test_a_correction_stands_in_the_column_that_it_names(rules, column, others):
    """IRR-35: its number is among the entries of that column alone, with what it brought."""
    score = rules.sheet.blank(2)
    for _deal in range(2):
        won = engine.DealResult(type="knock", winner=0, points=20, penalties=(0, 10), suits="CH")
        score = rules.sheet.enter(rules, score, won)
    score = rules.sheet.enter(rules, score, engine.adjustment(1, 5, 2, column=column))
    found = {
        one.name: dict(zip(one.deals, one.gained, strict=True)) for one in rules.sheet.settle(rules, score).columns
    }
    assert found[column][3] == (0, 5)
    assert found[column][2] == (20, -10)
    assert all(3 not in found[name] for name in others)


def test_the_columns_are_there_for_a_page_to_draw():
    rules = engine.rule_set("hollywood")
    data = engine.codec.view_to_json(engine.view(rules, engine.start(rules), 0))["score"]["columns"]
    assert data[0] == {
        "name": "1",
        "points": {"A": 0, "B": 0},
        "entries": {"A": 0, "B": 0},
        "deals": [],
        "gained": [],
        "over": False,
        "winner": None,
        "totals": None,
        "net": None,
    }
    assert [column["name"] for column in data] == ["1", "2", "3"]
    assert "columns" not in engine.codec.view_to_json(engine.view(CLASSIC, engine.start(engine.rule_set("grand")), 0))


def test_irr_10_a_tied_hand_keeps_its_penalty():
    """It comes off in each open column that the offender has entered; where he has entered none, in the lowest."""
    tie = engine.DealResult(type="tie", winner=None, points=0, penalties=(10, 20))
    score = CLASSIC.sheet.blank(2)
    for winner in (0, 0):
        won = engine.DealResult(type="knock", winner=winner, points=30)
        score = CLASSIC.sheet.enter(CLASSIC, score, won)
    game = CLASSIC.sheet.settle(CLASSIC, CLASSIC.sheet.enter(CLASSIC, score, tie))
    assert points(game, 0) == [50, 20, 0]
    assert points(game, 1) == [-20, 0, 0]
    assert [column.deals for column in game.columns] == [(1, 2, 3), (2, 3), ()]
