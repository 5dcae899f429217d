"""Announce the effects of corrections on a list: matches, reasons, and the players' changes."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from ratings.models import Correction, Pool, RatedMatch
from ratings.selectors import players as rated_players
from ratings.services.inputs import SEATS_AT_ONCE, seats_of
from ratings.systems.lists.published import moved

MOST = 50  # the players with the largest changes are named
FEW = 200  # players of new matches that are told apart from the correction

Ratings = Mapping[str, float]  # by public id


def note(match: RatedMatch, reason: str) -> None:
    """Note a corrected result, which is announced after the replay. The caller has locked the pool."""
    correction = match.pool.corrections.filter(folded_at=None).first() or Correction(pool=match.pool)
    said = {"match": match.public_id, "label": match.label, "reason": reason}
    others = [one for one in correction.matches if one["match"] != match.public_id]
    correction.matches = [*others, said]
    correction.save()


def standing(pool: Pool) -> Ratings | None:
    """The ratings before a replay; None if no correction is to be announced."""
    if not pool.corrections.filter(folded_at=None).exists():
        return None
    return dict(pool.ratings.values_list("player__public_id", "rating"))


def announce(pool: Pool, before: Ratings, new: Sequence[int], now: datetime) -> None:
    """Announce the players' changes since then, without the effects of the `new` matches (rows) that are folded at the
    same time. A correction that changes nothing is not announced. The caller has locked the pool."""
    correction = pool.corrections.get(folded_at=None)
    after = dict(pool.ratings.values_list("player__public_id", "rating")) | dict(_without(pool, new))
    found = moved(before, {player: rating for player, rating in after.items() if rating is not None})
    if not found:
        correction.delete()
        return
    correction.players, correction.moved = len(found), [list(one) for one in found[:MOST]]
    correction.run, correction.folded_at = pool.run, now
    correction.save()


def _without(pool: Pool, new: Sequence[int]) -> Iterator[tuple[str, float | None]]:
    """The ratings that the players of new matches would have without these; empty if there are many players."""
    players: set[int] = set()
    for start in range(0, len(new), SEATS_AT_ONCE):
        some = new[start : start + SEATS_AT_ONCE]
        players |= {player for pair in RatedMatch.objects.filter(pk__in=some).values_list("a", "b") for player in pair}
        players |= {place.player for places in seats_of(some).values() for place in places}
    if len(players) > FEW:
        return
    for row in pool.ratings.filter(player__in=players).select_related("player"):
        own = rated_players.standing_changes(pool).filter(player=row.player).exclude(match__in=new)
        yield row.player.public_id, own.order_by("-seq").values_list("after", flat=True).first()
