"""A call at a match of teams is decided at one of its boards, and the score of that board follows."""

import json
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.markup import tight
from tests.tournaments.told import claim
from tournaments import errors
from tournaments.desk import services as desk
from tournaments.desk.selectors import verdicts
from tournaments.desk.services.deciding import DeskDecision, decide, take_back
from tournaments.event.selectors import finding
from tournaments.models import Match, TableRuling
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
MISSING = "IRR-10:short"


@pytest.fixture
def match(make_tournament, organiser, clock) -> Match:
    """A running match of two teams on two boards, both with a result: 100–60 and 60–100."""
    tournament = make_tournament(players=4, template="team_swiss", options={"boards": 2})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    found = Match.objects.paired().filter(round=rnd).select_related("round__stage__tournament").order_by("pk")[0]
    claim()
    for board, points in zip(found.boards.order_by("number"), ((100, 60), (60, 100)), strict=True):
        recording.record_result(match=board, points=points, now=clock(), by=organiser)
    return Match.objects.select_related("round__stage__tournament").get(pk=found.pk)


@pytest.fixture
def called(match, clock):
    person = match.boards.first().sides.first().member.user
    return desk.call_director(match=match, table="", words="Nine cards", by=person, now=clock())


def missing(case) -> str:
    """The choice by which a hand with too few cards costs points."""
    known = verdicts.happened(case, None)
    found = [each for one in known for law in one.laws for each in law.choices if each.law == "IRR-10"]
    return next(each.key for each in found if verdicts.decision_of(case, each).cards < 0)


def decided(case, organiser, clock, **facts):
    wish = DeskDecision(choice=missing(case), **facts)
    return decide(case=case, wish=wish, seen=verdicts.seen(case.match), cmd_id=uuid4(), by=organiser, now=clock())


def figures(match):
    return [tuple(board.figures) for board in match.boards.order_by("number")]


def test_the_board_is_asked_for_and_its_result_follows(match, called, organiser, clock):
    for board in (None, 3):
        with pytest.raises(errors.Invalid, match="1, 2") as refused:
            decided(called, organiser, clock, board=board, offender=1)
        assert refused.value.field == "board"
    board = match.boards.get(number=2)
    ruling = decided(called, organiser, clock, board=2, offender=1)
    assert ruling.words.startswith(f"Board 2: {board.names[1]}: ")
    after = figures(match)
    assert after[0] == (100, 60), "the other board stays"
    assert after[1][0] == 60
    assert after[1][1] < 100
    match.refresh_from_db()
    assert match.game_points == (160, 60 + after[1][1]), "the match of the teams is the sum"
    take_back(ruling=ruling, by=organiser, now=clock())
    assert figures(match) == [(100, 60), (60, 100)]
    assert Match.objects.get(pk=match.pk).game_points == (160, 160)


def test_a_ruling_by_no_law_needs_no_board(match, called, organiser, clock):
    wish = DeskDecision(choice="other", words="They shake hands")
    decide(case=called, wish=wish, seen=verdicts.seen(match), cmd_id=uuid4(), by=organiser, now=clock())
    assert TableRuling.objects.get().words == "They shake hands"


def test_the_page_names_everybody_with_the_board(match, called, organiser, client):
    client.force_login(organiser)
    at = reverse("tournaments:case", args=[called.tournament.slug, called.public_id])
    choice = missing(called)
    one, _found = verdicts.choice(verdicts.happened(called, None), choice)
    page = tight(client.get(at, {"happened": one.key}).content.decode())
    assert "At which board, and whose was it?" in page
    name = match.boards.get(number=2).names[1]
    assert f"Board 2: {name}" in page
    unsaid = client.get(at, {"happened": one.key, "choice": choice}).content.decode()
    assert "Say whose it was, then choose." in unsaid
    shown = client.get(at, {"happened": one.key, "choice": choice, "offender": "2:1"})
    assert 'name="board" value="2"' in shown.content.decode()
    sent = {"do": "decide_call", "happened": one.key, "choice": choice, "board": "2", "offender": "1"}
    sent |= {"seen": shown.context["seen"], "cmd_id": str(shown.context["cmd_id"])}
    sent |= {"figure": [str(figure) for _name, figure in shown.context["effect"].figures]}
    assert client.post(at, sent).status_code == 302
    assert figures(match)[1] == tuple(figure for _name, figure in shown.context["effect"].figures)


def test_a_program_names_the_board(match, called, organiser, client):
    client.force_login(organiser)
    at = f"/api/v1/tournaments/{called.tournament.public_id}/desk/decide/"
    wish = {"case": called.public_id, "id": str(uuid4()), "choice": missing(called), "offender": 0}
    wish |= {"seen": verdicts.seen(match)}
    refused = client.post(at, json.dumps(wish), content_type="application/json")
    assert refused.status_code in (400, 422)
    assert "board" in refused.json()["errors"]
    made = client.post(at, json.dumps(wish | {"board": 1}), content_type="application/json")
    assert made.status_code == 201, made.content
    assert figures(match)[0][0] < 100
