"""The recap of a finished match of two: its luck, its turning point, and one thing that a player can learn from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from doors.words import luck_words, own_luck_words
from games.live.finished import analyses
from games.live.setup import terms
from games.live.setup.terms import LETTERS, Terms
from games.models import TO_THE_END, UNFINISHED, VOID, AnalysisState, Deal, Table


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a match in one sentence: its deal (a public id) and the version of the table at which the move was
    made; the version is None for the whole deal."""

    says: str
    deal: str
    v: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recap:
    """The recap of one match. `luck` is a sentence, "" if the luck is unknown. `turning` is the costliest error, as far
    as the match is analysed, else the deal worth most, if two or more were won. `lesson` is the costliest error of the
    seat that asks.
    `analysis` is the progress, in the form of `analyses.of_sitting`; None where the house judges no such deals.
    `decider` is the deal worth most (a public id, "" if nobody won one), `decider_state` the progress of its own
    analysis. `waits`: some of it is still being computed."""

    luck: str
    turning: Moment | None
    lesson: Moment | None
    analysis: Mapping[str, Any] | None
    decider: str
    decider_state: str
    waits: bool

    @property
    def may_be_asked(self) -> bool:
        """Can the analysis of the decider be asked for?"""
        return self.decider_state in (analyses.NOT_ASKED, AnalysisState.FAILED, AnalysisState.STOPPED)


def recap(table: Table, deals: Sequence[Deal], luck: float | None, seat: int | None) -> Recap:
    """The recap of a finished match that is not held, for one of its seats or a watcher (None). `deals` are all its
    deals; `luck` is the luck of the match in points for A, None if unknown."""
    fixed = terms.terms(table)
    found = analyses.of_sitting(table, deals) if deals and analyses.can_be(table) else None
    worst = found["errors"] if found else []
    own = [row for row in worst if seat is not None and row["seat"] == LETTERS[seat]]
    is_open = found is not None and found["state"] in (AnalysisState.WAITING, AnalysisState.RUNNING)
    won = [deal for deal in deals if deal.winner is not None and deal.type not in (UNFINISHED, *VOID)]
    most = max(won, key=lambda deal: deal.points, default=None)
    decider = most.public_id if most else ""
    states = {line["deal"]: line["state"] for line in found["deals"]} if found else {}
    turning = _error(fixed, worst[0]) if worst else _dearest(fixed, most, seat) if most and len(won) > 1 else None
    return Recap(
        luck=_luck(table, fixed, luck, seat),
        turning=turning,
        lesson=_error(fixed, own[0]) if own else None,
        analysis=found,
        decider=decider,
        decider_state=states.get(decider, ""),
        waits=is_open or table.reported_at is None,
    )


def _error(fixed: Terms, row: Mapping[str, Any]) -> Moment:
    said = {
        "n": row["number"],
        "name": fixed.names[row["seat"]],
        "played": analyses.said(row["played"]),
        "best": analyses.said(row["best"]),
        "points": number_format(row["given_up"], 1),
        "error": number_format(row["error"], 1),
    }
    words = _("Deal %(n)s, %(name)s: %(played)s. Better by at least %(points)s ± %(error)s points: %(best)s.")
    return Moment(words % said, row["deal"], row["v"])


def _dearest(fixed: Terms, most: Deal, seat: int | None) -> Moment:
    """The sentence about the won deal that is worth most."""
    assert most.winner is not None
    said = {"n": most.number, "name": fixed.names[LETTERS[most.winner]], "points": most.points}
    words = (
        _("Deal %(n)s: you win %(points)s points, the most in one deal.")
        if most.winner == seat
        else _("Deal %(n)s: %(name)s wins %(points)s points, the most in one deal.")
    )
    return Moment(words % said, most.public_id)


def _luck(table: Table, fixed: Terms, luck: float | None, seat: int | None) -> str:
    if luck is None or table.result is None or table.result["how"] not in TO_THE_END:
        return ""
    margin = table.result["net"][0]
    if seat is None:
        return luck_words(fixed.names["A"], fixed.names["B"], margin, luck)
    return own_luck_words(fixed.names[LETTERS[1 - seat]], *((margin, luck) if seat == 0 else (-margin, -luck)))
