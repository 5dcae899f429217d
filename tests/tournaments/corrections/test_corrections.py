"""A wrong result is corrected later: previewed with all its effects, then applied; the outcome is as if it had been
right from the start."""

import random

import pytest
from django.urls import reverse

from audit.models import AuditEntry
from duework import services as duework
from ratings.models import RatedMatch
from ratings.services import results as rating_results
from ratings.services.runs import folding
from tests.markup import tight
from tournaments import errors
from tournaments.corrections.services import corrections
from tournaments.event.selectors import finding
from tournaments.models import Bye, Match, MatchSide, Round, RoundSeat, RoundState, Ruling
from tournaments.pairing import CannotPair, Crosstable, Kind, Result, Row, Rules, pair, points_table, rank
from tournaments.results.services import hand_over, recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def after_two_rounds(make_tournament, play_round, organiser, clock):
    """Eight players, two closed rounds (the lower number always won by 40), and a third that is a draft."""
    tournament = make_tournament(players=8, rounds=5)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    play_round(tournament)
    drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    return tournament


def match_of(tournament, number: int, tpn: int) -> Match:
    return Match.objects.get(round__stage__tournament=tournament, round__number=number, sides__seat__entry__tpn=tpn)


def pairs(rnd) -> list[tuple[int, int]]:
    return [tuple(side.entry.tpn for side in match.sides.all()) for match in rnd.matches.order_by("table_no")]


def by_table(rnd) -> dict[int, tuple[str, set[int]]]:
    return {one.table_no: (one.public_id, set(two)) for one, two in zip(rnd.matches.all(), pairs(rnd), strict=True)}


def places(tournament) -> dict[int, tuple[int, str]]:
    return {row.entry.tpn: (row.place, row.points_text) for row in standings.standings(tournament)}


def test_a_wrong_result_is_mended_after_the_next_round_was_paired_with_the_difference_shown_first(
    after_two_rounds, organiser, clock
):
    tournament = after_two_rounds
    match, before = match_of(tournament, 1, 1), places(tournament)
    seen = corrections.preview_correction(match=match, points=(60, 100))
    moved = {one.entry.tpn: (one.points, one.place) for one in seen.effect.standings}
    assert moved[1][0] == ("2", "1")
    assert moved[5][0] == ("1", "2")
    over, later = seen.effect.rounds
    assert (over.round.number, over.effect) == (2, "stands")
    assert (later.round.number, later.effect) == (3, "paired_again")
    assert later.change.new
    assert places(tournament) == before, "looking changes nothing"
    corrections.apply_correction(
        match=match,
        points=(60, 100),
        digest=seen.digest,
        reason="Score sheet read upside down",
        by=organiser,
        now=clock(),
    )
    after = places(tournament)
    for one in seen.effect.standings:
        assert after[one.entry.tpn] == (one.place[1], one.points[1])
    assert {tpn for tpn in after if after[tpn] != before[tpn]} <= set(moved)
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.reason, ruling.by) == ("correction", "Score sheet read upside down", organiser)
    assert [side[1] for side in ruling.before["sides"]] == [100, 60]
    entry = AuditEntry.objects.filter(action="match.correct").get()
    assert (entry.reason, entry.after["rounds"]) == (
        "Score sheet read upside down",
        [[2, "stands"], [3, "paired_again"]],
    )


def test_nobody_applies_what_they_have_not_seen(after_two_rounds, organiser, clock):
    tournament = after_two_rounds
    match, other = match_of(tournament, 1, 1), match_of(tournament, 1, 2)
    seen = corrections.preview_correction(match=match, points=(60, 100))
    first = corrections.preview_correction(match=other, points=(60, 100))
    act = {"reason": "Wrong", "by": organiser, "now": clock()}
    for digest, result in (("", {"points": (60, 100)}), (seen.digest, {"points": (61, 100)})):
        with pytest.raises(errors.Conflict):
            corrections.apply_correction(match=match, digest=digest, **result, **act)
    corrections.apply_correction(match=other, points=(60, 100), digest=first.digest, **act)
    with pytest.raises(errors.Conflict):
        corrections.apply_correction(match=match, points=(60, 100), digest=seen.digest, **act)
    with pytest.raises(errors.Invalid) as caught:
        corrections.apply_correction(match=match, points=(60, 100), digest="x", reason="  ", by=organiser, now=clock())
    assert caught.value.field == "reason"


