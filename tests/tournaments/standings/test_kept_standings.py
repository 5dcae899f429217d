"""Standings are worked out once for a version of their facts: whatever changes the facts changes the version."""

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import models
from django.db.models import Model

from doors.caching import versioned
from tests.markup import tight
from tournaments import errors
from tournaments.corrections.services import corrections
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.event.services import creating
from tournaments.formats import FORMATS
from tournaments.models import Bye, Entry, EntryMember, Match, MatchSide, Round, Stage, StageEntry, Tournament
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing
from tournaments.rounds.services import running as rounds_running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import cards, crosstable_lines, standings, versions
from tournaments.standings.selectors.rows import facts

pytestmark = pytest.mark.django_db
KEYS = ("id", "pk", "public_id")


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    versioned.forget()


@pytest.fixture
def running(make_tournament, organiser, clock) -> Callable[..., Tournament]:
    """A tournament of so many players that has begun."""

    def make(players: int, **conditions: Any) -> Tournament:
        tournament = make_tournament(players, **conditions)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        return tournament

    return make


def shown(tables: list[standings.GroupTable]) -> list[Any]:
    """All that a page can show of standings: the lines, and of each entry more than its key."""
    return [
        (table.group, table.keys, table.contest, row, row.entry.name, row.entry.status, row.entry.rating_at_entry)
        for table in tables
        for row in table.rows
    ]


def are_right(tournament: Tournament) -> bool:
    """Are the standings that are kept those that follow from the facts, now and after each round?"""
    [stage] = finding.stages(Tournament.objects.get(pk=tournament.pk))
    afters = [None, *range(stage.rounds.count() + 1)]
    fresh = [shown(standings._tables(*facts.rankings(stage, after))) for after in afters]
    return [shown(standings.stage_tables(stage, after)) for after in afters] == fresh


def test_a_second_look_works_nothing_out(running, play_round, monkeypatch) -> None:
    tournament = running(6)
    play_round(tournament)
    [stage] = finding.stages(tournament)
    first = standings.stage_tables(stage)
    monkeypatch.setattr(facts, "rankings", None)
    assert standings.stage_tables(Stage.objects.get(pk=stage.pk)) == first
    assert cards.card(tournament, first[0].rows[0].entry).row == first[0].rows[0]


