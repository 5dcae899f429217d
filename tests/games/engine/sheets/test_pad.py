"""The pad and the seating of two: points, boxes, bonuses, shutouts, matches, and who deals."""

import pytest

from games import engine

PAGAT, COM = engine.rule_set("gin-pagat"), engine.rule_set("gin-rummy-com")


def sheet(rules, *entries):
    """The sheet after entries such as "A40" (A scores 40), "B12+1" (an extra box) or "-" (a dead deal)."""
    score = rules.sheet.blank(2)
    for entry in entries:
        winner = None if entry == "-" else "AB".index(entry[0])
        points, _, extra = entry[1:].partition("+")
        result = engine.DealResult(
            type="dead" if winner is None else "knock",
            winner=winner,
            points=int(points or 0),
            extra_boxes=int(extra or 0),
        )
        score = rules.sheet.enter(rules, score, result)
    return rules.sheet.settle(rules, score)


def test_a_game_in_progress_has_points_and_boxes_and_no_winner():
    game = sheet(PAGAT, "A60", "-", "B12", "A39")
    assert (game.over, game.winner, game.shutout) == (False, None, False)
    assert (game.points, game.boxes, game.totals) == ((99, 12), (2, 1), (139, 32))
    assert (game.deals, game.deals_won) == (4, (2, 1))


def test_the_winner_adds_the_game_bonus_and_both_their_boxes():
    game = sheet(PAGAT, "A60", "B12", "A40")
    assert (game.over, game.winner) == (True, 0)
    assert (game.totals, game.net) == ((100 + 100 + 40, 12 + 20), (208, -208))


def test_extra_boxes_go_with_the_pad_and_not_to_the_target():
    game = sheet(PAGAT, "A60+3", "A39")
    assert (game.over, game.boxes, game.totals) == (False, (5, 0), (199, 0))


def test_shutout_by_points_or_by_deals_won():
    assert sheet(PAGAT, "A100").totals == (100 + 100 + 20 + 100, 0)
    assert sheet(COM, "A100").totals == (100 + 100 + 25 + 100, 0)
    # A deal may be won for no points at all: level cards of 0 points with nothing but a box.
    assert sheet(PAGAT, "B0", "A100").shutout
    assert not sheet(COM, "B0", "A100").shutout


@pytest.mark.parametrize(
    ("shutout", "total"),
    [({"mode": "add", "value": 50}, 270), ({"mode": "double_total"}, 440), ({"mode": "none"}, 220)],
)
def test_what_a_shutout_is_worth(shutout, total):
    assert sheet(engine.rule_set("gin-pagat", shutout=shutout), "A100").totals == (total, 0)


def test_the_result_may_go_against_the_winner():
    game = sheet(PAGAT, *["B12"] * 8, "A100")
    assert game.winner == 0
    assert game.net == (220 - 256, 36)


def test_penalties_come_off_the_points():
    score = PAGAT.sheet.blank(2)
    result = engine.DealResult(type="knock", winner=0, points=30, penalties=(0, 10))
    game = PAGAT.sheet.settle(PAGAT, PAGAT.sheet.enter(PAGAT, score, result))
    assert game.points == (30, -10)


def test_a_match_credits_each_game_to_the_side_it_favours():
    assert engine.match_score(COM, (250, -400)) == engine.MatchScore((250, 400), None, 2)
    assert engine.match_score(COM, (250, -400, 260)) == engine.MatchScore((510, 400), 0, 3)
    assert engine.match_score(COM, (-600, 900)) == engine.MatchScore((0, 600), 1, 1)
    assert engine.match_score(PAGAT, (900,)).winner is None  # no match target
    assert engine.match_score(COM, ()).games == 0


@pytest.mark.parametrize(
    ("key", "dealers"),
    [("gin-pagat", "BABB"), ("gin-rummy-com", "ABAA"), ("gin-winner-deals", "ABAA"), ("gin-alternate", "ABAA")],
)
def test_who_deals_next(key, dealers):
    rules = engine.rule_set(key)
    places, dealt = engine.Places(1, (1, 0)), ""
    for winner in "ABA-":
        result = engine.DealResult(type="knock", winner=None if winner == "-" else "AB".index(winner), points=0)
        places = rules.seating.next(rules, places, result)
        dealt += "AB"[places.dealer]
    assert dealt == dealers


@pytest.mark.parametrize(
    ("key", "a", "b", "dealer", "chooser"),
    [
        ("gin-pagat", "9D", "KH", 0, None),
        ("gin-pagat", "KH", "9D", 1, None),
        ("gin-pagat", "AS", "2H", 0, None),
        ("gin-rummy-com", "9D", "9H", 1, 1),
        ("gin-rummy-com", "9S", "9H", 0, 0),
        ("gin-rummy-com", "9S", "10C", 1, 1),
    ],
)
def test_who_deals_first(key, a, b, dealer, chooser):
    rules = engine.rule_set(key)
    first = rules.seating.first(rules, (engine.parse_card(a), engine.parse_card(b)))
    assert (first.dealer, first.chooser) == (dealer, chooser)


def test_level_cards_are_drawn_again_where_the_lower_deals():
    nines = [engine.parse_card(text) for text in ("9D", "9H", "3C", "2C")]
    rest = [card for card in range(52) if card not in nines]
    state, events = engine.replay(PAGAT, [engine.DrawForDeal((*nines, *rest))])
    assert [event.dealer for event in events] == [None, 1]
    assert state.rest.places.dealer == 1
    assert engine.due_chance(PAGAT, state) is engine.Deal
