"""The schema of the API, and the answers that it describes."""

import pytest
from django.test import Client

from doors.api.schema import without_widths


def test_how_wide_a_column_is_stands_in_no_schema() -> None:
    """The same fields as SQLite and as PostgreSQL bound them; a bound of the house stays."""
    house = {"type": "integer", "minimum": 0, "maximum": 9999}
    wide = {"type": "integer", "minimum": -(2**63), "maximum": 2**63 - 1, "format": "int64"}
    narrow = {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}
    assert without_widths({"properties": [house, wide]}) == without_widths({"properties": [house, narrow]})
    assert without_widths({"from": {**house, "maximum": 2**15 - 1}}) == {"from": {"type": "integer", "minimum": 0}}
    assert house["maximum"] == 9999


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
