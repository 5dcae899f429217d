"""Stages that feed each other: the cut is shown, confirmed, taken back; evenings of every template run to their end."""

import random

import pytest
from django.urls import reverse

from audit import services as audit
from audit.models import AuditEntry
from duework import services as duework
from tournaments import errors
from tournaments.duplicate import services as duplicate
from tournaments.entries.services import entering
from tournaments.event.services import creating
from tournaments.formats import TEMPLATES
from tournaments.models import Match, MatchState, Round, RoundState, StageEntry, StageState, TournamentState
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing
from tournaments.rounds.services import running as rounds_running
from tournaments.stages import selectors as stages_selectors
from tournaments.stages.services import progression as stages_services
from tournaments.standings.selectors import standings
from tournaments.standings.selectors.rows import facts

pytestmark = pytest.mark.django_db


@pytest.fixture
def play_stage(organiser, clock):
    """Play the stages that run now to their end; the better number wins unless `decide(match)` says otherwise."""

    def play(tournament, decide=None):
        while True:
            running = tournament.stages.filter(state=StageState.RUNNING)
            running = [stage for stage in running if facts.next_step(stage).step == "pair"]
            if not running:
                break
            for stage in running:
                rnd = drafts.pair_round(stage=stage, now=clock(), by=organiser)
                editing.publish_round(rnd=rnd, now=clock(), by=organiser)
                rounds_running.start_round(rnd=rnd, now=clock())
                for match in rnd.matches.paired().exclude(state=MatchState.OVER):
                    figures = decide(match) if decide else better_wins(match)
                    recording.record_result(match=match, by=organiser, now=clock(), **figures)
                rounds_running.close_round(rnd=rnd, now=clock.later(seconds=30))
        tournament.refresh_from_db()
        return tournament

    return play


def better_wins(match) -> dict[str, object]:
    first, second = (side.entry.tpn for side in match.sides.all())
    return {"points": (100, 60) if first < second else (60, 100)}


def numbers(stage) -> list[int]:
    return list(StageEntry.objects.filter(stage=stage).order_by("seed").values_list("entry__tpn", flat=True))


@pytest.fixture
def after_swiss(make_tournament, organiser, play_stage, clock):
    """Nine have played four Swiss rounds; a cup of four and a cup for the rest wait."""
    options = {"advance": 4, "rest": True}
    tournament = make_tournament(players=9, rounds=4, template="swiss_cut", options=options)
    stages_services.begin(tournament=tournament, now=clock(), by=organiser)
    return play_stage(tournament)


def test_the_cut_is_shown_before_it_is_made_and_each_half_plays_on(after_swiss, play_stage, organiser, clock, confirm):
    swiss, cup, rest = after_swiss.stages.all()
    assert (swiss.state, cup.state, rest.state) == (StageState.FINISHED, StageState.WAITING, StageState.WAITING)
    order = [row.entry.tpn for row in standings.standings(after_swiss)]
    shown = stages_selectors.preview_cut(cup)
    assert [line.entry.tpn for line in shown.lines] == order[:4]
    assert sorted(entry.tpn for entry in shown.out) == sorted(order[4:])
    stages_services.cut_stage(stage=cup, digest=shown.digest, now=clock(), by=organiser)
    stages_services.cut_stage(stage=rest, digest=stages_selectors.preview_cut(rest).digest, now=clock(), by=organiser)
    assert (numbers(cup), numbers(rest)) == (order[:4], order[4:])
    play_stage(after_swiss)
    confirm(after_swiss)
    assert after_swiss.state == TournamentState.FINISHED
    final = standings.standings(after_swiss)
    assert sorted(row.entry.tpn for row in final[:4]) == sorted(order[:4])
    assert len({row.entry.pk for row in final}) == 9
    assert list(Round.objects.values_list("number", flat=True)) == list(range(1, 10)), "numbered through: 4, 2 and 3"
    assert AuditEntry.objects.filter(action="stage.cut").count() == 2
    assert audit.first_broken() is None


