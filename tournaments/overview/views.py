"""The page of a tournament and the card of an entry, which combine all subjects."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from doors import addresses
from tournaments.announcements import selectors as announcements
from tournaments.event import permissions
from tournaments.event.selectors import consent, entry_sizes, finding
from tournaments.event.views import about, find, live
from tournaments.ladders import selectors as ladders
from tournaments.models import GONE, Entry, EntryStatus, Match, MatchState, Round, Tournament, TournamentState
from tournaments.overview import selectors as overview
from tournaments.standings.selectors import cards, standings
from tournaments.standings.selectors.rows import pair_rules
from tournaments.tables import selectors as tables_selectors
from tournaments.teams import selectors as teams

TEN = 10


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a tournament, by its state: open for entries, under way, or with its result."""
    tournament = find(slug)
    context = about(request, tournament, "overview")
    context |= pair_rules.byes_to_ask(tournament, context["my_entry"], context["rounds"])
    progress = standings.progress(tournament, context["rounds"])
    size = entry_sizes.size_of(tournament)
    rows = standings.standings(tournament) if tournament.state != TournamentState.OPEN else []
    context |= {
        "my_place": consent.asked_in(request.user, tournament) if context["my_entry"] else None,
        "standings": rows[:TEN],
        "groups": [] if tournament.state == TournamentState.OPEN else standings.stage_tables(context["stage"]),
        "reopened": overview.why_reopened(tournament) if progress.rounds_done >= progress.rounds_total > 0 else None,
        "announcements": announcements.for_all(tournament) if getattr(tournament, "is_announced", False) else [],
        "progress": progress,
        "entrants": _entered(tournament) if tournament.state == TournamentState.OPEN else [],
        "tables": tables_selectors.live_tables(tournament)[:4] if progress.matches_live else [],
        "size": size,
        "final_of": finding.final_of(tournament),
        "partner_places": range(1, size.least),
        "takes_entries": finding.takes_entries(tournament, context["stages"], context["rounds"]),
        "is_full": finding.is_full(tournament),
        "closes_at": finding.entries_close_at(tournament),
        "my_line": finding.place_in_line(context["my_entry"]) if context["my_entry"] else 0,
        "goes_on": overview.goes_on(tournament),
        "address": addresses.shared_address(request, request.path),
        "shared_words": overview.shared_words(tournament, rows),
    }
    if context["is_ladder"] and tournament.state != TournamentState.OPEN:
        context["ladder"] = ladders.ladder_page(context["stage"], request.user, timezone.now())
    if tournament.state == TournamentState.RUNNING:
        context |= _now(context)
    elif tournament.state == TournamentState.FINISHED:
        context["podium"] = overview.podium(tournament, rows)
        context["honours"] = overview.honours(tournament, context["rounds"], rows)
    closes_at = context["closes_at"]
    context["is_closed"] = closes_at is not None and timezone.now() > closes_at and not context["may_direct"]
    context["shut_out"] = "" if context["may_direct"] else consent.shut_out(request.user, tournament)
    context["takes_entries"] &= not (context["is_closed"] or context["shut_out"])
    return live(request, "tournaments/event/detail.html", "tournaments/event/overview/_overview.html", context)


def _own(entry: Entry | None, rnd: Round, matches: list[Match]) -> list[Match]:
    """The matches of a round that this entry still has to play."""
    if entry is None or rnd.is_over:
        return []
    return [match for match in matches if match.state != MatchState.OVER and entry in match.entries]


def _now(context: dict[str, Any]) -> dict[str, Any]:
    """The pairings of the present round."""
    rnd = context["rounds"][-1] if context["rounds"] and not context["is_ladder"] else None
    if rnd is None:
        return {}
    matches = finding.round_matches(rnd)
    if len(context["stages"]) == 1 and not rnd.stage.has_windows:  # no other round is open, so they are not read again
        context["my_matches"] = _own(context["my_entry"], rnd, matches)
    return {
        "now_round": rnd,
        "pairings": matches,
        "now_over": sum(match.state == MatchState.OVER for match in matches),
        "mine": {match.pk for match in context["my_matches"]},
    }


@require_safe
def conditions(request: HttpRequest, slug: str) -> HttpResponse:
    """The conditions of a tournament: rules, format, clock, visibility; tie-breaks, byes and late entry are of the
    first stage."""
    tournament = find(slug)
    context = about(request, tournament, "conditions")
    context["first"] = min(context["stages"], key=lambda stage: stage.number, default=context["stage"])
    context["tiebreaks"] = standings.tiebreaks(context["first"])
    return render(request, "tournaments/event/conditions.html", context)


def _entered(tournament: Tournament) -> list[Entry]:
    """The entries that have a place, in start order."""
    return [one for one in finding.entrants(tournament) if one.status not in (*GONE, EntryStatus.WAITING)]


@require_safe
def card(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """The card of an entry: its rounds and opponents, the reasons of its pairings, and its tie-breaks in words."""
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
