"""The verifiable shuffle undercut-shuffle/1: a deck that follows from committed secrets, byte for byte.

Pure: the caller brings the secret bytes. Step numbers are those of the published procedure. Cards are numbered
rank first within a suit, `i = rank + len(pack) * suit`, which for a pack of 52 is the engine's own numbering.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, permutations

from games.engine.cards.cards import SUITS

TAG = b"undercut-shuffle/1"
SECRET_BYTES = 32
VERSION = 1
MODES = ("players", "server")
PACKS = ("A23456789TJQK", "A234567JQK", "A23456789T")
RENAMINGS = tuple("".join(suits) for suits in permutations(SUITS))

_WORD = re.compile(r"[A-Za-z0-9._-]{1,40}")
_RULES = re.compile(r"[A-Za-z0-9._~=:-]{1,1000}")  # a key of a house rule set says its values
_LARGEST = 2**53 - 1
_WORD_RANGE = 2**32


class BadShuffle(ValueError):
    """The procedure does not allow this context, secret, entropy or cut; the message says what is allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a shuffle is bound to: the deal, the table, the attempt and the players.

    `seats` are the public ids of those who get cards, clockwise; `dealer` is an index in them; `deal` 0 is the drawing
    for the first deal; `round` 0 and tournament "casual" mean that there is none. Raises BadShuffle.
    """

    attempt: int
    board: int
    deal: int
    dealer: int
    mode: str
    pack: str
    round: int
    rules: str
    seats: tuple[str, ...]
    table: str
    tournament: str

    def __post_init__(self) -> None:
        numbers = (self.attempt, self.board, self.deal, self.dealer, self.round)
        if any(type(number) is not int or not 0 <= number <= _LARGEST for number in numbers):
            raise BadShuffle("attempt, board, deal, dealer and round are integers from 0 to 2^53-1")
        words = (self.table, self.tournament, *self.seats)
        if any(_WORD.fullmatch(word) is None for word in words):
            raise BadShuffle("table, tournament and seats are 1 to 40 characters of A-Z a-z 0-9 . _ -")
        if _RULES.fullmatch(self.rules) is None:
            raise BadShuffle("rules are 1 to 1000 characters of A-Z a-z 0-9 . _ ~ = : -")
        if self.mode not in MODES or self.pack not in PACKS:
            raise BadShuffle(f"mode is one of {MODES}, pack one of {PACKS}")
        if self.attempt < 1 or self.dealer >= len(self.seats):
            raise BadShuffle("attempts count from 1, and the dealer is the index of a seat")

    @property
    def encoded(self) -> bytes:
        """The canonical JSON of the context as ASCII bytes."""
        plain = {name: getattr(self, name) for name in self.__slots__} | {"seats": list(self.seats), "v": VERSION}
        return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")

    @property
    def order(self) -> tuple[int, ...]:
        """Seat indices from the dealer clockwise; the last is the cutter."""
        seats = len(self.seats)
        return tuple((self.dealer + step) % seats for step in range(seats))


@lru_cache(maxsize=1024)
def context_of(encoded: str) -> Context:
    """The context that a canonical JSON describes. Raises BadShuffle."""
    fields = json.loads(encoded)
    seats = tuple(fields.pop("seats"))
    return Context(seats=seats, **{name: value for name, value in fields.items() if name != "v"})


def digest(*parts: bytes) -> bytes:
    """H: SHA-256 over the tag and the parts, each with its length before it."""
    return hashlib.sha256(_with_lengths(TAG, *parts)).digest()


def server_commitment(context: Context, secret: bytes) -> bytes:
    """Step 1: C_S, published before anybody else chooses anything."""
    return digest(b"server", context.encoded, _checked(secret))


def player_commitment(context: Context, seat: int, entropy: bytes) -> bytes:
    """Step 2: C_i, the commitment of the seat with this index to its entropy."""
    return digest(b"player", _decimal(seat), context.encoded, _checked(entropy))


def house_entropy(context: Context, seat: int, secret: bytes) -> bytes:
    """The entropy of a house player, which has no choice of its own."""
    return digest(b"house", _decimal(seat), context.encoded, _checked(secret))


def key(context: Context, secret: bytes, entropies: Sequence[bytes] = ()) -> bytes:
    """Step 5: K, from the server's secret and the entropies in the order dealer first, cutter last."""
    expected = len(context.seats) if context.mode == "players" else 0
    if len(entropies) != expected:
        raise BadShuffle(f"mode {context.mode} takes {expected} entropies here, not {len(entropies)}")
    parts = (TAG, b"key", context.encoded, *(_checked(entropy) for entropy in entropies))
    return hmac.digest(_checked(secret), _with_lengths(*parts), "sha256")


