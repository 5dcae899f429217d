"""The problem of the day: chosen at night from the archive; each person answers it once."""

from datetime import date, datetime, timedelta
from random import Random

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from doors.words import card_words
from duework import processes
from duework import services as duework
from duework.models import DueWork
from games import engine, selectors
from games.live.daily import days, problems, stock
from games.live.finished import analyses
from games.models import UNFINISHED, VOID, Deal, Problem, ProblemAnswer
from games.players.judging.problems import VERSION, Hunt
from games.players.judging.problems import Problem as Found

PROBLEM, PROBLEM_HOUR = "games.problem", 23  # UTC: the problem of the next day
DEALS = 40  # of the archive that are looked through
SINCE = timedelta(days=14)  # they ended within so long
AMONG = 400  # of the latest deals, from which they are drawn


class BadAnswer(ValueError):
    """The answer is not possible for this problem; the message says why."""


def problem_due(work: DueWork, now: datetime) -> None:
    """Handler of due work `games.problem`: choose the problem for the day that it names, or for tomorrow."""
    wanted = work.payload.get("day")
    day = date.fromisoformat(wanted) if wanted else days.day_of(now) + days.ONE_DAY
    if problems.problem_of(day) is None:
        _choose(day, work, now)


def problem_for(day: date, *, now: datetime) -> Problem | None:
    """The problem of a day that has begun, which people may see and answer; None if there is none. If today has none
    yet, as on a site that is new or was down at night, it is one of the stock."""
    found = problems.open_problem(day, now)
    if found is not None or day != days.day_of(now):
        return found
    one = stock.for_day(day)
    row = {"rules": one.rules, "version": one.version, "position": one.position, "answers": one.answers}
    return Problem.objects.get_or_create(day=day, defaults=row | {"played": one.played, "made_at": now})[0]


def _choose(day: date, work: DueWork, now: datetime) -> None:
    """Choose a problem in a separate process and store it. If none is found, the day has none."""
    with duework.walk(PROBLEM, now=now) as walk:
        logs = _logs(day, now, walk)
    hunt = Hunt(deals=tuple(log.question(0) for log in logs), seed=f"problem:{day}")
    found: tuple[Found, ...] = ()
    with processes.asked("games.players", hunt) as said:
        for word in said:
            duework.renew(work)
            if word is not None:
                found = word
                break
    if not found:
        return
    with transaction.atomic():
        duework.hold(work)
        _keep(day, found[0], logs, now)


def _logs(day: date, now: datetime, walk: duework.Walk) -> list[analyses.DealLog]:
    """The logs of the deals to search, without those that cannot be read."""
    found = []
    for deal in _deals(day, now, walk):
        with walk.row(f"deal {deal.public_id}"):
            found.append(analyses.log_of(deal))
    return found


def _keep(day: date, found: Found, logs: list[analyses.DealLog], now: datetime) -> Problem:
    log = None if found.deal is None else logs[found.deal]
    return Problem.objects.create(
        day=day,
        deal=log.deal if log else None,
        v=log.versions[found.place] if log else 0,
        rules=found.seen.rules,
        version=VERSION,
        position=problems.position(found),
        answers=problems.answers(found),
        played=engine.card_text(found.played, engine.VARIANTS[found.seen.rules].pack),
        made_at=now,
    )


def _deals(day: date, now: datetime, walk: duework.Walk) -> list[Deal]:
    """Deals of the archive to search, drawn by the day from the latest that can be judged. No deal is used twice."""
    used = Problem.objects.exclude(deal=None).values("deal")
    found = selectors.deals().filter(finished_at__gte=now - SINCE)
    found = found.exclude(pk__in=used).exclude(type__in=(UNFINISHED, *VOID))
    latest = []
    for deal in found[:AMONG]:
        with walk.row(f"deal {deal.public_id}"):
            if analyses.can_be(deal.table):
                latest.append(deal)
    chance = Random(f"problem:{day}")
    return chance.sample(latest, min(DEALS, len(latest)))


@transaction.atomic
def answer_problem(*, day: date, user: User, card: str, now: datetime) -> ProblemAnswer:
    """Store a person's answer to the problem of a day: a card of the hand, such as "7H". The first answer counts: a
    repeat returns it. A past day can still be answered. Raises BadAnswer for a day without a problem, or for another
    card."""
    problem = problem_for(day, now=now)
    if problem is None:
        raise BadAnswer(_("There is no problem of this day."))
    if card not in problem.position["hand"]:
        allowed = " ".join(card_words(one) for one in problem.position["hand"])
        raise BadAnswer(_("Choose one of the cards of this hand: %(allowed)s.") % {"allowed": allowed})
    made, _new = ProblemAnswer.objects.get_or_create(problem=problem, user=user, defaults={"card": card, "at": now})
    return made
