"""Where victory points need the number of deals, every form of a result asks for it, and keeps what was noted."""

import pytest
from django.urls import reverse

from tournaments.event.selectors import finding
from tournaments.models import Match
from tournaments.results.services import recording
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def by_deals(make_tournament, next_round, organiser, clock):
    """A match of eight deals for victory points, in a round that runs."""
    tournament = make_tournament(2, rounds=1, options={"points": "vp20", "length": "deals:8"})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    return finding.round_matches(next_round(tournament))[0]


def test_a_player_reports_with_the_deals_on_the_page_of_the_match(client, by_deals):
    client.force_login(by_deals.sides.get(order=0).entry.members.get().user)
    page = client.get(reverse("tournaments:match", args=[by_deals.public_id]))
    assert 'name="deals"' in page.content.decode()
    figures = {"first": 120, "second": 60, "deals": 8, "version": by_deals.version}
    client.post(reverse("tournaments:match-result", args=[by_deals.public_id]), figures)
    assert Match.objects.values_list("state", "deals").get(pk=by_deals.pk) == ("reported", 8)


def test_the_row_of_the_grid_takes_the_deals_and_keeps_them(client, by_deals, organiser, clock):
    client.force_login(organiser)
    grid = reverse("tournaments:results", args=[by_deals.round.stage.tournament.slug, 1])
    assert f'id="d{by_deals.pk}"' in client.get(grid).content.decode()
    figures = {"match": by_deals.public_id, "first": 120, "second": 60, "deals": 8, "version": by_deals.version}
    assert client.post(grid, figures).status_code == 302
    assert Match.objects.values_list("state", "deals").get(pk=by_deals.pk) == ("over", 8)
    row = client.get(grid).content.decode().partition(f'id="d{by_deals.pk}"')[2].partition(">")[0]
    assert 'value="8"' in row


def test_deals_that_were_noted_stay_when_only_the_points_are_put_right(client, make_tournament, next_round, organiser,
                                                                       clock):  # fmt: skip
    tournament = make_tournament(2, rounds=1)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    match = finding.round_matches(next_round(tournament))[0]
    client.force_login(organiser)
    grid = reverse("tournaments:results", args=[tournament.slug, 1])
    assert f'id="d{match.pk}"' not in client.get(grid).content.decode(), "nobody need count them here"
    recording.record_result(match=match, points=(104, 60), deals=7, by=organiser, now=clock())
    row = client.get(grid).content.decode().partition(f'id="d{match.pk}"')[2].partition(">")[0]
    assert 'value="7"' in row
