"""What ratings know about a person: show it to them, and delete it when they leave."""

from datetime import datetime
from typing import Any

from django.db.models import F

from accounts.models import User
from accounts.own_data.parts import Part
from ratings.models import RatedMatch, RatingListRow
from ratings.selectors import matches as rated_matches


def tell(user: User) -> dict[str, Any]:
    """The person's place on each rating list, their matches with the changes of rating, and their rows in published
    lists."""
    matches = list(rated_matches.matches_of(user))
    changes = rated_matches.changes_by(user, matches)
    return {
        "standings": list(
            user.ratings.order_by("pk").values(
                *("rating", "deviation", "matches", "opponents", "provisional", "rank", "peak", "last_at"),
                list_key=F("pool__key"),
            )
        ),
        "matches": [_match(user, match, changes) for match in matches],
        "published": list(
            RatingListRow.objects.filter(player=user)
            .order_by("pk")
            .values("place", "rank", "rating", of_list=F("list__public_id"), label=F("list__label"))
        ),
    }


def _match(user: User, match: RatedMatch, changes: Any) -> dict[str, Any]:
    change = changes.get(match.pk)
    is_first = match.a_id == user.pk
    seats = list(match.seats.all())
    others = [seat.player for seat in seats if seat.player_id != user.pk] or [match.b if is_first else match.a]
    return {
        "id": match.public_id,
        "list": match.pool.key,
        "finished_at": match.finished_at,
        "label": match.label,
        "others": [other.public_id for other in others],
        "score": None if seats else match.score_a if is_first else 1 - match.score_a,
        "place": next((seat.place for seat in seats if seat.player_id == user.pk), None),
        "rating_before": change.before if change else None,
        "rating_after": change.after if change else None,
    }


def forget(user: User, alias: str, now: datetime) -> None:
    """Do nothing: no row here contains the name, so standings, matches and published lists show the new one."""


PART = Part(name="ratings", tell=tell, forget=forget)
