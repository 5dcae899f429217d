"""The site speaks Spanish in every word: the catalogue is complete, and the compiled file is up to date."""

import ast
import gettext
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import get_language, override

from games.engine.moves import result
from games.engine.play.impossible import REASONS
from tests.games.live import live_tables
from tests.markup import tight
from tournaments.pairing.bracket import labels

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "locale/es/LC_MESSAGES/django.po"
SOURCES = ("games", "platform", "ratings", "tournaments")
TAG = re.compile(
    r"""\{%\s*translate\s+(?P<quote>["'])(?P<said>.*?)(?P=quote)(?:\s+context\s+"(?P<context>[^"]*)")?(?:\s+as\s+\w+)?\s*%\}"""
    r"""|\{%\s*blocktranslate(?P<given>[^%]*)%\}(?P<block>.*?)\{%\s*endblocktranslate\s*%\}""",
    re.DOTALL,
)
ENTRY = re.compile(
    r'(?:^msgctxt (?P<context>".*")\n)?^msgid (?P<id>".*")\n(?:msgid_plural (?P<many>".*")\n)?'
    r'msgstr(?:\[0\])? (?P<said>".*")(?:\nmsgstr\[1\] (?P<said_many>".*")\nmsgstr\[2\] ".*")?$',
    re.MULTILINE,
)
PLURAL = re.compile(r"\{%\s*plural\s*%\}")
HOLES = re.compile(r"\{\w+\}|%\(\w+\)[sd]")
Words = dict[tuple[str, str], str]
LABELS = {("", words) for words in labels.WORDS}  # of the matches of a bracket
OTHERS = {("", "Forgot your password?")}  # allauth says it, formally in Spanish, beside our own words


def catalogue() -> str:
    """The text of the catalogue, each sentence on one line whatever wrote it."""
    return CATALOGUE.read_text(encoding="utf-8").replace('"\n"', "")


@cache
def entries() -> Words:
    """What the catalogue says for each sentence, by its context and its English."""
    said: Words = {}
    for entry in ENTRY.finditer(catalogue()):
        parts = entry.group("context", "id", "said", "many", "said_many")
        context, english, one, plural, many = (ast.literal_eval(part or '""') for part in parts)
        said |= {(context, plural): many, (context, english): one}
    return {key: words for key, words in said.items() if key[1]}


def plurals() -> set[str]:
    """The English of sentences about several, which the compiled catalogue keeps with that about one."""
    found = [entry for entry in ENTRY.finditer(catalogue()) if entry["many"]]
    return {ast.literal_eval(entry["many"]) for entry in found} - {ast.literal_eval(entry["id"]) for entry in found}


def forms_of(tag: re.Match[str]) -> list[str]:
    """The sentence in a block, and that about several; with `trimmed` its lines are one, as Django reads them."""
    forms = PLURAL.split(tag["block"])
    if "trimmed" in tag["given"].split():
        forms = [" ".join(line.strip() for line in form.strip().splitlines()) for form in forms]
    return [re.sub(r"\{\{\s*(\w+)\s*\}\}", r"%(\1)s", form.replace("%", "%%")) for form in forms]


def context_of(tag: re.Match[str]) -> str:
    """The sense in which a sentence is said, in either form of the tag."""
    in_block = re.search(r'\bcontext\s+"([^"]*)"', tag["given"] or "")
    return tag["context"] or (in_block.group(1) if in_block else "")


def in_template(path: Path) -> Iterator[tuple[str, str]]:
    """The sentences of a template, with their contexts."""
    for tag in TAG.finditer(path.read_text(encoding="utf-8")):
        if tag["said"] is not None:
            yield context_of(tag), tag["said"].replace("%", "%%")
        else:
            yield from ((context_of(tag), form) for form in forms_of(tag))


