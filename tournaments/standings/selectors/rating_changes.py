"""The rating changes of a tournament's players."""

from collections.abc import Sequence

from doors.caching.digests import digest
from ratings.selectors import matches as rated_matches
from ratings.selectors import pools
from tournaments.models import EntryMember, Match, Tournament
from tournaments.standings.selectors import versions


def version(tournament: Tournament) -> str:
    """The version of a tournament's rating changes: of all ratings, its matches, and its entries."""
    matches = Match.objects.filter(round__stage__tournament=tournament)
    found = digest((matches, ("pk", "public_id")), *versions.of_people(tournament))
    return f"{pools.version_of_all()} {found}"


def on_the_list(tournament: Tournament) -> dict[int, int]:
    """The ratings with which the players were entered, by the key of each person."""
    members = EntryMember.objects.filter(tournament=tournament)
    found = members.values_list("user", "entry__rating_at_entry")
    return {person: rating for person, rating in found if rating is not None}


def rating_gains(tournament: Tournament) -> Sequence[rated_matches.Gain]:
    """The rating changes of a tournament, the largest gain first; empty if none of its matches is rated."""
    matches = Match.objects.filter(round__stage__tournament=tournament)
    sources = [f"match:{public_id}" for public_id in matches.paired().values_list("public_id", flat=True)]
    boards = matches.of_boards().values_list("public_id", flat=True)
    return rated_matches.gains([*sources, *(f"board:{public_id}" for public_id in boards)])
