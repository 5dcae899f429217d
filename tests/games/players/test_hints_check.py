"""Every claim of a hint is true of the cards, read again from its sentence by a program that knows none of our code."""

import ast
from itertools import islice
from pathlib import Path

import pytest

from games.players import checking
from games.players.checking.spoken import READERS
from games.players.hints_check import BOUND, drawn

POSITION = {
    "game": "gin", "ace": 1, "hand": ["9S", "9H", "TH", "KD", "2C", "3C", "4C", "5D", "5H", "5S", "AS"], "top": "QC",
    "thrown": ["QC", "9C"], "known": ["8S"], "refused": ["QC"], "their_last": ["QC"], "they_threw": ["9C", "QC"],
    "turn": 3, "open_draws": 0,
    "stock": 25, "pile": 2, "counts": 10, "table": [], "centre": "", "laid_off": [], "may_use": False, "barred": [],
    "does": {"do": "discard", "card": "KD"},
}  # fmt: skip


def heard(text: str, language: str = "en") -> list[bool | None]:
    return [claim.is_true for claim in READERS[language].read(POSITION, text)]


@pytest.mark.parametrize("seed", range(3))
def test_every_claim_of_every_hint_is_true(seed: int) -> None:
    found = list(islice(drawn(100 + seed), 24))
    wrong = [(claim, one.position) for one in found for claims in one.claims.values() for claim in claims
             if not claim.is_true]  # fmt: skip
    assert not wrong
    assert sum(not one.has_reason for one in found) <= max(3, BOUND * len(found))


@pytest.mark.parametrize(
    ("said", "is_true"),
    [
        ("the 9♥ waits for 3 unseen cards, the K♦ for none", True),
        ("the 9♥ waits for 4 unseen cards, the K♦ for none", False),
        ("9♥ 10♥ stay a run open on both sides", True),
        ("9♠ 10♥ stay a run open on both sides", False),
        ("your deadwood is 29 after the K♦, 29 after the 10♥", False),
        ("they took 8♠, which goes with the 9♠", True),
        ("they took 8♠, which goes with the 9♥", False),
        ("they threw Q♣ 9♣, which go with the K♦", False),
        ("they left Q♣, which goes with the K♦", False),
        ("the K♦ is no good", None),
    ],
)
def test_a_claim_is_taken_at_its_word(said: str, is_true: bool | None) -> None:
    assert heard(f"Throw the K♦: {said}.") == [True, is_true]


def test_both_languages_make_the_same_claims() -> None:
    for one in islice(drawn(7), 20):
        assert [claim.is_true for claim in one.claims["en"]] == [claim.is_true for claim in one.claims["es"]]


def test_what_is_advised_is_a_claim_too() -> None:
    assert heard("Throw the 9♠.") == [False]
    assert heard("Tira el K♦.", "es") == [True]


def test_the_check_uses_no_code_that_it_checks() -> None:
    for path in Path(checking.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if name.startswith("games") and "checking" not in name]
