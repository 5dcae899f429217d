"""What waits for a person: matches, challenges, games, clubs, ratings."""

from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from accounts.second_factor import services as second_factor
from clubs import selectors as clubs
from clubs.models import Club
from games import selectors as games
from games.live import turns
from games.models import Table
from ratings.models import PlayerRating
from ratings.selectors import players as rated_players
from tournaments.event.selectors import consent, finding
from tournaments.ladders import selectors as ladders
from tournaments.models import (
    Challenge,
    EntryMember,
    Match,
    MatchState,
)

MOST_TABLES = 20  # games of one person on their page


def my_matches(user: User) -> list[Match]:
    """The matches that wait for this person or are being played; those at a table come first."""
    return sorted(finding.current_matches(user), key=lambda match: match.state != MatchState.PLAYING)[:5]


def my_challenges(user: User) -> list[Challenge]:
    """The challenges on ladders that wait for this person's answer, the most urgent first."""
    return list(ladders.challenges_to_answer(user)[:5])


def my_tables(user: User) -> list[tuple[Table, bool]]:
    """The casual tables at which this person is still playing, and, if they are played by days, whether they wait for
    this person; those that wait come first."""
    found = list(games.playing_for(user).filter(ref="")[:MOST_TABLES])
    mine = turns.whose_turn_is_it(found, user)
    return sorted(((table, table.pk in mine) for table in found), key=lambda one: not one[1])


def asked(user: User) -> list[EntryMember]:
    """The events in which others have entered this person, who has not confirmed yet that they take part."""
    return list(consent.asked(user)[:5])


def asks_second_factor(user: User, *, now: datetime) -> bool:
    """Should this person be asked for a second step at sign-in: official of a club or of the site, without one?"""
    return (user.is_staff or clubs.is_official(user)) and second_factor.is_asked(user, now=now)


def standing(user: User) -> list[PlayerRating]:
    """The lists on which this person has played most, at most three; none beside a pool."""
    return list(rated_players.ratings_of(user).filter(pool__beside=None)[:3])


def my_clubs(user: User) -> QuerySet[Club]:
    """The clubs that this person belongs to."""
    return Club.objects.filter(memberships__user=user, memberships__is_visitor=False).order_by("name")
