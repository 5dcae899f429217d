"""Every number on a page of rules, in figures or as a word, is what the engine plays by."""

import random
import re
from collections.abc import Callable

import pytest

from games import engine
from games.engine.cards.meld_tables import all_melds
from games.engine.cards.melds import meld_kind
from games.engine.gin.scoring.showdown import score_knock
from games.engine.gin.scoring.upcard import limit_under
from games.live import presets
from games.live.presets import tiles
from tests.games.engine.gin_table import deck

Figures = list[int]
Rules = engine.RuleSet
WORDS = ("nothing", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
COUNTS = {word: n for n, word in enumerate(WORDS) if n} | {"once": 1, "twice": 2, "eleventh": 11}
NO_COUNT = (  # words that stand for a card, a player, an order or both
    "same one", "that one", "lower one", "next one", "every later one", "one of the other team", "one of a player",
    "a first", "a second", "first", "tens", "other one", "at once",
)  # fmt: skip


def figures(text: str) -> Figures:
    """The numbers of a sentence in their order."""
    said = text.lower()
    for words in ("every later one", *NO_COUNT):
        said = re.sub(rf"\b{words}\b", "-", said)
    return [int(word) if word.isdigit() else COUNTS[word] for word in re.findall(r"\d+|[a-z]+", said) if is_count(word)]


def is_count(word: str) -> bool:
    return word.isdigit() or word in COUNTS


def dealt(rules: Rules) -> engine.State:
    """A deal with its cards, by the engine; of one board where there are several."""
    state, chance = engine.start(rules), random.Random(1)
    while (due := engine.due_chance(rules, state)) is not None:
        state, _ = engine.apply(rules, state, due(deck(chance, rules.pack.cards)))
    return state.boards[0].state if state.boards else state


def hands(rules: Rules) -> Figures:
    """The sizes of the hands that are dealt at a board, the larger first, each once."""
    return sorted({hand.bit_count() for hand in dealt(rules).hands}, reverse=True)


def sizes(rules: Rules, kind: str) -> tuple[int, int]:
    """The fewest and the most cards of the sets (or runs) of the pack."""
    found = [cards.bit_count() for cards, one in all_melds(rules.pack).items() if str(one) == kind]
    return min(found), max(found)


def is_run(rules: Rules, ranks: str) -> bool:
    """Are these ranks of one suit a run?"""
    cards = sum(1 << engine.parse_card(f"{rank}S", rules.pack) for rank in ranks)
    return meld_kind(cards, rules.pack) is not None


def worth(rules: Rules, rank: str) -> int:
    return rules.pack.values[engine.parse_card(f"{rank}S", rules.pack)]


def cards(rules: Rules) -> Figures:
    count, ranks = len(rules.pack.cards), rules.pack.ranks
    assert count == 4 * len(ranks)
    if rules.kernel.name == "conquian":
        return [count, 10] if "T" in ranks else [count, 7, 7] if is_run(rules, "67J") else []
    is_low = rules.kernel.name != "colonel"
    assert (is_run(rules, "A23"), is_run(rules, "QKA")) == (is_low, not is_low)
    return [count, 2, 3]


def values(rules: Rules) -> Figures:
    assert [worth(rules, rank) for rank in "23456789"] == list(range(2, 10))
    assert {worth(rules, rank) for rank in "TJQK"} == {10}
    return [10] if worth(rules, "A") == 10 else [worth(rules, "A"), 10]


def melds(rules: Rules) -> Figures:
    (fewest, most), (shortest, longest) = sizes(rules, "set"), sizes(rules, "run")
    if rules.kernel.name == "conquian":
        return [fewest, most, shortest, longest]
    return [fewest, most, shortest] if rules.kernel.name == "colonel" else [fewest, most, shortest, 1]


def players(rules: Rules) -> Figures:
    numbers, at_a_board = rules.seating.numbers(rules), len(dealt(rules).hands)
    if rules.seating.name == "cutthroat":
        return [numbers[0], at_a_board]
    if rules.seating.name == "chouette":
        return [min(numbers), max(numbers), 1]
    return [2, rules.team_size] if rules.seating.name == "teams" else [at_a_board]


def limit(rules: Rules) -> Figures:
    if rules.knock_limit_source == "fixed":
        return [rules.knock_limit, 1] if rules.knock_limit else []
    assert {limit_under(rules, engine.parse_card(f"{rank}H")) for rank in "TJQK"} == {10}
    ace = limit_under(rules, engine.parse_card("AH"))
    return [10, ace] if ace else [10]


def boxes(rules: Rules) -> Figures:
    own = [rules.box_value] if rules.box_value else []
    if rules.extra_boxes == "none":
        return own
    spade, other = engine.parse_card("7S"), engine.parse_card("7H")
    more = [score_knock(rules, (0, 1), counts, upcard=other).extra_boxes for counts in ((5, 2), (0, 9))]
    twice = [score_knock(rules, (0, 1), counts, upcard=spade).extra_boxes for counts in ((5, 2), (0, 9))]
    assert twice == [2 * one for one in more]
    return [*own, *more, 2]


def shutout(rules: Rules) -> Figures:
    return {"none": [], "add": [rules.shutout.value], "double_total": [2]}[rules.shutout.mode]


def target(rules: Rules) -> Figures:
    if rules.kernel.name == "colonel":
        return [1]  # one deal is a game
    if rules.suit_columns:
        return [rules.suit_target, len(rules.sheet.settle(rules, rules.sheet.blank(2)).columns)]
    if rules.columns == 1:
        return [rules.target]
    return [rules.target, 2 if rules.column_settlement == "best_of" else rules.columns]


def sheet(rules: Rules) -> Figures:
    if rules.columns == 3:
        assert len(rules.sheet.settle(rules, rules.sheet.blank(2)).columns) == 3
        return [3, *entered(rules)]
    return [] if rules.suit_columns else [2 if rules.seating.name == "chouette" else 1]


def entered(rules: Rules) -> Figures:
    """HOL-2: in how many columns the first, the second and the third win of a player stand."""
    score, found = rules.sheet.blank(2), []
    for _ in range(3):
        before = sum(column.entries[0] for column in rules.sheet.settle(rules, score).columns)
        won = engine.DealResult(type="knock", winner=0, points=1)
        score = rules.sheet.enter(rules, score, won)
        found.append(sum(column.entries[0] for column in rules.sheet.settle(rules, score).columns) - before)
    return found


def stake(rules: Rules) -> Figures:
    """CNQ-18, 19: the units of a game, and those after a drawn one; STR-2: how often on a shutout."""
    if rules.kernel.name != "conquian":
        nil, many = (engine.DealResult(type="knock", winner=0, points=n) for n in (0, 1_000))
        score = rules.sheet.enter(rules, rules.sheet.enter(rules, rules.sheet.blank(2), nil), many)
        return [rules.sheet.settle(rules, score).net[0] // (rules.stake or 1)]
    won, drawn = (
        engine.DealResult(type="out", winner=0, points=1),
        engine.DealResult(type="draw", winner=None, points=0),
    )
    plain = paid(rules, [won])
    after = paid(rules, [drawn, won])
    return {"none": [plain], "double": [plain, after], "pool": [plain, after - plain]}[rules.draw_carry]


def paid(rules: Rules, deals: list[engine.DealResult]) -> int:
    score = rules.sheet.blank(2)
    for deal in deals:
        score = rules.sheet.enter(rules, score, deal)
    return rules.sheet.settle(rules, score).points[0]


def net(rules: Rules) -> Figures:
    if rules.seating.name == "cutthroat":
        return [2, rules.shutout.value]
    return [2] if rules.seating.name == "battle_royal" else []


def about(rules: Rules) -> Figures:
    return {
        "hollywood": [rules.columns],
        "teams": [2],
        "conquian": [hands(rules)[0] + 1],
        "more": players(rules),
        "straight": [hands(rules)[0] + 1] if rules.big_gin_bonus is not None else [],
    }.get(presets.game(rules), [])


def stock(rules: Rules) -> Figures:
    return [] if rules.kernel.name == "colonel" else [rules.stock_floor]


def undercut(rules: Rules) -> Figures:
    return [rules.undercut_penalty if rules.kernel.name == "royal" else rules.undercut_bonus]


PROVED: dict[str, Callable[[Rules], Figures]] = {
    "about": about,
    "aim": lambda rules: [hands(rules)[0] + 1, 1],
    "big_gin": lambda rules: [hands(rules)[0] + 1, 1, 1],
    "big_gin_bonus": lambda rules: [rules.big_gin_bonus or 0],
    "boxes": boxes,
    "cards": cards,
    "challenge": lambda rules: [1],
    "deal": lambda rules: [*hands(rules), dealt(rules).stock],
    "discard": lambda rules: [1],
    "doubling": lambda rules: [2, rules.decline_bonus],
    "draw": lambda rules: [] if rules.kernel.name == "colonel" else [1],
    "game_bonus": lambda rules: [rules.game_bonus] if rules.game_bonus else [],
    "gin": lambda rules: [hands(rules)[-1], 1],
    "gin_bonus": lambda rules: [rules.gin_bonus],
    "hand_win_bonus": lambda rules: [rules.hand_win_bonus],
    "knock": lambda rules: [2] if rules.kernel.name == "royal" else [],
    "lay": melds,
    "limit": limit,
    "match": lambda rules: [rules.match_target or 0] * 2 + [1],
    "melds": melds,
    "net": net,
    "players": players,
    "sheet": sheet,
    "shutout": shutout,
    "spades": lambda rules: [rules.spade_multiplier],
    "stake": stake,
    "stock": stock,
    "target": target,
    "undercut": undercut,
    "use": lambda rules: [1, hands(rules)[0] + 1],
    "values": values,
    "win": lambda rules: [hands(rules)[0] + 1, hands(rules)[0]],
}
LAID_OVER = (
    "gin-pagat{knock_limit=3,gin_bonus=7,undercut_bonus=8,box_value=25,target=60,game_bonus=11,shutout=add:70}",
    "doubling{decline_bonus=4}", "hollywood-classic{target=80}", "color{suit_target=70}", "partnership-n{team_size=5}",
    "colonel-ball{exhaustion=end_of_turn}", "battle-royal{undercut_penalty=30}", "straight-scarne{target=50}",
)  # fmt: skip


@pytest.mark.parametrize("word", [*engine.VARIANTS, *LAID_OVER])
def test_every_number_of_a_page_is_read_from_the_rules(word: str) -> None:
    rules = engine.parse_rules(word)
    said = {one.key: one.text for one in presets.points(rules)} | {"about": presets.about(rules)}
    for key, text in said.items():
        found = figures(text)
        proved = PROVED[key](rules) if key in PROVED else []
        assert found == proved, f"{key}: {text}"


def test_the_numbers_of_a_sentence_are_found() -> None:
    assert figures("Two play; 31 are left, the next one is thrown once.") == [2, 31, 1]


def test_what_a_tile_says_is_so_of_its_first_preset() -> None:
    gin = next(tile for tile in tiles.tiles() if tile.key == "gin")
    rules = engine.VARIANTS[gin.first]
    assert figures(gin.says) == [*hands(rules), rules.knock_limit]
    assert [figures(tile.says) for tile in tiles.tiles() if tile.key not in ("gin", "hollywood")] == [[]] * 4


@pytest.mark.parametrize("key", ["partnership", "partnership-classic", "partnership-n", "chouette"])
def test_who_ends_the_game_is_who_has_a_sum(key: str) -> None:
    """PRT-6, 3P-9: a page names a team or a side where the sheet has two sums."""
    text = {one.key: one.text for one in presets.points(engine.VARIANTS[key])}["target"]
    who = "team" if key.startswith("partnership") else "side"
    assert text.startswith(f"The first {who} with ")


def test_a_challenge_is_open_to_both_until_their_next_own_turn() -> None:
    """COL-15: in the other's turn too, and not again before one's own next turn, as the page says."""
    rules = engine.rule_set("colonel-challenge")
    state = dealt(rules)
    turn, other = state.turn, 1 - state.turn

    def after(state: engine.State, *actions: engine.Action) -> engine.State:
        for action in actions:
            state, _ = engine.apply(rules, state, action)
        return state

    challenge, refuse = engine.Challenge(other), engine.RefuseChallenge(turn)
    assert challenge in engine.legal_actions(rules, state, other), "it is not the challenger's turn"
    state = after(state, challenge, refuse)
    assert challenge not in engine.legal_actions(rules, state, other)
    state = after(state, engine.DrawStock(turn))
    throw = next(one for one in engine.legal_actions(rules, state, turn) if isinstance(one, engine.Discard))
    state = after(state, throw)
    assert challenge in engine.legal_actions(rules, state, other)
    assert (
        "only once until the next own turn begins" in {one.key: one.text for one in presets.points(rules)}["challenge"]
    )


@pytest.mark.parametrize(
    "key", [key for key, rules in engine.VARIANTS.items() if presets.game(rules) in ("more", "straight")]
)
def test_a_page_opens_with_its_own_game(key: str) -> None:
    """The sentence at the top is about this game, not about the several that stand under one name in the list."""
    rules = engine.VARIANTS[key]
    of_the_list = {words for _key, _name, words in presets.games()}
    assert presets.about(rules) not in of_the_list
