"""Reports of sides in a dump: those of before the whole score was kept are read from their figures; odd ones are
refused."""

import json

import pytest

from tests.tournaments.exchange.test_dump import empty_house
from tournaments import errors
from tournaments.event.selectors import finding
from tournaments.exchange.selectors import dump
from tournaments.exchange.services import loading
from tournaments.models import Match, MatchState, Tournament
from tournaments.results.services import slips
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def dumped(make_tournament, next_round, organiser, clock) -> dict:
    """A dump with two reports of one match that differ, on a site without anything."""
    tournament = make_tournament(4)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    match = next_round(tournament).matches.first()
    slips.report(match=match, order=0, points=(104, 60), now=clock())
    slips.report(match=match, order=1, points=(60, 104), now=clock())
    text = dump.dump_text(Tournament.objects.get(pk=tournament.pk))
    empty_house()
    return json.loads(text)


def load(dumped, clock) -> None:
    loading.load_tournament(data=json.dumps(dumped), now=clock())


def test_a_report_of_before_the_score_was_kept_is_read_from_its_figures(dumped, clock):
    for row in dumped["tables"]["slipreport"]:
        del row["score"]
    load(dumped, clock)
    match = finding.matches().get(pk=Match.objects.get(state=MatchState.REPORTED).pk)
    slips.report(match=match, order=0, points=(60, 104), now=clock())
    match.refresh_from_db()
    assert (match.state, match.figures) == (MatchState.OVER, [60, 104])


@pytest.mark.parametrize(
    "score",
    [
        "x", [1], {}, {"kind": "odd"}, {"kind": "pab"}, {"kind": "forfeit"}, {"winner": "x"}, {"winner": 1},
        {"game_points": [104]},
        {"game_points": [60, 104]}, {"points": None, "deals": "x"}, {"places": {"a": 1}}, {"absent": [0, True]},
    ],
)  # fmt: skip
def test_an_odd_score_is_refused(dumped, clock, score):
    row = dumped["tables"]["slipreport"][0]
    row["score"] = row["score"] | score if isinstance(score, dict) and score else score
    with pytest.raises(errors.Invalid, match="contradict each other"):
        load(dumped, clock)
    assert not Tournament.objects.exists()
