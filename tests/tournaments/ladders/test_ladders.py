"""Ladders: who challenges whom, the effect of silence, of a result, of time and of the director."""

from datetime import timedelta

import pytest

from audit.models import AuditEntry
from games.models import Table
from notices.models import Notice
from ratings.models import RatedMatch
from tests.tournaments.ladders.climb import Climb, sweep_all
from tests.tournaments.told import claim
from tournaments import errors
from tournaments.corrections.services import challenges as annulling
from tournaments.corrections.services import corrections
from tournaments.entries.services import entering
from tournaments.event.services import creating
from tournaments.ladders.services import challenges, rulings
from tournaments.league.services import appointments
from tournaments.models import Appointment, Challenge, Entry, LadderEvent, Match
from tournaments.results.services import recording
from tournaments.rounds.services import pairing_requests
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def make_ladder(make_tournament, organiser, clock):
    """A ladder by rating: three places up, an answer in 3 days, a match in 14, 14 days of cooldown, 30 until a drop."""

    def make(players: int = 6, mode: str = "in_person", **options):
        tournament = make_tournament(players=players, mode=mode, rounds=None, template="ladder", options=options)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        return Climb(tournament, organiser, clock)

    return make


@pytest.fixture
def climb(make_ladder):
    made = make_ladder()
    claim()
    return made


def refused(work) -> str:
    with pytest.raises(errors.Refusal) as caught:
        work()
    return caught.value.code


def told(entry: Entry) -> list[str]:
    found = Notice.objects.filter(user__in=entry.members.values("user")).exclude(text="entered").order_by("pk")
    return list(found.values_list("text", flat=True))


def test_it_begins_by_rating(climb):
    assert climb.order == [1, 2, 3, 4, 5, 6]
    assert not Match.objects.exists()


def test_it_begins_as_they_entered_or_by_lot(make_ladder):
    assert sorted(make_ladder(start_order="lot").order) == [1, 2, 3, 4, 5, 6]


def test_as_they_entered(make_tournament, organiser, clock):
    tournament = make_tournament(players=0, rounds=None, template="ladder", options={"start_order": "entered"})
    for n, rating in ((2, 1500), (1, 1900), (3, 1700)):
        entering.enter(tournament=tournament, name=f"Player {n:02d}", rating=rating, now=clock(), by=organiser)
    entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    assert Climb(tournament, organiser, clock).order == [2, 1, 3]


def test_who_wins_from_below_takes_the_place_and_those_between_move_down(climb):
    match = climb.play(4, 2, winner=4)
    assert climb.order == [1, 4, 2, 3, 5, 6]
    assert [side.entry.name for side in match.sides.order_by("order")] == ["Player 02", "Player 04"]
    assert RatedMatch.objects.filter(source=f"match:{match.public_id}").exists()


def test_who_wins_from_above_stays(climb):
    climb.play(4, 2, winner=2)
    assert climb.order == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(("n", "m", "code"), [(5, 1, "out_of_reach"), (2, 4, "out_of_reach"), (2, 2, "out_of_reach")])
def test_a_challenge_goes_three_places_up(climb, n, m, code):
    assert refused(lambda: climb.challenge(n, m)) == code
    assert not Challenge.objects.exists()


def test_one_open_challenge_each_and_a_cooldown_after_the_match(climb, clock):
    climb.challenge(4, 2)
    assert refused(lambda: climb.challenge(3, 2)) == "busy"
    assert refused(lambda: climb.challenge(6, 4)) == "busy"
    climb.play(5, 3, winner=3)
    assert refused(lambda: climb.challenge(5, 3)) == "cooldown"
    clock.later(days=15)
    assert climb.challenge(5, 3).state == "open"


def test_the_same_challenge_twice_is_one(climb):
    assert climb.challenge(4, 2) == climb.challenge(4, 2)
    assert LadderEvent.objects.filter(kind="challenged").count() == 1
    assert AuditEntry.objects.filter(action="challenge.make").count() == 1
    assert told(climb.entry(2)) == ["challenged"]


