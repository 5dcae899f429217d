"""Gin's actions and events, made once and used again; those of every game come from the shared part."""

from games.engine.moves.actions import Gin, Knock, PassUpcard, TakeUpcard
from games.engine.moves.events import Passed, TookUpcard
from games.engine.play.ready import ALONE as ALONE
from games.engine.play.ready import BIT as BIT
from games.engine.play.ready import CARDS as CARDS
from games.engine.play.ready import DISCARD as DISCARD
from games.engine.play.ready import DISCARDED as DISCARDED
from games.engine.play.ready import DRAW_DISCARD as DRAW_DISCARD
from games.engine.play.ready import DRAW_EITHER as DRAW_EITHER
from games.engine.play.ready import DRAW_STOCK as DRAW_STOCK
from games.engine.play.ready import DREW_PILE as DREW_PILE
from games.engine.play.ready import DREW_STOCK as DREW_STOCK
from games.engine.play.ready import SEATS as SEATS
from games.engine.play.ready import Ready as Ready
from games.engine.play.ready import throws as throws

TAKE_UPCARD = tuple((TakeUpcard(seat),) for seat in range(SEATS))
PASS_UPCARD = tuple((PassUpcard(seat),) for seat in range(SEATS))
KNOCK = tuple(tuple(Knock(seat, card) for card in range(CARDS)) for seat in range(SEATS))
GIN = tuple(tuple(Gin(seat, card) for card in range(CARDS)) for seat in range(SEATS))

PASSED: tuple[Ready, ...] = tuple((Passed(seat),) for seat in range(SEATS))
TOOK_UPCARD: tuple[tuple[Ready, ...], ...] = tuple(
    tuple((TookUpcard(seat, card),) for card in range(CARDS)) for seat in range(SEATS)
)
