"""The pages of the rules: what leads to them, what they say, in both languages."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games import engine
from games.live.presets import options
from tests.games.live import live_tables
from tests.markup import tight

pytestmark = pytest.mark.django_db(transaction=True)


def said(address: str, **headers: str) -> str:
    return Client(headers=headers).get(address).content.decode()


def test_every_preset_is_listed_and_has_its_page() -> None:
    listed = said("/rules/")
    for key, rules in engine.VARIANTS.items():
        assert f'href="/rules/{key}/"' in listed
        page = said(f"/rules/{key}/")
        assert f"<h1>{rules.name.replace('&', '&amp;')}</h1>" in page
        assert '<a class="rule" href="/rules/rulebook/#' in page


def test_options_laid_over_a_preset_have_a_page_of_their_own_and_one_address() -> None:
    page = said("/rules/gin-pagat%7Bknock_limit=5%7D/")
    assert "count 5 or less" in page
    assert "Differences from Gin (Pagat)" in page
    back = Client().get("/rules/gin-pagat%7Bknock_limit=10%7D/")
    assert back["Location"] == "/rules/gin-pagat/"


@pytest.mark.parametrize("word", ["whist", "gin-pagat%7Bknock_limit=99%7D", "gin-pagat%7B"])
def test_what_nobody_plays_has_no_page(word: str) -> None:
    assert Client().get(f"/rules/{word}/").status_code == 404


def test_the_rulebook_says_in_spanish_that_it_is_in_english() -> None:
    page = said("/rules/rulebook/", **{"accept-language": "es"})
    assert '<html lang="es"' in page
    assert "El texto de las reglas está en inglés." in page
    assert 'rulebook" lang="en"' in page
    assert "El texto" not in said("/rules/rulebook/")


def test_a_sheet_speaks_spanish_in_every_word() -> None:
    page = said("/rules/doubling/", **{"accept-language": "es"})
    assert "Antes de robar puedes ofrecer doblar." in page
    assert "Before drawing" not in page


def test_the_table_leads_to_the_page_of_what_is_played_there() -> None:
    table = live_tables.open_table(rules="oklahoma")
    page = said(reverse("games:table", args=[table.public_id]))
    assert 'data-sheet="/rules/oklahoma/"' in page


def test_one_sits_down_to_the_preset_that_one_has_read_of() -> None:
    assert 'href="/tables/new/?rules=oklahoma"' in said("/rules/oklahoma/")
    assert 'name="rules" value="oklahoma"' in said("/tables/new/?rules=oklahoma")
    assert 'id="own-game" open' in said("/tables/new/?rules=oklahoma")
    assert 'id="own-game">' in said("/tables/new/"), "one sits down by one press; the form is for those who ask for it"
    client = Client()
    wish = {"rules": "oklahoma", "level": "novice", "others": "people"}
    waiting = client.post("/tables/new/", wish)["Location"]
    assert 'href="/rules/oklahoma/" target="_blank"' in client.get(waiting).content.decode()


def test_the_list_of_sections_holds_no_marks_of_the_text() -> None:
    sections = said("/rules/rulebook/").partition('aria-labelledby="sections"')[2].partition("</nav>")[0]
    assert sections.count("<li>") > 10
    assert "`" not in sections


def test_every_option_stands_on_the_page_of_variations_with_the_presets_that_have_it() -> None:
    text = tight(said("/rules/variations/"))
    for preset in engine.VARIANTS.values():
        for one in options.options(preset):
            assert escape(str(one.says)) in text, one.name
    assert "Gin, GRA" in text
    assert "/rules/variations/" in said("/rules/")
    assert "/rules/variations/" in said("/rules/rulebook/")