def test_an_accepted_challenge_is_a_match_to_be_played_by_a_day(climb, clock):
    one = climb.challenge(4, 2)
    match = climb.accept(one)
    assert climb.accept(Challenge.objects.get()) == match
    row = Appointment.objects.get(match=match)
    assert (match.state, row.state, row.due_by) == ("paired", "open", clock() + timedelta(days=14))
    assert Match.objects.count() == 1
    assert told(climb.entry(4)) == ["accepted"]


def test_declining_loses_the_place_where_the_ladder_says_so(climb):
    assert climb.decline(climb.challenge(4, 2)).state == "declined"
    assert climb.order == [1, 4, 2, 3, 5, 6]


def test_declining_moves_nobody_where_it_lapses(make_ladder):
    climb = make_ladder(silence="lapses")
    climb.decline(climb.challenge(4, 2))
    assert climb.order == [1, 2, 3, 4, 5, 6]
    assert refused(lambda: climb.challenge(4, 2)) == "cooldown"


def test_silence_is_lost_when_the_days_are_over_and_the_sweep_says_it_once(climb):
    climb.challenge(4, 2)
    climb.later(days=2, hours=1)
    assert told(climb.entry(2)) == ["challenged", "answer_soon"]
    climb.later(days=1)
    assert climb.order == [1, 4, 2, 3, 5, 6]
    assert Challenge.objects.get().state == "lapsed"
    climb.later(days=1)
    assert LadderEvent.objects.filter(kind="ended").count() == 1


def test_it_is_too_late_to_accept_even_before_the_sweep_has_come(climb, clock):
    one = climb.challenge(4, 2)
    clock.later(days=3, seconds=5)
    assert refused(lambda: climb.accept(one)) == "conflict"


def test_a_challenge_is_taken_back_before_it_is_answered(climb, clock):
    one = climb.challenge(4, 2)
    challenges.take_back_challenge(challenge=one, now=clock(), by=climb.player(4))
    assert climb.order == [1, 2, 3, 4, 5, 6]
    assert refused(lambda: climb.accept(one)) == "conflict"
    assert refused(lambda: climb.challenge(4, 2)) == "cooldown"
    assert climb.challenge(4, 3).state == "open"


def test_a_match_not_played_in_time_moves_nobody(climb):
    match = climb.accept(climb.challenge(4, 2))
    climb.later(days=12, hours=1)
    assert "play_soon" in told(climb.entry(2))
    climb.later(days=2)
    match.refresh_from_db()
    assert (match.result_kind, match.round.state, Challenge.objects.get().state) == (
        "double_forfeit", "closed", "unplayed",
    )  # fmt: skip
    assert climb.order == [1, 2, 3, 4, 5, 6]
    assert not RatedMatch.objects.exists()


def test_a_result_that_waits_for_its_word_does_not_run_out(climb, clock):
    match = climb.accept(climb.challenge(4, 2))
    clock.later(days=13, hours=23)
    four = climb.player(4)
    recording.record_result(match=match, points=(60, 100), now=clock(), by=four, is_final=False)
    climb.later(days=2)
    assert Challenge.objects.get().state == "accepted"
    recording.confirm_result(match=match, now=clock(), by=climb.player(2))
    sweep_all(clock)
    assert climb.order == [1, 4, 2, 3, 5, 6]


def test_both_players_enter_the_result_and_an_undo_leaves_the_places(climb, clock, organiser):
    match = climb.accept(climb.challenge(3, 2))
    recording.record_result(match=match, points=(60, 100), now=clock(), by=organiser)
    recording.undo_result(match=match, now=clock(), by=organiser)
    clock.later(seconds=30)
    sweep_all(clock)
    assert climb.order == [1, 2, 3, 4, 5, 6]
    climb.result(match, winner=3)
    assert climb.order == [1, 3, 2, 4, 5, 6]


def test_online_the_agreed_time_opens_the_live_table(make_ladder, clock):
    climb = make_ladder(mode="online")
    match = climb.accept(climb.challenge(3, 2))
    assert not Table.objects.exists()
    appointments.propose_time(match=match, at=clock() + timedelta(hours=2), now=clock(), by=climb.player(3))
    proposal = match.appointment.proposals.get()
    appointments.accept_time(match=match, proposal=proposal.public_id, now=clock(), by=climb.player(2))
    climb.later(hours=2)
    match.refresh_from_db()
    assert (match.state, Table.objects.get().ref) == ("playing", f"match:{match.public_id}")


