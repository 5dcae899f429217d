"""Check-in (P29): the desk's list by keyboard, the poster, and the page behind its QR code where players do it."""

from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from doors import tries
from tournaments import permissions, selectors, services
from tournaments.forms import GuestForm
from tournaments.models import Entry, EntryStatus, Tournament, TournamentState
from tournaments.selectors import checkin
from tournaments.selectors.paper import qr_svg
from tournaments.views.answers import attempt, no_store
from tournaments.views.organiser import desk
from tournaments.views.public import find

MINE, SALT, UNDO_SECONDS = "checkin", "tournaments.checkin", 60
TRIES = "checkin"
PAGE, REGION = "tournaments/organise/checkin.html", "tournaments/organise/_checkin.html"


@login_required
def desk_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is here: a typed name or number and Enter checks in; several are shown to choose from; the list toggles."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    entrants = selectors.entrants(tournament)
    found: list[Entry] = []
    typed = request.POST.get("find", "")
    if request.method == "POST":
        if "find" in request.POST:
            found = _typed(request, entrants, typed)
        else:
            attempt(request, lambda: _toggle(request, tournament))
        if not found and not request.htmx:
            return redirect("tournaments:checkin", slug=slug)
        entrants = selectors.entrants(tournament)
    present = sum(entry.status == EntryStatus.CHECKED_IN for entry in entrants)
    context = desk(request, tournament, "checkin")
    context |= {
        "entrants": found or entrants,
        "total": len(entrants),
        "typed": typed if found else "",
        "present": present,
        "waiting": sum(entry.status in checkin.CAN_CHECK_IN for entry in entrants),
        "is_odd": present % 2 == 1,
    }
    if request.htmx:
        return render(request, REGION, context)
    context |= {
        "guest_form": GuestForm(),
        "size": selectors.size_of(tournament),
        "is_self": checkin.is_open(tournament) if tournament.state != TournamentState.FINISHED else None,
    }
    return render(request, PAGE, context)


@login_required
@require_safe
def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """The poster with the QR code where players check themselves in."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    address = request.build_absolute_uri(reverse("tournaments:self-checkin", args=[checkin.checkin_code(tournament)]))
    context = {"tournament": tournament, "address": address, "qr": qr_svg(address)}
    return no_store(render(request, "tournaments/checkin/poster.html", context))


def self_checkin(request: HttpRequest, code: str) -> HttpResponse:
    """Find yourself, tap, you are here; without an account, and to be undone for a minute."""
    if tries.are_too_many(request, TRIES):
        return no_store(render(request, "tournaments/slips/too_many.html", status=429))
    tournament = checkin.tournament_by_code(code)
    if tournament is None:
        tries.note_wrong(request, TRIES)
        raise Http404
    answer = redirect("tournaments:self-checkin", code=code)
    if request.method == "POST" and checkin.is_open(tournament):
        _check_oneself(request, tournament, answer, code)
        return answer
    typed = request.GET.get("name", "")
    entrants = [entry for entry in selectors.entrants(tournament) if entry.status in checkin.CAN_CHECK_IN]
    mine = _mine(request, tournament)
    context = {
        "tournament": tournament,
        "is_open": checkin.is_open(tournament),
        "typed": typed,
        "entrants": checkin.meant(entrants, typed) if typed else [],
        "waiting": len(entrants),
        "mine": mine,
        "code": code,
    }
    return no_store(render(request, "tournaments/checkin/self.html", context))


def _typed(request: HttpRequest, entrants: list[Entry], typed: str) -> list[Entry]:
    """Check the one who is meant in; several are handed back to be chosen from."""
    gone = (EntryStatus.WITHDRAWN, EntryStatus.EXPELLED, EntryStatus.WAITING)
    here = [entry for entry in entrants if entry.status not in gone]
    found = checkin.meant(here, typed)
    waiting = [entry for entry in found if entry.status != EntryStatus.CHECKED_IN]
    if len(waiting) == 1:
        [entry] = waiting
        checking = lambda: services.check_in(entry=entry, by=request.user, now=timezone.now())  # noqa: E731
        attempt(request, checking, _("%(name)s is checked in.") % {"name": entry.name})
        return []
    if not found:
        messages.error(request, _("Nobody here is called “%(text)s”.") % {"text": typed[:60]})
    elif not waiting:
        messages.info(request, _("%(name)s is checked in already.") % {"name": found[0].name})
    return waiting


def _toggle(request: HttpRequest, tournament: Tournament) -> None:
    """`all`, self check-in on or off, or one entry with `here`, `away`, `left`, or where it plays: `online`, `hall`."""
    facts: dict[str, Any] = {"by": request.user, "now": timezone.now()}
    if "all" in request.POST:
        services.check_in_all(tournament=tournament, **facts)
        return
    if "self" in request.POST:
        wish = {"self_check_in": request.POST["self"] == "on"}
        services.change_conditions(tournament=tournament, settings=wish, **facts)
        return
    entry = get_object_or_404(Entry, tournament=tournament, public_id=request.POST.get("entry", ""))
    toggles = {"here": services.check_in, "away": services.undo_check_in, "left": services.withdraw}
    toggles["online"] = partial(services.set_remote, is_remote=True)
    toggles["hall"] = partial(services.set_remote, is_remote=False)
    toggle = toggles.get(request.POST.get("set", ""))
    if toggle is not None:
        toggle(entry=entry, **facts)


def _check_oneself(request: HttpRequest, tournament: Tournament, answer: HttpResponse, code: str) -> None:
    mine, now = _mine(request, tournament), timezone.now()
    if "undo" in request.POST:
        if mine is not None:
            undoing = lambda: services.undo_check_in(entry=mine, now=now)  # noqa: E731
            attempt(request, undoing, _("Taken back."))
        answer.delete_cookie(MINE, path=_path(code))
        return
    entries = tournament.entries.filter(status__in=checkin.CAN_CHECK_IN)
    entry = entries.filter(public_id=request.POST.get("entry", "")).first()
    if entry is None:
        messages.error(request, _("This player cannot be checked in: ask at the desk."))
    elif attempt(request, lambda: services.check_in(entry=entry, now=now)):
        answer.set_signed_cookie(
            MINE,
            entry.public_id,
            salt=SALT,
            max_age=UNDO_SECONDS,
            path=_path(code),
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )


def _mine(request: HttpRequest, tournament: Tournament) -> Entry | None:
    """Whom this device has checked in within the last minute."""
    kept = request.get_signed_cookie(MINE, default="", salt=SALT, max_age=UNDO_SECONDS)
    return tournament.entries.filter(public_id=kept, status=EntryStatus.CHECKED_IN).first() if kept else None


def _path(code: str) -> str:
    return reverse("tournaments:self-checkin", args=[code])
