"""The random deals behind the test of the marks of known cards (frontend/test/gestures.test.ts) are up to date."""

import json
from pathlib import Path

from tests.games import known_cards

KEPT = Path(__file__).parents[1] / "data" / "known_cards.json"


def test_the_deals_are_those_that_the_engine_plays() -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    assert kept == known_cards.deals(), "python -m tests.games.known_cards > tests/data/known_cards.json"


def test_cards_are_taken_laid_and_shown_in_them() -> None:
    """Deals in which nothing is taken openly or laid again would prove nothing."""
    told = {event["e"] for deal in known_cards.deals() for step in deal["steps"] for event in step["events"]}
    assert {"took_upcard", "took_pile", "melded", "added", "showed_card", "discarded"} <= told
