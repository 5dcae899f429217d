"""Each player's totals over finished sittings, by preset, for records. Sittings are added one by one. Partners are
credited with what their side does. Where some wait while two play (cutthroat, chouette), the deals do not say who took
part: then only the deals that a player won count, and there are no streaks of deals."""

from collections.abc import Iterable, Iterator

from django.db import transaction
from django.db.models import Prefetch, QuerySet

from games.models import LIVE_VARIANTS, UNFINISHED, VOID, Deal, Status, Table, Tally

GINS = ("gin", "big_gin")
WAITING = ("cutthroat", "chouette")  # seatings where two play and the others wait
KEY = ("player_id", "rules")
FIGURES = [field.attname for field in Tally._meta.concrete_fields if field.attname not in ("id", *KEY)]
STEP = 200  # sittings read at a time


@transaction.atomic
def keep(table: Table) -> None:
    """Add a finished sitting to its players' tallies, unless it is held or private. If it ended before the last one
    counted, the player's tally is computed again. Locks the tallies; repeating it changes nothing."""
    is_public = table.status == Status.OVER and not (table.is_held or table.is_private)
    if not is_public or table.result is None or table.rules not in LIVE_VARIANTS:
        return
    deals = list(_deals().filter(table=table))
    for seat in table.seats.order_by("user_id"):
        Tally.objects.get_or_create(player_id=seat.user_id, rules=table.rules)
        tally = Tally.objects.select_for_update().get(player_id=seat.user_id, rules=table.rules)
        if tally.last_at is None or (tally.last_at, tally.last_table) < (table.finished_at, table.pk):
            add(tally, table, seat.seat, deals)
        else:
            [again] = fold(_sittings().filter(rules=table.rules, seats__user_id=seat.user_id), player=seat.user_id)
            again.pk = tally.pk
            tally = again
        tally.save()


def add(tally: Tally, table: Table, seat: int, deals: Iterable[Deal]) -> None:
    """Add a sitting to the tally of the player at this seat, without saving it."""
    assert table.result is not None
    net, totals = table.result["net"], table.result["totals"]
    own = seat % len(net)  # in a team game the figures are by side, and the seats of the two sides alternate
    does_wait = LIVE_VARIANTS[table.rules].seating.name in WAITING
    for deal in deals:
        if not does_wait or deal.winner == own:
            _add_deal(tally, deal, deal.winner == own, is_row=not does_wait)
    won = _has_won(table, own)
    tally.sittings += 1
    tally.won += won
    tally.wins_now = tally.wins_now + 1 if won else 0
    tally.wins_in_a_row = max(tally.wins_in_a_row, tally.wins_now)
    if won and net[own] > tally.best_win:
        tally.best_win, tally.best_win_at = net[own], table
    if totals[own] > tally.best_total:
        tally.best_total, tally.best_total_at = totals[own], table
    tally.last_at, tally.last_table = table.finished_at, table.pk


def _has_won(table: Table, own: int) -> bool:
    """Has this seat won? In a chouette, all players on the winner's side have won, as they share its score, except one
    who left."""
    assert table.result is not None
    winner, totals = table.result["winner"], table.result["totals"]
    if winner is None or winner == own or LIVE_VARIANTS[table.rules].seating.name != "chouette":
        return bool(winner == own)
    return bool(totals[own] == totals[winner] and own != table.result.get("loser"))


def _add_deal(tally: Tally, deal: Deal, won: bool, *, is_row: bool) -> None:
    gin = won and deal.type in GINS
    tally.deals += is_row
    tally.deals_won += won
    tally.gins += gin
    tally.undercuts += won and deal.type == "undercut"
    if is_row:
        tally.gins_now = tally.gins_now + 1 if gin else 0
        tally.gins_in_a_row = max(tally.gins_in_a_row, tally.gins_now)
    if won and deal.points > tally.best_deal:
        tally.best_deal, tally.best_deal_at = deal.points, deal


def fold(sittings: QuerySet[Table], *, player: int | None = None) -> list[Tally]:
    """Compute the tallies of these sittings, for all their players or for one, without saving them."""
    found: dict[tuple[int, str], Tally] = {}
    for table in sittings.iterator(chunk_size=STEP):
        for seat in table.seats.all() if table.rules in LIVE_VARIANTS else ():
            if player in (None, seat.user_id):
                key = (seat.user_id, table.rules)
                tally = found.setdefault(key, Tally(player_id=seat.user_id, rules=table.rules))
                add(tally, table, seat.seat, table.deals.all())
    return list(found.values())


@transaction.atomic
def rebuild() -> int:
    """Compute all tallies again from the archive and replace the stored ones; returns how many there are."""
    list(Tally.objects.select_for_update().values_list("pk"))  # ends wait for the lock
    again = fold(_sittings())
    Tally.objects.all().delete()
    Tally.objects.bulk_create(again, batch_size=500)
    return len(again)


def differences() -> Iterator[str]:
    """Compare the stored tallies with newly computed ones: one line for each difference."""
    there = {(tally.player_id, tally.rules): tally for tally in Tally.objects.all()}
    for tally in fold(_sittings()):
        key = (tally.player_id, tally.rules)
        kept = there.pop(key, Tally())
        for name in FIGURES:
            stands, should = getattr(kept, name), getattr(tally, name)
            if stands != should:
                yield f"player {key[0]}, {key[1]}: {name} is {stands}, by the archive {should}"
    yield from (f"player {player}, {rules}: nothing of it is in the archive" for player, rules in there)


def _sittings() -> QuerySet[Table]:
    """The sittings that count, in the order in which they ended, with their seats and the deals that count."""
    over = Table.objects.filter(status=Status.OVER, is_held=False, is_private=False, result__isnull=False)
    deals = Prefetch("deals", _deals())
    return over.order_by("finished_at", "pk").prefetch_related("seats", deals)


def _deals() -> QuerySet[Deal]:
    return Deal.objects.exclude(type__in=(UNFINISHED, *VOID)).order_by("number")
