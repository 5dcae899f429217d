"""The organiser's page of players: the list, the one field that adds, invitations."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts import mail, signed_in
from clubs import selectors as clubs
from clubs.models import Invitation
from doors import addresses
from doors.fields import error_lines
from doors.once import once
from tournaments import errors as refusals
from tournaments.entries import selectors as entries_selectors
from tournaments.entries.services import entering
from tournaments.evening.selectors import rows
from tournaments.event import permissions
from tournaments.event.forms.desk import HOUSE_LEVELS, GuestForm, RosterForm
from tournaments.event.selectors import entry_sizes, finding, sitters
from tournaments.event.views import (
    attempt,
    back_to,
    desk,
    directed,
    entered_words,
    find,
    is_part,
    no_store,
    warn_of_names,
)
from tournaments.merging.selectors import to_invite
from tournaments.merging.services import inviting, same_person
from tournaments.models import Entry, EntryStatus, Mode, Tournament, TournamentState
from tournaments.teams.forms import TeamForm


@login_required
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of players: the list, and the field that adds. One clear line is entered at once, several lines and a
    file are shown first; for htmx the answer is what the typed text means."""
    tournament = directed(request, slug)
    form = RosterForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"tournament": tournament, "form": form}
    if is_part(request):
        context |= _meant(request, tournament, form)
        return no_store(render(request, "tournaments/entries/adding/_found.html", context))
    if request.method == "POST" and form.is_valid():
        found = _imported(request, tournament, form)
        if isinstance(found, HttpResponse):
            return found
        context |= found
    report = context.get("report")
    is_wrong = bool(form.errors) or (report is not None and not report.is_clean)
    context |= desk(request, tournament, "entries") | {
        "kept": context.get("content", request.POST.get("text", "")) if is_wrong else "",
        "is_next": "next" in request.GET,
        "house_levels": [] if tournament.mode == Mode.IN_PERSON else HOUSE_LEVELS,
        "size": entry_sizes.size_of(tournament),
        "team_form": TeamForm(),
        "entrants": finding.entrants(tournament),
        "last": entries_selectors.last_time(tournament) if tournament.state == TournamentState.OPEN else None,
        "menus": rows.menus(tournament),
        "removed": _removed(request, slug),
        "to_invite": len(to_invite(tournament, timezone.now())) if mail.is_configured() else 0,
    }
    return render(request, "tournaments/entries/entries.html", context, status=422 if form.errors else 200)


def _meant(request: HttpRequest, tournament: Tournament, form: RosterForm) -> dict[str, Any]:
    """What a text means while it is typed: the members whom one line may mean, or what each of several lines does."""
    if not form.is_valid():
        return {}
    typed = form.cleaned_data["text"].strip()
    size = entry_sizes.size_of(tournament)
    if "\n" not in typed:
        return {} if size.is_team else {"suggested": entries_selectors.suggested(tournament, typed)}
    try:
        report = _report(request, tournament, form)
    except refusals.Refusal as refusal:
        return {"refusal": refusal}
    return {"size": size, **_shown(tournament, report, typed)}


def _imported(request: HttpRequest, tournament: Tournament, form: RosterForm) -> dict[str, Any] | HttpResponse:
    """What is sent is entered if it was looked at before, or if it is one clear line; else it is shown."""
    content = form.content()
    try:
        report = _report(request, tournament, form, is_accepted="accept" in request.POST)
        is_chosen = report.is_one and "another" in request.POST
        if (report.is_plain or is_chosen) and not report.is_done and isinstance(content, str):
            report = _report(request, tournament, form, is_accepted=True, seen=report.digest)
    except refusals.Refusal as refusal:
        form.add_error("text", str(refusal))
        return {}
    if report.is_done:
        return _entered(request, tournament, report)
    if isinstance(content, str) and len(content.strip().splitlines()) == 1:
        if report.problems:
            form.add_error("text", " ".join(problem.text for problem in report.problems))
            return {}
        if not report.to_enter and report.lines[0].note:
            form.add_error("text", report.lines[0].note)
            return {}
        if not report.to_enter:
            messages.info(request, _("%(name)s is already entered.") % {"name": report.lines[0].name})
            return redirect(_next(tournament))
    return _shown(tournament, report, content)


def _report(
    request: HttpRequest, tournament: Tournament, form: RosterForm, *, is_accepted: bool = False, seen: str = ""
) -> entering.ImportReport:
    return entering.import_entries(
        tournament=tournament,
        text=form.content(),
        dry_run=not is_accepted,
        seen=seen or request.POST.get("seen", ""),
        same=[int(line) for line in request.POST.getlist("same") if line.isdecimal() and len(line) < 6],
        **signed_in.asked(request),
    )


def _shown(tournament: Tournament, report: entering.ImportReport, content: str | bytes) -> dict[str, Any]:
    """The context of a report that is to be accepted."""
    return {
        "report": report,
        "content": content if isinstance(content, str) else report.text,
        "beyond": _beyond(tournament, report),
        "away": sitters.away_together(report.away),
        "alike": report.count("alike") if report.is_clean else 0,
    }


def _next(tournament: Tournament) -> str:
    """The page of players with the cursor in the field for the next one."""
    return reverse("tournaments:entries", args=[tournament.slug]) + "?next=1"


def _removed(request: HttpRequest, slug: str) -> dict[str, str] | None:
    """The entry that was removed a moment ago and can be restored."""
    held: dict[str, str] | None = request.session.get("removed")
    return held if held is not None and held["slug"] == slug else None


