"""The luck of a deal: nothing but what chance did, zero in the mean, and worth subtracting."""

from math import sqrt
from random import Random
from statistics import fmean, pvariance

import pytest

from games import engine
from games.players import RandomPlayer, make_player
from games.players.luck import chances, sitting_luck
from games.players.playing import play_out
from games.players.value import GIN_V1, value_for

RULES = engine.rule_set("gin-pagat")
DRAW = engine.DrawForDeal((12, 0, *range(1, 12), *range(13, 52)))


def deck(seed):
    return tuple(Random(seed).sample(range(52), 52))


def log(cards, players, rules=RULES):
    """A sitting of one deal: who deals, the deal, every action."""
    state, _ = engine.apply(rules, engine.start(rules), DRAW)
    return (DRAW, *play_out(rules, state, players, engine.Deal(cards))[1])


def house(level, seed):
    return [make_player(level, 2 * seed + seat) for seat in (0, 1)]


def many(count, level):
    found = []
    for seed in range(count):
        found += sitting_luck(RULES, log(deck(seed), house(level, seed)))
    return found


def test_the_luck_of_a_draw_is_its_worth_less_the_mean_of_what_could_have_come():
    actions = log(deck(3), house("club", 3))
    (chance,) = chances(RULES, actions)
    (luck,) = sitting_luck(RULES, actions)
    draw, (place, mine) = chance.draws[0], luck.draws[0]
    assert actions[place] == engine.DrawStock(draw.seat)
    worth = [GIN_V1.after_draw(deadwood, draw.against, draw.left - 1) for deadwood in draw.could_be]
    expected = GIN_V1.after_draw(draw.deadwood, draw.against, draw.left - 1) - fmean(worth)
    assert mine == pytest.approx(expected if draw.seat == 0 else -expected)
    assert luck.luck == pytest.approx(luck.dealt + sum(value for _, value in luck.draws))


def test_every_draw_from_the_stock_is_there_with_all_that_could_have_come():
    actions = log(deck(8), house("club", 8))
    (chance,) = chances(RULES, actions)
    assert [draw.place for draw in chance.draws] == [
        place for place, action in enumerate(actions) if isinstance(action, engine.DrawStock)
    ]
    assert [draw.left for draw in chance.draws] == list(range(31, 31 - len(chance.draws), -1))
    assert all(len(draw.could_be) == draw.left and draw.deadwood in draw.could_be for draw in chance.draws)


def test_luck_seen_from_the_other_seat_is_its_opposite():
    """The same cards with the seats named the other way: A deals where B dealt."""
    for seed in range(12):
        other = engine.DrawForDeal((0, 12, *range(1, 12), *range(13, 52)))
        sums = []
        for opening, players in ((DRAW, house("club", seed)), (other, house("club", seed)[::-1])):
            state, _ = engine.apply(RULES, engine.start(RULES), opening)
            actions = (opening, *play_out(RULES, state, players, engine.Deal(deck(seed)))[1])
            (luck,) = sitting_luck(RULES, actions)
            sums.append((luck.margin, luck.luck))
        assert sums[0][0] == -sums[1][0]
        assert sums[0][1] == pytest.approx(-sums[1][1])


@pytest.mark.parametrize("level", ["club", "novice"])
def test_luck_is_zero_in_the_mean_and_takes_much_of_the_variance_out(level):
    found = many(900, level)
    luck = [one.luck for one in found]
    margins = [float(one.margin) for one in found]
    assert abs(fmean(luck)) <= 3 * sqrt(pvariance(luck) / len(luck))
    rest = [margin - chance for margin, chance in zip(margins, luck, strict=True)]
    assert pvariance(rest) <= 0.66 * pvariance(margins)


def test_luck_is_zero_in_the_mean_whatever_is_played():
    """Nobody plays worse than by chance alone, and his luck is no better or worse for it."""
    found = []
    for seed in range(400):
        found += sitting_luck(RULES, log(deck(seed), [RandomPlayer(seed), make_player("club", seed)]))
    luck = [one.luck for one in found if one is not None]
    assert abs(fmean(luck)) <= 3 * sqrt(pvariance(luck) / len(luck))
    assert fmean(one.margin for one in found) < -10, "what he loses is not luck"


def test_a_deal_with_a_ruling_has_no_luck():
    rules = engine.rule_set("gin-pagat", laws="recorded")
    players = house("club", 5)
    state, _ = engine.apply(rules, engine.start(rules), DRAW)
    _, actions = play_out(rules, state, players, engine.Deal(deck(5)))
    clean = (DRAW, *actions)
    ruled = (*clean[:2], engine.DirRecord(irr="IRR-20", offender=0), *clean[2:])
    assert [luck is None for luck in sitting_luck(rules, clean)] == [False]
    assert [luck is None for luck in sitting_luck(rules, ruled)] == [True]


def test_variants_that_nobody_fitted_have_no_value():
    assert value_for(RULES) is GIN_V1
    assert value_for(engine.rule_set("hollywood")) is None
    assert value_for(engine.rule_set("colonel-fosdick")) is None


def test_eleven_cards_are_another_game():
    rules = engine.rule_set("gin-eleven")
    actions = log(deck(5), house("club", 5), rules)
    assert [luck is None for luck in sitting_luck(rules, actions)] == [True]


@pytest.mark.parametrize("key", ["colonel-fosdick", "cutthroat", "partnership"])
def test_a_deal_that_nobody_judges_is_there_without_luck(key):
    rules, chance, actions = engine.rule_set(key), Random(4), []
    state = engine.start(rules)
    while state.rest.deal < 2 and not engine.is_over(rules, state):
        if due := engine.due_chance(rules, state):
            cards = rules.pack.cards
            actions.append(due(tuple(chance.sample(cards, len(cards)))))
        else:
            seat = chance.choice(engine.to_act(rules, state))
            actions.append(chance.choice(engine.legal_actions(rules, state, seat)))
        state, _ = engine.apply(rules, state, actions[-1])
    assert list(sitting_luck(rules, actions)) == [None]
