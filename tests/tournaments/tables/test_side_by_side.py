"""Live tables side by side: the hottest first, at most four, none at which the reader sits."""

import pytest
from django.urls import reverse

from duework import services as duework
from games.models import Status, Table
from tournaments.models import Match
from tournaments.stages.services import progression as stages
from tournaments.tables import selectors

pytestmark = pytest.mark.django_db


def running(make_tournament, clock, players, **settings):
    tournament = make_tournament(players=players, rounds=1, mode="online", **settings)
    stages.begin(tournament=tournament, now=clock(), automatic=True)
    while duework.sweep(now=clock()):
        pass
    return tournament


def shown(client, address):
    """The tables on the page, in their order."""
    answer = client.get(address)
    assert answer.status_code == 200
    return [one.table.public_id for one in answer.context["boards"]]


def addresses(tournament):
    return reverse("tournaments:together", args=[tournament.slug]), reverse("pages:together")


def test_four_of_five_tables_stand_side_by_side_the_hottest_first(client, make_tournament, clock):
    tournament = running(make_tournament, clock, 10)
    hottest = [one.match.table for one in selectors.live_tables(tournament)]
    for address in addresses(tournament):
        assert shown(client, address) == hottest[:4]
        page = client.get(address).content.decode()
        assert page.count("<gin-small") == 4
        assert f'<a href="{address}">Choose the hottest tables anew' in page
        assert all(f'id="gin-snapshot-{table}"' in page for table in hottest[:4])
    assert addresses(tournament)[0] in client.get(reverse("tournaments:live", args=[tournament.slug])).content.decode()
    assert addresses(tournament)[1] in client.get(reverse("pages:watch")).content.decode()


def test_who_plays_sees_the_other_tables_and_never_the_own_one_as_watchers_do(client, make_tournament, clock):
    tournament = running(make_tournament, clock, 4, settings={"delay": "open:15"})
    match = Match.objects.first()
    client.force_login(match.sides.first().entry.members.get().user)
    for address in addresses(tournament):
        assert shown(client, address) == [other.table for other in Match.objects.exclude(pk=match.pk)]


def test_without_a_table_the_page_says_so_and_looks_again_until_there_is_one(client, make_tournament, clock):
    tournament = running(make_tournament, clock, 4, settings={"spectators": False})
    for address in addresses(tournament):
        assert shown(client, address) == []
        page = client.get(address).content.decode()
        assert "This page looks again by itself." in page
        assert f'hx-get="{address}"' in page
        assert b"<html" not in client.get(address, headers={"HX-Request": "true"}).content
    Table.objects.update(settings={})
    for address in addresses(tournament):
        assert client.get(address, headers={"HX-Request": "true"})["HX-Redirect"] == address


def test_a_table_that_is_over_is_not_chosen_anew(client, make_tournament, clock):
    tournament = running(make_tournament, clock, 4)
    first = Match.objects.first()
    Table.objects.filter(public_id=first.table).update(status=Status.OVER)
    Match.objects.filter(pk=first.pk).update(state="over")
    assert first.table not in shown(client, addresses(tournament)[0])
