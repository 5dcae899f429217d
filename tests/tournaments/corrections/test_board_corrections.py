"""One board of a team match is corrected later: previewed first, then applied; the match follows its boards."""

import random

import pytest

from audit import services as audit
from audit.models import AuditEntry
from ratings.models import RatedMatch
from ratings.services import results as rating_results
from ratings.services.runs import folding
from tests.tournaments.corrections.test_corrections import any_score, check_rows, pairs
from tournaments import errors
from tournaments.corrections.services import corrections
from tournaments.event.selectors import finding
from tournaments.exchange.selectors.dump import dump
from tournaments.formats import FORMATS
from tournaments.models import Match, MatchState, Ruling
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings
from tournaments.standings.selectors.rows import facts

pytestmark = pytest.mark.django_db


def play_teams(tournament, organiser, clock, decide=lambda _board: (100, 60)):
    """A round of teams from its pairing to its close; every board ends as `decide(board)` says."""
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    for board in Match.objects.of_boards().filter(round=rnd).exclude(state=MatchState.OVER):
        recording.record_result(match=board, points=decide(board), by=organiser, now=clock.later(seconds=1))
    return running.close_round(rnd=rnd, now=clock.later(seconds=30))


@pytest.fixture
def after_one_round(make_tournament, organiser, clock):
    """Four teams of two boards; the first side has won every board of round 1 by 100 to 60; round 2 is a draft."""
    tournament = make_tournament(players=4, template="team_swiss", rounds=3, options={"boards": 2, "reserves": 1})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_teams(tournament, organiser, clock)
    drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    return tournament


def board_of(tournament, team: str, number: int) -> Match:
    return Match.objects.of_boards().select_related("parent").get(
        round__number=1, parent__sides__seat__entry__name=team, round__stage__tournament=tournament,
        number=number,
    )  # fmt: skip


def correct(board, organiser, clock, **result):
    seen = corrections.preview_correction(match=board, **result)
    corrections.apply_correction(match=board, digest=seen.digest, reason="Typo", by=organiser, now=clock(), **result)
    board.refresh_from_db()
    return seen


def table_of(tournament) -> dict[str, tuple[int, str, str]]:
    """Place, match points and board points of every team."""
    rows = standings.standings(tournament)
    return {row.entry.name: (row.place, row.points_text, row.values_text[0]) for row in rows}


def points_of(match) -> list[tuple[int, int, int]]:
    return [(side.points, side.game_points, side.margin) for side in match.sides.order_by("order")]


def test_a_board_turned_round_makes_a_level_match_and_everybody_saw_it_before(after_one_round, organiser, clock):
    tournament = after_one_round
    board, before = board_of(tournament, "Player 01", 2), table_of(tournament)
    assert before["Player 01"][1:] == ("2", "2")
    seen = corrections.preview_correction(match=board, points=(60, 100))
    assert table_of(tournament) == before, "looking changes nothing"
    moved = {one.entry.name: (one.points, one.values[1][0]) for one in seen.effect.standings}
    assert moved["Player 01"] == (("2", "1"), "1"), "one match point and one board are left"
    assert [(one.round.number, one.effect) for one in seen.effect.rounds] == [(2, "paired_again")]
    assert seen.effect.rating == "replayed"
    correct(board, organiser, clock, points=(60, 100))
    match = Match.objects.paired().get(pk=board.parent_id)
    assert (match.result_kind, points_of(match)) == ("played", [(1, 160, 0), (1, 160, 0)])
    assert table_of(tournament)["Player 01"][1:] == ("1", "1")
    ruling = Ruling.objects.get()
    assert (ruling.match, ruling.match.parent, ruling.reason, ruling.by) == (board, match, "Typo", organiser)
    assert [side[1] for side in ruling.before["sides"]] == [100, 60]
    assert AuditEntry.objects.get(action="board.correct").reason == "Typo"
    assert audit.first_broken() is None


def test_only_the_rating_of_that_board_is_corrected_and_everything_after_it_replayed(after_one_round, organiser, clock):
    tournament = after_one_round
    pool = rating_results.pool_for(variant=tournament.variant)
    folding.rate_pending(pool=pool.key)
    board = board_of(tournament, "Player 01", 1)
    rated = RatedMatch.objects.get(source=f"board:{board.public_id}")
    others = list(RatedMatch.objects.exclude(pk=rated.pk).values_list("source", "revision"))
    for result, rating, kept in (
        ({"points": (60, 100)}, "replayed", (0.0, -40, False)),
        ({"kind": "forfeit", "winner": 0}, "taken_out", (0.0, -40, True)),
        ({"points": (100, 0)}, "replayed", (1.0, 100, False)),
        ({"kind": "adjusted", "points": (50, 50), "ruling": (1, 1)}, "replayed", (1.0, 100, False)),
    ):
        assert correct(board, organiser, clock, **result).effect.rating == rating
        rated.refresh_from_db()
        assert (rated.score_a, rated.margin, rated.annulled) == kept
        folding.rate_pending(pool=pool.key)
        assert folding.differences(pool=pool.key) == []
    assert list(RatedMatch.objects.exclude(pk=rated.pk).values_list("source", "revision")) == others


def test_the_dump_of_a_tournament_has_what_was_done_to_its_boards(after_one_round, organiser, clock):
    board = board_of(after_one_round, "Player 01", 2)
    correct(board, organiser, clock, points=(60, 100))
    done = [line for line in dump(after_one_round)["history"] if line["action"] == "board.correct"]
    assert [line["reason"] for line in done] == ["Typo"]


