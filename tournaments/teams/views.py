"""Teams on the pages: entering one, its line-up, and the boards of its matches."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import permissions, services
from tournaments.forms import MembersForm, ResultForm, TeamForm
from tournaments.models import Entry, EntryMember, TeamBoard
from tournaments.views.answers import attempt
from tournaments.views.public import find


@login_required
@require_POST
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a team: its name, and a member on each line, in the order of the boards."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    form = TeamForm(request.POST)
    entering = lambda: services.enter_team(  # noqa: E731
        tournament=tournament, by=request.user, now=timezone.now(), **form.team()
    )
    attempt(request, entering, _("Entered."))
    return redirect("tournaments:entries", slug=slug)


@login_required
@require_POST
def line_up(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """The captain (or an official) names who plays at which board of the next round."""
    entry = get_object_or_404(Entry, tournament=find(slug), public_id=public_id)
    permissions.require_captain(request.user, entry)
    members = [get_object_or_404(entry.members, user__public_id=one) for one in request.POST.getlist("board") if one]
    naming = lambda: services.set_line_up(  # noqa: E731
        entry=entry, members=members, by=request.user, now=timezone.now()
    )
    attempt(request, naming, _("The line-up is saved."))
    return redirect("tournaments:card", slug=slug, public_id=public_id)


@login_required
@require_POST
def members(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """An official changes who belongs to a team: somebody comes in, leaves, or both."""
    entry = get_object_or_404(Entry, tournament=find(slug), public_id=public_id)
    permissions.require_director(request.user, entry.tournament)
    form, gone = MembersForm(request.POST), request.POST.get("leaves", "")
    leaves = get_object_or_404(entry.members, user__public_id=gone) if gone else None
    changing = lambda: services.change_members(  # noqa: E731
        entry=entry, leaves=leaves, comes=form.person(), reason=request.POST.get("reason", ""), by=request.user,
        now=timezone.now(),
    )  # fmt: skip
    attempt(request, changing, _("The members are changed."))
    return redirect("tournaments:card", slug=slug, public_id=public_id)


@login_required
@require_POST
def board_result(request: HttpRequest, public_id: str) -> HttpResponse:
    """Enter the result of one board; an official's is final, a player's waits for the other side."""
    board = _board(public_id)
    permissions.require_report(request.user, board.match)
    form = ResultForm(request.POST)
    is_final = permissions.enters_finally(request.user, board.match)

    def enter() -> None:
        if not form.is_valid():
            raise services.Refusal(" ".join(str(one) for errors in form.errors.values() for one in errors))
        services.record_board(board=board, by=request.user, now=timezone.now(), is_final=is_final, **form.result())

    attempt(request, enter, _("Recorded.") if is_final else _("Sent. The other side confirms it."))
    return redirect("tournaments:match", public_id=board.match.public_id)


@login_required
@require_POST
def board_confirm(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say that the reported result of a board is right."""
    board = _board(public_id)
    permissions.require_confirm(request.user, board.match)
    attempt(request, lambda: services.confirm_board(board=board, by=request.user, now=timezone.now()), _("Confirmed."))
    return redirect("tournaments:match", public_id=board.match.public_id)


@login_required
@require_POST
def board_substitute(request: HttpRequest, public_id: str) -> HttpResponse:
    """An official lets a reserve play at a board, for a reason."""
    board = _board(public_id)
    permissions.require_director(request.user, board.match.round.stage.tournament)
    member = get_object_or_404(EntryMember, tournament=board.match.round.stage.tournament,
                               user__public_id=request.POST.get("member", ""))  # fmt: skip
    order = next((side.order for side in board.match.sides.all() if side.entry.pk == member.entry_id), None)
    if order is None:
        raise PermissionDenied(_("Somebody of the same team who plays at no other board."))
    seating = lambda: services.substitute(  # noqa: E731
        board=board, order=order, member=member, by=request.user, now=timezone.now(),
        reason=request.POST.get("reason", ""),
    )  # fmt: skip
    attempt(request, seating, _("Saved."))
    return redirect("tournaments:match", public_id=board.match.public_id)


def _board(public_id: str) -> TeamBoard:
    found = TeamBoard.objects.select_related("match__round__stage__tournament__club")
    return get_object_or_404(found.exclude(match__round__state="draft"), public_id=public_id)
