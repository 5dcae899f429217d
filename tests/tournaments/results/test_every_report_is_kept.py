"""No report of a side takes the place of another side's: not at a board of a match of teams, not from an official who
plays and enters at the desk, not where only the winner is told."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.markup import tight
from tests.tournaments.told import claim
from tournaments import errors
from tournaments.desk import selectors as queues
from tournaments.desk import services as desk
from tournaments.desk.selectors import disputes
from tournaments.event.selectors import finding
from tournaments.models import CaseKind, EntryMember, Match, MatchState, SlipReport
from tournaments.pairing import Kind
from tournaments.results.services import recording, slips
from tournaments.rounds.services import running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def person(name: str):
    return EntryMember.objects.get(user__name=name).user


@pytest.fixture
def boards(two_teams, clock) -> list[Match]:
    """Ana of the Aces meets Bea of the Bees at board 1, Abe meets Bob at board 2; the round runs."""
    rnd = two_teams()
    running.start_round(rnd=rnd, now=clock())
    claim()
    return list(Match.objects.of_boards().filter(round=rnd))


@pytest.fixture
def says(clock):
    """Let somebody report a result as the page does that they see."""

    def report(match: Match, name: str, is_final: bool = False, **said) -> Match:
        version = Match.objects.get(pk=match.pk).version
        return recording.record_result(
            match=match, by=person(name), now=clock(), is_final=is_final, version=version, **said
        )

    return report


def waiting(match: Match) -> list[tuple[str, str]]:
    found = finding.matches().get(pk=match.parent_id or match.pk)
    return [(one.names, one.words) for one in disputes.reports_of(found)]


def test_both_reports_of_a_board_are_kept_and_one_act_of_the_desk_decides(boards, says, organiser, clock):
    board, whole = boards[0], boards[0].whole
    tournament = whole.round.stage.tournament
    says(board, "Ana", points=(100, 60))
    assert queues.queue(tournament) == []
    after = says(board, "Bea", points=(60, 100))
    assert (after.state, after.figures) == (MatchState.REPORTED, [100, 60])
    assert waiting(board) == [("Ana", "board 1: Ana 100 – Bea 60"), ("Bea", "board 1: Ana 60 – Bea 100")]
    [line] = queues.queue(tournament)
    assert (line.kind, line.match) == (CaseKind.DISPUTE, whole)
    case = desk.settle_dispute(match=whole, report=disputes.reports_of(whole)[1].key, by=organiser, now=clock())
    board.refresh_from_db()
    assert (board.state, board.figures, case.handled_by) == (MatchState.OVER, [60, 100], organiser)
    assert queues.queue(tournament) == []


def test_the_case_stays_open_until_each_board_is_settled(boards, says, organiser, clock):
    first, second = boards
    for board, (ours, theirs) in ((first, ("Ana", "Bea")), (second, ("Abe", "Bob"))):
        says(board, ours, points=(100, 60))
        says(board, theirs, points=(60, 100))
    whole = first.whole
    assert [key.split(".")[0] for key in keys(whole)] == ["1", "1", "2", "2"]
    case = desk.settle_dispute(match=whole, report="1.first", by=organiser, now=clock())
    assert (case.handled_at, [key.split(".")[0] for key in keys(whole)]) == (None, ["2", "2"])
    again = desk.settle_dispute(match=whole, report="2.first", by=organiser, now=clock())
    assert (again.pk, again.handled_by) == (case.pk, organiser)
    whole.refresh_from_db()
    assert whole.state == MatchState.OVER


def keys(match: Match) -> list[str]:
    return [one.key for one in disputes.reports_of(match)]


def test_the_pages_of_the_match_and_of_the_results_show_a_disputed_board(boards, says, organiser):
    board, whole = boards[0], boards[0].whole
    says(board, "Ana", points=(100, 60))
    says(board, "Bea", points=(60, 100))
    settle = reverse("tournaments:settle", args=[whole.round.stage.tournament.slug, whole.public_id])
    page = seen(organiser, reverse("tournaments:results", args=[whole.round.stage.tournament.slug, 1]))
    assert [words in page for words in ("the sides differ", settle, "Confirm 100")] == [True, True, False]
    match_page = reverse("tournaments:match", args=[whole.public_id])
    told = "Board 1: The sides have entered different results. An official decides"
    yes = "Board 1: yes, confirm the result"
    for name, may_agree in (("Ana", False), ("Abe", False), ("Bea", True), ("Bob", True)):
        page = seen(person(name), match_page)
        assert (told in page, yes in page) == (True, may_agree), name
    assert told not in seen(organiser, match_page)


def seen(user, page: str) -> str:
    client = Client()
    client.force_login(user)
    return tight(client.get(page).content.decode())


def test_who_was_wrong_at_a_board_agrees_after_all(boards, says):
    says(boards[0], "Ana", points=(100, 60))
    says(boards[0], "Bea", points=(60, 100))
    after = says(boards[0], "Ana", points=(60, 100))
    assert (after.state, after.figures) == (MatchState.OVER, [60, 100])


@pytest.fixture
def own(make_tournament, next_round, organiser, clock) -> Match:
    """A match that the organiser plays."""
    tournament = make_tournament(4)
    member = EntryMember.objects.filter(tournament=tournament).first()
    EntryMember.objects.filter(pk=member.pk).update(user=organiser)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = next_round(tournament)
    return finding.matches().get(round=rnd, sides__seat__entry__members__user=organiser)


def test_an_official_who_plays_keeps_the_other_sides_report(own, says, organiser, clock):
    """Before, what such an official typed in the grid of results took the place of the opponent's report."""
    mine = own.entries.index(EntryMember.objects.get(user=organiser).entry)
    other = own.entries[1 - mine].members.get().user.name
    says(own, other, points=(100, 60))
    after = says(own, organiser.name, is_final=True, points=(60, 100))
    assert (after.state, after.figures) == (MatchState.REPORTED, [100, 60])
    assert [names for names, _words in waiting(own)] == [other, own.entries[mine].name]
    slips.report(match=own, order=1 - mine, points=(60, 100), now=clock())
    own.refresh_from_db()
    assert own.figures == [60, 100]


