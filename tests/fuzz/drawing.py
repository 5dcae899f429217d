"""Draw the next request: from the API's schema, from the schema with names of existing things, or from a page's
form."""

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urlencode, urljoin

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.generators import SchemaGenerator

from tests.fuzz.asking import Ask, undone
from tests.fuzz.fuzzed_site import FuzzedSite
from tests.fuzz.odd_values import Values

Draw = Callable[[random.Random], Ask]
PARAM = re.compile(r"([\w-]*)/\{(\w+)\}")
HOLE = re.compile(r"([\w-]*)/<(?:\w+:)?(\w+)>")
TOKEN = "csrfmiddlewaretoken"
FILES = ["a.csv", "a.trf", "a.json", "a.png", "a", "../a.csv"]
EVERYWHERE = ("/accounts/logout/", "/language/")  # forms of every page
SKIPPED = ("admin/", "accounts/", "api/", "static/", "livez", "readyz", "healthz", "language/")


@dataclass(slots=True)
class Form:
    """A form of a page: its fields as they are filled in, what its buttons add, which fields take a file, and between
    what a field chooses."""

    method: str
    path: str
    fields: dict[str, Any] = field(default_factory=dict)
    buttons: list[dict[str, str]] = field(default_factory=list)
    files: set[str] = field(default_factory=set)
    choices: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


class Forms(HTMLParser):
    """Reads the forms of the page at this address, with the fields that stand elsewhere and name their form."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.found: list[Form] = []
        self.named: dict[str, Form] = {}
        self.inside: Form | None = None
        self.select: tuple[Form, str] | None = None
        self.area: tuple[Form, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {key: value or "" for key, value in attrs}
        if tag == "form":
            self._begin(said)
        elif tag == "option" and self.select:
            self._option(*self.select, said)
        elif (form := self.named.get(said.get("form", ""), self.inside)) and said.get("name") not in (None, "", TOKEN):
            self._field(form, tag, said["name"], said)

    def _begin(self, said: dict[str, str]) -> None:
        to = urljoin(self.path, said.get("action", "")).partition("#")[0].partition("?")[0]
        self.inside = Form(said.get("method", "get").upper(), to)
        self.found.append(self.inside)
        self.named[said.get("id") or to] = self.inside

    def _field(self, form: Form, tag: str, name: str, said: dict[str, str]) -> None:
        kind, value = said.get("type", ""), said.get("value", "")
        if tag == "select":
            self.select = (form, name)
        elif tag == "textarea":
            self.area, form.fields[name] = (form, name), ""
        elif tag == "button" or kind == "submit":
            form.buttons.append({name: value})
        elif kind == "file":
            form.files.add(name)
            form.fields[name] = ""
        elif tag == "input":
            is_chosen = kind not in ("radio", "checkbox") or "checked" in said
            if kind in ("radio", "checkbox"):
                form.choices[name].append(value)
            if is_chosen or name not in form.fields:
                form.fields[name] = value

    @staticmethod
    def _option(form: Form, name: str, said: dict[str, str]) -> None:
        form.choices[name].append(said.get("value", ""))
        if "selected" in said or name not in form.fields:
            form.fields[name] = said.get("value", "")

    def handle_data(self, data: str) -> None:
        if self.area:
            form, name = self.area
            form.fields[name] += data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None
        elif tag == "select":
            self.select = None
        elif tag == "textarea":
            self.area = None


def by_schema(site: FuzzedSite, *, with_names: bool) -> Draw:
    """Requests from the API's own schema: every operation, every field; the names in an address at random, or (half of
    the time the right kind) of what is there."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    shapes = schema["components"]["schemas"]
    known = sorted({name for names in site.names.values() for name in names})
    operations = [
        (path, method.upper(), one)
        for path, methods in schema["paths"].items()
        for method, one in methods.items()
        if method in ("get", "post", "put", "patch", "delete")
    ]

    def draw(chance: random.Random) -> Ask:
        path, method, one = chance.choice(operations)
        values = Values(chance, shapes, known)
        address = PARAM.sub(lambda hole: f"{hole[1]}/{_name(chance, site, hole[1], values, with_names)}", path)
        asked = {
            part["name"]: values.of(part.get("schema", {}))
            for part in one.get("parameters", ())
            if part["in"] == "query" and (part.get("required") or chance.random() < 0.4)
        }
        query = f"?{urlencode(asked, doseq=True, errors='replace')}" if asked else ""
        body = one.get("requestBody", {}).get("content", {}).get("application/json")
        sent = values.of(body["schema"]) if body else None
        return Ask(chance.choice(list(site.people)), method, address + query, sent)

    return draw


