"""The figures beside the members of a club: their rating in its game, and the last evening on which they played."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts import services as accounts
from clubs import services as clubs
from pages.selectors import of_club
from ratings.models import PlayerRating, Pool
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.event.services import creating
from tournaments.models import Tournament
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression

pytestmark = pytest.mark.django_db
FIRST = datetime(2026, 3, 4, 19, tzinfo=UTC)


@pytest.fixture
def people(club, olga):
    """Four members without a login."""
    found = [accounts.player_for(name=name)[0] for name in ("Ann", "Bob", "Cal", "Dee")]
    for person in found:
        clubs.add_member(club=club, user=person)
    return found


def evening(club, olga, people, at) -> Tournament:
    """A round of these people; all but the last are here."""
    made = creating.create_tournament(
        club=club, name="Thursday", variant="gin-rummy-com", mode="in_person", rounds=1, starts_at=at, by=olga, now=at
    )
    entries = [entering.enter(tournament=made, user=person, by=olga, now=at) for person in people]
    for entry in entries[:-1]:
        entering.check_in(entry=entry, by=olga, now=at)
    progression.begin(tournament=made, by=olga, now=at, automatic=False)
    rnd = drafts.pair_round(stage=finding.main_stage(made), by=olga, now=at)
    editing.publish_round(rnd=rnd, by=olga, now=at)
    running.start_round(rnd=rnd, now=at)
    for match in rnd.matches.all():
        recording.record_result(match=match, points=(100, 60), by=olga, now=at)
    return made


def test_the_last_evening_is_the_one_that_was_played(club, olga, people):
    ann, bob, cal, dee = people
    evening(club, olga, [ann, bob, cal], FIRST)
    evening(club, olga, [ann, cal, bob], FIRST + timedelta(days=7))
    creating.create_tournament(club=club, name="To come", variant="gin-rummy-com", starts_at=FIRST + timedelta(days=14),
                               mode="in_person", by=olga, now=FIRST)  # fmt: skip
    figures = of_club.member_figures(club, people)
    assert figures.evenings == {
        ann.pk: FIRST + timedelta(days=7),
        bob.pk: FIRST,  # was not there a week later
        cal.pk: FIRST + timedelta(days=7),
    }
    assert dee.pk not in figures.evenings


def test_the_list_shows_both_with_a_constant_number_of_queries(
    club, olga, people, as_olga, django_assert_num_queries, django_assert_max_num_queries
):
    evening(club, olga, people[:3], FIRST)
    page = as_olga.get(f"/clubs/{club.slug}/members/").content.decode()
    assert "4 Mar 2026" in page
    assert "1612?" not in page, "nobody is rated yet"
    pool = Pool.objects.create(key="gin", name="Gin", system="glicko2")
    PlayerRating.objects.create(pool=pool, player=people[0], state={}, rating=1611.6, matches=3, opponents=2,
                                provisional=True, last_at=FIRST, peak=1620)  # fmt: skip
    page = as_olga.get(f"/clubs/{club.slug}/members/").content.decode()
    assert "1612?" in page
    with django_assert_max_num_queries(4):
        of_club.member_figures(club, people)
    for n in range(30):
        clubs.add_member(club=club, user=accounts.player_for(name=f"Guest {n}")[0])
    many = [one.user for one in club.memberships.select_related("user")]
    with django_assert_max_num_queries(4):
        of_club.member_figures(club, many)
