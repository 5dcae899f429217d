"""Read the effects of corrected results: on a current list, and between a published list and its replacement."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from ratings.models import Correction, Pool, RatingList
from ratings.systems.lists import published


@dataclass(frozen=True, slots=True)
class Shift:
    """A player's rating before and after a correction; None: not rated."""

    player: User
    before: float | None
    after: float | None

    @property
    def change(self) -> float | None:
        """The rating points that the correction added or removed."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """A correction as it is announced: the matches (id, label, reason), the number of players who moved, and the
    largest changes first."""

    at: datetime
    matches: Sequence[dict[str, Any]]
    players: int
    moved: Sequence[Shift]


def corrections(pool: Pool) -> QuerySet[Correction]:
    """The announced corrections of a list, latest first."""
    return pool.corrections.exclude(folded_at=None).order_by("-folded_at", "-pk")


def announced(found: Iterable[Correction]) -> list[Corrected]:
    """Corrections with the players by name."""
    rows = list(found)
    users = _by_public_id(player for one in rows for player, *_ in one.moved)
    return [
        Corrected(
            at=one.folded_at,
            matches=one.matches,
            players=one.players,
            moved=[Shift(users[player], *ends) for player, *ends in one.moved if player in users],
        )
        for one in rows
        if one.folded_at is not None
    ]


def replaced_by(made: RatingList) -> list[Shift]:
    """The players whose ratings differ between a list and the list that it replaces, the largest change first; empty if
    it replaces none."""
    if made.replaces is None:
        return []
    before, after = (dict(one.rows.values_list("player__public_id", "rating")) for one in (made.replaces, made))
    found = published.moved(before, after)
    users = _by_public_id(player for player, *_ in found)
    return [Shift(users[player], *ends) for player, *ends in found]


def _by_public_id(players: Iterable[str]) -> dict[str, User]:
    return {user.public_id: user for user in User.objects.filter(public_id__in=set(players))}
