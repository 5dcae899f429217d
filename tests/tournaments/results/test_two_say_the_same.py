"""Two sides of a match that report the same result agree, each by its slip or signed in: nobody is asked again. Where
they report different ones, both are kept for the officials."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.markup import tight
from tests.tournaments.told import claim
from tournaments import errors
from tournaments.desk import selectors as desk
from tournaments.desk.selectors import disputes
from tournaments.event.selectors import finding
from tournaments.models import CaseKind, EntryMember, Match, MatchState, SlipReport
from tournaments.results.services import recording, slips
from tournaments.rounds.services import running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
OF_TWO, OF_THREE = (104, 60), (104, 60, 20)


@pytest.fixture
def reported(make_tournament, make_pods, next_round, organiser, clock):
    """The first match of a round of two or of three, and what makes one of its sides report a result."""

    def make(count: int, **settings):
        if count == len(OF_TWO):
            tournament = make_tournament(4, settings=settings)
            stages.begin(tournament=tournament, now=clock(), by=organiser)
        else:
            tournament = make_pods(6, settings=settings)
        claim()
        match = next_round(tournament).matches.first()

        def report(way: str, order: int, points, version=None, **more) -> Match:
            found = finding.matches().get(pk=match.pk)
            said = {"match": found, "points": points, "now": clock(), "version": version or found.version, **more}
            if way == "slip":
                return slips.report(order=order, **{"key": str(uuid4()), **said})
            said.pop("key", None)
            return recording.record_result(by=found.entries[order].members.get().user, is_final=False, **said)

        return report

    return make


@pytest.mark.parametrize("second", ["account", "slip"])
@pytest.mark.parametrize("first", ["account", "slip"])
@pytest.mark.parametrize("points", [OF_TWO, OF_THREE])
def test_the_same_from_another_side_confirms_it(reported, points, first, second):
    """Before, whoever was signed in took the place of the first one, who was asked about the own report."""
    report = reported(len(points))
    report(first, 0, points)
    after = report(second, 1, points)
    assert (after.state, after.figures) == (MatchState.OVER, [*points])


@pytest.mark.parametrize("points", [OF_TWO, OF_THREE])
def test_from_a_page_that_does_not_show_the_first_one_too(reported, points):
    report = reported(len(points))
    report("account", 0, points, version=1)
    assert report("account", 1, points, version=1, deals=7).state == MatchState.OVER


@pytest.mark.parametrize("points", [OF_TWO, OF_THREE])
def test_another_result_and_the_own_side_confirm_nothing(reported, points):
    report, other = reported(len(points)), (104, 50, *points[2:])
    first = report("account", 0, points)
    assert report("account", 0, points).state == MatchState.REPORTED
    with pytest.raises(errors.Conflict):
        report("account", 1, other, version=first.version - 1)
    assert report("account", 1, other).state == MatchState.REPORTED


@pytest.mark.parametrize("second", ["account", "slip"])
@pytest.mark.parametrize("first", ["account", "slip"])
@pytest.mark.parametrize("points", [OF_TWO, OF_THREE])
def test_different_results_are_both_kept_until_who_was_wrong_corrects_the_own_one(reported, points, first, second):
    """Before, whoever was signed in took the place of the first one, and the officials heard of nothing."""
    report, other = reported(len(points)), (104, 50, *points[2:])
    report(first, 0, points)
    match = report(second, 1, other)
    assert (match.state, match.figures) == (MatchState.REPORTED, [*points])
    [case] = desk.queue(match.round.stage.tournament)
    assert case.kind == CaseKind.DISPUTE
    names = [entry.name for entry in match.entries[:2]]
    assert [one.names for one in disputes.reports_of(finding.matches().get(pk=match.pk))] == names
    again = report(second, 1, other, key="again")
    assert again.state == MatchState.REPORTED
    after = report(first, 0, other)
    assert (after.state, after.figures) == (MatchState.OVER, [*other])


def test_the_second_side_agrees_after_all(reported):
    report = reported(2)
    report("account", 0, OF_TWO)
    report("account", 1, (104, 50))
    after = report("account", 1, OF_TWO)
    assert (after.state, after.figures) == (MatchState.OVER, [*OF_TWO])


def test_figures_that_cannot_be_are_refused_and_not_kept(reported):
    report = reported(2)
    report("account", 0, OF_TWO)
    with pytest.raises(errors.Invalid):
        report("account", 1, (104, 104))
    assert [one.order for one in SlipReport.objects.all()] == [0]


def test_the_page_says_that_an_official_decides(reported):
    report = reported(2)
    match = report("account", 0, OF_TWO)
    client = Client()
    client.force_login(match.entries[1].members.get().user)
    sent = {"first": "104", "second": "50", "outcome": "played", "version": match.version}
    page = client.post(reverse("tournaments:match-result", args=[match.public_id]), sent, follow=True)
    assert "The sides have entered different results. An official decides" in tight(page.content.decode())


def test_nor_do_two_of_three_while_the_third_says_otherwise(reported):
    report = reported(3)
    report("slip", 0, OF_THREE)
    report("slip", 2, (104, 60, 30))
    assert report("account", 1, OF_THREE).state == MatchState.REPORTED


def test_nor_anybody_where_the_desk_confirms(reported):
    report = reported(2, confirmation="desk")
    report("account", 0, OF_TWO)
    assert report("account", 1, OF_TWO).state == MatchState.REPORTED


def test_the_page_says_that_it_is_recorded_at_a_board_too(two_teams, clock):
    rnd = two_teams()
    running.start_round(rnd=rnd, now=clock())
    claim()
    board = Match.objects.of_boards().filter(round=rnd).first()
    said = []
    for name in ("Ana", "Bea"):
        client = Client()
        client.force_login(EntryMember.objects.get(user__name=name).user)
        sent = {"first": "100", "second": "60", "outcome": "played", "version": Match.objects.get(pk=board.pk).version}
        page = client.post(reverse("tournaments:board-result", args=[board.public_id]), sent, follow=True)
        said.append(tight(page.content.decode()))
    assert "Sent. The other side confirms it." in said[0]
    assert "Recorded." in said[1]
    board.refresh_from_db()
    assert board.state == MatchState.OVER
