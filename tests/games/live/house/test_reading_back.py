"""Clients of the house read back exactly what the wire shows."""

import random

import orjson
import pytest

from games import engine
from games.engine import codec
from games.engine.moves.table_events import TableEvent
from games.live.audience import looks
from games.live.house import reading
from tests.games.live.audience.test_frames_hide import everybody, random_steps, terms

GIN = ("gin-rummy-com", "gin-eleven", "gin-50th", "oklahoma-boxes", "doubling", "hollywood", "color-big-gin")
WITH_TABLE = ("colonel-challenge", "colonel-pile", "colonel-ball", "conquian", "conquian-bicycle", "conquian-foster")
SEVERAL = ("cutthroat", "chouette", "battle-royal", "partnership")
KEYS = GIN + WITH_TABLE + SEVERAL


@pytest.mark.parametrize(("key", "seed"), [(key, seed) for seed, key in enumerate(KEYS)])
def test_a_view_read_back_is_the_view(key: str, seed: int) -> None:
    fixed = terms(key)
    for _, after, _ in random_steps(fixed, random.Random(seed), 300):
        for look in everybody(fixed):
            shown = looks.view(fixed, after, look)
            again = codec.view_to_json(reading.view_from_json(orjson.loads(orjson.dumps(shown))))
            if again["actions"]:
                again["actions"] = looks.by_table(again["actions"])
            for key in ("commitment", "ending", "frozen", *looks.BY_LAW):
                shown.pop(key)
            if after.ending:  # the table takes the last actions away
                shown["actions"], again["actions"] = None, None
            assert again == shown


@pytest.mark.parametrize("key", ["doubling", "oklahoma-boxes"])
def test_the_sheet_says_how_often_a_deal_counted(key: str) -> None:
    """DBL-4, OKL-3: for a deal that counted more than once, of those on the sheet."""
    fixed, factors = terms(key), set()
    for _, after, _ in random_steps(fixed, random.Random(1), 1_500):
        shown = looks.view(fixed, after, None)["score"]["deals"]
        assert [deal.get("factor", 1) for deal in shown] == [deal.factor for deal in after.state.rest.score.deals]
        factors |= {deal.get("factor") for deal in shown}
    assert {None, 2} <= factors


@pytest.mark.parametrize("key", KEYS)
def test_an_event_read_back_is_the_event(key: str) -> None:
    fixed = terms(key)
    kinds = set()
    for _, _, events in random_steps(fixed, random.Random(5), 600):
        for event in events:
            kinds.add(type(event))
            for look in everybody(fixed):
                seen = engine.view_event(fixed.rules, event, look)
                told = codec.event_to_json(seen, fixed.rules.pack)
                assert reading.event_from_json(told, fixed.rules.pack) == (
                    None if isinstance(seen, TableEvent) else seen
                )
    assert engine.DealScored in kinds


def test_what_belongs_to_the_table_is_no_event_of_the_engine() -> None:
    assert reading.event_from_json({"e": "flagged", "seat": "A"}) is None
