"""Color gin: scoring suits, arrangements, closing colours (CGN-1..15)."""

from dataclasses import replace

import pytest

from games import engine
from games.engine.gin.scoring.arranging import arrangements, coloured, open_suits
from tests.games.engine.gin_table import card, hand, position, steps

COLOR = engine.rule_set("color")
A, B = 0, 1
GIN = "QH QS QC 10D JD QD 3D 4D 5D 6D"  # scores in clubs, hearts and spades
OTHER = "9C 9H 9S 9D KC KD KH 5C 5H 8S"


def settled(kept, other=OTHER, key="color", **given):
    return engine.settle_knock(engine.rule_set(key), hand(kept), hand(other), **given).result


@pytest.mark.parametrize(
    ("melds", "deadwood", "closed", "suits"),
    [
        (["8H 8D 8C", "6H 6D 6C", "2C 3C 4C 5C"], "", "", "DH"),
        (["9H 9D 9C 9S", "3H 4H 5H", "JD QD KD"], "", "", "CS"),  # CGN-6
        (["3H 4H 5H", "JD QD KD"], "2C", "", "S"),  # CGN-5: no set
        (["3H 4H 5H 6H 7H", "8S 9S 10S JS QS"], "", "", "CD"),
        (["4H 5H 6H", "4D 5D 6D", "4S 5S 6S"], "AC", "", ""),
        (["8H 8D 8C", "6H 6D 6S"], "", "", "DH"),
        (["8H 8D 8C", "6H 6D 6S"], "AD 2S", "", "H"),
        (["8H 8D 8C"], "AS", "CH", "D"),
    ],
)
def test_cgn_4_to_6_the_scoring_suits(melds, deadwood, closed, suits):
    assert engine.scoring_suits([hand(meld) for meld in melds], hand(deadwood), closed) == suits


def test_cgn_4_what_is_no_meld_has_no_suits():
    with pytest.raises(engine.Impossible, match="E_BAD_MELD"):
        engine.scoring_suits([hand("8H 8D")], 0)


def test_cgn_2_cgn_8_the_whole_score_goes_into_each_open_suit():
    assert (settled(GIN).points, settled(GIN).suits) == (38, "CHS")
    assert settled(GIN, closed="H").suits == "CS"


def test_cgn_3_cgn_7_an_undercut_scores_in_the_knockers_suits():
    result = settled("8H 8D 8C 6H 6D 6S KH KD KC 2D", "9C 9H 9S 9D QC QD QH 5C 5H 5S")
    assert (result.type, result.winner, result.points, result.suits) == ("undercut", B, 12, "H")


def test_cgn_9_without_an_open_suit_nobody_goes_down():
    for kept, given in ((GIN, {"closed": "CHS"}), ("4H 5H 6H 4D 5D 6D 7S 8S 9S AC", {})):
        with pytest.raises(engine.Impossible) as error:
            settled(kept, "2C 2H 10S 10C KC KD KH 5C 7H 8C", **given)
        assert error.value.code == "E_NO_OPEN_SUIT"
    with pytest.raises(engine.Impossible, match="E_KNOCK_LIMIT"):  # the limit is asked first
        settled("4H 5H 6H 4D 5D 6D 7S 8S KS QC")


NINE = "4H 5H 6H 4D 5D 6D 4S 5S 6S AC"  # three sets score in D, H and S; three runs in nothing


def test_gin_14_cgn_14_most_open_suits_first_then_least_count():
    assert settled(NINE).suits == "DHS"
    runs = [hand(meld) for meld in ("4H 5H 6H", "4D 5D 6D", "4S 5S 6S")]
    with pytest.raises(engine.Impossible, match="E_NO_OPEN_SUIT"):
        settled(NINE, melds=runs)


def test_gin_14_a_wider_knock_is_the_default_and_gin_is_laid_when_it_is_called():
    kept = hand("AD 2D 3D 4D 9C 9H 9S KC KH KS")
    gin = coloured(kept, 10, "", True)
    assert (gin.count, open_suits(gin)) == (0, "CHS")
    assert coloured(kept, 10, "CHS", True) is None
    for limit in (0, 5, 10):
        ways = arrangements(kept, limit)
        assert all(way.count <= limit for way in ways)
        assert coloured(kept, limit, "") in ways


def test_arrangements_are_all_there_are():
    found = arrangements(hand(NINE), 100)
    assert len({frozenset(way.melds) for way in found}) == len(found)
    assert {way.count for way in found} >= {1, 16}
    best = min(found, key=lambda way: way.count)
    assert best.count == engine.deadwood(hand(NINE))


@pytest.mark.parametrize("options", [{}, {"showdown": "manual"}])
def test_cgn_9_what_is_listed_is_what_may_go_down(options):
    rules = engine.rule_set("color", **options)
    state = position(rules, A=GIN, B=OTHER, pile="7C", stock="KS", stock_size=20, closed="CHS")
    state, _ = engine.apply(rules, state, engine.DrawStock(A))
    listed = engine.legal_actions(rules, state, A)
    assert engine.Gin(A, card("KS")) not in listed
    with pytest.raises(engine.Impossible, match="E_NO_OPEN_SUIT"):
        engine.apply(rules, state, engine.Gin(A, card("KS")))
    state = position(rules, A=GIN, B=OTHER, pile="7C", stock="KS", stock_size=20, closed="CH")
    state, _ = engine.apply(rules, state, engine.DrawStock(A))
    assert engine.Gin(A, card("KS")) in engine.legal_actions(rules, state, A)
    done, _ = engine.apply(rules, state, engine.Gin(A, card("KS")))
    assert (done.rest.result.suits, done.rest.spread.suits) == ("S", "S")


