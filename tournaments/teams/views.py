"""Teams on the pages: entering one, its line-up, the boards of its matches."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import signed_in
from doors.fields import error_lines
from doors.once import once
from tournaments import errors as refusals
from tournaments.event import permissions
from tournaments.event.forms.desk import ResultForm
from tournaments.event.views import attempt, entered_words, find
from tournaments.models import Entry, EntryMember, Match, MatchState
from tournaments.results import permissions as results_permissions
from tournaments.results.selectors import slips
from tournaments.results.services import recording
from tournaments.results.views import result_grids
from tournaments.teams.forms import MembersForm, TeamForm
from tournaments.teams.services import boards as teams_boards
from tournaments.teams.services import line_ups
from tournaments.teams.services import members as teams_members


@login_required
@once
@require_POST
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a team: its name, and a member on each line, in the order of the boards."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    form = TeamForm(request.POST)

    def enter() -> None:
        entry = line_ups.enter_team(tournament=tournament, **signed_in.asked(request), **form.team())
        messages.success(request, entered_words(entry))

    attempt(request, enter)
    return redirect("tournaments:entries", slug=slug)


@login_required
@require_POST
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter oneself with one's partners."""
    tournament = find(slug)
    asked = signed_in.asked(request)
    joining = lambda: line_ups.enter_oneself(  # noqa: E731
        tournament=tournament,
        name=request.POST.get("name", ""),
        partners=request.POST.getlist("partner"),
        now=asked["now"],
        by=asked["by"],
    )
    attempt(request, joining, _("You are entered. Check in when you are here."))
    return redirect("tournaments:detail", slug=slug)


@login_required
@require_POST
def line_up(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """The page on which the captain (or an official) names who plays at which board of the next round."""
    entry = get_object_or_404(Entry, tournament=find(slug), public_id=public_id)
    permissions.require_captain(request.user, entry)
    members = [get_object_or_404(entry.members, user__public_id=one) for one in request.POST.getlist("board") if one]
    naming = lambda: line_ups.set_line_up(  # noqa: E731
        entry=entry, members=members, **signed_in.asked(request)
    )
    attempt(request, naming, _("The line-up is saved."))
    return redirect("tournaments:card", slug=slug, public_id=public_id)


@login_required
@require_POST
def members(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """The page on which an official changes a team's members: somebody joins, leaves, or both."""
    entry = get_object_or_404(Entry, tournament=find(slug), public_id=public_id)
    permissions.require_director(request.user, entry.tournament)
    form, gone = MembersForm(request.POST), request.POST.get("leaves", "")
    leaves = get_object_or_404(entry.members, user__public_id=gone) if gone else None
    changing = lambda: teams_members.change_members(  # noqa: E731
        entry=entry,
        leaves=leaves,
        comes=form.person(),
        reason=request.POST.get("reason", ""),
        for_one_round=bool(request.POST.get("for_one_round")),
        **signed_in.asked(request),
    )
    attempt(request, changing, _("The members are changed."))
    return redirect("tournaments:card", slug=slug, public_id=public_id)


@login_required
@require_POST
def board_result(request: HttpRequest, public_id: str) -> HttpResponse:
    """Enter the result of one board; an official's is final, a player's waits for the other side."""
    board = _board(public_id)
    results_permissions.require_report(request.user, board.whole)
    form = ResultForm(request.POST)
    is_final = results_permissions.enters_finally(request.user, board.whole)

    def enter() -> None:
        if not form.is_valid():
            raise refusals.Refusal(" ".join(error_lines(form)))
        facts = {**signed_in.asked(request), **form.result()}
        after = recording.record_result(match=board, is_final=is_final, **facts)
        if after.state == MatchState.OVER:
            messages.success(request, _("Recorded."))
        elif not slips.are_disputed(after):  # of that its page tells
            messages.success(request, _("Sent. The other side confirms it."))

    attempt(request, enter)
    return redirect("tournaments:match", public_id=board.whole.public_id)


@login_required
@require_POST
def board_confirm(request: HttpRequest, public_id: str) -> HttpResponse:
    """Confirm the reported result of a board."""
    board = _board(public_id)
    results_permissions.require_confirm(request.user, board.whole)
    version = result_grids.shown_version(request)
    confirming = partial(recording.confirm_result, match=board, **signed_in.asked(request), version=version)
    attempt(request, confirming, _("Confirmed."))
    return redirect("tournaments:match", public_id=board.whole.public_id)


@login_required
@require_POST
def board_substitute(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page on which an official lets a reserve play at a board, for a reason."""
    board = _board(public_id)
    permissions.require_director(request.user, board.round.stage.tournament)
    member = get_object_or_404(EntryMember, tournament=board.round.stage.tournament,
                               user__public_id=request.POST.get("member", ""))  # fmt: skip
    gone = request.POST.get("leaves", "")
    leaves = get_object_or_404(EntryMember, entry=member.entry, user__public_id=gone) if gone else None
    order = next((side.order for side in board.whole.sides.all() if side.entry.pk == member.entry_id), None)
    if order is None:
        raise PermissionDenied(_("Somebody of the same team who plays at no other board."))
    seating = lambda: teams_boards.substitute(  # noqa: E731
        board=board, order=order, member=member, leaves=leaves, **signed_in.asked(request),
        reason=request.POST.get("reason", ""),
    )  # fmt: skip
    attempt(request, seating, _("Saved."))
    return redirect("tournaments:match", public_id=board.whole.public_id)


def _board(public_id: str) -> Match:
    found = Match.objects.of_boards().select_related("parent", "round__stage__tournament__club")
    board = get_object_or_404(found.exclude(round__state="draft"), public_id=public_id)
    board.whole.round = board.round
    return board