def test_a_published_round_is_paired_anew_on_request_only_and_others_keep_their_table(
    after_two_rounds, organiser, clock
):
    tournament = after_two_rounds
    rnd = standings.current_round(tournament)
    editing.publish_round(rnd=rnd, now=clock(), start_at=clock.later(hours=1))
    before = {
        match.table_no: (match.public_id, set(two)) for match, two in zip(rnd.matches.all(), pairs(rnd), strict=True)
    }
    match = match_of(tournament, 2, 1)
    seen = corrections.preview_correction(match=match, points=(60, 100))
    [later] = seen.effect.rounds
    assert later.effect == "offered"
    corrections.apply_correction(
        match=match, points=(60, 100), digest=seen.digest, reason="Typo", by=organiser, now=clock()
    )
    assert [set(two) for two in pairs(rnd)] == [two for _id, two in before.values()], "it stands until asked"
    seen = corrections.preview_correction(match=match, points=(60, 101))
    again = corrections.preview_correction(match=match, points=(100, 60))
    assert seen.effect.rounds[0].effect == "same"
    assert again.effect.rounds[0].effect == "offered"
    corrections.apply_correction(
        match=match,
        points=(100, 60),
        digest=again.digest,
        reason="It was right",
        by=organiser,
        now=clock(),
        repair=True,
    )
    seen = corrections.preview_correction(match=match, points=(60, 100))
    corrections.apply_correction(
        match=match, points=(60, 100), digest=seen.digest, reason="Really", by=organiser, now=clock(), repair=True
    )
    now = by_table(rnd)
    assert now != before
    for table, (public_id, two) in before.items():
        if two in [pair for _id, pair in now.values()]:
            assert now[table] == (public_id, two)
    assert not editing.draft_warnings(Round.objects.get(pk=rnd.pk))


def test_a_round_that_runs_or_is_over_stands_and_the_next_pairing_counts_the_correction(
    after_two_rounds, organiser, clock
):
    tournament = after_two_rounds
    rnd = standings.current_round(tournament)
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    before, match = pairs(rnd), match_of(tournament, 1, 1)
    seen = corrections.preview_correction(match=match, points=(60, 100))
    assert [one.effect for one in seen.effect.rounds] == ["stands", "stands"]
    corrections.apply_correction(
        match=match, points=(60, 100), digest=seen.digest, reason="Typo", by=organiser, now=clock()
    )
    assert pairs(rnd) == before
    assert places(tournament)[1][1] == "1"


def test_a_sealed_round_is_corrected_only_after_it_is_reopened(after_two_rounds, organiser, clock):
    tournament = after_two_rounds
    match, act = match_of(tournament, 1, 1), {"reason": "Typo", "by": organiser}
    duework.sweep(now=clock.later(hours=48, seconds=1))
    first = Round.objects.get(number=1)
    assert (first.state, first.sealed_at) == (RoundState.SEALED, clock())
    assert len(finding.rounds(tournament)) == 2
    seen = corrections.preview_correction(match=match, points=(60, 100))
    with pytest.raises(errors.Refusal) as caught:
        corrections.apply_correction(match=match, points=(60, 100), digest=seen.digest, now=clock(), **act)
    assert caught.value.code == "sealed"
    corrections.reopen_round(rnd=first, now=clock(), reason="The club asked", by=organiser)
    assert AuditEntry.objects.filter(action="round.reopen", reason="The club asked").exists()
    with pytest.raises(errors.Refusal):
        corrections.reopen_round(rnd=first, now=clock(), reason="Again", by=organiser)
    seen = corrections.preview_correction(match=match, points=(60, 100))
    corrections.apply_correction(match=match, points=(60, 100), digest=seen.digest, now=clock(), **act)
    duework.sweep(now=clock.later(hours=47))
    assert Round.objects.get(number=1).state == RoundState.CLOSED
    duework.sweep(now=clock.later(hours=2))
    assert Round.objects.get(number=1).state == RoundState.SEALED


