"""The course of a deal for watchers with open hands: after each play, the points that the first seat may expect.

It is made of versions that these watchers have been shown, and of nothing else: `Gallery` hands them over one by one,
when they are due.
"""

from dataclasses import dataclass
from typing import Any

from games import engine
from games.live.audience import looks
from games.live.setup.terms import Terms
from games.live.sitting.sitting import Sitting
from games.live.sitting.steps import PAST, Happened
from games.players.judging.expected import expected_points


@dataclass(slots=True)
class Stage:
    """One play of the deal: the version it made, the state after it, and its most telling event. `told` is the event as
    it is shown, once somebody has asked for it; empty where the play is not judged."""

    version: int
    state: engine.State
    event: Any
    told: dict[str, Any] | None = None


class Course:
    """The plays of one deal, the oldest first. A new deal starts a new course."""

    __slots__ = ("_stages",)

    def __init__(self) -> None:
        self._stages: list[Stage] = []

    def follow(self, sitting: Sitting, events: Happened) -> None:
        """Add the next version that watchers are shown. Plays that a director takes back are removed."""
        if sitting.deal_seq == sitting.version:
            self._stages.clear()
        for event in events:
            if isinstance(event, engine.Undone):
                self._stages = [stage for stage in self._stages if stage.version <= event.event]
        played = [event for event in events if event.__class__ not in PAST and not isinstance(event, engine.Undone)]
        if played and sitting.deal_seq:
            scored = (event for event in played if isinstance(event, engine.DealScored))
            self._stages.append(Stage(sitting.version, sitting.state, next(scored, played[0])))

    def shown(self, terms: Terms) -> list[dict[str, Any]]:
        """The judged plays: each is its event as watchers see it, with `worth`, the points that A may then expect
        (rounded; below 0: B). Each is computed once, when it is first asked for."""
        for stage in self._stages:
            if stage.told is None:
                stage.told = _told(terms, stage)
        return [stage.told for stage in self._stages if stage.told]


def _told(terms: Terms, stage: Stage) -> dict[str, Any]:
    worth = expected_points(terms.rules, stage.state)
    if worth is None:
        return {}
    return {**looks.events(terms, (stage.event,), None)[0], "worth": round(worth)}
