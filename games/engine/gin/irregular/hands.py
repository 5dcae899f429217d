"""Faulty deals and wrong numbers of cards: IRR-1 to IRR-12, IRR-33."""

from dataclasses import replace

from games.engine.gin import ending
from games.engine.gin.ending import opponents
from games.engine.gin.irregular.effects import found, nothing_shown, to_choose, with_effects, without
from games.engine.gin.irregular.seen import offender_of
from games.engine.laws.entering import entered
from games.engine.moves.events import Event
from games.engine.moves.law_events import Ruled
from games.engine.moves.offence import Offence
from games.engine.moves.result import DealResult
from games.engine.play.dealing import HAND_SIZE
from games.engine.play.impossible import Impossible
from games.engine.play.rules import Outcome, RuleSet
from games.engine.play.state import CHANCE, NOT_TAKEN, Effect, Phase, Rest, State, changed, changed_rest

BEFORE_THE_DEAL = (Phase.DEALING, Phase.DONE)
COMPLETED = (Phase.SHOWDOWN, Phase.DONE)


def irr_1(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-1: the wrong player has dealt: until the upcard is turned his opponent may stop it. IRR-2: then it stands."""
    dealer = offender_of(offence)
    if state.phase not in BEFORE_THE_DEAL:
        return irr_2(rules, state, offence)
    waiting = next_deal(rules, state)
    proper = waiting.rest.places.dealer
    if proper == dealer:
        raise Impossible("E_PHASE", "IRR-1", "it is that player's deal")
    wrong = changed(waiting, rest=changed_rest(waiting.rest, places=replace(waiting.rest.places, dealer=dealer)))
    misdealt = Effect("misdealt", dealer, until="upcard", irr="IRR-1", by=proper, offers=("stop_deal",))
    return with_effects(wrong, misdealt), (Ruled("IRR-1", dealer, "choose"),)


def irr_2(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-2: found after the upcard was turned: the deal stands, the next dealer follows the actual one."""
    dealer, places = offence.offender, state.rest.places
    if dealer is not None and state.phase not in BEFORE_THE_DEAL:
        state = changed(state, rest=changed_rest(state.rest, places=replace(places, dealer=dealer)))
    return state, (Ruled("IRR-2", dealer, "stands"),)


def redealt(rules: RuleSet, state: State) -> Outcome:
    """IRR-8: the holder of the correct hand chooses a new deal, by the same dealer."""
    choice = found(state.rest, "choice")
    return void(rules, state, Ruled("IRR-8", None if choice is None else choice.by, "new deal"))


def stopped(rules: RuleSet, state: State) -> Outcome:
    """IRR-1: a new deal by the right dealer."""
    misdealt = found(state.rest, "misdealt")
    assert misdealt is not None
    return void(rules, state, Ruled("IRR-1", misdealt.seat, "new deal"), misdealt.by)


def irr_3(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-3: a face-up card in the pack before the upcard is turned: a new deal by the same dealer; later IRR-5."""
    if state.phase not in BEFORE_THE_DEAL:
        return irr_5(rules, state, offence)
    return void(rules, next_deal(rules, state), Ruled("IRR-3", offence.offender, "new deal"))


def irr_4(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-4: a card exposed in dealing, before the upcard is turned: as IRR-3."""
    if state.phase not in BEFORE_THE_DEAL:
        raise Impossible("E_TOO_LATE", "IRR-4", "the upcard has been turned")
    return void(rules, next_deal(rules, state), Ruled("IRR-4", offence.offender, "new deal"))


def irr_5(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-5: a faced card met in the stock later: it is turned down, and the undrawn stock is shuffled again."""
    if state.phase in BEFORE_THE_DEAL:
        return irr_3(rules, state, offence)
    due = Effect("reshuffle", CHANCE, until="reshuffled", irr="IRR-5")
    waiting = state if found(state.rest, "reshuffle") else with_effects(state, due)
    return waiting, (Ruled("IRR-5", offence.offender, "reshuffle"),)


def irr_6(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-6, 7, 8: wrong hands, as counted. The first draws decide which row applies.

    IRR-6: before that player's own first draw: a new deal, same dealer. IRR-7: both wrong after it: the same.
    IRR-8: one hand wrong: the holder of the correct hand chooses between a new deal and going on (IRR-9).
    Once the hand is completed IRR-10 to IRR-12 answer instead.
    """
    if state.phase in COMPLETED:
        return rules.kernel.laws["IRR-10"](rules, state, offence)
    wrong = counted(state, offence)
    early = [effect for effect in wrong if not _has_drawn(rules, state, effect.seat, offence.irr)]
    if early:
        return void(rules, state, Ruled("IRR-6", early[0].seat, "new deal"))
    if len(wrong) > 1:
        return void(rules, state, Ruled("IRR-7", None, "new deal"))
    (bad,) = wrong
    first = opponents(state.rest.places.after, bad.seat)[0]
    asked = to_choose(state, Offence(irr="IRR-8", offender=bad.seat, by=first), ("choose_redeal", "choose_continue"))
    return asked, (Ruled("IRR-8", bad.seat, "choose"),)


def irr_9(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-8, 9, A3: the deal goes on, and the wrong hand is corrected one card a turn; meanwhile there is no knock.

    Once the hand is completed IRR-10 to IRR-12 answer instead.
    """
    if state.phase in COMPLETED:
        return rules.kernel.laws["IRR-10"](rules, state, offence)
    choice = found(state.rest, "choice")
    if choice is not None:
        state = changed(without(state, choice), phase=Phase(choice.phase), turn=choice.n)
    wrong = counted(state, offence)
    fixes = [replace(effect, kind="fix", until="corrected", irr="IRR-9") for effect in wrong]
    ruled = tuple(Ruled("IRR-9", fix.seat, "one card a turn") for fix in fixes)
    return with_effects(without(state, *wrong), *fixes), ruled


def irr_10(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-10, 11, 12: wrong numbers found when the hand is completed: it is scored, or scored again, with them."""
    wrong = counted(state, offence)
    names = {True: ("IRR-11", "cannot win"), False: ("IRR-10", "10 points a card")}
    ruled: tuple[Event, ...] = tuple(Ruled(names[e.n > 0][0], e.seat, names[e.n > 0][1]) for e in wrong)
    if len(wrong) > 1:
        ruled = (Ruled("IRR-12", None, "void"),)
    if state.phase is Phase.SHOWDOWN:
        fixes = [replace(effect, kind="fix", until="deal", irr="IRR-10") for effect in wrong]
        return with_effects(without(state, *wrong), *fixes), ruled
    if state.phase is not Phase.DONE or state.rest.spread is None:
        raise Impossible("E_PHASE", "IRR-10", "the hand is not completed")
    return _scored_anew(rules, state, wrong, ruled)


def irr_33(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-33: the pack is imperfect: the hand is void, same dealer; earlier scores stand."""
    if state.phase is Phase.DONE:
        raise Impossible("E_TOO_LATE", "IRR-33", "the hand is over and stands")
    return void(rules, next_deal(rules, state), Ruled("IRR-33", None, "void"))


def void(rules: RuleSet, state: State, ruled: Event, dealer: int | None = None) -> Outcome:
    """§14.2: the hand does not count and all its effects end; `dealer`, else the same one, deals again."""
    rest = state.rest
    places = rest.places if dealer is None else replace(rest.places, dealer=dealer)
    deal = rest.deal + (state.phase is Phase.DEALING)
    clean = changed_rest(nothing_shown(rest), places=places, deal=deal, effects=())
    result = DealResult(
        type="void",
        winner=None,
        points=0,
        penalties=(0,) * len(state.hands),
        factor=rest.factor,
        next_dealer=places.dealer,
    )
    done, events = entered(rules, changed(state, rest=clean), result)
    return done, (ruled, *events)


def next_deal(rules: RuleSet, state: State) -> State:
    """The state with the places of the deal being dealt: between two deals those of the next one."""
    if state.phase is not Phase.DONE:
        return state
    before: Rest = state.rest
    if before.standing.over or before.result is None:
        raise Impossible("E_PHASE", "GIN-32", "the game is over")
    places = rules.seating.next(rules, before.places, before.result)
    rest = changed_rest(nothing_shown(before), places=places, result=None, effects=())
    return changed(state, phase=Phase.DEALING, rest=rest)


def counted(state: State, offence: Offence) -> tuple[Effect, ...]:
    """The wrong hands, as the director has counted them; raises Impossible E_PHASE if all are right."""
    wrong = tuple(effect for effect in state.rest.effects if effect.kind == "counted" and effect.n)
    if not wrong:
        raise Impossible("E_PHASE", offence.irr, "no wrong number of cards has been counted")
    return wrong


def _has_drawn(rules: RuleSet, state: State, seat: int, irr: str) -> bool:
    """IRR-6, A12: has the player made his own first draw?

    Strict play keeps no account of draws. Once the stock has lost as many cards as there are players, all have drawn;
    where the table cannot tell, the recorded row does: IRR-6 is found before that draw, IRR-7 and IRR-8 after it.
    """
    noted = [effect.seat for effect in state.rest.effects if effect.kind == "drawn"]
    if noted or rules.laws != "strict":
        return seat in noted
    if state.phase is Phase.UPCARD or state.passes or (not state.pile and state.taken == NOT_TAKEN):
        return False
    if state.phase is Phase.DISCARD and state.turn == seat:
        return True
    playing = len(state.hands) - len(state.rest.places.waiting)
    drawn = len(rules.pack.cards) - HAND_SIZE * playing - 1 - state.stock
    return drawn >= playing or irr != "IRR-6"


def _scored_anew(rules: RuleSet, state: State, wrong: tuple[Effect, ...], ruled: tuple[Event, ...]) -> Outcome:
    """Replace the deal's entry on the sheet with one that counts the cards found."""
    rest = state.rest
    assert rest.laid is not None
    assert rest.result is not None
    score = rest.score.without(rest.result)
    fixes = tuple(replace(effect, kind="fix", until="deal", irr="IRR-10") for effect in wrong)
    standing = rules.sheet.settle(rules, score)
    before = changed_rest(rest, score=score, standing=standing, effects=fixes, result=None)
    showdown = changed(state, phase=Phase.SHOWDOWN, turn=rest.laid.seat, rest=before)
    done, events = ending.settle(rules, showdown, rest.laid)
    return with_effects(done, *wrong), (*ruled, *events)