def test_a_result_in_a_round_that_runs_leaves_the_version_as_it_is(running, organiser, clock) -> None:
    tournament = running(4)
    [stage] = finding.stages(tournament)
    rnd = drafts.pair_round(stage=stage, now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    rounds_running.start_round(rnd=rnd, now=clock())
    before = versions.of_stage(stage)
    first, second = rnd.matches.all()
    recording.record_result(match=first, points=(100, 60), by=organiser, now=clock())
    assert versions.of_stage(stage) == before
    recording.record_result(match=second, points=(10, 100), by=organiser, now=clock())
    rounds_running.close_round(rnd=rnd, now=clock())
    assert versions.of_stage(stage) != before


@pytest.mark.parametrize("seed", range(2))
def test_kept_standings_are_the_computed_ones_after_anything(seed: int, running, play_round, organiser, clock) -> None:
    """Property: rounds, corrections, annulments, margins, tie-breaks, people who leave or come late, a name that is
    changed behind the services; at every step the kept standings are those that the facts give."""
    chance = random.Random(seed)
    tournament = running(chance.randint(5, 9), rounds=9)
    act = {"by": organiser, "now": clock()}

    def match() -> Match:
        found = Match.objects.filter(round__stage__tournament=tournament, result_kind__in=("", "played"))
        return chance.choice(list(found.filter(state="over").order_by("pk")))

    def entry() -> Entry:
        return chance.choice(list(tournament.entries.filter(status="checked_in").order_by("pk")))

    def correct() -> None:
        asked = {"match": match(), "points": chance.choice([(100, 20), (30, 110), (0, 100)])}
        seen = corrections.preview_correction(**asked)
        corrections.apply_correction(**asked, digest=seen.digest, reason="misread", **act)

    def tiebreaks() -> None:
        [stage] = finding.stages(tournament)
        keys = sorted(stage.settings["tiebreaks"], key=lambda key: (key == "LOT", chance.random()))
        creating.change_stage(stage=stage, settings={"tiebreaks": keys}, reason="agreed", **act)

    def rename() -> None:
        Entry.objects.filter(pk=entry().pk).update(name=f"Renamed {chance.random()}")

    def margin() -> None:
        Entry.objects.filter(pk=entry().pk).update(margin_correction=chance.randint(-20, 20))

    def shell() -> None:
        MatchSide.objects.filter(match=match(), order=0).update(margin=chance.randint(-90, 90), points=1)

    def leave() -> None:
        if tournament.entries.filter(status="checked_in").count() > 4:
            entering.withdraw(entry=entry(), **act)

    def play() -> None:
        with suppress(errors.NoPairing):  # a few players have met all others soon
            play_round(tournament)

    deeds: list[Callable[[], Any]] = [correct, tiebreaks, rename, margin, shell, leave, play]
    play_round(tournament)
    assert are_right(tournament)
    for _ in range(8):
        chance.choice(deeds)()
        assert are_right(tournament)


def other(field: Any, value: Any) -> Any:
    """Another value for a column."""
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(field, models.JSONField):
        return {**value, "changed": 1}
    if isinstance(field, models.DateTimeField):
        return (value or Tournament.objects.get().created_at) + timedelta(days=1)
    if isinstance(field, models.CharField):
        return "x" if field.max_length and field.max_length < 8 else f"{value[:3]}x"
    return (value or 0) + 1


def test_every_column_of_the_facts_is_in_the_version(running, play_round) -> None:
    """A column that somebody adds later is among them by itself."""
    tournament = running(5)
    play_round(tournament)
    [stage] = finding.stages(tournament)
    assert not FORMATS[stage.format].is_fixed
    StageEntry.objects.create(stage=stage, entry=tournament.entries.first(), seed=1)
    rows: dict[type[Model], Any] = {
        Tournament: Tournament.objects.filter(pk=tournament.pk),
        Stage: Stage.objects.filter(pk=stage.pk),
        Entry: Entry.objects.filter(pk=tournament.entries.last().pk),
        EntryMember: EntryMember.objects.filter(pk=EntryMember.objects.last().pk),
        StageEntry: StageEntry.objects.all(),
        MatchSide: MatchSide.objects.filter(pk=MatchSide.objects.last().pk),
        Match: Match.objects.filter(pk=Match.objects.last().pk),
        Bye: Bye.objects.filter(pk=Bye.objects.last().pk),
    }
    seen = versions.of_stage(stage)
    for model, found in rows.items():
        for field in model._meta.concrete_fields:
            if field.is_relation or field.name in KEYS or field.name == "missing_since":
                continue
            was = getattr(found.get(), field.attname)
            now = other(field, was)
            if (model, field.name) in ((MatchSide, "order"), (Match, "number")):
                continue  # the two sides have both values; only a board has a number
            found.update(**{field.name: now})
            assert versions.of_stage(stage) != seen, f"{model.__name__}.{field.name}"
            found.update(**{field.name: was})
            assert versions.of_stage(stage) == seen, f"{model.__name__}.{field.name}"
    Round.objects.filter(stage=stage).update(state="running")
    assert versions.of_stage(stage) != seen


def test_pages_show_what_has_changed_and_render_nothing_twice(running, play_round, client, monkeypatch) -> None:
    """Start list, round, standings, crosstable and their prints keep their rows until a fact of theirs changes."""
    tournament = running(6)
    rnd = play_round(tournament)
    at = f"/t/{tournament.slug}"
    pages = [
        f"{at}/{page}/"
        for page in ("entrants", f"rounds/{rnd.number}", "standings", "crosstable", "documents/standings",
                     "documents/crosstable")
    ]  # fmt: skip
    first = {page: client.get(page).content.decode() for page in pages}
    assert all("Player 03" in text for text in first.values())
    with monkeypatch.context() as patch:
        patch.setattr(facts, "rankings", None)
        patch.setattr(finding, "entrants", None)
        patch.setattr(finding, "round_matches", None)
        patch.setattr(crosstable_lines, "crosstable_lines", None)
        assert all("Player 03" in tight(client.get(page).content.decode()) for page in pages)
    Entry.objects.filter(tournament=tournament, name="Player 03").update(name="Cleo")
    for page in pages:
        text = client.get(page).content.decode()
        assert ("Cleo" in text, "Player 03" in text) == (True, False), page
