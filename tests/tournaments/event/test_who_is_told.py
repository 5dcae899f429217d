"""What happens in a tournament is told to those it concerns, and not to who did it."""

from datetime import timedelta

import pytest

from accounts.models import User
from notices.models import Delivery, Notice
from tests.tournaments.told import claim
from tournaments.corrections.services import cancelling, corrections
from tournaments.desk import services as desk
from tournaments.entries.services import entering, waiting
from tournaments.event.selectors import finding
from tournaments.models import EntryStatus, Match, Round, Stage
from tournaments.results.services import recording, slips
from tournaments.rounds.services import drafts, editing, running, taking_back, timing
from tournaments.stages.services import knockouts
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def told(text: str) -> list[str]:
    found = Notice.objects.filter(text=text).select_related("user").order_by("user__name")
    return [str(one.user) for one in found]


@pytest.fixture
def sides(match):
    """A match in progress, and the two people who play it."""
    one = match()
    claim()
    first, second = (side.entry.members.get().user for side in one.sides.all())
    return one, first, second


def test_a_pairing_is_told_to_all_with_opponent_and_table_and_a_bye_to_whom_it_is_given(
    make_tournament, organiser, clock, django_assert_max_num_queries
):
    tournament = make_tournament(7)
    claim()
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    assert len(told("published")) == 6
    assert len(told("published.bye")) == 1
    first = Match.objects.filter(round=rnd).first()
    one, other = (side.entry for side in first.sides.all())
    notice = Notice.objects.get(text="published", user=one.members.get().user)
    assert (notice.parts["opponent"], notice.parts["table"]) == (other.name, first.table_no)
    assert notice.link == f"/matches/{first.public_id}/"
    running.start_round(rnd=rnd, now=clock())
    assert len(told("started")) == 6


def test_another_time_and_a_round_taken_back_are_told(make_tournament, organiser, clock):
    tournament = make_tournament(2)
    claim()
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    rnd = editing.publish_round(rnd=rnd, now=clock(), by=organiser, start_at=clock() + timedelta(hours=3))
    timing.set_times(rnd=rnd, starts_at=clock() + timedelta(hours=4), minutes=None, now=clock(), by=organiser)
    assert len(told("moved")) == 2
    taking_back.unpublish_round(rnd=rnd, now=clock(), by=organiser)
    assert len(told("taken_back")) == 2


def test_what_was_told_of_a_round_goes_with_it_and_is_told_once_when_it_is_back(make_tournament, organiser, clock):
    tournament = make_tournament(3)
    claim()
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    rnd = running.start_round(rnd=rnd, now=clock.later(seconds=1))
    timing.flag_missing(match=rnd.matches.get(), order=0, now=clock(), by=None)
    Notice.objects.update(read_at=clock())
    mails = Delivery.objects.count()
    assert mails > 0
    timing.clear_missing(match=rnd.matches.get(), order=0, now=clock(), by=organiser)
    taking_back.unpublish_round(rnd=rnd, now=clock.later(seconds=1), by=organiser)
    of_the_round = ("published", "published.bye", "started", "side_missing")
    assert not Notice.objects.filter(text__in=of_the_round).exists()
    assert set(Delivery.objects.values_list("notice__text", flat=True)) <= {"taken_back", "entered"}
    editing.publish_round(rnd=Round.objects.get(pk=rnd.pk), now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock.later(seconds=1))
    assert [len(told(text)) for text in ("published", "published.bye", "started")] == [2, 1, 2]


def test_a_corrected_result_is_told_to_both_sides_with_its_reason(make_tournament, play_round, organiser, clock):
    tournament = make_tournament(2)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = play_round(tournament)
    claim()
    match = rnd.matches.get()
    result = {"kind": "played", "points": (60, 100), "winner": None}
    seen = corrections.preview_correction(match=match, **result)
    corrections.apply_correction(
        match=match, digest=seen.digest, reason="The slip was read wrong.", now=clock(), by=organiser, **result
    )
    assert len(told("result_ruled")) == 2
    assert Notice.objects.filter(text="result_ruled").first().parts["reason"] == "The slip was read wrong."


def test_the_other_side_is_asked_to_confirm_a_result(sides, clock):
    match, first, second = sides
    recording.record_result(match=match, points=(100, 60), is_final=False, by=first, now=clock())
    assert told("result_to_confirm") == [str(second)]


def test_a_call_reaches_the_officials(sides, clock, organiser):
    match, first, _second = sides
    desk.call_director(match=match, table="", words="A card is missing", by=first, now=clock())
    assert told("called") == [str(organiser)]
    assert Notice.objects.get(text="called").parts["said"] == "A card is missing"


