"""How much of a deal was luck: stored when the sitting is over, shown beside the result, passed to the ratings."""

import json
import subprocess
import sys

import pytest
from django.conf import settings
from django.test import Client

from doors.words import luck_words
from games import selectors
from games.live.finished import archive, deal_luck
from games.live.setup import terms
from games.live.store import loading
from games.models import Deal, Table
from games.players.judging.luck import sitting_luck
from games.players.judging.value import GIN_V1
from ratings.models import RatedMatch
from tests.games import sittings
from tests.games.live import live_tables

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Table:
    return sittings.play_out(live_tables.open_table(), seed=4)


def test_every_scored_deal_of_a_finished_sitting_has_its_luck(table: Table) -> None:
    deals = list(Deal.objects.filter(table=table))
    assert deals
    assert all(deal.value == "gin-v2" and deal.luck is not None for deal in deals)
    assert len({deal.luck for deal in deals}) > 1
    assert selectors.luck_of(table) == pytest.approx(sum(deal.luck or 0 for deal in deals))


def test_the_luck_in_the_record_is_the_sum_of_its_parts(table: Table) -> None:
    for deal in selectors.deals(table=table):
        record = archive.deal_record(deal)
        assert record is not None
        luck, steps = record["luck"], record["steps"]
        draws = [step for step in steps if step["event"]["e"] == "drew" and step["event"]["from"] == "stock"]
        assert [step for step in steps if step["luck"] is not None] == draws
        for_a = sum(step["luck"] if step["seat"] == "A" else -step["luck"] for step in draws)
        assert luck["draws"] == pytest.approx(for_a, abs=0.01 * len(draws) + 0.01)
        assert luck["total"] == pytest.approx(deal.luck, abs=0.01)
        assert luck["play"] + luck["total"] == pytest.approx(luck["margin"], abs=0.01)
        result = record["result"]
        points = 0 if result["winner"] is None else result["points"] * (1 if result["winner"] == "A" else -1)
        assert luck["margin"] == points


def test_a_deal_stays_under_the_value_function_that_judged_it(table: Table) -> None:
    deals = list(selectors.deals(table=table))
    fixed = terms.terms(table)
    log = deal_luck.played(loading.history(fixed, until=table.version))
    old = list(sitting_luck(fixed.rules, (play.action for play in log), GIN_V1))
    kept = [round(luck.luck, 4) for luck in old if luck is not None]
    for deal, luck in zip(deals, kept, strict=True):
        Deal.objects.filter(pk=deal.pk).update(value="gin-v1", luck=luck)
    deal_luck.keep(table)
    assert list(Deal.objects.order_by("number").values_list("value", "luck")) == [("gin-v1", luck) for luck in kept]
    for deal, luck in zip(selectors.deals(table=table), kept, strict=True):
        record = archive.deal_record(deal)
        assert record is not None
        assert (record["luck"]["value"], record["luck"]["total"]) == ("gin-v1", pytest.approx(luck, abs=0.01))


def test_a_process_beside_computes_the_same_also_after_it_was_killed(table: Table) -> None:
    log = deal_luck.played(loading.history(terms.terms(table), until=table.version))
    actions = [play.action for play in log]
    beside, kept = deal_luck.Beside(), list(deal_luck.here(table, actions))
    try:
        assert list(beside(table, actions)) == kept
        first = beside._process._child
        assert first is not None
        first.kill()
        assert list(beside(table, actions)) == kept, "computed here"
        assert list(beside(table, actions)) == kept
        second = beside._process._child
        assert second is not None
        assert second is not first, "computed by another process"
    finally:
        beside.end()
    assert second.poll() is not None


def test_the_process_beside_ends_when_nobody_can_ask_any_more() -> None:
    command = [sys.executable, "-m", "games.live.finished.luck_process"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=settings.BASE_DIR) as child:
        assert child.stdin is not None
        child.stdin.close()
        assert child.wait(30) == 0


def test_a_variant_that_no_value_function_judges_has_no_luck() -> None:
    table = sittings.play_out(live_tables.open_table(rules="oklahoma"), seed=2, deals=2)
    assert Deal.objects.filter(table=table, luck=None, value="").count() >= 2
    assert selectors.luck_of(table) is None


def test_a_deal_cut_short_has_none_and_the_others_keep_theirs() -> None:
    table = sittings.play_out(live_tables.open_table(), seed=5, deals=2)
    scored = Deal.objects.filter(table=table).exclude(type="unfinished")
    assert scored.count() == 2
    assert all(deal.luck is not None for deal in scored)
    assert selectors.luck_of(table) == pytest.approx(sum(deal.luck or 0 for deal in scored))


def test_a_casual_sitting_hands_its_luck_down_and_the_score_stays_what_it_was(table: Table) -> None:
    match = RatedMatch.objects.get(source=f"table:{table.public_id}")
    result = selectors.result(table)
    assert result is not None
    assert match.luck == pytest.approx(selectors.luck_of(table))
    assert match.margin == result.net[0]
    assert match.score_a == float(result.winner == 0)


def test_where_luck_cannot_be_computed_the_end_of_the_sitting_is_told_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no value")

    monkeypatch.setattr(deal_luck, "value_for", broken)
    table = sittings.play_out(live_tables.open_table(), seed=3, deals=1)
    assert table.reported_at is not None
    assert RatedMatch.objects.get(source=f"table:{table.public_id}").luck is None


def test_the_page_of_a_deal_says_it_in_words_and_figures(table: Table, client: Client) -> None:
    deal = selectors.deals(table=table)[0]
    text = client.get(f"/deals/{deal.public_id}/").content.decode()
    luck = json.loads(client.get(f"/api/v1/deals/{deal.public_id}/").content)["luck"]
    assert "Luck and play" in text
    assert f"{luck['total']:+.1f}" in text


@pytest.mark.parametrize(
    ("margin", "luck", "words"),
    [
        (31, 18.2, "Ann won by 31; about 18 of it was the cards."),
        (31, 40.0, "Ann won by 31; the cards alone were worth about 40."),
        (-31, -18.2, "Ben won by 31; about 18 of it was the cards."),
        (12, -5.0, "Ann won by 12, though the cards were worth about 5 to Ben."),
        (-12, 5.0, "Ben won by 12, though the cards were worth about 5 to Ann."),
        (0, -7.0, "Nobody is ahead; the cards were worth about 7 to Ben."),
    ],
)
def test_a_result_and_its_luck_in_a_sentence(margin: int, luck: float, words: str) -> None:
    assert luck_words("Ann", "Ben", margin, luck) == words
