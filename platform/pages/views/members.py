"""The pages of a club's members: their list, joining, invitations, roles, leaving, and pasting a list."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts import mail, signed_in
from accounts.models import User
from clubs import selectors as clubs
from clubs import services
from clubs.models import Club, Invitation, JoinRequest, Membership, Role
from clubs.services import leaving, pasting, requests, rights
from doors import addresses
from doors.limits import TooOften, said_too_often
from doors.once import once
from pages.forms.members import JoinForm, MemberForm, PasteForm, RoleForm
from pages.selectors import of_club
from pages.views.clubs import about
from tournaments.merging import selectors as merging

MEMBERS = 50  # on a page
INVITED = 25  # open invitations on a page
SHOWN = 100  # lines of a kind in the preview of a list
LINKS = "#invitations"  # where the links of invitations stand on the page of members


@once
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """The members of a club and their roles; officials add a person, or invite an address, whether it is known here or
    not."""
    shown = get_object_or_404(Club, slug=slug)
    if request.method != "POST":
        return _list(request, shown)
    if not clubs.may_direct(request.user, shown):
        raise PermissionDenied(_("Only the club's directors and organisers add members."))
    form = MemberForm(request.POST)
    if not form.is_valid():
        return _list(request, shown, member_form=form)
    try:
        if form.cleaned_data["email"] or "link" in request.POST:
            return _invite(request, shown, form)
        membership = services.enrol(club=shown, name=form.cleaned_data["name"], by=signed_in.user(request))
    except rights.ClubClosed as closed:
        form.add_error(None, str(closed))
        return _list(request, shown, member_form=form)
    messages.success(request, _("%(name)s is on the list.") % {"name": membership.user})
    return redirect("pages:club_members", slug=slug)


def _invite(request: HttpRequest, to: Club, form: MemberForm) -> HttpResponse:
    try:
        invited = services.invite(club=to, by=signed_in.user(request), now=timezone.now(), **form.cleaned_data)
    except TooOften as often:
        form.add_error(None, str(often))
        return _list(request, to, member_form=form, often=often)
    if invited.mailed_at:
        messages.success(request, _("%(name)s is invited: the link was mailed.") % {"name": invited.name})
    elif mail.is_configured():
        messages.success(request, _("%(name)s is invited: send them the link below.") % {"name": invited.name})
    else:
        words = _("The invitation of %(name)s is made. This site sends no mail: copy the link below.")
        messages.warning(request, words % {"name": invited.name})
    return redirect(reverse("pages:club_members", args=[to.slug]) + LINKS)


def _list(
    request: HttpRequest, shown: Club, member_form: MemberForm | None = None, often: TooOften | None = None
) -> HttpResponse:
    search, role = request.GET.get("q", "").strip()[:120], request.GET.get("role", "")
    role = role if role in Role.values else ""
    context = about(request, shown)
    invited = clubs.open_invitations(shown, timezone.now()) if context["may_direct"] else Invitation.objects.none()
    shown_members = Paginator(clubs.listed(shown, request.user, search, role), MEMBERS).get_page(
        request.GET.get("page")
    )
    invitations = Paginator(invited, INVITED).get_page(request.GET.get("invited"))
    people = [one.user for one in shown_members]
    context |= {
        "tab": "members",
        "figures": of_club.member_figures(shown, people),
        "search": search,
        "chosen": role,
        "roles": Role.choices,
        "members": shown_members,
        "codes": merging.claim_codes(people) if context["may_direct"] else {},
        "invitations": invitations,
        "links": [(one, addresses.shared_address(request, one.get_absolute_url())) for one in invitations],
        "claims": merging.open_claims(shown) if context["may_organise"] else (),
        "requests": clubs.open_requests(shown) if context["may_direct"] else (),
        "removed": clubs.removed(shown) if context["may_direct"] else (),
        "member_form": member_form or MemberForm(),
        "has_mail": mail.is_configured(),
        "join_form": JoinForm(),
        "own": clubs.membership_of(request.user, shown),
    }
    page = render(request, "pages/members/list.html", context, status=422 if member_form else 200)
    return page if often is None else said_too_often(page, often)


@login_required
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Become a member as a player, or ask the club's officials with a note; or withdraw the request."""
    to, user = get_object_or_404(Club, slug=slug), signed_in.user(request)
    form, often = JoinForm(request.POST if request.method == "POST" else None), None
    if request.method == "POST" and "back" in request.POST:
        requests.take_back_request(club=to, user=user)
        messages.success(request, _("Your request is taken back."))
        return redirect("pages:club", slug=slug)
    if request.method == "POST" and form.is_valid():
        try:
            joined = requests.join(club=to, user=user, now=timezone.now(), **form.cleaned_data)
        except (requests.NotNow, TooOften) as not_now:
            form.add_error(None, str(not_now))
            often = not_now if isinstance(not_now, TooOften) else None
        else:
            is_in = isinstance(joined, Membership)
            words = _("Welcome to %(club)s.") if is_in else _("%(club)s has your request, and will answer it here.")
            messages.success(request, words % {"club": to.name})
            return redirect("pages:club", slug=slug)
    context = about(request, to) | {"form": form}
    page = render(request, "pages/members/join.html", context, status=422 if form.errors else 200)
    return page if often is None else said_too_often(page, often)


