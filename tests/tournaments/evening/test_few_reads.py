"""Tonight asks the database as often for many late entries as for one."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournaments.entries.services import entering
from tournaments.evening.selectors import rows
from tournaments.event.selectors import finding
from tournaments.rounds.services import requests
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def test_half_points_for_late_entries_are_read_at_once(make_tournament, play_round, organiser, clock):
    tournament = make_tournament(players=6, rounds=5)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    asked = []
    for number in range(1, 6):
        late = entering.enter(tournament=tournament, name=f"Lara Late {number}", by=organiser, now=clock())
        entering.check_in(entry=late, now=clock(), by=organiser)
        if number in (1, 5):
            found = finding.tournaments().get(pk=tournament.pk)
            with CaptureQueriesContext(connection) as seen:
                offers = rows.menus(found).offers
            assert [(one.missed, one.count) for one in offers.values()] == [(1, 1)] * number
            asked.append(len(seen))
    assert asked[0] == asked[1], asked
    assert requests.offered([]) == {}
