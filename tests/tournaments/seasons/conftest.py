"""Factories: a club whose evenings are played to their end, and a season over them."""

from datetime import UTC, date, datetime, time

import pytest

from tournaments.corrections.services import corrections
from tournaments.entries.services import entering
from tournaments.event.services import creating
from tournaments.models import Match, Season, Tournament
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.seasons.services import making
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

FIRST, LAST = date(2026, 3, 1), date(2026, 6, 30)
BY_PLACE = {"places": [10, 6, 4, 2], "tiebreaks": ["firsts", "best_evenings"]}


@pytest.fixture
def make_evening(club, organiser, clock):
    """An evening of persons by name, the better first: each match is won by whom the list has first. `day` is in 2026;
    `stays` leaves a round to be played."""

    def make(names: str, day: str = "03-10", name: str = "Tuesday Night", rounds=1, stays=False, played=1, **more):
        at = datetime.combine(date.fromisoformat(f"2026-{day}"), time(18, 30), UTC)
        conditions = {"mode": "in_person", "variant": "gin-rummy-com", "rounds": rounds and rounds + stays, **more}
        tournament = creating.create_tournament(
            club=club, name=name, by=organiser, now=clock(), starts_at=at, **conditions
        )
        order = names.split()
        for n, one in enumerate(order):
            email = f"{one.lower()}@example.org"
            entering.enter(
                tournament=tournament, name=one, email=email, rating=2000 - 10 * n, now=clock(), by=organiser
            )
        entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        for _ in range(rounds or played):
            play(tournament, order)
        made = Tournament.objects.get(pk=tournament.pk)
        if standings.is_end_due(made):
            stages.finish(tournament=made, now=clock(), by=organiser)
        return Tournament.objects.get(pk=tournament.pk)

    def play(tournament, order):
        rnd = drafts.pair_round(stage=tournament.stages.get(), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        for match in rnd.matches.exclude(state="over"):
            first, second = (order.index(entry.name) for entry in match.entries)
            margin = 10 + 5 * (len(order) - min(first, second))
            points = (100, 100 - margin) if first < second else (100 - margin, 100)
            recording.record_result(match=match, points=points, by=organiser, now=clock())
        running.close_round(rnd=rnd, now=clock.later(seconds=30))

    return make


@pytest.fixture
def season(club, organiser, clock) -> Season:
    return making.create_season(
        club=club, name="Spring", since=FIRST, until=LAST, scoring=BY_PLACE, by=organiser, now=clock()
    )


@pytest.fixture
def turn_round(organiser, clock):
    """Correct the one match of two persons: the other one has won."""

    def turn(tournament, name):
        match = Match.objects.get(round__stage__tournament=tournament, sides__seat__entry__name=name)
        names = [entry.name for entry in match.entries]
        points = (100, 40) if names[0] == name else (40, 100)
        facts = {"points": points, "reason": "The slip was read wrongly.", "by": organiser, "now": clock()}
        digest = corrections.preview_correction(match=match, points=points).digest
        return corrections.apply_correction(match=match, digest=digest, **facts)

    return turn
