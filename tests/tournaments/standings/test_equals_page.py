"""The page of points and tie-breaks: chosen before round 1, changed later only with a reason."""

import pytest
from django.urls import reverse

from audit.models import AuditEntry
from tests.markup import tight
from tournaments.event.selectors import finding
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(make_tournament):
    return make_tournament(4)


@pytest.fixture
def page(client, organiser, tournament):
    client.force_login(organiser)
    address = reverse("tournaments:equals", args=[tournament.slug])
    return lambda data=None: client.get(address) if data is None else client.post(address, data)


def settings_of(tournament):
    return finding.main_stage(type(tournament).objects.get(pk=tournament.pk)).settings


def test_every_tie_break_is_offered_with_its_sentence(page):
    shown = page().content.decode()
    for words in (
        "Sonneborn-Berger (SB)",
        "the sum of the opponents’ scores, without the lowest",
        "Koya (KS)",
        "Lot (LOT)",
    ):
        assert words in shown
    assert "EMGSB" not in shown, "that is for teams"


def test_points_and_tie_breaks_are_chosen_before_round_one(page, tournament):
    answer = page({"points": "3-1-0", "key0": "WIN", "key1": "BH/C1", "key2": "", "key3": "LOT"})
    assert answer.status_code == 302
    held = settings_of(tournament)
    assert (held["points"], held["tiebreaks"]) == ("3-1-0", ["WIN", "BH/C1", "LOT"])


def test_what_cannot_be_is_said(page, tournament):
    before = settings_of(tournament)
    shown = page({"points": "1-h-0", "key0": "LOT", "key1": "WIN"}).content.decode()
    assert "LOT last" in shown
    assert page({"points": "9-9-9", "key0": "WIN"}).status_code == 422
    assert settings_of(tournament) == before


def test_later_only_the_tie_breaks_change_and_need_a_reason(page, tournament, play_round, organiser, clock):
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    assert "the points are fixed" in tight(page().content.decode())
    assert page({"key0": "WIN", "reason": ""}).status_code == 422
    assert page({"points": "3-1-0", "key0": "WIN", "key1": "LOT", "reason": "As announced"}).status_code == 302
    held = settings_of(tournament)
    assert (held["points"], held["tiebreaks"]) == ("1-h-0", ["WIN", "LOT"])
    assert AuditEntry.objects.get(action="stage.change").reason == "As announced"


def test_only_organisers(client, tournament):
    client.force_login(tournament.entries.first().members.get().user)
    assert client.get(reverse("tournaments:equals", args=[tournament.slug])).status_code == 403


def test_match_points_are_written_in_the_unit_of_their_table(page, tournament, play_round, organiser, clock, client):
    page({"points": "vp20", "key0": "LOT"})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    stage = finding.main_stage(tournament)
    rnd = drafts.pair_round(stage=stage, now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    match = rnd.matches.first()
    # 162 points in nine deals are the end of the scale: 54 x 3
    recording.record_result(match=match, points=(200, 38), deals=9, by=organiser, now=clock())
    shown = client.get(reverse("tournaments:match", args=[match.public_id])).content.decode()
    assert "<strong>20</strong>" in shown
    assert "<strong>0</strong>" in shown


@pytest.mark.parametrize(
    ("template", "variant", "field", "points", "first", "words", "not_here"),
    [
        ("pod_swiss", "cutthroat", "table_points", "3-1-0", "TW", "points by place: 3 – 1 – 0", "Koya"),
        ("team_swiss", "gin-rummy-com", "points", "3-1-0", "EMGSB", "EMGSB", "Tables won"),
    ],
)
def test_tables_of_three_and_teams_have_points_and_tie_breaks_of_their_own(
    client, organiser, make_tournament, template, variant, field, points, first, words, not_here
):
    teams = {"options": {"boards": 2}} if template == "team_swiss" else {}
    tournament = make_tournament(3, template=template, variant=variant, **teams)
    client.force_login(organiser)
    address = reverse("tournaments:equals", args=[tournament.slug])
    shown = client.get(address).content.decode()
    assert words in shown
    assert not_here not in shown
    assert client.post(address, {"points": points, "key0": first, "key1": "LOT"}).status_code == 302
    held = settings_of(tournament)
    assert (held[field], held["tiebreaks"]) == (points, [first, "LOT"])
