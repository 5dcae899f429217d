"""The contenders of trials by name: a system, its parameters, and the parameters that are tuned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from ratings.systems import RatedMatch

REACH = 0.7  # first step of the search over the logarithm of a parameter: about a factor of two


@dataclass(frozen=True, slots=True)
class Contender:
    """A contender: the key of its system, parameters that differ from the defaults, and those that are tuned.

    `seat` is the first step of the search for an advantage of the player named first, in the system's own unit.
    """

    system: str
    tuned: tuple[str, ...]
    params: Mapping[str, Any] = field(default_factory=dict)
    seat: float = 30.0


CONTENDERS: Mapping[str, Contender] = {
    "elo": Contender("elo", ("k0", "o", "p", "k_min")),
    "elo_fixed": Contender("elo", ("k",), {"k": 20.0}),
    "glicko2": Contender("glicko2", ("deviation", "volatility", "tau")),
    "margin": Contender("margin", ("sigma", "spread", "drift")),
    "fibs": Contender("fibs", ("step", "scale")),
}


def begin(name: str, part: Sequence[RatedMatch]) -> dict[str, Any]:
    """The parameters at which the search begins. Those of the margin system depend on the size of the game's points:
    they begin at the spread of the margins in `part`."""
    contender = CONTENDERS[name]
    if name != "margin" or not part:
        return dict(contender.params)
    sigma = sqrt(sum(one.margin**2 / one.deals for one in part) / len(part)) or 1.0
    return {"sigma": sigma, "spread": sigma / 5.0, "drift": sigma * sigma * 1e-5}


def seat_reach(name: str, params: Mapping[str, Any]) -> float:
    """The first step of the search for the advantage of the player named first."""
    return 0.1 * float(params["sigma"]) if name == "margin" else CONTENDERS[name].seat
