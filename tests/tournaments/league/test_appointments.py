"""Leagues: each round has a window, and the players agree on the times of their matches."""

from datetime import datetime, timedelta

import pytest

from audit.models import AuditEntry
from duework import services as duework
from games.models import Table
from tests.tournaments.told import claim, told
from tournaments import errors
from tournaments.event.selectors import finding
from tournaments.event.services import creating
from tournaments.league.services import appointments
from tournaments.models import Appointment, Match, Proposal, Round, TournamentState
from tournaments.results.services import recording
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def sweep_all(clock) -> None:
    while duework.sweep(now=clock()):
        pass


@pytest.fixture
def make_league(make_tournament, organiser, clock):
    """A league of a week a round: settled by the third day, moved until a day before; it begins on its own."""

    def make(players: int = 2, mode: str = "in_person", **options):
        chosen = {"window_hours": 168, "settle_hours": 72, "notice_hours": 24, **options}
        tournament = make_tournament(players=players, mode=mode, rounds=None, template="league", options=chosen)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        sweep_all(clock)
        return tournament

    return make


class Pair:
    """A match and its two players, `ann` first and `bob` second."""

    def __init__(self, match: Match, clock) -> None:
        self.match, self.clock, self.opened = match, clock, clock()
        self.ann, self.bob = (side.entry.members.get().user for side in match.sides.all())

    @property
    def row(self) -> Appointment:
        return Appointment.objects.get(match=self.match)

    def day(self, days: float) -> datetime:
        return self.opened + timedelta(days=days)

    def propose(self, by, days: float) -> Proposal:
        appointments.propose_time(match=self.match, at=self.day(days), now=self.clock(), by=by)
        return Proposal.objects.filter(appointment__match=self.match).latest("pk")

    def accept(self, by, proposal: Proposal) -> Appointment:
        return appointments.accept_time(match=self.match, proposal=proposal.public_id, now=self.clock(), by=by)

    def agree(self, days: float) -> None:
        self.accept(self.bob, self.propose(self.ann, days))


@pytest.fixture
def pair(make_league, clock):
    make_league()
    claim()
    return Pair(Match.objects.get(), clock)


def refused(work) -> str:
    with pytest.raises(errors.Refusal) as caught:
        work()
    return caught.value.code


def test_a_round_opens_its_window_and_no_table(make_league, clock):
    make_league(players=4, mode="online")
    rnd = Round.objects.get()
    assert (rnd.state, rnd.starts_at) == ("running", clock())
    rows = list(Appointment.objects.all())
    assert [(row.state, row.due_by - row.open_from) for row in rows] == [("open", timedelta(days=7))] * 2
    assert not Table.objects.exists()


def test_one_proposes_the_other_accepts(pair, clock):
    first = pair.propose(pair.ann, 2)
    pair.propose(pair.bob, 2.5)
    row = pair.accept(pair.bob, first)
    assert (row.state, row.at, row.turn, row.is_default) == ("agreed", pair.day(2), 1, False)
    assert list(Proposal.objects.values_list("state", flat=True)) == ["accepted", "past"]
    assert told(f"match:{pair.match.public_id}:") == ["time_proposed", "time_proposed", "time_settled"]
    actions = AuditEntry.objects.filter(target=f"match:{pair.match.public_id}").values_list("action", flat=True)
    assert list(actions) == ["match.propose_time"] * 2 + ["match.accept_time"]


def test_a_double_click_changes_nothing_twice(pair):
    first = pair.propose(pair.ann, 2)
    pair.propose(pair.ann, 2)
    assert Proposal.objects.count() == 1
    appointments.decline_time(match=pair.match, proposal=first.public_id, now=pair.clock(), by=pair.bob)
    appointments.decline_time(match=pair.match, proposal=first.public_id, now=pair.clock(), by=pair.bob)
    own = pair.propose(pair.bob, 3)
    appointments.withdraw_time(match=pair.match, proposal=own.public_id, now=pair.clock(), by=pair.bob)
    appointments.withdraw_time(match=pair.match, proposal=own.public_id, now=pair.clock(), by=pair.bob)
    second = pair.propose(pair.ann, 4)
    pair.accept(pair.bob, second)
    assert pair.accept(pair.bob, second).turn == 1
    appointments.set_time(match=pair.match, at=pair.day(4), now=pair.clock(), by=None)
    assert pair.row.turn == 1
    assert AuditEntry.objects.filter(target=f"match:{pair.match.public_id}").count() == 6


