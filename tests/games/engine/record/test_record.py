"""The game record: what is written reads back the same, errors are found, and nothing else can go wrong."""

import random
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from games.engine import record
from tests.games.engine.gin_table import KEYS, steps
from tests.games.engine.law_table import law_steps

NAMES = (("A", "Ann"), ("B", 'Be"n \\'), ("Date", "2026.11.20"))
SHORT = """\
[Undercut "1"]
[Rules "gin-pagat"]
[A "Ann"]

#0 KSACADAHAS2C2D2H2S3C3D3H3S4C4D4H4S5C5D5H5S6C6D6H6S7C7D7H7S8C8D8H8S9C9D9H9STCTDTHTSJCJDJHJSQCQDQHQSKCKDKH
#1 B AS4HAD5HAC6H3S7H4S8S5S9SJHTSJDKCTCKD5C2DQHJCKHKSQSQDQCJS9H9D9C8H8D8C7S7D7C6S6D6C5D4D4C3H3D3C2S2H2CTHTDAH
1. p p sJC {[%clk 0:04:12] a good card} kTC
= knock A 17 (5:22)
"""


def log_of(rules, seed, laws=False, deals=2):
    sitting = law_steps(rules, seed, deals, 0.02) if laws else steps(rules, seed, deals)
    return [action for _, action, _, _ in sitting]


def read_one(text):
    (found,) = record.read(text.splitlines())
    return found


@pytest.mark.parametrize("laws", ["strict", "table_laws"])
@pytest.mark.parametrize("key", KEYS)
def test_what_is_written_reads_back_and_plays_the_same(key, laws):
    """Parse and write are one another's inverse, and the record tells exactly the log."""
    rules = engine.rule_set(key, laws=laws)
    log = log_of(rules, 1, laws != "strict")
    told = record.record_of(rules, log, NAMES)
    text = record.written(told)
    ((back, state),) = record.checked(text.splitlines())
    assert back == told
    assert record.written(back) == text
    assert record.actions_of(back) == tuple(log)
    assert state == engine.replay(rules, log)[0]
    assert max(map(len, text.splitlines())) < 125


def test_a_game_to_its_end_has_its_totals():
    rules = engine.rule_set("gin-rummy-com", target=30)
    log = log_of(rules, 3, deals=40)
    told = record.record_of(rules, log, (("Result", record.result_header(engine.replay(rules, log)[0].rest.standing)),))
    lines = record.written(told).splitlines()
    assert lines[1] == '[Rules "gin-rummy-com{target=30}"]'
    assert lines[-1].startswith("== A ")
    assert record.state_of(read_one("\n".join(lines))).rest.standing.over
    lines[2] = '[Result "A 1 B 1"]'
    with pytest.raises(record.RecordError, match="Result: it came to"):
        record.state_of(read_one("\n".join(lines)))


def test_a_record_in_words():
    found = read_one(SHORT)
    assert found.header("A") == "Ann"
    assert found.items[4].comments == ("[%clk 0:04:12] a good card",)
    assert record.written(found) == SHORT
    assert record.state_of(found).rest.result.points == 17


