"""Two organisers at once: a ruling, a board, a margin and a new member are each done once, on both databases."""

import pytest

from audit.models import AuditEntry
from tests.tournaments.services.test_control_races import names
from tests.tournaments.services.test_corrections import correct, semi_final_of
from tournaments import services
from tournaments.models import Match, Ruling, TeamBoard
from tournaments.selectors import misplaced
from tournaments.services import Person


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("other", ["replay", "stands"])
def test_of_two_rulings_about_a_match_one_is_given(race, make_tournament, play_round, organiser, clock, other):
    tournament = make_tournament(players=4, template="single_elim", options={"third_place": False})
    services.begin(tournament=tournament, now=clock())
    play_round(tournament)
    play_round(tournament)
    correct(semi_final_of(tournament, "Player 01"), organiser, clock, points=(20, 100))
    [one] = misplaced.misplaced_in(tournament.stages.get())
    act = {"match": one.match, "digest": one.digest, "reason": "Misread", "by": organiser, "now": clock()}
    found = race(*[lambda way=way: services.rule_place(way=way, **act) for way in ("replay", other)])
    assert names(found) == ["Conflict", "Match"], found
    assert Ruling.objects.exclude(kind="correction").count() == 1
    assert Match.objects.filter(is_void=True).count() + Match.objects.filter(advances__isnull=False).count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_corrections_of_a_board_and_two_new_members_one_counts(race, make_tournament, organiser, clock):
    tournament = make_tournament(players=2, template="team_swiss", rounds=1, options={"boards": 2, "reserves": 1})
    services.begin(tournament=tournament, now=clock())
    entry = tournament.entries.first()
    joins = {"entry": entry, "comes": Person(name="Rita", email="rita@example.org"), "reason": "A third"}
    found = race(*[lambda: services.change_members(by=organiser, now=clock(), **joins)] * 2)
    assert names(found) == ["Entry", "Invalid"], found
    rnd = services.pair_round(stage=tournament.stages.get(), now=clock(), by=organiser)
    services.publish_round(rnd=rnd, now=clock())
    services.start_round(rnd=rnd, now=clock())
    for board in TeamBoard.objects.all():
        services.record_board(board=board, points=(100, 60), by=organiser, now=clock())
    services.close_round(rnd=rnd, now=clock.later(minutes=1))
    board = TeamBoard.objects.select_related("match").get(number=1)
    seen = services.preview_correction(match=board.match, board=board, points=(60, 100))
    act = {"match": board.match, "board": board, "points": (60, 100), "digest": seen.digest, "reason": "Typo"}
    found = race(*[lambda: services.apply_correction(by=organiser, now=clock(), **act)] * 2)
    assert names(found) == ["Conflict", "Match"], found
    assert AuditEntry.objects.filter(action="board.correct").count() == 1
    margin = services.preview_margin(entry=entry, points=5)
    adds = {"entry": entry, "points": 5, "digest": margin.digest, "reason": "A box"}
    found = race(*[lambda: services.correct_margin(by=organiser, now=clock(), **adds)] * 2)
    assert names(found) == ["Conflict", "Entry"], found
