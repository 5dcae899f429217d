"""Conquian's actions, made once and used again."""

from games.engine.moves.table_actions import CqFold, CqForce, CqPass, CqReject, CqTurn, CqWaive
from games.engine.play.ready import SEATS

TURN = tuple((CqTurn(seat),) for seat in range(SEATS))
PASS = tuple((CqPass(seat),) for seat in range(SEATS))
REJECT = tuple((CqReject(seat),) for seat in range(SEATS))
FORCE = tuple((CqForce(seat),) for seat in range(SEATS))
WAIVE = tuple((CqWaive(seat),) for seat in range(SEATS))
FOLD = tuple((CqFold(seat),) for seat in range(SEATS))
