"""How many queries it takes to close a round and to sweep: so many, however many matches there are."""

import re
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournaments.models import Round
from tournaments.results.services import recording
from tournaments.rounds.services import editing, pairing_requests, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def shapes(queries: CaptureQueriesContext) -> str:
    """The queries with how often each was asked, for whoever has to look."""
    found = Counter(re.sub(r"\d+|'[^']*'", "?", query["sql"])[:160] for query in queries.captured_queries)
    return "\n".join(f"{count:4} {sql}" for sql, count in found.most_common(25))


def test_a_round_of_64_matches_closes_in_80_queries(make_tournament, clock, organiser):
    tournament = make_tournament(players=128)
    stages.begin(tournament=tournament, now=clock())
    rnd = pairing_requests.pair_stage(stage=tournament.stages.get(), now=clock())
    assert isinstance(rnd, Round)
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    for match in rnd.matches.all():
        recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    with CaptureQueriesContext(connection) as queries:
        running.close_round(rnd=rnd, now=clock(), by=organiser)
    assert len(queries) <= 80, shapes(queries)


def test_a_round_of_64_tables_of_three_closes_in_100_queries(make_pods, next_round, clock, organiser):
    rnd = next_round(make_pods(192, rounds=2))
    for match in rnd.matches.all():
        recording.record_result(match=match, points=(120, 85, 40), by=organiser, now=clock())
    with CaptureQueriesContext(connection) as queries:
        running.close_round(rnd=rnd, now=clock(), by=organiser)
    assert rnd.matches.count() == 64
    assert len(queries) <= 100, shapes(queries)
