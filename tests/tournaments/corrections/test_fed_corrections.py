"""A corrected stage and the stages it feeds: who would go on is shown, and what has not begun is drawn again."""

import random

import pytest

from audit import services as audit
from audit.models import AuditEntry
from tests.tournaments.corrections.test_corrections import any_score, check_rows, correct
from tests.tournaments.stages.test_stages_fed import numbers
from tournaments import errors
from tournaments.corrections.selectors import corrections as corrections_selectors
from tournaments.corrections.selectors import fed_stages, misplaced
from tournaments.corrections.services import corrections as corrections_services
from tournaments.corrections.services import places
from tournaments.event.selectors import finding
from tournaments.models import Match, MatchState, RoundState, StageState
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages import selectors as stages
from tournaments.stages.services import progression as stages_services

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(organiser, clock):
    """One round of a stage, each match ending as `decide(match)` says (the better start number wins by 100 to 60)."""

    def play_round_of(stage, decide=None):
        rnd = drafts.pair_round(stage=stage, now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        for match in rnd.matches.exclude(state=MatchState.OVER):
            first, second = (side.entry.tpn for side in match.sides.all())
            points = decide(match) if decide else (100, 60) if first < second else (60, 100)
            recording.record_result(match=match, points=points, by=organiser, now=clock.later(seconds=1))
        return running.close_round(rnd=rnd, now=clock.later(minutes=1))

    return play_round_of


@pytest.fixture
def after_swiss(make_tournament, organiser, play, clock):
    """Eight have played two Swiss rounds; a final of two, and a cup for the rest, come next."""
    options = {"advance": 2, "rest": True}
    tournament = make_tournament(players=8, rounds=2, template="swiss_cut", options=options)
    stages_services.begin(tournament=tournament, now=clock(), by=organiser)
    for _ in range(2):
        play(finding.main_stage(tournament))
    return tournament


def cut(stage, organiser, clock):
    stage.refresh_from_db()
    return stages_services.cut_stage(stage=stage, digest=stages.preview_cut(stage).digest, now=clock(), by=organiser)


def last_of(tournament, tpn: int) -> Match:
    return Match.objects.get(round__number=2, round__stage__tournament=tournament, sides__seat__entry__tpn=tpn)


def turned(match) -> dict[str, tuple[int, int]]:
    """The same match won by the other side, by 30."""
    first, second = match.sides.order_by("order")
    return {"points": (70, 100) if first.points > second.points else (100, 70)}


def fed_of(seen) -> list[tuple[int, str]]:
    return [(one.stage.number, one.effect) for one in seen.effect.fed]


def test_who_would_go_on_is_said_before_and_a_stage_that_waits_just_waits(after_swiss, organiser, clock):
    before = [line.entry.tpn for line in stages.preview_cut(after_swiss.stages.get(number=2)).lines]
    match = last_of(after_swiss, before[0])
    seen = corrections_services.preview_correction(match=match, **turned(match))
    assert fed_of(seen) == [(2, "would_take"), (3, "would_take")]
    words = corrections_selectors.correction_words(seen.effect).stages
    assert any(f"Out: Player 0{before[0]}." in line for line in words)
    correct(match, organiser, clock, **turned(match))
    after = [line.entry.tpn for line in stages.preview_cut(after_swiss.stages.get(number=2)).lines]
    assert [entry.tpn for entry in seen.effect.fed[0].comes] == [tpn for tpn in after if tpn not in before]


@pytest.mark.parametrize("is_published", [False, True])
def test_a_stage_that_has_not_begun_is_drawn_anew_with_its_rest(after_swiss, organiser, clock, is_published):
    _swiss, final, rest = after_swiss.stages.all()
    cut(final, organiser, clock)
    cut(rest, organiser, clock)
    rnd = drafts.pair_round(stage=final, now=clock(), by=organiser)
    if is_published:
        editing.publish_round(rnd=rnd, now=clock(), by=organiser, start_at=clock.later(hours=1))
    match = last_of(after_swiss, numbers(final)[0])
    seen = correct(match, organiser, clock, **turned(match))
    assert fed_of(seen) == [(2, "redrawn"), (3, "redrawn")]
    for stage in (final, rest):
        stage.refresh_from_db()
        assert stage.state == StageState.RUNNING
        shown = next(one for one in seen.effect.fed if one.stage == stage).seeds
        assert [f"{one.entry.public_id}+0" for one in stage.field.order_by("seed")] == list(shown)
    assert sorted(numbers(final) + numbers(rest)) == list(range(1, 9))
    assert not stages.is_outdated(final)
    assert not final.rounds.exists(), "it is paired again, with the right ones"
    assert AuditEntry.objects.filter(action="stage.cut").count() == 4
    assert audit.first_broken() is None


def test_a_stage_that_has_begun_stands_until_an_official_says_so(after_swiss, organiser, clock):
    _swiss, final, _rest = after_swiss.stages.all()
    cut(final, organiser, clock)
    field = numbers(final)
    rnd = drafts.pair_round(stage=final, now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    match = last_of(after_swiss, field[0])
    seen = correct(match, organiser, clock, **turned(match))
    assert (2, "stands") in fed_of(seen)
    final.refresh_from_db()
    assert numbers(final) == field
    out = after_swiss.entries.get(tpn=field[0])
    assert final.disputed["out"] == [out.public_id]
    assert f"Out: {out.name}." in fed_stages.disputed_words(final)
    assert misplaced.rulings_due(after_swiss)
    with pytest.raises(errors.Invalid):
        places.settle_field(stage=final, reason=" ", now=clock(), by=organiser)
    places.settle_field(stage=final, reason="They had played a game", now=clock(), by=organiser)
    with pytest.raises(errors.Refusal) as caught:
        places.settle_field(stage=final, reason="Again", now=clock(), by=organiser)
    assert caught.value.code == "not_disputed"
    assert not misplaced.rulings_due(after_swiss)
    as_it_was = tuple(reversed([100, 60])) if turned(match)["points"] == (70, 100) else (100, 60)
    assert (2, "right_again") in fed_of(correct(match, organiser, clock, points=as_it_was))


def test_a_bracket_that_is_open_again_takes_back_the_stage_that_it_feeds(
    make_tournament, organiser, play, clock, confirm
):
    tournament = make_tournament(players=8, rounds=2, template="swiss_cut", options={"advance": 4})
    stages_services.begin(tournament=tournament, now=clock(), by=organiser)
    stage, cup = tournament.stages.all()
    for _ in range(2):
        play(stage)
    cut(cup, organiser, clock)
    play(cup)
    play(cup)
    confirm(tournament)
    cup.refresh_from_db()
    semi = Match.objects.get(slot="W1-1")
    seen = correct(semi, organiser, clock, **turned(semi))
    assert seen.effect.is_reopened
    tournament.refresh_from_db()
    assert tournament.state == "running"


def random_fed(tournament, organiser, clock, play, seed: int, count: int) -> None:
    """Corrections at random while fed stages wait, are drawn, or have begun: each stage that has not begun always holds
    exactly who would go on, nobody is in two of them, and no row hangs loose."""
    chance = random.Random(seed)
    stages_services.begin(tournament=tournament, now=clock(), by=organiser)
    swiss, final, rest = tournament.stages.all()
    for _ in range(3):
        play(swiss, lambda _match: any_score(chance))
    begun = chance.choice([None, None, rest])
    cut(final, organiser, clock)
    cut(rest, organiser, clock)
    if begun:
        play(begun, lambda _match: any_score(chance))
    held = numbers(rest)
    for _ in range(count):
        if chance.random() < 0.3 and not final.rounds.exists():
            final.refresh_from_db()
            drafts.pair_round(stage=final, now=clock(), by=organiser)
        match = chance.choice(list(Match.objects.filter(round__stage=swiss)))
        seen = correct(match, organiser, clock, points=any_score(chance))
        for stage in (final, rest):
            stage.refresh_from_db()
            if stage != begun:
                assert not stages.is_outdated(stage)
                assert stage.state == StageState.RUNNING
        if begun:
            assert numbers(rest) == held
        else:
            assert not set(numbers(final)) & set(numbers(rest))
        for one in seen.effect.fed:
            if one.effect == "redrawn":
                assert [entry.tpn for entry in one.comes] == [
                    tpn for tpn in numbers(one.stage) if tpn in {entry.tpn for entry in one.comes}
                ]
        draft = final.rounds.filter(state=RoundState.DRAFT).first()
        if draft is not None:
            there = {side.entry.tpn for match in draft.matches.all() for side in match.sides.all()}
            assert there <= set(numbers(final))
        check_rows(tournament, all_sit=False)
    assert audit.first_broken() is None


@pytest.mark.parametrize("seed", range(2))
def test_fed_stages_follow_corrections_at_random(make_tournament, organiser, clock, play, seed):
    options = {"advance": 4, "rest": True}
    tournament = make_tournament(players=9 + seed, rounds=3, template="swiss_cut", options=options)
    random_fed(tournament, organiser, clock, play, seed, 6)


@pytest.mark.marathon
@pytest.mark.parametrize("seed", range(100, 112))
def test_hundreds_of_corrections_of_stages_that_feed_others(make_tournament, organiser, clock, play, seed):
    options = {"advance": 4, "rest": True, "equal": "tiebreaks"}
    tournament = make_tournament(players=9 + seed % 6, rounds=3, template="swiss_cut", options=options)
    random_fed(tournament, organiser, clock, play, seed, 30)