def test_and_also_where_they_say_that_the_other_did_not_come(own, says, organiser, clock):
    mine = own.entries.index(EntryMember.objects.get(user=organiser).entry)
    name, other = own.entries[mine].name, own.entries[1 - mine].members.get().user.name
    says(own, other, points=(100, 60))
    after = says(own, organiser.name, is_final=True, kind=Kind.FORFEIT, winner=mine)
    first, second = [entry.name for entry in own.entries]
    assert (after.state, after.result_kind) == (MatchState.REPORTED, Kind.PLAYED)
    assert waiting(own) == [(other, f"{first} 100 – {second} 60"), (name, f"{name} wins by forfeit")]


@pytest.fixture
def match(make_tournament, next_round, organiser, clock) -> Match:
    tournament = make_tournament(4)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    claim()
    return finding.matches().get(pk=next_round(tournament).matches.first().pk)


def test_each_says_that_they_have_won_without_points(match, says):
    """Before, this was told as “Ann and Bob tie”, and two who named the same winner did not agree."""
    first, second = [entry.members.get().user.name for entry in match.entries]
    says(match, first, winner=0)
    after = says(match, second, winner=1)
    assert after.state == MatchState.REPORTED
    words = "{} won, points not noted"
    assert waiting(match) == [(first, words.format(first)), (second, words.format(second))]
    after = says(match, second, winner=0)
    assert after.state == MatchState.OVER
    assert after.points[0] > after.points[1]


def test_the_desk_settles_for_a_winner_without_points(match, says, organiser, clock):
    first, second = [entry.members.get().user.name for entry in match.entries]
    says(match, first, winner=0)
    says(match, second, winner=1)
    desk.settle_dispute(match=match, report="1", by=organiser, now=clock())
    match = finding.matches().get(pk=match.pk)
    assert match.state == MatchState.OVER
    assert match.points[1] > match.points[0]


def test_who_corrects_the_own_slip_signed_in_is_not_in_dispute_with_it(match, says, clock):
    slips.report(match=match, order=0, points=(104, 60), now=clock())
    after = says(match, match.entries[0].members.get().user.name, points=(104, 61))
    assert (after.state, after.figures) == (MatchState.REPORTED, [104, 61])
    assert queues.queue(match.round.stage.tournament) == []
    assert [one.figures for one in match.slip_reports.all()] == [[104, 61]]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"points": (100, 60)}, {"points": (100, 60), "kind": "abandoned", "winner": 1}),
        (
            {"points": (100, 60), "kind": "abandoned", "winner": 0},
            {"points": (100, 60), "kind": "abandoned", "winner": 1},
        ),
        ({"winner": 0}, {"kind": "forfeit", "winner": 0}),
        ({"kind": "forfeit", "winner": 0}, {"winner": 0}),
        ({"kind": "forfeit", "winner": 0}, {"kind": "forfeit", "winner": 1}),
        ({"kind": "forfeit", "winner": 0}, {"kind": "double_forfeit"}),
    ],
)
def test_two_reports_of_other_kinds_do_not_agree(match, says, organiser, clock, first, second):
    """A loser who says the same points, but that the match was not played to its end and that they have won."""
    one, other = [entry.members.get().user.name for entry in match.entries]
    says(match, one, **first)
    after = says(match, other, **second)
    assert after.state == MatchState.REPORTED
    assert [names for names, _words in waiting(match)] == [one, other]
    assert len({words for _names, words in waiting(match)}) == 2
    [line] = queues.queue(match.round.stage.tournament)
    assert line.kind == CaseKind.DISPUTE
    desk.settle_dispute(match=match, report="1", by=organiser, now=clock())
    settled = finding.matches().get(pk=match.pk)
    assert (settled.state, settled.result_kind) == (MatchState.OVER, second.get("kind", "played"))
    if "winner" in second:
        assert (settled.points[0] > settled.points[1]) == (second["winner"] == 0)


