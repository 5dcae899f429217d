"""The analysis of finished deals: somebody asks for it, it is computed in the background and stored for everybody."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from duework import processes
from duework import services as duework
from duework.models import DueWork
from games.live.finished import analyses
from games.models import Analysis, AnalysisState, Deal, Table
from games.players.judging.analysis import VERSION, Verdict

KIND = "games.analyse"
OPEN = (AnalysisState.WAITING, AnalysisState.RUNNING)
ENDED_EARLY = (AnalysisState.FAILED, AnalysisState.STOPPED)
MOST_OPEN = 3  # deals at once for each person, or one sitting
MOST_WAITING = 12  # at once in the house: fewer than a sweep looks at, so that nothing else that is due waits for them
MOST_FAILURES = 3


class TooMany(Exception):
    """The person, or the site, has as many analyses open as are allowed."""


class NotAnalysed(ValueError):
    """A deal that the house cannot judge; the message says why."""


class NothingToStop(Exception):
    """None of these analyses is running, or somebody else has asked for them."""


@transaction.atomic
def ask_for_analysis(*, deal: Deal, by: User, now: datetime) -> Analysis:
    """Queue the analysis of a finished deal. A repeat returns the same analysis; one that failed or was stopped goes
    on. A guest may have one deal analysed. Locks the person who asks and the table. Raises TooMany, NotAnalysed. The
    deal must come from `selectors.final_deal`."""
    if _may_ask(deal.table, [deal], by, most=MOST_OPEN - 1):
        _plan([deal], by, now)
        audit.record(actor=by, action="deal.analyse", target=f"deal:{deal.public_id}", now=now, after=VERSION)
    return Analysis.objects.get(deal=deal, version=VERSION)


@transaction.atomic
def ask_for_sitting(*, table: Table, deals: Collection[Deal], by: User, now: datetime) -> None:
    """Queue the finished deals of a sitting that are not analysed yet, one after the other. The person who asks can
    have no other analysis running. Locks that person and the table. Raises TooMany, NotAnalysed. The deals must come
    from `selectors.deals`."""
    if missing := _may_ask(table, deals, by, most=0):
        _plan(missing, by, now)
        audit.record(actor=by, action="sitting.analyse", target=f"table:{table.public_id}", now=now, after=VERSION)


@transaction.atomic
def stop_analyses(*, deals: Iterable[Deal], by: User, now: datetime) -> None:
    """Stop the running analyses of these deals that `by` has asked for. Decisions already judged are kept, and a new
    request continues them. Raises NothingToStop."""
    mine = Analysis.objects.filter(deal__in=deals, version=VERSION, by=by, state__in=OPEN)
    stopped = list(mine.select_for_update().values_list("deal__public_id", flat=True))
    if not stopped:
        raise NothingToStop(_("No analysis that you asked for is running here."))
    mine.update(state=AnalysisState.STOPPED)
    for public_id in stopped:
        audit.record(actor=by, action="deal.stop_analysis", target=f"deal:{public_id}", now=now, after=VERSION)


def _may_ask(table: Table, deals: Collection[Deal], by: User, *, most: int) -> list[Deal]:
    """The deals that are still to be queued. Raises TooMany if the person has more than so many running."""
    if not analyses.can_be(table):
        raise NotAnalysed(_("Only deals of gin for two are analysed."))
    User.objects.select_for_update(no_key=True).get(pk=by.pk)  # their moves go on
    Table.objects.select_for_update().get(pk=table.pk)
    known = Analysis.objects.filter(deal__in=deals, version=VERSION).exclude(state__in=ENDED_EARLY)
    there = {*known.values_list("deal_id", flat=True)}
    missing = [deal for deal in deals if deal.pk not in there]
    others = Analysis.objects.filter(by=by).exclude(deal__in=deals)
    if missing and by.is_guest and (len(deals) > 1 or others.exists()):
        raise TooMany(_("A guest may have one deal analysed. With an account you may have as many as you like."))
    if missing and Analysis.objects.filter(by=by, state__in=OPEN).count() > most:
        raise TooMany(_("You have other analyses running: wait until they are done, or stop them."))
    if missing and DueWork.objects.filter(kind=KIND, done_at=None).count() >= MOST_WAITING:
        raise TooMany(_("Many deals are being analysed just now: ask again in a minute."))
    return missing


def _plan(deals: Iterable[Deal], by: User, now: datetime) -> None:
    asked = {"state": AnalysisState.WAITING, "by": by, "asked_at": now}
    ids = [Analysis.objects.update_or_create(deal=deal, version=VERSION, defaults=asked)[0].pk for deal in deals]
    duework.plan(key=f"analysis:{ids[0]}:{now.timestamp():.6f}", kind=KIND, due_at=now, payload={"analyses": ids})
    duework.nudge()


def do_analyse(work: DueWork, now: datetime) -> None:
    """Judge deals one after the other. A finished analysis is left alone; one that an earlier version began fails,
    because its figures would be of two kinds."""
    going = Analysis.objects.filter(pk__in=work.payload["analyses"], state__in=OPEN)
    failed = going if work.attempts >= MOST_FAILURES else going.exclude(version=VERSION)
    if failed.exists():
        duework.renew(work)
        failed.update(state=AnalysisState.FAILED)
    for found in going.select_related("deal__table").order_by("deal__number"):
        _judge(found, work)


def _judge(found: Analysis, work: DueWork) -> None:
    """Judge the decisions of a deal one after the other in a separate process, and store each at once, so that a later
    run continues after the last one. An analysis that is stopped in the meantime stays stopped."""
    going = Analysis.objects.filter(pk=found.pk, state__in=OPEN)
    log = analyses.log_of(found.deal)
    with processes.asked("games.players", log.question(len(found.decisions))) as said:
        for word in said:
            duework.renew(work)
            if isinstance(word, int):
                found.total = word
                is_going = going.update(state=AnalysisState.RUNNING, total=word)
            elif isinstance(word, Verdict):
                found.decisions.append(log.row(word))
                is_going = going.update(decisions=found.decisions, done=len(found.decisions))
            else:
                is_going = going.exists()
            if not is_going:
                return
            if word is not None and len(found.decisions) >= found.total:
                break
    going.update(state=AnalysisState.DONE)


LONG_HANDLERS = {KIND: do_analyse}
