"""The organiser's page of announcements."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts import signed_in
from doors.limits import TooOften, said_too_often
from doors.once import once
from tournaments.announcements import selectors, services
from tournaments.announcements.forms import AnnouncementForm
from tournaments.errors import Invalid
from tournaments.event.selectors import finding
from tournaments.event.views import attempt, desk, directed

PAGE = 20


@login_required
@once
@require_http_methods(["GET", "HEAD", "POST"])
def announcements(request: HttpRequest, slug: str) -> HttpResponse:
    """The announcements of a tournament and the form of a new one; POST makes it."""
    tournament = directed(request, slug)
    often: TooOften | None = None
    form = AnnouncementForm(request.POST or None, has_rounds=not finding.main_stage(tournament).has_challenges)
    if request.method == "POST" and form.is_valid():
        try:
            made = services.announce(tournament=tournament, **signed_in.asked(request), **form.cleaned_data)
        except Invalid as invalid:
            form.add_error(invalid.field if invalid.field in form.fields else None, str(invalid))
        except TooOften as error:
            form.add_error(None, str(error))
            often = error
        else:
            said = ngettext("%(n)d person is told.", "%(n)d people are told.", made.told)
            if not made.told:
                said = _("None of these players has an account, so nobody is told by mail or inbox.") + " "
                if made.round_number is None:
                    said += _("The announcement stands on the tournament’s page.")
                else:
                    said += _("Tell them at their table: only what is for all stands on the tournament’s page.")
            messages.success(request, said % {"n": made.told})
            return redirect("tournaments:announcements", slug=slug)
    page = Paginator(selectors.announcements(tournament), PAGE).get_page(request.GET.get("page"))
    context = desk(request, tournament, "announcements") | {"form": form, "page": page}
    context["reach"] = selectors.reach(tournament, signed_in.user(request))
    status = 422 if form.errors else 200
    answer = render(request, "tournaments/announcements/announcements.html", context, status=status)
    return answer if often is None else said_too_often(answer, often)


@login_required
@require_POST
def take_back(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Take an announcement back."""
    tournament = directed(request, slug)
    one = get_object_or_404(tournament.announcements, public_id=public_id)
    done = _("The announcement is taken back.")
    attempt(request, lambda: services.take_back(announcement=one, **signed_in.asked(request)), done)
    return redirect("tournaments:announcements", slug=slug)
