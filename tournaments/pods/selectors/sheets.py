"""The score sheet of a table of three and more that is played in person."""

from typing import Any

from games import engine
from tournaments.models import Pod
from tournaments.results.selectors import sheet_words
from tournaments.results.selectors.score_sheets import ScoreSheet, written


def takes_deals(pod: Pod) -> bool:
    """Can this table be written down deal by deal? It must be in person, with as many players present as the rules
    take."""
    rules = engine.VARIANTS[pod.round.stage.tournament.variant]
    return not pod.table and len(_here(pod)) in rules.seating.numbers(rules)


def score_sheet(pod: Pod, more: engine.DealEntry | None = None) -> ScoreSheet:
    """The sheet of a table that takes deals, with one deal `more` where it is given; the first seat deals first unless
    the players drew for it. Raises engine.BadEntry for an impossible deal."""
    stage = pod.round.stage
    is_timed = bool(pod.round.minutes or stage.settings.get("minutes"))
    names = _here(pod)
    return written(
        pod.sheet_lines.all(),
        stage.tournament.variant,
        stage.settings.get("length", "game"),
        names=names,
        more=more,
        seats=len(names),
        is_called=is_timed and pod.round.called_at is not None,
    )


def sheet_facts(pod: Pod) -> dict[str, Any]:
    """The facts about a table's sheet for its page: `takes_deals`, and `sheets` if a deal is written down."""
    found = score_sheet(pod) if pod.sheet_lines.exists() else None
    return {"takes_deals": takes_deals(pod), **(sheet_words.shown(found) if found else {})}


def _here(pod: Pod) -> list[str]:
    """Who sits there, in the order of the seats."""
    return [seat.entry.name for seat in pod.pod_seats.all() if not seat.is_absent]
