"""Small things of the organiser's pages: the sheets of their parts, the keys of a phone."""

import re

import pytest
from django.urls import reverse

from tournaments.event.selectors import finding
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def playing(client, organiser, make_tournament, clock):
    def make(**how):
        client.force_login(organiser)
        tournament = make_tournament(players=4, **how)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        return running.start_round(rnd=rnd, now=clock())

    return make


def page(client, rnd, name, *more):
    answer = client.get(reverse(f"tournaments:{name}", args=[rnd.stage.tournament.slug, *more]))
    return answer.content.decode()


def test_a_list_of_what_waits_has_its_sheet_on_every_page(client, playing):
    rnd = playing()
    for name in ("tonight", "desk"):
        assert "css/club/event.css" in page(client, rnd, name), name


@pytest.mark.parametrize(("variant", "keys"), [("gin-rummy-com", "decimal"), ("colonel-ball", "text")])
def test_the_typed_line_has_figures_on_a_phone_unless_points_go_below_zero(client, playing, variant, keys):
    line = re.search(r'<input[^>]*id="q-line"[^>]*>', page(client, playing(variant=variant), "results", 1))
    assert line is not None
    assert f'inputmode="{keys}"' in line[0]