def test_three_proposals_each_and_then_the_three_that_stand(pair):
    for days in (1, 2, 3):
        last = pair.propose(pair.ann, days)
    assert refused(lambda: pair.propose(pair.ann, 4)) == "no_proposals_left"
    appointments.withdraw_time(match=pair.match, proposal=last.public_id, now=pair.clock(), by=pair.ann)
    assert refused(lambda: pair.propose(pair.ann, 4)) == "no_proposals_left", "what is taken back counts"
    assert pair.propose(pair.bob, 3).number == 1


@pytest.mark.parametrize(
    ("days", "words"), [(-1, "A time in the future"), (7.5, "A time from 7 Mar 2026, 12:00"), (2, "already proposed")]
)
def test_a_bad_time_is_refused_by_its_field_with_what_is_allowed(pair, days, words):
    pair.propose(pair.ann, 2)
    with pytest.raises(errors.Invalid, match=words) as caught:
        pair.propose(pair.bob, days)
    assert caught.value.field == "at"


def test_nobody_else_settles_their_time(pair, organiser):
    first = pair.propose(pair.ann, 2)
    assert refused(lambda: pair.propose(organiser, 3)) == "not_yours"
    assert refused(lambda: pair.accept(organiser, first)) == "not_yours"
    assert refused(lambda: pair.accept(pair.ann, first)) == "not_proposed"


def test_a_match_is_moved_until_a_day_before(pair, clock):
    pair.agree(3)
    clock.later(days=1)
    moved = pair.propose(pair.bob, 5)
    assert pair.row.at == pair.day(3), "the old time holds until the new one is accepted"
    clock.later(days=1.01)
    assert refused(lambda: pair.accept(pair.ann, moved)) == "too_late"
    appointments.set_time(match=pair.match, at=pair.day(6), now=clock(), by=None, reason="Ann is ill")
    assert (pair.row.at, pair.row.turn) == (pair.day(6), 2)
    entry = AuditEntry.objects.filter(action="match.set_time").get()
    assert entry.reason == "Ann is ill"


def test_at_the_agreed_time_the_live_table_opens_once(make_league, clock):
    make_league(mode="online")
    pair = Pair(Match.objects.get(), clock)
    pair.agree(3)
    pair.accept(pair.ann, pair.propose(pair.bob, 4))
    clock.later(days=3)
    sweep_all(clock)
    assert not Table.objects.exists(), "the match was moved to the fourth day"
    clock.later(days=1)
    sweep_all(clock)
    sweep_all(clock)
    table = Table.objects.get()
    pair.match.refresh_from_db()
    assert (pair.match.state, pair.match.table) == ("playing", table.public_id)
    assert [seat.user for seat in table.seats.order_by("seat")] == [pair.ann, pair.bob]
    assert refused(lambda: pair.propose(pair.ann, 6)) == "begun"


def test_both_are_reminded_before_the_time_that_holds(pair, clock):
    pair.agree(3)
    pair.accept(pair.ann, pair.propose(pair.bob, 4))
    for _ in range(5 * 24):
        sweep_all(clock)
        clock.later(hours=1)
    assert [kind for kind in told(f"match:{pair.match.public_id}:") if kind.startswith(("remind", "match"))] == [
        "reminder", "reminder", "reminder", "match_starts",
    ]  # fmt: skip


def test_what_is_not_settled_goes_to_the_director(pair, clock):
    pair.propose(pair.ann, 5)
    clock.later(days=2)
    sweep_all(clock)
    assert told(f"match:{pair.match.public_id}:")[-1] == "settle_soon"
    clock.later(days=1)
    assert refused(lambda: pair.propose(pair.bob, 5.5)) == "with_the_director", "also before the sweep came"
    sweep_all(clock)
    sweep_all(clock)
    assert (pair.row.state, told(f"match:{pair.match.public_id}:")[-1]) == ("queued", "time_queued")
    appointments.set_time(match=pair.match, at=pair.day(6), now=clock(), by=None)
    assert (pair.row.state, pair.row.at) == ("agreed", pair.day(6))


