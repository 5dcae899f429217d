"""Every rule of docs/rules/RULES.md that code can express is cited by a test; the others are listed with a reason."""

import re
from pathlib import Path

import yaml

TESTS = Path(__file__).parents[3]
RULES = TESTS.parent / "docs" / "rules" / "RULES.md"
FAMILIES = "GIN|OKL|GRD|STR|BIG|HOL|CGN|DBL|3P|PRT|COL|CNQ|IRR|ONL"
RULE = re.compile(rf"\b(?:{FAMILIES})-\d+\b")
CITED = re.compile(rf"\b({FAMILIES})-(\d+)((?:(?:, | and |\.\.| to )\d+\b)*)")

# What code cannot express.
NOT_IN_CODE = {
    "GIN-5": "who shuffles and cuts: the software deals from a deck that comes in from outside",
    "BIG-2": "how one author likes to play, no rule",
    "HOL-8": "continuous play is noted by its source and not played here",
    "3P-10": "who may advise whom speaks to people; what an adviser may see is in test_boards_hide.py",
    "IRR-29": "agreed open discards: no offence, so nothing happens (it is tested all the same)",
}


def ids():
    return set(RULE.findall(RULES.read_text(encoding="utf-8")))


def cited_in(text):
    """Rule ids of a text, also "GIN-20, 21", "IRR-21..24" and "IRR-1 to 12"."""
    found = set()
    for family, first, more in CITED.findall(text):
        numbers = [int(first)]
        for sign, number in re.findall(r"(, | and |\.\.| to )(\d+)", more):
            span = range(numbers[-1], int(number) + 1) if sign in ("..", " to ") else [int(number)]
            numbers += span
        found |= {f"{family}-{number}" for number in numbers}
    return found


def by_tests():
    files = [path for path in (TESTS / "games" / "engine").rglob("test_*.py") if path != Path(__file__)]
    files += (TESTS / "transcripts").glob("*.txt")
    return set().union(*(cited_in(path.read_text(encoding="utf-8")) for path in files))


def by_cases():
    """Rules of the reference cases, each of which is a test: tests/games/reference/test_conformance.py."""
    text = (TESTS / "data" / "vectors.yaml").read_text(encoding="utf-8")
    return {rule for case in yaml.safe_load(text)["vectors"] for rule in case["rules"]}


def test_every_rule_that_code_can_express_is_cited_by_a_test():
    uncited = ids() - by_tests() - by_cases() - set(NOT_IN_CODE)
    assert sorted(uncited) == []


def test_most_are_cited_by_a_test_of_our_own():
    """The reference cases were not written by us: our own tests reach nearly every rule as well."""
    assert len(ids() - by_tests() - set(NOT_IN_CODE)) == 0


def test_no_test_cites_a_rule_that_does_not_exist():
    unknown = {rule for rule in by_tests() - ids() if not rule.endswith("-99")}
    assert sorted(unknown) == []


def test_what_code_cannot_express_is_listed_with_its_reason():
    assert set(NOT_IN_CODE) <= ids()
    assert all(len(reason) > 20 for reason in NOT_IN_CODE.values())


def test_rows_of_numbers_are_understood():
    assert cited_in("GIN-20, 21 and 23, IRR-2..4; OKL-1 to 3") == {
        *("GIN-20", "GIN-21", "GIN-23", "IRR-2", "IRR-3", "IRR-4", "OKL-1", "OKL-2", "OKL-3")
    }
