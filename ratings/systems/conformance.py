"""Run the rating vectors of files through the systems: `python -m ratings.systems.conformance FILE...`."""

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

from ratings.systems import RatedMatch, fold
from ratings.systems.elo import RATING, Elo, logistic
from ratings.systems.fibs import Fibs
from ratings.systems.formulas.fide import capped_k, first_rating, k_factor
from ratings.systems.formulas.uscf import special
from ratings.systems.glicko2 import grown, period
from ratings.systems.margin import MEAN, VARIANCE, Margin

Given = Mapping[str, Any]
LICHESS_PERIODS_A_DAY = 0.21436


def elo_expected(given: Given) -> Given:
    """The logistic expectation of a difference."""
    return {"e": logistic(given["diff"])}


def elo_update(given: Given) -> Given:
    """Rate one match with one K for both."""
    system = Elo(k=float(given["k"]))
    a, b, _ = system.rate(_rated(given["ra"]), _rated(given["rb"]), _match(given["score_a"]))
    return {"ra": a[RATING], "rb": b[RATING]}


def fide_game(given: Given) -> Given:
    """The table value with the cut at 400 below 2650, and K x (score - PD)."""
    system = Elo(k=float(given["k"]), expectation="fide_table", rule400="fide")
    _, _, trace = system.rate(_rated(given["r"]), _rated(given["opp"]), _match(given["score"]))
    return {"pd": trace.a.expected, "delta": trace.a.step}


def fide_k(given: Given) -> Given:
    """K by matches, rating, peak and age."""
    return {"k": k_factor(given["games"], given["rating"], given["peak"], given.get("age"))}


def fide_k_cap(given: Given) -> Given:
    """The largest K with K x n <= 700 in a period."""
    return {"k": capped_k(given["k"], given["games_in_period"])}


def fide_initial(given: Given) -> Given:
    """The first rating with two hypothetical ties against 1800."""
    p, first = first_rating(given["opponents"], given["score"])
    return {"p": p, "ru": first}


def fibs(given: Given) -> Given:
    """Rate a match of length n, with the experience before it, and with that of the match added."""
    answer: dict[str, float] = {}
    for variant, name in (("before", "exp_before"), ("with", "exp_incl_match")):
        system = Fibs(experience=variant)
        a, b = (float(given["r1"]), float(given["exp1"])), (float(given["r2"]), float(given["exp2"]))
        match = _match(1.0 if given["winner"] == 1 else 0.0, deals=given["n"])
        expected = system.expected(a, b, match)
        _, _, trace = system.rate(a, b, match)
        answer |= {f"d1_{name}": trace.a.step, f"d2_{name}": trace.b.step, "p_upset": min(expected, 1.0 - expected)}
    return answer


def fibs_favourite_p(given: Given) -> Given:
    """The share of matches of length n that the favourite wins."""
    match = _match(1.0, deals=given["n"])
    return {"p": Fibs().expected((float(given["diff"]), 0.0), (0.0, 0.0), match)}


def glicko2_period(given: Given) -> Given:
    """Rate one period as in the paper."""
    games = [(float(r), float(rd), float(score)) for r, rd, score in given["games"]]
    after = period(float(given["r"]), float(given["rd"]), float(given["vol"]), games, float(given["tau"]))
    return dict(zip(("r", "rd", "vol"), after, strict=True))


def lichess_rd_after_days(given: Given) -> Given:
    """The growth of a deviation at 0.21436 periods a day, kept between 45 and 500."""
    deviation = grown(float(given["rd"]), float(given["vol"]), float(given["days"]) * LICHESS_PERIODS_A_DAY)
    return {"rd": max(45.0, min(500.0, deviation))}


def margin_kalman(given: Given) -> Given:
    """Rate by the exact Gaussian update with a mean margin."""
    system = Margin(sigma=sqrt(given["obs_var"]))
    before_a, before_b = ((float(given[f"m{side}"]), float(given[f"v{side}"]), -1.0, 0.0) for side in "ab")
    a, b, _ = system.rate(before_a, before_b, _match(1.0, deals=1, margin=float(given["mean_margin_per_hand"])))
    return {"ma": a[MEAN], "va": a[VARIANCE], "mb": b[MEAN], "vb": b[VARIANCE]}


def uscf_special_approx(given: Given) -> Given:
    """The approximate rating after a few matches."""
    return {"r": special(given["rpre"], given["n"], given["opps"], given["wins"], given["losses"])}


