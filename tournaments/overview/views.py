"""The page of a tournament and the card of an entry, which combine all subjects."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.event import permissions
from tournaments.event.selectors import consent, entry_sizes, finding
from tournaments.event.views import about, find, live
from tournaments.ladders import selectors as ladders
from tournaments.models import Entry, EntryStatus, Tournament, TournamentState
from tournaments.standings.selectors import cards, standings
from tournaments.standings.selectors.rows import pair_rules
from tournaments.tables import selectors as tables_selectors
from tournaments.teams import selectors as teams


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """A tournament by its state."""
    tournament = find(slug)
    context = about(request, tournament, "overview")
    context |= pair_rules.byes_to_ask(tournament, context["my_entry"], context["rounds"])
    progress = standings.progress(tournament, context["rounds"])
    size = entry_sizes.size_of(tournament)
    context |= {
        "my_place": consent.asked_in(request.user, tournament) if context["my_entry"] else None,
        "standings": standings.standings(tournament)[:10] if tournament.state != TournamentState.OPEN else [],
        "tiebreaks": standings.tiebreaks(context["stage"]),
        "progress": progress,
        "entrants": _entered(tournament) if tournament.state == TournamentState.OPEN else [],
        "tables": tables_selectors.live_tables(tournament)[:4] if progress.matches_live else [],
        "size": size,
        "partner_places": range(1, size.least),
        "takes_entries": finding.takes_entries(tournament, context["stages"], context["rounds"]),
        "is_full": finding.is_full(tournament),
        "closes_at": finding.entries_close_at(tournament),
        "my_line": finding.place_in_line(context["my_entry"]) if context["my_entry"] else 0,
    }
    closes_at = context["closes_at"]
    context["is_closed"] = closes_at is not None and timezone.now() > closes_at and not context["may_direct"]
    context["takes_entries"] &= not context["is_closed"]
    return live(request, "tournaments/event/detail.html", "tournaments/event/_overview.html", context)


def _entered(tournament: Tournament) -> list[Entry]:
    """Who has a place, in start order."""
    return [entry for entry in finding.entrants(tournament) if entry.status != EntryStatus.WAITING]


@require_safe
def card(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """The card of one entry: its rounds, its opponents, why, and its tie-breaks in words."""
    tournament = find(slug)
    context = about(request, tournament, "")
    entry = get_object_or_404(tournament.entries.prefetch_related("members__user"), public_id=public_id)
    context |= {"card": cards.card(tournament, entry, with_drafts=context["may_direct"])}
    if (ladder := finding.ladder_stage(tournament)) is not None:
        context |= {"places": ladders.places_over_time(ladder, entry)}
    context |= {
        "team": teams.team_card(entry),
        "pair": teams.pair_card(entry),
        "may_lead": permissions.may_lead(request.user, entry),
    }
    return render(request, "tournaments/standings/card.html", context)
