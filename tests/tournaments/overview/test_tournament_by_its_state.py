"""The page of a tournament: your table first while it runs; podium, honours and a link to share when it is over."""

import pytest
from django.urls import reverse

from tournaments.event.selectors import finding
from tournaments.overview import selectors as overview
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def page(client, tournament, name="detail"):
    return client.get(reverse(f"tournaments:{name}", args=[tournament.slug])).content.decode()


@pytest.fixture
def finished(make_tournament, play_round, clock):
    tournament = make_tournament(players=4, rounds=2)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    play_round(tournament)
    tournament.refresh_from_db()
    return tournament


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


def test_conditions_have_a_tab_of_their_own(client, make_tournament):
    tournament = make_tournament(players=4)
    assert "<dt>Rules</dt>" in page(client, tournament, "conditions")
    assert "<dt>Rules</dt>" not in page(client, tournament)