@require_POST
@login_required
def answer_request(request: HttpRequest, slug: str) -> HttpResponse:
    """Let in a person who asks, or decline; for directors."""
    of, lets_in = get_object_or_404(Club, slug=slug), request.POST.get("answer") == "yes"
    user = get_object_or_404(User, public_id=request.POST.get("person", ""))
    by = signed_in.user(request)
    try:
        requests.answer_request(club=of, user=user, lets_in=lets_in, by=by, now=timezone.now())
    except JoinRequest.DoesNotExist:
        messages.info(request, _("This request was answered already, or taken back."))
    else:
        words = _("%(name)s is a member now.") if lets_in else _("%(name)s was told no, and can ask again in 30 days.")
        messages.success(request, words % {"name": user})
    return redirect("pages:club_members", slug=slug)


@require_POST
@login_required
def joining(request: HttpRequest, slug: str) -> HttpResponse:
    """Set whether officials let newcomers in, or everybody may join; for organisers."""
    of, asks = get_object_or_404(Club, slug=slug), request.POST.get("asks") == "yes"
    requests.set_joining(club=of, asks=asks, by=signed_in.user(request), now=timezone.now())
    words = _("From now on you let newcomers in.") if asks else _("From now on newcomers join without asking.")
    messages.success(request, words)
    return redirect("pages:club_members", slug=slug)


