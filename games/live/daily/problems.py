"""The problem of the day: its position as plain data, people's answers, and the worth of each throw in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Count

from accounts.models import User
from games import engine
from games.live.daily import days
from games.live.lessons import reason_words
from games.models import Problem, ProblemAnswer
from games.players.judging import problems as core
from games.players.reasons.kinds import Reason, Why


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A throw of an answered problem: points of the deal, points behind the best ± one standard error, reasons in
    words, and how many of a hundred people chose it (None before anybody did). `mine`: it is the reader's
    answer; `played`: it was thrown in the deal."""

    card: str
    points: float
    behind: float
    error: float
    says: str
    share: int | None
    is_best: bool
    mine: bool
    played: bool


def position(found: core.Problem) -> dict[str, Any]:
    """The position as plain data, as the seat saw it: its hand, the card just drawn and where it came from, the top of
    the discard pile, the throws of both seats in order, what the other seat took and left, the number of cards in the
    stock, and the limit of a knock."""
    seen, memory = found.seen, found.memory
    pack = engine.VARIANTS[seen.rules].pack

    def texts(cards: Iterable[int]) -> list[str]:
        return [engine.card_text(card, pack) for card in cards]

    drawn = seen.taken if seen.taken and seen.taken.card is not None else None
    return {
        "hand": texts(engine.cards_of(seen.hand or 0)),
        "drawn": texts([drawn.card])[0] if drawn and drawn.card is not None else "",
        "source": drawn.source if drawn else "",
        "top": engine.card_text(seen.top, pack) if seen.top is not None else "",
        "thrown": texts(memory.thrown_by.get(found.seat, ())),
        "theirs": texts(memory.thrown_by.get(1 - found.seat, ())),
        "taken": texts(engine.cards_of(memory.known_of_others(found.seat))),
        "left": texts(engine.cards_of(memory.refused_by_others(found.seat))),
        "stock": seen.stock,
        "limit": seen.limit,
    }


def answers(found: core.Problem) -> list[dict[str, Any]]:
    """The throws with their worth as plain data, the best first."""
    pack = engine.VARIANTS[found.seen.rules].pack
    return [
        {
            "card": engine.card_text(one.card, pack),
            "points": round(one.points, 2),
            "behind": round(one.behind, 2),
            "error": round(one.error, 2),
            "reasons": [[why.why, why.cards, why.number, why.card, why.other, why.than] for why in one.reasons],
        }
        for one in found.answers
    ]


def problem_of(day: date) -> Problem | None:
    """The problem of a day; None if the day has none."""
    return Problem.objects.filter(day=day).select_related("deal").first()


def open_problem(day: date, now: datetime) -> Problem | None:
    """The problem of a day that has begun, which people may see and answer; None if there is none."""
    return problem_of(day) if day <= days.day_of(now) else None


def latest(now: datetime, most: int) -> list[Problem]:
    """The problems of the last days before today, the newest first."""
    return list(Problem.objects.filter(day__lt=days.day_of(now)).order_by("-day")[:most])


def answer_of(problem: Problem, user: User | None) -> ProblemAnswer | None:
    """A person's answer to a problem; None if they have not answered."""
    return ProblemAnswer.objects.filter(problem=problem, user=user).first() if user else None


def found_by(user: User) -> tuple[int, int]:
    """The number of problems whose best throw a person has found, and the number they have answered."""
    pairs = list(ProblemAnswer.objects.filter(user=user).values_list("card", "problem__answers__0__card"))
    return sum(card == best for card, best in pairs), len(pairs)


def lines(problem: Problem, mine: ProblemAnswer | None) -> list[Line]:
    """The throws of a problem with what each is worth, the best first."""
    given = dict(problem.given.values_list("card").annotate(n=Count("pk")))
    people = sum(given.values())
    return [
        Line(
            card=row["card"],
            points=row["points"],
            behind=row["behind"],
            error=row["error"],
            says=_says(problem.rules, row),
            share=round(100 * given.get(row["card"], 0) / people) if people else None,
            is_best=number == 0,
            mine=mine is not None and mine.card == row["card"],
            played=problem.played == row["card"],
        )
        for number, row in enumerate(problem.answers)
    ]


def _says(rules: str, row: Mapping[str, Any]) -> str:
    reasons = [Reason(Why(why), *numbers) for why, *numbers in row["reasons"]]
    return reason_words.in_words(engine.VARIANTS[rules].pack, reasons)
