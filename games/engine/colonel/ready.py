"""Colonel's actions, made once and used again."""

from games.engine.cards.holding import melds_in
from games.engine.cards.melds import MELDS
from games.engine.moves.table_actions import AcceptChallenge, Challenge, Meld, RefuseChallenge
from games.engine.play.ready import SEATS

# COL-1, 8: places, not faces, make a meld; with thirteen ranks and no wrap they are gin's, ace high or low.
MELD = tuple({cards: Meld(seat, cards) for cards in MELDS} for seat in range(SEATS))

CHALLENGE = tuple((Challenge(seat),) for seat in range(SEATS))
ACCEPT_CHALLENGE = tuple((AcceptChallenge(seat),) for seat in range(SEATS))
REFUSE_CHALLENGE = tuple((RefuseChallenge(seat),) for seat in range(SEATS))


def meld_actions(seat: int, hand: int) -> tuple[Meld, ...]:
    """COL-6, 8: every Meld of the seat."""
    found = melds_in(hand)
    return tuple([MELD[seat][cards] for cards in found]) if found else ()