def test_or_has_its_default_time_which_may_still_be_moved(make_league, clock):
    make_league(default_hours=144)
    pair = Pair(Match.objects.get(), clock)
    clock.later(days=3)
    sweep_all(clock)
    assert (pair.row.state, pair.row.at, pair.row.is_default) == ("agreed", pair.day(6), True)
    pair.agree(5)
    assert (pair.row.at, pair.row.is_default) == (pair.day(5), False)


def test_an_unplayed_match_is_decided_by_ruling_only(pair, organiser, clock):
    clock.later(days=7)
    sweep_all(clock)
    assert "overdue" in told(f"match:{pair.match.public_id}:")
    pair.match.refresh_from_db()
    assert pair.match.state == "paired", "nobody forfeits by the clock"
    with pytest.raises(errors.Invalid, match="Give a reason"):
        appointments.forfeit_match(match=pair.match, winner=1, reason=" ", now=clock(), by=organiser)
    done = appointments.forfeit_match(
        match=pair.match, winner=1, reason="Ann never answered", now=clock(), by=organiser
    )
    assert (done.state, done.result_kind, done.rulings.get().reason) == ("over", "forfeit", "Ann never answered")
    assert refused(lambda: appointments.forfeit_match(match=done, winner=0, reason="x", now=clock(), by=organiser))


def test_a_season_window_by_window(make_league, organiser, clock, confirm):
    tournament = make_league(players=4)
    for number in (1, 2, 3):
        rnd = Round.objects.get(number=number)
        assert (rnd.state, rnd.starts_at) == ("running", clock())
        for match in rnd.matches.all():
            Pair(match, clock).agree(2)
        clock.later(days=3)
        for match in rnd.matches.all():
            recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
        clock.later(minutes=2)
        sweep_all(clock)
        assert Round.objects.get(number=number).state == "closed"
        clock.later(days=4, minutes=-2)
        sweep_all(clock)
    confirm(tournament)
    assert tournament.state == TournamentState.FINISHED
    assert [row.played for row in standings.standings(tournament)] == [3] * 4
    starts = Round.objects.order_by("number").values_list("starts_at", flat=True)
    assert starts[1] - starts[0] == starts[2] - starts[1] == timedelta(days=7)


def test_swiss_fixtures_meet_by_points(make_league, play_round, organiser, clock):
    tournament = make_league(players=6, fixtures="swiss", rounds=2)
    rnd = Round.objects.get()
    for match in rnd.matches.all():
        recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    clock.later(minutes=2)
    sweep_all(clock)
    clock.later(minutes=2)
    sweep_all(clock)
    second = Round.objects.get(number=2)
    assert (second.state, second.matches.count()) == ("published", 3), "its times can be settled before it opens"
    assert second.starts_at == rnd.starts_at + timedelta(days=7)
    assert finding.main_stage(tournament).settings["tiebreaks"][0] == "MARGIN"


def test_buchholz_is_for_swiss_fixtures_alone(make_league, make_tournament, organiser, clock):
    swiss = make_league(players=4, fixtures="swiss", tiebreaks=["BH/C1", "BH", "DE", "LOT"])
    assert finding.main_stage(swiss).settings["tiebreaks"] == ["BH/C1", "BH", "DE", "LOT"]
    for fixtures in ({"fixtures": "round_robin"}, {}):
        with pytest.raises(errors.Invalid, match="Allowed here: DE, WIN") as refused:
            make_tournament(players=4, rounds=None, template="league", options={**fixtures, "tiebreaks": ["BH", "DE"]})
        assert refused.value.field == "tiebreaks"
    robin = make_tournament(players=4, rounds=None, template="league", options={"tiebreaks": ["DE", "SB", "LOT"]})
    stage = finding.main_stage(robin)
    for change in ({"tiebreaks": ["FB"]}, {"tiebreaks": ["AOB", "DE"]}):
        with pytest.raises(errors.Invalid, match="Allowed here: DE, WIN"):
            creating.change_stage(stage=stage, settings=change, by=organiser, now=clock())
    changed = creating.change_stage(
        stage=stage, settings={"fixtures": "swiss", "tiebreaks": ["BH", "DE"]}, by=organiser, now=clock()
    )
    assert changed.settings["tiebreaks"] == ["BH", "DE"]
    with pytest.raises(errors.Invalid, match="Allowed here: DE, WIN"):
        creating.change_stage(stage=changed, settings={"fixtures": "round_robin"}, by=organiser, now=clock())
