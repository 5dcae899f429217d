"""The ranking of a day: who played its deal, and how it ended for them."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import F

from accounts.models import User
from games.live.daily import days
from games.live.shuffle import shared
from games.models import UNFINISHED, DailyDeal, DailyTry, Status, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One finished try. `points` are those of the deal, below 0 if the house won them; `moves` are those of both sides.
    `place` is None for a guest, who is not ranked. `deal` is the public id of the replay, "" until the day is over."""

    place: int | None
    user: User
    points: int
    moves: int
    deal: str


def deal_of(day: date) -> DailyDeal | None:
    """The deal of a day; None if nobody has asked for it yet."""
    return DailyDeal.objects.filter(day=day).first()


def latest(most: int) -> list[DailyDeal]:
    """The last days that are over and closed, the newest first."""
    return list(DailyDeal.objects.filter(ended_at__isnull=False).order_by("-day")[:most])


def try_of(deal: DailyDeal, user: User) -> DailyTry | None:
    """This person's try at the deal of a day, with the table; None if they have not played it."""
    return DailyTry.objects.filter(deal=deal, user=user).select_related("table").first()


def lines(deal: DailyDeal) -> list[Line]:
    """The finished tries of a day. People with an account are ranked by points, then by fewer moves; equal ones share a
    place. Guests follow. A deal that was given up does not count."""
    rows = DailyTry.objects.filter(deal=deal, table__status=Status.OVER, table__deals__number=1)
    rows = rows.exclude(table__deals__type=UNFINISHED).select_related("user")
    rows = rows.annotate(
        winner=F("table__deals__winner"),
        won=F("table__deals__points"),
        moves=F("table__deals__last_seq") - F("table__deals__first_seq"),
        deal_id_shown=F("table__deals__public_id"),
        at=F("table__finished_at"),
    )
    keyed = [((row.user.is_guest, -_signed(row.winner, row.won), row.moves), row) for row in rows.order_by("at", "pk")]
    keyed.sort(key=lambda one: one[0])
    keys = [key for key, _ in keyed]
    return [
        Line(
            place=None if row.user.is_guest else keys.index(key) + 1,
            user=row.user,
            points=-key[1],
            moves=row.moves,
            deal=row.deal_id_shown if deal.ended_at else "",
        )
        for key, row in keyed
    ]


def _signed(winner: int | None, points: int) -> int:
    """The points of a deal from its player's side: below 0 if the house won them."""
    return 0 if winner is None else points if winner == days.PLAYER else -points


def secret_of(deal: DailyDeal) -> str | None:
    """The secret that determines the deck, in hexadecimal; None until the day is closed. Raises `InvalidTag` if the
    stored secret was changed."""
    return shared.opened(deck_of(deal)).hex() if deal.ended_at else None


def deck_of(deal: DailyDeal) -> shared.SharedDeck:
    """The stored deck of a day, still sealed."""
    return shared.SharedDeck(number=1, ctx=deal.ctx, sealed=bytes(deal.sealed), commitment=deal.commitment)


def day_at(table: Table) -> date | None:
    """The day whose deal is played at this table; None at any other table."""
    day = table.settings.get("daily")
    return date.fromisoformat(day) if day else None


def closes_at(deal: DailyDeal) -> datetime:
    """The moment when the deal can no longer be played."""
    return days.ends(deal.day)
