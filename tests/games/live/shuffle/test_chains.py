"""The chain of a tournament's shuffles: every attempt is in it once, in order, and nothing can be removed."""

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.cards import shuffle
from games.live.shuffle import chains
from games.models import Chain, DealSecret
from tests.games import sittings
from tests.games.live import live_tables

pytestmark = pytest.mark.django_db(transaction=True)


def folded(tournament: str) -> tuple[int, str]:
    """The chain of a tournament as anybody can compute it from what is published: its links and its head."""
    rows = DealSecret.objects.exclude(link=None).order_by("link", "pk")
    known = {row.link: row for row in rows if shuffle.context_of(row.ctx).tournament == tournament}
    head = shuffle.chain_start(tournament)
    for number in sorted(known):
        row = known[number]
        assert row.before == head.hex()
        head = shuffle.chain_link(head, shuffle.context_of(row.ctx), bytes.fromhex(row.commitment))
        assert row.head == head.hex()
    assert sorted(known) == list(range(1, len(known) + 1))
    return len(known), head.hex()


def test_every_shuffle_is_linked_once_and_in_order() -> None:
    sittings.play_out(live_tables.open_table(tournament="e-9", round=1), deals=2, tell=False)
    sittings.play_out(live_tables.open_table(), deals=1, tell=False)
    assert chains.link() == 3 + 2  # each sitting drew for its first deal
    assert chains.link() == 0
    for tournament, links in (("e-9", 3), ("casual", 2)):
        chain = Chain.objects.get(tournament=tournament)
        assert (chain.links, chain.head) == folded(tournament)
        assert chain.links == links


def test_anybody_can_fold_the_published_chain(client: Client) -> None:
    sittings.play_out(live_tables.open_table(tournament="e-9"), deals=2)
    said = client.get(reverse("api:api-chain", args=["e-9"])).json()
    head = shuffle.chain_start("e-9")
    for row in said["chain"]:
        head = shuffle.chain_link(head, shuffle.context_of(row["ctx"]), bytes.fromhex(row["commitment"]))
        assert row["head"] == head.hex()
    assert (said["links"], said["head"]) == (len(said["chain"]), head.hex())
    assert client.get(reverse("api:api-chain", args=["e-9"]), {"after": 2}).json()["chain"] == said["chain"][2:]
    assert client.get(reverse("api:api-chain", args=["nothing"])).status_code == 404


def test_a_later_sitting_goes_on_where_the_chain_stands() -> None:
    sittings.play_out(live_tables.open_table(tournament="e-9"), deals=1)
    before = Chain.objects.get(tournament="e-9")
    sittings.play_out(live_tables.open_table(tournament="e-9"), deals=1)
    after = Chain.objects.get(tournament="e-9")
    assert (before.links, after.links) == (2, 4)
    assert DealSecret.objects.get(link=3).before == before.head
    assert (after.links, after.head) == folded("e-9")


def test_a_chain_from_which_a_link_was_taken_ends_elsewhere() -> None:
    sittings.play_out(live_tables.open_table(tournament="e-9", options=live_tables.LONG), deals=3)
    rows = list(DealSecret.objects.order_by("link"))
    head = shuffle.chain_start("e-9")
    for row in [*rows[:1], *rows[2:]]:
        head = shuffle.chain_link(head, shuffle.context_of(row.ctx), bytes.fromhex(row.commitment))
    assert head.hex() != Chain.objects.get(tournament="e-9").head
