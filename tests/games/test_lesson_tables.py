"""Tables of lessons: opened by one press, for guests too; held for ever; only the player reads the sentences."""

import pytest
from django.test import Client
from django.urls import reverse

from games import selectors
from games.live.lessons import lessons
from games.live.setup import terms
from games.models import Table
from games.services import lessons as lesson_services
from tests.games.live import live_tables
from tests.markup import tight

pytestmark = pytest.mark.django_db(transaction=True)


def learn(client: Client, key: str) -> Table:
    answer = client.post(reverse("games:learn"), {"lesson": key})
    assert answer.status_code == 302
    return Table.objects.prefetch_related("seats__user").get(public_id=answer.headers["Location"].split("/")[-2])


@pytest.mark.parametrize("key", sorted(lessons.LESSONS))
def test_a_guest_sits_down_to_every_lesson_by_one_press(key):
    client = Client()
    table = learn(client, key)
    page = client.get(reverse("games:table", args=[table.public_id])).content.decode()
    assert "<table-lesson" in page
    assert "dist/table-lesson.js" in page
    assert "dist/table-again.js" not in page
    assert [seat.house_level for seat in table.seats.all()] == ["", lessons.LEVEL]


def test_everybody_has_the_same_open_deck():
    first, second = (terms.terms(learn(Client(), "gin")) for _ in range(2))
    assert first.decks[0].ctx == second.decks[0].ctx
    assert first.decks[0].commitment == second.decks[0].commitment


def test_a_lesson_is_seen_by_its_player_alone_and_stands_in_no_list():
    table = learn(Client(), "gin")
    assert table.is_held
    stranger = Client()
    assert stranger.get(reverse("games:table", args=[table.public_id])).status_code == 404
    answer = stranger.get(reverse("api:api-table-lesson", args=[table.public_id]))
    assert answer.status_code == 404
    assert "No lesson" in answer.json()["detail"]
    assert not selectors.deals(table=table).exists()


def test_a_lesson_tells_nothing_before_the_cards_are_dealt():
    client = Client()
    table = learn(client, "gin")
    told = client.get(reverse("api:api-table-lesson", args=[table.public_id])).json()
    assert told == {"v": 0, "steps": [], "now": None, "end": None}


def test_at_other_tables_no_lesson_is_given():
    table = live_tables.open_table()
    with pytest.raises(lesson_services.NoLesson):
        lesson_services.told(table=table, user=table.seats.first().user)


def test_a_lesson_that_does_not_exist_is_refused_with_those_that_do():
    page = Client().post(reverse("games:learn"), {"lesson": "bridge"}, follow=True)
    assert "Allowed here: gin, oklahoma, hollywood, colonel, conquian." in tight(page.content.decode())
    assert not Table.objects.exists()


def test_play_and_the_rule_sheets_lead_to_the_lessons():
    page = Client().get(reverse("games:practice")).content.decode()
    assert "Learn gin" in page
    for key in lessons.LESSONS:
        assert f'name="lesson" value="{key}"' in page
    sheet = Client().get(reverse("pages:preset", args=["oklahoma"]), follow=True).content.decode()
    assert 'name="lesson" value="oklahoma"' in sheet


def test_a_lesson_in_spanish_says_spanish_sentences():
    client = Client(headers={"accept-language": "es"})
    table = learn(client, "gin")
    assert "Gin en dos minutos" in tight(client.get(reverse("games:table", args=[table.public_id])).content.decode())
