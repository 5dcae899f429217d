"""Partnership gin in person: an entry is a side of two or more at one table, its totals entered as of any match. The
members of a side win and lose rating together, on a list of partnership."""

import re

import pytest
from django.urls import reverse

from ratings.models import RatedMatch
from ratings.services.runs import folding
from tests.markup import tight
from tests.tournaments.conftest import PAIRS
from tournaments import errors
from tournaments.corrections.services import corrections
from tournaments.entries.services import entering
from tournaments.event.selectors import codes, entry_sizes
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings
from tournaments.standings.selectors.rating_changes import rating_gains

pytestmark = pytest.mark.django_db


def test_two_pairs_meet_at_one_table(make_tournament, organiser, clock):
    tournament = make_tournament(players=0, variant="partnership", rounds=1)
    assert entry_sizes.size_of(tournament).least == 2
    report = entering.import_entries(tournament=tournament, text=PAIRS, dry_run=False, now=clock(), by=organiser)
    assert (report.is_done, report.problems) == (True, ())
    entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=tournament.stages.get(), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    rnd = running.start_round(rnd=rnd, now=clock())
    match = rnd.matches.get()
    assert not match.boards.exists(), "one sheet for the whole table (PRT-3)"
    recording.record_result(match=match, points=(130, 45), now=clock(), by=organiser)
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    assert [row.points for row in standings.standings(tournament)] == [1, 0]
    rated = RatedMatch.objects.get()
    assert (rated.pool.key, rated.score_a, rated.margin, rated.label) == (
        "partnership",
        1.0,
        85,
        "Spring Open, round 1",
    )
    assert [(seat.player.name, seat.side, seat.place, seat.points, seat.margin) for seat in rated.seats.all()] == [
        ("Ana", 0, 1, 130, 85), ("Bea", 1, 2, 45, -85), ("Ali", 0, 1, 130, 85), ("Bob", 1, 2, 45, -85)
    ]  # fmt: skip
    seen = corrections.preview_correction(match=match, points=(45, 130))
    corrections.apply_correction(
        match=match,
        digest=seen.digest,
        reason="The slip was read upside down",
        by=organiser,
        now=clock(),
        points=(45, 130),
    )
    folding.rate_pending(pool="partnership")
    gains = {one.player.name: one.change for one in rating_gains(tournament)}
    assert gains["Ana"] == gains["Ali"] == -gains["Bea"] == -gains["Bob"] < 0


@pytest.mark.parametrize(("points", "allowed"), [((3, 1), "at least 125"), ((126, 200), "at most 124")])
def test_points_that_no_game_of_pairs_ends_with(table_of_pairs, organiser, clock, points, allowed):
    with pytest.raises(errors.Invalid, match=allowed):
        recording.record_result(match=table_of_pairs, points=points, now=clock(), by=organiser)
    with pytest.raises(errors.Invalid, match="at most"):
        recording.record_result(match=table_of_pairs, points=(9_000, 45), now=clock(), by=organiser)


def test_pairs_write_their_sheet_board_by_board_on_a_phone(table_of_pairs, client):
    """PRT-2..5: the net of both boards goes to one pair, and the opponents change with every deal."""
    here = reverse("tournaments:slip-deals", args=[codes.slip_code(table_of_pairs, 0)])

    def hidden(page):
        return dict(re.findall(r'<input type="hidden" name="(version|key)" value="(\w*)"', page))

    page = tight(client.get(here).content.decode())
    assert page.count('class="deal-hand panel"') == 2
    said = {
        "act": "deal", "how": "boards", "dealer": 0,
        "b0-how": "knock", "b0-seat": 0, "b0-count_first": 5, "b0-count_second": 60,
        "b1-how": "knock", "b1-seat": 1, "b1-count_first": 30, "b1-count_second": 8,
    }  # fmt: skip
    wrong = client.post(here, {**said, **hidden(page), "b1-count_second": 12})
    assert wrong.status_code == 422
    assert "(GIN-15)" in tight(wrong.content.decode()).split('data-hand="b1"')[1]
    assert client.post(here, {**said, **hidden(page)}).status_code == 302
    page = tight(client.get(here).content.decode())
    assert "<strong>+33</strong><small>33</small>" in page
    assert "<bdi>Ali</bdi>–<bdi>Bob</bdi>: Knock −22" in page
    assert "<bdi>Ana</bdi>" in page.split('data-hand="b0"')[1], "Ana plays at the first board"
    for version in (1, 2, 3, 4):
        if "Send the result" in page:
            break
        assert client.post(here, {**said, **hidden(page), "dealer": "", "b1-how": "dead"}).status_code == 302, version
        page = tight(client.get(here).content.decode())
    assert "Aces wins" in page
    client.post(here, {"act": "send", **hidden(page)})
    table_of_pairs.refresh_from_db()
    assert table_of_pairs.state == "reported"


def test_a_board_that_is_dealt_again_is_entered_with_what_came_of_it(table_of_pairs, client):
    here = reverse("tournaments:slip-deals", args=[codes.slip_code(table_of_pairs, 0)])
    page = client.get(here).content.decode()
    keys = dict(re.findall(r'<input type="hidden" name="(version|key)" value="(\w*)"', page))
    said = {"act": "deal", "how": "boards", "dealer": 0, "b0-how": "dead", "b0-irr": "IRR-3", "b1-how": "dead"}
    assert client.post(here, {**said, **keys}).status_code == 302
    assert "IRR-3" in client.get(here).content.decode()
