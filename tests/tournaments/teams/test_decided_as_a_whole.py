"""A match of teams, or of decks, and its parts: who forfeits it as a whole, how that is taken back, and what its boards
say meanwhile."""

import pytest
from django.urls import reverse

from accounts.models import User
from games import selectors as games
from games.models import Table
from notices.models import Notice as Told
from tests.markup import tight
from tournaments import errors
from tournaments.duplicate import services as duplicate
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.matches.selectors import reference
from tournaments.models import Match, MatchState
from tournaments.results.services import from_tables, recording
from tournaments.rounds.services import drafts, editing, running, taking_back
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def rnd(two_teams, clock):
    return running.start_round(rnd=two_teams(), now=clock())


@pytest.fixture
def whole(rnd):
    return rnd.matches.paired().get()


@pytest.fixture
def say(clock):
    """Enter a result; a player's waits."""
    return lambda played, by, **facts: recording.record_result(match=played, by=by, now=clock(), **facts)


@pytest.fixture
def decks(make_tournament, organiser, clock):
    """The first match of a running round of duplicate."""
    options = {"scoring": "mirror", "length": "deals:1"}
    tournament = make_tournament(2, template="duplicate_swiss", rounds=1, options=options)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    return running.start_round(rnd=rnd, now=clock()).matches.get()


def called(name: str) -> User:
    return User.objects.get(name=name)


def state(match: Match) -> tuple[str, str]:
    match.refresh_from_db()
    return match.state, match.result_kind


def test_who_undoes_the_last_board_opens_its_match_again(rnd, whole, say, organiser, clock):
    first, second = whole.boards.all()
    for board in (first, second):
        say(board, organiser, points=(100, 60))
    assert state(whole) == ("over", "played")
    recording.undo_result(match=second, by=organiser, now=clock())
    assert state(whole) == ("paired", "")
    with pytest.raises(errors.OpenResults):
        running.close_round(rnd=rnd, now=clock.later(minutes=1))
    say(second, organiser, points=(60, 100))
    whole = Match.objects.get(pk=whole.pk)
    assert (whole.state, whole.points) == ("over", (1, 1))


def test_a_forfeit_that_nobody_confirmed_gives_way_to_a_board(whole, say, organiser):
    say(whole, called("Ana"), kind="forfeit", winner=0, is_final=False)
    assert state(whole) == ("reported", "forfeit")
    for board in whole.boards.all():
        say(board, organiser, points=(60, 100))
    whole = Match.objects.get(pk=whole.pk)
    assert (whole.state, whole.result_kind, whole.points) == ("over", "played", (0, 2))


def test_and_to_the_score_of_a_deck(decks, say, organiser, clock):
    player = decks.sides.first().entry.members.first().user
    say(decks, player, kind="forfeit", winner=0, is_final=False)
    duplicate.record_decks(match=decks, deals={(1, 0): 10, (1, 1): 30}, by=organiser, now=clock())
    assert state(decks) == ("over", "played")


def test_no_player_overturns_what_an_official_decided_as_a_whole(whole, say, organiser, clock):
    first, second = whole.boards.all()
    say(first, organiser, points=(100, 60))
    say(second, called("Ana"), points=(100, 60), is_final=False)
    seen = Match.objects.get(pk=second.pk).version
    say(whole, organiser, kind="forfeit", winner=1)
    acts = {
        "confirm": lambda: recording.confirm_result(match=second, by=called("Bea"), now=clock()),
        "enter": lambda: say(second, called("Bea"), points=(60, 100), is_final=False, version=seen),
        "official": lambda: say(second, organiser, points=(100, 60), version=seen),
    }
    for act in acts.values():
        with pytest.raises(errors.Refusal, match="forfeited as a whole"):
            act()
    assert state(whole) == ("over", "forfeit")


def test_nor_does_a_live_table_that_ends_later(whole, say, organiser, clock, monkeypatch):
    first, second = whole.boards.all()
    say(first, organiser, points=(100, 60))
    Match.objects.filter(pk=second.pk).update(state=MatchState.PLAYING, table="t")
    say(whole, organiser, kind="forfeit", winner=1)
    ended = games.TableResult(
        ref=reference(second), abandoned=False, winner=0, points=(100, 60), totals=(100, 60), net=(40, -40), deals=5,
        deals_won=(3, 2), games=(1, 0), shutout=False, finished_at=clock(), how="played",
    )  # fmt: skip
    monkeypatch.setattr(from_tables.games, "result", lambda table: ended)
    from_tables.table_over(table=Table(public_id="t", rules=whole.round.stage.tournament.variant), now=clock())
    assert state(second) == ("over", "played"), "the board keeps what was played"
    assert state(whole) == ("over", "forfeit")