@pytest.mark.parametrize(
    "said", [{"kind": "forfeit", "winner": 0}, {"points": (100, 60), "kind": "abandoned", "winner": 1}]
)
def test_two_reports_of_one_kind_agree(match, says, said):
    one, other = [entry.members.get().user.name for entry in match.entries]
    says(match, one, **said)
    after = says(match, other, **said)
    assert (after.state, after.result_kind) == (MatchState.OVER, said["kind"])


@pytest.fixture
def pod(make_pods, next_round, clock) -> Match:
    match = next_round(make_pods(3)).matches.get()
    claim()
    return finding.matches().get(pk=match.pk)


def test_at_a_table_of_three_nor_do_an_end_and_a_game_that_was_left(pod, says):
    one, other, _third = [entry.members.get().user.name for entry in pod.entries]
    says(pod, one, points=(120, 85, 40))
    after = says(pod, other, points=(120, 85, 40), kind="abandoned")
    assert after.state == MatchState.REPORTED
    assert [words.endswith("not played to the end") for _names, words in waiting(pod)] == [False, True]


def test_who_did_not_come_to_a_table_of_three_is_told(pod, says):
    one, other, third = [entry.members.get().user.name for entry in pod.entries]
    says(pod, one, kind="forfeit", absent=[2])
    assert waiting(pod) == [(one, f"not played, away: {third}")]
    after = says(pod, other, points=(120, 85, 40))
    assert after.state == MatchState.REPORTED


def test_what_is_undone_lets_the_other_sides_report_wait_again(match, says, clock):
    one, other = [entry.members.get().user.name for entry in match.entries]
    says(match, one, points=(100, 60))
    says(match, other, points=(60, 100))
    after = recording.undo_result(match=match, by=person(one), now=clock())
    assert (after.state, after.figures) == (MatchState.REPORTED, [60, 100])
    assert waiting(match) == [(other, f"{match.entries[0].name} 60 – {match.entries[1].name} 100")]
    assert says(match, one, points=(60, 100)).state == MatchState.OVER


def test_by_slip_too(match, clock):
    slips.report(match=match, order=0, points=(100, 60), now=clock())
    slips.report(match=match, order=1, points=(60, 100), now=clock())
    version = Match.objects.get(pk=match.pk).version
    slips.take_back(match=match, order=0, version=version, now=clock())
    after = finding.matches().get(pk=match.pk)
    assert (after.state, after.figures) == (MatchState.REPORTED, [60, 100])


def test_an_official_who_undoes_the_own_decision_finds_both_reports_again(match, says, organiser, clock):
    one, other = [entry.members.get().user.name for entry in match.entries]
    says(match, one, points=(100, 60))
    says(match, other, points=(60, 100))
    before = waiting(match)
    version = Match.objects.get(pk=match.pk).version
    recording.record_result(match=match, by=organiser, now=clock(), points=(104, 3), version=version)
    after = recording.undo_result(match=match, by=organiser, now=clock())
    assert after.state == MatchState.REPORTED
    assert waiting(match) == before


def test_a_match_decided_as_a_whole_has_no_dispute_at_its_boards(boards, says, organiser, clock):
    board, whole = boards[0], boards[0].whole
    says(board, "Ana", points=(100, 60))
    says(board, "Bea", points=(60, 100))
    recording.record_result(match=whole, by=organiser, now=clock(), kind="forfeit", winner=0)
    assert queues.queue(whole.round.stage.tournament) == []
    page = seen(organiser, reverse("tournaments:results", args=[whole.round.stage.tournament.slug, 1]))
    assert "the sides differ" not in page


