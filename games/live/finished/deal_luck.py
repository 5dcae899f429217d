"""The luck of a sitting's deals: computed from its log once it is over, and stored with each deal."""

import logging
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from django.db.models import QuerySet

from duework import processes
from games import engine
from games.live.setup import terms
from games.live.setup.terms import Terms
from games.live.sitting import steps
from games.live.store import loading
from games.live.store.loading import Foreign
from games.models import UNFINISHED, Deal, Table
from games.players.judging.chances import chances
from games.players.judging.luck import DealLuck, deal_luck, sitting_luck
from games.players.judging.value import VALUES, value_for

logger = logging.getLogger(__name__)
Compute = Callable[[Table, Sequence[engine.Action]], Iterable[DealLuck | None]]


def here(table: Table, actions: Sequence[engine.Action]) -> Iterable[DealLuck | None]:
    """Compute the luck of every deal of a sitting in this thread."""
    return sitting_luck(engine.rule_set(table.rules, **table.options), actions)


class Beside:
    """Computes luck in a separate process, because a sitting takes some hundredths of a second and a table server must
    not block so long. If that process fails, luck is computed here."""

    def __init__(self) -> None:
        self._process = processes.Beside("games.live.finished.luck_process")

    def __call__(self, table: Table, actions: Sequence[engine.Action]) -> Iterable[DealLuck | None]:
        try:
            found: list[DealLuck | None] = self._process.ask((table.rules, table.options, list(actions)))
        except processes.Broken:
            logger.warning("the process that computes luck is gone", exc_info=True)
            return here(table, actions)
        return found

    def end(self) -> None:
        """End the process."""
        self._process.end()


def keep(table: Table, compute: Compute = here) -> None:
    """Write the luck of every deal of a finished sitting. Where it cannot be computed, the deals stay without luck, and
    the sitting still ends. Repeating it changes nothing."""
    try:
        fixed = terms.terms(table)
        found = lucks(table, fixed, loading.history(fixed, until=table.version), compute)
    except Exception:
        logger.exception("the luck of table %s could not be computed", table.public_id)
        return
    for deal, luck in found:
        Deal.objects.filter(pk=deal.pk, value="").update(luck=round(luck.luck, 4), value=luck.key)


def luck_of(deal: Deal, fixed: Terms, log: Iterable[Foreign]) -> tuple[DealLuck, dict[int, float]] | None:
    """The luck of one deal, by the value function that it was stored with, from the log of its table; and the luck of
    each of its draws for seat 0, by the version that drew. None if the deal has none."""
    if not deal.value:
        return None
    known = played(log)
    place = _scored(deal.table).filter(number__lt=deal.number).count()
    found = islice(chances(fixed.rules, actions_of(known)), place, None)
    luck = deal_luck(VALUES[deal.value], next(found))
    if luck is None:
        return None
    return luck, {known[place].sitting.version: worth for place, worth in luck.draws}


def lucks(table: Table, fixed: Terms, log: Iterable[Foreign], compute: Compute = here) -> list[tuple[Deal, DealLuck]]:
    """The stored luck of every scored deal of a table that has one."""
    if value_for(fixed.rules) is None or len(fixed.seats) != 2:
        return []
    found = compute(table, actions_of(played(log)))
    return [(deal, luck) for deal, luck in zip(_scored(table), found, strict=False) if luck is not None]


def _scored(table: Table) -> QuerySet[Deal]:
    return Deal.objects.filter(table=table).exclude(type__in=(UNFINISHED, engine.LOST)).order_by("number")


def played(log: Iterable[Foreign]) -> list[Foreign]:
    """The plays of a log that the engine knows, without the table's own and those taken back."""
    kept: list[Foreign] = []
    for play in log:
        if isinstance(play.action, engine.DirUndo):
            kept = [one for one in kept if one.sitting.version <= play.action.event]
        elif steps.is_of_engine(play.action):
            kept.append(play)
    return kept


def actions_of(plays: Iterable[Foreign]) -> list[engine.Action]:
    """The engine's actions in these plays."""
    return [play.action for play in plays if steps.is_of_engine(play.action)]
