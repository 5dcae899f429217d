"""A Swiss with a cup of the best: the points of both stages on pages, on paper, on the wall and on the card."""

import re

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments.event.selectors import finding
from tournaments.paper import selectors as paper_selectors
from tournaments.paper import services as paper_services
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(make_tournament, play_round, organiser, clock):
    """Six play a Swiss of one round; the best two of them have played the final as well."""
    options = {"advance": 2, "third_place": False}
    tournament = make_tournament(players=6, rounds=1, template="swiss_cut", options=options)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    return tournament


@pytest.fixture
def finished(evening, play_round, organiser, clock):
    cup = evening.stages.get(number=2)
    seen = stages.preview_cut(stage=cup)
    stages.cut_stage(stage=cup, digest=seen.digest, by=organiser, now=clock())
    evening.refresh_from_db()
    play_round(evening)
    evening.refresh_from_db()
    return evening


def read(client, name, *args):
    return tight(client.get(reverse(f"tournaments:{name}", args=args)).content.decode())


def test_while_only_the_first_stage_has_begun_its_points_stand_on_every_page(client, evening):
    rows = standings.standings(evening)
    assert [row.points_text for row in rows] == ["1", "1", "1", "0", "0", "0"]
    assert not rows[0].reached, "nobody has gone on yet"
    for page in (read(client, "detail", evening.slug), read(client, "document", evening.slug, "standings")):
        assert ">Points</th>" in page


def test_the_points_of_each_stage_stand_beside_it(client, finished):
    rows = standings.standings(finished)
    through = [[one.points_text for one in row.through] for row in rows]
    assert through == [["1", "1"], ["1", "0"], ["1", ""], ["0", ""], ["0", ""], ["0", ""]]
    assert [one.stage for one in rows[0].through] == ["Swiss", "Final"]
    overview = read(client, "detail", finished.slug)
    assert '<td class="num" data-label="Points Final"><strong>1</strong></td>' in overview
    assert "Points Swiss</th>" in read(client, "document", finished.slug, "standings")


def test_the_wall_names_the_stage_with_the_points_of_each(client, finished, organiser, clock):
    wall = paper_services.put_up_screen(tournament=finished, name="Hall", shows="standings", by=organiser, now=clock())
    page = tight(client.get(reverse("tournaments:screen", args=[paper_selectors.screen_code(wall)])).content.decode())
    assert "Final<small>1 + 1</small>" in page
    assert "Swiss<small>0</small>" in page


def test_tonight_names_the_stage_of_the_points_once_somebody_has_gone_on(client, evening, organiser, clock):
    """0 of somebody in the final and 1 of somebody who is out do not compare: each says of which stage it is."""
    client.force_login(organiser)
    assert "<small" not in _points_of(read(client, "tonight", evening.slug), "Player 02"), "one stage needs no name"
    cup = evening.stages.get(number=2)
    stages.cut_stage(stage=cup, digest=stages.preview_cut(stage=cup).digest, by=organiser, now=clock())
    rnd = drafts.pair_round(stage=evening.stages.get(number=2), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    first, second = (side.entry.name for side in rnd.matches.get().sides.all())
    (out,) = {"Player 01", "Player 02", "Player 03"} - {first, second}
    said = read(client, "tonight", evening.slug)
    assert _points_of(said, first) == _points_of(said, second) == '<small class="muted">Final</small>0'
    assert _points_of(said, out) == '<small class="muted">Swiss</small>1'
    recording.record_result(match=rnd.matches.get(), points=(100, 60), by=organiser, now=clock())
    said = read(client, "tonight", evening.slug)
    assert _points_of(said, first) == '<small class="muted">Final</small>1'


def _points_of(page, name):
    return re.search(rf'<td class="lead"><bdi>{name}</bdi></td>.*?<td class="num">(.*?)</td>', page)[1].strip()


def test_the_card_has_a_line_for_each_stage(client, finished):
    best = standings.standings(finished)[0].entry
    page = client.get(reverse("tournaments:card", args=[finished.slug, best.public_id]))
    assert [(one.name, one.row.points_text) for one in page.context["card"].stages] == [("Swiss", "1"), ("Final", "1")]
    assert '<th scope="row">Swiss</th>' in page.content.decode()


def test_a_pack_of_the_swiss_prints_no_bracket_before_it_is_drawn(client, evening, organiser):
    client.force_login(organiser)
    pack = read(client, "print-document", evening.slug, "pack")
    assert "The bracket is not drawn yet" not in pack


def test_before_round_one_everybody_stands_in_order_of_start_and_no_lot_is_printed(client, make_tournament, clock):
    tournament = make_tournament(players=8)
    stages.begin(tournament=tournament, now=clock())
    names = [row.entry.name for row in standings.standings(tournament)]
    assert names == [f"Player 0{n}" for n in range(1, 9)], "by rating"
    paper = read(client, "document", tournament.slug, "standings")
    assert "in order of start" in paper
    assert finding.main_stage(tournament).seed not in paper
