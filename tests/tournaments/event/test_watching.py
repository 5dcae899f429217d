"""How others see the live tables of a tournament: said by the organiser, read by players before they join, kept."""

import pytest
from django.urls import reverse

from duework import services as duework
from games.models import Table
from tournaments.models import Match
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(make_tournament):
    return make_tournament(players=4, rounds=1, mode="online")


def save(client, tournament, watching):
    """The conditions as the organiser's page has them, with another choice of who watches."""
    address = reverse("tournaments:setup", args=[tournament.slug])
    form = client.get(address).context["form"]
    kept = {name: field.value() for name, field in ((name, form[name]) for name in form.fields)}
    kept = {name: value for name, value in kept.items() if value not in (None, False)}
    return client.post(address, kept | {"watching": watching})


@pytest.mark.parametrize(
    ("watching", "spectators", "delay", "words"),
    [
        ("none", True, "none", "as it is played"),
        ("moves:10", True, "moves:10", "10 moves later"),
        ("deals", True, "deals", "each deal once it is over"),
        ("open:15", True, "open:15", "15 minutes later, with open hands"),
        ("open:deals", True, "open:deals", "each deal once it is over, with open hands"),
        ("nobody", False, "none", "not at all"),
    ],
)
def test_players_read_it_before_they_join_and_the_tables_keep_to_it(
    client, organiser, evening, clock, watching, spectators, delay, words
):
    client.force_login(organiser)
    assert save(client, evening, watching).status_code == 302
    client.logout()
    overview = client.get(reverse("tournaments:conditions", args=[evening.slug])).content.decode()
    assert f"<dt>Others see the tables</dt><dd>{words}</dd>" in overview
    told = client.get(f"/api/v1/tournaments/{evening.public_id}/").json()
    assert (told["spectators"], told["delay"]) == (spectators, delay)
    evening.refresh_from_db()
    stages.begin(tournament=evening, now=clock(), automatic=True)
    while duework.sweep(now=clock()):
        pass
    match = Match.objects.first()
    table = Table.objects.get(public_id=match.table)
    assert (table.settings["spectators"], table.settings["delay"]) == (spectators, delay)
    page = client.get(reverse("games:table", args=[table.public_id]))
    assert page.status_code == (200 if spectators else 404)
    assert ("You see this table: " in page.content.decode()) == (delay != "none")
    listed = client.get(reverse("tournaments:live", args=[evening.slug])).content.decode()
    other_pages = [
        reverse("tournaments:match", args=[match.public_id]),
        reverse("tournaments:round", args=[evening.slug, 1]),
    ]
    for shown in (listed, *(client.get(address).content.decode() for address in other_pages)):
        assert (reverse("games:table", args=[table.public_id]) in shown) == spectators
    assert (words in listed) == (watching != "none")


@pytest.mark.parametrize(("is_watched", "shown"), [(True, 2), (False, 0)])
def test_the_page_play_shows_tables_that_everybody_may_watch(client, organiser, evening, clock, is_watched, shown):
    client.force_login(organiser)
    assert save(client, evening, "none" if is_watched else "nobody").status_code == 302
    client.logout()
    evening.refresh_from_db()
    stages.begin(tournament=evening, now=clock(), automatic=True)
    while duework.sweep(now=clock()):
        pass
    assert reverse("pages:watch") in client.get(reverse("games:practice")).content.decode()
    part = client.get(reverse("pages:watch")).content.decode()
    tables = [
        reverse("games:table", args=[public_id]) for public_id in Table.objects.values_list("public_id", flat=True)
    ]
    assert sum(address in part for address in tables) == shown
    assert (" hidden>" in part) == (not shown)


def test_a_program_may_choose_any_number_and_no_other_word(client, organiser, evening):
    client.force_login(organiser)
    address = f"/api/v1/tournaments/{evening.public_id}/"
    assert client.patch(address, {"delay": "moves:7"}, "application/json").status_code == 200
    answer = client.patch(address, {"delay": "moves:70"}, "application/json")
    assert answer.status_code == 400
    assert "moves:1 – moves:50" in answer.json()["detail"]
    page = client.get(reverse("tournaments:setup", args=[evening.slug])).content.decode()
    assert '<option value="moves:7" selected>7 moves later</option>' in page, "what a program chose is not lost"
