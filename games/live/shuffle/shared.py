"""Decks that several tables share. They are sealed before anybody plays and are the same at every table of a round."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from games import engine
from games.engine.cards import shuffle
from games.live.shuffle import dealing, seal

SEATS = ("n", "s")
TABLE = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedDeck:
    """A deck as it is stored: its context (public), its sealed secret, and the commitment that is published at once."""

    number: int
    ctx: str
    sealed: bytes
    commitment: str


def new_decks(*, tournament: str, round_number: int, rules: str, count: int) -> tuple[SharedDeck, ...]:
    """Fresh decks, numbered from 1, for a tournament's round. Raises BadShuffle."""
    return tuple(drawn(context(tournament, round_number, rules, number)) for number in range(1, count + 1))


def cards_of(deck: SharedDeck, rules: engine.RuleSet, *, is_renamed: bool = False) -> tuple[int, ...]:
    """The cards in dealing order, by the numbers of these rules. `is_renamed`: as they come when a mirror match plays
    the deck again. Raises `InvalidTag` for a changed secret."""
    about, secret = shuffle.context_of(deck.ctx), opened(deck)
    cards = shuffle.deck(about, secret)
    if is_renamed:
        cards = shuffle.renamed(cards, shuffle.renaming(about, secret))
    return dealing.in_pack(cards, about, rules.pack)


def renaming_of(deck: SharedDeck) -> str:
    """The suits that replace clubs, diamonds, hearts and spades when the deck is played again."""
    return shuffle.renaming(shuffle.context_of(deck.ctx), opened(deck))


def order_seed(decks: Sequence[SharedDeck]) -> str:
    """The seed that orders the deals of a mirror match; it follows from the secret of the first deck."""
    return shuffle.order_seed(shuffle.context_of(decks[0].ctx), opened(decks[0]))


def opened(deck: SharedDeck) -> bytes:
    """Open the secret. Raises `InvalidTag` if it was changed."""
    return seal.unseal(deck.sealed, deck.ctx.encode("ascii"))


def dealer_of(number: int) -> int:
    """The seat that deals a deck: the first seat deals odd decks, the second even ones."""
    return (number - 1) % 2


def context(tournament: str, round_number: int, rules: str, number: int) -> shuffle.Context:
    """The context that a shared deck is bound to: tournament, round and deck, but no table."""
    return shuffle.Context(
        attempt=1,
        board=0,
        deal=number,
        dealer=dealer_of(number),
        mode="server",
        pack=dealing.pack_of(engine.VARIANTS[rules]),
        round=round_number,
        rules=rules,
        seats=SEATS,
        table=TABLE,
        tournament=tournament,
    )


def drawn(about: shuffle.Context) -> SharedDeck:
    """A fresh deck bound to this context. Raises BadShuffle."""
    secret, encoded = secrets.token_bytes(shuffle.SECRET_BYTES), about.encoded
    return SharedDeck(
        number=about.deal,
        ctx=encoded.decode("ascii"),
        sealed=seal.seal(secret, encoded),
        commitment=shuffle.server_commitment(about, secret).hex(),
    )
