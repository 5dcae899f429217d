"""Pages that speak Spanish do so in every word; the catalogue is complete, and the compiled file is up to date."""

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import get_language

from games.engine.moves import result
from games.engine.play.impossible import REASONS
from tests.games.live import live_tables
from tournaments.pairing.bracket import labels

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "locale/es/LC_MESSAGES/django.po"
TEMPLATES = [
    *("base.html", "403.html", "403_csrf.html", "404.html", "500.html"),
    *(
        f"games/{name}.html"
        for name in ("table", "practice", "gathering", "_gathering", "no_table", "deal_seen", "_replay")
    ),
    *(f"pages/{name}.html" for name in ("privacy", "rules", "preset", "rulebook")),
    *(f"account/{name}.html" for name in ("devices", "leave", "login", "own_data", "reauthenticate")),
    *(f"tournaments/pods/{name}.html" for name in ("slip", "pod", "_pod", "_form")),
    *(f"tournaments/results/{name}.html" for name in ("match", "_match")),
    *(f"tournaments/rounds/{name}.html" for name in ("round", "_round", "_round_rows")),
    *("tournaments/event/_head.html", "tournaments/pods/_tables.html", "tournaments/duplicate/_commitments.html"),
    *("tournaments/event/_when.html", "tournaments/teams/_team_boards.html", "tournaments/duplicate/_scores.html"),
    "tournaments/exchange/evening.html",
    *(f"tournaments/results/slips/{name}.html" for name in ("door", "slip", "unknown", "too_many")),
    *(
        path.relative_to(ROOT / "templates").as_posix()
        for path in (ROOT / "templates/tournaments/results/deals").glob("*.html")
    ),
    *(path.relative_to(ROOT / "templates").as_posix() for path in (ROOT / "templates/games").glob("strings*.html")),
    *(path.relative_to(ROOT / "templates").as_posix() for path in (ROOT / "templates/mfa").rglob("*.html")),
]
MODULES = (
    "platform/accounts/forms.py",
    "platform/accounts/devices/views.py",
    "platform/accounts/own_data/forms.py",
    "platform/accounts/own_data/services.py",
    "platform/accounts/own_data/views.py",
    "platform/accounts/second_factor/forms.py",
    "platform/clubs/own_data.py",
    "games/own_data.py",
    "tournaments/own_data.py",
    "platform/accounts/second_factor/gate.py",
    *("games/forms.py", "games/services/gatherings.py", "games/views.py"),
    *(
        "games/live/setup/talk.py",
        "games/services/talking.py",
        "games/live/finished/archive.py",
        "games/live/setup/law_words.py",
    ),
    *(path.relative_to(ROOT).as_posix() for path in (ROOT / "games/live/presets").glob("*.py")),
    *(
        f"tournaments/results/{name}.py"
        for name in (
            *("forms", "selectors/sheet_words", "views/slips", "views/sheet_pages", "views/score_sheets"),
            *("services/recording", "services/score_sheets", "services/slips", "services/validation"),
        )
    ),
    *(
        f"tournaments/pods/{name}.py"
        for name in (
            *("forms", "views/pages", "views/slip_pages", "views/sheet_pages"),
            *("services/recording", "services/sheets", "services/slips", "services/validation"),
        )
    ),
    *(f"tournaments/event/selectors/{name}.py" for name in ("consent", "drawn_matches", "lengths")),
    "tournaments/tables/views.py",
    "tournaments/exchange/forms.py",
    *(f"tournaments/exchange/services/afterwards/{name}.py" for name in ("entering", "table_lines")),
)
TAG = re.compile(
    r"""\{%\s*translate\s+(?P<quote>["'])(?P<said>.*?)(?P=quote)(?:\s+context\s+"(?P<context>[^"]*)")?\s*%\}"""
    r"""|\{%\s*blocktranslate[^%]*%\}(?P<block>.*?)\{%\s*endblocktranslate\s*%\}""",
    re.DOTALL,
)
ENTRY = re.compile(r'(?:^msgctxt (?P<context>".*")\n)?^msgid (?P<id>".*")\nmsgstr (?P<said>".*")$', re.MULTILINE)
HOLES = re.compile(r"\{\w+\}|%\(\w+\)[sd]")
Words = dict[tuple[str, str], str]
LABELS = {("", words) for words in labels.WORDS}  # of the matches of a bracket


