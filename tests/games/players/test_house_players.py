"""House players act lawfully, on what they see alone, and as strongly as their level promises."""

from random import Random

import pytest

from games import engine
from games.players import LEVELS, NotToAct, RandomPlayer, UnknownLevel, make_player
from games.players.playing import MOST_ACTIONS, play_out

RULES = engine.rule_set("gin-pagat")
MEASURE = engine.rule_set("gin-pagat", gin_bonus=25, undercut_bonus=25)  # the bonuses by which players are judged


def sitting(rules=RULES):
    """A sitting in which B has drawn the lower card and deals first."""
    state, _ = engine.apply(rules, engine.start(rules), engine.DrawForDeal((12, 0, *range(1, 12), *range(13, 52))))
    return state


def play_deal(players, deck, rules=RULES, state=None):
    """One deal between two players; the state after it, and whether it came to an end."""
    state, _ = play_out(rules, state or sitting(rules), [Lawful(player) for player in players], engine.Deal(deck))
    return state, not engine.to_act(rules, state)


class Lawful:
    """A player who is watched: what it chooses is one of the actions of its view."""

    def __init__(self, player):
        self.player, self.see = player, player.see

    def choose(self, view):
        action = self.player.choose(view)
        assert action in view.actions
        return action


def points(players, deck, rules):
    """What seat A won in the deal, with a minus what it lost."""
    state, ended = play_deal(players, deck, rules)
    result = state.rest.result if ended else None
    if result is None or result.winner is None:
        return 0
    return result.points if result.winner == 0 else -result.points


def advantage(ours, theirs, pairs, rules=MEASURE, seed=1):
    """Points a deal of one kind of player over another: every deck twice, with seats changed."""
    chance, total = Random(seed), 0
    for number in range(pairs):
        deck = tuple(chance.sample(range(52), 52))
        total += points((ours(number), theirs(number)), deck, rules)
        total -= points((theirs(number), ours(number)), deck, rules)
    return total / (2 * pairs)


def of(level):
    return lambda seed: make_player(level, seed)


@pytest.mark.parametrize(
    "rules", [rules for rules in engine.VARIANTS.values() if rules.kernel.name == "gin"], ids=lambda r: r.key
)
@pytest.mark.parametrize("level", LEVELS)
def test_a_deal_of_every_gin_variant_comes_to_an_end(level, rules):
    for seed in range(3):
        deck = tuple(Random(seed).sample(range(52), 52))
        players = [make_player(level, seed + seat) for seat in range(len(engine.start(rules).hands))]
        _, ended = play_deal(players, deck, rules)
        assert ended


@pytest.mark.parametrize("level", LEVELS)
def test_equal_seeds_play_equally(level):
    deck = tuple(Random(5).sample(range(52), 52))
    first, _ = play_deal((make_player(level, 1), make_player(level, 2)), deck)
    second, _ = play_deal((make_player(level, 1), make_player(level, 2)), deck)
    assert first == second


@pytest.mark.parametrize("level", LEVELS)
def test_a_player_who_comes_late_still_plays(level):
    """A table that wakes up again seats a player who has seen nothing of the deal."""
    deck = tuple(Random(6).sample(range(52), 52))
    state, _ = engine.apply(RULES, sitting(), engine.Deal(deck))
    for _ in range(MOST_ACTIONS):
        if not engine.to_act(RULES, state):
            break
        (seat,) = engine.to_act(RULES, state)
        state, _ = engine.apply(RULES, state, make_player(level, 1).choose(engine.view(RULES, state, seat)))
    assert engine.to_act(RULES, state) == ()


@pytest.mark.parametrize("level", LEVELS)
def test_by_hand_they_lay_off_as_well_as_the_engine(level):
    manual = engine.rule_set("gin-pagat", showdown="manual")
    for seed in range(40):
        deck = tuple(Random(seed).sample(range(52), 52))
        by_engine, _ = play_deal((make_player(level, 1), make_player(level, 2)), deck)
        by_hand, _ = play_deal((make_player(level, 1), make_player(level, 2)), deck, manual)
        assert by_hand.rest.result == by_engine.rest.result


def test_an_unknown_level_is_refused_with_those_there_are():
    with pytest.raises(UnknownLevel, match="novice, club"):
        make_player("grandmaster", 1)


def test_who_is_not_to_act_cannot_choose():
    state, _ = engine.apply(RULES, sitting(), engine.Deal(tuple(range(52))))
    (seat,) = engine.to_act(RULES, state)
    for other in (1 - seat, None):
        with pytest.raises(NotToAct):
            make_player("novice", 1).choose(engine.view(RULES, state, other))


LONG, MARATHON = pytest.mark.long, pytest.mark.marathon


@pytest.mark.parametrize(
    ("level", "pairs"),
    [
        pytest.param(level, pairs, marks=LONG if pairs == 300 else MARATHON)
        for level in LEVELS
        for pairs in ((300, 1_000) if level in ("beginner", "top") else (1_000,))
    ],
)
def test_every_level_beats_random_play_by_fifty_points_a_deal(level, pairs):
    assert advantage(of(level), RandomPlayer, pairs) > 50


@pytest.mark.parametrize(
    ("rules", "least"),
    [pytest.param(MEASURE, 1.5, marks=LONG, id="25/25"), pytest.param(RULES, 0.5, marks=MARATHON, id="20/10")],
)
def test_club_beats_novice(rules, least):
    assert advantage(of("club"), of("novice"), 1_500, rules) > least


@pytest.mark.parametrize(
    ("other", "least"), [pytest.param("club", 2, marks=LONG), pytest.param("novice", 5, marks=MARATHON)]
)
def test_strong_beats_the_others(other, least):
    assert advantage(of("strong"), of(other), 800, MEASURE) > least


@pytest.mark.parametrize("deals", [40, pytest.param(150, marks=MARATHON)])
@pytest.mark.parametrize("pair", [(a, b) for a in LEVELS for b in LEVELS])
def test_a_deal_between_house_players_comes_to_an_end(pair, deals):
    """The rules let both take discards for ever; house players draw from the stock in the end."""
    chance = Random(11)
    for number in range(deals):
        deck = tuple(chance.sample(range(52), 52))
        _, ended = play_deal([make_player(level, number) for level in pair], deck)
        assert ended, f"deal {number} did not end in {MOST_ACTIONS} moves"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "key", [key for key, rules in engine.VARIANTS.items() if rules.kernel.name in ("colonel", "conquian")]
)
def test_with_melds_on_the_table_the_house_plays_every_variant_lawfully_and_better_than_chance(key, level):
    rules, won = engine.rule_set(key), [0, 0]
    for seed in range(12):
        chance = Random(seed)
        cards = rules.pack.cards
        state, _ = engine.apply(rules, engine.start(rules), engine.DrawForDeal(tuple(chance.sample(cards, len(cards)))))
        state, ended = play_deal(
            (make_player(level, seed), RandomPlayer(seed)), tuple(chance.sample(cards, len(cards))), rules, state
        )
        assert ended
        winner = state.rest.score.deals[-1].winner
        if winner is not None:
            won[winner] += 1
    assert won[0] >= 6 > won[1]
