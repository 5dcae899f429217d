"""The archive: find deals by who, where, when and how, and download them as files that anybody can read."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import translation

from games import selectors
from games.engine import record
from games.models import Deal, Kind, Play, Table
from pages.selectors import archive_search
from tests.games import sittings
from tests.games.live import live_tables

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def two_sittings() -> tuple[Table, Table]:
    """Two finished sittings of two deals, each cut short after them, between four people."""
    first, second = (live_tables.open_table() for _ in range(2))
    return sittings.play_out(first, seed=1, deals=2), sittings.play_out(second, seed=2, deals=2)


def found(query: str = "") -> list[str]:
    answer = Client().get(f"/archive/{query}")
    assert answer.status_code == 200
    return [deal.public_id for deal in answer.context["deals"]]


def of(table: Table) -> list[str]:
    return [deal.public_id for deal in Deal.objects.filter(table=table).order_by("-pk")]


def test_deals_are_found_by_who_played_whom(two_sittings: tuple[Table, Table]) -> None:
    first, second = two_sittings
    ann, ben = live_tables.users(first)
    stranger = live_tables.users(second)[0]
    assert found(f"?player={ann.public_id}") == of(first)
    assert found(f"?player={ann.public_id}&versus={ben.public_id}") == of(first)
    assert found(f"?player={ann.public_id}&versus={stranger.public_id}") == []


def test_deals_are_found_by_day_length_points_and_ruling(two_sittings: tuple[Table, Table]) -> None:
    first, _second = two_sittings
    assert len(found()) == Deal.objects.count()
    Deal.objects.filter(table=first).update(finished_at=live_tables.now() - timedelta(days=40))
    day = (live_tables.now() - timedelta(days=40)).date().isoformat()
    assert found(f"?since={day}&until={day}") == of(first)
    longest = max(Deal.objects.all(), key=lambda deal: deal.last_seq - deal.first_seq)
    plays = longest.last_seq - longest.first_seq + 1
    assert longest.public_id in found(f"?shortest={plays}")
    assert longest.public_id not in found(f"?longest={plays - 1}")
    best = max(Deal.objects.all(), key=lambda deal: deal.points)
    assert best.public_id in found(f"?points={best.points}")
    assert found(f"?points={best.points + 1}") == []
    assert found("?ruled_only=on") == []
    Play.objects.create(
        table=first, seq=first.version + 1, cmd_id="0" * 32, kind=Kind.DIRECTOR, action={}, at=live_tables.now()
    )
    last = Deal.objects.filter(table=first).order_by("-number").first()
    assert last is not None
    Deal.objects.filter(pk=last.pk).update(last_seq=first.version + 1)
    assert found("?ruled_only=on") == [last.public_id]


def test_a_filter_that_is_not_understood_is_named_and_left_out(two_sittings: tuple[Table, Table]) -> None:
    for query in ("?since=yesterday", "?points=-4", "?points=1e99", "?tournament=nowhere", "?shortest=many"):
        answer = Client().get(f"/archive/{query}")
        assert len(answer.context["dropped"]) == 1, query
        assert len(answer.context["deals"]) == Deal.objects.count()


def test_a_range_that_ends_before_it_begins_is_named_and_its_end_left_out(two_sittings: tuple[Table, Table]) -> None:
    for query, words in (
        ("?since=2020-02-02&until=2020-02-01", "It must not be before “From”."),
        ("?shortest=2&longest=1", "It must not be below “At least so many plays”."),
    ):
        answer = Client().get(f"/archive/{query}")
        assert [said for _label, said in answer.context["dropped"]] == [words]
        assert len(answer.context["deals"]) == Deal.objects.count()
        refused = Client().get(f"/archive/deals.txt{query}")
        assert (refused.status_code, words in refused.content.decode()) == (400, True)


def test_a_search_that_finds_nothing_offers_to_drop_each_filter(two_sittings: tuple[Table, Table]) -> None:
    answer = Client().get("/archive/?player=nobody&points=3")
    assert [label for label, _less in answer.context["drops"]] == ["Player", "At least so many points"]
    assert "?points=3" in answer.content.decode()


def test_a_search_is_taken_along_as_lines_of_json(two_sittings: tuple[Table, Table]) -> None:
    first, _second = two_sittings
    ann, _ben = live_tables.users(first)
    answer = Client().get(f"/archive/deals.jsonl?player={ann.public_id}")
    lines = [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]
    assert [line["id"] for line in lines] == of(first)
    assert all(line["deck"] and line["steps"] and line["shuffle"] for line in lines)


def test_a_search_is_taken_along_as_game_records_which_replay(two_sittings: tuple[Table, Table]) -> None:
    text = b"".join(Client().get("/archive/deals.txt").streaming_content).decode()
    read = list(record.read(text.splitlines()))
    assert len(read) == 2
    for one, table in zip(read, reversed(two_sittings), strict=True):
        assert dict(one.headers)["Table"] == table.public_id
        assert dict(one.headers)["Ended"] == "resigned A"
        assert record.actions_of(one)


def test_one_deal_is_taken_along_with_its_sitting(two_sittings: tuple[Table, Table]) -> None:
    deal = of(two_sittings[0])[0]
    [read] = record.read(Client().get(f"/deals/{deal}.txt").content.decode().splitlines())
    assert dict(read.headers)["Table"] == two_sittings[0].public_id
    assert Client().get("/deals/nothinghere2.txt").status_code == 404


@pytest.mark.parametrize("rules", ["conquian", "colonel-ball", "gin-pagat"])
def test_a_sitting_of_several_games_is_one_record_which_replays(rules: str) -> None:
    options = {"target": 10} if rules == "gin-pagat" else {}
    table = live_tables.open_table(rules=rules, options=options, length="best_of:3/all")
    sittings.play_out(table, seed=3)
    text = Client().get(f"/deals/{of(table)[0]}.txt").content.decode()
    [(read, state)] = record.checked(text.splitlines(keepends=True))
    assert state is not None
    assert sum(isinstance(item, record.Scored) and item.final for item in read.items) == 3


def test_a_file_of_too_many_deals_or_of_a_wrong_filter_is_refused(
    two_sittings: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = Client().get("/archive/deals.txt?since=yesterday")
    assert (answer.status_code, "From" in answer.content.decode()) == (400, True)
    monkeypatch.setattr("pages.selectors.archive_search.MOST_IN_A_FILE", 1)
    answer = Client().get("/archive/deals.jsonl")
    assert (answer.status_code, "More than 1 deals" in answer.content.decode()) == (400, True)


def test_nothing_of_a_sitting_that_goes_on_is_in_a_file() -> None:
    table = live_tables.open_table()
    sittings.play_out(table, seed=1, deals=1, tell=False)
    Table.objects.filter(pk=table.pk).update(status="playing")
    assert b"".join(Client().get("/archive/deals.jsonl").streaming_content) == b""
    assert b"".join(Client().get("/archive/deals.txt").streaming_content) == b""


def test_the_api_finds_the_same_deals(two_sittings: tuple[Table, Table]) -> None:
    first, second = two_sittings
    ann, ben = live_tables.users(first)

    def ids(query: str) -> list[str]:
        answer = Client().get(f"/api/v1/deals/{query}")
        assert answer.status_code == 200, answer.content
        return [one["id"] for one in answer.json()["results"]]

    assert ids(f"?player={ann.public_id}&versus={ben.public_id}") == of(first)
    assert ids(f"?table={second.public_id}") == of(second)
    assert ids("?ruled=true") == []
    assert len(ids("?ruled=false")) == Deal.objects.count()
    assert ids("?shortest=9999") == []
    assert ids(f"?finished_before={(live_tables.now() - timedelta(days=1)).isoformat().replace('+', '%2B')}") == []
    absurd = "?finished_after=2030-01-01T00:00:00Z&finished_before=2020-01-01T00:00:00Z"
    for wrong in ("?shortest=-1", "?points_min=x", "?finished_after=soon", "?shortest=30&longest=3", absurd):
        answer = Client().get(f"/api/v1/deals/{wrong}")
        assert answer.status_code == 400
        assert answer.json()["errors"]


def test_search_and_selector_agree_on_the_page_before(two_sittings: tuple[Table, Table]) -> None:
    newest = selectors.search()[0]
    assert newest not in list(selectors.search(before=newest.pk))


def test_the_choices_are_in_the_language_of_who_reads_them(two_sittings: tuple[Table, Table]) -> None:
    """They are cached, and the first who looks may read another language than the next."""
    said = []
    for language in ("es", "en", "es"):
        with translation.override(language):
            said.append(archive_search.choices({})["outcome"])
    assert said[0] == said[2] != said[1]
    assert said[0].keys() == said[1].keys() != set()