def test_a_winner_without_points_is_refused_where_the_points_decide(
    make_tournament, next_round, organiser, clock, says
):
    tournament = make_tournament(4, options={"points": "vp20"})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    claim()
    match = finding.matches().get(pk=next_round(tournament).matches.first().pk)
    one, other = [entry.members.get().user.name for entry in match.entries]
    with pytest.raises(errors.Invalid, match="enter them"):
        says(match, one, winner=0, deals=5)
    says(match, one, points=(100, 60), deals=5)
    after = says(match, other, points=(100, 60), deals=20)
    assert after.state == MatchState.REPORTED, "the match points follow from the deals"
    assert [words.rsplit(", ", 1)[1] for _names, words in waiting(match)] == ["5 deals", "20 deals"]


def test_the_desk_asks_no_more_for_reports_without_a_dispute(
    make_tournament, next_round, organiser, clock, django_assert_max_num_queries
):
    tournament = make_tournament(24)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    for match in next_round(tournament).matches.all():
        slips.report(match=match, order=0, points=(100, 60), now=clock())
    with django_assert_max_num_queries(8):
        assert queues.queue(tournament) == []


def decided(match: Match, organiser, clock, **said) -> Match:
    """The official who does not play enters a result."""
    version = Match.objects.get(pk=match.pk).version
    return recording.record_result(match=match, by=organiser, now=clock(), version=version, **said)


def test_what_an_official_has_overruled_does_not_come_back(match, says, organiser, clock):
    """Agreed by both the wrong way round, put right by the official, who then mistypes and undoes that."""
    for entry in match.entries:
        says(match, entry.members.get().user.name, points=(100, 60))
    decided(match, organiser, clock, points=(60, 100))
    decided(match, organiser, clock, points=(62, 100))
    after = recording.undo_result(match=match, by=organiser, now=clock())
    assert after.state == MatchState.PAIRED


def test_a_claim_that_gave_way_to_a_board_is_none_any_more(boards, says, organiser, clock):
    board, whole = boards[0], boards[0].whole
    says(whole, "Ana", kind=Kind.FORFEIT, winner=0)
    decided(board, organiser, clock, points=(60, 100))
    assert not whole.slip_reports.exists()
    after = says(whole, "Bea", kind=Kind.FORFEIT, winner=0)
    assert after.state == MatchState.REPORTED


def test_no_slip_takes_back_what_an_official_has_decided(match, organiser, clock):
    slips.report(match=match, order=1, points=(60, 100), now=clock())
    slips.report(match=match, order=0, points=(100, 60), now=clock())
    desk.settle_dispute(match=match, report="0", by=organiser, now=clock())
    version = Match.objects.get(pk=match.pk).version
    with pytest.raises(errors.Refusal, match="This result stands"):
        slips.take_back(match=match, order=0, version=version, now=clock())


def test_a_report_from_before_its_score_was_kept_is_not_in_dispute_with_itself(make_pods, next_round, clock):
    """Who was absent is not known of it."""
    pod = next_round(make_pods(4, variant="chouette")).matches.get()
    recording.leave_out(pod, [3], clock(), "match.no_show_forfeit", "no_show")
    slips.report(match=pod, order=1, points=(60, 120, 60, 0), now=clock())
    SlipReport.objects.update(score=None)
    assert queues.queue(pod.round.stage.tournament) == []
    with pytest.raises(errors.Refusal, match="Your side has reported"):
        slips.agree(match=pod, order=1, now=clock())


def test_what_waits_again_still_says_whose_word_it_is(match, says, clock):
    one, other = [entry.members.get().user.name for entry in match.entries]
    says(match, one, points=(100, 60))
    says(match, other, points=(60, 100))
    recording.undo_result(match=match, by=person(one), now=clock())
    after = recording.undo_result(match=match, by=person(other), now=clock())
    assert after.state == MatchState.PAIRED


def test_where_one_report_is_enough_what_an_official_replaced_does_not_come_back(
    make_tournament, next_round, organiser, clock
):
    tournament = make_tournament(4, settings={"confirmation": "none"})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    match = next_round(tournament).matches.first()
    slips.report(match=match, order=0, points=(100, 60), now=clock())
    decided(match, organiser, clock, points=(104, 60))
    after = recording.undo_result(match=match, by=organiser, now=clock())
    assert after.state == MatchState.PAIRED


def test_who_agrees_has_said_nothing_else(match, says, organiser, clock):
    one, other = [entry.members.get().user.name for entry in match.entries]
    says(match, one, points=(100, 60))
    says(match, other, points=(60, 100))
    recording.confirm_result(match=match, by=person(other), now=clock())
    assert [report.order for report in match.slip_reports.all()] == [0]