def _beyond(tournament: Tournament, report: entering.ImportReport) -> int:
    """The number of new lines of a roster of single players that would have to wait for a place: none once it runs."""
    places, size = finding.places_of(tournament), entry_sizes.size_of(tournament)
    if not places or size.is_team or tournament.state == TournamentState.RUNNING:
        return 0
    fresh = len(report.lines) - report.count("entered") - report.count("bad")
    return min(fresh, max(0, finding.places_taken(tournament) + fresh - places))


@login_required
@once
@require_POST
def add_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a guest by two fields, or a house player of a level (`house`); in a running tournament the entry is checked
    in at once."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    form = GuestForm(request.POST)
    if house := request.POST.get("house"):
        attempt(request, lambda: _add_house(request, tournament, house))
    elif form.is_valid():
        attempt(request, lambda: _add(request, tournament, form.cleaned_data))
    else:
        attempt(request, lambda: _refuse(form))
    if request.POST.get("back") == "checkin":
        return redirect("tournaments:checkin", slug=slug)
    return redirect(_next(tournament))


def _add_house(request: HttpRequest, tournament: Tournament, house: str) -> None:
    entry = entering.enter(tournament=tournament, house=house, **signed_in.asked(request))
    messages.success(request, entered_words(entry))


def _add(request: HttpRequest, tournament: Tournament, data: dict[str, Any]) -> None:
    try:
        entry = entering.enter(tournament=tournament, **signed_in.asked(request), **data)
    except ValueError as bad:
        raise refusals.Invalid("name", str(bad)) from bad
    is_in = entry.status != EntryStatus.WAITING
    if is_in and (tournament.state != "open" or request.POST.get("back") == "checkin"):
        entry = entering.check_in(entry=entry, **signed_in.asked(request))
    messages.success(request, entered_words(entry))
    _warn_of(request, entry)


def _warn_of(request: HttpRequest, entry: Entry) -> None:
    """Say that a name without an account cannot play at a live table, and invite the person by mail if an address is
    known."""
    away = sitters.kept_away(entry)
    if away and all(user.email for user in away):
        messages.warning(request, sitters.away_together([user.name for user in away]))
        _invite(request, entry)
    else:
        warn_of_names(request, [user.name for user in away])


def _invite(request: HttpRequest, entry: Entry) -> None:
    """Invite the people of an entry who have no account, and say how the invitation reaches them."""
    made: list[Invitation] = []
    facts = signed_in.asked(request)
    if not attempt(request, lambda: made.extend(inviting.invite_people(entry=entry, **facts))):
        return
    for one in made:
        said = {"name": one.name, "link": addresses.shared_address(request, one.get_absolute_url())}
        if one.mailed_at:
            messages.success(request, _("%(name)s is invited: the link was mailed.") % said)
        else:
            messages.success(request, _("%(name)s is invited: send them this link: %(link)s") % said)
            if words := addresses.reach_words(said["link"]):
                messages.warning(request, words)


@login_required
@require_POST
def invite(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Invite the people of an entry who have no account, so that they can play at a live table."""
    tournament = directed(request, slug)
    entry = get_object_or_404(tournament.entries.prefetch_related("members__user"), public_id=public_id)
    _invite(request, entry)
    return redirect(back_to(request, "entries"), slug=slug)


@login_required
@require_POST
def invite_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite by mail everybody who has no account but an address."""
    tournament = directed(request, slug)
    made: list[Invitation] = []
    facts = signed_in.asked(request)
    if attempt(request, lambda: made.extend(inviting.invite_all(tournament=tournament, **facts))):
        mailed = sum(one.mailed_at is not None for one in made)
        words = ngettext("%(n)d invitation was mailed.", "%(n)d invitations were mailed.", mailed)
        messages.success(request, words % {"n": mailed})
        if lost := [one.name for one in made if one.mailed_at is None]:
            said = _("Not mailed: %(names)s. The links to pass on stand under Members.")
            messages.warning(request, said % {"names": ", ".join(lost)})
    return redirect("tournaments:entries", slug=slug)


@login_required
@require_POST
def same_as(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Say that the name of an entry means another person of the club, or (`two`) that it does not."""
    tournament = directed(request, slug)
    entry = get_object_or_404(tournament.entries, public_id=public_id)
    if "two" in request.POST:
        apart = lambda: same_person.tell_apart(entry=entry, **signed_in.asked(request))  # noqa: E731
        attempt(request, apart, _("%(name)s is somebody else.") % {"name": entry.name})
        return redirect(back_to(request, "entries"), slug=slug)
    into = get_object_or_404(clubs.players(tournament.club), public_id=request.POST.get("into", ""))
    facts, undo = signed_in.asked(request), [""]
    done = lambda: undo.append(same_person.same_as(entry=entry, into=into, **facts))  # noqa: E731
    if attempt(request, done) and undo[-1]:
        request.session["removed"] = {"slug": slug, "name": entry.name, "undo": undo[-1]}
    elif len(undo) > 1:
        messages.success(request, _("%(name)s plays as %(other)s.") % {"name": entry.name, "other": into.name})
    return redirect(back_to(request, "entries"), slug=slug)


def _refuse(form: GuestForm) -> None:
    raise refusals.Refusal(" ".join(error_lines(form)))


def _entered(request: HttpRequest, tournament: Tournament, report: entering.ImportReport) -> HttpResponse:
    """Say who is entered, or how many."""
    if len(report.made) == 1:
        messages.success(request, entered_words(report.made[0]))
        _warn_of(request, report.made[0])
    else:
        messages.success(request, _("%(count)d entered.") % {"count": report.entered})
        warn_of_names(request, report.away)
    return redirect(_next(tournament))