def test_whoever_confirms_has_seen_who_goes_on(after_swiss, organiser, clock):
    cup = after_swiss.stages.get(number=2)
    seen = stages_selectors.preview_cut(cup)
    entering.withdraw(entry=seen.lines[0].entry, now=clock(), by=organiser)
    with pytest.raises(errors.Conflict, match="look again"):
        stages_services.cut_stage(stage=cup, digest=seen.digest, now=clock(), by=organiser)
    fresh = stages_selectors.preview_cut(cup)
    assert len(fresh.lines) == 4, "the next one moves up"
    stages_services.cut_stage(stage=cup, digest=fresh.digest, now=clock(), by=organiser)
    with pytest.raises(errors.Conflict, match="begun already"):
        stages_services.cut_stage(stage=cup, digest=fresh.digest, now=clock(), by=organiser)


def test_a_cut_is_taken_back_until_its_first_round_is_published(after_swiss, organiser, clock):
    cup = after_swiss.stages.get(number=2)
    for _ in range(2):
        stages_services.cut_stage(stage=cup, digest=stages_selectors.preview_cut(cup).digest, now=clock(), by=organiser)
        drafts.pair_round(stage=cup, now=clock(), by=organiser)
        stages_services.undo_cut(stage=cup, now=clock(), by=organiser, reason="A result was wrong")
        cup.refresh_from_db()
        assert (cup.state, numbers(cup), cup.rounds.count()) == (StageState.WAITING, [], 0)
    stages_services.cut_stage(stage=cup, digest=stages_selectors.preview_cut(cup).digest, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=cup, now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    with pytest.raises(errors.Refusal, match="published"):
        stages_services.undo_cut(stage=cup, now=clock(), by=organiser)


def test_no_stage_is_cut_before_the_one_that_feeds_it_is_over(make_tournament, organiser, clock):
    tournament = make_tournament(players=6, rounds=2, template="swiss_cut")
    stages_services.begin(tournament=tournament, now=clock(), by=organiser)
    cup = tournament.stages.get(number=2)
    with pytest.raises(errors.Refusal, match="not over"):
        stages_services.cut_stage(stage=cup, digest=stages_selectors.preview_cut(cup).digest, now=clock(), by=organiser)
    with pytest.raises(errors.Refusal, match="has not begun"):
        drafts.pair_round(stage=cup, now=clock(), by=organiser)


def test_equals_at_the_cut_play_off_and_the_director_says_how_it_ended(make_tournament, organiser, play_stage, clock):
    options = {"advance": 2, "equal": "playoff"}
    tournament = make_tournament(players=4, rounds=1, template="swiss_cut", options=options)
    stages_services.begin(tournament=tournament, now=clock(), by=organiser)
    play_stage(tournament)
    cup = tournament.stages.get(number=2)
    winners = [line.entry.tpn for line in stages_selectors.preview_cut(cup).lines]
    assert sorted(winners) == [1, 2], "both have won: no tie at the cut"
    creating.change_stage(stage=cup, feed={"top": 1}, now=clock(), by=organiser)
    cup.refresh_from_db()
    [open_one] = stages_selectors.preview_cut(cup).play_offs
    assert (sorted(entry.tpn for entry in open_one.entries), open_one.places) == ([1, 2], 1)
    creating.change_stage(stage=cup, feed={"top": 3}, now=clock(), by=organiser)
    cup.refresh_from_db()
    with pytest.raises(errors.Refusal, match="play-off"):
        stages_services.cut_stage(stage=cup, digest=stages_selectors.preview_cut(cup).digest, now=clock(), by=organiser)
    order = [[tournament.entries.get(tpn=4), tournament.entries.get(tpn=3)]]
    shown = stages_selectors.preview_cut(cup, order)
    with pytest.raises(errors.Invalid, match="Enter how"):
        stages_services.cut_stage(stage=cup, digest=shown.digest, decided=order, now=clock(), by=organiser)
    stages_services.cut_stage(
        stage=cup, digest=shown.digest, decided=order, now=clock(), by=organiser, reason="One deal, 4 won"
    )
    assert numbers(cup) == [*winners, 4]


def test_points_against_others_who_qualify_are_taken_along(make_tournament, organiser, play_stage, clock):
    options = {"groups": 2, "per_group": 2, "carry": "qualified"}
    tournament = make_tournament(players=8, template="groups_cut", options=options)
    stages_services.begin(tournament=tournament, now=clock(), by=organiser)
    play_stage(tournament)
    final = tournament.stages.get(number=2)
    shown = stages_selectors.preview_cut(final)
    assert sorted((line.entry.tpn, line.group, line.place, line.carried) for line in shown.lines) == [
        (1, "A", 1, 2),
        (2, "B", 1, 2),
        (3, "B", 2, 0),
        (4, "A", 2, 0),
    ]


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.marathon) for n in range(1, 10))])
@pytest.mark.parametrize("template", sorted(set(TEMPLATES) - {"ladder"}))  # a ladder has no end of its own
def test_an_evening_of_every_template_runs_by_itself_to_its_end(
    make_tournament, organiser, clock, template, seed, confirm
):
    chance = random.Random(f"{template}{seed}")
    options = {"swiss_cut": {"rest": True, "consolation": 1}, "groups_cut": {"rest": True, "final": "double_elim"}}
    players = chance.randint(8, 13)
    variant = "cutthroat" if template.startswith("pod") else "gin-rummy-com"
    tournament = make_tournament(
        players=players, rounds=3, template=template, options=options.get(template, {}), variant=variant
    )
    stages_services.begin(tournament=tournament, now=clock(), by=organiser, automatic=True)
    for _ in range(400):
        if standings.is_end_due(type(tournament).objects.get()):
            break
        while duework.sweep(now=clock()):
            pass
        waiting = Match.objects.paired().filter(state=MatchState.PAIRED, round__state=RoundState.RUNNING)
        for match in waiting:
            if not match.is_of_two:
                seats = match.sides.count()
                scores = chance.sample([120, 80, 60, 30][:seats], seats)
                recording.record_result(match=match, points=scores, by=organiser, now=clock())
                continue
            kind = chance.choices(["played", "forfeit", "double_forfeit"], [12, 1, 1])[0]
            points = chance.choice([(100, 20), (35, 110)]) if kind == "played" else (0, 0)
            winner = chance.randint(0, 1) if kind == "forfeit" else None
            facts = {"by": organiser, "now": clock(), "kind": kind, "points": points, "winner": winner}
            for board in match.boards.all():
                recording.record_result(match=board, **facts)
            if match.round.stage.format == "duplicate_swiss" and kind == "played":
                decks = {(deck, 0): chance.choice([25, -10, None]) for deck in range(1, 9)}
                duplicate.record_decks(match=match, deals=decks, by=organiser, now=clock())
            elif not match.boards.exists():
                recording.record_result(match=match, **facts)
        here = list(tournament.entries.filter(status="checked_in"))
        tournament.refresh_from_db()
        if tournament.state == TournamentState.RUNNING and chance.random() < 0.1 and len(here) > 6:
            entering.withdraw(entry=chance.choice(here), now=clock(), by=organiser)
        clock.later(seconds=31, days=template == "league")
    confirm(tournament)
    assert sorted(row.entry.tpn for row in standings.standings(tournament)) == list(range(1, players + 1))
    assert not Round.objects.exclude(state__in=("closed", "sealed")).exists()
    assert audit.first_broken() is None


@pytest.mark.parametrize(("carry", "is_there"), [("qualified", True), ("none", False)])
def test_what_nobody_takes_along_has_no_column(client, make_tournament, organiser, play_stage, clock, carry, is_there):
    options = {"groups": 2, "per_group": 2, "carry": carry}
    tournament = make_tournament(players=8, template="groups_cut", options=options)
    stages_services.begin(tournament=tournament, now=clock(), by=organiser)
    play_stage(tournament)
    client.force_login(organiser)
    page = client.get(reverse("tournaments:stages", args=[tournament.slug])).content.decode()
    assert "Confirm:" in page
    assert ("Taken along" in page) == is_there
