"""RULES.md §15 in Conquian: the director's entries in every mode, and what players can do wrong under table laws."""

from dataclasses import replace
from typing import Any

from games.engine.cards.cards import cards_of
from games.engine.conquian.centre import own_cards, own_melds
from games.engine.conquian.laws import BEFORE_THE_FIRST_CARD, FOSTER, PLAY
from games.engine.gin.irregular import director
from games.engine.gin.irregular.effects import found
from games.engine.gin.irregular.laws import law_of
from games.engine.gin.irregular.moves import aside
from games.engine.laws.table_laws import dealt_again, sized
from games.engine.moves.actions import Action
from games.engine.moves.director import DirAdjust, DirChoice, DirRecord, DirRedeal, DirSetSize, DirUndo, DirVoid
from games.engine.moves.law_actions import LookDiscards, PeekStock, ShowCard, StopDeal, TouchStock
from games.engine.moves.law_events import Chose, Ruled, ShowedCard
from games.engine.moves.offence import Offence
from games.engine.moves.table_actions import CqTurn, CqUse
from games.engine.play.dealing import HAND_SIZE
from games.engine.play.impossible import Impossible
from games.engine.play.rules import Actions, Move, Outcome, Rows, RuleSet, nobody
from games.engine.play.state import Effect, Phase, State, centre_of, changed_rest, make_state


def check_record(rules: RuleSet, state: State, action: DirRecord) -> str | None:
    """§14.2: check that the law is a row of the table, and that the offender plays."""
    law_of(rules, action.irr)
    if rules.cnq_laws == "none" and action.irr in FOSTER:
        return "E_OPTION"
    if state.rest.places.dealer is None:
        return "E_PHASE"  # nobody deals before the draw for the first deal
    return None if action.offender in (None, 0, 1) else "E_OPTION"


def record(rules: RuleSet, state: State, action: DirRecord) -> Outcome:
    """§15: apply the law of the row."""
    offence = Offence(irr=action.irr, offender=action.offender, cards=action.cards, n=action.n or 0, stage=action.stage)
    return law_of(rules, action.irr)(rules, state, offence)


def redeal(rules: RuleSet, state: State, action: DirRedeal) -> Outcome:
    """§15: the deal does not count; that player deals."""
    return dealt_again(rules, state, Ruled("IRR-1", None, "new deal"), "redeal", action.dealer)


def void(rules: RuleSet, state: State, action: DirVoid) -> Outcome:
    """§15, IRR-33: the deal is void, the same dealer deals again."""
    return dealt_again(rules, state, Ruled("IRR-33", None, "void"), "void")


def check_set_size(rules: RuleSet, state: State, action: DirSetSize) -> str | None:
    """IRR-41: check that a hand is in play."""
    if action.player not in (0, 1) or action.n < 0:
        return "E_OPTION"
    return None if state.phase in PLAY else "E_PHASE"


def set_size(rules: RuleSet, state: State, action: DirSetSize) -> Outcome:
    """IRR-41: note the counted number of cards, and whether it is wrong: hand and table hold ten (CNQ-10)."""
    seat = action.player
    counted, events = sized(state, seat, action.n)
    effects = tuple(e for e in state.rest.effects if e.kind != "counted" or e.seat != seat)
    wrong = action.n + own_cards(state, seat).bit_count() - HAND_SIZE
    if wrong:
        effects = (*effects, Effect("counted", seat, wrong, until="ruled", irr="IRR-6"))
    rest = changed_rest(counted.rest, effects=effects)
    return make_state(
        state.phase, state.turn, state.hands, state.stock, state.pile, rest, taken=state.taken, passes=state.passes
    ), events


def check_touch(rules: RuleSet, state: State, action: TouchStock) -> str | None:
    """IRR-42: check that the player is in turn and could turn a card next."""
    if action.seat != state.turn:
        return "E_NOT_TURN"
    if state.phase not in (Phase.START, Phase.OFFER):
        return "E_PHASE"
    return None if state.stock else "E_EMPTY"


def touch(rules: RuleSet, state: State, action: TouchStock) -> Outcome:
    """IRR-42: touch the top of the stock."""
    return law_of(rules, "IRR-42")(rules, state, Offence(irr="IRR-42", offender=action.seat))


def check_two(rules: RuleSet, state: State, action: PeekStock) -> str | None:
    """IRR-43: check the two cards, and that the player is in turn and could turn one next."""
    barred = check_touch(rules, state, TouchStock(action.seat))
    return barred or (None if action.n == TWO and state.stock >= TWO else "E_EMPTY")


def turn_two(rules: RuleSet, state: State, action: PeekStock) -> Outcome:
    """IRR-43: turn two cards at once."""
    return law_of(rules, "IRR-43")(rules, state, Offence(irr="IRR-43", offender=action.seat))


def any_table(base: Move) -> Move:
    """IRR-44: allow CqUse for an impossible table, too: it is restored, and the turn goes on."""

    def check(rules: RuleSet, state: State, action: CqUse) -> str | None:
        code = base.check(rules, state, action)
        return None if code in BAD_TABLE else code

    def do(rules: RuleSet, state: State, action: CqUse) -> Outcome:
        if base.check(rules, state, action) is None:
            return base.do(rules, state, action)
        return law_of(rules, "IRR-44")(rules, state, Offence(irr="IRR-44", offender=action.seat))

    return replace(base, check=check, do=do)


def check_look(rules: RuleSet, state: State, action: LookDiscards) -> str | None:
    """IRR-28: check that there is waste to look at."""
    waste = len(state.pile) - (state.phase in (Phase.OFFER, Phase.TURNED, Phase.FORCE_WINDOW, Phase.FORCED))
    return None if waste > 0 else "E_EMPTY"


