"""Sheets of rule sets in plain words: they say what the engine plays by."""

import re

import pytest

from doors.books import rulebook
from games import engine
from games.engine.play.options import options_of
from games.live import presets

VARIANTS = list(engine.VARIANTS)


def told(word: str) -> dict[str, str]:
    """The text of each point of a rule set."""
    return {one.key: one.text for one in presets.points(engine.parse_rules(word))}


@pytest.mark.parametrize("key", VARIANTS)
def test_every_preset_has_a_sheet_whose_rules_are_in_the_rulebook(key: str) -> None:
    page = rulebook.page()
    sheet = presets.sheet(engine.VARIANTS[key])
    points = [one.point for _title, told in sheet.sections for one in told]
    assert len({one.key for one in points}) == len(points) > 9, "no respect is told twice"
    assert points == list(presets.points(engine.VARIANTS[key])), "the sections hold all of it"
    for one in points:
        assert one.text
        assert one.ids
        assert all(f'id="{rulebook.anchor(named)}"' in page for named in one.ids)
        assert "%(" not in one.text


@pytest.mark.parametrize("key", VARIANTS)
def test_presets_that_differ_are_told_differently(key: str) -> None:
    """No two presets have one sheet, but for what is no rule of the game (docs/rules/README.md: the same numbers)."""
    same = [other for other in VARIANTS if told(other) == told(key)]
    alike = {"colonel-ball", "colonel-meldscore"}  # S001 and S000 l.44 come to the same game
    assert same == [key] or set(same) == alike


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ("knock_limit=5", {"limit"}),
        ("gin_bonus=31", {"gin_bonus"}),
        ("undercut_bonus=31", {"undercut"}),
        ("undercut_on_tie=false", {"undercut"}),
        ("big_gin_bonus=31", {"big_gin", "big_gin_bonus"}),
        ("hand_win_bonus=15", {"hand_win_bonus"}),
        ("box_value=25", {"boxes"}),
        ("extra_boxes=oklahoma", {"boxes"}),
        ("target=150", {"target"}),
        ("game_bonus=0", {"game_bonus"}),
        ("shutout=none", {"shutout"}),
        ("shutout_test=no_hands", {"shutout"}),
        ("match_target=500", {"match"}),
        ("columns=3", {"sheet", "target", "boxes", "game_bonus", "shutout", "net"}),
        ("suit_columns=true", {"sheet", "target", "open_suit", "net"}),
        ("deal=eleven", {"deal", "opening"}),
        ("deal=eleven,eleven_first_knock=false", {"deal", "opening"}),
        ("after_double_pass=either", {"opening"}),
        ("first_dealer=random", {"first_dealer"}),
        ("next_dealer=winner", {"next_dealer"}),
        ("same_card=gra", {"same_card"}),
        ("discard_view=open", {"discards"}),
        ("showdown=manual", {"showdown"}),
        ("last_discard=take_to_knock", {"last_discard"}),
        ("stock_floor=3", {"stock"}),
        ("doubling=true", {"doubling", "factor"}),
        ("doubling=true,double_cap=8", {"doubling", "factor"}),
        ("knock_limit_source=upcard", {"limit"}),
        ("spade_multiplier=2", {"spades"}),
        ("laws=table_laws", {"laws"}),
        ("seats=cutthroat", {"players", "first_dealer", "next_dealer", "net"}),
    ],
)
def test_an_option_changes_what_is_told_in_its_respect_and_nothing_else(options: str, points: set[str]) -> None:
    plain, changed = told("gin-pagat"), told(f"gin-pagat{{{options}}}")
    differ = {key for key in plain.keys() | changed.keys() if plain.get(key) != changed.get(key)}
    assert differ == points


@pytest.mark.parametrize(("preset", "said"), [("gin-rummy-com", 25), ("gin-pagat", 20), ("battle-royal", 40)])
def test_the_figures_are_those_of_the_rule_set(preset: str, said: int) -> None:
    assert str(said) in told(preset)["gin_bonus"]


