"""The deal of the day: play it, and close it when the day is over."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from duework import services as duework
from duework.models import DueWork
from games.live.daily import days, standing
from games.live.setup import terms
from games.models import DailyDeal, DailyTry, Status, Table
from games.services import tables

DAILY_END = "games.daily_end"


class NoSecondTry(ValueError):
    """The deal of the day has already been played in this browser."""


@transaction.atomic
def play_daily(*, user: User, now: datetime, guest: User | None = None) -> Table:
    """Seat a person at the deal of today: at a new table, or at the one where they have already begun. `guest` is the
    guest who played in this browser: a person cannot try again with an account after a try as a guest. Locks the day
    and the person. Raises TooManyTables, NoSecondTry."""
    deal = _today(now)
    mine = standing.try_of(deal, user)
    if mine is not None:
        return mine.table
    if guest is not None and guest.pk != user.pk and standing.try_of(deal, guest) is not None:
        raise NoSecondTry(_("You have played today’s deal as a guest in this browser. The next one comes tomorrow."))
    tables.require_room(user)
    deck = standing.deck_of(deal)
    given = terms.GivenDeck(ctx=deck.ctx, sealed=deck.sealed, commitment=deck.commitment, dealer=days.HOUSE)
    seats = [tables.SeatSpec(user), *tables.of_the_house(days.LEVEL, 1)]
    settings = {"pace": "people", "spectators": False, "daily": deal.day.isoformat()}
    opened = tables.open_table(
        rules_key=days.RULES, seats=seats, label=tables.label_of(seats), settings=settings, decks=[given], now=now
    )
    DailyTry.objects.create(deal=deal, user=user, table=opened)
    return opened


def _today(now: datetime) -> DailyDeal:
    """The deal of today, locked. The first person who asks makes it: its secret does not exist before somebody plays.
    Two who ask at once make only one, because the day is unique."""
    day = days.day_of(now)
    deck = days.new_deck(day)
    made = {"ctx": deck.ctx, "sealed": deck.sealed, "commitment": deck.commitment, "made_at": now}
    _deal, is_new = DailyDeal.objects.get_or_create(day=day, defaults=made)
    if is_new:
        key = f"{DAILY_END}:{day}"
        duework.plan(key=key, kind=DAILY_END, due_at=days.ends(day), payload={"day": day.isoformat()})
    return DailyDeal.objects.select_for_update().get(day=day)


def daily_end_due(work: DueWork, now: datetime) -> None:
    """Handler of due work `games.daily_end`."""
    end_day(day=date.fromisoformat(work.payload["day"]), now=now)


@transaction.atomic
def end_day(*, day: date, now: datetime) -> None:
    """Close a day that is over: tables still under play are closed and do not count, the others are released for
    everybody to look at, and the secret becomes public. Before the day's end, or a second time, nothing happens. Locks
    the day and its open tables."""
    deal = DailyDeal.objects.select_for_update().filter(day=day, ended_at=None).first()
    if deal is None or now < days.ends(day):
        return
    tables.close_tables(tables=_ids(deal))
    tables.release(tables=_ids(deal, status=Status.OVER))
    deal.ended_at = now
    deal.save(update_fields=["ended_at"])


def _ids(deal: DailyDeal, **only: str) -> list[str]:
    found = Table.objects.filter(daily_try__deal=deal, **only)
    return list(found.values_list("public_id", flat=True))