def recompute(given: Given) -> Given:
    """Fold a list in order, then again after a correction."""
    games: list[dict[str, Any]] = list(given["games"])
    ratings, deltas = _folded(games, given)
    answer: dict[str, Any] = {"ratings": ratings, "deltas_in_order": deltas, "sum": sum(ratings.values())}
    if correction := given.get("correction"):
        games = [game | correction if game["id"] == correction["id"] else game for game in games]
        answer["ratings_after_correction"], _ = _folded(games, given)
    return answer


KINDS: Mapping[str, Callable[[Given], Given]] = {
    "elo_expected": elo_expected,
    "elo_update": elo_update,
    "fide_game": fide_game,
    "fide_k": fide_k,
    "fide_k_cap": fide_k_cap,
    "fide_initial": fide_initial,
    "fibs": fibs,
    "fibs_favourite_p": fibs_favourite_p,
    "glicko2_period": glicko2_period,
    "lichess_rd_after_days": lichess_rd_after_days,
    "margin_kalman": margin_kalman,
    "uscf_special_approx": uscf_special_approx,
    "recompute": recompute,
}


def fault(case: Given) -> str | None:
    """The reason why a case fails; None if it passes."""
    kind = KINDS.get(case["kind"])
    if kind is None:
        return f"no system answers the kind {case['kind']!r}"
    try:
        answer = kind(case["input"])
    except Exception as error:
        return f"raised {error!r}"
    return _difference(case["expect"], answer, float(case["tol"]), "expect")


def main(paths: Sequence[str]) -> int:
    """Run every case of the files, print each that fails and at the end `N passed, M failed`; returns 0 if none
    failed."""
    passed = failed = 0
    for path in paths:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        for case in content["vectors"] if isinstance(content, dict) else content:
            wrong = fault(case)
            if wrong is None:
                passed += 1
                continue
            failed += 1
            print(f"FAILED {case['id']}: {wrong}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def _rated(rating: float) -> tuple[float, ...]:
    return (float(rating), 0.0, float(rating), -1.0, 0.0)


def _match(score_a: float, deals: int = 0, margin: float = 0.0) -> RatedMatch:
    score = float(score_a)
    return RatedMatch(id=1, finished_at=0.0, a=0, b=1, score_a=score, margin=margin, deals=deals, expected_deals=deals)


def _seconds(text: str) -> float:
    """Seconds UTC of "2026-03-02T12:30:00Z" (days of the proleptic Gregorian calendar, counted from March)."""
    year, month, day, hour, minute, second = (int(part) for part in re.findall(r"\d+", text)[:6])
    since_march, years = (month + 9) % 12, year - (month <= 2)
    days = 365 * years + years // 4 - years // 100 + years // 400 + (153 * since_march + 2) // 5 + day - 719469
    return float(((days * 24 + hour) * 60 + minute) * 60 + second)


def _folded(games: Sequence[Given], given: Given) -> tuple[dict[str, float], list[list[float]]]:
    names = sorted({game[side] for game in games for side in "ab"})
    number = {name: place for place, name in enumerate(names)}
    matches = [
        RatedMatch(
            id=game["id"],
            finished_at=_seconds(game["finished_at"]),
            a=number[game["a"]],
            b=number[game["b"]],
            score_a=float(game["score_a"]),
            kind=game["kind"],
        )
        for game in games
    ]
    run, moved = fold(Elo(k=float(given["k"]), start=float(given["initial"])), matches)
    deltas = [[float(one.match.id), one.step.step] for one in moved if one.player == one.match.a]
    return {name: run.state(number[name])[RATING] for name in names}, deltas


def _difference(expect: Any, answer: Any, tol: float, where: str) -> str | None:
    """The difference between `answer` and `expect`, where every number must agree within `tol`."""
    if isinstance(expect, dict):
        pairs = [(f"{where}.{key}", value, answer.get(key)) for key, value in expect.items()]
    elif isinstance(expect, list):
        if not isinstance(answer, list) or len(answer) != len(expect):
            return f"{where}: {answer!r} instead of {expect!r}"
        pairs = [(f"{where}[{n}]", value, answer[n]) for n, value in enumerate(expect)]
    elif isinstance(expect, int | float) and isinstance(answer, int | float):
        return None if abs(expect - answer) <= tol else f"{where}: {answer!r} instead of {expect!r}"
    else:
        return None if expect == answer else f"{where}: {answer!r} instead of {expect!r}"
    return next((wrong for place, value, given in pairs if (wrong := _difference(value, given, tol, place))), None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
