"""Tell players that a list is published, if they have played since the previous one."""

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from notices.kinds import INBOX, Kind, Text
from notices.services import telling
from notices.services.telling import Letter
from ratings.models import RatingList
from ratings.systems.lists.ranking import Standing

KEY = "list"
KINDS = (Kind(key=KEY, name=_("A rating list is published"), channels=frozenset((INBOX,))),)
TEXTS = (
    Text(
        key="list_published",
        kind=KEY,
        title=_("A rating list is published: %(list)s"),
        says=_("Your rating is %(rating)s, your place %(place)s."),
    ),
    Text(
        key="list_published.unplaced",
        kind=KEY,
        title=_("A rating list is published: %(list)s"),
        says=_("Your rating is %(rating)s, without a place yet."),
    ),
)


def tell_published(
    made: RatingList, them: Sequence[Standing], ranks: Sequence[int | None], players: dict[str, int], now: datetime
) -> int:
    """Tell each player of a new list who has played since the previous list; returns their number. Runs in the
    transaction that publishes it. Nobody is told of a list that only replaces another after a correction."""
    if made.replaces is not None:
        return 0
    last = made.pool.lists.exclude(pk=made.pk).order_by("-as_of").values_list("as_of", flat=True).first()
    since = last.timestamp() if last else 0.0
    active = {players[one.player]: (one, rank) for one, rank in zip(them, ranks, strict=True) if one.last_at >= since}
    link = reverse("ratings:published", args=[made.public_id])
    told = 0
    for text, has_rank in (("list_published", True), ("list_published.unplaced", False)):
        wanted = {pk: both for pk, both in active.items() if (both[1] is not None) is has_rank}
        people = User.objects.filter(pk__in=list(wanted)) if wanted else []
        to = [
            Letter(
                user, link,
                {"list": f"{made.pool.name}, {made.label}", "rating": round(wanted[user.pk][0].rating),
                 "place": wanted[user.pk][1]},
            )
            for user in people
        ]  # fmt: skip
        told += telling.tell(key=f"list:{made.public_id}", text=text, to=to, now=now)
    return told
