"""Ask for every page of a site: follow links, one of each kind, then open the addresses that no link leads to."""

import html
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from itertools import islice, product
from typing import Any

from django.urls import Resolver404, get_resolver, resolve

from tests.fuzz.drawing import HOLE, routes
from tests.fuzz.fuzzed_site import FuzzedSite

LINK = re.compile(r'\s(?:href|src|action|hx-get|data-(?:public|others|end|again))="(/[^"#]*)')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
LEFT_OUT = re.compile(r"/logout/|^/ws/|^/accounts/data/leave/")  # what would end the visit, and what is no page
GROUP = re.compile(r"\(\?P<(\w+)>[^)]*\)")  # a hole in a regular expression
TRIES = 6  # names tried in an address to which no link leads
PATIENCE_S = 60


def kind_of(path: str) -> str:
    """The form of an address, with the format where it is one of the evenings of every kind; of a file, its ending."""
    try:
        route = resolve(path).route
    except Resolver404:
        return f"file {path.rpartition('.')[2]}" if path.startswith("/static/") else path
    event = re.match(r"/[to]/every-([a-z_]+)/", path)
    return f"{route} {event.group(1) if event else ''}".strip()


class _Stays(urllib.request.HTTPRedirectHandler):
    """Where an answer leads elsewhere, that is the answer."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


@dataclass
class Visitor:
    """One person at the site's address: who they are, and what came of what they asked."""

    role: str
    origin: str
    address: str  # from which they come, as a proxy before nginx would say
    jar: CookieJar = field(default_factory=CookieJar)
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)  # what ended in a fault of the site, or in none
    good: dict[str, str] = field(default_factory=dict)  # the path of each kind that was answered well
    refused: dict[str, int] = field(default_factory=dict)  # the status of each other kind

    def __post_init__(self) -> None:
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar), _Stays())

    def cookies(self) -> str:
        """The header of who is signed in."""
        return "; ".join(f"{one.name}={one.value}" for one in self.jar)

    def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        """The status and the text of an answer; 599 for none. What ends in 5xx is noted."""
        data = urllib.parse.urlencode(form).encode() if form else None
        asked = urllib.request.Request(self.origin + path, data, {"X-Forwarded-For": self.address})
        try:
            with self.opener.open(asked, timeout=PATIENCE_S) as answer:
                status, text = answer.status, _text(answer)
        except urllib.error.HTTPError as answer:
            status, text = answer.code, f' href="{answer.headers.get("Location", "")}" '
        except OSError as error:
            status, text = 599, str(error)
        self.statuses[status] += 1
        if status >= 500:
            self.faults.append(f"{status} {self.role}: {path}")
        return status, text

    def sign_in(self, username: str, password: str) -> None:
        """Sign in as a browser does."""
        _status, page = self.ask("/accounts/login/")
        found = TOKEN.search(page)
        assert found, "no form to sign in"
        form = {"login": username, "password": password, "csrfmiddlewaretoken": found.group(1)}
        assert self.ask("/accounts/login/", form)[0] == 302, f"{username} may not sign in"

    def look(self, path: str) -> list[str]:
        """Open a page and note how its kind was answered; the links that it has."""
        kind = kind_of(path.partition("?")[0])
        status, text = self.ask(path)
        if status < 400:
            self.good.setdefault(kind, path)
            self.refused.pop(kind, None)
        elif kind not in self.good:
            self.refused[kind] = status
        return [html.unescape(link) for link in LINK.findall(text)]

    def go_everywhere(self, site: FuzzedSite) -> None:
        """Every kind once: by links from the front page, then what no link leads to."""
        seen: set[str] = set()
        todo = deque(["/"])
        while todo:
            path = todo.popleft()
            kind = kind_of(path.partition("?")[0])
            if kind not in seen and not LEFT_OUT.search(path):
                seen.add(kind)
                todo.extend(self.look(path))
        known = {kind.partition(" ")[0] for kind in (*self.good, *self.refused)}
        for route in routes(get_resolver().url_patterns):
            if route not in known:
                self._open(route, site)

    def look_again(self, site: FuzzedSite) -> None:
        """Open what was not there, with the names of what has come since."""
        missed = {kind.partition(" ")[0] for kind, status in self.refused.items() if status == 404}
        for route in routes(get_resolver().url_patterns):
            if route in missed:
                self._open(route, site)

    def _open(self, route: str, site: FuzzedSite) -> None:
        """Open an address of this form: with names of what is there, until one is found."""
        for path in islice(addresses(route, site), TRIES):
            if not LEFT_OUT.search(path):
                self.look(path)
                if self.refused.get(kind_of(path)) != 404:
                    return

    def go_on(self, until: float) -> None:
        """Ask for all that was answered well again and again, until this time by the monotonic clock."""
        while time.monotonic() < until:
            for path in self.good.values():
                self.ask(path)
                if time.monotonic() >= until:
                    return


def addresses(route: str, site: FuzzedSite) -> Iterator[str]:
    """Addresses of a form, its holes filled with the names of what is there."""
    plain = GROUP.sub(r"<\1>", route).replace("^", "").removesuffix("$")
    for names in product(*(_names(site, word, name) for word, name in HOLE.findall(plain))):
        given = iter(names)
        path = "/" + HOLE.sub(lambda hole: f"{hole[1]}/{next(given)}", plain)  # noqa: B023  # it is used at once
        if "<" not in path:  # an ending of a file, to which links lead
            yield path


def _names(site: FuzzedSite, word: str, name: str) -> list[str]:
    """The names that can stand behind a word of an address, those of this field first."""
    return site.names.get(f"{word}/{name}") or site.names.get(word) or ["1"]


def _text(answer: Any) -> str:
    """What a page says; nothing of a file."""
    body = answer.read()
    return body.decode() if "html" in answer.headers.get("Content-Type", "") else ""
