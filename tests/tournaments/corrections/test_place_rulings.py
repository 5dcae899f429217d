"""After a correction in a bracket: matches that began with the wrong entries stand, are played again, or are
annulled."""

import random

import pytest

from audit import services as audit
from audit.models import AuditEntry
from duework import services as duework
from ratings.models import RatedMatch
from tests.tournaments.corrections.test_corrections import any_score, check_rows, correct, semi_final_of
from tournaments import errors
from tournaments.corrections.selectors import corrections as corrections_selectors
from tournaments.corrections.selectors import misplaced
from tournaments.corrections.services import corrections as corrections_services
from tournaments.corrections.services import places as corrections_places
from tournaments.event.selectors import finding
from tournaments.models import Match, MatchState, RoundState, Ruling, StageState, TournamentState
from tournaments.pairing.bracket import State
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import conditions
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings
from tournaments.standings.selectors.rows import facts

pytestmark = pytest.mark.django_db


@pytest.fixture
def play_wave(organiser, clock):
    """A wave of the stage that runs, from its pairing to its close; the better start number wins by 100 to 60."""

    def play(tournament, close=True):
        stage = finding.main_stage(tournament)
        rnd = drafts.pair_round(stage=stage, now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        for match in rnd.matches.exclude(state=MatchState.OVER) if close else ():
            first, second = (side.entry.tpn for side in match.sides.all())
            points = (100, 60) if first < second else (60, 100)
            recording.record_result(match=match, by=organiser, now=clock(), points=points)
        if close:
            running.close_round(rnd=rnd, now=clock.later(seconds=30))
        tournament.refresh_from_db()
        return rnd

    return play


@pytest.fixture
def cup(make_tournament, organiser, clock):
    def make(players=4, template="single_elim", **options):
        options = {"third_place": False, **options} if template == "single_elim" else options
        tournament = make_tournament(players=players, template=template, options=options)
        return stages.begin(tournament=tournament, now=clock(), by=organiser)

    return make


@pytest.fixture
def decided(cup, play_wave, organiser, clock, confirm):
    """A knock-out of four is over: 1 beat 4 and then 2 in the final. Now it turns out that 4 had beaten 1."""
    tournament = cup()
    play_wave(tournament)
    play_wave(tournament)
    confirm(tournament)
    seen = correct(semi_final_of(tournament, "Player 01"), organiser, clock, points=(20, 100))
    tournament.refresh_from_db()
    return tournament, seen


def due(tournament) -> misplaced.Misplaced:
    [one] = misplaced.misplaced_in(tournament.stages.get(number=1))
    return one


def rule(one, way, organiser, clock, **more):
    act = {"reason": "The card was read wrongly", "now": clock(), "by": organiser, "digest": one.digest, **more}
    return corrections_places.rule_place(match=one.match, way=way, **act)


def places(tournament) -> list[tuple[int, str]]:
    return [(row.place, row.entry.name.removeprefix("Player 0")) for row in standings.standings(tournament)]


def test_a_cup_that_was_over_is_opened_again_and_says_so_before(decided):
    tournament, seen = decided
    assert seen.effect.is_reopened
    words = corrections_selectors.correction_words(seen.effect)
    assert any("reopened" in line for line in words.stages)
    [later] = words.rounds
    assert (later.effect, later.gone, later.new) == (
        "to_rule", ("Final: Player 01 – Player 02",), ("Final: Player 04 – Player 02",),
    )  # fmt: skip
    assert (tournament.state, tournament.finished_at) == (TournamentState.RUNNING, None)
    assert tournament.stages.get().state == StageState.RUNNING
    assert list(AuditEntry.objects.filter(action__endswith=".reopen").values_list("action", flat=True)) == [
        "stage.reopen", "tournament.reopen",
    ]  # fmt: skip
    one = due(tournament)
    assert [entry.name for entry in one.should] == ["Player 04", "Player 02"]
    assert list(one.ways) == ["stands", "replay", "annul"]


def test_nobody_is_paired_at_a_place_that_waits_for_a_ruling(decided, organiser, clock):
    tournament, _seen = decided
    with pytest.raises(errors.Refusal) as caught:
        drafts.pair_round(stage=tournament.stages.get(), now=clock(), by=organiser)
    assert caught.value.code == "to_rule"


def test_let_stand_leaves_the_cup_as_it_was_played(decided, organiser, clock, confirm):
    tournament, _seen = decided
    rule(due(tournament), "stands", organiser, clock)
    confirm(tournament)
    assert (tournament.state, misplaced.misplaced_in(tournament.stages.get())) == (TournamentState.FINISHED, [])
    assert places(tournament) == [(1, "1"), (2, "2"), (3, "3"), (3, "4")]
    semi = semi_final_of(tournament, "Player 01")
    assert [side.points for side in semi.sides.all()] == [0, 2], "the corrected result stays"
    assert Ruling.objects.get(kind="stands").match.slot == "W2-1"
    assert RatedMatch.objects.filter(annulled=False).count() == 3


def test_a_replay_is_played_by_the_right_two_at_the_same_place_of_the_tree(
    decided, play_wave, organiser, clock, confirm
):
    tournament, _seen = decided
    old = rule(due(tournament), "replay", organiser, clock)
    assert (old.is_void, old.result_kind) == (True, "annulled")
    assert RatedMatch.objects.get(source=f"match:{old.public_id}").annulled
    again = play_wave(tournament)
    match = again.matches.get()
    assert (match.slot, {side.entry.name for side in match.sides.all()}) == ("W2-1", {"Player 02", "Player 04"})
    confirm(tournament)
    assert tournament.state == TournamentState.FINISHED
    assert places(tournament) == [(1, "2"), (2, "4"), (3, "1"), (3, "3")]
    check_rows(tournament, all_sit=False)
    with pytest.raises(errors.Refusal) as caught:
        corrections_services.preview_correction(match=old, points=(100, 1))
    assert caught.value.code == "void"


def test_annulled_without_a_replay_who_sat_there_rightly_goes_on(decided, organiser, clock, confirm):
    tournament, _seen = decided
    rule(due(tournament), "annul", organiser, clock)
    confirm(tournament)
    assert tournament.state == TournamentState.FINISHED
    assert places(tournament) == [(1, "2"), (2, "4"), (3, "1"), (3, "3")]
    assert AuditEntry.objects.filter(action="match.annul", reason="The card was read wrongly").count() == 1
    assert audit.first_broken() is None


def test_a_second_click_and_somebody_who_looked_before_change_nothing(decided, organiser, clock):
    tournament, _seen = decided
    one = due(tournament)
    with pytest.raises(errors.Invalid) as caught:
        rule(one, "replay", organiser, clock, reason=" ")
    assert caught.value.field == "reason"
    with pytest.raises(errors.Invalid) as caught:
        rule(one, "toss", organiser, clock)
    assert caught.value.field == "way"
    with pytest.raises(errors.Conflict):
        rule(one, "stands", organiser, clock, digest="seen long ago")
    rule(one, "replay", organiser, clock)
    for way in ("replay", "stands"):
        with pytest.raises(errors.Conflict):
            rule(one, way, organiser, clock)
    assert Ruling.objects.exclude(kind="correction").count() == 1


def test_what_hangs_on_a_replay_waits_and_counts_again_if_the_same_ones_come(cup, play_wave, organiser, clock, confirm):
    """Eight: a quarterfinal is turned round after the final. The semifinal is played again, and the final with it."""
    tournament = cup(8)
    for _ in range(3):
        play_wave(tournament)
    correct(semi_final_of(tournament, "Player 01"), organiser, clock, points=(60, 100))
    semi, final = misplaced.misplaced_in(tournament.stages.get())
    assert (semi.match.slot, list(semi.ways)) == ("W2-1", ["stands", "replay", "annul"])
    assert (final.match.slot, list(final.ways)) == ("W3-1", ["replay"]), "nobody knows yet who will be in it"
    rule(semi, "replay", organiser, clock)
    rule(due(tournament), "replay", organiser, clock)
    play_wave(tournament)
    play_wave(tournament)
    confirm(tournament)
    assert tournament.state == TournamentState.FINISHED
    assert places(tournament)[:3] == [(1, "2"), (2, "4"), (3, "3")]


def test_in_double_elimination_a_second_final_that_was_not_due_is_annulled(cup, play_wave, organiser, clock, confirm):
    tournament = cup(4, "double_elim")
    while not Match.objects.filter(slot__startswith="GF").exists():
        play_wave(tournament, close=False)
        rnd = standings.current_round(tournament)
        for match in rnd.matches.exclude(state=MatchState.OVER):
            first, second = (side.entry.tpn for side in match.sides.all())
            lower = (60, 100) if first < second else (100, 60)
            better = (100, 60) if first < second else (60, 100)
            points = lower if match.slot.startswith("GF") else better
            recording.record_result(match=match, by=organiser, now=clock(), points=points)
        running.close_round(rnd=rnd, now=clock.later(seconds=30))
    play_wave(tournament)
    confirm(tournament)
    assert tournament.state == TournamentState.FINISHED
    first = Match.objects.filter(slot__startswith="GF").order_by("round__number")[0]
    points = [side.game_points for side in first.sides.order_by("order")]
    correct(first, organiser, clock, points=tuple(reversed(points)))
    one = due(tournament)
    assert list(one.ways) == ["annul"]
    rule(one, "annul", organiser, clock)
    tournament.refresh_from_db()
    assert (tournament.state, places(tournament)[0]) == (TournamentState.FINISHED, (1, "1"))


def test_a_round_in_which_nobody_is_left_to_play_is_taken_back(cup, play_wave, organiser, clock, confirm):
    tournament = cup()
    play_wave(tournament)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    first, second = (semi_final_of(tournament, f"Player 0{n}") for n in (1, 2))
    correct(first, organiser, clock, kind="double_forfeit")
    assert list(rnd.__class__.objects.filter(state=RoundState.DRAFT)) == []
    correct(second, organiser, clock, points=(100, 30))
    confirm(tournament)
    assert tournament.state == TournamentState.FINISHED
    assert places(tournament)[0] == (1, "2")


def test_by_itself_a_cup_waits_for_the_ruling_and_then_goes_on(cup, play_wave, organiser, clock):
    tournament = cup()
    play_wave(tournament)
    play_wave(tournament)
    conditions.change_conditions(tournament=tournament, by=organiser, now=clock(), settings={"automatic": True})
    correct(semi_final_of(tournament, "Player 01"), organiser, clock, points=(20, 100))
    duework.sweep(now=clock.later(seconds=60))
    assert Match.objects.count() == 3
    rule(due(tournament), "replay", organiser, clock)
    for _ in range(3):
        duework.sweep(now=clock.later(seconds=60))
    assert Match.objects.filter(round__state=RoundState.RUNNING, slot="W2-1").count() == 1


def any_result(chance: random.Random) -> dict[str, object]:
    """A result that somebody may enter: mostly a game, at times a forfeit of one or of both."""
    if chance.random() < 0.8:
        return {"points": any_score(chance)}
    kind = chance.choice(["forfeit", "double_forfeit"])
    return {"kind": kind, "winner": chance.randrange(2) if kind == "forfeit" else None}


def random_rulings(tournament, organiser, clock, seed: int, count: int) -> None:
    """Waves, corrections and rulings in any order. In the end the cup is over, and every place was played by exactly
    those whom the pure fold of the results seats there."""
    chance = random.Random(seed)

    def wave() -> None:
        stage = tournament.stages.get()
        try:
            rnd = drafts.pair_round(stage=stage, now=clock(), by=organiser)
        except errors.Refusal as refusal:
            if refusal.code != "to_rule":
                raise
            return
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        for match in rnd.matches.exclude(state=MatchState.OVER):
            recording.record_result(match=match, by=organiser, now=clock.later(seconds=1), **any_result(chance))
        running.close_round(rnd=rnd, now=clock.later(minutes=1))

    def rule_any() -> None:
        able = [one for one in misplaced.misplaced_in(tournament.stages.get()) if one.ways]
        if able:
            rule(one := chance.choice(able), chance.choice(list(one.ways)), organiser, clock)

    def step(acts) -> None:
        chance.choice(acts)()
        tournament.refresh_from_db()
        check_rows(tournament, all_sit=False)

    def correct_any() -> None:
        played = list(Match.objects.filter(is_void=False, state=MatchState.OVER))
        correct(chance.choice(played), organiser, clock, **any_result(chance))

    def wave_if_open() -> None:
        if facts.next_step(tournament.stages.get()).step == "pair":
            wave()

    wave()
    for _ in range(count):
        step([wave_if_open, correct_any, rule_any])
    for _ in range(80):
        stage = tournament.stages.get()
        waiting = misplaced.misplaced_in(stage)
        if standings.is_end_due(tournament) and not waiting:
            break
        step([rule_any] if waiting else [wave_if_open])
    assert standings.is_end_due(tournament)
    found = facts.facts_of(tournament.stages.get())
    tree = facts.bracket_of(tournament.stages.get(), found.facts)
    numbers = {entry.pk: number for number, entry in found.entries.items()}
    sat = facts.seated(tournament.stages.get(), numbers)
    played = {tie.key: set(tie.sides) for tie in tree.matches if tie.state is State.OVER}
    annulled = {slot for slot in played if slot in found.facts.through and slot not in sat}
    assert {slot: set(pair) for slot, pair in sat.items()} == {
        slot: pair for slot, pair in played.items() if slot not in annulled
    }
    assert sorted(row.entry.tpn for row in standings.standings(tournament)) == sorted(numbers.values())
    rated = set(RatedMatch.objects.filter(annulled=False).values_list("source", flat=True))
    void = Match.objects.filter(is_void=True).values_list("public_id", flat=True)
    assert not rated & {f"match:{public_id}" for public_id in void}
    assert audit.first_broken() is None


@pytest.mark.parametrize("seed", range(2))
def test_corrections_and_rulings_at_random_end_in_a_cup_that_is_right(cup, organiser, clock, seed):
    template = ["single_elim", "double_elim"][seed % 2]
    random_rulings(cup(5 + seed, template), organiser, clock, seed, 6)


@pytest.mark.marathon
@pytest.mark.parametrize("seed", range(100, 140))
def test_hundreds_of_corrections_and_rulings(cup, organiser, clock, seed):
    template, more = ("single_elim", {"placement": 8}) if seed % 2 else ("double_elim", {})
    options = {"consolation": seed % 3, **more} if seed % 4 else more
    random_rulings(cup(4 + seed % 9, template, **options), organiser, clock, seed, 25)
