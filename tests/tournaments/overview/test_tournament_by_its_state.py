"""The page of a tournament: your table first while it runs; podium, honours and a link to share when it is over."""

import re
from collections import Counter
from io import BytesIO

import pytest
from django.urls import reverse
from PIL import Image

from tests.markup import tight
from tournaments.event.selectors import finding
from tournaments.models import Match
from tournaments.overview import selectors as overview
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def page(client, tournament, name="detail"):
    return tight(client.get(reverse(f"tournaments:{name}", args=[tournament.slug])).content.decode())


@pytest.fixture
def finished(make_tournament, play_round, clock, confirm):
    tournament = make_tournament(players=4, rounds=2)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    play_round(tournament)
    return confirm(tournament)


def test_your_table_stands_before_any_list(client, make_tournament, organiser, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    client.force_login(tournament.entries.get(name="Player 01").members.get().user)
    found = page(client, tournament)
    assert found.index("Report your result") < found.index("All pairings") < found.index("All places and tie-breaks")
    assert found.count('<tr class="me">') == 2, "in the pairings and in the standings"


def test_a_finished_tournament_has_its_podium_honours_and_a_link_to_share(client, finished):
    found = page(client, finished)
    rows = standings.standings(finished)
    address = f"http://testserver{reverse('tournaments:detail', args=[finished.slug])}"
    assert f'<meta property="og:url" content="{address}">' in found
    assert f'<meta property="og:description" content="Won by {rows[0].entry}. 4 players.">' in found
    assert f'data-share="{address}"' in found
    assert [one.name for one in overview.podium(finished, rows)] == [str(row.entry) for row in rows[:3]]


def test_a_shared_link_shows_the_podium_as_a_picture(client, make_tournament, finished):
    address = reverse("pages:tournament-picture", args=[finished.slug])
    assert f'content="http://testserver{address}"' in page(client, finished)
    answer = client.get(address)
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("image/png", "public, max-age=3600")
    with Image.open(BytesIO(answer.content)) as shown:
        assert shown.size == (1200, 630)
    assert len(answer.content) < 200_000
    first = finished.entries.get(name=standings.standings(finished)[0].entry.name)
    first.name = "王小明"  # in none of the site's faces
    first.save()
    assert client.get(address)["Location"] == "/static/share.png"
    going_on = make_tournament(players=4)
    assert client.get(reverse("pages:tournament-picture", args=[going_on.slug])).status_code == 404


def test_each_match_worth_a_look_is_another_one(finished):
    rows = standings.standings(finished)
    made = overview.honours(finished, finding.rounds(finished), rows)
    assert [one.name for one in made.lines][:2] == ["Biggest margin", "Most wins"]
    assert [one.figure for one in made.figures][:2] == [2, 4]
    picked = [one.match.pk for one in made.matches]
    assert len(picked) == len(set(picked)) == 3 or [one.name for one in made.matches] == ["Closest", "Biggest win"]


def test_the_overview_says_who_is_through(client, make_tournament, play_round, organiser, clock):
    options = {"advance": 2, "third_place": False}
    tournament = make_tournament(players=6, rounds=1, template="swiss_cut", options=options)
    stages.begin(tournament=tournament, now=clock())
    assert [one.words for one in overview.goes_on(finding.tournaments().get())][1].endswith(
        "Decided when “Swiss” is over."
    )
    play_round(tournament)
    cup = tournament.stages.get(number=2)
    stages.cut_stage(stage=cup, digest=stages.preview_cut(stage=cup).digest, by=organiser, now=clock())
    through = [row.entry.name for row in standings.standings(finding.tournaments().get())[:2]]
    found = page(client, tournament)
    assert "Who goes on" in found
    assert all(name in found.split("Through:")[1].split("</span>")[0] for name in through)


def test_a_finished_tournament_says_who_went_on(client, make_tournament, organiser, play_round, clock, confirm):
    tournament = make_tournament(
        players=4, rounds=1, template="swiss_cut", options={"advance": 2, "third_place": False}
    )
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    cup = tournament.stages.get(number=2)
    stages.cut_stage(stage=cup, digest=stages.preview_cut(stage=cup).digest, by=organiser, now=clock())
    play_round(tournament)
    found = page(client, confirm(tournament))
    assert "Who went on" in found
    assert "Who goes on" not in found


def test_conditions_have_a_tab_of_their_own(client, make_tournament):
    tournament = make_tournament(players=4)
    assert "<dt>Rules</dt>" in page(client, tournament, "conditions")
    assert "<dt>Rules</dt>" not in page(client, tournament)


def test_conditions_before_a_cut_are_those_of_the_first_stage(client, make_tournament):
    tournament = make_tournament(players=8, template="swiss_cut")
    for first, second in (("running", "waiting"), ("finished", "running")):
        tournament.stages.filter(number=1).update(state=first)
        tournament.stages.filter(number=2).update(state=second)
        said = page(client, tournament, "conditions")
        assert "Among equal points" in said
        assert "whoever comes late plays from the next round" in said


def begun(make_tournament, organiser, clock, **conditions):
    tournament = make_tournament(**conditions)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    return tournament


@pytest.mark.parametrize("template", ["swiss", "double_elim"])
def test_before_a_round_is_closed_there_is_a_start_list(client, make_tournament, organiser, clock, template):
    tournament = begun(make_tournament, organiser, clock, players=5, template=template)
    for name in ("detail", "standings"):
        found = page(client, tournament, name)
        assert re.findall(r'<td class="no">(\d+)</td><td class="lead">', found) == ["1", "2", "3", "4", "5"]
        assert "Start list" in found
        assert '<td class="num">1990</td>' in found
        assert "Buchholz</abbr>" not in found
    assert "round 1 in play, 0 of 2 in" in found or template != "swiss"
    card = client.get(reverse("tournaments:card", args=[tournament.slug, tournament.entries.first().public_id]))
    assert "place 1 of" not in tight(card.content.decode())
    assert "Equal points" not in tight(card.content.decode())


def test_each_group_has_a_list_of_its_own(client, make_tournament, organiser, clock):
    tournament = begun(make_tournament, organiser, clock, players=8, template="groups_cut")
    found = page(client, tournament).split("Start list")[1]
    assert found.count("<h3>Group ") == 2
    assert len(re.findall(r'<td class="no">\d+</td><td class="lead">', found)) == 8


def test_a_ladder_shows_its_places_alone(client, make_tournament, organiser, clock):
    tournament = make_tournament(players=3, template="ladder", variant="gin-rummy-com")
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    found = page(client, tournament)
    assert 'class="data rungs"' in found
    assert ">Margin<" not in found
    client.force_login(organiser)
    assert "Pair the next round" not in page(client, tournament, "standings")
    assert "Only to round" not in page(client, tournament, "announcements")
    assert "when a challenge is accepted" in page(client, tournament, "tonight")
    assert "has a bye in each round" not in page(client, tournament, "checkin")


def test_a_place_that_waits_in_a_bracket_names_its_match_shortly(client, make_tournament, organiser, clock):
    tournament = begun(make_tournament, organiser, clock, players=5, template="double_elim")
    found = page(client, tournament, "bracket")
    assert '<span aria-hidden="true">Winner W2-1</span>' in found
    assert "Winner of Winners&#x27; round 2, match 1" in found
    assert '<span class="code" aria-hidden="true">W2-1</span>' in found


def test_honours_count_the_matches_of_all_stages(make_tournament, play_round, organiser, clock, confirm):
    """Whoever plays in the final has won the most, and is not left out for it."""
    options = {"advance": 2, "third_place": False}
    tournament = make_tournament(players=6, rounds=2, template="swiss_cut", options=options)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    play_round(tournament)
    cup = tournament.stages.get(number=2)
    stages.cut_stage(stage=cup, digest=stages.preview_cut(stage=cup).digest, by=organiser, now=clock())
    play_round(finding.tournaments().get())
    ended = finding.tournaments().get()
    ended = ended if ended.is_over else confirm(tournament)
    rows = standings.standings(ended)
    made = {one.name: one for one in overview.honours(ended, finding.rounds(ended), rows).lines}
    wins, margins = Counter(), Counter()
    for match in Match.objects.filter(round__stage__tournament=ended, result_kind="played"):
        for side in match.sides.all():
            wins[side.entry.name] += side.points == 2
            margins[side.entry.name] += side.margin
    winner = rows[0].entry.name
    assert wins[winner] == max(wins.values()) == 3
    assert (made["Most wins"].entry.name, made["Most wins"].figure) == (winner, "3")
    assert margins[made["Biggest margin"].entry.name] == max(margins.values())


def test_tables_of_three_stand_on_the_overview_and_have_honours(client, make_pods, next_round, organiser, clock):
    tournament = make_pods(6)
    rnd = next_round(tournament)
    one, other = rnd.matches.order_by("table_no")
    recording.record_result(match=one, by=organiser, now=clock(), points=(120, 60, 30))
    found = page(client, tournament)
    assert found.index("All pairings") < found.index("120 – 60 – 30")
    assert f"<strong><bdi>{one.entries[0]}</bdi></strong>" in found
    assert all(str(entry) in found.split("All pairings")[1] for entry in other.entries)
    recording.record_result(match=other, by=organiser, now=clock(), points=(20, 10, 130))
    made = overview.honours(tournament, finding.rounds(tournament), standings.standings(tournament))
    assert {honour.name for honour in made.lines} >= {"Biggest margin", "Most wins"}
    assert [(pick.name, pick.result) for pick in made.matches] == [
        ("Closest", "{} 120, {} 60, {} 30".format(*one.entries)),
        ("Biggest win", "{2} 130, {0} 20, {1} 10".format(*other.entries)),
    ]


@pytest.mark.parametrize(
    ("players", "variant", "template", "has_bye"),
    [(5, "gin-rummy-com", "swiss", True), (4, "gin-rummy-com", "swiss", False), (7, "cutthroat", "pod_swiss", True),
     (7, "chouette", "pod_swiss", False), (5, "gin-rummy-com", "single_elim", False)],
)  # fmt: skip
def test_a_check_in_says_who_does_not_fill_the_tables(
    client, make_tournament, organiser, players, variant, template, has_bye
):
    client.force_login(organiser)
    found = page(client, make_tournament(players=players, variant=variant, template=template), "checkin")
    assert ("one has a bye in each round" in found) == has_bye
