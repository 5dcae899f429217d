"""Value functions, by key. Each says what a hand is worth, and so measures luck.

A value function is a sum of simple features of both hands with fixed weights, fitted once by `tools/fit_value.py` on
house players' deals. It judges no play and changes no result; a better one removes more luck, and none removes skill. A
new fit is a new key: figures under an old key stay what they were.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Protocol

from games.engine import RuleSet, own_values
from games.players.judging.chances import Dealt, Draw
from games.players.judging.outs import KNOCK, Hope, Hopes

# What a house rule set may choose otherwise without making the hands that are worth much others.
SAME_PLAY = {
    "accept_after_exposure", "after_double_pass", "box_value", "correct_at_once", "discard_view", "first_dealer",
    "game_bonus", "gin_bonus", "last_discard", "match_target", "next_dealer", "same_card", "seen_ban_out_of_turn",
    "short_penalty", "showdown", "shutout", "shutout_test", "target", "undercut_bonus", "undercut_on_tie",
}  # fmt: skip
FAMILY = "gin-"  # the variants whose deals of ten cards the functions were fitted for
TURNS = 4  # of its own that a hand may hope to have
ALL = (1 << 52) - 1
Vector = tuple[float, ...]


class Value(Protocol):
    """A value function: it measures luck in points of a deal."""

    @property
    def key(self) -> str:
        """The key under which its results are stored."""

    def drawn(self, draws: Sequence[Draw]) -> list[float]:
        """For each draw of a deal: the value of the card drawn less the mean value of all that could have come, for the
        drawer."""

    def dealt(self, dealt: Dealt) -> float:
        """How much better than average the hands dealt are for the player who plays first."""


@dataclass(frozen=True, slots=True)
class ByDeadwood:
    """A value function of the deadwood of both hands alone. The fields are the weights of `turn_features` and
    `deal_features`, in points of a deal; `deal_mean` is the mean worth of dealt hands; `fitted_on` says on which deals
    it was fitted, and `data` is their SHA-256."""

    key: str
    turn: Vector
    deal: Vector
    deal_mean: float
    fitted_on: str
    data: str

    def drawn(self, draws: Sequence[Draw]) -> list[float]:
        """See `Value`."""
        return [self._luck(draw) for draw in draws]

    def after_draw(self, deadwood: int, against: int, left: int) -> float:
        """The points that a player may expect after drawing, from: own deadwood after the best discard, that of the
        other hand, and cards left in the stock."""
        return _weighed(self.turn, turn_features(deadwood, against, left))

    def dealt(self, dealt: Dealt) -> float:
        """See `Value`."""
        return _weighed(self.deal, deal_features(*dealt.hands, *dealt.with_upcard)) - self.deal_mean

    def _luck(self, draw: Draw) -> float:
        left = draw.left - 1
        worth = {deadwood: self.after_draw(deadwood, draw.against, left) for deadwood in {*draw.could_be}}
        return worth[draw.deadwood] - sum(worth[deadwood] for deadwood in draw.could_be) / draw.left


@dataclass(frozen=True, slots=True)
class ByOuts:
    """A value function of the deadwood and the outs of both hands: two hands with little deadwood can still differ in
    how close they are to gin. The fields are the weights of `moved` and `lie`; `means` are the means of `lie` over
    dealt hands; the rest is as in `ByDeadwood`."""

    key: str
    turn: Vector
    deal: Vector
    means: Vector
    fitted_on: str
    data: str

    def drawn(self, draws: Sequence[Draw]) -> list[float]:
        """See `Value`."""
        return [_weighed(self.turn, vector) for vector in moved(draws)]

    def dealt(self, dealt: Dealt) -> float:
        """See `Value`."""
        return sum(w * (f - mean) for w, f, mean in zip(self.deal, lie(dealt), self.means, strict=True))


def moved(draws: Sequence[Draw]) -> list[Vector]:
    """For each draw of a deal, for the drawer: `prospects` with the card that came, less their mean over all that could
    have come."""
    hopes, found = Hopes(), []
    for draw in draws:
        vectors = [prospects(own, other, draw.left - 1) for own, other in hopes.after_draw(draw)]
        columns = zip(vectors[-1], zip(*vectors, strict=True), strict=True)
        found.append(tuple(came - sum(could) / draw.left for came, could in columns))
    return found


def prospects(own: Hope, other: Hope, left: int) -> Vector:
    """The features that `ByOuts` weighs after a draw, with `left` cards in the stock."""
    x, y = own.deadwood, other.deadwood
    soon, late = chance(own.gins, left), chance(other.gins, left)
    return (
        *(x, x * x, x * y, left * x, float(x == 0), float(x <= KNOCK), sqrt(x + 1.0)),
        *(own.gins, own.mean, own.knocks, other.gins, other.mean, other.knocks),
        *(own.gins * own.gins, own.gins * other.gins, own.gins * y, other.gins * x, own.mean * own.mean, own.mean * x),
        *(soon, late, soon * late, soon * y),
    )


def chance(outs: int, left: int) -> float:
    """The probability that one of `outs` cards comes in a hand's own next draws, when both draw from `left` cards."""
    return 1.0 - (1.0 - outs / left) ** min(left / 2, TURNS) if left else 0.0


