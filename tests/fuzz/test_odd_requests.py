"""Odd requests by the thousand: none ends in a fault of the site (5xx).

All of it: `make fuzz`, on PostgreSQL; SEED=7 another seed, ONLY=forms:1234 one request again by its number.
"""

import os
from collections.abc import Iterator

import pytest
from django.db import connection

from tests.fuzz.asking import ask_all, unlimited
from tests.fuzz.drawing import Draw, by_form, by_schema
from tests.fuzz.fuzzed_site import FuzzedSite, build

pytestmark = pytest.mark.django_db
KINDS = ("schema", "names", "forms")
COUNTS = {"schema": 10_000, "names": 5_000, "forms": 5_000}
FEW = 100
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
    if not ONLY:
        assert report.statuses.get(200), "nothing was reached"


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_odd_requests(site: FuzzedSite, kind: str) -> None:
    judge(kind, site, FEW)


@pytest.mark.marathon
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if ONLY_KIND in ("", kind)])
def test_thousands_of_odd_requests(site: FuzzedSite, kind: str) -> None:
    assert connection.vendor == "postgresql", "start PostgreSQL (make services) and name it in DATABASE_URL"
    judge(kind, site, COUNTS[kind])
