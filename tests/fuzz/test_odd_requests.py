"""Odd requests by the thousand: none ends in a fault of the site (5xx).

All of it: `make fuzz`, on PostgreSQL; SEED=7 another seed, ONLY=forms:1234 one request again by its number.
"""

import os
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client

from tests.fuzz.asking import Ask, End, ask_all, send, unlimited
from tests.fuzz.drawing import Draw, Forms, by_form, by_schema
from tests.fuzz.fuzzed_site import FuzzedSite, build

pytestmark = pytest.mark.django_db
KINDS = ("schema", "names", "forms")
COUNTS = {"schema": 10_000, "names": 5_000, "forms": 5_000}
FEW = 100
REACHED = {"schema": 1, "names": 20, "forms": 60}  # per cent that come as far as a view's own checks, at least
CHECKED = {"schema": 1, "names": 10, "forms": 20}  # per cent that these checks refuse, at least
SEED = int(os.environ.get("FUZZ_SEED", "1"))
ONLY_KIND, _colon, ONLY = os.environ.get("FUZZ_ONLY", "").partition(":")


@pytest.fixture
def site(db: None) -> Iterator[FuzzedSite]:
    """The site, to which anybody may send as much as they like."""
    with unlimited():
        yield build()


def drawn(kind: str, site: FuzzedSite) -> Draw:
    return by_form(site) if kind == "forms" else by_schema(site, with_names=kind == "names")


def judge(kind: str, site: FuzzedSite, count: int) -> None:
    clients = {who: site.client(who) for who in site.people}
    report = ask_all(kind, SEED, count, clients, drawn(kind, site), int(ONLY) if ONLY else None)
    print(report)
    assert not report.faults, str(report)
    assert not report.lost, report.lost
    if not ONLY:
        assert report.share(End.REFUSED, End.DONE) >= REACHED[kind], str(report)
        assert report.share(End.REFUSED) >= CHECKED[kind], str(report)
        assert report.ends[End.DONE], str(report)


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_odd_requests(site: FuzzedSite, kind: str) -> None:
    judge(kind, site, FEW)


def test_whoever_is_signed_out_by_a_form_is_signed_in_again(site: FuzzedSite) -> None:
    client = site.client("organiser")
    signs_out = Ask("organiser", "POST", "/accounts/logout/", fields={})
    seen = [send(client, ask) for ask in (signs_out, Ask("organiser", "GET", "/me/"))]
    assert seen == [(302, End.DONE), (200, End.DONE)]
    assert send(Client(), Ask("nobody", "GET", "/me/")) == (302, End.SIGN_IN)


def test_a_form_is_read_with_its_buttons_choices_and_files() -> None:
    reader = Forms("/o/open/")
    reader.feed("""
        <form id="a" method="post" action="?x#y"><input name="csrfmiddlewaretoken" value="t"><input name="n" value="1">
        <select name="s"><option value="p"><option value="q" selected></select><textarea name="w">\nan <b></textarea>
        <input type="file" name="f"><button name="do" value="save"><button name="do" value="drop"></form>
        <form method="get" action="/t/"></form><input name="far" value="2" form="a">""")
    a, b = reader.found
    assert (a.method, a.path, b.method, b.path) == ("POST", "/o/open/", "GET", "/t/")
    assert a.fields == {"n": "1", "s": "q", "w": "an ", "f": "", "far": "2"}
    assert (a.buttons, a.files, dict(a.choices)) == ([{"do": "save"}, {"do": "drop"}], {"f"}, {"s": ["p", "q"]})


@pytest.mark.marathon
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if ONLY_KIND in ("", kind)])
def test_thousands_of_odd_requests(site: FuzzedSite, kind: str) -> None:
    assert connection.vendor == "postgresql", "start PostgreSQL (make services) and name it in DATABASE_URL"
    judge(kind, site, COUNTS[kind])