def lie(dealt: Dealt) -> Vector:
    """The features that `ByOuts` weighs of the hands dealt, from the side of the player who plays first."""
    *hands, upcard = dealt.cards
    (x, y), (x_with, y_with) = dealt.hands, dealt.with_upcard
    unseen = [card for card in range(52) if (ALL & ~(hands[0] | hands[1] | upcard)) >> card & 1]
    hopes = Hopes()
    own, other = (hopes.of(hand, count, unseen) for hand, count in zip(hands, dealt.hands, strict=True))
    return (
        *(x, y, x * x, y * y, x * y, x - x_with, y - y_with),
        *(own.mean, own.gins, own.knocks, other.mean, other.gins, other.knocks),
    )


def turn_features(deadwood: int, against: int, left: int) -> Vector:
    """The features that `ByDeadwood.after_draw` weighs."""
    x, y, t = float(deadwood), float(against), float(left)
    return (1.0, x, y, x * x, y * y, x * y, t, t * x, t * y, float(x == 0), float(x <= KNOCK), sqrt(x + 1.0))


def deal_features(own: int, other: int, own_with: int, other_with: int) -> Vector:
    """The features that `ByDeadwood.dealt` weighs: both deadwoods, and both with the upcard in the hand after the best
    discard."""
    x, y = float(own), float(other)
    return (1.0, x, y, x * x, y * y, x * y, float(own - own_with), float(other - other_with), float(own_with))


def _weighed(weights: Vector, features: Vector) -> float:
    return sum(w * f for w, f in zip(weights, features, strict=True))


GIN_V1 = ByDeadwood(
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


GIN_V2 = ByOuts(
    key="gin-v2",
    turn=(
        2.53193,
        -0.0423025,
        -0.00241404,
        -0.0174327,
        16.4201,
        -0.0911439,
        -7.39556,
        -0.939513,
        -1.86988,
        0.103728,
        9.5148,
        -1.72942,
        0.611476,
        0.0164091,
        0.135905,
        0.00267065,
        -0.123834,
        -0.0227183,
        0.0681996,
        2.66127,
        -13.6008,
        15.2871,
        0.648703,
    ),
    deal=(
        0.542548,
        -0.357816,
        0.00337033,
        -0.00429733,
        0.000397341,
        0.335977,
        -0.236241,
        -1.29985,
        7.16069,
        0.889111,
        1.12511,
        -3.15546,
        -0.815066,
    ),
    means=(
        56.5581,
        56.5855,
        3389.68,
        3392.55,
        3196.1,
        6.34858,
        6.33214,
        50.2206,
        0.002695,
        0.12896,
        50.2496,
        0.002755,
        0.12634,
    ),
    fitted_on="16000 deals of gin-pagat between house players: tools/fit_value.py gin-v2 --form outs --deals 16000",
    data="647574bfc21aa915eb4277f8f3b80ea1279e053deebe36f387025fc8ce6db02a",
)
VALUES: Mapping[str, Value] = {value.key: value for value in (GIN_V1, GIN_V2)}
LATEST: Value = GIN_V2


def value_for(rules: RuleSet) -> Value | None:
    """The value function that judges new deals of a variant; None if there is none. A house rule set has one as long as
    its values change what a deal brings, and not how it is played."""
    return LATEST if rules.key.startswith(FAMILY) and own_values(rules.key).keys() <= SAME_PLAY else None