@pytest.mark.parametrize(
    ("right", "wrong", "line", "column", "said"),
    [
        ("sJC {", "sJD {", 7, 8, "it was sJC"),
        ("kTC", "kKD", 7, 41, "E_NOT_IN_HAND"),
        ("= knock A 17 (5:22)", "= knock A 18 (5:22)", 8, 1, "it came to knock A 17"),
        ("= knock A 17 (5:22)", "== A 17 B 0", 8, 1, "it came to knock"),
        ("= knock A 17 (5:22)", "#2 B 2C", 8, 1, "is missing"),
        ("= knock A 17 (5:22)\n", "", 7, 41, "is missing"),
        ("#1 B", "#2 B", 6, 1, "this is deal 1"),
        ("#1 B", "#1 A", 6, 1, "dealt by B"),
        ("#1 B AS4H", "#1 B AS4HAS", 6, 1, "each once"),
        ("p p", "p d+", 7, 6, "E_OPTION"),
        ("p p", "p A:uQH", 7, 6, "E_NOT_TURN"),
        ("p p", "p u2C", 7, 6, "it was uQH"),
        ("gin-pagat", "gin-nowhere", 1, 1, "variant"),
        ("gin-pagat", "gin-pagat{knock_limit=11}", 1, 1, "knock_limit"),
        ("gin-pagat", "gin-pagat{knock_limit}", 1, 1, "name=value"),
        ("p p sJC", "p p !fly", 7, 8, "allowed are"),
        ("p p sJC", "p p !!dir_fly", 7, 8, "dir_record"),
        ("p p sJC", "p p !!dir_adjust(A,many)", 7, 8, "a whole number"),
        ("p p sJC", "p p 1/sJC", 7, 8, "there are no boards"),
        ("kTC", "k?", 7, 41, "which card"),
        ("kTC", "kTC:3H3H3H", 7, 41, "each card once"),
    ],
)
def test_a_record_that_is_not_so_is_found_at_its_place(right, wrong, line, column, said):
    assert SHORT.count(right) == 1
    text = SHORT.replace(right, wrong)
    with pytest.raises(record.RecordError, match=said.replace("(", r"\(")) as error:
        list(record.checked(text.splitlines()))
    assert (error.value.line, error.value.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ("p", 1, 1, "a record begins with"),
        ('[Rules "gin-pagat"]', 1, 1, "a record begins with"),
        ('[Undercut "2"]', 1, 1, "allowed is 1"),
        ('[Undercut "1"]', 1, 1, "names its rules"),
        ('[Undercut "1"] [Rules "a"] [Rules "b"]', 1, 28, "once in a record"),
        ('[Undercut "1"] [Rules "a] p', 1, 16, "a header such as"),
        ('[Undercut "1"] [Rules "a"]\np [A "Ann"]', 2, 3, "headers stand before"),
        ('[Undercut "1"] [Rules "a"]\n  q7H', 2, 3, "no word of a record"),
        ('[Undercut "1"] [Rules "a"]\n-1H', 2, 1, "a card such as KD"),
        ('[Undercut "1"] [Rules "a"]\n-', 2, 1, "a card such as KD"),
        ('[Undercut "1"] [Rules "a"]\n+8H>x', 2, 1, "the number of a meld"),
        ('[Undercut "1"] [Rules "a"]\nm', 2, 1, "no word of a record"),
        ('[Undercut "1"] [Rules "a"]\nm3H4', 2, 1, "cards such as"),
        ('[Undercut "1"] [Rules "a"]\nh3H4H5H-KD', 2, 1, "no card is thrown"),
        ('[Undercut "1"] [Rules "a"]\n0/p', 2, 1, "numbered from 1"),
        ('[Undercut "1"] [Rules "a"]\n!Object', 2, 1, "a command such as"),
        ('[Undercut "1"] [Rules "a"]\n#1 7H', 2, 1, "a deal"),
        ('[Undercut "1"] [Rules "a"]\n#0 A 7H', 2, 1, "has none"),
        ('[Undercut "1"] [Rules "a"]\n#x', 2, 1, "a deal such as"),
        ('[Undercut "1"] [Rules "a"]\np {never', 2, 3, "ends with"),
        ('[Undercut "1"] [Rules "a"]\np "words"', 2, 3, "words in quotes follow"),
    ],
)
def test_text_that_is_no_record_is_refused_with_its_place(text, line, column, said):
    with pytest.raises(record.RecordError, match=said) as error:
        list(record.read(text.splitlines()))
    assert (error.value.line, error.value.column) == (line, column)


def test_many_records_in_one_file_are_read_one_by_one():
    two = record.write([read_one(SHORT), read_one(SHORT.replace("Ann", "Eve"))])
    lines = iter(two.splitlines())
    stream = record.read(lines)
    assert next(stream).header("A") == "Ann"
    assert next(lines) is not None  # nothing has been read ahead
    headers = list(record.read(two.splitlines(), headers_only=True))
    assert [(found.header("A"), found.items) for found in headers] == [("Ann", ()), ("Eve", ())]


def test_what_one_seat_saw_is_read_and_not_replayed():
    deck = "AS?51"
    text = SHORT.replace(SHORT.splitlines()[5].split()[2], deck).replace("sJC", "s?")
    ((found, state),) = record.checked(text.splitlines())
    assert state is None
    assert found.items[1].deck == ("AS", *["?"] * 51)
    assert "#1 B AS?51" in record.written(found)


def test_words_and_comments_keep_their_sense():
    headers = '[Undercut "1"]\n[Rules "gin-pagat{laws=recorded}"]\n\n'
    text = headers + '{before all} !!dir_void "a \\"short\\" pack" {so it was}\n'
    found = read_one(text)
    assert (found.preface, found.items[0].words) == (("before all",), 'a "short" pack')
    assert record.written(found) == text
    assert read_one(text.replace("so it was", "so\n  it was")) == found


def test_boards_stand_before_their_words():
    rules = engine.rule_set("partnership")
    text = record.written(record.record_of(rules, log_of(rules, 2, deals=1)))
    assert "#1/1" not in text
    assert "2/" in text
    with pytest.raises(record.RecordError, match="a board from 1 to 2"):
        list(record.checked(text.replace("2/", "", 1).splitlines()))
    with pytest.raises(record.RecordError, match="a board from 1 to 2"):
        list(record.checked(text.replace("2/", "3/", 1).splitlines()))


