"""Rule sets with values of one's own: the key says them all, in one spelling, and they are played like a preset."""

import pytest

from games import engine
from games.engine import record
from games.engine.play.options import TABLED, options_of
from tests.games.engine.by_hand.read_off import played
from tests.games.engine.gin_table import steps
from tests.games.engine.law_table import law_steps
from tests.games.engine.variants.test_every_option import ALL, WITH, others

GAME = engine.length_of("game")
CHOSEN = [name for name in (*ALL, "shutout") if name not in ("laws", "seats")]
BY_KIND = {(base.kernel.name, base.seating.name, base.sheet.name): base for base in [*engine.VARIANTS.values()][::-1]}
OURS = engine.house_key("gin-pagat", knock_limit=7, gin_bonus=30)


def house_rules_with(option):
    """The rule sets in which this option differs from a preset: one of each kernel, seating and sheet, every value."""
    for base in BY_KIND.values():
        beside = {name: value for name, value in WITH.get(option, {}).items() if name != "laws"}
        if option not in {*options_of(base.kernel.name), "shutout"}:
            continue
        if option == "shutout" and base.kernel.name in TABLED:
            continue
        for value in others(base, option):
            try:
                yield engine.rule_set(engine.house_key(base.key, **{**beside, option: value})), option, value
            except engine.Impossible as refused:
                if refused.code != "E_OPTION" or not refused.text:
                    raise


@pytest.mark.parametrize("option", CHOSEN)
def test_whatever_is_chosen_is_played_written_down_and_read_again(option):
    seen = 0
    for rules, name, value in house_rules_with(option):
        assert getattr(rules, name) == value
        assert engine.VARIANTS[rules.key] == rules
        is_played(rules)
        is_written_down(rules)
        is_read_again(rules)
        seen += 1
    assert seen


def is_played(rules):
    *_, (_, _, last, _) = steps(rules, 1, deals=3)
    assert last.rest.deal


def is_written_down(rules):
    """The score sheet by hand adds up as the sheet of the table. (Nobody folds on paper: CNQ-20.)"""
    if rules.fold and rules.kernel.name == "conquian":
        rules = engine.rule_set(rules.key, fold=False)
    seats = rules.seating.numbers(rules)[0]
    said, sheet, dealers = played(rules, 2, seats)
    written = engine.scorebook(rules, GAME, said, seats=seats)
    assert written.sheets[0].standing == sheet
    assert [deal.result.next_dealer for deal in written.deals] == dealers


def is_read_again(rules):
    for laws in ("strict", "table_laws"):
        under = engine.rule_set(rules.key, laws=laws)
        sitting = steps(under, 3, 2) if laws == "strict" else law_steps(under, 3, 1, 0.02)
        log = [action for _, action, _, _ in sitting]
        told = record.record_of(under, log, (("A", "Ann"), ("B", "Ben")))
        ((back, state),) = record.checked(record.written(told).splitlines())
        assert (back, state) == (told, engine.replay(under, log)[0])
        assert engine.parse_rules(back.header("Rules")) == under


def test_the_key_says_the_values_that_differ_and_no_others():
    assert OURS == "gin-pagat~gin_bonus=30~knock_limit=7"
    assert engine.house_key("gin-pagat", knock_limit=7, gin_bonus=30, target=100) == OURS, "100 is the preset's"
    assert engine.house_key("gin-pagat~gin_bonus=30", knock_limit=7) == OURS, "values go over values"
    assert engine.house_key(OURS, gin_bonus=20, knock_limit=10) == "gin-pagat"
    assert engine.own_values(OURS) == {"gin_bonus": 30, "knock_limit": 7}
    assert engine.house_key("gin-pagat", shutout={"mode": "add", "value": 50}) == "gin-pagat~shutout=add:50"
    assert engine.house_key("partnership", target=90) == "partnership~team_target=90"
    assert engine.house_key("color", columns=1) == "color"


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("gin-pagat~knock_limit=7~gin_bonus=30", OURS),
        (f"{OURS}~target=100", OURS),
        (f"{OURS}~gin_bonus=30", OURS),
        ("gin-pagat~gin_bonus=030~knock_limit=7", OURS),
        ("gin-pagat~target=100", "gin-pagat"),
        ("gin-pagat~shutout=add:050", "gin-pagat~shutout=add:50"),
        ("gin-pagat~shutout=none:5", "gin-pagat~shutout=none"),
        ("gin-pagat~shutout=double_total:3", "gin-pagat~shutout=double_total"),
    ],
)
def test_a_key_in_another_spelling_is_refused_with_the_right_one(written, right):
    with pytest.raises(engine.Unplayable) as refused:
        engine.rule_set(written)
    assert refused.value.allowed == right
    assert written not in engine.VARIANTS
    assert engine.rule_set(right).key == right


