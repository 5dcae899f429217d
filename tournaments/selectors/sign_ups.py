"""Which side contests of a bracket are open to late sign-up, and for whom."""

from django.db.models import QuerySet

from tournaments.formats import FORMATS, SignUp
from tournaments.models import GONE, Entry, Stage, StageState
from tournaments.selectors import facts


def sign_ups(stage: Stage) -> tuple[SignUp, ...]:
    """The side contests of a stage that keep lines for late sign-up, open or not."""
    found = FORMATS[stage.format].sign_ups
    return found(facts.facts_of(stage).facts) if found else ()


def open_sign_ups(stage: Stage) -> list[SignUp]:
    """Those that still take somebody."""
    if stage.state != StageState.RUNNING:
        return []
    paired = stage.rounds.count()
    return [one for one in sign_ups(stage) if paired < one.closes and one.taken < one.lines]


def may_sign_up(stage: Stage) -> QuerySet[Entry]:
    """The entries of the tournament that do not play in a stage and have not left."""
    return stage.tournament.entries.exclude(status__in=GONE).exclude(stage_entries__stage=stage).order_by("name")
