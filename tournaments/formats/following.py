"""The life of a stage: the next step for its rounds, one after the other, the same for every format."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stand:
    """The progress of a stage: the number of rounds it will have, and the number and state of the last one (0 and ""
    before the first). In a bracket `rounds` depends on the results so far."""

    rounds: int
    last: int = 0
    state: str = ""


@dataclass(frozen=True, slots=True)
class Next:
    """The next step: `pair`, `publish`, `start`, `close` a round (`number`, counted in the stage), or `finish` it."""

    step: str
    number: int


STEPS = {"draft": "publish", "published": "start", "running": "close"}


def follows(stand: Stand) -> Next:
    """The next step of a stage. Raises ValueError for an unknown state of a round."""
    if stand.last == 0:
        return Next("pair", 1)
    if stand.state in STEPS:
        return Next(STEPS[stand.state], stand.last)
    if stand.state not in ("closed", "sealed"):
        raise ValueError(f"no round is in state {stand.state!r}")
    return Next("pair", stand.last + 1) if stand.last < stand.rounds else Next("finish", stand.last)
