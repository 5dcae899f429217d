"""The chain of each tournament's shuffles. Every attempt is linked to the one before within a second, so nobody can
remove, change or insert one later without changing the printed head."""

from collections import defaultdict
from typing import NamedTuple

from django.db import close_old_connections, connection, transaction

from games.engine.cards import shuffle
from games.models import Chain, DealSecret

AT_ONCE = 500
UPDATE = f"UPDATE {DealSecret._meta.db_table} SET link = %s, before = %s, head = %s WHERE id = %s"


class Waiting(NamedTuple):
    """A shuffle that is not linked yet: its context, and whether several tables share it."""

    pk: int
    ctx: str
    about: shuffle.Context
    commitment: str
    is_shared: bool


def link() -> int:
    """Link all shuffles that are not linked yet, for each tournament in the order of writing, and return the number of
    rows. A deck that several tables share is one link. Locks the chains."""
    waiting: dict[str, list[Waiting]] = defaultdict(list)
    rows = DealSecret.objects.filter(link=None).order_by("pk").values_list("pk", "ctx", "commitment", "dealer")
    for pk, ctx, commitment, dealer in rows[:AT_ONCE]:
        about = shuffle.context_of(ctx)
        waiting[about.tournament].append(Waiting(pk, ctx, about, commitment, dealer is not None))
    for tournament in sorted(waiting):
        _link(tournament, waiting[tournament])
    return sum(map(len, waiting.values()))


def link_in_thread() -> None:
    """Call `link` in a worker thread, on a connection that still works. Raises what `link` raises."""
    close_old_connections()
    link()


@transaction.atomic
def _link(tournament: str, waiting: list[Waiting]) -> None:
    Chain.objects.get_or_create(tournament=tournament, defaults={"head": shuffle.chain_start(tournament).hex()})
    chain = Chain.objects.select_for_update().get(tournament=tournament)
    still = set(DealSecret.objects.filter(pk__in=[one.pk for one in waiting], link=None).values_list("pk", flat=True))
    places: dict[tuple[str, str], tuple[int, str, str]] = {}
    written = []
    for one in waiting:
        if one.pk not in still:
            continue
        deck = (one.commitment, one.ctx)
        place = places.get(deck) or _place_of(deck) if one.is_shared else None
        if place is None:
            after = shuffle.chain_link(bytes.fromhex(chain.head), one.about, bytes.fromhex(one.commitment)).hex()
            place = (chain.links + 1, chain.head, after)
            chain.links, _, chain.head = place
        places[deck] = place
        written.append((*place, one.pk))
    with connection.cursor() as cursor:
        cursor.executemany(UPDATE, written)
    chain.save(update_fields=["links", "head"])


def _place_of(deck: tuple[str, str]) -> tuple[int, str, str] | None:
    """The place in the chain of a shared deck that is already linked: its link, and the head before and after it."""
    commitment, ctx = deck
    shared = DealSecret.objects.filter(commitment=commitment, ctx=ctx).exclude(dealer=None).exclude(link=None)
    found = shared.values_list("link", "before", "head").first()
    return None if found is None or found[0] is None else (found[0], found[1], found[2])
