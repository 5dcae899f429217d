"""The pages of clubs: all of them, starting one, one club with its members and their roles."""

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import signed_in
from clubs import selectors as clubs
from clubs import services
from clubs.models import Club, Invitation, Role
from doors import addresses
from doors.limits import NewClubs, limited
from pages import selectors
from pages.forms import ClubForm, MemberForm, RoleForm
from tournaments.event.selectors import finding

MEMBERS = 50  # on a page


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """All clubs."""
    return render(request, "pages/clubs.html", {"clubs": clubs.clubs()})


@login_required
@limited(NewClubs)
def found(request: HttpRequest) -> HttpResponse:
    """Start a club; the person who starts it becomes its organiser."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        club = services.create_club(organiser=signed_in.user(request), **form.cleaned_data)
        return redirect("pages:club", slug=club.slug)
    return render(request, "pages/club_new.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club, its tournaments and its members."""
    return _page(request, get_object_or_404(Club, slug=slug))


@require_POST
@login_required
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Become a member as a player."""
    joined = get_object_or_404(Club, slug=slug)
    services.add_member(club=joined, user=signed_in.user(request), by=signed_in.user(request))
    messages.success(request, _("Welcome to %(club)s.") % {"club": joined.name})
    return redirect("pages:club", slug=slug)


@require_POST
@login_required
def add_member(request: HttpRequest, slug: str) -> HttpResponse:
    """Put somebody on the club's list, or invite an address, known here or not; for directors."""
    to = get_object_or_404(Club, slug=slug)
    if not clubs.may_direct(request.user, to):
        raise PermissionDenied(_("Only the club's directors and organisers add members."))
    form = MemberForm(request.POST)
    if not form.is_valid():
        return _page(request, to, member_form=form)
    if form.cleaned_data["email"]:
        return _invite(request, to, form)
    membership = services.enrol(club=to, name=form.cleaned_data["name"])
    messages.success(request, _("%(name)s is a member.") % {"name": membership.user})
    return redirect("pages:club", slug=slug)


def _invite(request: HttpRequest, to: Club, form: MemberForm) -> HttpResponse:
    site, now = addresses.shared_address(request, "/"), timezone.now()
    try:
        invited = services.invite(club=to, by=signed_in.user(request), now=now, site=site, **form.cleaned_data)
    except services.TooManyInvitations:
        form.add_error(None, _("The club has too many open invitations: take some back first."))
        return _page(request, to, member_form=form)
    if invited.mailed_at:
        messages.success(request, _("%(name)s is invited: the link was mailed.") % {"name": invited.name})
    else:
        messages.success(request, _("%(name)s is invited: send them the link below.") % {"name": invited.name})
    return redirect("pages:club", slug=to.slug)


@require_POST
@login_required
def withdraw_invitation(request: HttpRequest, slug: str) -> HttpResponse:
    """Take an open invitation back; for directors."""
    of = get_object_or_404(Club, slug=slug)
    if not clubs.may_direct(request.user, of):
        raise PermissionDenied(_("Only the club's directors and organisers take invitations back."))
    with suppress(Invitation.DoesNotExist):  # already accepted, or taken back in another window
        token = request.POST.get("token", "")
        services.withdraw_invitation(club=of, token=token, by=signed_in.user(request), now=timezone.now())
    return redirect("pages:club", slug=slug)


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
    is_open = invited.is_open(timezone.now())
    context = {"invitation": invited, "is_open": is_open}
    return render(request, "pages/invitation.html", context, status=200 if is_open else 410)


@require_POST
@login_required
def role(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a member a role; for organisers, and a club keeps at least one."""
    of = get_object_or_404(Club, slug=slug)
    if not clubs.may_organise(request.user, of):
        raise PermissionDenied(_("Only the club's organisers give roles."))
    form = RoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This role does not exist."))
        return redirect("pages:club", slug=slug)
    member = get_object_or_404(clubs.players(of), public_id=form.cleaned_data["member"])
    try:
        services.give_role(club=of, user=member, role=form.cleaned_data["role"], by=signed_in.user(request))
    except services.LastOrganiser:
        messages.error(request, _("A club keeps at least one organiser: give somebody else the role first."))
    else:
        messages.success(request, _("%(name)s has a new role.") % {"name": member})
    return redirect("pages:club", slug=slug)


@require_POST
@login_required
def approval(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the events of a club count for ratings, or no longer; for site staff."""
    of = get_object_or_404(Club, slug=slug)
    is_approved = request.POST.get("approved") == "yes"
    act = services.approve_club if is_approved else services.withdraw_approval
    act(club=of, by=signed_in.user(request), now=timezone.now())
    words = _("Approved: events that begin from now on are rated.") if is_approved else _("The approval is withdrawn.")
    messages.success(request, words)
    return redirect("pages:club", slug=slug)


def _page(request: HttpRequest, shown: Club, member_form: MemberForm | None = None) -> HttpResponse:
    search = request.GET.get("q", "").strip()[:120]
    may_direct = clubs.may_direct(request.user, shown)
    may_organise = clubs.may_organise(request.user, shown)
    invited = clubs.open_invitations(shown, timezone.now()) if may_direct else ()
    context: dict[str, Any] = {
        "club": shown,
        "invitations": [(one, addresses.shared_address(request, one.get_absolute_url())) for one in invited],
        "search": search,
        "members": Paginator(clubs.members(shown, search), MEMBERS).get_page(request.GET.get("page")),
        "tournaments": finding.tournaments(club=shown)[: selectors.PAGE],
        "latest": finding.latest_of(shown) if may_organise else None,
        "role": clubs.role_of(request.user, shown),
        "who_approves": "" if shown.is_approved else clubs.who_approves(),
        "may_direct": may_direct,
        "may_organise": may_organise,
        "roles": Role.choices,
        "member_form": member_form or MemberForm(),
    }
    return render(request, "pages/club.html", context, status=422 if member_form else 200)
