"""Match lengths: when a match is over, who wins it, what its figures may be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.sheets.lengths import (
    BadLength,
    Length,
    LengthProblem,
    Tally,
    Verdict,
    length_of,
    length_problem,
    verdict,
)

ANN, BOB = 0, 1


def stands(key, **facts):
    found = verdict(length_of(key), Tally(**facts))
    return found.is_over, found.leader, found.may_deal


def test_one_game():
    assert stands("game", points=(80, 95)) == (False, BOB, True)
    assert stands("game", games=(1, 0), points=(100, 95)) == (True, ANN, False)
    assert stands("hollywood", games=(0, 1)) == (True, BOB, False)


def test_the_best_of_five_stops_when_it_is_decided():
    assert stands("best_of:5", games=(2, 2)) == (False, None, True)
    assert stands("best_of:5", games=(3, 0)) == (True, ANN, False)
    assert stands("best_of:5/all", games=(3, 0)) == (False, ANN, True), "all five are played"
    assert stands("best_of:5/all", games=(3, 2)) == (True, ANN, False)


def test_the_best_of_three_deals_as_in_straight():
    assert stands("best_of:3/deals", deals=2, deals_won=(1, 1)) == (False, None, True)
    assert stands("best_of:3/deals", deals=4, deals_won=(1, 2)) == (True, BOB, False), "one deal was dead"


def test_a_number_of_deals():
    assert stands("deals:4", deals=3, points=(60, 20)) == (False, ANN, True)
    assert stands("deals:4", deals=4, points=(60, 20)) == (True, ANN, False)
    assert stands("deals:4", deals=4, points=(40, 40), deals_won=(3, 1)) == (True, None, False), "a tie: points decide"
    assert stands("deals:4/more", deals=4, points=(40, 40)) == (False, None, True)
    assert stands("deals:4/more", deals=5, points=(40, 65)) == (True, BOB, False)


@pytest.mark.parametrize("key", ["game", "best_of:3", "deals:8", "deals:8/more"])
def test_at_the_call_of_time_the_deal_is_finished_and_none_begins(key):
    facts = {"points": (70, 55), "games": (0, 0), "deals": 4, "is_called": True}
    assert stands(key, **facts, is_dealt=True) == (False, ANN, False), "its first card is dealt: it is played out"
    assert stands(key, **facts) == (True, ANN, False), "the leader wins"


def test_level_at_the_call_of_time():
    level = {"points": (55, 55), "deals": 4, "is_called": True}
    assert stands("game", **level) == (True, None, False), "a tie"
    assert stands("game/more", **level) == (False, None, True), "one more deal decides"
    assert stands("game/more", **{**level, "points": (55, 80)}) == (True, BOB, False)


def test_another_game_decides_a_drawn_one():
    """CGN-11, COL-16, CNQ-17: with /more the first deal that tells them apart decides, with /next a whole game."""
    drawn = {"drawn": 1, "deals": 9, "points": (120, 120)}
    for key in ("game/more", "game/next", "best_of:3/all/next"):
        games = {**drawn, "games": (1, 1)} if "best" in key else drawn
        assert stands(key, **games) == (False, None, True)
    ahead = {**drawn, "deals": 10, "points": (140, 120)}
    assert stands("game/more", **ahead) == (True, ANN, False)
    assert stands("game/next", **ahead) == (False, ANN, True), "one deal of the next game is no game"
    assert stands("game/next", **{**ahead, "games": (0, 1)}) == (True, BOB, False)
    assert stands("game/next", **{**ahead, "drawn": 2}) == (False, ANN, True), "drawn again"
    assert stands("game/next", **ahead, is_called=True) == (True, ANN, False), "time is up: the leader wins"
    assert stands("game/next", **drawn, is_called=True) == (False, None, True), "level at the call: one more deal"


def test_a_match_to_points_is_never_level():
    assert not length_of("match:500").may_tie(games_may_draw=True), "one side has come to them first"


def test_games_count_before_points_when_time_is_called():
    assert stands("best_of:3", games=(1, 0), points=(110, 180), is_called=True) == (True, ANN, False)
    assert stands("best_of:3", games=(1, 1), points=(210, 180), is_called=True) == (True, ANN, False)


@pytest.mark.parametrize(
    ("key", "length"),
    [
        ("game", Length("game")),
        ("best_of:7", Length("best_of", 7)),
        ("best_of:7/all/deals", Length("best_of", 7, plays_all=True, by_deals=True)),
        ("deals:12/more", Length("deals", 12, decides=True)),
        ("hollywood/next", Length("hollywood", decides=True, by_game=True)),
    ],
)
def test_keys(key, length):
    assert length_of(key) == length
    assert length.may_tie() is False


def test_only_a_number_of_deals_may_tie():
    assert length_of("deals:12").may_tie()


@pytest.mark.parametrize(
    "key",
    ["", "best", "best_of:2", "best_of:1", "best_of:17", "deals:0", "deals:100", "deals:", "game:1", "game/all",
     "deals:4/all", "best_of:3/all/all", "best_of:3/", "deals:٣", "hollywood:3", None, 3],
)  # fmt: skip
def test_keys_that_name_no_length(key):
    with pytest.raises(BadLength):
        length_of(key)


@pytest.mark.parametrize(
    ("key", "facts", "found"),
    [
        ("best_of:5", {"games": (3, 2)}, None),
        ("best_of:5", {"games": (4, 0)}, LengthProblem("games", 0, 3)),
        ("best_of:5", {"games": (3, 3)}, LengthProblem("games", 0, 3)),
        ("best_of:5", {"games": (2, 1)}, LengthProblem("games", 3, 3)),
        ("best_of:5", {"games": (2, 1), "is_called": True}, None),
        ("best_of:5/all", {"games": (4, 1)}, None),
        ("best_of:5/all", {"games": (3, 1)}, LengthProblem("games", 3, 5)),
        ("best_of:3/deals", {"deals_won": (3, 0)}, LengthProblem("deals_won", 0, 2)),
        ("game", {"games": (1, 0)}, None),
        ("game", {"games": (1, 1)}, LengthProblem("games", 0, 1)),
        ("deals:8", {"deals": 8}, None),
        ("deals:8", {"deals": 9}, LengthProblem("deals", 8, 8)),
        ("deals:8", {"deals": 7}, LengthProblem("deals", 8, 8)),
        ("deals:8", {"deals": 7, "is_called": True}, None),
        ("deals:8/more", {"deals": 10}, None),
    ],
)
def test_figures_that_cannot_be(key, facts, found):
    assert length_problem(length_of(key), Tally(**facts)) == found


KEYS = ["game", "best_of:3", "best_of:5/all", "best_of:3/deals", "deals:6", "deals:6/more"]


@given(st.sampled_from(KEYS), st.lists(st.sampled_from([ANN, BOB]), min_size=60, max_size=60))
def test_every_match_comes_to_an_end_and_its_figures_can_be(key, winners):
    """A deal won gives ten points, and three deals won are a game. No deal begins once it is over."""
    length = length_of(key)
    tally, games = Tally(), [0, 0]
    won, now = [0, 0], [0, 0]
    for deals, winner in enumerate(winners):
        found = verdict(length, tally)
        if found.is_over:
            break
        assert found.may_deal
        won[winner] += 1
        now[winner] += 1
        if now[winner] == 3:
            games[winner], now = games[winner] + 1, [0, 0]
        points = (won[0] * 10, won[1] * 10)
        tally = Tally(games=tuple(games), deals_won=tuple(won), points=points, deals=deals + 1)
    assert isinstance(found, Verdict)
    assert found.is_over or (key == "deals:6/more" and won[0] == won[1])
    if found.is_over:
        assert length_problem(length, tally) is None
        assert found.leader is not None or length.may_tie()


def test_a_drawn_game_is_a_game_played():
    assert stands("hollywood", drawn=1, points=(210, 190)) == (True, ANN, False), "who has more points is ahead"
    assert stands("hollywood", drawn=1, points=(200, 200)) == (True, None, False)
    assert stands("hollywood/more", drawn=1, points=(200, 200)) == (False, None, True)
    assert stands("best_of:3", games=(1, 0), drawn=1) == (False, ANN, True)
    assert stands("best_of:3/all", games=(1, 1), drawn=1, points=(310, 320)) == (True, BOB, False)


def test_who_starts_a_game_up_has_won_no_fewer():
    best = length_of("best_of:3")
    assert length_problem(best, Tally(games=(2, 0)), (1, 0)) is None
    assert length_problem(best, Tally(games=(1, 2)), (1, 0)) is None
    assert length_problem(best, Tally(games=(0, 2)), (1, 0)) == LengthProblem("games", 1, 2)


def test_a_match_to_five_hundred():
    """GIN-39: each game's difference is credited to the side it favours; first to the match target wins."""
    assert stands("match:500", games=(3, 0), credits=(480, 0), points=(320, 90)) == (False, ANN, True)
    assert stands("match:500", games=(3, 2), credits=(480, 510), points=(400, 380)) == (True, BOB, False)
    assert stands("match:500", credits=(200, 200), points=(9, 0), is_called=True) == (True, ANN, False)
    assert not length_of("match:500").may_tie()
    assert length_problem(length_of("match:500"), Tally(points=(520, 130))) is None


@pytest.mark.parametrize("key", ["match", "match:0", "match:100001", "match:500/all", "match:5e2"])
def test_a_match_has_a_number_of_points(key):
    with pytest.raises(BadLength):
        length_of(key)
