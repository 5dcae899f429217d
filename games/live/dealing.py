"""Decks: a fresh sealed secret for every deal, its commitment, and the deck that follows from it (mode server)."""

import json
import secrets

from games import engine
from games.engine import shuffle
from games.live import seal
from games.live.sitting import Sitting
from games.live.statements import Secret
from games.live.terms import Terms

PACK = "A23456789TJQK"


def chance(terms: Terms, sitting: Sitting) -> tuple[engine.Action, Secret] | None:
    """The action that chance owes the table now, with the secret to be written beside it; None when it owes nothing."""
    due = None if sitting.ending else engine.due_chance(terms.rules, sitting.state)
    if due is None:
        return None
    if due is engine.DrawForDeal:
        context = _context(terms, deal=0, dealer=0)
    else:
        context = _context(terms, deal=sitting.state.rest.deal + 1, dealer=next_dealer(sitting))
    fresh = secrets.token_bytes(shuffle.SECRET_BYTES)
    encoded = context.encoded
    secret = Secret(
        deal=context.deal,
        attempt=context.attempt,
        ctx=encoded.decode("ascii"),
        sealed=seal.seal(fresh, encoded),
        commitment=shuffle.server_commitment(context, fresh).hex(),
    )
    return due(shuffle.deck(context, fresh)), secret


def next_dealer(sitting: Sitting) -> int:
    """The seat that deals the deal to come."""
    rest = sitting.state.rest
    if rest.result is not None and rest.result.next_dealer is not None:
        return rest.result.next_dealer
    assert rest.places.dealer is not None
    return rest.places.dealer


def deck_of(ctx: str, sealed: bytes) -> tuple[int, ...]:
    """The deck that a stored secret gives; raises `cryptography.exceptions.InvalidTag` when one of both was changed."""
    return shuffle.deck(context_of(ctx), seal.unseal(sealed, ctx.encode("ascii")))


def context_of(ctx: str) -> shuffle.Context:
    """The context that a stored secret is bound to."""
    fields = json.loads(ctx)
    return shuffle.Context(**{name: value for name, value in fields.items() if name not in ("v", "seats")},
                           seats=tuple(fields["seats"]))  # fmt: skip


def _context(terms: Terms, *, deal: int, dealer: int) -> shuffle.Context:
    return shuffle.Context(
        attempt=1,
        board=0,
        deal=deal,
        dealer=dealer,
        mode="server",
        pack=PACK,
        round=terms.round,
        rules=terms.rules.key,
        seats=tuple(sitter.public_id for sitter in terms.seats),
        table=terms.public_id,
        tournament=terms.tournament,
    )