@pytest.mark.parametrize("base", ["colonel-fosdick", "conquian"])
def test_every_option_of_the_games_with_melds_on_the_table_is_told(base: str) -> None:
    silent = {"correct_at_once", "accept_after_exposure", "seen_ban_out_of_turn", "discard_view", "cnq_laws"}
    rules = engine.VARIANTS[base]
    for name, allowed in options_of(rules.kernel.name).items():
        values = [value for value in getattr(allowed, "values", (50,)) if value != getattr(rules, name)]
        assert values or name in silent
        for value in values if name not in silent else []:
            changed = engine.rule_set(base, **{name: value})
            assert presets.sheet(changed).different, f"{name}={value} is not told"


@pytest.mark.parametrize(
    "base", ["gin-pagat", "oklahoma-full", "battle-royal", "partnership", "colonel-ball", "conquian"]
)
def test_whatever_is_laid_over_a_preset_has_a_sheet_with_one_address(base: str) -> None:
    seen = 0
    for name, allowed in options_of(engine.VARIANTS[base].kernel.name).items():
        for value in getattr(allowed, "values", (0, 1, 7, 50, None)):
            try:
                rules = engine.rule_set(base, **{name: value})
            except engine.Impossible:
                continue
            sheet = presets.sheet(rules)
            assert presets.sheet(engine.parse_rules(sheet.word)) == sheet
            seen += 1
    assert seen > 15


def test_the_sheet_of_the_first_of_a_family_compares_with_nothing() -> None:
    sheet = presets.sheet(engine.VARIANTS["gin-pagat"])
    assert sheet.first is None
    assert not sheet.different
    other = presets.sheet(engine.rule_set("gin-pagat", knock_limit=5))
    assert [(one.point.key, one.usual != one.point.text) for one in other.different] == [("limit", True)]


def test_every_preset_is_in_one_family() -> None:
    keys = [rules.key for _name, _about, found in presets.families() for rules, _short in found]
    assert sorted(keys) == VARIANTS


def test_the_page_of_the_rulebook_has_every_rule_once_and_leads_to_it_wherever_it_is_named() -> None:
    page, text = rulebook.page(), rulebook.TEXT.read_text(encoding="utf-8")
    rules = set(re.findall(rulebook.RULE, text))
    assert len(rules) > 190
    for one in rules:
        assert page.count(f'id="{one}"') == 1
        assert f'<a class="rule" href="#{one}">{one}</a>' in page
    ids = re.findall(r'id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids) | {"section-15"}


def test_the_rulebook_folds_what_programs_need_and_names_the_columns_of_its_cells() -> None:
    page = rulebook.page()
    assert page.count("<details") == page.count("</details>") == len(rulebook.FOR_PROGRAMS)
    open_to_all = re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)
    assert 'id="section-16"' in open_to_all, "the heading stays, links lead there"
    assert "E_HAND_SIZE" in page
    assert "E_HAND_SIZE" not in open_to_all
    assert all(f'id="{rule}"' in open_to_all for rule in ("GIN-1", "IRR-21", "ONL-3"))
    assert page.count("<td") == page.count('<td data-label="')


def test_a_sentence_leads_to_its_rules_and_is_escaped() -> None:
    said = str(rulebook.cited("<b>Ruling by IRR-21</b> (§15, GIN-4)"))
    assert '<a class="rule" href="/rules/rulebook/#IRR-21">IRR-21</a>' in said
    assert 'href="/rules/rulebook/#section-15"' in said
    assert "<b>" not in said
    assert rulebook.cited("XGIN-4 and GIN4") == "XGIN-4 and GIN4"


def test_a_sheet_says_how_the_first_dealer_is_found_and_when_a_match_is_played() -> None:
    """GIN-4, GIN-39: as they are played: nobody is asked who deals, and a table without a length plays one game."""
    said = told("gin-rummy-com")
    assert said["first_dealer"].startswith("Each draws a card; the player with the higher card deals first.")
    assert said["first_dealer"].endswith("at a live table nobody is asked.")
    assert "a match to 500 points is chosen as the length" in said["match"]
    assert "Without a length one game is played." in said["match"]
