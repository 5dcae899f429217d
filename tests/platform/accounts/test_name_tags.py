"""Name tags: initials and a suit that never changes; nothing in a name is markup."""

import pytest

from accounts.templatetags.name_tags import initials, name_tag


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Jonas Weiß", "JW"), ("Ana María García", "AG"), ("Bø", "B"), ("", ""), ("(Kit) O’Neill", "KO"), ("– 7", "–7")],
)
def test_the_initials_are_those_of_the_first_and_the_last_word(name, letters):
    assert initials(name) == letters


def test_a_tag_stays_the_same_and_holds_no_markup():
    assert name_tag("Elif Kaya") == name_tag("Elif Kaya")
    assert "<b" not in name_tag("<b>x</b> <i>")
    assert 'aria-hidden="true"' in name_tag("Elif Kaya")
