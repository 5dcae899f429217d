"""Check-in: the desk's list for the keyboard, the poster, and the page behind its QR code on which players check in."""

from functools import partial

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts import signed_in
from doors import addresses
from doors.addresses import qr_svg
from tournaments.entries import selectors as entries_selectors
from tournaments.entries.services import acceptance, changing, entering, paying, ticking
from tournaments.entries.services import waiting as waiting_list
from tournaments.event import permissions
from tournaments.event.forms.desk import EntryForm, GuestForm
from tournaments.event.selectors import entry_sizes, finding
from tournaments.event.services import creating
from tournaments.event.views import (
    about,
    attempt,
    back_to,
    desk,
    directed,
    entered_words,
    find,
    is_part,
    live,
    no_store,
    warn_of_names,
)
from tournaments.formats.kinds.pods import shape_of, tables_for
from tournaments.models import GONE, Entry, EntryMember, EntryStatus, Tournament, TournamentState
from tournaments.standings.selectors import versions

MINE, SALT, UNDO_SECONDS = "checkin", "tournaments.checkin", 60
PAGE, REGION = "tournaments/entries/checkin/checkin.html", "tournaments/entries/checkin/_checkin.html"


@login_required
def desk_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The list of who is here: Enter checks in the entry of a typed name or number, several matches are shown to choose
    from, and each row has its own buttons."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    found: list[Entry] = []
    typed = request.POST.get("find", "")
    if request.method == "POST":
        if "find" in request.POST:
            found = _typed(request, finding.entrants(tournament), typed)
        else:
            attempt(request, lambda: _toggle(request, tournament))
        if not found and not is_part(request):
            return redirect(back_to(request, "checkin"), slug=slug)
        tournament = find(slug)  # with its counts as they are now
    counts = finding.counts(tournament)
    can_come = tournament.entries.filter(status__in=entries_selectors.CAN_CHECK_IN).count()
    context = desk(request, tournament, "checkin")
    stage = context["stage"]
    is_alone = stage.has_bracket or stage.has_challenges
    context |= {
        "entrants": found or SimpleLazyObject(lambda: finding.entrants(tournament)),
        "version": "" if found else versions.of_entrants(tournament),
        "total": counts.entered,
        "listed": counts.entered + counts.waiting + counts.gone,
        "typed": typed if found else "",
        "present": counts.here,
        "waiting": can_come,
        "leaving": entries_selectors.leaving(tournament),
        "byes": 0 if is_alone else tables_for(counts.here, shape_of(stage.settings)).byes,
    }
    if is_part(request):
        return render(request, REGION, context)
    context |= {
        "guest_form": GuestForm(),
        "size": entry_sizes.size_of(tournament),
        "is_self": entries_selectors.is_open(tournament) if not tournament.is_over else None,
    }
    return render(request, PAGE, context)


