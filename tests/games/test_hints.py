"""Hints: only for people who practise against the house, only on their turn, true of the cards, in their language."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import engine
from games.live.lessons import advice
from games.live.setup import terms
from games.live.store import loading
from games.models import Status, Table
from games.services import lessons, tables
from tests.games.live import live_tables
from tests.games.live.store.test_committing import play_on

pytestmark = pytest.mark.django_db(transaction=True)
MOST_PLAYS = 400


def practice(rules: str = "gin-pagat", level: str = "club") -> Table:
    ann = live_tables.person("Ann")
    return tables.open_practice(user=ann, rules_key=rules, level=level, now=datetime.now(UTC))


def positions(table: Table, plays: int) -> list[tuple[engine.View, dict]]:
    """Each position in which the person is to act, with its hint, in so many plays from the first: in more where they
    sit out the first deals, in fewer where the match ends before."""
    found, ann = [], live_tables.users(table)[0]
    for played in range(MOST_PLAYS):
        if found and played >= plays:
            break
        play_on(table, 1)
        table.refresh_from_db()
        if table.status != Status.PLAYING:
            break
        view = engine.view(terms.terms(table).rules, loading.read(table, terms.terms(table)).state, 0)
        hint = lessons.hint(table=table, user=ann)
        assert hint["v"] == table.version
        if hint["now"]:
            found.append((view, hint["now"]))
        else:
            assert not view.actions or view.turn != 0
    return found


@pytest.mark.parametrize(
    "rules", ["gin-pagat", "oklahoma-full", "colonel-challenge", "conquian-bicycle", "cutthroat-pagat"]
)
def test_every_decision_has_a_hint_that_can_be_followed(rules):
    matches = (positions(practice(rules), 24) for _again in range(10))  # at cutthroat one may sit out a whole match
    found = next(filter(None, matches))
    for view, now in found:
        assert now["says"]
        assert set(now["cards"]) <= {engine.card_text(card, view.pack) for card in engine.cards_of(view.hand or 0)}
    if rules == "gin-pagat":
        assert any(now["lines"] for _, now in found)


def test_a_throw_is_compared_with_others_and_says_why():
    throws = [(view, now) for view, now in positions(practice(), 40) if len(now["lines"]) > 1]
    assert any("worse by about" in line for _view, now in throws for line in now["lines"])
    for view, now in throws:
        thrown = advice.name(engine.parse_card(now["cards"][0], view.pack), view)
        assert now["says"].startswith((f"Throw the {thrown}", f"Knock and throw the {thrown}"))
        assert not any(line.startswith(f"{thrown}:") for line in now["lines"])


def test_asked_twice_it_says_the_same_and_in_spanish_the_same_cards():
    table = practice()
    play_on(table, 3)
    table.refresh_from_db()
    ann = live_tables.users(table)[0]
    once, again = (lessons.hint(table=table, user=ann) for _ in range(2))
    assert once == again
    with translation.override("es"):
        said = lessons.hint(table=table, user=ann)
    assert (said["now"] or {}).get("cards") == (once["now"] or {}).get("cards")


def test_nobody_else_gets_a_hint_and_no_table_that_counts_gives_one():
    table = practice()
    with pytest.raises(lessons.NoLesson, match="practise against the house"):
        lessons.hint(table=table, user=live_tables.person("Bob"))
    people = live_tables.open_table()
    with pytest.raises(lessons.NoLesson):
        lessons.hint(table=people, user=live_tables.users(people)[0])
    rated = practice()
    rated.settings["rated_house"] = True
    assert not lessons.gives_hints(rated, 0)
    matched = practice()
    matched.ref = "match"
    assert not lessons.gives_hints(matched, 0)


def test_the_page_offers_a_hint_where_the_site_gives_one():
    client = Client()
    answer = client.post(reverse("games:practice"), {"rules": "gin-rummy-com", "level": "novice"})
    address = answer.headers["Location"]
    assert "<table-hint" in client.get(address).content.decode()
    asked = reverse("api:api-table-hint", args=[address.split("/")[-2]])
    answer = client.get(asked)
    assert (answer.json(), answer["Cache-Control"]) == ({"v": 0, "now": None}, "no-store")
    assert Client().get(asked).status_code == 404
