"""A misspelt field is named: a result that is entered without its figures would stand as one of nothing to nothing."""

from collections.abc import Iterator

import pytest
from django.urls import get_resolver
from rest_framework import serializers

from doors.api.strict import KnownFields
from tournaments.event.selectors import finding
from tournaments.models import MatchState
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

FIGURES = {"points", "winner", "games", "score", "scores", "margin"}
ASKS = {"HistoryQuery"}  # parts of an address, which name a page of what there is


@pytest.mark.django_db
def test_a_misspelt_figure_is_named_and_nothing_is_entered(client, make_tournament, organiser, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    match = rnd.matches.first()
    door = f"/api/v1/matches/{match.public_id}/result/"
    client.force_login(organiser)
    answer = client.post(door, {"winer": 0, "kind": "forfeit"}, content_type="application/json")
    assert answer.status_code == 400
    assert "There is no such field here. There are: kind," in str(answer.json()["errors"]["winer"])
    match.refresh_from_db()
    assert (match.state, match.result_kind) == (MatchState.PAIRED, "")


def kinds(of: type) -> Iterator[type]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_whatever_takes_figures_that_may_be_left_out_names_what_it_does_not_know() -> None:
    assert get_resolver().url_patterns, "all doors are loaded"
    lenient = {
        kind.__name__
        for kind in kinds(serializers.Serializer)
        if not issubclass(kind, (KnownFields, serializers.ModelSerializer))
        for name, field in kind._declared_fields.items()
        if name in FIGURES and not (field.required or field.read_only)
    }
    assert lenient == ASKS
