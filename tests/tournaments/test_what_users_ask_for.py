"""What organisers and players ask for most, each sentence a test, through pages where people
use pages."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from duework import services as duework
from tests.markup import tight
from tests.tournaments.told import claim, told
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import Bye, MatchState, RoundState
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running, timing
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def url(name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=args)


def page(client, name: str, *args) -> str:
    answer = client.get(url(name, *args))
    assert answer.status_code == 200, answer.content[:500]
    return re.sub(r"<[^>]*>", " ", answer.content.decode())


def begun(make_tournament, clock, players: int, **conditions):
    tournament = make_tournament(players=players, **conditions)
    stages.begin(tournament=tournament, now=clock())
    return tournament, finding.main_stage(tournament)


def byes(tournament) -> list[tuple[int, str]]:
    found = Bye.objects.filter(seat__round__stage__tournament=tournament, kind="pab").order_by("seat__round__number")
    return [(bye.seat.round.number, bye.seat.entry.name) for bye in found]


def test_a_wrong_result_mended_after_the_next_round_began_with_the_diff(
    make_tournament, play_round, organiser, client, clock
):
    tournament, stage = begun(make_tournament, clock, 8, rounds=4)
    wrong = play_round(tournament).matches.get(table_no=1)
    rnd = drafts.pair_round(stage=stage, now=clock())
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    client.force_login(organiser)
    seen = client.post(url("correct", wrong.public_id), {"outcome": "played", "first": 60, "second": 100})
    shown = seen.content.decode()
    assert "Round 2 has begun and keeps its pairing" in shown
    assert "Player 05" in shown
    digest = re.search(r'name="digest" value="(\w+)"', shown)[1]
    right = {"outcome": "played", "first": 60, "second": 100, "apply": "1", "digest": digest, "reason": "Misread"}
    assert client.post(url("correct", wrong.public_id), right).status_code == 302
    assert {row.entry.name: row.points_text for row in standings.standings(tournament)}["Player 05"] == "1"
    assert rnd.matches.filter(state=MatchState.PAIRED).count() == 4, "the round that runs goes on"


def test_type_names_get_pairings_tap_the_winner_standings(make_tournament, organiser, client, clock):
    tournament = make_tournament(players=0, rounds=1)
    client.force_login(organiser)
    client.post(url("entries", tournament.slug), {"text": "name\nAna\nBen\nCem\nDora", "accept": "1"})
    client.post(url("checkin", tournament.slug), {"all": "1"})
    client.post(url("begin", tournament.slug))
    client.post(url("pairings", tournament.slug, 1), {"publish": "1", "version": 1})
    rnd = standings.current_round(tournament)
    duework.sweep(now=rnd.published_at)
    for match in rnd.matches.all():
        client.post(url("results", tournament.slug, 1), {"match": match.public_id, "won": "0", "version": 1})
    client.post(url("close", tournament.slug, 1))
    client.post(url("finish", tournament.slug))
    assert "Final standings" in page(client, "standings", tournament.slug)
    assert [row.points for row in standings.standings(tournament)] == [1, 1, 0, 0]


def test_why_this_pairing(make_tournament, play_round, client, clock):
    tournament, _stage = begun(make_tournament, clock, 7, rounds=3)
    play_round(tournament)
    play_round(tournament)
    shown = page(client, "why", tournament.slug, 2)
    assert "Both have 1." in shown
    assert "has the lowest score that can have the bye" in shown


def test_never_two_byes_to_one_the_right_one_gets_it_values_clear(make_tournament, play_round, client, clock):
    tournament, _stage = begun(make_tournament, clock, 5, rounds=4)
    for _ in range(4):
        rnd = play_round(tournament)
        [bye] = [bye for bye in finding.round_byes(rnd) if bye.kind == "pab"]
        before = {row.entry.name: row.points for row in standings.standings(tournament, rnd.number - 1)}
        had = {name for number, name in byes(tournament) if number < rnd.number}
        assert before[bye.seat.entry.name] == min(points for name, points in before.items() if name not in had)
    names = [name for _number, name in byes(tournament)]
    assert len(names) == len(set(names)) == 4
    assert "bye" in page(client, "round", tournament.slug, 1)


def test_late_entry_and_leaving_without_free_points(make_tournament, play_round, organiser, clock):
    tournament, _stage = begun(make_tournament, clock, 6, rounds=4)
    play_round(tournament)
    late = entering.enter(tournament=tournament, name="Late Larry", now=clock(), by=organiser)
    entering.check_in(entry=late, now=clock(), by=organiser)
    leaver = tournament.entries.get(name="Player 06")
    entering.withdraw(entry=leaver, now=clock(), by=organiser)
    play_round(tournament)
    entering.check_in(entry=leaver, now=clock(), by=organiser)
    rows = {row.entry.name: row for row in standings.standings(tournament)}
    assert rows["Late Larry"].points <= 1, "nothing for round 1"
    assert (rows["Player 06"].points, rows["Player 06"].played) == (0, 1), "nothing for the round that it missed"


def test_dropping_a_player_changes_no_earlier_standing(make_tournament, play_round, organiser, clock):
    tournament, _stage = begun(make_tournament, clock, 6, rounds=4)
    play_round(tournament)
    play_round(tournament)

    def lines(after: int) -> list[tuple[object, ...]]:
        return [(row.place, row.entry.name, row.points, row.values) for row in standings.standings(tournament, after)]

    before = lines(1), lines(2)
    entering.withdraw(entry=tournament.entries.get(name="Player 01"), now=clock(), by=organiser)
    entering.expel(entry=tournament.entries.get(name="Player 02"), reason="Rude", now=clock(), by=organiser)
    assert (lines(1), lines(2)) == before
    play_round(tournament)
    assert [line[:3] for line in lines(2)] == [line[:3] for line in before[1]]


def test_no_rematch_and_said_clearly_when_impossible(make_tournament, play_round, organiser, client, clock):
    tournament, _stage = begun(make_tournament, clock, 4, rounds=5)
    pairs = []
    for _ in range(3):
        pairs += [
            frozenset(side.entry.name for side in match.sides.all()) for match in play_round(tournament).matches.all()
        ]
    assert len(pairs) == len(set(pairs)) == 6
    client.force_login(organiser)
    assert client.post(url("pair", tournament.slug)).url == url("blocked", tournament.slug)
    assert "Player 01 can meet nobody any more." in page(client, "blocked", tournament.slug)


def test_self_check_in_and_a_public_list(make_tournament, client, clock):
    tournament = make_tournament(players=3)
    entry = tournament.entries.get(name="Player 02")
    entering.undo_check_in(entry=entry, now=clock())
    assert "Player 02" in page(client, "entrants", tournament.slug)
    client.force_login(entry.members.get().user)
    client.post(url("here", tournament.slug))
    entry.refresh_from_db()
    assert entry.status == "checked_in"


def test_tie_breaks_in_plain_words(make_tournament, play_round, client, clock):
    tournament, _stage = begun(make_tournament, clock, 4)
    play_round(tournament)
    shown = page(client, "standings", tournament.slug)
    assert "Among equal points these decide, in this order" in shown
    for one in standings.tiebreaks(finding.main_stage(tournament)):
        assert one.name in shown


def test_no_pairing_before_results_are_in_missing_ones_listed(make_tournament, organiser, client, clock):
    tournament, stage = begun(make_tournament, clock, 6)
    rnd = drafts.pair_round(stage=stage, now=clock())
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    recording.record_result(match=rnd.matches.get(table_no=2), points=(100, 1), by=organiser, now=clock())
    client.force_login(organiser)
    answer = client.post(url("pair", tournament.slug), follow=True)
    assert "Results of round 1 are missing. 1, 3" in tight(answer.content.decode())
    assert standings.current_round(tournament).number == 1


def test_review_before_players_see_it(make_tournament, organiser, client, clock):
    tournament, stage = begun(make_tournament, clock, 4)
    rnd = drafts.pair_round(stage=stage, now=clock())
    assert "is paired when the round before is complete" in page(client, "round", tournament.slug, 1)
    client.force_login(organiser)
    assert "players see nothing before you publish" in page(client, "pairings", tournament.slug, 1)
    editing.publish_round(rnd=rnd, now=clock())
    client.logout()
    assert "Player 01" in page(client, "round", tournament.slug, 1)


def test_reminders(make_tournament, organiser, clock):
    _tournament, stage = begun(make_tournament, clock, 4)
    claim()
    rnd = drafts.pair_round(stage=stage, now=clock())
    start = clock() + timedelta(days=2)
    timing.set_times(rnd=rnd, starts_at=start, now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock())
    for before in (timedelta(hours=24), timedelta(hours=1), timedelta(minutes=5), timedelta(0)):
        clock.now = start - before
        while duework.sweep(now=clock()):
            pass
    assert told(f"round:{rnd.public_id}:") == ["published", *["reminder"] * 3, "started"]
    rnd.refresh_from_db()
    assert rnd.state == RoundState.RUNNING


def test_printed_pairings_by_name_and_by_table(make_tournament, play_round, client, clock):
    tournament, _stage = begun(make_tournament, clock, 4)
    play_round(tournament)
    for document in ("names", "pairings"):
        shown = page(client, "document", tournament.slug, document)
        assert all(f"Player {n:02d}" in shown for n in range(1, 5))


def test_private_result_links_on_the_phone(make_tournament, client, clock):
    from tournaments.event.selectors.codes import slip_code

    _tournament, stage = begun(make_tournament, clock, 4)
    rnd = drafts.pair_round(stage=stage, now=clock())
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    match = finding.round_matches(rnd)[0]
    assert "Player 01" in page(client, "slip", slip_code(match, 0)), "without an account"
    assert client.get(url("slip", slip_code(match, 0)[:-2] + "zz")).status_code in (403, 404)
