"""Draw the next request: from the API's schema, from the schema with names of existing things, or from a page's
form."""

import random
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urlencode

from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.generators import SchemaGenerator

from tests.fuzz.asking import Ask, undone
from tests.fuzz.fuzzed_site import FuzzedSite
from tests.fuzz.odd_values import Values

Draw = Callable[[random.Random], Ask]
PARAM = re.compile(r"([\w-]*)/\{(\w+)\}")
HOLE = re.compile(r"([\w-]*)/<(?:\w+:)?(\w+)>")
SKIPPED = ("admin/", "accounts/", "api/", "static/", "livez", "readyz", "healthz", "language/")


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
    """Forms as the pages offer them to each person, some fields changed."""
    offered = [one for who in site.people for one in _forms(site, who)]
    known = sorted({name for names in site.names.values() for name in names})

    def draw(chance: random.Random) -> Ask:
        who, method, path, fields = chance.choice(offered)
        values, sent = Values(chance, {}, known), dict(fields)
        for key in chance.sample(sorted(fields), k=min(len(fields), chance.randrange(1, 4))):
            sent[key] = _text(values.odd() if chance.random() < 0.7 else values.of({}))
        if fields and chance.random() < 0.1:
            sent.pop(chance.choice(sorted(fields)))
        asker = who if chance.random() < 0.9 else chance.choice(list(site.people))
        if method == "GET":
            return Ask(asker, "GET", f"{path}?{urlencode(sent, doseq=True, errors='replace')}")
        return Ask(asker, "POST", path, fields=sent)

    return draw


def _text(value: Any) -> str | list[str]:
    """A value as a browser sends it."""
    if isinstance(value, list):
        return [str(one) for one in value]
    return "" if value is None else str(value)


def _forms(site: FuzzedSite, who: str) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """The forms of the pages that this person can see: method, address and fields as they are filled in."""
    client = site.client(who)
    for path in pages(site):
        with undone():
            answer = client.get(path)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html") and not answer.streaming:
            reader = Forms()
            reader.feed(answer.content.decode())
            for method, action, fields in reader.found:
                yield who, method, (action or path).split("?")[0], fields


def pages(site: FuzzedSite) -> list[str]:
    """An address for each page, with names of what is there."""
    found = []
    for route in routes(get_resolver().url_patterns, skipped=SKIPPED):
        path = HOLE.sub(lambda hole: f"{hole[1]}/{_first(site, hole[1], hole[2])}", f"/{route}")
        if "<" not in path:
            found.append(path)
    return found


def _first(site: FuzzedSite, word: str, field: str) -> str:
    """What an address names by this field after this word, else by another."""
    return next(iter([*site.names.get(f"{word}/{field}", ()), *site.names.get(word, ())]), "1")


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


class Forms(HTMLParser):
    """Reads the forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, dict[str, Any]]] = []
        self.is_inside = False
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.is_inside = True
            self.found.append((said.get("method", "get").upper(), said.get("action", ""), {}))
        elif self.is_inside and tag == "select":
            self.select = said.get("name", "")
        elif self.is_inside and tag == "option" and self.select:
            fields = self.found[-1][2]
            if "selected" in said or self.select not in fields:
                fields[self.select] = said.get("value", "")
        elif self.is_inside and tag in ("input", "textarea", "button"):
            self._keep(said)

    def _keep(self, said: dict[str, str]) -> None:
        name = said.get("name", "")
        is_chosen = said.get("type") not in ("radio", "checkbox") or "checked" in said
        if name not in ("", TOKEN) and (is_chosen or name not in self.fields):
            self.fields[name] = said.get("value", "")

    @property
    def fields(self) -> dict[str, Any]:
        """Those of the form that is being read."""
        return self.found[-1][2]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.is_inside = False
        elif tag == "select":
            self.select = ""


TOKEN = "csrfmiddlewaretoken"
