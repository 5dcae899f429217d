"""A part of a page that is kept under one word for ever says the same at every time and to everybody."""

import re

import pytest
from django.conf import settings

TEMPLATES = settings.BASE_DIR / "templates"
KEPT = re.compile(r'\{% cached \S+ None "[^"]*" %\}(.*?)\{% endcached %\}', re.DOTALL)
INCLUDED = re.compile(r'\{% include "([^"]+)" %\}')
ASKS = re.compile(r"\{\{|\{% (?:if|for|with|blocktranslate with|firstof|url)\b")


def kept_parts() -> dict[str, str]:
    """The text of each such part, with what it includes, by its template and place."""
    found = {}
    for file in sorted(TEMPLATES.rglob("*.html")):
        for number, part in enumerate(KEPT.findall(file.read_text(encoding="utf-8"))):
            inside = [(TEMPLATES / name).read_text(encoding="utf-8") for name in INCLUDED.findall(part)]
            found[f"{file.relative_to(TEMPLATES)}:{number}"] = "\n".join([part, *inside])
    return found


@pytest.mark.parametrize("place", kept_parts())
def test_a_part_that_is_kept_for_ever_asks_nothing(place: str) -> None:
    assert not ASKS.findall(kept_parts()[place])


def test_the_parts_are_found_and_a_question_would_be() -> None:
    assert len(kept_parts()) >= 5
    assert ASKS.search("{% if daily %}")
    assert ASKS.search("{{ name }}")
