"""A sitting of several games: the sheet starts again, deals count on, and all games are added up."""

import random

import pytest

from games import engine

RULES = engine.rule_set("gin-rummy-com", target=20)


def deal_of(state, rng):
    """A deal played out by whoever ends it first; the state when it is scored."""
    deck = list(RULES.pack.whole)
    rng.shuffle(deck)
    due = engine.due_chance(RULES, state)
    state, _ = engine.apply(RULES, state, due(tuple(deck)))
    while seats := engine.to_act(RULES, state):
        actions = engine.legal_actions(RULES, state, seats[0])
        ends = [one for one in actions if isinstance(one, engine.Knock | engine.Gin)]
        goes = [one for one in actions if not isinstance(one, engine.DrawDiscard | engine.TakeUpcard)]
        state, _ = engine.apply(RULES, state, (ends or goes)[0])
    return state


def games_of(count, seed=1):
    """So many games one after the other: each sheet, and the state at the end."""
    rng, state, found = random.Random(seed), engine.start(RULES), []
    while len(found) < count:
        state = deal_of(state, rng)
        if engine.is_over(RULES, state):
            found.append((engine.game_of(state.rest.standing), state))
            state = engine.next_game(RULES, state)
    return found, state


def test_the_next_game_starts_level_and_the_deals_count_on():
    found, after = games_of(1)
    game, before = found[0]
    assert game.over
    assert max(game.points) >= 20
    assert (after.rest.standing.points, after.rest.standing.over) == ((0, 0), False)
    assert after.rest.deal == before.rest.deal, "deal 5 of the sitting is deal 5, whatever the game"
    assert engine.due_chance(RULES, after) is engine.Deal, "nobody draws for the deal again"
    dealt = deal_of(after, random.Random(2))
    assert dealt.rest.deal == before.rest.deal + 1
    assert dealt.rest.places.dealer == before.rest.result.next_dealer, "GIN-38: as after any deal"


def test_three_games_add_up():
    found, _ = games_of(3)
    games = [game for game, _ in found]
    final = engine.final_of(games, winner=0)
    assert sum(final.games) == 3
    assert final.deals == sum(game.deals for game in games)
    assert final.net[0] == sum(game.net[0] for game in games) == -final.net[1]
    assert final.totals[0] == sum(game.totals[0] for game in games)


def game(winner, points, deals=4, over=True, **more):
    facts = {"totals": points, "net": (points[0] - points[1], points[1] - points[0]), "shutout": False}
    won = (deals, 0) if points[0] > points[1] else (0, deals)
    return engine.Game(over=over, winner=winner, points=points, deals=deals, deals_won=won, **(facts | more))


def test_a_game_cut_short_counts_by_its_points():
    games = [game(0, (104, 60), totals=(284, 100), net=(184, -184)), game(None, (30, 45), deals=2, over=False)]
    final = engine.final_of(games, winner=0)
    assert (final.games, final.points, final.deals) == ((1, 0), (134, 105), 6)
    assert (final.totals, final.net) == ((314, 145), (169, -169))


def test_one_whole_game_says_itself_whether_it_was_a_shutout():
    assert engine.final_of([game(0, (104, 0), shutout=True)], winner=0).shutout
    assert not engine.final_of([game(0, (104, 0), shutout=False)], winner=0).shutout, "GIN-34: tested by deals won"
    assert engine.final_of([game(None, (104, 0), over=False)], winner=0).shutout, "so many deals: no point in any"
    assert not engine.final_of([game(None, (104, 0), over=False)], winner=None).shutout, "left: nobody was shut out"


def test_a_head_start_is_a_game_won():
    tally = engine.tally_of([game(1, (60, 104))], is_called=False, is_dealt=False, head_start=(1, 0))
    assert tally.games == (1, 1)
    assert not engine.verdict(engine.length_of("best_of:3"), tally).is_over
    won = engine.tally_of([game(0, (104, 60))], is_called=False, is_dealt=False, head_start=(1, 0))
    assert engine.verdict(engine.length_of("best_of:3"), won).leader == 0


def test_games_survive_json():
    one = game(None, (30, 45), over=False)
    fields = {name: list(value) if isinstance(value, tuple) else value for name, value in
              ((name, getattr(one, name)) for name in one.__slots__)}  # fmt: skip
    assert engine.game_from(fields) == one


def test_what_a_length_lays_over_the_rules():
    def laid_over(key, length, **options):
        return engine.sitting_options(key, engine.length_of(length), **options)

    assert laid_over("gin-rummy-com", "hollywood") == {"columns": 3}
    assert engine.rule_set("gin-rummy-com", **laid_over("gin-rummy-com", "hollywood")).sheet.name == "columns"
    assert engine.rule_set("gin-rummy-com", **laid_over("gin-rummy-com", "deals:8")).target > 9_999
    assert laid_over("gin-rummy-com", "best_of:3") == {}
    assert laid_over("conquian", "deals:8") == {}
    assert laid_over("gin-rummy-com", "deals:8", target=30, gin_bonus=25) == {"target": 30, "gin_bonus": 25}
    with pytest.raises(engine.Unplayable):
        laid_over("whist", "deals:8")
    assert not engine.length_of("best_of:3/deals").is_by_games


def test_games_are_credited_until_a_match_to_five_hundred_is_won():
    """GIN-39: a game may be credited to the side that did not reach its target (GIN-37)."""
    length, games = engine.length_of("match:500"), []
    for net in ((320, -320), (-15, 15), (240, -240)):
        tally = engine.tally_of(games, is_called=False, is_dealt=False) if games else engine.Tally()
        assert not engine.verdict(length, tally).is_over
        games.append(game(0, (100, 20), net=net))
    tally = engine.tally_of(games, is_called=False, is_dealt=False)
    assert tally.credits == (560, 15)
    assert engine.verdict(length, tally) == engine.Verdict(True, 0, False)