@login_required
@require_safe
def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """The poster with the QR code where players check themselves in."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    address = addresses.shared_address(
        request, reverse("tournaments:self-checkin", args=[entries_selectors.checkin_code(tournament)])
    )
    context = {"tournament": tournament, "address": address, "qr": qr_svg(address)}
    return no_store(render(request, "tournaments/entries/checkin/poster.html", context))


def self_checkin(request: HttpRequest, code: str) -> HttpResponse:
    """The page on which players find their name and check in with one tap, without an account; the tap can be undone
    for a minute."""
    tournament = entries_selectors.tournament_by_code(code)
    if tournament is None:
        raise Http404
    answer = redirect("tournaments:self-checkin", code=code)
    if request.method == "POST" and entries_selectors.is_open(tournament):
        _check_oneself(request, tournament, answer, code)
        return answer
    typed = request.GET.get("name", "")
    entrants = [entry for entry in finding.entrants(tournament) if entry.status in entries_selectors.CAN_CHECK_IN]
    mine = _mine(request, tournament)
    context = {
        "tournament": tournament,
        "is_open": entries_selectors.is_open(tournament),
        "typed": typed,
        "entrants": entries_selectors.meant(entrants, typed) if typed else [],
        "waiting": len(entrants),
        "mine": mine,
        "code": code,
    }
    return no_store(render(request, "tournaments/entries/checkin/self.html", context))


@login_required
def edit(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Correct an entry, or remove it before the start."""
    tournament = directed(request, slug)
    entry = get_object_or_404(tournament.entries, public_id=public_id)
    facts = signed_in.asked(request)
    if "remove" in request.POST:
        undo: list[str] = []
        waited = list(finding.waiting_line(tournament))
        if attempt(request, lambda: undo.append(changing.remove_entry(entry=entry, **facts))):
            wait = set(finding.waiting_line(tournament).values_list("pk", flat=True))
            moved = [one.name for one in waited if one.pk not in wait and one.public_id != public_id]
            request.session["removed"] = {"slug": slug, "name": entry.name, "undo": undo[0], "moved": ", ".join(moved)}
        return redirect("tournaments:entries", slug)
    form = EntryForm.of(entry, request.POST or None)
    if request.method == "POST" and form.is_valid():
        change = partial(changing.change_entry, entry=entry, **facts, **form.cleaned_data)
        if attempt(request, change, _("Saved.")):
            return redirect("tournaments:entries", slug)
    context = desk(request, tournament, "entries")
    leaving = entries_selectors.leaving(tournament, entry).get(entry.pk, "")
    context |= {"entry": entry, "form": form, "size": entry_sizes.size_of(tournament), "leaving": leaving}
    return render(request, "tournaments/entries/entry.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def put_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Restore an entry that was removed a moment ago."""
    tournament = directed(request, slug)
    removed = request.session.pop("removed", {})
    undo, back = removed.get("undo", ""), []
    facts = signed_in.asked(request)
    if attempt(request, lambda: back.append(changing.put_back(tournament=tournament, undo=undo, **facts))):
        messages.success(request, _back_words(back[0], removed.get("moved", "")))
    return redirect("tournaments:entries", slug)


def _back_words(entry: Entry, moved: str) -> str:
    """What has become of an entry that was put back, where others `moved` up meanwhile."""
    if entry.status != EntryStatus.WAITING:
        return _("The entry is back as it was.")
    said = {"name": entry.name, "moved": moved}
    if moved:
        return _("%(name)s is on the waiting list now: the place went to %(moved)s.") % said
    return _("%(name)s is on the waiting list now: all places have been taken meanwhile.") % said


@login_required
def tick(request: HttpRequest, slug: str) -> HttpResponse:
    """Tonight's players: tick members of the club in a searchable list, or those of the last time, and enter them
    together."""
    tournament = directed(request, slug)
    people = request.POST.getlist("person")[: ticking.MOST + 1]
    if "enter" in request.POST:
        done: list[ticking.Ticked] = []
        facts = signed_in.asked(request)
        entering_them = lambda: done.append(  # noqa: E731
            ticking.enter_members(tournament=tournament, people=people, **facts)
        )
        if attempt(request, entering_them):
            messages.success(request, _came_of(done[0]))
            warn_of_names(request, done[0].away)
            return redirect(reverse("tournaments:entries", args=[slug]) + "?next=1")
    search = request.POST.get("q", request.GET.get("q", "")).strip()[:120]
    context = desk(request, tournament, "entries")
    context |= {
        "ticks": entries_selectors.ticks(tournament, search, people, "last" in request.POST),
        "size": entry_sizes.size_of(tournament),
    }
    return render(request, "tournaments/entries/tick.html", context)


def _came_of(done: ticking.Ticked) -> str:
    if len(done.entries) == 1 and not done.known:
        return entered_words(done.entries[0])
    words = ngettext("%(n)d player is entered.", "%(n)d players are entered.", len(done.entries))
    said = [words % {"n": len(done.entries)}]
    if done.waiting:
        words = ngettext(
            "%(n)d of them is on the waiting list.", "%(n)d of them are on the waiting list.", done.waiting
        )
        said.append(words % {"n": done.waiting})
    if done.known:
        words = ngettext("%(n)d was entered already.", "%(n)d were entered already.", done.known)
        said.append(words % {"n": done.known})
    return " ".join(said)


@login_required
def door(request: HttpRequest, slug: str) -> HttpResponse:
    """The door list, also for print: a box for each entry that has paid."""
    tournament = directed(request, slug)
    if request.method == "POST":
        entry = get_object_or_404(tournament.entries, public_id=request.POST.get("entry", ""))
        is_paid = request.POST.get("paid") == "1"
        attempt(request, lambda: paying.set_paid(entry=entry, is_paid=is_paid, **signed_in.asked(request)))
        return redirect(f"{request.path}#paid-{entry.public_id}")
    context = desk(request, tournament, "door") | {"door": entries_selectors.door(tournament)}
    return render(request, "tournaments/entries/checkin/door.html", context)


def _typed(request: HttpRequest, entrants: list[Entry], typed: str) -> list[Entry]:
    """Check in the entry that the text means; if several match, return them to choose from."""
    gone = (EntryStatus.WITHDRAWN, EntryStatus.EXPELLED, EntryStatus.WAITING)
    here = [entry for entry in entrants if entry.status not in gone]
    found = entries_selectors.meant(here, typed)
    waiting = [entry for entry in found if entry.status != EntryStatus.CHECKED_IN]
    if len(waiting) == 1:
        [entry] = waiting
        checking = lambda: entering.check_in(entry=entry, **signed_in.asked(request))  # noqa: E731
        attempt(request, checking, _("%(name)s is checked in.") % {"name": entry.name})
        return []
    if not found:
        messages.error(request, _("Nobody here is called “%(text)s”.") % {"text": typed[:60]})
    elif not waiting:
        messages.info(request, _("%(name)s is checked in already.") % {"name": found[0].name})
    return waiting


def _toggle(request: HttpRequest, tournament: Tournament) -> None:
    """Carry out a button of the list: check in everybody (`all`), switch self check-in on or off (`self`), or change
    one entry (`here`, `away`, `left`, `admit`, `online`, `hall`)."""
    facts = signed_in.asked(request)
    if "all" in request.POST:
        entering.check_in_all(tournament=tournament, **facts)
        return
    if "self" in request.POST:
        wish = {"self_check_in": request.POST["self"] == "on"}
        creating.write_conditions(tournament=tournament, settings=wish, **facts)
        return
    entry = get_object_or_404(Entry, tournament=tournament, public_id=request.POST.get("entry", ""))
    toggles = {"here": entering.check_in, "away": entering.undo_check_in, "left": entering.withdraw}
    toggles["admit"] = waiting_list.admit
    toggles["online"] = partial(entering.set_remote, is_remote=True)
    toggles["hall"] = partial(entering.set_remote, is_remote=False)
    toggle = toggles.get(request.POST.get("set", ""))
    if toggle is not None:
        before = entry.status
        toggle(entry=entry, **facts)
        _say_toggled(request, entry, before)


def _say_toggled(request: HttpRequest, entry: Entry, before: str) -> None:
    """Say what happened to an entry if its row does not show it: it has left, has come back, or was changed by the menu
    of its row."""
    entry.refresh_from_db()
    came_back = before in GONE
    said: dict[str, str | int] = {"name": entry.name}
    if entry.status == EntryStatus.WITHDRAWN:
        words = _("%(name)s has withdrawn: the results stay, and “Comes back” under “More” lets them in again.")
        words = f"{words} {entries_selectors.leaving(entry.tournament, entry).get(entry.pk, '')}".strip()
    elif came_back and entry.status == EntryStatus.WAITING:
        said["n"] = finding.place_in_line(entry)
        words = _("All places are taken: %(name)s is on the waiting list, at place %(n)d.")
    elif came_back:
        words = _("%(name)s is back, and plays again from the next pairing on.")
    elif before == EntryStatus.WAITING:
        words = _("%(name)s has a place now, and is paired once checked in.")
    elif "back" not in request.POST:
        return
    elif entry.status == EntryStatus.CHECKED_IN and (draft := entries_selectors.draft_without(entry)):
        said["n"] = draft
        words = _("%(name)s is here. Round %(n)d is a draft already: pair it again.")
    elif entry.status == EntryStatus.CHECKED_IN:
        words = _("%(name)s is here, and is paired in the next round.")
    else:
        words = _("%(name)s is not here, and is not paired until here again.")
    messages.success(request, words % said)


def _check_oneself(request: HttpRequest, tournament: Tournament, answer: HttpResponse, code: str) -> None:
    mine, now = _mine(request, tournament), timezone.now()
    if "undo" in request.POST:
        if mine is not None:
            undoing = lambda: entering.undo_check_in(entry=mine, now=now)  # noqa: E731
            attempt(request, undoing, _("Taken back."))
        answer.delete_cookie(MINE, path=_path(code))
        return
    entries = tournament.entries.filter(status__in=entries_selectors.CAN_CHECK_IN)
    entry = entries.filter(public_id=request.POST.get("entry", "")).first()
    if entry is None:
        messages.error(request, _("This player cannot be checked in: ask at the desk."))
    elif attempt(request, lambda: entering.check_in(entry=entry, now=now)):
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
    """The entry that this device has checked in within the last minute."""
    kept = request.get_signed_cookie(MINE, default="", salt=SALT, max_age=UNDO_SECONDS)
    return tournament.entries.filter(public_id=kept, status=EntryStatus.CHECKED_IN).first() if kept else None


def _path(code: str) -> str:
    return reverse("tournaments:self-checkin", args=[code])


@require_safe
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """The start list."""
    tournament = find(slug)
    context = about(request, tournament, "entrants")
    context |= {
        "version": versions.of_entrants(tournament),
        "entrants": SimpleLazyObject(lambda: finding.entrants(tournament)),
    }
    return live(request, "tournaments/entries/entrants.html", "tournaments/entries/_entrants.html", context)


@login_required
@require_POST
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter oneself in a tournament."""
    tournament = find(slug)
    asked = signed_in.asked(request)
    joining = lambda: entering.enter(tournament=tournament, user=asked["by"], **asked)  # noqa: E731
    if finding.ladder_stage(tournament) is not None and tournament.state == TournamentState.RUNNING:
        attempt(request, joining, _("You are on the ladder: challenge somebody above you."))
        return redirect("tournaments:ladder", slug=slug)
    if attempt(request, joining):
        entry = finding.entry_of(asked["by"], tournament)
        _say_place(request, entry, _("You are entered. Check in when you are here."))
    return redirect("tournaments:detail", slug=slug)


@login_required
@require_POST
def self_check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Check oneself in."""
    entry = _own_entry(request, slug)
    if attempt(request, lambda: entering.check_in(entry=entry, **signed_in.asked(request))):
        entry.refresh_from_db()
        _say_place(request, entry, _("You are checked in."))
    return redirect("tournaments:detail", slug=slug)


def _say_place(request: HttpRequest, entry: Entry | None, otherwise: str) -> None:
    """Say which place of the waiting list the visitor's own entry has, or else these words."""
    place = finding.place_in_line(entry) if entry else 0
    said = _("All places are taken: you are on the waiting list, at place %(n)d.") % {"n": place}
    messages.success(request, said if place else otherwise)


@login_required
@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw one's own entry."""
    entry = _own_entry(request, slug)
    leaving = lambda: entering.withdraw(entry=entry, **signed_in.asked(request))  # noqa: E731
    attempt(request, leaving, _("You have withdrawn."))
    return redirect("tournaments:detail", slug=slug)


@login_required
@require_POST
def answer_place(request: HttpRequest, slug: str) -> HttpResponse:
    """Confirm that one takes part in an event entered by others, or say that the entry means somebody else."""
    member = get_object_or_404(EntryMember, tournament__slug=slug, user=signed_in.user(request))
    accepts = request.POST.get("answer") == "yes"
    words = _("You take part: your matches from now on are rated.") if accepts else _("Noted: none of it is rated.")
    answering = lambda: acceptance.answer(member=member, accepts=accepts, **signed_in.asked(request))  # noqa: E731
    attempt(request, answering, words)
    return redirect("tournaments:detail", slug=slug)


def _own_entry(request: HttpRequest, slug: str) -> Entry:
    entry = finding.entry_of(request.user, find(slug))
    if entry is None:
        raise Http404
    return entry


@login_required
@require_POST
def ladder_away(request: HttpRequest, slug: str) -> HttpResponse:
    """Mark oneself on a ladder as away for some time, or as back."""
    tournament = find(slug)
    if finding.ladder_stage(tournament) is None:
        raise Http404
    entry = finding.entry_of(request.user, tournament)
    if entry is None:
        raise Http404
    is_back = request.POST.get("status") == "here"
    act, words = (entering.check_in, _("Welcome back.")) if is_back else (entering.mark_absent, _("Nobody can "
                  "challenge you until you are back."))  # fmt: skip
    attempt(request, lambda: act(entry=entry, **signed_in.asked(request)), words)
    return redirect("tournaments:ladder", slug=slug)