def in_module(path: Path) -> Iterator[tuple[str, str]]:
    """The sentences of a module, as `_`, `_now` and the functions of gettext name them."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(
                func=ast.Name(id="_" | "_now" | "gettext_noop" | "gettext_lazy"), args=[ast.Constant(value=str(said))]
            ):
                yield "", said
            case ast.Call(
                func=ast.Name(id="pgettext" | "pgettext_lazy"),
                args=[ast.Constant(value=str(context)), ast.Constant(value=str(said))],
            ):
                yield context, said
            case ast.Call(
                func=ast.Name(id="ngettext"), args=[ast.Constant(value=str(one)), ast.Constant(value=str(many)), _]
            ):
                yield "", one
                yield "", many


@cache
def said_anywhere() -> set[tuple[str, str]]:
    """Every sentence of the site, with its context."""
    said = {one for path in (ROOT / "templates").rglob("*.*") for one in in_template(path)} | LABELS | OTHERS
    modules = [path for folder in SOURCES for path in (ROOT / folder).rglob("*.py")]
    return said | {one for path in modules if "gettext" in path.read_text(encoding="utf-8") for one in in_module(path)}


def test_every_sentence_of_the_site_is_in_the_catalogue() -> None:
    said, told = said_anywhere(), entries()
    assert len(said) > 4000
    assert not {one for one in said if not told.get(one)}, "add it to locale/es, then `make messages`"


def test_the_catalogue_holds_nothing_that_nobody_says() -> None:
    assert not set(entries()) - said_anywhere()


def together() -> Iterator[tuple[str, str]]:
    """Each sentence about one with that about several, as templates and modules say them."""
    for path in (ROOT / "templates").rglob("*.html"):
        for tag in TAG.finditer(path.read_text(encoding="utf-8")):
            if tag["block"] is not None and len(forms := forms_of(tag)) == 2:
                yield forms[0], forms[1]
    for path in (path for folder in SOURCES for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="ngettext"), args=[ast.Constant(value=str(one)), ast.Constant(value=str(many)), _]
                ):
                    yield one, many


def test_sentences_about_one_and_several_stand_in_one_entry() -> None:
    """In two entries they would both be there, and the page would still be English."""
    found = [entry for entry in ENTRY.finditer(catalogue()) if entry["many"]]
    entered = {(ast.literal_eval(entry["id"]), ast.literal_eval(entry["many"])) for entry in found}
    said = set(together())
    assert len(said) > 50
    assert said == entered


SHOWN = re.compile(
    r"<(?P<tag>button|a|th|dt|label|legend|h[1-4])\b(?P<given>(?:\{%.*?%\}|\{\{.*?\}\}|[^>{])*)>(?P<words>.*?)</(?P=tag)>",
    re.DOTALL,
)
EITHER_WAY = {"Clubs", "Entries", "Evenings", "Here", "Join", "Leave", "Match", "Open", "Paid", "Play", "Points"}
EITHER_WAY |= {
    "Print",
    "Standings",
    "Table",
    "Tournaments",
    "Watch",
    "Webhooks",
}  # Spanish has one word, too


def test_what_is_said_alone_has_an_entry_without_a_plural() -> None:
    """The compiled catalogue finds an entry with a plural only where a number is said."""
    counted = {ast.literal_eval(entry["id"]) for entry in ENTRY.finditer(catalogue()) if entry["many"]}
    pages = (path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html"))
    said = {tag["said"] for page in pages for tag in TAG.finditer(page) if tag["said"]}
    assert len(said) > 1000
    assert not said & counted


def single_words(asks: bool) -> Iterator[tuple[str, str]]:
    """The single words that buttons say, or those that stand at the head of something, with their contexts."""
    for path in (ROOT / "templates").rglob("*.html"):
        for shown in SHOWN.finditer(path.read_text(encoding="utf-8")):
            is_button = shown["tag"] == "button" or 'class="button' in shown["given"]
            if is_button == asks and (is_button or shown["tag"] != "a"):
                said = ((context_of(tag), tag["said"]) for tag in TAG.finditer(shown["words"]))
                yield from (one for one in said if one[1] and " " not in one[1])


def test_a_word_of_several_senses_has_an_entry_for_each() -> None:
    """English says “Change” on a button and over a column; Spanish says “Cambiar” and “Cambio”."""
    both = set(single_words(asks=True)) & set(single_words(asks=False))
    assert {said for context, said in both if not context} == EITHER_WAY, 'say the sense: `context "verb"`'
    senses = {
        ("", "Enter"): "Intro",
        ("somebody", "Enter"): "Inscribir",
        ("a tournament", "Enter"): "Inscribirme",
        ("", "Open"): "Abrir",
        ("", "Place"): "Puesto",
        ("venue", "Place"): "Lugar",
        ("somebody", "Place"): "Colocar",
        ("", "To the table"): "A la mesa",
        ("a season", "To the table"): "A la tabla",
        ("a tournament", "Leave it"): "No cancelar",
        ("", "Forgot your password?"): "¿Has olvidado la contraseña?",
    }
    assert {key: entries()[key] for key in senses} == senses


def test_every_refusal_of_the_engine_has_its_sentence() -> None:
    said = (ROOT / "templates/games/strings/strings_status.html").read_text(encoding="utf-8")
    assert not [code for code in REASONS if f'data-k="no.{code}"' not in said]


def result_types() -> Iterator[str]:
    """Every type that the engine gives a scored deal, as its modules write it."""
    for path in (ROOT / "games/engine").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="DealResult" | "replace"), keywords=given):
                    found = [word.value for word in given if word.arg == "type"]
                case ast.Call(func=ast.Name(id="_nobody"), args=[kind, *_]):
                    found = [kind]
                case _:
                    continue
            for part in (one for value in found for one in ast.walk(value)):
                if isinstance(part, ast.Name) and isinstance(named := getattr(result, part.id, None), str):
                    yield named
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def test_every_type_of_a_scored_deal_has_its_word_on_the_sheet() -> None:
    said = (ROOT / "templates/games/strings/strings_result.html").read_text(encoding="utf-8")
    types = set(result_types())
    assert types >= {"adjusted", "no_winner", "wrong_count"}
    assert not [name for name in types if f'data-k="sheet.type.{name}"' not in said]


def test_a_translation_keeps_what_is_filled_in() -> None:
    wrong = [
        (english, said)
        for (_context, english), said in entries().items()
        if sorted(HOLES.findall(english)) != sorted(HOLES.findall(said))
    ]
    assert not wrong


def test_rules_are_cited_alike_and_nothing_is_doubtful() -> None:
    assert "#, fuzzy" not in CATALOGUE.read_text(encoding="utf-8")
    rule = re.compile(r"\b[A-Z]{3}-\d+")
    assert not [both for both in entries().items() if rule.findall(both[0][1]) != rule.findall(both[1])]


def test_the_compiled_catalogue_is_made_of_the_readable_one() -> None:
    with CATALOGUE.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # the catalogue has no public list of its entries
    one_or_many = {key: said for key, said in compiled.items() if key}
    plain = {key: said for key, said in one_or_many.items() if isinstance(key, str)}
    forms = {(key[0], key[1]): said for key, said in one_or_many.items() if not isinstance(key, str)}
    assert all(forms[key, 0] and forms[key, 1] for key, _form in forms)
    plain |= {key: said for (key, form), said in forms.items() if form == 0}
    told = {(f"{context}\x04{english}" if context else english): said for (context, english), said in entries().items()}
    about_several = plurals()
    assert plain == {english: said for english, said in told.items() if english not in about_several}


# ---- dates

FORMATS = re.compile(r'(?:date:|date_format\([^"\n]*)"(?P<asked>[^"]*M[^"]*)"')


def formats_with_months() -> set[str]:
    """Every format with a short month, as templates and modules ask for it."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.*")]
    texts += [path.read_text(encoding="utf-8") for folder in SOURCES for path in (ROOT / folder).rglob("*.py")]
    return {found["asked"] for text in texts for found in FORMATS.finditer(text)} - {"DATE_FORMAT"}


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_a_short_month_is_written_as_large_or_small_as_a_whole_one(language: str) -> None:
    """“1 Dec” and “1 December”, but “1 dic” and “1 de diciembre”."""
    asked = formats_with_months()
    assert len(asked) > 5
    with override(language):
        for number in range(1, 13):
            day = datetime(2026, number, 1, tzinfo=UTC)
            whole, short = date_format(day, "F"), date_format(day, "M")
            assert whole.startswith(short)
            for one in asked:
                assert f"1 {short}" in date_format(day, one)
                assert f"1 {short}" in Template(f'{{{{ day|date:"{one}" }}}}').render(Context({"day": day}))