@pytest.mark.parametrize("door", ["page", "API"])
@pytest.mark.parametrize("kind", ["boards", "decks"])
def test_an_official_takes_the_forfeit_back_as_long_as_the_round_runs(
    request, client, say, organiser, clock, door, kind
):
    match = request.getfixturevalue({"boards": "whole", "decks": "decks"}[kind])
    say(match, organiser, kind="forfeit", winner=0)
    clock.later(minutes=20)
    page = reverse("tournaments:match", args=[match.public_id])
    undo = reverse("tournaments:match-undo", args=[match.public_id])
    address = undo if door == "page" else f"/api/v1/matches/{match.public_id}/undo/"
    client.force_login(match.sides.first().entry.members.first().user)
    assert "Take the forfeit back" not in tight(client.get(page).content.decode())
    client.post(address)
    assert state(match) == ("over", "forfeit"), "a player's word is not enough"
    client.force_login(organiser)
    assert "Take the forfeit back" in tight(client.get(page).content.decode())
    client.post(address)
    assert state(match) == ("paired", "")
    client.post(address)
    assert state(match) == ("paired", "")


def test_taken_back_after_all_boards_it_counts_as_they_say(whole, say, organiser, clock):
    for board in whole.boards.all():
        say(board, organiser, points=(100, 60))
    say(whole, organiser, kind="forfeit", winner=1, version=Match.objects.get(pk=whole.pk).version)
    recording.undo_result(match=whole, by=organiser, now=clock.later(minutes=5))
    whole = Match.objects.get(pk=whole.pk)
    assert (whole.state, whole.result_kind, whole.points) == ("over", "played", (2, 0))


def test_the_walk_over_of_a_team_that_has_left_stays(two_teams, organiser, clock):
    rnd = two_teams()
    match = rnd.matches.paired().get()
    entering.withdraw(entry=match.sides.first().entry, by=organiser, now=clock(), reason="ill")
    running.start_round(rnd=rnd, now=clock())
    with pytest.raises(errors.Refusal):
        recording.undo_result(match=match, by=organiser, now=clock())
    assert state(match) == ("over", "forfeit")
    with pytest.raises(errors.Refusal, match="has left, and the match is forfeited: let them come back first"):
        recording.record_result(match=match.boards.first(), points=(100, 60), by=organiser, now=clock())
    entering.check_in(entry=match.sides.first().entry, by=organiser, now=clock())
    recording.undo_result(match=match, by=organiser, now=clock())
    recording.record_result(match=match.boards.first(), points=(100, 60), by=organiser, now=clock())


def test_the_page_of_the_round_shows_a_forfeit_with_and_without_boards(rnd, whole, client, say, organiser):
    page = reverse("tournaments:round", args=[rnd.stage.tournament.slug, rnd.number])
    say(whole, organiser, kind="forfeit", winner=1)
    assert "0 – 2" in tight(client.get(page).content.decode()), "no board has a point"
    Match.objects.filter(pk=whole.boards.first().pk).update(state=MatchState.OVER, result_kind="played")
    whole.boards.first().sides.filter(order=0).update(points=2)
    assert "0 – 2" in tight(client.get(page).content.decode()), "what a board says does not count"


@pytest.mark.parametrize("kind", ["played", "forfeit", "double_forfeit"])
def test_a_board_that_is_scored_deck_by_deck_takes_no_result(make_tournament, say, organiser, clock, kind):
    options = {"scoring": "teams", "length": "deals:1"}
    tournament = make_tournament(2, template="duplicate_swiss", rounds=1, options=options)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    match = running.start_round(rnd=rnd, now=clock()).matches.paired().get()
    duplicate.set_up_boards(match)
    points = (100, 60) if kind == "played" else None
    for board in match.boards.all():
        with pytest.raises(errors.Refusal, match="deck by deck"):
            say(board, organiser, kind=kind, points=points, winner=None if kind != "forfeit" else 0)
    assert state(match) == ("paired", "")


def test_who_sits_at_the_board_and_their_captain_are_asked_to_confirm_it(whole, say, clock):
    for name in ("Ana", "Abe", "Bea", "Bob"):
        person = called(name)
        person.set_password("correct horse 9")
        person.save()
    _first, second = whole.boards.all()
    say(second, called("Abe"), points=(100, 60), is_final=False)
    told = Told.objects.filter(text="result_to_confirm")
    assert {one.user.name for one in told} == {"Bea", "Bob"}, "Bea is the captain"
    assert {one.link for one in told} == {reverse("tournaments:match", args=[whole.public_id])}
    assert {one.parts["table"] for one in told} == {1}
    say(second, called("Abe"), points=(100, 40), is_final=False)
    assert told.all().count() == 4, "another result is asked about again"


def test_a_round_that_is_taken_back_keeps_no_word_of_an_official(two_teams, organiser, clock):
    rnd = two_teams(organiser_is="Ana")
    match = rnd.matches.paired().get()
    other = match.sides.exclude(seat__entry__members__user=organiser).get().entry
    entering.withdraw(entry=other, by=organiser, now=clock(), reason="ill")
    running.start_round(rnd=rnd, now=clock())
    match.refresh_from_db()
    assert match.is_unwitnessed
    taking_back.unpublish_round(rnd=rnd, by=organiser, now=clock(), reason="ill")
    match.refresh_from_db()
    assert (match.state, match.is_unwitnessed) == (MatchState.PAIRED, False)
