"""Public information about tables under play. Of a table that is shown with a delay: what its watchers have seen."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Count, IntegerField, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.live.setup.delay import Delay, delay_in
from games.live.store import logbook, play_rows, undo_log
from games.models import Deal, DealSecret, Kind, Play, Status, Table

LINKS = 1000  # of a chain at once


def deals(public_ids: Iterable[str]) -> QuerySet[Deal]:
    """The finished deals of these tables, in order. Of a table with a delay, only those that watchers have seen to the
    end."""
    return _told(Table.objects.filter(public_id__in=list(public_ids)))


def adjustments(public_ids: Iterable[str]) -> dict[int, list[Play]]:
    """The corrections by directors on the sheets of these tables (IRR-35) that still stand, in order, by table id. Of a
    table with a delay, only those before the end of the last deal that watchers have seen."""
    tables = Table.objects.filter(public_id__in=list(public_ids))
    late = _late(tables)
    ends = dict(_told(tables).order_by().values_list("table").annotate(Max("last_seq"))) if late else {}
    rulings = logbook.rulings().filter(table__in=tables, action__do__in=["dir_adjust", "dir_undo"])
    entered: dict[int, list[Play]] = {}
    for play in rulings.order_by("table", "seq"):
        if play.table_id not in late or play.seq <= ends.get(play.table_id, 0):
            entered.setdefault(play.table_id, []).append(play)
    return {
        table: [play for play in plays if play.action["do"] == "dir_adjust" and undo_log.stands(play.seq, undos)]
        for table, plays in entered.items()
        for undos in [undo_log.undos(plays)]
    }


def chain_links(tournament: str, after: int = 0) -> list[dict[str, Any]]:
    """The next links of a chain after number `after`, up to a fixed number: the context (`ctx`), commitment and head of
    each. All of it is public once the attempt has begun; of a table with a delay, once watchers have seen the deal
    before (until then the fields are empty)."""
    found = DealSecret.objects.filter(
        link__gt=after, link__lte=after + LINKS, ctx__contains=f'"tournament":"{tournament}"'
    )
    rows = list(found.order_by("link", "pk").values("link", "ctx", "commitment", "head", "table_id", "deal", "dealer"))
    tables = Table.objects.filter(pk__in={row["table_id"] for row in rows if row["dealer"] is None})
    late = _late(tables)
    told = dict(_told(tables).order_by().values_list("table").annotate(Max("number"))) if late else {}
    links: dict[int | None, dict[str, Any]] = {}
    for row in rows:
        is_told = row["table_id"] not in late or row["deal"] <= told.get(row["table_id"], 0) + 1
        shown = {"ctx": row["ctx"], "commitment": row["commitment"]} if is_told else {"ctx": "", "commitment": ""}
        links[row["link"]] = {"link": row["link"], **shown, "head": row["head"]}
    return list(links.values())


def _late(tables: QuerySet[Table]) -> Mapping[int, Delay]:
    """The delays, by id, of the tables that are under play and have one."""
    rows = tables.filter(status=Status.PLAYING, settings__has_key="delay").values_list("pk", "settings")
    found = {pk: delay_in(settings) for pk, settings in rows}
    return {pk: delay for pk, delay in found.items() if delay is not None}


def _told(tables: QuerySet[Table]) -> QuerySet[Deal]:
    found = Deal.objects.filter(table__in=tables).order_by("table", "number")
    waits = _late(tables)
    found = found.exclude(_is_too_new({pk: delay.minutes for pk, delay in waits.items() if delay.minutes}))
    late = {pk: delay.moves for pk, delay in waits.items() if delay.moves}
    if not late:  # a finished deal is public
        return found
    is_told = ~Q(table__in=late)
    for moves in set(late.values()):
        is_told |= Q(table__in=[pk for pk, needed in late.items() if needed == moves], moves_since__gte=moves)
    since = Play.objects.filter(table=OuterRef("table"), seq__gt=OuterRef("last_seq"), kind=Kind.PLAYER)
    counted = since.exclude(action__do__in=play_rows.PLAYERS_OWN).order_by().values("table").annotate(n=Count("pk"))
    return found.annotate(moves_since=Coalesce(Subquery(counted.values("n"), output_field=IntegerField()), 0)).filter(
        is_told
    )


def _is_too_new(late: Mapping[int, int]) -> Q:
    """Selects the deals, by table id, that ended so lately that watchers with a delay of minutes do not see them
    yet."""
    now = datetime.now(UTC)
    found = Q(pk__in=())
    for minutes in set(late.values()):
        tables = [pk for pk, needed in late.items() if needed == minutes]
        found |= Q(table__in=tables, finished_at__gt=now - timedelta(minutes=minutes))
    return found