def words(stream_key: bytes) -> Iterator[int]:
    """Step 6: the endless stream of 32-bit words of a key."""
    for number in count():
        block = hmac.digest(stream_key, b"stream" + number.to_bytes(8, "big"), "sha256")
        for at in range(0, len(block), 4):
            yield int.from_bytes(block[at : at + 4], "big")


def below(stream: Iterator[int], limit: int) -> int:
    """Step 6: the next number of the stream in 0 … limit-1, every one equally likely."""
    fair = _WORD_RANGE - _WORD_RANGE % limit
    return next(word for word in stream if word < fair) % limit


def deck(context: Context, secret: bytes, entropies: Sequence[bytes] = (), cut: int = 0) -> tuple[int, ...]:
    """Steps 5-7: the numbers of the cards in dealing order. In mode server there are no entropies and no cut."""
    at = _checked_cut(context, cut)
    cards = _shuffled(context, words(key(context, secret, entropies)))
    return tuple(cards[at:] + cards[:at])


def renaming(context: Context, secret: bytes) -> str:
    """The suits that replace clubs, diamonds, hearts and spades when a duplicate deck is played again: the next number
    of the deck's stream chooses among the 24 orders, in dictionary order. Mode server."""
    stream = words(key(context, secret))
    _shuffled(context, stream)
    return RENAMINGS[below(stream, len(RENAMINGS))]


def renamed(cards: Sequence[int], suits: str) -> tuple[int, ...]:
    """A whole deck with these suits in place of C, D, H and S; the ranks stay."""
    ranks = len(cards) // len(SUITS)
    return tuple(SUITS.index(suits[card // ranks]) * ranks + card % ranks for card in cards)


def order_seed(context: Context, secret: bytes) -> str:
    """The seed that orders a mirror match: it follows from the secret of its first deck, so that nobody can know it
    before."""
    return digest(b"order", context.encoded, _checked(secret)).hex()


def _shuffled(context: Context, stream: Iterator[int]) -> list[int]:
    """Step 7 before the cut; afterwards the stream stands at its next number."""
    cards = list(range(len(context.pack) * len(SUITS)))
    for last in range(len(cards) - 1, 0, -1):
        other = below(stream, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def card_name(number: int, pack: str) -> str:
    """The text of the card with this number, rank then suit."""
    suit, rank = divmod(number, len(pack))
    return pack[rank] + SUITS[suit]


def transcript_code(
    context: Context, bound: bytes, commitments: Sequence[bytes] = (), entropies: Sequence[bytes] = (), cut: int = 0
) -> str:
    """Step 9: the eight hex digits that all screens show. `bound` is C_S; both lists begin with the dealer; the cutter
    does not commit."""
    number = _decimal(_checked_cut(context, cut))
    parts = (context.encoded, bound, *commitments, *entropies, number)
    return digest(b"transcript", *parts)[:4].hex()


def chain_start(tournament: str) -> bytes:
    """head_0 of a tournament's chain of commitments."""
    return digest(b"chain", tournament.encode("ascii"))


def chain_link(head: bytes, context: Context, commitment: bytes) -> bytes:
    """head_n: the chain after one more attempt, aborted ones included; `commitment` is its C_S."""
    return digest(b"link", head, context.encoded, commitment)


def _checked(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise BadShuffle(f"a secret or an entropy is {SECRET_BYTES} bytes, not {len(secret)}")
    return secret


def _checked_cut(context: Context, cut: int) -> int:
    size = len(context.pack) * len(SUITS)
    if not 0 <= cut < size or (cut and context.mode == "server"):
        raise BadShuffle(f"a cut is 0 to {size - 1}, and 0 in mode server")
    return cut


def _decimal(number: int) -> bytes:
    return str(number).encode("ascii")


def _with_lengths(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
