"""The standings of the API have a version: a client who has it gets 304, and nothing is rendered again."""

import pytest
from rest_framework.test import APIClient

from tournaments.overview import api
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def test_who_has_the_standings_is_told_so_until_they_change(
    make_tournament, play_round, organiser, clock, monkeypatch
) -> None:
    tournament = make_tournament(6)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    where = f"/api/v1/tournaments/{tournament.public_id}/standings/"
    first = APIClient().get(where)
    with monkeypatch.context() as patch:
        patch.setattr(api, "PlaceSerializer", None)
        again = APIClient().get(where, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again["ETag"]) == (304, first["ETag"])
    play_round(tournament)
    later = APIClient().get(where, headers={"If-None-Match": first["ETag"]})
    assert (later.status_code, len(later.json())) == (200, 6)
    assert later["ETag"] != first["ETag"]
