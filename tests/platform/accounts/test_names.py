"""Names in their stored form: one Unicode form, no invisible characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.names import LONGEST, BadName, clean_name, is_reserved, person_name


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Ann Archer", "Ann Archer"),
        ("  Ann \t Archer \n", "Ann Archer"),
        ("Ｆｕｌｌ Ｗｉｄｔｈ", "Full Width"),
        ("ﬁnn", "finn"),
        ("Zoe\u0308", "Zoë"),
        ("Ann\u202eevil", "Annevil"),
        ("Bo\u200bb", "Bob"),
        ("No\u00adel", "Noel"),
        ("王小明", "王小明"),
        ("אבי", "אבי"),
        ("O'Neil-Smith, Jr.", "O'Neil-Smith, Jr."),
    ],
)
def test_names_in_their_kept_form(text, kept):
    assert clean_name(text) == kept


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u200d", "A\x00b", "A\x1b[31m", "x" * (LONGEST + 1), "A\ue000"])
def test_what_is_no_name(text):
    with pytest.raises(BadName):
        clean_name(text)


@pytest.mark.parametrize("text", ["ann@example.org", "Ann ann@example.org", "<Ann@Example.org>", "ann＠example.org"])
def test_no_address_is_the_name_of_a_person(text):
    with pytest.raises(BadName, match="everybody would read it"):
        person_name(text)


@pytest.mark.parametrize("text", ["Ana +47 123 45 678", "Ana 0612 345 678", "Ana (030) 1234-5678", "+4912345678"])
def test_no_number_of_a_phone_is_the_name_of_a_person(text):
    with pytest.raises(BadName, match="everybody would read it"):
        person_name(text)


@pytest.mark.parametrize("text", ["Player 101", "Louis XIV 1754", "Guest 4742", "Former member 123456", "3 of 4, 1984"])
def test_a_shorter_number_may_stand_in_a_name(text):
    assert person_name(text) == text


def test_a_sign_alone_makes_no_address():
    assert person_name("Ann @ home") == "Ann @ home"


@given(st.text(max_size=60))
def test_a_kept_name_stays_as_it_is(text):
    try:
        kept = clean_name(text)
    except BadName:
        return
    assert clean_name(kept) == kept


@pytest.mark.parametrize(
    "text",
    ["Club organiser", "CLUB  ORGANISER", "CIub organiser", "Clüb 0rganiser", "Сlub оrganiser", "Club-Organiser",
     "House", "Nora (house)", "Nora [HOUSE]", "Nora (hоuse)", "Guest 8887", "guest-1", "Undercut", "Administrator"],
)  # fmt: skip
def test_names_that_speak_for_others(text):
    assert is_reserved(text)


@pytest.mark.parametrize(
    "text", ["Nora", "Nora House", "Clara Organ", "Ella Moderato", "Олга Дом", "Jo (Joanna) Lee", "Guest Hall"]
)
def test_names_of_people(text):
    assert not is_reserved(text)


@pytest.mark.parametrize("text", ["Аnn Lee", "Ann Lее", "Дoра", "Zοë"])
def test_a_word_is_written_in_one_alphabet(text):
    with pytest.raises(BadName, match="two alphabets"):
        clean_name(text)


@pytest.mark.parametrize(
    "text", ["Иван Smith", "Клуб Gin", "Анна-Maria", "Дора", "Ελένη", "李小龍 Bruce", "Łukasz", "さくらサクラ"]
)
def test_names_in_other_alphabets_are_names(text):
    assert clean_name(text)