def test_a_running_round_is_not_corrected_but_entered_anew(make_tournament, organiser, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    with pytest.raises(errors.Refusal) as caught:
        corrections.preview_correction(match=rnd.matches.first(), points=(100, 1))
    assert caught.value.code == "round_not_closed"


def test_ratings_follow_a_correction_by_replay_and_twice_is_once(after_two_rounds, organiser, clock):
    tournament = after_two_rounds
    pool = rating_results.pool_for(variant=tournament.variant)
    folding.rate_pending(pool=pool.key)
    match = match_of(tournament, 1, 1)
    rated = RatedMatch.objects.get(source=f"match:{match.public_id}")
    for result, rating, kept in (
        ({"points": (60, 100)}, "replayed", (0.0, -40, False)),
        ({"kind": "forfeit", "winner": 0}, "taken_out", (0.0, -40, True)),
        ({"points": (100, 0)}, "replayed", (1.0, 100, False)),
        ({"kind": "adjusted", "points": (50, 50), "ruling": (1, 1)}, "replayed", (1.0, 100, False)),
    ):
        seen = corrections.preview_correction(match=match, **result)
        assert seen.effect.rating == rating
        corrections.apply_correction(match=match, digest=seen.digest, reason="x", by=organiser, now=clock(), **result)
        rated.refresh_from_db()
        assert (rated.score_a, rated.margin, rated.annulled) == kept
        folding.rate_pending(pool=pool.key)
        assert folding.differences(pool=pool.key) == []
    revision = rated.revision
    match.refresh_from_db()
    hand_over.hand_down(match, clock(), organiser)
    rated.refresh_from_db()
    assert rated.revision == revision


def test_of_a_match_that_is_not_rated_no_rating_is_corrected(client, make_tournament, play_round, organiser, clock):
    tournament = make_tournament(players=4)
    tournament.club.approved_at = None
    tournament.club.save()
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    match = play_round(tournament).matches.first()
    assert RatedMatch.objects.get(source=f"match:{match.public_id}").weight == 0
    assert corrections.preview_correction(match=match, points=(60, 100)).effect.rating == "none"
    assert "Rating change" not in tight(
        client.get(reverse("tournaments:match", args=[match.public_id])).content.decode()
    )
    client.force_login(organiser)
    wish = {"outcome": "played", "first": "60", "second": "100", "apply": "1"}
    page = client.post(reverse("tournaments:correct", args=[match.public_id]), wish)
    assert page.status_code == 422
    at_its_field = page.content.decode().split('id="reason"')[1].split("</div>")[0]
    assert "Give a reason: it is public." in at_its_field


def test_the_preview_names_the_tie_breaks_that_change(after_two_rounds, organiser, client):
    client.force_login(organiser)
    wish = {"outcome": "played", "first": "60", "second": "100", "look": "1"}
    answer = client.post(reverse("tournaments:correct", args=[match_of(after_two_rounds, 1, 1).public_id]), wish)
    page = tight(answer.content.decode())
    [moved] = [one for one in answer.context["seen"].effect.standings if one.entry.tpn == 1]
    assert moved.parted
    assert all(then != now for _name, then, now in moved.parted)
    name, then, now = moved.parted[0]
    assert name in [one.name for one in standings.tiebreaks(finding.main_stage(after_two_rounds))]
    assert f"{name} {then} →<strong>{now}</strong>" in page
    assert "<p></p>" not in page.split("What this changes")[1]


def test_a_result_annulled_by_ruling_stays_a_meeting_and_is_not_rated(after_two_rounds, organiser, clock):
    tournament = after_two_rounds
    match = match_of(tournament, 1, 1)
    result = {"kind": "annulled", "winner": 1}
    seen = corrections.preview_correction(match=match, **result)
    corrections.apply_correction(
        match=match, digest=seen.digest, reason="Marked cards", rule="IRR-21", by=organiser, now=clock(), **result
    )
    match.refresh_from_db()
    assert [(side.points, side.margin) for side in match.sides.all()] == [(0, 0), (2, 0)]
    assert (Ruling.objects.get().rule, Ruling.objects.get().kind) == ("IRR-21", "annulled")
    assert RatedMatch.objects.get(source=f"match:{match.public_id}").annulled
    assert 5 in [n for two in pairs(standings.current_round(tournament)) for n in two]
    assert frozenset((1, 5)) not in {frozenset(two) for two in pairs(standings.current_round(tournament))}


@pytest.mark.parametrize(
    ("result", "field"),
    [
        ({"points": (50, 50)}, "points"),
        ({"points": (-1, 50)}, "points"),
        ({"kind": "nonsense"}, "kind"),
        ({"kind": "annulled"}, "winner"),
        ({"kind": "adjusted", "ruling": (9, 0)}, "ruling"),
        ({"kind": "played", "points": (50, 40), "ruling": (1, 1)}, "ruling"),
        ({"points": (50, 40), "deals": 10**9}, "deals"),
    ],
)
def test_impossible_figures_are_refused_by_field(after_two_rounds, result, field):
    with pytest.raises(errors.Invalid) as caught:
        corrections.preview_correction(match=match_of(after_two_rounds, 1, 1), **result)
    assert caught.value.field == field


@pytest.fixture
def final(make_tournament, play_round, organiser, clock):
    """A knock-out of four: 1 beat 4 and 2 beat 3; the final is a draft."""
    tournament = make_tournament(players=4, template="single_elim")
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    return tournament, drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)


