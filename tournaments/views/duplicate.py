"""Duplicate rounds on the pages: deal sheets, the scores of a table, and a deck with all its tables."""

import re

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import permissions, selectors, services
from tournaments.models import Round, RoundState, Tournament
from tournaments.selectors import duplicate
from tournaments.views.answers import attempt, no_store
from tournaments.views.public import about, find

FIELD = re.compile(r"deck-(\d{1,2})-([01])")
VOID = ("x", "void", "–", "-")


@require_safe
def deck(request: HttpRequest, slug: str, number: int, deck: int) -> HttpResponse:
    """A deck of a round that is over: its cards and what every table made of it."""
    tournament = find(slug)
    rnd = _round(tournament, number)
    found = duplicate.deck_page(rnd, deck)
    if found is None:
        raise Http404
    context = about(request, tournament, f"round-{number}") | {"round": rnd, "number": number, "deck": found}
    context |= {"decks": range(1, rnd.decks.number + 1)}
    return render(request, "tournaments/duplicate/deck.html", context)


@login_required
@require_safe
def deal_sheets(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """For officials: a sheet for each deck, from which it is laid out. Who looks is on record."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    rnd = _round(tournament, number)
    if not duplicate.is_duplicate(rnd.stage):
        raise Http404
    services.note_deal_sheets(rnd=rnd, by=request.user, now=timezone.now())
    sheets = [duplicate.deal_sheet(rnd, deck) for deck in range(1, rnd.decks.number + 1)]
    context = {"tournament": tournament, "round": rnd, "sheets": sheets}
    return no_store(render(request, "tournaments/duplicate/sheets.html", context))


@login_required
@require_POST
def scores(request: HttpRequest, public_id: str) -> HttpResponse:
    """Enter what a table made of its decks: fields `deck-n-play`, points as the first seat sees them, x for void."""
    match = get_object_or_404(selectors.matches(), public_id=public_id)
    permissions.require_director(request.user, match.round.stage.tournament)

    def enter() -> None:
        deals = {}
        for name, text in request.POST.items():
            key, points = FIELD.fullmatch(name), str(text).strip().replace("−", "-")
            if key and points:
                deals[int(key[1]), int(key[2])] = None if points.lower() in VOID else _points(points, key[1])
        services.record_decks(match=match, deals=deals, now=timezone.now(), by=request.user)

    attempt(request, enter, _("Recorded."))
    return redirect("tournaments:match", public_id=public_id)


def _points(text: str, deck: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,4}", text):
        said = {"deck": deck, "text": text[:20]}
        raise services.Invalid("points", _("Deck %(deck)s: “%(text)s” is no number of points, nor x for void.") % said)
    return int(text)


def _round(tournament: Tournament, number: int) -> Round:
    found = Round.objects.exclude(state=RoundState.DRAFT).select_related("stage__tournament")
    return get_object_or_404(found, stage__tournament=tournament, number=number)