def test_the_director_may_take_the_log_back_in_a_record():
    rules = engine.rule_set("gin-pagat", laws="recorded")
    log = [*log_of(rules, 1, deals=1)[:6], engine.DirUndo(3)]
    text = record.written(record.record_of(rules, log))
    assert "!!dir_undo(3)" in text
    assert record.state_of(read_one(text)) == engine.replay(rules, log)[0]
    with pytest.raises(record.RecordError, match="an earlier action"):
        record.state_of(read_one(text.replace("undo(3)", "undo(9)")))


def test_the_command_line_counts_and_sets_its_status(tmp_path):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(record.write([read_one(SHORT)] * 2))
    bad.write_text(SHORT.replace("sJC", "sJD"))
    run = subprocess.run(
        [sys.executable, "-m", "games.engine.record", str(good), str(bad), str(tmp_path / "none.txt")],
        capture_output=True,
        text=True,
        check=False,
    )
    *failures, last = run.stdout.splitlines()
    assert (last, run.returncode) == ("2 passed, 2 failed", 1)
    assert failures[0] == f"{bad}: line 7, column 8: sJD: it was sJC"
    clean = subprocess.run([sys.executable, "-m", "games.engine.record", str(good)], capture_output=True, check=False)
    assert clean.returncode == 0
    usage = subprocess.run([sys.executable, "-m", "games.engine.record"], capture_output=True, check=False)
    assert usage.returncode == 1


# Fuzz


PIECES = st.one_of(
    st.sampled_from(
        [
            *('[Undercut "1"]', '[Rules "gin-pagat{laws=table_laws}"]', '[Rules "conquian"]', '[Rules "partnership"]'),
            *("\n", " ", "{", "}", '"', "#1 B 2C3D", "#0 ?52", "=", "==", "= knock A 1", "1.", "p", "sKD", "-KD", "k?"),
            *("kKD:3H4H5H|", "*3C4C5C-KD", "!object", "!peek_stock(9D)", "!!dir_record(IRR-8,A,11)", "!!dir_undo(0)"),
            *("!!reshuffle(2C3D)", "B:", "2/", "+8H>1", "m3H4H5H", "t6D", "r", "u?", "(", ")", ",", "\\", "\ufeff"),
        ]
    ),
    st.text(max_size=8),
)


def only_its_own_error(text):
    """Reading and checking end, or raise RecordError and nothing else; what was read is written and read again."""
    try:
        found = list(record.read(text.split("\n")))
    except record.RecordError:
        return
    written = record.write(found)
    assert list(record.read(written.split("\n"))) == found
    try:
        list(record.checked(text.split("\n")))
    except record.RecordError:
        return


@given(st.lists(PIECES, max_size=30).map("".join))
@settings(max_examples=150, deadline=None)
def test_no_text_brings_anything_but_the_parsers_own_error(text):
    only_its_own_error(text)


@given(st.lists(PIECES, max_size=30).map(" ".join))
@settings(max_examples=150, deadline=None)
def test_no_words_of_a_record_in_any_order_do(text):
    only_its_own_error(f'[Undercut "1"] [Rules "gin-pagat{{laws=table_laws}}"]\n{text}')


def damaged(seed):
    """A true record with a few letters changed, lost or moved."""
    rng = random.Random(seed)
    rules = engine.rule_set(rng.choice(KEYS), laws=rng.choice(("strict", "table_laws")))
    text = list(record.written(record.record_of(rules, log_of(rules, seed % 7, rules.laws != "strict", deals=1))))
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(text))
        what = rng.randrange(4)
        if what == 0:
            del text[at]
        elif what == 1:
            text[at] = rng.choice('AKQ?3HCDS-+*:|>!/().,"{}[]=# \n')
        elif what == 2:
            text.insert(at, rng.choice("p.uskg-?9H "))
        else:
            text[at:at] = text[at - 12 : at]
    return "".join(text)


@pytest.mark.parametrize("seed", range(120))
def test_a_damaged_record_brings_nothing_else_either(seed):
    only_its_own_error(damaged(seed))


@pytest.mark.marathon
def test_a_hundred_thousand_records_bring_nothing_else():
    @given(st.lists(PIECES, max_size=30).map(" ".join))
    @settings(max_examples=100_000, deadline=None, database=None)
    def fuzz(text):
        only_its_own_error(f'[Undercut "1"] [Rules "gin-pagat{{laws=recorded}}"]\n{text}')

    fuzz()
    for seed in range(2_000):
        only_its_own_error(damaged(seed))
