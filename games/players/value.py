"""What a hand may expect: frozen value functions, by key, that measure luck (design: engine §12, ratings §7).

A value function is a sum of simple features of both deadwoods with fixed weights, fitted once by `tools/fit_value.py`
on house players' deals. It judges no play and changes no result; a better one takes more luck out, none takes skill.
A new fit is a new key: figures under an old key stay what they were.
"""

from dataclasses import dataclass
from math import sqrt

from games.engine import RuleSet

KNOCK = 10  # deadwood with which most variants let a player knock
FAMILY = "gin-"  # the variants whose deals of ten cards the function was fitted for


@dataclass(frozen=True, slots=True)
class Value:
    """The weights of `turn_features` and `deal_features`, in points of a deal; `deal_mean` is what dealt hands are
    worth in the mean, `fitted_on` says which deals, and `data` is their SHA-256."""

    key: str
    turn: tuple[float, ...]
    deal: tuple[float, ...]
    deal_mean: float
    fitted_on: str
    data: str

    def after_draw(self, deadwood: int, against: int, left: int) -> float:
        """The points that a player may expect who has just drawn: own deadwood after the best discard, that of the
        other hand, cards left in the stock."""
        return sum(w * f for w, f in zip(self.turn, turn_features(deadwood, against, left), strict=True))

    def dealt(self, own: int, other: int, own_with: int, other_with: int) -> float:
        """How much better than the mean dealt hands are for who plays first: both deadwoods, and both with the upcard
        in the hand after the best discard."""
        features = deal_features(own, other, own_with, other_with)
        return sum(w * f for w, f in zip(self.deal, features, strict=True)) - self.deal_mean


def turn_features(deadwood: int, against: int, left: int) -> tuple[float, ...]:
    """What `Value.after_draw` weighs."""
    x, y, t = float(deadwood), float(against), float(left)
    return (1.0, x, y, x * x, y * y, x * y, t, t * x, t * y, float(x == 0), float(x <= KNOCK), sqrt(x + 1.0))


def deal_features(own: int, other: int, own_with: int, other_with: int) -> tuple[float, ...]:
    """What `Value.dealt` weighs."""
    x, y = float(own), float(other)
    return (1.0, x, y, x * x, y * y, x * y, float(own - own_with), float(other - other_with), float(own_with))


GIN_V1 = Value(
    key="gin-v1",
    turn=(
        9.62547,
        1.06834,
        0.227625,
        0.00456166,
        -0.00704537,
        -0.00234687,
        0.140747,
        -0.0386556,
        0.0293707,
        19.4967,
        1.73189,
        -7.67176,
    ),
    deal=(6.38378, -0.699232, 1.07639, 0.00774264, -0.00798833, 0.000991034, -0.149476, -0.163619, -0.549755),
    deal_mean=0.468314,
    fitted_on="16000 deals of gin-pagat between house players: tools/fit_value.py gin-v1 --deals 16000",
    data="78f15f734d5ebb8ca13b5261e22fb82b4beb695933669d4fe5d244c8f856ef75",
)


def value_for(rules: RuleSet) -> Value | None:
    """The function that judges a variant, None where there is none."""
    return GIN_V1 if rules.key.startswith(FAMILY) else None
