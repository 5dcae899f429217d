"""The course of the deal that watchers see with open hands: after each play what the first seat may expect of it.

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
    """One play of the deal: the version that it made, the state then, the event that says most of it. `told` is how it
    is shown, once somebody has looked; empty where its worth is not judged."""

    version: int
    state: engine.State
    event: Any
    told: dict[str, Any] | None = None


class Course:
    """The plays of one deal, the oldest first; a new deal begins a new one."""

    __slots__ = ("_stages",)

    def __init__(self) -> None:
        self._stages: list[Stage] = []

    def follow(self, sitting: Sitting, events: Happened) -> None:
        """Take in the next version that watchers are shown. What a director takes back is left out from then on."""
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
        """Each play that is judged: its event as watchers are told it, with `worth`, the points that A may expect then
        (rounded; below 0: B). Worked out when it is asked for, once a play."""
        for stage in self._stages:
            if stage.told is None:
                stage.told = _told(terms, stage)
        return [stage.told for stage in self._stages if stage.told]


def _told(terms: Terms, stage: Stage) -> dict[str, Any]:
    worth = expected_points(terms.rules, stage.state)
    if worth is None:
        return {}
    return {**looks.events(terms, (stage.event,), None)[0], "worth": round(worth)}
