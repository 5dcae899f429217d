"""Two officials at one round: what one has entered is not written over by the other, who has not seen it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import services as accounts
from clubs.models import Membership, Role
from tournaments.errors import Conflict
from tournaments.event.selectors import codes, finding
from tournaments.models import Match, MatchState
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
JSON = "application/json"
PART = {"HX-Request": "true"}


@dataclass(frozen=True)
class Way:
    """A form of table: how its tournament is made, what is played, its first results as typed and as a row."""

    made: dict[str, Any]
    find: Callable[[], Any]
    key: str
    place: str
    typed: tuple[str, str]
    row: dict[str, Any]
    service: Callable[..., Any]
    said: tuple[dict[str, Any], dict[str, Any]]
    api: str


WAYS = {
    "match": Way({"players": 4}, lambda: Match.objects.paired().get(table_no=1), "match", "1", ("104-60", "60-104"),
                 {"first": 60, "second": 104}, lambda one, **said: recording.record_result(match=one, **said),
                 ({"points": (104, 60)}, {"points": (60, 104)}), "matches"),
    "board": Way({"players": 4, "template": "team_swiss", "options": {"boards": 2}},
                 lambda: Match.objects.get(parent__table_no=1, number=1), "board", "1.1", ("104-60", "60-104"),
                 {"first": 60, "second": 104}, lambda one, **said: recording.record_result(match=one, **said),
                 ({"points": (104, 60)}, {"points": (60, 104)}), "boards"),
    "pod": Way({"players": 6, "variant": "cutthroat", "template": "pod_swiss", "rounds": 3},
               lambda: Match.objects.paired().get(table_no=1), "match", "1",
               ("120 85 40", "40 85 120"), {"score_0": 40, "score_1": 85, "score_2": 120},
               lambda one, **said: recording.record_result(match=one, **said),
               ({"points": [120, 85, 40]}, {"points": [40, 85, 120]}), "matches"),
}  # fmt: skip


@pytest.fixture
def arbiter(club):
    """Another director of the club."""
    user = accounts.official(username="dora", name="Dora Director", email="dora@example.org", password="correct horse")
    Membership.objects.create(club=club, user=user, role=Role.DIRECTOR)
    return user


@pytest.fixture(params=WAYS)
def way(request) -> Way:
    return WAYS[request.param]


@pytest.fixture
def grid(way, make_tournament, organiser, clock):
    """The address of the grid of a running round."""
    tournament = make_tournament(**way.made)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    return reverse("tournaments:results", args=[tournament.slug, 1])


def signed_in(person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def seen_by(page: str) -> str:
    return re.search(r'name="seen" value="([^"]*)"', page)[1]


def typed(way: Way, line: str, seen: str) -> dict[str, str]:
    return {"table": way.place, "line": line, "seen": seen}


def test_a_typed_line_does_not_write_over_a_result_that_its_page_did_not_show(way, grid, organiser, arbiter):
    ana, ben = signed_in(organiser), signed_in(arbiter)
    page = seen_by(ben.get(grid).content.decode())
    assert ana.post(grid, typed(way, way.typed[0], page)).status_code == 302
    entered = way.find()
    refused = ben.post(grid, typed(way, way.typed[1], page), headers=PART).content.decode()
    assert way.find().version == entered.version
    assert f"{way.typed[0]} stands, entered meanwhile ({organiser})" in refused
    assert f'value="{way.typed[1]}"' in refused, "what was typed is still there"
    # The answer shows what stands: the same line typed again is meant, once that is confirmed.
    sure = {"sure": f"{way.place}|{way.typed[1]}"}
    assert ben.post(grid, typed(way, way.typed[1], seen_by(refused)) | sure).status_code == 302
    assert way.find().entered_by == arbiter


def test_a_refused_row_shows_what_stands_and_keeps_what_was_typed(way, grid, organiser, arbiter, clock):
    ben = signed_in(arbiter)
    one = way.find()
    form = {way.key: one.public_id, "version": one.version, "outcome": "played", **way.row}
    way.service(one, now=clock(), by=organiser, **way.said[0])
    refused = ben.post(grid, form).content.decode()
    assert f"{way.typed[0]} stands, entered meanwhile ({organiser})" in refused
    for name, figure in way.row.items():
        assert re.search(rf'name="{name}"[^>]* value="{figure}"', refused), name
    assert way.find().entered_by == organiser


def test_without_a_version_only_ones_own_result_is_entered_again(way, grid, organiser, arbiter, clock):
    way.service(way.find(), now=clock(), by=organiser, **way.said[0])
    way.service(way.find(), now=clock(), by=organiser, **way.said[1])
    with pytest.raises(Conflict, match="stands, entered meanwhile"):
        way.service(way.find(), now=clock(), by=arbiter, **way.said[0])


def test_a_page_that_has_the_newest_is_sent_nothing(way, grid, organiser, arbiter, clock):
    ben = signed_in(arbiter)
    ask = re.search(r'hx-get="([^"]*known=[^"]*)"', ben.get(grid).content.decode())[1]
    assert ben.get(ask, headers=PART).status_code == 204
    way.service(way.find(), now=clock(), by=organiser, **way.said[0])
    news = ben.get(ask, headers=PART)
    assert news.status_code == 200
    assert "<html" not in news.content.decode()


def test_a_result_that_is_sent_again_because_its_answer_was_lost_changes_nothing(way, grid, organiser):
    ana = signed_in(organiser)
    page = seen_by(ana.get(grid).content.decode())
    for _again in range(2):
        assert ana.post(grid, typed(way, way.typed[0], page)).status_code == 302
    entered = way.find()
    assert entered.version == 2
    assert ana.post(grid, typed(way, way.typed[1], page)).status_code == 422, "another result is not the same"


def test_a_program_confirms_the_report_that_it_has_seen(way, grid, organiser, arbiter, clock):
    seen = way.service(way.find(), now=clock(), by=organiser, is_final=False, **way.said[0])
    now_other = way.service(seen, now=clock(), by=organiser, is_final=False, **way.said[1])
    confirm = partial(signed_in(arbiter).post, f"/api/v1/{way.api}/{seen.public_id}/confirm/", content_type=JSON)
    refused = confirm({"version": seen.version})
    assert (refused.status_code, refused.json()["type"]) == (409, "conflict")
    assert f"{way.typed[1]} stands, entered meanwhile ({organiser})" in refused.json()["detail"]
    assert way.find().state == MatchState.REPORTED
    for unseen in ({}, {"version": None}, {"version": "old"}):
        refused = confirm(unseen)
        assert (refused.status_code, list(refused.json()["errors"])) == (400, ["version"]), unseen
    confirmed = confirm({"version": now_other.version})
    assert (confirmed.status_code, confirmed.json()["state"]) == (200, MatchState.OVER)


def test_a_page_confirms_only_the_report_that_it_shows(way, grid, organiser, arbiter, clock):
    ben, one = signed_in(arbiter), way.service(way.find(), now=clock(), by=organiser, is_final=False, **way.said[0])
    own_page = reverse(f"tournaments:{'board' if way.key == 'board' else 'match'}-confirm", args=[one.public_id])
    for form in ({}, {"version": ""}, {"version": one.version - 1}):
        ben.post(grid, {way.key: one.public_id, "confirm": "1"} | form)
        ben.post(own_page, form)
        assert way.find().state == MatchState.REPORTED, form
    ben.post(own_page, {"version": one.version})
    assert way.find().state == MatchState.OVER


def test_a_slip_agrees_only_to_the_result_that_it_shows(way, grid, client, organiser, clock):
    if way.key == "board":
        pytest.skip("a board has no slip")
    one = way.service(way.find(), now=clock(), by=organiser, is_final=False, **way.said[0])
    agree = reverse("tournaments:slip-agree", args=[codes.slip_code(one, 1)])
    for form in ({}, {"version": ""}, {"version": one.version - 1}):
        client.post(agree, form)
        assert way.find().state == MatchState.REPORTED, form
    client.post(agree, {"version": one.version})
    assert way.find().state == MatchState.OVER
