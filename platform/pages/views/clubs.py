"""The pages of clubs: all of them, founding one, one club with its members and their roles."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import selectors as clubs
from clubs import services
from clubs.models import Club
from pages import selectors
from pages.forms import ClubForm, MemberForm, RoleForm
from tournaments import selectors as tournaments


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """All clubs."""
    return render(request, "pages/clubs.html", {"clubs": clubs.clubs()})


@login_required
def found(request: HttpRequest) -> HttpResponse:
    """A new club, organised by whoever founds it."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        club = services.create_club(organiser=request.user, **form.cleaned_data)
        return redirect("pages:club", slug=club.slug)
    return render(request, "pages/club_new.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """P18: a club, its tournaments and its members."""
    return _page(request, get_object_or_404(Club, slug=slug))


@require_POST
@login_required
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Become a member as a player."""
    joined = get_object_or_404(Club, slug=slug)
    services.add_member(club=joined, user=request.user)
    messages.success(request, _("Welcome to %(club)s.") % {"club": joined.name})
    return redirect("pages:club", slug=slug)


@require_POST
@login_required
def add_member(request: HttpRequest, slug: str) -> HttpResponse:
    """Put somebody on the club's list, known here or new; for directors."""
    to = get_object_or_404(Club, slug=slug)
    if not clubs.may_direct(request.user, to):
        raise PermissionDenied(_("Only the club's directors and organisers add members."))
    form = MemberForm(request.POST)
    if not form.is_valid():
        return _page(request, to, member_form=form)
    membership = services.enrol(club=to, **form.cleaned_data)
    messages.success(request, _("%(name)s is a member.") % {"name": membership.user})
    return redirect("pages:club", slug=slug)


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
        services.give_role(club=of, user=member, role=form.cleaned_data["role"], by=request.user)
    except services.LastOrganiser:
        messages.error(request, _("A club keeps at least one organiser: give somebody else the role first."))
    else:
        messages.success(request, _("%(name)s has a new role.") % {"name": member})
    return redirect("pages:club", slug=slug)


def _page(request: HttpRequest, shown: Club, member_form: MemberForm | None = None) -> HttpResponse:
    context: dict[str, Any] = {
        "club": shown,
        "members": clubs.members(shown),
        "tournaments": tournaments.tournaments(club=shown)[: selectors.PAGE],
        "role": clubs.role_of(request.user, shown),
        "may_direct": clubs.may_direct(request.user, shown),
        "may_organise": clubs.may_organise(request.user, shown),
        "roles": RoleForm().fields["role"].choices,  # type: ignore[attr-defined]
        "member_form": member_form or MemberForm(),
    }
    return render(request, "pages/club.html", context, status=422 if member_form else 200)