@require_POST
@login_required
def place(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer a club that put one on its list: confirm, or leave the list."""
    of, accepts = get_object_or_404(Club, slug=slug), request.POST.get("answer") == "yes"
    said = {"club": of.name}
    try:
        leaving.answer_place(club=of, user=signed_in.user(request), accepts=accepts, now=timezone.now())
    except services.LastOrganiser:
        messages.error(request, _("You are the only organiser: hand the club over first."))
        return redirect("pages:club_members", slug=slug)
    words = _("You are a member of %(club)s.") if accepts else _("You are off the list of %(club)s.")
    messages.success(request, words % said)
    return redirect("pages:me")


@login_required
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave a club, after a confirmation."""
    of, user = get_object_or_404(Club, slug=slug), signed_in.user(request)
    get_object_or_404(Membership, club=of, user=user)
    error = ""
    if request.method == "POST":
        try:
            leaving.leave(club=of, user=user, now=timezone.now())
        except services.LastOrganiser:
            error = _("You are the only organiser: hand the club over to another member first, on the page of members.")
        else:
            messages.success(request, _("You have left %(club)s.") % {"club": of.name})
            return redirect("pages:club", slug=slug)
    context = about(request, of) | {"error": error}
    return render(request, "pages/members/leave.html", context, status=409 if error else 200)


@login_required
def remove(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Remove a member from the list, after a confirmation; for organisers."""
    of, member = _organised(request, slug, public_id)
    if member.user == request.user:
        return redirect("pages:club_leave", slug=slug)
    removing = lambda: leaving.remove(  # noqa: E731
        club=of, user=member.user, by=signed_in.user(request), now=timezone.now()
    )
    words = _("%(name)s is off the list.")
    return _confirmed(request, of, member, removing, "pages/members/remove.html", words)


@require_POST
@login_required
def lift_removal(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a person whom the club removed come back like anybody else; for directors."""
    of = get_object_or_404(Club, slug=slug)
    user = get_object_or_404(User, public_id=request.POST.get("person", ""))
    leaving.lift_removal(club=of, user=user, by=signed_in.user(request), now=timezone.now())
    messages.success(request, _("%(name)s may come back.") % {"name": user})
    return redirect("pages:club_members", slug=slug)


@login_required
def hand_over(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Hand the club over to another member, after a confirmation; for organisers."""
    of, member = _organised(request, slug, public_id)
    handing = lambda: leaving.hand_over(  # noqa: E731
        club=of, to=member.user, by=signed_in.user(request), now=timezone.now()
    )
    words = _("%(name)s organises the club now.")
    return _confirmed(request, of, member, handing, "pages/members/hand_over.html", words)


def _organised(request: HttpRequest, slug: str, public_id: str) -> tuple[Club, Membership]:
    of = get_object_or_404(Club, slug=slug)
    rights.require_organiser(of, signed_in.user(request))
    return of, get_object_or_404(clubs.members(of), user__public_id=public_id)


def _confirmed(
    request: HttpRequest, of: Club, member: Membership, act: Callable[[], Any], page: str, words: str
) -> HttpResponse:
    """Ask for a confirmation on `page`, and act once it is given."""
    error = ""
    if request.method == "POST":
        try:
            act()
        except services.LastOrganiser:
            error = _("A club keeps at least one organiser: give somebody else the role first.")
        except services.CannotTakeOver as cannot:
            error = str(cannot)
        else:
            messages.success(request, words % {"name": member.user})
            return redirect("pages:club_members", slug=of.slug)
    context = about(request, of) | {"member": member, "error": error}
    return render(request, page, context, status=409 if error else 200)


@require_POST
@login_required
def withdraw_invitation(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw an open invitation; for directors."""
    of = get_object_or_404(Club, slug=slug)
    with suppress(Invitation.DoesNotExist):  # already accepted, or taken back in another window
        token = request.POST.get("token", "")
        services.withdraw_invitation(club=of, token=token, by=signed_in.user(request), now=timezone.now())
    return redirect("pages:club_members", slug=slug)


@require_POST
@login_required
def role(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a member a role; for organisers. A club keeps at least one organiser."""
    of = get_object_or_404(Club, slug=slug)
    if not clubs.may_organise(request.user, of):
        raise PermissionDenied(_("Only the club's organisers give roles."))
    form = RoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This role does not exist."))
        return redirect("pages:club_members", slug=slug)
    member = get_object_or_404(clubs.players(of), public_id=form.cleaned_data["member"])
    try:
        services.give_role(club=of, user=member, role=form.cleaned_data["role"], by=signed_in.user(request))
    except services.LastOrganiser:
        messages.error(request, _("A club keeps at least one organiser: give somebody else the role first."))
    except services.CannotTakeOver as cannot:
        messages.error(request, str(cannot))
    else:
        messages.success(request, _("%(name)s has a new role.") % {"name": member})
    return redirect("pages:club_members", slug=slug)


@login_required
def paste(request: HttpRequest, slug: str) -> HttpResponse:
    """Paste a list of members: check what it would do, then take it as a whole; for directors."""
    of = get_object_or_404(Club, slug=slug)
    rights.require_director(of, signed_in.user(request))
    form, found = PasteForm(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        try:
            found = pasting.paste(
                club=of,
                dry_run="accept" not in request.POST,
                by=signed_in.user(request),
                now=timezone.now(),
                seen=request.POST.get("seen", ""),
                **form.cleaned_data,
            )
        except pasting.CannotPaste as cannot:
            form.add_error("text", str(cannot))
        else:
            if found.is_done:
                _say_done(request, found)
                return redirect(reverse("pages:club_members", args=[slug]) + (LINKS if found.invites else ""))
    context = about(request, of) | {"tab": "members", "form": form, "found": found, "parts": _parts(found)}
    context["has_mail"] = mail.is_configured()
    return render(request, "pages/members/paste.html", context, status=422 if form.errors else 200)


def _say_done(request: HttpRequest, found: pasting.Pasted) -> None:
    """Say what was done, and that nothing was mailed if the site sends no mail."""
    invited, guests = len(found.invites), len(found.guests)
    if mail.is_configured() or not invited:
        said = {"guests": guests, "invited": invited}
        messages.success(request, _("New on the list: %(guests)d. Invited: %(invited)d.") % said)
        return
    if guests:
        messages.success(request, _("New on the list: %(guests)d.") % {"guests": guests})
    words = ngettext(
        "%(n)d invitation made. This site sends no mail: copy the link below.",
        "%(n)d invitations made. This site sends no mail: copy the links below.",
        invited,
    )
    messages.warning(request, words % {"n": invited})


def _parts(found: pasting.Pasted | None) -> list[dict[str, Any]]:
    """The lines of a preview by their meaning, those that need attention first; of many, only the first."""
    if found is None:
        return []
    kinds = (
        pasting.BAD,
        pasting.HEADING,
        pasting.ALIKE,
        pasting.INVITE,
        pasting.GUEST,
        pasting.INVITED,
        pasting.MEMBER,
    )
    lines = [(kind, found.of(kind)) for kind in kinds]
    return [
        {"kind": kind, "count": len(some), "lines": some[:SHOWN], "more": max(0, len(some) - SHOWN)}
        for kind, some in lines
        if some
    ]