def test_cgn_15_the_eleventh_card_of_a_big_gin_is_part_of_the_hand():
    eleven = "QH QS QC QD 2D 3D 4D 5D 6D 7D 8D"
    result = settled(eleven, "9C 9H 9S 9D KC KD KH 5C 5H 8S", key="color-big-gin", how="big_gin")
    assert (result.type, result.points, result.suits) == ("big_gin", 31 + 18, "CHS")
    rules = engine.rule_set("color-big-gin")
    state = position(rules, A=eleven.replace(" 8D", ""), B=OTHER, pile="7C", stock="8D", stock_size=20, closed="C")
    state, _ = engine.apply(rules, state, engine.DrawStock(A))
    assert engine.BigGin(A) in engine.legal_actions(rules, state, A)
    done, _ = engine.apply(rules, state, engine.BigGin(A))
    assert done.rest.result.suits == "HS"


def entered(*deals, start=()):
    score = replace(COLOR.sheet.blank(2), start=start)
    for winner, points, suits in deals:
        score = COLOR.sheet.enter(
            COLOR, score, engine.DealResult(type="knock", winner=winner, points=points, suits=suits)
        )
    return COLOR.sheet.settle(COLOR, score)


def test_cgn_10_a_colour_at_the_target_is_closed_for_both_and_keeps_its_overshoot():
    game = entered((A, 90, "H"), (A, 40, "DH"), (A, 25, "HS"))
    assert [(column.name, column.points, column.over) for column in game.columns] == [
        ("C", (0, 0), False),
        ("D", (40, 0), False),
        ("H", (130, 0), True),
        ("S", (25, 0), False),
    ]
    with pytest.raises(engine.Impossible) as error:
        entered((A, 100, "H"), (B, 20, "H"))
    assert error.value.code == "E_NO_OPEN_SUIT"


def test_cgn_11_when_all_are_closed_the_higher_sum_wins_and_equal_sums_are_drawn():
    game = entered((B, 35, "S"), start=((120, 40, 110, 20), (30, 105, 0, 95)))
    assert (game.over, game.winner, game.totals, game.net) == (True, A, (290, 265), (25, -25))
    game = entered((B, 10, "S"), start=((100, 100, 0, 0), (0, 0, 100, 90)))
    assert (game.over, game.winner) == (True, None)


def test_cgn_11_a_drawn_game_is_told_without_a_winner():
    rules = COLOR
    state = position(rules, A=GIN, B=OTHER, pile="7C", stock="KS", stock_size=20)
    score = replace(rules.sheet.blank(2), start=((62, 0, 162, 100), (76, 100, 0, 186)))
    rest = replace(state.rest, score=score, closed="DHS")
    state = engine.play.state.make_state(state.phase, state.turn, state.hands, state.stock, state.pile, rest)
    for action in (engine.DrawStock(A), engine.Gin(A, card("KS"))):
        state, events = engine.apply(rules, state, action)
    assert state.rest.standing.points == (362, 362)
    assert events[-1] == engine.GameWon(None, (362, 362), (0, 0))
    assert engine.codec.event_to_json(events[-1])["seat"] is None
    assert engine.is_over(rules, state)


def test_cgn_12_the_deal_alternates():
    assert COLOR.next_dealer == "alternate"


def test_cgn_13_the_target_and_the_bonuses_are_options():
    rules = engine.rule_set("color", suit_target=50, gin_bonus=25)
    score = rules.sheet.blank(2)
    score = rules.sheet.enter(rules, score, engine.DealResult(type="gin", winner=A, points=50, suits="S"))
    assert rules.sheet.settle(rules, score).columns[3].over
    assert engine.settle_knock(rules, hand(GIN), hand(OTHER)).result.points == 43


def test_cgn_1_a_sitting_goes_on_until_all_colours_are_closed():
    rules = engine.rule_set("color", suit_target=30)
    *_, (_, _, state, _) = steps(rules, 5, deals=200)
    assert engine.is_over(rules, state)
    assert all(column.over for column in state.rest.standing.columns)
    data = engine.codec.view_to_json(engine.view(rules, state, A))
    assert [column["name"] for column in data["score"]["suits"]] == ["C", "D", "H", "S"]
    assert set(data["result"]["suits"]) <= set("CDHS")


def test_irr_10_a_tied_hand_keeps_its_penalty_in_each_scoring_suit():
    rules = engine.rule_set("color", undercut_on_tie=False)
    knocker, level = "8H 8D 8C 6H 6D 6S KH KD KC AD", "9C 9H 9S 9D QC QD QH 5C 5H 5S"
    other = hand(level) & ~hand("5S") & ~hand("5C") & ~hand("5H")  # three cards too few, no deadwood
    spread = engine.settle_knock(rules, hand(knocker), other | hand("AS"), fixes=(0, -2)).result
    assert (spread.type, spread.winner, spread.suits, spread.penalties) == ("tie", None, "H", (0, 20))
    game = rules.sheet.settle(rules, rules.sheet.enter(rules, rules.sheet.blank(2), spread))
    assert {column.name: column.points for column in game.columns if any(column.points)} == {"H": (0, -20)}
    assert {column.name: column.deals for column in game.columns if column.deals} == {"H": (1,)}
