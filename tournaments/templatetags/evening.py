"""The organiser's steps through an evening, on each of the organiser's pages."""

from typing import Any

from django import template

from tournaments.evening.selectors import steps
from tournaments.event.selectors import finding
from tournaments.matches.selectors import round_waits
from tournaments.models import Round, RoundState, Tournament
from tournaments.rounds.selectors import closing_words, may_go_on
from tournaments.standings.selectors import standings, sure

register = template.Library()
# The tabs that are not the evening itself, by the pages that stand under them; all others have the stepper.
TABS = {
    "entries": "players",
    "special": "players",
    "desk": "desk",
    "setup": "settings",
    "stages": "settings",
    "prizes": "settings",
    "equals": "settings",
    "copy": "settings",
    "end": "settings",
    "announcements": "announcements",
    "lists": "files",
    "print": "print",
    "screens": "screens",
}


@register.simple_tag(takes_context=True)
def night_steps(context: template.Context) -> dict[str, Any]:
    """The steps of a tournament by its rounds (`night_of`), and the number of items at the director's desk."""
    tournament, rounds = context["night_of"]
    step = str(context.get("step") or "")
    tab = TABS.get(step, "tonight")
    shown = {"with_steps": tab == "tonight", "with_counts": step == "tonight"}
    return {"tab": tab, **steps.night(tournament, rounds, **shown)}


@register.simple_tag(takes_context=True)
def after_round(context: template.Context, round: Round) -> dict[str, Any]:
    """What follows a round, under its results: what keeps it open and whether the next may be paired all the same, or
    when it closes by itself; or, once it is over and the last (`current`), whether to pair the next round or to confirm
    the standings."""
    tournament = round.stage.tournament
    if round.state == RoundState.RUNNING:
        waits = round_waits(round)
        may_go = bool(waits) and may_go_on(round)
        return {"waits": waits, "may_go_on": may_go, "closes": "" if waits else closing_words(round)}
    if context["current"] is None or context["current"].pk != round.pk:
        return {}
    follows = standings.what_follows(tournament, round)
    is_asked = not tournament.settings.get("automatic")
    return {"is_pairing_due": follows == "pair" and is_asked, "is_end_due": follows == "confirm"}


@register.simple_tag
def rounds_fit(tournament: Tournament) -> sure.Fit:
    """Whether the planned rounds fit the players, and how many rounds would."""
    return sure.fit(finding.main_stage(tournament))