def entries() -> Words:
    """What the catalogue says for each sentence, by its context and its English."""
    found = ENTRY.finditer(CATALOGUE.read_text(encoding="utf-8"))
    quoted = [[ast.literal_eval(part or '""') for part in entry.group("context", "id", "said")] for entry in found]
    return {(context, english): said for context, english, said in quoted if english}


def in_template(path: Path) -> Iterator[tuple[str, str]]:
    """The sentences of a template, with their contexts."""
    for tag in TAG.finditer(path.read_text(encoding="utf-8")):
        if tag["said"] is not None:
            yield tag["context"] or "", tag["said"]
        else:
            yield "", re.sub(r"\{\{\s*(\w+)\s*\}\}", r"%(\1)s", tag["block"])


def in_module(path: Path) -> Iterator[tuple[str, str]]:
    """The sentences of a module, as `_`, `gettext_noop` and `gettext_lazy` name them."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(
                func=ast.Name(id="_" | "gettext_noop" | "gettext_lazy"), args=[ast.Constant(value=str(said))]
            ):
                yield "", said


def test_every_sentence_of_a_translated_page_is_in_the_catalogue() -> None:
    spoken = {one for name in TEMPLATES for one in in_template(ROOT / "templates" / name)}
    spoken |= {one for name in MODULES for one in in_module(ROOT / name)} | LABELS
    assert len(spoken) > 700
    told = entries()
    assert not {one for one in spoken if not told.get(one)}, "add it to locale/es, then `make messages`"


def test_the_catalogue_holds_nothing_that_nobody_says() -> None:
    said = {one for name in TEMPLATES for one in in_template(ROOT / "templates" / name)} | LABELS
    for folder in ("games", "platform", "tournaments"):
        for path in (ROOT / folder).rglob("*.py"):
            if "gettext" in path.read_text(encoding="utf-8"):
                said |= set(in_module(path))
    assert not set(entries()) - said


def test_every_refusal_of_the_engine_has_its_sentence() -> None:
    said = (ROOT / "templates/games/strings.html").read_text(encoding="utf-8")
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
    said = (ROOT / "templates/games/strings.html").read_text(encoding="utf-8")
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
    plain = {key: said for key, said in compiled.items() if key}
    told = entries().items()
    assert plain == {(f"{context}\x04{english}" if context else english): said for (context, english), said in told}


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
def test_a_page_that_is_not_translated_is_english_throughout() -> None:
    spaniard = Client(headers={"accept-language": "es"})
    for address, status in ((reverse("games:deals"), 200), ("/nothing-here/", 404)):
        page = spaniard.get(address)
        said = page.content.decode()
        assert page.status_code == status
        assert '<html lang="en"' in said
        assert "Skip to the content" in said
        assert "Español" not in said, "there is nothing to choose"


@pytest.mark.django_db
def test_the_language_chosen_is_kept_whatever_the_browser_asks_for() -> None:
    client = Client(headers={"accept-language": "en"})
    address = reverse("games:practice")
    assert "Sit down" in client.get(address).content.decode()
    answer = client.post(reverse("set_language"), {"language": "es", "next": address})
    assert answer.headers["Location"] == address
    assert int(answer.cookies["django_language"]["max-age"]) >= 30 * 24 * 3600
    said = client.get(address).content.decode()
    assert "Siéntate a jugar" in said
    assert 'lang="es" aria-current="true"' in said
    assert "Principiante" in said, "the form's choices, too"
