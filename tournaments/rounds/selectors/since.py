"""What has come in since a draft was paired: results on which its pairs rest."""

from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _

from tournaments.formats import FORMATS
from tournaments.models import ROUND_OVER, PairingRun, Round, RoundState, Stage
from tournaments.pairing import CannotPair
from tournaments.rounds import selectors
from tournaments.standings.selectors.rows import facts

COUNTED = (*ROUND_OVER, RoundState.RUNNING)


def results_since(desk: selectors.Desk) -> tuple[int, ...]:
    """The numbers of the earlier rounds of which results have come in, or have changed, since a draft was paired, where
    others would meet now. None where the pairs do not follow from results: a schedule, a bracket, a round paired by
    hand."""
    if desk.run is None or not _goes_by_results(desk.round.stage):
        return ()
    changed = _changed(desk, desk.run)
    return changed if changed and _would_differ(desk) else ()


def words(numbers: tuple[int, ...]) -> str:
    """A sentence that names these rounds and the way out; empty for none."""
    if not numbers:
        return ""
    said = {"n": ", ".join(map(str, numbers))}
    return _("Results of round %(n)s have come in since this round was paired: pair again.") % said


def open_reason(rnd: Round) -> str:
    """Why a draft was paired before all results were in; empty where it waited, or where no earlier round is played any
    more."""
    run = rnd.runs.order_by("-pk").first()
    is_played = rnd.stage.rounds.filter(state=RoundState.RUNNING).exists()
    return str(run.input.get("open_reason", "")) if run and is_played else ""


def _goes_by_results(stage: Stage) -> bool:
    is_planned = stage.has_bracket or stage.is_round_robin or stage.has_challenges
    return not is_planned and not FORMATS[stage.format].has_plan


def _changed(desk: selectors.Desk, run: PairingRun) -> tuple[int, ...]:
    """The rounds in which a result is not as the engine read it."""
    rounds = desk.round.stage.rounds.filter(state__in=COUNTED, number__lt=desk.round.number).order_by("number")
    then = {row["number"]: row["entry"] for row in run.input["entries"]}
    now = {number: entry.public_id for number, entry in desk.table.entries.items()}
    read = {row["entry"]: [_plain(then, *one) for one in row["results"]] for row in run.input["entries"]}
    different: set[int] = set()
    for number, entry in now.items():
        found = desk.table.crosstable.results(number) if entry in read else ()
        present = [_plain(now, str(one.kind), one.opponent, one.points, one.margin) for one in found]
        pairs = zip_longest(read.get(entry, ()), present)
        different |= {at for at, (before, after) in enumerate(pairs) if before != after}
    return tuple(number for at, number in enumerate(rounds.values_list("number", flat=True)) if at in different)


def _plain(entries: dict[int, str], kind: str, opponent: int, points: Any, margin: Any) -> tuple[Any, ...]:
    return kind, entries.get(opponent, ""), points, margin


def _would_differ(desk: selectors.Desk) -> bool:
    """Would others meet by the present results? Of a large field, which takes long to pair, that is assumed."""
    if selectors.is_large(desk.round.stage):
        return True
    plan = FORMATS[desk.round.stage.format].pairs(facts.facts_before(desk.round).facts)
    if isinstance(plan, CannotPair):
        return True
    wanted = selectors.draft_from(plan)
    return {one.who for one in wanted.tables} != {one.who for one in desk.proposal.tables}
