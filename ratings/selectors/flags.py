"""Read results and gains that look like collusion, for directors."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Q, Sum

from accounts.models import User
from ratings.models import Pool, RatedMatch
from ratings.selectors.players import standing_changes
from ratings.selectors.pools import is_by_margin
from ratings.systems import collusion


@dataclass(frozen=True, slots=True)
class Flags:
    """Findings for a director; see `ratings.systems.collusion`."""

    unlikely: Sequence[collusion.Unlikely]
    concentrated: Sequence[collusion.Concentrated]
    timed_out: Sequence[collusion.Streak]
    players: Mapping[int, User]


def flags(pool: Pool, among: Collection[int]) -> Flags:
    """Results in a pool that look like collusion, among the players `among` (user ids). For systems whose steps do not
    come from the score, only gains are checked. Matches of more than two are not checked, because there is no single
    opponent."""
    variance = F("expected") * (1.0 - F("expected"))
    of_two = standing_changes(pool).exclude(opponent=None)
    sums = of_two.values("player_id", "opponent_id").order_by("player_id", "opponent_id")
    rows = sums.annotate(
        matches=Count("seq"),
        scored=Sum("score"),
        hoped=Sum("expected"),
        variance=Sum(variance),
        gain=Sum(F("after") - F("before")),
    )
    pairs = [collusion.Pair(*row) for row in rows.values_list(
        "player_id", "opponent_id", "matches", "scored", "hoped", "variance", "gain"
    ) if row[0] in among]  # fmt: skip
    unlikely = [] if is_by_margin(pool) else collusion.unlikely(pairs)
    concentrated = collusion.concentrated(pairs)
    named = {one.pair.player for one in unlikely} | {one.pair.opponent for one in unlikely}
    lost = _rows_on_time(pool, among)
    flagged: list[collusion.Concentrated | collusion.Streak] = [*concentrated, *lost]
    named |= {player for one in flagged for player in (one.player, *one.opponents)}
    return Flags(unlikely, concentrated, lost, User.objects.in_bulk(named))


def _rows_on_time(pool: Pool, among: Collection[int]) -> list[collusion.Streak]:
    """The players who lost several matches on time in a row, the longest row first. Only players with enough such
    losses are checked."""
    played = RatedMatch.objects.filter(pool=pool.beside_id or pool.pk, annulled=False, weight__gt=0, seats=None)
    lost = Counter(b if score else a for a, b, score in played.filter(timed_out=True).values_list("a", "b", "score_a"))
    found = []
    for player in sorted(player for player, times in lost.items() if times >= collusion.STREAK and player in among):
        own = played.filter(Q(a=player) | Q(b=player)).order_by("finished_at", "order_id")
        sides = own.values_list("a", "b", "score_a", "timed_out")
        found.append(collusion.longest_streak(player, (_side(player, *one) for one in sides)))
    return sorted((row for row in found if row), key=lambda row: (-row.matches, row.player))


def _side(player: int, a: int, b: int, score_a: float, timed_out: bool) -> tuple[int, bool]:
    """The opponent, and whether the player lost on time."""
    return (b, timed_out and score_a == 0) if a == player else (a, timed_out and score_a == 1)
