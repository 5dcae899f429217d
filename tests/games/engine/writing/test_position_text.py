"""A position on one line: what is written reads back, and what is no position is refused."""

import pytest

from games import engine
from games.engine.writing.position_text import WRITABLE
from tests.games.engine.gin_table import KEYS
from tests.games.engine.law_table import gin, law_steps, play

KEPT = ("hands", "pile", "stock", "turn", "phase", "taken", "passes")
SLOTS = ("upcard", "factor", "double_right", "offered", "bound", "closed", "unknown", "table", "credit", "latest")
GOOD = "gin-pagat AS2S3S?7/KDKH?8 9D7H 2H?19 A/B draw - up=9D,x2,dr=A"


@pytest.mark.parametrize("laws", ["strict", "table_laws"])
@pytest.mark.parametrize("key", [key for key in KEYS if engine.VARIANTS[key].inner is None])
def test_every_moment_of_a_deal_is_one_line(key, laws):
    rules, written = engine.rule_set(key, laws=laws), 0
    for _, _, state, _ in list(law_steps(rules, 2, deals=1, director=0.02 * (laws != "strict")))[1:120]:
        if state.phase not in WRITABLE:
            continue
        line = engine.position_text(rules, state)
        again, back = engine.parse_position(line)
        assert (again, engine.position_text(again, back)) == (rules, line)
        assert all(getattr(back, name) == getattr(state, name) for name in KEPT)
        assert all(getattr(back.rest, name) == getattr(state.rest, name) for name in SLOTS)
        assert sorted(map(repr, back.rest.effects)) == sorted(map(repr, state.rest.effects))
        for seat in range(len(state.hands)):
            assert engine.legal_actions(again, back, seat) == engine.legal_actions(rules, state, seat)
        written += 1
    assert written > 0


def test_effects_in_words():
    rules, state = gin(A="AS 2S", B="4H", pile="9C 7H", stock="2H 9D", stock_size=20)
    state = play(rules, state, "A draw_stock", "A peek_stock 1", "B look_discards", "A discard 2H")
    line = "gin-pagat{laws=table_laws} AS2S/4H 9C7H2H ?18 A/B draw - row=9D>BA,drawn=A"  # B lost his turn
    assert engine.position_text(rules, state) == line


def test_only_a_deal_in_play_has_a_line():
    rules = engine.rule_set("gin-pagat")
    state = engine.start(rules)
    assert engine.position_text(rules, state) == "gin-pagat -/- - - -/- dealing - -"
    _, back = engine.parse_position("gin-pagat -/- - - -/- dealing - -")
    assert engine.position_text(rules, back) == "gin-pagat -/- - - -/- dealing - -"
    cutthroat = engine.rule_set("cutthroat")
    with pytest.raises(engine.Impossible, match="one board"):
        engine.parse_position("cutthroat -/-/- - - -/- dealing - -")
    assert engine.position_text(cutthroat, engine.start(cutthroat))


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("gin-pagat", "gin-nowhere", "variant"),
        ("gin-pagat", "gin-pagat{laws=loose}", "laws"),
        ("AS2S3S?7", "AS2S3", "cards such as"),
        ("AS2S3S?7", "ASAS", "each card once"),
        ("AS2S3S?7/KDKH?8", "AS", "seats"),
        ("9D7H", "9DAS", "two places"),
        ("A/B", "A", "turn/dealer"),
        ("A/B", "C/B", "turn/dealer"),
        ("draw", "dreaming", "phase"),
        ("draw", "done", "phase"),
        ("draw -", "draw A3H4H5H", "table"),
        ("draw -", "draw A:3H4H5H+X6H", "table"),
        ("x2", "x", "effects"),
        ("dr=A", "dr=C", "seats of AB"),
        ("dr=A", "dr=AB", "one seat"),
        ("dr=A", "ban=A:soon", "effects"),
        ("dr=A", "fix=A1", "effects"),
        ("dr=A", "row=9D>C", "seats of AB"),
        ("dr=A", "closed=X", "letters of suits"),
        ("dr=A", "credit=1", "a value for each seat"),
        ("dr=A", "offer=discard", "offer"),
        ("up=9D", "up=1D", "no card"),
        (" draw", "", "rules hands pile"),
    ],
)
def test_what_is_no_position_is_refused(right, wrong, said):
    assert engine.position_text(*engine.parse_position(GOOD)) == GOOD
    with pytest.raises(engine.Impossible, match=said) as error:
        engine.parse_position(GOOD.replace(right, wrong, 1))
    assert error.value.code == "E_OPTION"


def test_rules_in_one_word():
    for text in ("gin-pagat", "gin-pagat{laws=table_laws,knock_limit=5}", "gin-pagat{shutout=double_total}"):
        assert engine.rules_text(engine.parse_rules(text)) == text
    for key in KEYS:
        assert engine.rules_text(engine.rule_set(key)) == key
        assert engine.parse_rules(engine.rules_text(engine.rule_set(key, laws="recorded"))).laws == "recorded"
    assert engine.parse_rules("partnership-n{team_size=4}") == engine.rule_set("partnership-n", team_size=4)
    for options in ("", "a=b}", "laws=strict,laws=strict}", "shutout=a:b}"):
        with pytest.raises(engine.Unplayable):
            engine.parse_rules("gin-pagat{" + options)
