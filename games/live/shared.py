"""Decks that several tables share: one sealed secret for a round, every deck of it following from the same secret."""

import secrets
from dataclasses import dataclass

from games.engine import shuffle
from games.live import seal
from games.live.dealing import PACK

SEATS = ("first", "second")


@dataclass(frozen=True, slots=True)
class SharedDecks:
    """The secret of a round's decks at rest, and the commitment that may be shown at once."""

    sealed: bytes
    commitment: str


def new_decks(*, tournament: str, number: int, rules: str) -> SharedDecks:
    """A fresh secret for the decks of a tournament's round."""
    about = context(tournament, number, rules, 1)
    secret = secrets.token_bytes(shuffle.SECRET_BYTES)
    commitment = shuffle.server_commitment(about, secret).hex()
    return SharedDecks(seal.seal(secret, about.encoded), commitment)


def shared_deck(*, sealed: bytes, tournament: str, number: int, rules: str, deck: int) -> tuple[int, ...]:
    """The cards of a deck (from 1) in dealing order. Raises `InvalidTag` for a changed secret."""
    secret = seal.unseal(sealed, context(tournament, number, rules, 1).encoded)
    return shuffle.deck(context(tournament, number, rules, deck), secret)


def dealer_of(deck: int) -> int:
    """Who deals a deck, at every table: the first seat the odd ones, the second the even ones."""
    return (deck - 1) % 2


def context(tournament: str, number: int, rules: str, deck: int) -> shuffle.Context:
    """What a shared deck is bound to: tournament, round and deck, but no table."""
    return shuffle.Context(
        attempt=1,
        board=0,
        deal=deck,
        dealer=dealer_of(deck),
        mode="server",
        pack=PACK,
        round=number,
        rules=rules,
        seats=SEATS,
        table="shared",
        tournament=tournament,
    )