def test_who_does_nothing_goes_down_and_is_told(climb):
    climb.later(days=20)
    climb.play(6, 4, winner=4)
    climb.later(days=11)
    assert climb.order == [1, 2, 4, 3, 6, 5]  # 1 and 2 dropped behind each other, 3 behind 4, 5 behind 6
    assert told(climb.entry(1)) == ["dropped"]
    assert told(climb.entry(4))[-1] != "dropped"
    dropped = LadderEvent.objects.filter(kind="dropped").count()
    sweep_all(climb.clock)
    assert LadderEvent.objects.filter(kind="dropped").count() == dropped == 4


def test_a_late_one_comes_in_at_the_bottom(climb, clock):
    climb.play(4, 2, winner=4)
    late = entering.enter(tournament=climb.tournament, name="Player 09", rating=2500, now=clock(), by=None)
    assert climb.order == [1, 4, 2, 3, 5, 6, 9]
    assert late.tpn == 7


def test_who_is_away_keeps_the_place_and_is_not_challenged(climb, clock):
    entering.mark_absent(entry=climb.entry(2), now=clock(), by=None)
    assert refused(lambda: climb.challenge(3, 2)) == "away"
    assert refused(lambda: climb.challenge(2, 1)) == "away"
    assert climb.order == [1, 2, 3, 4, 5, 6]
    entering.check_in(entry=climb.entry(2), now=clock(), by=None)
    assert climb.challenge(3, 2).state == "open"


def test_who_leaves_makes_room_and_the_open_match_is_the_others(climb, clock):
    match = climb.accept(climb.challenge(4, 2))
    entering.withdraw(entry=climb.entry(2), now=clock(), by=climb.player(2), reason="moves away")
    sweep_all(clock)
    match.refresh_from_db()
    assert climb.order == [1, 3, 4, 5, 6]
    assert (match.result_kind, Challenge.objects.get().state) == ("forfeit", "called_off")
    assert told(climb.entry(4)) == ["accepted", "challenge_ended"]
    entering.check_in(entry=climb.entry(2), now=clock(), by=None)
    assert climb.order == [1, 3, 4, 5, 6, 2]


def test_an_official_who_takes_out_the_own_opponent_has_won_by_their_own_word(climb, clock, organiser):
    climb.entry(4).members.update(user=organiser)
    match = climb.accept(climb.challenge(4, 2))
    entering.withdraw(entry=climb.entry(2), now=clock(), by=organiser, reason="moves away")
    match.refresh_from_db()
    assert (match.result_kind, match.is_unwitnessed) == ("forfeit", True)


def test_who_is_expelled_is_gone(climb, clock, organiser):
    entering.expel(entry=climb.entry(1), reason="marked cards", now=clock(), by=organiser)
    assert climb.order == [2, 3, 4, 5, 6]
    assert refused(lambda: climb.challenge(2, 1)) == "not_on_ladder"


def test_a_forfeit_is_decided_by_the_director(climb, clock, organiser):
    match = climb.accept(climb.challenge(4, 2))
    appointments.forfeit_match(match=match, winner=1, reason="did not come", now=clock(), by=organiser)
    climb.later(seconds=30)
    assert climb.order == [1, 4, 2, 3, 5, 6]
    assert not RatedMatch.objects.exists()


def test_the_director_puts_somebody_on_a_place_for_a_reason(climb, clock, organiser):
    assert refused(lambda: rulings.place_entry(entry=climb.entry(6), place=2, reason=" ", now=clock(), by=organiser))
    rulings.place_entry(entry=climb.entry(6), place=2, reason="won the cup", now=clock(), by=organiser)
    assert climb.order == [1, 6, 2, 3, 4, 5]
    entry = AuditEntry.objects.get(action="ladder.place")
    assert (entry.before["place"], entry.after["place"], entry.reason) == (6, 2, "won the cup")


