"""Duplicate rounds on the pages: deal sheets, the scores of a table, and a deck with all its tables."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import signed_in
from tournaments import errors
from tournaments.duplicate import permissions as duplicate_permissions
from tournaments.duplicate import selectors as duplicate_selectors
from tournaments.duplicate import services
from tournaments.event import permissions
from tournaments.event.selectors import finding
from tournaments.event.views import about, attempt, desk, find, is_part, no_store
from tournaments.formats.kinds.duplicate import MIRROR, TEAMS
from tournaments.models import Match, MatchState, Mode, Round, RoundState, Tournament
from tournaments.pairing import FORFEITS
from tournaments.pairing.duplicate import Play

FIELD = re.compile(r"deck-(\d{1,2})-([01])")
VOID = ("x", "void", "–", "-")


@require_safe
def deck(request: HttpRequest, slug: str, number: int, deck: int) -> HttpResponse:
    """A deck of a closed round: its cards and every table's score."""
    tournament = find(slug)
    rnd = _round(tournament, number)
    found = duplicate_selectors.deck_page(rnd, deck)
    if found is None:
        raise Http404
    context = about(request, tournament, f"round-{number}") | {"round": rnd, "number": number, "deck": found}
    context |= {"decks": [one.number for one in rnd.decks.all()]}
    return render(request, "tournaments/duplicate/deck.html", context)


@login_required
@require_safe
def deal_sheets(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """For officials: a sheet for each deck, from which the cards are laid out. Each look is recorded."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    rnd = _round(tournament, number)
    if not duplicate_selectors.is_duplicate(rnd.stage):
        raise Http404
    if not duplicate_selectors.is_open(rnd):
        duplicate_permissions.require_deal_sheets(request.user, rnd)
    services.note_deal_sheets(rnd=rnd, **signed_in.asked(request))
    context = {"tournament": tournament, "round": rnd, "sheets": duplicate_selectors.deal_sheets(rnd)}
    context |= {"scoring": rnd.stage.settings["scoring"]}
    return no_store(render(request, "tournaments/duplicate/sheets.html", context))


@login_required
@require_POST
def scores(request: HttpRequest, public_id: str) -> HttpResponse:
    """Enter a table's scores: fields `deck-n-play`, points as the first seat sees them, x for void."""
    match = get_object_or_404(finding.matches(), public_id=public_id)
    permissions.require_director(request.user, match.round.stage.tournament)

    def enter() -> None:
        deals = {}
        for name, text in request.POST.items():
            key, points = FIELD.fullmatch(name), str(text).strip().replace("−", "-")
            if key and points:
                deals[int(key[1]), int(key[2])] = None if points.lower() in VOID else _points(points, key[1])
        services.record_decks(match=match, deals=deals, **signed_in.asked(request))

    if request.POST.get("back") == "grid":
        return _saved_row(request, match, enter)
    attempt(request, enter, _("Recorded."))
    return redirect("tournaments:match", public_id=public_id)


def _saved_row(request: HttpRequest, match: Match, enter: Callable[[], None]) -> HttpResponse:
    """Save a row of the grid. A refused row keeps what was typed and says why; for htmx the grid comes back, which
    keeps what is typed in the other rows."""
    rnd = match.round
    try:
        enter()
    except errors.Refusal as refusal:
        return deck_grid(request, rnd, Refused(match.pk, str(refusal), request.POST))
    messages.success(request, _("Table %(n)d: recorded.") % {"n": match.table_no})
    if is_part(request):
        return deck_grid(request, Round.objects.select_related("stage__tournament").get(pk=rnd.pk))
    return redirect("tournaments:results", slug=rnd.stage.tournament.slug, number=rnd.number)


@dataclass(frozen=True, slots=True)
class Refused:
    """A row of the grid that was not saved: the reason, and the typed values."""

    match: int
    why: str
    typed: Mapping[str, Any]


def deck_grid(request: HttpRequest, rnd: Round, refused: Refused | None = None) -> HttpResponse:
    """For officials: the deal scores of a round, one row for each table; each row is saved by itself."""
    tournament = rnd.stage.tournament
    plays = duplicate_selectors.columns(rnd)
    is_ordered = rnd.stage.settings["scoring"] == MIRROR and duplicate_permissions.may_lay_out(request.user, rnd)
    if not is_ordered:
        plays = tuple(sorted(plays, key=lambda play: (play.is_turned, play.deck)))
    columns = [Column.of(play, number if is_ordered else None, rnd) for number, play in enumerate(plays, 1)]
    rows = [
        _row(match, columns, rnd, refused if refused and refused.match == match.pk else None)
        for match in finding.round_matches(rnd)
    ]
    region = "tournaments/duplicate/_grid.html"
    context = desk(request, tournament, "results") | {
        "region": region,
        "round": rnd,
        "number": rnd.number,
        "scoring": rnd.stage.settings["scoring"],
        "columns": columns,
        "rows": rows,
        "is_untouched": finding.is_untouched(rnd),
        "missing": sum(row["match"].state != MatchState.OVER and not row["is_complete"] for row in rows),
        "is_laid_out": rnd.state == RoundState.RUNNING and tournament.mode != Mode.ONLINE,
    }
    if is_part(request):
        return no_store(render(request, region, context))
    status = 422 if refused else 200
    return no_store(render(request, "tournaments/results/results.html", context, status=status))


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the grid, for one deal of every table: its deck, its play and its heading."""

    deck: int
    play: int
    label: str
    note: str

    @classmethod
    def of(cls, play: Play, number: int | None, rnd: Round) -> "Column":
        """The heading: the `number` of the deal where its order is known, and its deck; the board, or changed seats."""
        deck = _("Deck %(n)d") % {"n": play.deck}
        notes = [deck] if number is not None else []
        if rnd.stage.settings["scoring"] == TEAMS:
            notes.append(_("Board %(n)d") % {"n": play.is_turned + 1})
        elif play.is_turned:
            notes.append(_("changed"))
        label = deck if number is None else _("Deal %(n)d") % {"n": number}
        return cls(play.deck, int(play.is_turned), label, ", ".join(notes))


def _row(match: Match, columns: Sequence[Column], rnd: Round, refused: Refused | None) -> dict[str, Any]:
    lines = {(line.deck, line.play): line for line in duplicate_selectors.deck_lines(match)}
    typed = refused.typed if refused else {}
    cells = []
    for one in columns:
        name, line = f"deck-{one.deck}-{one.play}", lines[one.deck, one.play]
        stands = ("x" if line.points is None else line.points) if line.is_in else ""
        value = typed.get(name, stands)
        cells.append({"name": name, "label": f"{one.label} {one.note}", "line": line, "value": value})
    is_complete = duplicate_selectors.is_complete(match)
    at_tables = bool(duplicate_selectors.live_boards(match)) and not is_complete
    is_forfeit = match.result_kind in FORFEITS and match.state == MatchState.OVER
    return {
        "match": match,
        "cells": cells,
        "error": refused.why if refused else "",
        "is_complete": is_complete,
        "is_open": rnd.state == RoundState.RUNNING and not at_tables | is_forfeit,
    }


def _points(text: str, deck: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,4}", text):
        said = {"deck": deck, "text": text[:20]}
        raise errors.Invalid(
            "points", _("Deck %(deck)s: “%(text)s” is neither a number of points nor x for void.") % said
        )
    return int(text)


def _round(tournament: Tournament, number: int) -> Round:
    found = Round.objects.exclude(state=RoundState.DRAFT).select_related("stage__tournament")
    return get_object_or_404(found, stage__tournament=tournament, number=number)
