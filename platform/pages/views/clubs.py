"""The pages of clubs: the list, starting one, one club, the link of an invitation."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import signed_in
from clubs import selectors as clubs
from clubs import services
from clubs.models import Club, Invitation
from clubs.services import closing as club_closing
from clubs.services import rights
from doors.once import once
from pages.forms import ClubForm
from pages.selectors import of_club
from tournaments.errors import Refusal
from tournaments.event.selectors import finding
from tournaments.event.services import club_closing as tournaments_closing
from tournaments.seasons.selectors import reading as seasons
from tournaments.seasons.selectors import season_tables
from webhooks import selectors as webhooks

LEADERS = 5  # of the table of the season


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """All clubs."""
    return render(request, "pages/club/clubs.html", {"clubs": clubs.clubs()})


@login_required
@once
def found(request: HttpRequest) -> HttpResponse:
    """Start a club; the person who starts it becomes its organiser."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        club = services.create_club(organiser=signed_in.user(request), **form.cleaned_data)
        return redirect("pages:club", slug=club.slug)
    return render(request, "pages/club/club_new.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club and its tournaments."""
    shown = get_object_or_404(Club, slug=slug)
    context = about(request, shown)
    running = seasons.running(shown, timezone.now())
    context |= {
        "webhooks_off": context["may_organise"] and webhooks.are_some_off(shown),
        "season": running,
        "season_rows": season_tables.table_of(running).rows[:LEADERS] if running else (),
        "page": of_club.club_page(shown, request.user),
        "tab": "board",
        "latest": finding.latest_of(shown) if context["may_organise"] else None,
        "who_approves": "" if shown.is_approved else clubs.who_approves(),
    }
    return render(request, "pages/club/club.html", context)


@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The page of an invitation's link, where a signed-in user accepts it."""
    invited = get_object_or_404(Invitation.objects.select_related("club"), token=token)
    if request.method == "POST" and request.user.is_authenticated:
        try:
            services.accept_invitation(token=token, user=request.user, now=timezone.now())
        except services.NotOpen:
            return redirect("pages:invitation", token=token)  # which says so
        messages.success(request, _("Welcome to %(club)s.") % {"club": invited.club.name})
        return redirect("pages:club", slug=invited.club.slug)
    is_open = invited.is_open(timezone.now()) and not invited.club.closed_at
    context = {"invitation": invited, "is_open": is_open}
    return render(request, "pages/club/invitation.html", context, status=200 if is_open else 410)


@login_required
def closing(request: HttpRequest, slug: str) -> HttpResponse:
    """Close a club after a confirmation, or open it again; for organisers."""
    of, facts = get_object_or_404(Club, slug=slug), signed_in.asked(request)
    rights.require_organiser(of, facts["by"])
    error = ""
    if request.method == "POST" and "reopen" in request.POST:
        club_closing.reopen_club(club=of, **facts)
        messages.success(request, _("%(club)s is open again.") % {"club": of.name})
        return redirect("pages:club", slug=slug)
    if request.method == "POST":
        try:
            tournaments_closing.close_club(club=of, **facts)
        except Refusal as refusal:
            error = str(refusal)
        else:
            messages.success(request, _("%(club)s is closed.") % {"club": of.name})
            return redirect("pages:club", slug=slug)
    context = about(request, of) | {"tab": "manage", "error": error}
    return render(request, "pages/club/close.html", context, status=409 if error else 200)


@require_POST
@login_required
def approval(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the events of a club count for ratings, or stop that; for site staff."""
    of = get_object_or_404(Club, slug=slug)
    is_approved = request.POST.get("approved") == "yes"
    act = services.approve_club if is_approved else services.withdraw_approval
    act(club=of, by=signed_in.user(request), now=timezone.now())
    words = _("Approved: events that begin from now on are rated.") if is_approved else _("The approval is withdrawn.")
    messages.success(request, words)
    return redirect("pages:club", slug=slug)


def about(request: HttpRequest, shown: Club) -> dict[str, Any]:
    """What every page of a club shows: the visitor's rights, and the number of members they may see."""
    return of_club.head_of_club(request.user, shown)
