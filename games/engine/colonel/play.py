"""The flow of one deal of Colonel on one screen: MOVES says what may happen in which phase, and which functions do
it."""

from games.engine.colonel import challenging, dealing, drawing, laying, scoring
from games.engine.colonel.irregular import LAWS, tries, under_laws
from games.engine.gin.laws import correction
from games.engine.laws import losing
from games.engine.moves.actions import Deal, Discard, DrawDiscard, DrawForDeal, DrawStock
from games.engine.moves.table_actions import AcceptChallenge, Add, Challenge, Meld, RefuseChallenge
from games.engine.play import dealing as chance
from games.engine.play.rules import Kernel, Move, RuleSet
from games.engine.play.state import Phase, State


def barred(rules: RuleSet, state: State, action: object) -> str | None:
    """The code that refuses an action whoever's turn it is; None if the turn decides.

    COL-15: only the challenged player answers a challenge, and a challenge is made in the turn of either. IRR-9: a seat
    with too many cards draws none.
    """
    if isinstance(action, DrawStock | DrawDiscard) and correction(state.rest, action.seat) > 0:
        return "E_HAND_SIZE"
    if isinstance(action, AcceptChallenge | RefuseChallenge):
        return "E_NO_RIGHT" if state.phase is Phase.CHALLENGE else "E_PHASE"
    return "E_PHASE" if isinstance(action, Challenge) else None


def to_the_last(rules: RuleSet) -> bool:
    """COL-11: does the draw of the last card end the deal?"""
    return rules.exhaustion == "immediate"


def whole_pile(rules: RuleSet) -> bool:
    """COL-5: is the pile taken whole?"""
    return rules.pickup == "pile"


def same_card(rules: RuleSet) -> bool:
    """COL-17: may the card just taken be thrown?"""
    return rules.col_same_card == "allow"


def may_challenge(rules: RuleSet) -> bool:
    """COL-15: are there challenges?"""
    return rules.challenge == "on"


DRAW_STOCK = (
    Move(drawing.draw_choices, drawing.check_draw_stock, drawing.draw_stock_to_the_last, to_the_last),
    Move(drawing.draw_choices, drawing.check_draw_stock, drawing.draw_stock),
)
DRAW_DISCARD = (
    Move(drawing.draw_choices, drawing.check_draw_discard, drawing.draw_pile, whole_pile),
    Move(drawing.draw_choices, drawing.check_draw_discard, drawing.draw_discard),
)
DISCARD = (
    Move(laying.any_discard_choices, laying.check_any_discard, laying.discard, same_card),
    Move(laying.discard_choices, laying.check_discard, laying.discard),
)
CHALLENGE = Move(challenging.choices, challenging.check, challenging.challenge, may_challenge, aside=challenging.aside)

MOVES: dict[tuple[Phase, type[object]], Move | tuple[Move, ...]] = {
    (Phase.DEALING, DrawForDeal): Move(chance.chance, chance.check_draw_for_deal, chance.draw_for_deal),
    (Phase.DEALING, Deal): Move(chance.chance, chance.check_deal, dealing.deal),
    **losing.before_the_deal(scoring.lost),
    (Phase.DRAW, DrawStock): DRAW_STOCK,
    (Phase.DRAW, DrawDiscard): DRAW_DISCARD,
    (Phase.DRAW, Discard): Move(drawing.draw_choices, laying.check_correcting, laying.correct),
    (Phase.DRAW, Challenge): CHALLENGE,
    (Phase.DISCARD, Meld): Move(laying.meld_choices, laying.check_meld, laying.meld),
    (Phase.DISCARD, Add): Move(laying.add_choices, laying.check_add, laying.add),
    (Phase.DISCARD, Discard): DISCARD,
    (Phase.DISCARD, Challenge): CHALLENGE,
    (Phase.CHALLENGE, AcceptChallenge): Move(
        challenging.accept_choices, challenging.always, challenging.accept, may_challenge
    ),
    (Phase.CHALLENGE, RefuseChallenge): Move(
        challenging.refuse_choices, challenging.always, challenging.refuse, may_challenge
    ),
    (Phase.DONE, Deal): Move(chance.chance, chance.check_deal, dealing.deal),
}

CITES = {
    "E_NOT_TURN": "COL-4",
    "E_PHASE": "COL-5",
    "E_EMPTY": "COL-5",
    "E_NOT_IN_HAND": "COL-6",
    "E_BAD_MELD": "COL-8",
    "E_SAME_CARD": "COL-17",
}
COLONEL_KERNEL = Kernel("colonel", MOVES, barred, LAWS, under_laws, tries, cites=CITES)
