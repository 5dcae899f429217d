"""A club night at which the organiser plays."""

import pytest

from accounts import services as accounts
from clubs.models import Membership, Role
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages


@pytest.fixture
def published(make_tournament, organiser, clock):
    """A published round in which the organiser plays, with these settings."""

    def publish(**settings):
        tournament = make_tournament(players=3, settings=settings)
        entry = entering.enter(tournament=tournament, user=organiser, name="", by=organiser, now=clock())
        entering.check_in(entry=entry, by=organiser, now=clock())
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        return editing.publish_round(rnd=rnd, now=clock(), by=organiser)

    return publish


@pytest.fixture
def night(published, clock):
    """A running round in which the organiser plays, with these settings."""
    return lambda **settings: running.start_round(rnd=published(**settings), now=clock())


@pytest.fixture
def arbiter(club, organiser, clock):
    """Another director of the club, who does not play."""
    user = accounts.official(username="dora", name="Dora Director", email="dora@example.org", password="correct horse")
    Membership.objects.create(club=club, user=user, role=Role.DIRECTOR, accepted_at=clock())
    return user


@pytest.fixture
def own(organiser):
    """The match of a round in which the organiser plays."""
    return lambda rnd: rnd.matches.get(sides__seat__entry__members__user=organiser)