def look(rules: RuleSet, state: State, action: LookDiscards) -> Outcome:
    """IRR-28: look at the waste."""
    return law_of(rules, "IRR-28")(rules, state, Offence(irr="IRR-28", offender=action.seat))


def check_show(rules: RuleSet, state: State, action: ShowCard) -> str | None:
    """IRR-30: check that the card is his own."""
    held = 0 <= action.card < 52 and state.hands[action.seat] >> action.card & 1
    return None if held or state.rest.unknown[action.seat] else "E_NOT_IN_HAND"


def show(rules: RuleSet, state: State, action: ShowCard) -> Outcome:
    """IRR-30: show a card: no penalty, no effect."""
    return state, (ShowedCard(action.seat, action.card),)


def early_turn(base: Move) -> Move:
    """IRR-13, §14.4: allow CqTurn by the wrong player, too."""

    def check(rules: RuleSet, state: State, action: CqTurn) -> str | None:
        return base.check(rules, state, action)

    def do(rules: RuleSet, state: State, action: CqTurn) -> Outcome:
        if action.seat == state.turn:
            return base.do(rules, state, action)
        return law_of(rules, "IRR-13")(rules, state, Offence(irr="IRR-13", offender=action.seat))

    return replace(base, check=check, do=do, aside=nobody)


def check_stop(rules: RuleSet, state: State, action: StopDeal) -> str | None:
    """IRR-1: check that the wrong player has dealt, and that no card has been turned (§14.4); afterwards it is too late
    (IRR-2)."""
    misdealt = found(state.rest, "misdealt")
    if misdealt is None:
        return "E_OPTION" if rules.laws == "strict" else "E_PHASE"
    if state.phase not in BEFORE_THE_FIRST_CARD:
        return "E_TOO_LATE"
    return "E_NO_RIGHT" if action.seat != 1 - misdealt.seat else None


def stop(rules: RuleSet, state: State, action: StopDeal) -> Outcome:
    """IRR-1: a new deal by the right dealer."""
    misdealt = found(state.rest, "misdealt")
    assert misdealt is not None
    done, events = dealt_again(rules, state, Ruled("IRR-1", misdealt.seat, "new deal"), "redeal", misdealt.by)
    return done, (Chose(action.seat, "stop_deal"), *events)


def check_choice(rules: RuleSet, state: State, action: DirChoice) -> str | None:
    """§15: check the choice; the only one that a law gives a player of Conquian is to stop a deal (IRR-1)."""
    if action.choice != "stop_deal":
        raise Impossible("E_OPTION", "§15", "choice: allowed is stop_deal")
    return check_stop(rules, state, StopDeal(action.player))


def choice(rules: RuleSet, state: State, action: DirChoice) -> Outcome:
    """§15: carry out the player's choice, as if the player had given the command."""
    return stop(rules, state, StopDeal(action.player))


DIRECTOR: dict[type[Any], Move] = {
    DirRecord: aside(check_record, record),
    DirChoice: aside(check_choice, choice),
    DirRedeal: aside(director.check_redeal, redeal),
    DirAdjust: aside(director.check_adjust, director.adjust),
    DirSetSize: aside(check_set_size, set_size),
    DirVoid: aside(director.check_void, void),
    DirUndo: aside(director.check_undo, director.undo),
}

STOP = aside(check_stop, stop)
TWO = 2  # cards lifted at once
BAD_TABLE = ("E_BAD_MELD", "E_RUN_TOO_LONG")


def under_laws(rules: RuleSet, moves: Rows) -> Rows:
    """§15: the rows with the director's entries and shown cards in every mode; under table laws and recorded also with
    the slips."""
    rows = dict(moves)
    for phase in Phase:
        rows |= {(phase, kind): move for kind, move in DIRECTOR.items()}
        rows[phase, StopDeal] = STOP
    for phase in PLAY:
        rows[phase, ShowCard] = aside(check_show, show)
        if rules.laws != "strict":
            rows[phase, LookDiscards] = aside(check_look, look)
            if rules.cnq_laws == "foster":
                rows[phase, TouchStock] = aside(check_touch, touch)
                rows[phase, PeekStock] = aside(check_two, turn_two)
            if (phase, CqUse) in rows:
                rows[phase, CqUse] = any_table(moves[phase, CqUse])
    if rules.laws != "strict":
        rows[Phase.START, CqTurn] = early_turn(moves[Phase.START, CqTurn])
    return rows


def tries(rules: RuleSet, state: State, seat: int) -> Actions:
    """§15: everything that is accepted although it is not lawful."""
    doors: list[Action] = [TouchStock(seat), LookDiscards(seat), PeekStock(seat, TWO)]
    doors += _bad_tables(rules, state, seat)
    if found(state.rest, "misdealt"):
        doors.append(StopDeal(seat))
    if seat != state.turn and rules.laws != "strict":
        doors.append(CqTurn(seat))
    doors += [ShowCard(seat, card) for card in cards_of(state.hands[seat])]
    rows = rules.rows[state.phase]
    return tuple(one for one in doors if type(one) in rows and rows[type(one)].check(rules, state, one) is None)


def _bad_tables(rules: RuleSet, state: State, seat: int) -> list[Action]:
    """IRR-44: the centre card laid with one card of the hand, which stands for every impossible table."""
    centre, held = centre_of(state), cards_of(state.hands[seat])
    if rules.laws == "strict" or seat != state.turn or centre is None or centre < 0 or len(held) < 2:
        return []
    table = (*own_melds(state, seat), 1 << centre | 1 << held[0])
    return [CqUse(seat, table, held[1])]