def test_a_second_click_and_a_second_organiser_change_nothing(after_one_round, organiser, clock):
    board = board_of(after_one_round, "Player 01", 1)
    seen = corrections.preview_correction(match=board, points=(60, 100))
    act = {
        "match": board,
        "points": (60, 100),
        "reason": "Typo",
        "by": organiser,
        "now": clock(),
    }
    corrections.apply_correction(digest=seen.digest, **act)
    for digest in (seen.digest, ""):
        with pytest.raises(errors.Conflict):
            corrections.apply_correction(digest=digest, **act)
    assert Ruling.objects.count() == 1


def test_a_team_match_is_not_corrected_over_its_boards_but_ruled_and_ruled_back(after_one_round, organiser, clock):
    board = board_of(after_one_round, "Player 01", 1)
    match = board.parent
    with pytest.raises(errors.Refusal) as caught:
        corrections.preview_correction(match=match, points=(2, 0))
    assert caught.value.code == "boards"
    act = {"match": match, "reason": "A player who was not in the team", "by": organiser, "now": clock()}
    forfeit = {"kind": "forfeit", "winner": 1}
    seen = corrections.preview_correction(match=match, **forfeit)
    assert seen.effect.rating == "boards_out"
    corrections.apply_correction(digest=seen.digest, **act, **forfeit)
    assert not RatedMatch.objects.filter(source=f"board:{board.public_id}", annulled=False).exists()
    with pytest.raises(errors.Refusal) as caught:
        correct(board, organiser, clock, points=(100, 10))
    assert caught.value.code == "decided_as_a_whole"
    seen = corrections.preview_correction(match=match)
    assert seen.effect.rating == "boards_in"
    corrections.apply_correction(digest=seen.digest, **act)
    match.refresh_from_db()
    assert (match.result_kind, points_of(match)) == ("played", [(2, 200, 80), (0, 120, -80)])
    assert RatedMatch.objects.filter(source=f"board:{board.public_id}", annulled=False).exists()


@pytest.mark.parametrize(
    ("result", "field"),
    [({"points": (50, 50)}, "points"), ({"kind": "nonsense"}, "kind"), ({"points": (-1, 4)}, "points"),
     ({"kind": "adjusted", "points": (50, 40), "ruling": (9, 0)}, "ruling")],
)  # fmt: skip
def test_impossible_figures_of_a_board_are_refused_by_field(after_one_round, result, field):
    board = board_of(after_one_round, "Player 01", 1)
    with pytest.raises(errors.Invalid) as caught:
        corrections.preview_correction(match=board, **result)
    assert caught.value.field == field


def random_boards(tournament, organiser, clock, seed: int, count: int) -> None:
    """Boards corrected at random; the standings are what the test's own book of boards makes of them."""
    chance, book = random.Random(seed), {}
    stages.begin(tournament=tournament, now=clock(), by=organiser)

    def decide(board):
        book[board.pk] = any_score(chance)
        return book[board.pk]

    for _ in range(2):
        play_teams(tournament, organiser, clock, decide)
    draft = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    for _ in range(count):
        board = Match.objects.of_boards().select_related("parent").get(pk=chance.choice(sorted(book)))
        book[board.pk] = any_score(chance)
        seen = correct(board, organiser, clock, points=book[board.pk])
        expected: dict[str, list[int]] = {entry.name: [0, 0] for entry in tournament.entries.all()}
        for match in Match.objects.paired().filter(round__state="closed"):
            won = [0, 0]
            for one in match.boards.all():
                won[int(book[one.pk][1] > book[one.pk][0])] += 1
            sides = [side.entry.name for side in match.sides.order_by("order")]
            for name, mine, theirs in ((sides[0], *won), (sides[1], *reversed(won))):
                expected[name][0] += 2 * (mine > theirs) + (mine == theirs)
                expected[name][1] += mine
        found = table_of(tournament)
        assert {name: found[name][1:] for name in found} == {
            name: (str(points), str(boards)) for name, (points, boards) in expected.items()
        }
        after = {one.entry.name: (one.place[1], one.points[1]) for one in seen.effect.standings}
        assert {name: found[name][:2] for name in after} == after, "what was shown is what came"
        afresh = FORMATS["team_swiss"].pairs(facts.facts_before(draft).facts)
        assert pairs(draft) == [table.seats for table in afresh.tables]
        check_rows(tournament)
    pool = rating_results.pool_for(variant=tournament.variant)
    folding.rate_pending(pool=pool.key)
    assert folding.differences(pool=pool.key) == []
    margins = {one.source: one.margin for one in RatedMatch.objects.all()}
    keys = dict(Match.objects.of_boards().values_list("pk", "public_id"))
    assert margins == {f"board:{keys[pk]}": a - b for pk, (a, b) in book.items()}


@pytest.mark.parametrize("seed", range(2))
def test_boards_corrected_at_random_leave_what_a_book_of_boards_says(make_tournament, organiser, clock, seed):
    options = {"boards": 2 + seed, "reserves": 1}
    tournament = make_tournament(players=6, template="team_swiss", rounds=4, options=options)
    random_boards(tournament, organiser, clock, seed, 5)


@pytest.mark.marathon
@pytest.mark.parametrize("seed", range(10))
def test_hundreds_of_boards_corrected_at_random(make_tournament, organiser, clock, seed):
    options = {"boards": 2 + seed % 4, "reserves": 1}
    tournament = make_tournament(players=6 + 2 * (seed % 2), template="team_swiss", rounds=4, options=options)
    random_boards(tournament, organiser, clock, seed, 40)
