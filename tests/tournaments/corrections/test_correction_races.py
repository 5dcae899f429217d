"""Two organisers at once: a ruling, a board, a margin and a new member are each done once, on both databases."""

import pytest

from audit.models import AuditEntry
from tests.tournaments.corrections.test_corrections import correct, semi_final_of
from tests.tournaments.rounds.test_control_races import names
from tournaments.corrections.selectors import misplaced
from tournaments.corrections.services import corrections, margins, places
from tournaments.models import Match, Ruling
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.teams.services import members
from tournaments.teams.services.line_ups import Person


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("other", ["replay", "stands"])
def test_of_two_rulings_about_a_match_one_is_given(race, make_tournament, play_round, organiser, clock, other):
    tournament = make_tournament(players=4, template="single_elim", options={"third_place": False})
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    play_round(tournament)
    correct(semi_final_of(tournament, "Player 01"), organiser, clock, points=(20, 100))
    [one] = misplaced.misplaced_in(tournament.stages.get())
    act = {"match": one.match, "digest": one.digest, "reason": "Misread", "by": organiser, "now": clock()}
    found = race(*[lambda way=way: places.rule_place(way=way, **act) for way in ("replay", other)])
    assert names(found) == ["Conflict", "Match"], found
    assert Ruling.objects.exclude(kind="correction").count() == 1
    assert (
        Match.objects.paired().filter(is_void=True).count()
        + Match.objects.paired().filter(advances__isnull=False).count()
        == 1
    )


@pytest.mark.django_db(transaction=True)
def test_of_two_corrections_of_a_board_and_two_new_members_one_counts(race, make_tournament, organiser, clock):
    tournament = make_tournament(players=2, template="team_swiss", rounds=1, options={"boards": 2, "reserves": 1})
    stages.begin(tournament=tournament, now=clock())
    entry = tournament.entries.first()
    joins = {"entry": entry, "comes": Person(name="Rita", email="rita@example.org"), "reason": "A third"}
    found = race(*[lambda: members.change_members(by=organiser, now=clock(), **joins)] * 2)
    assert names(found) == ["Entry", "Invalid"], found
    rnd = drafts.pair_round(stage=tournament.stages.get(), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    for board in Match.objects.of_boards():
        recording.record_result(match=board, points=(100, 60), by=organiser, now=clock())
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    board = Match.objects.of_boards().select_related("parent").get(number=1)
    seen = corrections.preview_correction(match=board, points=(60, 100))
    act = {"match": board, "points": (60, 100), "digest": seen.digest, "reason": "Typo"}
    found = race(*[lambda: corrections.apply_correction(by=organiser, now=clock(), **act)] * 2)
    assert names(found) == ["Conflict", "Match"], found
    assert AuditEntry.objects.filter(action="board.correct").count() == 1
    margin = margins.preview_margin(entry=entry, points=5)
    adds = {"entry": entry, "points": 5, "digest": margin.digest, "reason": "A box"}
    found = race(*[lambda: margins.correct_margin(by=organiser, now=clock(), **adds)] * 2)
    assert names(found) == ["Conflict", "Entry"], found
