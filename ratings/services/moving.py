"""Move a player's matches to another player who is the same person."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from audit import services as audit
from ratings.models import Pool, RatedMatch, RatedSeat
from ratings.services import announcements
from ratings.services.pools import lock
from ratings.services.results import BadMatch, plan_rating


def matches_naming(*players: User) -> QuerySet[RatedMatch]:
    """The recorded matches of each of these players."""
    found = RatedMatch.objects.all()
    for player in players:
        seated = RatedSeat.objects.filter(player=player).values("match")
        found = found.filter(Q(a=player) | Q(b=player) | Q(pk__in=seated))
    return found


@transaction.atomic
def move_matches(*, of: User, to: User, now: datetime, by: User | None, reason: str) -> int:
    """Assign the recorded matches of `of` to `to`, and replay everything since, as for a correction; returns the number
    of matches. Locks the pools; leaves an audit entry. Raises BadMatch if both sat in one match. A second call changes
    nothing."""
    if matches_naming(of, to).exists():
        raise BadMatch("both sat in the same match")
    moved = 0
    pools = Pool.objects.filter(pk__in=matches_naming(of).values("pool")).order_by("pk")
    for key in list(pools.values_list("key", flat=True)):
        moved += _move_in(lock(key), of, to, reason)
    if moved:
        after = {"from": of.public_id, "to": to.public_id, "matches": moved}
        target = f"user:{to.public_id}"
        audit.record(actor=by, action="rating.move", target=target, after=after, reason=reason, now=now)
    return moved


def _move_in(pool: Pool, of: User, to: User, reason: str) -> int:
    """Move the matches of one pool, which is already locked."""
    matches = list(matches_naming(of).filter(pool=pool).order_by("finished_at", "order_id"))
    if not matches:
        return 0
    for match in matches:
        match.a_id = to.pk if match.a_id == of.pk else match.a_id
        match.b_id = to.pk if match.b_id == of.pk else match.b_id
        match.revision += 1
        match.pool = pool
    RatedMatch.objects.bulk_update(matches, ["a", "b", "revision"], batch_size=500)
    RatedSeat.objects.filter(player=of, match__in=matches).update(player=to)
    folded = [match for match in matches if not match.is_pending]
    if folded:
        pool.dirty_from = min(filter(None, (pool.dirty_from, folded[0].finished_at)))
        pool.save(update_fields=["dirty_from"])
        for match in folded:
            announcements.note(match, reason)
    plan_rating(matches[-1])
    return len(matches)
