"""The archive of deals: searches and their choices, files of results, and the records of the site."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

import orjson
from django.core.cache import cache
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from doors.caching import shown
from games import selectors as games
from games.live.finished import archive, game_records
from games.live.presets import offered
from games.models import Deal, Status, Table, Tally
from tournaments.tables import selectors as tables_selectors

MOST_CHOICES = 200
MOST_IN_A_FILE = 1_000  # deals
STEP = 50
OUTCOMES = {
    "knock": _("knock"),
    "gin": _("gin"),
    "big_gin": _("big gin"),
    "undercut": _("undercut"),
    "tie": _("tie"),
    "dead": _("dead deal"),
    "no_winner": _("no winner"),
    "declined": _("double declined"),
    "exhausted": _("stock used up"),
    "redeal": _("dealt again"),
    "unfinished": _("cut short"),
    "void": _("void"),
    "lost_entropy": _("lost entropy"),
}
RECORD_NAMES = {
    "wins_in_a_row": _("Most sittings won in a row"),
    "gins_in_a_row": _("Most gins in a row"),
    "best_deal": _("Most points in a deal"),
    "best_win": _("Biggest win, in points"),
    "best_total": _("Most points in a sitting"),
    "gins": _("Most gins"),
    "undercuts": _("Most undercuts"),
    "won": _("Most sittings won"),
}
HOLDERS = 5  # of each record


@dataclass(frozen=True, slots=True)
class Record:
    """A record by one preset: its kind, and its holders with value and table, the best first."""

    name: str
    holders: Sequence[tuple[Tally, int, str]]


def version_of_deals(deals: Iterable[Deal]) -> str:
    """The version of a list of deals; it covers everything that the list shows."""
    return shown.version(
        [
            (
                (deal.public_id, deal.number, deal.type, deal.winner, deal.points, deal.finished_at, deal.table.rules),
                [(seat.seat, seat.user.public_id, str(seat.user)) for seat in deal.table.seats.all()],
            )
            for deal in deals
        ]
    )


def house_records(rules: str) -> list[Record]:
    """The records of the site by a preset, without those that nobody holds yet."""
    found = games.holders(rules, HOLDERS)
    return [Record(str(RECORD_NAMES[kind]), [_held(tally, kind) for tally in best]) for kind, best in found.items()
            if best]  # fmt: skip


def _held(tally: Tally, kind: str) -> tuple[Tally, int, str]:
    at = getattr(tally, f"{kind}_at", None)
    link = "" if at is None else reverse("games:deal" if kind == "best_deal" else "games:table", args=[at.public_id])
    return tally, getattr(tally, kind), link


def presets_tallied() -> dict[str, str]:
    """The keys and names of the presets that have records."""
    return offered.names(games.presets_tallied())


def deals(
    *, tournament: str = "", since: date | None = None, until: date | None = None, **filters: Any
) -> QuerySet[Deal]:
    """Deals of finished sittings, latest first, by the filters of `games.selectors.search`; of the tournament with this
    address; finished on the days from `since` to `until`, both in the reader's time zone."""
    if tournament:
        filters["tables"] = tables_selectors.table_ids(tournament)
    if since:
        filters["since"] = _midnight(since)
    if until:
        filters["until"] = _midnight(until + timedelta(days=1))
    return games.search(**filters)


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def tournaments_played() -> dict[str, str]:
    """The addresses and names of the tournaments with deals in the archive, the latest first."""
    return {one.slug: one.name for one in tables_selectors.played_live(MOST_CHOICES)}


def _as_json(found: QuerySet[Deal]) -> Iterator[bytes]:
    for deal in found.iterator(chunk_size=STEP):
        record = archive.deal_record(deal)
        if record is not None:
            yield orjson.dumps(record) + b"\n"


def _as_records(found: QuerySet[Deal]) -> Iterator[str]:
    seen: set[int] = set()
    for deal in found.iterator(chunk_size=STEP):
        text = None if deal.table_id in seen else game_records.game_record(deal.table)
        seen.add(deal.table_id)
        if text is not None:
            yield text + "\n"


FILES: dict[str, tuple[Callable[[QuerySet[Deal]], Iterator[Any]], str]] = {
    "jsonl": (_as_json, "application/jsonl; charset=utf-8"),
    "txt": (_as_records, "text/plain; charset=utf-8"),
}


def variants_played() -> dict[str, str]:
    """The keys and names of the variants with deals in the archive."""
    keys = Table.objects.filter(status=Status.OVER).order_by("rules").values_list("rules", flat=True).distinct()
    return offered.names(list(keys))


def outcomes_seen() -> dict[str, str]:
    """The keys and names of the ways in which the archive's deals ended."""
    keys = Deal.objects.order_by("type").values_list("type", flat=True).distinct()
    return {key: outcome_name(key) for key in keys}


CHOICES: dict[str, Callable[[], dict[str, str]]] = {
    "variant": variants_played,
    "outcome": outcomes_seen,
    "tournament": tournaments_played,
}
ANEW_S = 2  # and not more often than that, for any search
CHOICES_S = 300  # the choices of the archive's search are cached so long: each is a walk through the whole archive


def choices(asked: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The choices of the archive's search, by the name of the filter. Cached choices are computed again if an `asked`
    value is not among them."""
    return {name: _choices(name, asked.get(name, "")) for name in CHOICES}


def _choices(name: str, asked: str) -> dict[str, str]:
    key = f"archive/choices/{name}/{get_language()}"
    found: dict[str, str] | None = cache.get(key)
    if found is None or (asked and asked not in found and cache.add(f"{key}/again", 1, ANEW_S)):
        found = CHOICES[name]()
        cache.set(key, found, CHOICES_S)
    return found


def outcome_name(key: str) -> str:
    """How a deal ended, in words."""
    return str(OUTCOMES.get(key, key.replace("_", " ")))
