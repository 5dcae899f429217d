"""What a tournament did to the ratings of those who played in it."""

from collections.abc import Sequence

from ratings import selectors as ratings
from tournaments.models import Match, TeamBoard, Tournament


def rating_gains(tournament: Tournament) -> Sequence[ratings.Gain]:
    """The rating changes of a tournament, the most won first; empty where nothing of it is rated."""
    matches = Match.objects.filter(round__stage__tournament=tournament)
    boards = TeamBoard.objects.filter(match__in=matches)
    sources = [f"match:{public_id}" for public_id in matches.values_list("public_id", flat=True)]
    return ratings.gains([*sources, *(f"board:{one}" for one in boards.values_list("public_id", flat=True))])