def test_a_side_that_is_not_there_and_a_match_without_anybody_reach_the_officials(sides, clock, organiser):
    match, *_ = sides
    timing.flag_missing(match=match, order=0, now=clock(), by=None)
    assert told("side_missing") == [str(organiser)]
    timing.flag_missing(match=match, order=1, now=clock(), by=None)
    assert told("nobody_came") == [str(organiser)]


def test_who_is_entered_by_others_is_told_and_who_enters_themselves_is_not(make_tournament, organiser, clock):
    tournament = make_tournament(0)
    ann = User.objects.create(username="ann", name="Ann", password="md5$a$b")
    bob = User.objects.create(username="bob", name="Bob", password="md5$a$b")
    entering.enter(tournament=tournament, user=ann, now=clock(), by=ann)
    entering.enter(tournament=tournament, user=bob, now=clock(), by=organiser)
    assert told("entered") == ["Bob"]
    assert Notice.objects.get().parts["entered_by"] == "Olga Organiser"


def test_a_roster_tells_each_person_once(make_tournament, organiser, clock, django_assert_max_num_queries):
    tournament = make_tournament(0)
    text = "name,email\nCleo,cleo@club.example\nDora,dora@club.example\n"
    entering.import_entries(tournament=tournament, text=text, dry_run=False, now=clock(), by=organiser)
    assert told("entered") == ["Cleo", "Dora"], "they have no password yet, but an address"


def test_who_moves_up_from_the_waiting_list_is_told(make_tournament, organiser, clock):
    tournament = make_tournament(2, settings={"capacity": 2})
    ann = User.objects.create(username="ann", name="Ann", password="md5$a$b")
    entry = entering.enter(tournament=tournament, user=ann, now=clock(), by=ann)
    assert entry.status == EntryStatus.WAITING
    entering.withdraw(entry=tournament.entries.order_by("pk")[0], now=clock(), by=organiser)
    assert told("place_free") == ["Ann"]
    assert waiting.statuses_of_new(tournament, 1) == [EntryStatus.WAITING]


def test_a_cancelled_tournament_is_told_to_all_who_are_in(make_tournament, organiser, clock):
    tournament = make_tournament(3)
    claim()
    cancelling.cancel_tournament(
        tournament=tournament, rated="keep", reason="The hall is closed.", now=clock(), by=organiser
    )
    assert len(told("cancelled")) == 3
    assert Notice.objects.first().parts["reason"] == "The hall is closed."


def test_a_knockout_that_was_added_is_told_to_those_who_play_it(make_tournament, play_round, organiser, clock):
    """Its pairing reaches the best two, and nobody else."""
    tournament = make_tournament(4, rounds=1)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    final = knockouts.add_knockout(tournament=tournament, players=2, by=organiser, now=clock())
    play_round(tournament)
    claim()
    digest = stages.preview_cut(stage=final).digest
    stages.cut_stage(stage=final, digest=digest, by=organiser, now=clock())
    Notice.objects.all().delete()
    rnd = drafts.pair_round(stage=Stage.objects.get(pk=final.pk), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    [match] = rnd.matches.all()
    assert told("published") == sorted(entry.name for entry in match.entries)


def test_a_list_without_accounts_hears_by_mail_that_it_is_cancelled_and_of_a_place(make_tournament, organiser, clock):
    tournament = make_tournament(0, settings={"capacity": 1})
    facts = {"tournament": tournament, "by": organiser, "now": clock()}
    first = entering.enter(name="Ana", email="ana@club.example", **facts)
    entering.enter(name="Bob", email="bob@club.example", **facts)
    assert told("entered") == ["Ana"]
    entering.withdraw(entry=first, now=clock(), by=organiser)
    assert told("place_free") == ["Bob"]
    cancelling.cancel_tournament(tournament=tournament, rated="keep", now=clock(), by=organiser)
    assert told("cancelled") == ["Bob"]
    assert set(
        Delivery.objects.filter(notice__text__in=("place_free", "cancelled")).values_list("channel", flat=True)
    ) == {"mail"}


@pytest.mark.parametrize("is_by_slip", [True, False])
@pytest.mark.parametrize("seats", [2, 3])
def test_who_reports_a_result_is_not_asked_to_confirm_it_and_all_others_are(
    match, make_pods, next_round, clock, seats, is_by_slip
):
    one = match() if seats == 2 else next_round(make_pods(3)).matches.get()
    claim()
    first, *others = (side.entry.members.get().user for side in one.sides.all())
    points = [104, 60, 40][:seats]
    if is_by_slip:
        slips.report(match=one, order=0, points=points, now=clock())
    else:
        recording.record_result(match=one, points=points, by=first, now=clock(), is_final=False)
    assert told("result_to_confirm") == sorted(map(str, others))
    parts = Notice.objects.filter(text="result_to_confirm", user=others[0]).get().parts
    assert str(first) in parts["opponent"]
