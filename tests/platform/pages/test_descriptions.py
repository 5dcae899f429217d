"""Every page that a search engine may open says in one sentence what it is, in the language of the page, and no other
page says the same."""

import html
import re
from collections import deque
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from clubs.models import Club
from config.views import NOT_FOR_ROBOTS
from tests.composed import filling
from tests.fuzz import fuzzed_site
from tests.games import sittings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
DESCRIBED = re.compile(r'<meta name="description"\s+content="([^"]*)">')
LINK = re.compile(r'<a\s[^>]*href="(/[^"#?]*)')
# In another website or on a wall, or about how to put it there; of whoever is signed in; files.
NO_PAGES = re.compile(r"^/(framed|static|healthz|challenges)/|/elsewhere/$|\.\w+$|/log$")
USUAL = "Undercut: tournaments, tables and ratings for the gin rummy family."
OF_NAMES = ("/arenas/", "/matches/")  # what they say are names alone
LEAST = 30  # kinds of pages


def described(client: Client, language: str) -> dict[str, str]:
    """One page of each kind that links lead to from the front page, and what it says of itself."""
    found: dict[str, str] = {}
    seen, todo = set[str](), deque(["/"])
    while todo:
        path = html.unescape(todo.popleft())
        if path.startswith(NOT_FOR_ROBOTS) or NO_PAGES.search(path):
            continue
        try:
            kind = resolve(path).view_name
        except Resolver404:
            continue
        if kind in seen:
            continue
        seen.add(kind)
        answer = client.get(path, headers={"Accept-Language": language})
        if answer.status_code == 200 and "html" in answer["Content-Type"]:
            text = answer.content.decode()
            told = DESCRIBED.search(text)
            found[path] = told[1] if told else ""
            todo.extend(urlsplit(link).path for link in LINK.findall(text))
    return found


def test_every_public_page_says_what_it_is_and_no_other_says_the_same() -> None:
    site = fuzzed_site.build()
    club, organiser = Club.objects.get(name="Fuzzers"), site.people["organiser"]
    assert organiser is not None
    filling.evenings_of_every_kind(club, organiser)
    filling.what_stands_beside_them(club, organiser)
    sittings.play_out(filling.left_alone(), seed=1, deals=1)
    in_english, in_spanish = (described(Client(), language) for language in ("en", "es"))
    assert len(in_english) >= LEAST, sorted(in_english)
    said = list(in_english.values())
    assert not [path for path, words in in_english.items() if words in ("", USUAL) or "  " in words]
    assert not [path for path, words in in_english.items() if said.count(words) > 1]
    assert in_spanish.keys() == in_english.keys()
    same = [path for path, words in in_english.items() if in_spanish[path] == words]
    assert not [path for path in same if not path.startswith(OF_NAMES)]
