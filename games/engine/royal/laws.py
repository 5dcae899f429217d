"""The laws of irregularity at a table of three (RULES.md §14.4): those of gin, but for the answers to a knock."""

from collections.abc import Mapping

from games.engine.actions import Finish
from games.engine.gin import ending as two_handed
from games.engine.gin.irregular import laws, moves
from games.engine.gin.irregular.effects import changed, without
from games.engine.offence import Offence
from games.engine.royal import ending
from games.engine.rules import Law, Move, Outcome, Rows, RuleSet
from games.engine.state import Phase, State


def irr_22(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-22: an accepted knock stands, with the true counts; the opponents answer it in their order (3P-14)."""
    stands = without(state, *(e for e in state.rest.effects if e.kind in ("illegal", "choice")))
    return changed(stands, phase=Phase.SHOWDOWN, turn=ending.still_to_answer(state)), ()


LAWS: Mapping[str, Law] = {**laws.LAWS, "IRR-22": laws.when_a_knock_stands(irr_22)}
FINISH = Move(two_handed.finish_choices, two_handed.check_finish, ending.finish)


def under_laws(rules: RuleSet, rows: Rows) -> Rows:
    """§15: what gin adds to its rows; each opponent finishes for himself."""
    added = dict(moves.under_laws(rules, rows))
    if rules.laws != "strict":
        added[Phase.SHOWDOWN, Finish] = moves.with_endings(Finish, FINISH)
    return added