@pytest.mark.parametrize("place", [0, 7])
def test_a_place_that_there_is_not(climb, clock, organiser, place):
    with pytest.raises(errors.Invalid) as bad:
        rulings.place_entry(entry=climb.entry(6), place=place, reason="x", now=clock(), by=organiser)
    assert bad.value.field == "place"


def test_a_corrected_result_replays_all_that_followed(climb, clock, organiser):
    first = climb.play(4, 2, winner=4)
    climb.play(5, 3, winner=5)  # by then 3 stood fourth
    assert climb.order == [1, 4, 2, 5, 3, 6]
    wish = {"points": (100, 60)}
    seen = corrections.preview_correction(match=first, **wish)
    lines = [line for line in seen.effect.standings if not line.contest and line.place[0] != line.place[1]]
    assert {line.entry.name[-2:]: line.place for line in lines} == {
        "04": (2, 5), "02": (3, 2), "05": (4, 3), "03": (5, 4),
    }  # fmt: skip
    corrections.apply_correction(
        match=first, digest=seen.digest, reason="read wrongly", now=clock(), by=organiser, **wish
    )
    assert climb.order == [1, 2, 5, 3, 4, 6]


def test_an_annulled_challenge_is_as_if_it_had_not_been(climb, clock, organiser):
    one = climb.decline(climb.challenge(4, 2))
    climb.play(3, 1, winner=3)
    assert climb.order == [3, 1, 4, 2, 5, 6]
    annul = lambda: annulling.annul_challenge(  # noqa: E731
        challenge=one, reason="2 was in hospital", now=clock(), by=organiser
    )
    assert annul().state == annul().state == "annulled"
    assert climb.order == [3, 1, 2, 4, 5, 6]
    assert AuditEntry.objects.filter(action="challenge.annul").count() == 1
    assert climb.challenge(4, 2).state == "open"  # they may meet again at once


def test_annulling_what_was_played_takes_it_out_of_places_and_ratings(climb, clock, organiser):
    match = climb.play(4, 2, winner=4)
    one = Challenge.objects.get()
    annulling.annul_challenge(challenge=one, reason="wrong deck", now=clock(), by=organiser)
    match.refresh_from_db()
    assert (climb.order, match.result_kind) == ([1, 2, 3, 4, 5, 6], "annulled")
    assert RatedMatch.objects.get(source=f"match:{match.public_id}").annulled


def test_annulling_what_is_still_to_be_played_closes_its_match(climb, clock, organiser):
    match = climb.accept(climb.challenge(4, 2))
    annulling.annul_challenge(challenge=match.challenge, reason="by mistake", now=clock(), by=organiser)
    sweep_all(clock)
    match.refresh_from_db()
    assert (match.result_kind, match.round.state) == ("annulled", "closed")
    assert climb.challenge(4, 2).state == "open"


def test_every_match_counts_in_the_season_wherever_they_stand(climb):
    climb.play(4, 2, winner=2)
    climb.play(3, 1, winner=3)
    tables = standings.stage_tables(climb.stage)
    assert [(table.contest, len(table.rows)) for table in tables] == [("", 6), ("season", 4)]
    assert [(row.entry.name[-2:], row.points_text) for row in tables[1].rows][:2] in (
        [("02", "1"), ("03", "1")], [("03", "1"), ("02", "1")],
    )  # fmt: skip


def test_nobody_is_paired_and_its_rules_stand(climb, clock, organiser):
    assert (
        refused(lambda: pairing_requests.pair_next(tournament=climb.tournament, now=clock(), by=organiser)) == "ladder"
    )
    assert refused(lambda: creating.change_stage(stage=climb.stage, settings={"reach": 5}, now=clock(), by=None)) == (
        "locked"
    )


def test_it_ends_when_nothing_is_left_to_play(climb, clock, organiser):
    match = climb.accept(climb.challenge(4, 2))
    climb.challenge(6, 5)
    end = lambda: stages.finish(tournament=climb.tournament, now=clock(), by=organiser)  # noqa: E731
    assert refused(end) == "challenges_open"
    climb.result(match, winner=4)
    end()
    assert Challenge.objects.get(by=climb.entry(6)).state == "called_off"
    assert climb.order == [1, 4, 2, 3, 5, 6]
    assert refused(lambda: climb.challenge(3, 2)) == "not_running"