@pytest.mark.parametrize(
    ("key", "field"),
    [
        ("gin-pagats~knock_limit=7", "variant"),
        ("gin-pagat~knock_limits=7", "option"),
        ("gin-pagat~force=off", "option"),  # of another kernel
        ("colonel-fosdick~gin_bonus=30", "option"),
        ("gin-pagat~knock_limit=11", "knock_limit"),
        ("gin-pagat~knock_limit=seven", "knock_limit"),
        ("gin-pagat~double_cap=8", "double_cap"),  # without doubling
        ("gin-pagat~laws=table_laws", "laws"),
        ("gin-pagat~seats=cutthroat", "seats"),
        ("gin-pagat~shutout=add:many", "shutout"),
        ("gin-pagat~knock_limit", "options"),
        ("gin-pagat~", "options"),
        ("~knock_limit=7", "variant"),
        ("gin-pagat~knock_limit=7 ", "options"),
        ("gin-pagat~" + "knock_limit=7~" * 100, "variant"),
    ],
)
def test_what_cannot_be_played_is_refused_by_its_name(key, field):
    with pytest.raises(engine.Unplayable) as refused:
        engine.rule_set(key)
    assert refused.value.field == field
    assert refused.value.allowed
    assert key not in engine.VARIANTS
    assert engine.VARIANTS.get(key) is None


@pytest.mark.parametrize("key", [None, 7, b"gin-pagat~knock_limit=7", ("gin-pagat",)])
def test_what_is_no_text_is_no_key(key):
    assert key not in engine.VARIANTS
    assert engine.VARIANTS.get(key) is None


@pytest.mark.parametrize("mode", ["none", "double_total"])
def test_rules_that_play_alike_are_equal(mode):
    """A value counts where a shutout adds it; with another mode it would make a second key, and a second pool."""
    with_value = {"mode": mode, "value": 50}
    assert engine.house_key("gin-pagat", shutout=with_value) == engine.house_key("gin-pagat", shutout={"mode": mode})
    assert engine.rule_set("gin-pagat", shutout=with_value) == engine.rule_set("gin-pagat", shutout={"mode": mode})


@pytest.mark.parametrize("name", ["laws", "seats"])
def test_what_is_chosen_elsewhere_says_where(name):
    with pytest.raises(engine.Unplayable, match="it is chosen"):
        engine.house_key("gin-pagat", **{name: "two"})


def test_a_walk_over_the_variants_meets_the_presets_alone():
    before = [*engine.VARIANTS]
    assert OURS in engine.VARIANTS
    assert [*engine.VARIANTS] == before
    assert len(engine.VARIANTS) == len(before)


def test_a_rule_of_laws_holds_where_a_table_plays_by_them():
    rules = engine.rule_set(engine.house_key("gin-pagat", accept_after_exposure=False), laws="table_laws")
    assert not rules.accept_after_exposure
    assert engine.rules_text(rules) == "gin-pagat~accept_after_exposure=false{laws=table_laws}"


def test_all_options_at_once_have_room_in_a_key():
    for options in ({name: options_of(kernel)[name] for name in options_of(kernel)} for kernel in ("gin", *TABLED)):
        longest = sum(len(name) + 2 + max(len(str(one)) for one in words(allowed)) for name, allowed in options.items())
        assert longest + max(map(len, engine.VARIANTS)) < engine.KEY_LETTERS


def words(allowed):
    if hasattr(allowed, "one"):
        return [*words(allowed.one), *words(allowed.other)]
    return getattr(allowed, "values", None) or (allowed.most,)


@pytest.mark.parametrize("key", [key for key, rules in engine.VARIANTS.items() if rules.kernel.name == "gin"])
def test_nobody_is_asked_for_an_upcard_where_none_is_turned(key):
    rules = engine.rule_set(engine.house_key(key, deal="eleven", knock_limit_source="fixed"))
    assert not engine.asks_upcard(rules)
    is_written_down(rules)
