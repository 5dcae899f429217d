"""Entries on a sheet: the result that ends a deal, and a director's correction."""

from dataclasses import replace

from games.engine.laws.catalogue import DIRECTOR, call
from games.engine.moves.director import DirAdjust
from games.engine.moves.events import DealScored, Event, GameWon
from games.engine.moves.law_events import Adjusted, Ruled
from games.engine.moves.result import DealResult, adjustment
from games.engine.play.impossible import Impossible
from games.engine.play.rules import Outcome, RuleSet
from games.engine.play.state import CHANCE, Phase, Rest, State, changed_rest, make_state


def entered(rules: RuleSet, state: State, result: DealResult) -> Outcome:
    """End a deal of any kernel: enter its result on the sheet, with the next dealer if none is named yet, and end the
    game if the sheet says so. Everything that lasts only for a deal ends: effects, an offer, a challenge, cards that
    may still be taken. Two cards that were turned at once and wait for a choice (IRR-43) go back on the stock."""
    before = state.rest
    if result.next_dealer is None:
        result = replace(result, next_dealer=rules.seating.next(rules, before.places, result).dealer)
    rest, won = added(rules, before, result)
    rest = changed_rest(
        rest,
        stock=(*before.stock[: state.stock], *before.lifted) if before.lifted else before.stock,
        offered=None,
        bound=None,
        effects=(),
        latest=(),
        challenge=None,
        lifted=(),
        result=result,
    )
    done = make_state(Phase.DONE, CHANCE, state.hands, state.stock + len(before.lifted), state.pile, rest)
    return done, (DealScored(result), *won)


def added(rules: RuleSet, rest: Rest, result: DealResult) -> tuple[Rest, tuple[GameWon, ...]]:
    """The Rest with a result added to its sheet, and GameWon if that ends the game."""
    score = rules.sheet.enter(rules, rest.score, result)
    game = rules.sheet.settle(rules, score)
    won = (GameWon(game.winner, game.totals, game.net),) if game.over else ()
    return changed_rest(rest, score=score, standing=game), won


def adjusted(rules: RuleSet, state: State, action: DirAdjust, side: int) -> tuple[Rest, tuple[Event, ...]]:
    """IRR-35: enter a correction for one side of the sheet; returns the new Rest and what happened.

    On a sheet of several columns the correction names an open one. A correction that reaches the target ends the game,
    so it is entered between two deals only. IRR-34: partners alone give counts to each other. Raises Impossible:
    E_OPTION, E_TOO_LATE, E_PHASE.
    """
    rest = state.rest
    by = call(rules, action.irr, DIRECTOR)
    if "dir_adjust" not in by.by:
        raise Impossible("E_OPTION", "IRR-35", f"irr: {by.why or 'that law is not put right in points'}")
    if rest.standing.over:
        raise Impossible("E_TOO_LATE", "IRR-35", "the game is settled")
    open_columns = [column.name for column in rest.standing.columns if not column.over]
    if action.column not in (open_columns or ("",)):
        allowed = f"one of {', '.join(open_columns)}" if open_columns else "none: this sheet has no columns"
        raise Impossible("E_OPTION", "IRR-35", f"column: {allowed}")
    sides = len(rest.standing.points)
    slip = adjustment(side, action.points, sides, column=action.column, box=rest.places.box)
    rest, won = added(rules, rest, slip)
    if won and state.phase is not Phase.DONE:
        raise Impossible("E_PHASE", "IRR-35", "points: they end the game: void the deal under way first")
    put_right = (Adjusted(action.player, action.points, action.column), Ruled(action.irr, action.player, "put right"))
    return rest, (*put_right, *won)
