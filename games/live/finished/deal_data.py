"""Final deals as small plain data: what was dealt and what was done. A replay gives the rest."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import orjson
from django.db.models import QuerySet

from duework import services as duework
from games import engine
from games.live.finished import proofs
from games.live.setup import terms
from games.live.setup.terms import LETTERS, Terms
from games.live.store import logbook
from games.models import Deal, DealSecret, Seat, Table

AT_ONCE = 200  # deals in memory
SIGNS_AT_ONCE = 5000
OF_DEAL = (  # what a line has of a deal, and of its table
    "finished_at", "public_id", "number", "dealer", "winner", "points", "type", "luck", "value", "first_seq", "last_seq"
)  # fmt: skip
OF_TABLE = ("public_id", "label", "rules", "options", "settings")


def lines(found: QuerySet[Deal], walk: duework.Walk) -> Iterator[dict[str, Any]]:
    """These final deals, with table, seats and users, the oldest row first; deals that cannot be read are left out.
    They are read a few at a time, so that nobody is blocked."""
    last = 0
    while True:
        some = list(found.filter(pk__gt=last).order_by("pk")[:AT_ONCE])
        secrets: dict[tuple[int, int], dict[int, DealSecret]] = {}
        rows = DealSecret.objects.filter(table__in={deal.table_id for deal in some}).order_by("board", "attempt")
        for secret in rows:  # the last attempt is the one played
            secrets.setdefault((secret.table_id, secret.deal), {})[secret.board] = secret
        for deal in some:
            line = None
            with walk.row(f"deal {deal.public_id}"):
                line = _line(deal, secrets.get((deal.table_id, deal.number), {}).values())
            if line is not None:
                yield line
            last = deal.pk
        if len(some) < AT_ONCE:
            return


def signs(found: QuerySet[Deal]) -> Iterator[tuple[int, datetime, bytes]]:
    """Of each of these final deals its row, when it ended, and a text that changes when its line does; the oldest row
    first. The log and the shuffle of a final deal never change, so they are not read."""
    plain, last = found.select_related(None).prefetch_related(None), 0
    while some := list(
        plain.filter(pk__gt=last).order_by("pk").values_list("table_id", "pk", *OF_DEAL)[:SIGNS_AT_ONCE]
    ):
        tables: dict[int, list[Any]] = {}
        for pk, *values in Table.objects.filter(pk__in={row[0] for row in some}).values_list("pk", *OF_TABLE):
            tables[pk] = values
        seats = Seat.objects.filter(table__in=tables).order_by("table_id", "seat")
        for pk, user in seats.values_list("table_id", "user__public_id"):
            tables[pk].append(user)
        for table, row, at, *values in some:
            yield row, at, orjson.dumps([row, at, values, tables[table]], option=orjson.OPT_SORT_KEYS)
        last = some[-1][1]


def _line(deal: Deal, secrets: Iterable[DealSecret]) -> dict[str, Any]:
    table = deal.table
    fixed = terms.terms(table)
    plays = logbook.plays(table.pk, above=deal.first_seq - 1, until=deal.last_seq)
    return {
        "id": deal.public_id,
        "table": table.public_id,
        "label": table.label,
        "rules": table.rules,
        "options": table.options,
        "length": table.settings.get("length") or "game",
        "seats": [seat.user.public_id for seat in table.seats.all()],
        "deal": deal.number,
        "dealer": _letter(deal.dealer),
        "winner": _letter(deal.winner),
        "points": deal.points,
        "type": deal.type,
        "luck": deal.luck,
        "value": deal.value,
        "finished_at": deal.finished_at,
        "decks": [_deck(fixed, secret) for secret in secrets],
        "plays": [
            {"seq": play.seq, "seat": _letter(play.seat), "kind": play.kind, "action": play.action} for play in plays
        ],
    }


def _deck(fixed: Terms, secret: DealSecret) -> dict[str, Any]:
    deck, proof = proofs.deck_and_proof(fixed, secret)
    return {
        "board": secret.board,
        "cards": [engine.card_text(card, fixed.rules.pack) for card in deck],
        "shuffle": proof,
    }


def _letter(seat: int | None) -> str | None:
    return None if seat is None else LETTERS[seat]
