"""When a tournament is over, the list of its game is published as it stands then."""

from datetime import timedelta

import pytest

from duework import services as duework
from duework.models import DueWork
from ratings.models import Pool, RatingList
from ratings.services.runs import folding
from tests.markup import tight
from tests.tournaments.season import NAMES, Season
from tournaments.standings.selectors.rating_changes import rating_gains

pytestmark = pytest.mark.django_db


def test_a_finished_tournament_publishes_the_list_of_its_game(club, organiser, clock):
    night = Season(club, organiser, clock).evening("Friday", NAMES[:4], rounds=2).begin()
    night.round()
    assert not DueWork.objects.filter(kind="ratings.publish").exists()
    night.round()
    night.end()
    work = DueWork.objects.get(kind="ratings.publish")
    duework.sweep(now=work.due_at + timedelta(seconds=1), limit=1000)
    made = RatingList.objects.get()
    assert (made.label, made.occasion) == ("Friday", f"tournament:{night.tournament.public_id}")
    assert made.matches == 4
    assert made.as_of > night.tournament.finished_at
    assert {row.player.name for row in made.rows.all()} == set(NAMES[:4])


def test_the_rating_changes_of_a_tournament(client, club, organiser, clock):
    night = Season(club, organiser, clock).evening("Friday", NAMES[:4], rounds=2).begin()
    address = f"/t/{night.tournament.slug}/ratings/"
    assert "No match of this tournament is rated yet" in tight(client.get(address).content.decode())
    night.round()
    night.round()
    pool = Pool.objects.get()
    folding.rate_pending(pool=pool.key)
    gains = rating_gains(night.tournament)
    assert {one.player.name: one.matches for one in gains} == dict.fromkeys(NAMES[:4], 2)
    assert [one.change for one in gains] == sorted((one.change for one in gains), reverse=True)
    for one in gains:
        assert (one.before, one.after) == (1500, one.player.ratings.get().rating)
        assert one.change == pytest.approx(one.after - 1500)
    text = client.get(address).content.decode()
    assert all(name in text for name in NAMES[:4])
    at = f"/api/v1/tournaments/{night.tournament.public_id}/rating-changes/"
    answer = client.get(at)
    assert [(one["player"]["name"], one["change"]) for one in answer.json()] == [
        (one.player.name, one.change) for one in gains
    ]
    assert client.get(at, headers={"If-None-Match": answer["ETag"]}).status_code == 304