def final_pair(rnd) -> set[str]:
    match = rnd.matches.exclude(slot="").order_by("table_no")[0]
    return {side.entry.name for side in match.sides.all()}


def correct(match, organiser, clock, **result):
    seen = corrections.preview_correction(match=match, **result)
    corrections.apply_correction(match=match, digest=seen.digest, reason="Typo", by=organiser, now=clock(), **result)
    return seen


def semi_final_of(tournament, name: str) -> Match:
    return Match.objects.get(round__number=1, round__stage__tournament=tournament, sides__seat__entry__name=name)


@pytest.mark.parametrize(("is_published", "effect"), [(False, "paired_again"), (True, "reseated")])
def test_in_a_bracket_matches_not_begun_get_the_right_players(final, organiser, clock, is_published, effect):
    tournament, rnd = final
    assert final_pair(rnd) == {"Player 01", "Player 02"}
    if is_published:
        editing.publish_round(rnd=rnd, now=clock(), start_at=clock.later(hours=1))
    seen = correct(semi_final_of(tournament, "Player 01"), organiser, clock, points=(20, 100))
    assert [one.effect for one in seen.effect.rounds] == [effect]
    assert final_pair(rnd) == {"Player 04", "Player 02"}
    check_rows(tournament, all_sit=False)


def test_in_a_bracket_a_match_that_has_begun_is_listed_for_a_ruling(final, organiser, clock):
    tournament, rnd = final
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    seen = correct(semi_final_of(tournament, "Player 01"), organiser, clock, points=(20, 100))
    [later] = seen.effect.rounds
    assert (later.effect, len(later.change.gone), len(later.change.new)) == ("to_rule", 2, 2)
    assert any("Player 04" in line for line in later.change.new), "in the final; the loser in the match for third place"
    assert final_pair(rnd) == {"Player 01", "Player 02"}, "it stands until somebody decides"


# ---- preview and apply = replaying the tournament from the corrected result


def replayed(tournament, book: dict[str, dict]) -> Crosstable:
    """The crosstable as the pure core sees it, from who met whom and the test's own book of results."""
    stage, table = finding.main_stage(tournament), points_table("1-h-0")
    rounds = list(stage.rounds.filter(state__in=["closed", "sealed"]).order_by("number"))
    rows: dict[int, list[Result]] = {entry.tpn: [] for entry in tournament.entries.all()}
    for rnd in rounds:
        for match in rnd.matches.all():
            first, second = (side.entry.tpn for side in match.sides.order_by("order"))
            (a, b), margin, kind = (
                book[match.public_id]["points"],
                book[match.public_id]["margin"],
                book[match.public_id]["kind"],
            )
            rows[first].append(Result(kind=Kind(kind), opponent=second, points=a, margin=margin))
            rows[second].append(Result(kind=Kind(kind), opponent=first, points=b, margin=-margin))
        for bye in Bye.objects.filter(seat__round=rnd):
            rows[bye.seat.entry.tpn].append(Result(kind=Kind(bye.kind), points=table.bye(bye.kind)))
    found = {n: Row(number=n, results=tuple(results)) for n, results in rows.items()}
    return Crosstable(found, len(rounds), table)


def any_score(chance: random.Random) -> tuple[int, int]:
    """Points with which a game to 100 can end."""
    pair = [chance.randrange(100, 130), chance.randrange(0, 100)]
    chance.shuffle(pair)
    return pair[0], pair[1]


