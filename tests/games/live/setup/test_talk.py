"""What may be said at a table: kinds, phrases, and free text without tricks."""

import pytest

from games import engine
from games.live.setup import talk


def refusal(kind: str, **said: str) -> str:
    with pytest.raises(talk.Unsaid) as refused:
        talk.stored_form(kind, said)
    return refused.value.code


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("well  played\t\n you", "well played you"),
        ("¡Buena mano!", "¡Buena mano!"),
        ('<b>KD</b> & "co"', '<b>KD</b> & "co"'),  # plain text: whoever shows it, shows it as text
        ("safe\u202etxt.exe\u202c", "safetxt.exe"),  # no turning of the line
        ("in\u200bvis\u2066ible\ufeff", "invisible"),
        ("bell\x07 and null\x00", "bell and null"),
        ("e\u0301", "é"),
        ("Z" + "\u0336\u0337\u0338" * 9, "Z\u0336\u0337\u0338"),  # no towers of marks
        ("नमस्ते", "नमस्ते"),
    ],
)
def test_text_is_kept_without_what_turns_or_hides_it(given: str, kept: str) -> None:
    assert talk.stored_form("full", {"text": given}) == {"text": kept}


@pytest.mark.parametrize("given", ["", "   ", "\u200b\u202e", "x" * 201])
def test_nothing_and_too_much_are_not_said(given: str) -> None:
    assert refusal("full", text=given) == "words"
    assert talk.clean("x" * 200) == "x" * 200


def test_each_kind_says_what_it_may() -> None:
    assert refusal("off", phrase="luck") == refusal("off", text="Hi") == refusal("phrases", text="Hi") == "kind"
    assert refusal("phrases", phrase="knock now") == "words"
    assert (
        talk.stored_form("phrases", {"phrase": "luck"})
        == talk.stored_form("full", {"phrase": "luck"})
        == {"phrase": "luck"}
    )


@pytest.mark.parametrize(
    ("rules", "options", "people", "kind"),
    [
        ("gin-pagat", {}, 2, "full"),
        ("gin-pagat", {}, 1, "off"),  # nobody but the house
        ("cutthroat", {}, 3, "phrases"),
        ("partnership", {}, 4, "phrases"),
        ("chouette", {}, 3, "phrases"),
        ("chouette", {"advice": True}, 3, "full"),
    ],
)
def test_free_text_needs_a_table_of_two_or_advice(rules: str, options: dict[str, bool], people: int, kind: str) -> None:
    assert talk.kind_at("full", engine.rule_set(rules, **options), people) == kind


def test_every_phrase_fits_and_has_words() -> None:
    assert all(len(key) <= 20 and str(words) for key, words in talk.WORDS.items())
    assert talk.in_words({"phrase": "luck"}) == "Good luck!"
