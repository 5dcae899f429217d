"""Factories: a club, its organiser, a tournament with players who are here."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from accounts import services as accounts
from clubs import services as clubs
from tests.tournaments import racing
from tournaments.entries.services import entering
from tournaments.event.selectors import entry_sizes, finding
from tournaments.event.services import creating
from tournaments.models import EntryMember, Match, Stage
from tournaments.results.selectors import slips
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

NOON = datetime(2026, 3, 7, 12, 0, tzinfo=UTC)


class Clock:
    """A clock that only goes when told."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def later(self, **span: float) -> datetime:
        self.now += timedelta(**span)
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def organiser(db):
    return accounts.official(username="olga", name="Olga Organiser", email="olga@example.org", password="correct horse")


@pytest.fixture
def club(organiser):
    """Approved, so that its tournaments are rated."""
    club = clubs.create_club(name="Tuesday Knockers", organiser=organiser)
    return clubs.approve_club(club=club, by=None, now=NOON)


@pytest.fixture
def make_tournament(club, organiser, clock):
    """A tournament with so many players, all checked in; in person unless said otherwise."""

    def make(players: int = 8, **conditions):
        conditions = {"mode": "in_person", "rounds": 3, "variant": "gin-rummy-com", **conditions}
        tournament = creating.create_tournament(club=club, name="Spring Open", by=organiser, now=clock(), **conditions)
        size = entry_sizes.size_of(tournament).least
        lines = [f"Player {n:02d},{2000 - n * 10},p{n}@example.org," for n in range(1, players + 1)]
        if size > 1:  # a team is called like its first player
            people = [(f"Player {n:02d}", n, k) for n in range(1, players + 1) for k in range(size)]
            lines = [f"{name} {k},{2000 - n * 10},p{n}x{k}@example.org,{name}" for name, n, k in people]
        if lines:
            entering.import_entries(
                tournament=tournament, text="\n".join(["name,rating,email,team", *lines]), dry_run=False, now=clock()
            )
        entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
        return tournament

    return make


@pytest.fixture
def play_round(organiser, clock):
    """Pair, publish, start, enter every result (the second loses by 40, a third too) and close."""

    def play(tournament):
        stage = finding.main_stage(tournament)
        rnd = drafts.pair_round(stage=stage, now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        for match in rnd.matches.exclude(state="over"):
            points = (100, 60) if match.is_of_two else (120, 85, 40)
            recording.record_result(match=match, points=points, by=organiser, now=clock())
        return running.close_round(rnd=rnd, now=clock.later(seconds=30))

    return play


@pytest.fixture
def confirm(organiser, clock):
    """The last step in a room: all is played, nothing waits, and the organiser confirms the standings."""

    def work(tournament):
        found = finding.tournaments().get(pk=tournament.pk)
        assert standings.is_end_due(found), (found.state, standings.progress(found))
        stages.finish(tournament=found, now=clock(), by=organiser)
        tournament.refresh_from_db()
        return tournament

    return work


@pytest.fixture
def race():
    """Run works all at once, each in a thread with its own connection; what each gave or raised."""
    return partial(racing.race, seconds=60)


@pytest.fixture
def match(make_tournament, organiser, clock):
    """The one match of a round that has begun."""

    def begin(mode="in_person", minutes=None, **stage):
        tournament = make_tournament(2, rounds=1, mode=mode, settings={"pace": "fast"})
        stage_row = finding.main_stage(tournament)
        creating.change_stage(stage=stage_row, settings={**stage, "minutes": minutes}, by=organiser, now=clock())
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        rnd = drafts.pair_round(stage=Stage.objects.get(pk=stage_row.pk), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        return Match.objects.get(round=rnd)

    return begin


@pytest.fixture
def enter(organiser, clock):
    def enter(match, **facts):
        return recording.record_result(match=match, by=organiser, now=clock(), **facts)

    return enter


@pytest.fixture
def make_pods(make_tournament, organiser, clock):
    """A tournament of cutthroat that has begun; in person, by score, unless said otherwise."""

    def make(players: int = 9, **conditions):
        conditions = {"variant": "cutthroat", "template": "pod_swiss", "rounds": 4, **conditions}
        tournament = make_tournament(players, **conditions)
        return stages.begin(tournament=tournament, now=clock(), by=organiser)

    return make


@pytest.fixture
def next_round(organiser, clock):
    """Pair the next round of the stage that is played, publish it, start it."""

    def play(tournament):
        stage = Stage.objects.get(pk=finding.main_stage(tournament).pk)
        rnd = drafts.pair_round(stage=stage, now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        return running.start_round(rnd=rnd, now=clock())

    return play


@pytest.fixture
def two_teams(make_tournament, organiser, clock):
    """Make a published round of two teams, Aces and Bees, on two boards; the organiser may be one of these names."""

    def make(*more: str, organiser_is: str = ""):
        tournament = make_tournament(players=0, template="team_swiss", rounds=1, options={"boards": 2})
        lines = ["name,team", "Ana,Aces", "Abe,Aces", "Bea,Bees", "Bob,Bees", *more]
        facts = {"tournament": tournament, "now": clock(), "by": organiser}
        entering.import_entries(text="\n".join(lines), dry_run=False, **facts)
        if organiser_is:
            members = EntryMember.objects.filter(tournament=tournament, user__name=organiser_is)
            members.update(user=organiser)
        entering.check_in_all(**facts)
        stages.begin(**facts)
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        return editing.publish_round(rnd=rnd, now=clock(), by=organiser)

    return make


PAIRS = "name,team\nAna,Aces\nAli,Aces\nBea,Bees\nBob,Bees"


@pytest.fixture
def table_of_pairs(make_tournament, organiser, clock, next_round):
    """Two pairs at one table, in person, in a round that runs."""
    tournament = make_tournament(players=0, variant="partnership", rounds=1)
    entering.import_entries(tournament=tournament, text=PAIRS, dry_run=False, now=clock(), by=organiser)
    entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    return slips.matches().get(round=next_round(tournament))


@pytest.fixture
def make_early(make_tournament, organiser, clock):
    """A tournament with round 2 as a draft while all of round 1 is being played: it, round 1, round 2."""

    def make(players=8, **conditions):
        tournament = make_tournament(players=players, **conditions)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        first = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        editing.publish_round(rnd=first, now=clock(), by=organiser)
        running.start_round(rnd=first, now=clock())
        stage = finding.main_stage(tournament)
        second = drafts.pair_round(stage=stage, now=clock(), by=organiser, open_reason="The bus leaves")
        return tournament, first, second

    return make
