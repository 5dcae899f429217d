"""The luck of a deal: it measures chance only, is zero in the mean, and is worth subtracting."""

from math import sqrt
from random import Random
from statistics import covariance, fmean, pvariance, variance

import pytest

from games import engine
from games.players import RandomPlayer, make_player
from games.players.judging.chances import chances
from games.players.judging.luck import sitting_luck
from games.players.judging.outs import Hopes
from games.players.judging.value import GIN_V1, GIN_V2, KNOCK, VALUES, value_for
from games.players.playing import measured, play_out

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


def between(pair, seeds):
    found = []
    for seed in seeds:
        players = [measured(level, 2 * seed + seat) for seat, level in enumerate(pair)]
        found += sitting_luck(RULES, log(deck(seed), players))
    return found


def many(count, level):
    return between((level, level), range(count))


def test_the_luck_of_a_draw_is_its_worth_less_the_mean_of_what_could_have_come():
    actions = log(deck(3), house("club", 3))
    (chance,) = chances(RULES, actions)
    (luck,) = sitting_luck(RULES, actions, GIN_V1)
    draw, (place, mine) = chance.draws[0], luck.draws[0]
    assert actions[place] == engine.DrawStock(draw.seat)
    worth = [GIN_V1.after_draw(deadwood, draw.against, draw.left - 1) for deadwood in draw.could_be]
    expected = GIN_V1.after_draw(draw.deadwood, draw.against, draw.left - 1) - fmean(worth)
    assert mine == pytest.approx(expected if draw.seat == 0 else -expected)
    assert luck.luck == pytest.approx(luck.dealt + sum(value for _, value in luck.draws))


@pytest.mark.parametrize(
    ("key", "dealt", "luck"), [("gin-v1", -5.220568, -13.355579), ("gin-v2", -3.588610, -8.390224)]
)
def test_a_value_function_is_frozen(key, dealt, luck):
    (found,) = sitting_luck(RULES, log(deck(3), house("club", 3)), VALUES[key])
    assert (found.key, found.margin) == (key, -43)
    assert (round(found.dealt, 6), round(found.luck, 6)) == (dealt, luck)


def test_hopes_are_counted_card_by_card():
    """Of every card that could have come: the best ten that it leaves, and what the rest of the stock would do."""
    (chance,) = chances(RULES, log(deck(3), house("club", 3)))
    hopes = Hopes()
    for draw in chance.draws:
        for card, (own, other) in zip(draw.stock, hopes.after_draw(draw), strict=True):
            rest = [one for one in draw.stock if one != card]
            eleven = draw.hand | 1 << card
            tens = [eleven ^ 1 << one for one in engine.cards_of(eleven)]
            least = min(engine.deadwood(ten) for ten in tens)
            after = [[best_after(ten, one) for one in rest] for ten in tens if engine.deadwood(ten) == least]
            assert own.deadwood == least
            assert (own.gins, -own.mean) == max((left.count(0), -mean_of(left, least)) for left in after)
            left = [best_after(draw.other, one) for one in rest]
            assert other[0] == engine.deadwood(draw.other)
            assert (other.gins, other.knocks) == (left.count(0), sum(one <= KNOCK for one in left))


def best_after(ten, card):
    return engine.deadwood_after_discard(ten | 1 << card)


def mean_of(left, least):
    return fmean(left) if left else least


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


@pytest.mark.marathon
def test_luck_is_zero_in_the_mean_and_takes_much_of_the_variance_out():
    """Of every pair of policies, also one that only goes for gin; all together in true points."""
    margins, lucks = [], []
    for number, pair in enumerate([("novice", "club"), ("club", "club"), ("strong", "strong"), ("gin", "club")], 1):
        found = between(pair, range(20_000 * number, 20_000 * number + 350))
        luck, margin = [one.luck for one in found], [float(one.margin) for one in found]
        assert abs(fmean(luck)) <= 3 * sqrt(pvariance(luck) / len(luck)), pair
        assert variance_left(margin, luck) <= 0.68, pair
        margins, lucks = margins + margin, lucks + luck
    assert variance_left(margins, lucks) <= 0.6
    assert 0.9 <= covariance(margins, lucks) / variance(lucks) <= 1.1


def variance_left(margins, lucks):
    return pvariance([margin - luck for margin, luck in zip(margins, lucks, strict=True)]) / pvariance(margins)


def test_much_of_it_shows_in_a_hundred_deals():
    found = many(100, "club")
    assert variance_left([float(one.margin) for one in found], [one.luck for one in found]) <= 0.7


def test_luck_is_zero_in_the_mean_whatever_is_played():
    """Nobody plays worse than by chance alone, and his luck is no better or worse for it."""
    found = []
    for seed in range(120):
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
    assert value_for(RULES) is GIN_V2
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