# ---- which language a page speaks


@pytest.mark.django_db(transaction=True)
def test_a_table_speaks_the_language_of_the_browser_in_shell_and_island() -> None:
    address = reverse("games:table", args=[live_tables.open_table().public_id])
    page = Client(headers={"accept-language": "es-MX,es;q=0.9,en;q=0.5"}).get(address)
    said = page.content.decode()
    assert '<html lang="es"' in said
    assert page.headers["Content-Language"] == "es"
    assert get_language() == "en", "the thread speaks as before"
    assert "Accept-Language" in page.headers["Vary"]
    assert '<i data-k="verb.knock">Cerrar</i>' in said
    assert "Saltar al contenido" in said
    assert '<html lang="en"' in Client().get(address).content.decode()


@pytest.mark.django_db
def test_every_page_keeps_the_language() -> None:
    spaniard = Client(headers={"accept-language": "es"})
    found = [
        ("/nothing-here/", 404, "Torneos"),
        ("/", 200, "Siéntate"),
        ("/clubs/", 200, "Empezar un club"),
        ("/ratings/", 200, "Buscar a un jugador"),
    ]
    found += [("/archive/", 200, "Más filtros"), ("/players/", 200, "Jugadores"), ("/tournaments/", 200, "Torneos")]
    for address, status, words in found:
        page = spaniard.get(address)
        said = page.content.decode()
        assert page.status_code == status
        assert '<html lang="es"' in said
        assert words in said, address
        assert "Español" in said


@pytest.mark.django_db
def test_the_language_chosen_is_kept_whatever_the_browser_asks_for() -> None:
    client = Client(headers={"accept-language": "en"})
    address = reverse("games:practice")
    assert "Find a game" in tight(client.get(address).content.decode())
    answer = client.post(reverse("set_language"), {"language": "es", "next": address})
    assert answer.headers["Location"] == address
    assert int(answer.cookies["django_language"]["max-age"]) >= 30 * 24 * 3600
    said = tight(client.get(address).content.decode())
    assert "Elige un juego" in said
    assert 'lang="es" aria-current="true"' in said
    assert "Principiante" in said, "the form's choices, too"