def any_result(chance: random.Random) -> tuple[dict, dict]:
    """A result as it is entered, and what it is worth by the rules of the house, worked out apart from the code."""
    a, b = any_score(chance)
    side = chance.randrange(2)
    win = (2, 0) if side == 0 else (0, 2)
    return chance.choice(
        [
            ({"points": (a, b)}, {"points": (2, 0) if a > b else (0, 2), "margin": a - b, "kind": "played"}),
            ({"kind": "forfeit", "winner": side}, {"points": win, "margin": 0, "kind": "forfeit"}),
            ({"kind": "double_forfeit"}, {"points": (0, 0), "margin": 0, "kind": "double_forfeit"}),
            ({"kind": "annulled", "winner": side}, {"points": win, "margin": 0, "kind": "annulled"}),
            (
                {"kind": "adjusted", "points": (a, b), "ruling": (1, 1)},
                {"points": (1, 1), "margin": a - b, "kind": "adjusted"},
            ),
        ]
    )


def check_rows(tournament, all_sit: bool = True) -> None:
    """No orphan, nobody twice, no pair twice in a round."""
    assert not RoundSeat.objects.filter(side=None, bye=None).exists()
    assert not RoundSeat.objects.filter(side__isnull=False, bye__isnull=False).exists()
    assert MatchSide.objects.count() == 2 * Match.objects.count()
    for rnd in Round.objects.filter(stage__tournament=tournament):
        seats = list(rnd.seats.values_list("entry", flat=True))
        assert len(seats) == len(set(seats)), "nobody twice"
        assert not all_sit or len(seats) == tournament.entries.count()


def random_corrections(tournament, organiser, clock, seed: int, count: int) -> None:
    chance, book = random.Random(seed), {}
    stages.begin(tournament=tournament, now=clock())
    stage = finding.main_stage(tournament)
    for _ in range(3):
        rnd = drafts.pair_round(stage=stage, now=clock())
        editing.publish_round(rnd=rnd, now=clock())
        running.start_round(rnd=rnd, now=clock())
        for match in rnd.matches.all():
            a, b = any_score(chance)
            recording.record_result(match=match, points=(a, b), by=organiser, now=clock.later(seconds=1))
            book[match.public_id] = {"points": (2, 0) if a > b else (0, 2), "margin": a - b, "kind": "played"}
        running.close_round(rnd=rnd, now=clock.later(minutes=1))
    draft = drafts.pair_round(stage=stage, now=clock())
    for _ in range(count):
        match = Match.objects.get(public_id=chance.choice(sorted(book)))
        result, worth = any_result(chance)
        seen = corrections.preview_correction(match=match, **result)
        corrections.apply_correction(
            match=match, digest=seen.digest, reason="Typo", by=organiser, now=clock.later(seconds=1), **result
        )
        book[match.public_id] = worth
        again = replayed(tournament, book)
        found = {row.entry.tpn: (row.place, row.points * 2, row.values) for row in standings.standings(tournament)}
        lines = rank(again, stage.settings["tiebreaks"], stage.seed)
        assert found == {line.number: (line.place, line.points, line.values) for line in lines}
        expected = pair(again, Rules(rounds=stage.settings["rounds"]))
        if not isinstance(expected, CannotPair):
            assert [frozenset(two) for two in pairs(draft)] == [frozenset(two) for two in expected.boards]
        check_rows(tournament)
    pool = rating_results.pool_for(variant=tournament.variant)
    folding.rate_pending(pool=pool.key)
    assert folding.differences(pool=pool.key) == []
    rated = {one.source: not one.annulled for one in RatedMatch.objects.all()}
    unrated = {
        f"match:{key}" for key, worth in book.items() if worth["kind"] in ("forfeit", "double_forfeit", "annulled")
    }
    assert {source for source, counts in rated.items() if not counts} == unrated


@pytest.mark.parametrize("seed", range(2))
def test_preview_and_apply_are_a_replay_from_the_corrected_result(make_tournament, organiser, clock, seed):
    random_corrections(make_tournament(players=7 + seed, rounds=6), organiser, clock, seed, 10)


@pytest.mark.marathon
@pytest.mark.parametrize("seed", range(100, 120))
def test_a_thousand_random_corrections_leave_no_orphan_and_no_double_pairing(make_tournament, organiser, clock, seed):
    random_corrections(make_tournament(players=7 + seed % 8, rounds=7), organiser, clock, seed, 50)
