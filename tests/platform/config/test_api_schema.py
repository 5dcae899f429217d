"""The schema of the API, and the answers that it describes."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator

from doors.api.schema import without_widths


def test_how_wide_a_column_is_stands_in_no_schema() -> None:
    """The same fields as SQLite and as PostgreSQL bound them; a bound of the house stays."""
    house = {"type": "integer", "minimum": 0, "maximum": 9999}
    wide = {"type": "integer", "minimum": -(2**63), "maximum": 2**63 - 1, "format": "int64"}
    narrow = {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}
    assert without_widths({"properties": [house, wide]}) == without_widths({"properties": [house, narrow]})
    assert without_widths({"from": {**house, "maximum": 2**15 - 1}}) == {"from": {"type": "integer", "minimum": 0}}
    assert house["maximum"] == 9999


def test_only_a_list_that_is_read_comes_in_pages() -> None:
    """What an act has made is answered whole: a list that it makes must not be declared as a page."""
    paths = SchemaGenerator().get_schema(public=True)["paths"]
    acts = {f"{verb} {path}": act for path, acts in paths.items() for verb, act in acts.items() if verb != "get"}
    assert len(acts) > 100
    assert [name for name, act in acts.items() if "Paginated" in str(act["responses"])] == []


def test_the_schema_is_made_for_one_reader_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two at once, just after a start, were answered 500: each reader here would meet another one inside."""
    meeting, met = Barrier(2), []

    def make(*_: Any, **__: Any) -> dict[str, Any]:
        with suppress(BrokenBarrierError):
            met.append(meeting.wait(0.1))
        meeting.reset()
        return {}

    monkeypatch.setattr(SchemaGenerator, "get_schema", make)
    view = resolve("/api/v1/schema/").func
    with ThreadPoolExecutor(4) as readers:
        answers = list(readers.map(view, [RequestFactory().get("/api/v1/schema/") for _ in range(4)]))
    assert [answer.status_code for answer in answers] == [200] * 4
    assert met == []


@pytest.mark.django_db
def test_an_error_is_a_problem(client: Client) -> None:
    answer = client.get("/api/v1/tournaments/no-such-one/")
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["type"] == "not_found"
    assert answer.json()["status"] == 404


@pytest.mark.django_db
def test_a_list_comes_in_pages(client: Client) -> None:
    answer = client.get("/api/v1/clubs/?limit=1")
    assert answer.status_code == 200
    assert set(answer.json()) == {"next", "previous", "results"}