def _name(chance: random.Random, site: FuzzedSite, word: str, values: Values, with_names: bool) -> str:
    """What stands in an address after this word."""
    if with_names and site.names.get(word) and chance.random() < 0.9:
        return quote(chance.choice(site.names[word]), safe="")
    odd = values.odd() if chance.random() < 0.5 else chance.choice(values.ids)
    return quote(str(odd)[:200] or "-", safe="", errors="replace")


def by_form(site: FuzzedSite) -> Draw:
    """Forms as the pages offer them to each person, some fields changed: a page at random, then one of its forms, with
    one of its buttons."""
    known = sorted({name for names in site.names.values() for name in names})
    holed = sorted(routes(get_resolver().url_patterns, skipped=SKIPPED))
    found: dict[tuple[str, str], list[Form]] = {}

    def offered(who: str, chance: random.Random) -> list[Form]:
        path = _filled(site, chance, chance.choice(holed))
        if (who, path) not in found:
            found[who, path] = [one for one in _forms(site, who, path) if not one.path.startswith(EVERYWHERE)]
        return found[who, path]

    def draw(chance: random.Random) -> Ask:
        who, forms = chance.choice(list(site.people)), []
        while not forms:
            who = chance.choice(list(site.people))
            forms = offered(who, chance)
        form = chance.choice(forms)
        values, sent = Values(chance, {}, known), form.fields | chance.choice(form.buttons or [{}])
        for key in chance.sample(sorted(form.fields), k=min(len(form.fields), chance.randrange(0, 4))):
            sent[key] = _value(chance, values, form, key)
        if form.fields and chance.random() < 0.1:
            sent.pop(chance.choice(sorted(form.fields)), None)
        asker = who if chance.random() < 0.9 else chance.choice(list(site.people))
        if form.method == "GET":
            return Ask(asker, "GET", f"{form.path}?{urlencode(sent, doseq=True, errors='replace')}")
        return Ask(asker, "POST", form.path, fields=sent)

    return draw


def _value(chance: random.Random, values: Values, form: Form, key: str) -> Any:
    """What a changed field contains: one of its choices, something odd, or a name of what is there."""
    if key in form.files:
        return SimpleUploadedFile(chance.choice(FILES), _bytes(chance))
    if form.choices.get(key) and chance.random() < 0.3:
        return chance.choice(form.choices[key])
    return _text(values.odd() if chance.random() < 0.7 else values.of({}))


def _bytes(chance: random.Random) -> bytes:
    """What a file contains."""
    return chance.choice([b"", b"\0", b"\xff\xfe\xff", b"{}", b"[1]", b"name;rating\nAna;x\n", b"001 1\n" * 40])


def _text(value: Any) -> str | list[str]:
    """A value as a browser sends it."""
    if isinstance(value, list):
        return [str(one) for one in value]
    return "" if value is None else str(value)


def _forms(site: FuzzedSite, who: str, path: str) -> list[Form]:
    """The forms of a page, as this person sees it."""
    client = site.client(who)
    with undone():
        answer = client.get(path)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html") or answer.streaming:
            return []
    reader = Forms(path)
    reader.feed(answer.content.decode())
    return reader.found


def _filled(site: FuzzedSite, chance: random.Random, route: str) -> str:
    """An address of this form, with names of what is there."""
    return HOLE.sub(lambda hole: f"{hole[1]}/{_one(site, chance, hole[1], hole[2])}", f"/{route}")


def _one(site: FuzzedSite, chance: random.Random, word: str, field: str) -> str:
    """What an address names by this field after this word, else by another."""
    named = site.names.get(f"{word}/{field}") or site.names.get(word)
    return chance.choice(named) if named else "1"


def routes(patterns: list[Any], before: str = "", skipped: tuple[str, ...] = ()) -> Iterator[str]:
    """The form of every address, without those that begin with what is skipped."""
    for one in patterns:
        route = before + str(one.pattern)
        if route.startswith(skipped):
            continue
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route, skipped)
        elif isinstance(one, URLPattern):
            yield route
