"""The list of tournaments, the page for a new one, and helpers for answers: whole pages, live regions, refusals."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import signed_in
from clubs.models import SITE_CLUB, Club
from doors.limits import TooOften
from doors.once import once
from games import engine
from tournaments import errors
from tournaments.event import permissions
from tournaments.event.forms.creating import TournamentForm
from tournaments.event.selectors import entry_sizes, finding, planning, sitters
from tournaments.event.services import creating
from tournaments.event.settings import SETTINGS
from tournaments.models import Entry, EntryStatus, Mode, Round, Tournament, TournamentState

HEAD = "X-Head"  # what a page's head showed when it was loaded, sent by its regions as they refresh themselves


def is_part(request: HttpRequest) -> bool:
    """Is this a request of htmx, which needs only a part of the page?"""
    return bool(getattr(request, "htmx", False))


def live(request: HttpRequest, page: str, region: str, context: Mapping[str, Any]) -> HttpResponse:
    """The whole page, or for htmx only its live region. Where what stands around the region (`head_mark`) is not as the
    page shows it any more, the browser is told to load the page again."""
    if is_part(request) and request.headers.get(HEAD, context.get("head_mark")) != context.get("head_mark"):
        answer = HttpResponse(headers={"HX-Refresh": "true"})
    else:
        answer = render(request, region if is_part(request) else page, dict(context))
    answer["Cache-Control"] = "no-cache"
    patch_vary_headers(answer, ["HX-Request", HEAD, "Cookie"])
    return answer


def no_store(answer: HttpResponse) -> HttpResponse:
    """Mark a page that holds secrets, such as the codes of slips, as not to be cached. (Its address goes to no other
    site: SECURE_REFERRER_POLICY. `no-referrer` would also take the origin from its forms, which CSRF needs.)"""
    answer["Cache-Control"] = "no-store"
    return answer


def warn_of_names(request: HttpRequest, names: Sequence[str]) -> None:
    """Warn the official about people entered without an account where live tables need one, and say how to invite
    them."""
    if names:
        messages.warning(request, sitters.away_together(names))
        messages.info(request, _("Invite them: “More” in their row makes a link to pass on."))


def entered_words(entry: Entry) -> str:
    """The message for an official who has entered a player, a pair or a team: who it is, and from which round on they
    play."""
    places = finding.places_of(entry.tournament)
    said = {"name": entry.name, "n": entry.joined_round, "places": places}
    if entry.status == EntryStatus.WAITING:
        return _("%(name)s is on the waiting list.") % said
    if places and finding.places_taken(entry.tournament) > places:
        return _("All %(places)d places are taken: %(name)s is entered all the same.") % said
    if entry.status == EntryStatus.CHECKED_IN and finding.ladder_stage(entry.tournament) is None:
        return _("%(name)s is entered and plays from round %(n)d.") % said
    return _("%(name)s is entered.") % said


def attempt(request: HttpRequest, work: Callable[[], Any], done: str = "") -> bool:
    """Call a service, and show a message of success or the reason of the refusal. Returns whether it succeeded."""
    try:
        work()
    except errors.NeedsReason as needs:
        messages.warning(request, " ".join((*needs.warnings, str(needs))))
    except errors.NoPairing as none:
        messages.error(request, " ".join((str(none), *none.witness, *none.ways_out)))
    except errors.OpenResults as missing:
        messages.error(request, f"{missing} {', '.join(str(table) for table in missing.tables)}")
    except (errors.Refusal, TooOften) as refusal:
        messages.error(request, str(refusal))
    else:
        if done:
            messages.success(request, done)
        return True
    return False


PAGES_OF_ROWS = ("entries", "tonight", "checkin", "special")  # where a player's row has its menu


def back_to(request: HttpRequest, otherwise: str) -> str:
    """The name of the organiser's page from which a form was sent (`back`)."""
    back = request.POST.get("back", "")
    return f"tournaments:{back if back in PAGES_OF_ROWS else otherwise}"


def find(slug: str) -> Tournament:
    """The tournament of an address, or 404."""
    return get_object_or_404(finding.tournaments(), slug=slug)


def about(request: HttpRequest, tournament: Tournament, tab: str) -> dict[str, Any]:
    """The context of every page of a tournament: its head, its tabs, the visitor's own match, the link for
    officials."""
    is_running = tournament.state == TournamentState.RUNNING
    known = finding.stages(tournament)
    is_ladder = any(stage.has_challenges for stage in known)
    mine = finding.entry_of(request.user, tournament)
    rounds = finding.rounds(tournament)
    return {
        "head_mark": f"{tournament.state}/{len(rounds)}/{len(known)}/{mine.status if mine else ''}",
        "tournament": tournament,
        "stage": finding.main_stage(tournament),
        "stages": known,
        "has_tree": any(stage.has_bracket for stage in known),
        "has_table": any(not (stage.has_bracket or stage.has_challenges) for stage in known),
        "is_ladder": is_ladder,
        "tab": tab,
        "rounds": rounds,
        "my_matches": SimpleLazyObject(lambda: finding.current_matches(request.user, tournament)) if is_running else [],
        "my_entry": mine,
        "my_challenge": finding.open_challenge(mine) if mine and is_ladder else None,
        **permissions.rights(request.user, tournament),
    }


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """Tournaments of clubs by state; an unknown filter is named and ignored."""
    state = request.GET.get("state", "")
    is_known = state in TournamentState.values
    found = finding.tournaments(states=[state] if is_known else []).exclude(club__slug=SITE_CLUB)[:100]
    rows = [(one.club.name, {name: value for name, value in vars(one).items() if name[0] != "_"}) for one in found]
    groups, watched = finding.by_date(found, timezone.now()), finding.with_live_tables(found)
    seen = (rows, [(key, len(group)) for key, group in groups], sorted(watched))
    context: dict[str, Any] = {"version": hashlib.sha256(repr(seen).encode()).hexdigest()}
    context |= {"groups": groups, "watched": watched}
    context |= {"state": state if is_known else "", "unknown": "" if is_known else state}
    context |= {"states": TournamentState.choices, "organises": finding.organised_by(request.user).exists()}
    return live(request, "tournaments/event/list.html", "tournaments/event/_list.html", context)


def byes(rnd: Round) -> dict[str, Any]:
    """The byes of a round; absent entries and rests of the schedule are listed separately."""
    found = finding.round_byes(rnd)
    apart = {kind: [bye for bye in found if bye.kind == kind] for kind in ("zero", "rest")}
    alone = [bye for bye in found if bye.kind not in apart]
    return {"byes": alone, "absent": apart["zero"], "rests": apart["rest"]}


def directed(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, for its officials; 403 names whom to ask."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    return tournament


def desk(request: HttpRequest, tournament: Tournament, step: str) -> dict[str, Any]:
    """The context of every page of the organiser: the state of the tournament (its steps: `{% night_steps %}`)."""
    rounds = sorted(finding.rounds(tournament, with_drafts=True), key=lambda rnd: rnd.number)
    return {
        "tournament": tournament,
        "stage": finding.main_stage(tournament),
        "stages": finding.stages(tournament),
        "step": step,
        "all_rounds": rounds,
        "night_of": (tournament, rounds),
        "current": rounds[-1] if rounds else None,
        "may_organise": permissions.may_organise(request.user, tournament),
    }


@login_required
@once
def new(request: HttpRequest) -> HttpResponse:
    """A new tournament on one screen."""
    clubs = finding.organised_by(request.user)
    if not clubs.exists():
        raise PermissionDenied(_("Only organisers of a club create tournaments. Ask yours, or start a club."))
    if request.POST.keys() & {"again", "plain"}:
        form = TournamentForm(clubs=clubs, initial=_as_there(request, clubs))
        return render(request, "tournaments/event/new.html", {"form": form, **_earlier(request, form, clubs)})
    initial = {} if request.method == "POST" else _usual(request, clubs)
    form = TournamentForm(request.POST or None, clubs=clubs, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            made = creating.create_tournament(**signed_in.asked(request), **form.conditions())
        except errors.Invalid as invalid:
            form.add_error(invalid.field if invalid.field in form.fields else None, str(invalid))
        else:
            return redirect("tournaments:entries", slug=made.slug)
    plan = _plan(form) if form.is_bound else {}
    return render(request, "tournaments/event/new.html", {"form": form, **plan, **_earlier(request, form, clubs)})


def _earlier(request: HttpRequest, form: TournamentForm, clubs: QuerySet[Club]) -> dict[str, bool]:
    """Is there an earlier tournament to copy, and does the page begin with what the club chose for its last one?"""
    begun = _named(clubs, form.begun)
    is_plain = "plain" in request.GET or "plain" in request.POST
    return {
        "has_earlier": finding.has_tournaments(clubs),
        "is_as_last": not is_plain and begun is not None and finding.latest_of(begun) is not None,
    }


def _usual(request: HttpRequest, clubs: QuerySet[Club]) -> dict[str, Any]:
    """What the page has before anybody types: the club's habits (`?plain=1`: not those of its last evening), and the
    club and the rules that a link names."""
    club = clubs.filter(slug=request.GET.get("club", "")).first() or clubs[0]
    rules = request.GET.get("variant", "")
    asked = {"variant": rules} if rules in engine.VARIANTS else {}
    return {**_habits(club, is_plain="plain" in request.GET), "club": club.pk, **asked}


def _habits(club: Club, *, is_plain: bool) -> dict[str, Any]:
    """What the page begins with for this club, like its last evening or not."""
    return planning.usual_of(club) if is_plain else planning.habits_of(club, timezone.now())


def _as_there(request: HttpRequest, clubs: QuerySet[Club]) -> dict[str, Any]:
    """The habits of the club that was chosen on the page (`plain`: not those of its
    last evening), under what somebody has typed since the page
    was shown with those of the club `begun`."""
    club = _named(clubs, request.POST.get("club", "")) or clubs[0]
    begun = _named(clubs, request.POST.get("begun", "")) or clubs[0]
    before = TournamentForm(clubs=clubs, initial={**planning.habits_of(begun, timezone.now()), "club": begun.pk})
    return {**_habits(club, is_plain="plain" in request.POST), **before.typed_over(request.POST), "club": club.pk}


def _named(clubs: QuerySet[Club], key: str) -> Club | None:
    """The club with this key as a form sends it."""
    return clubs.filter(pk=key).first() if key.isascii() and key.isdigit() and len(key) < 19 else None


@login_required
@require_safe
def new_plan(request: HttpRequest) -> HttpResponse:
    """The plan of the evening while the form is being filled, as a fragment."""
    clubs = finding.organised_by(request.user)
    begun = _named(clubs, request.GET.get("begun", ""))
    places = planning.habits_of(begun, timezone.now()).get("capacity", 0) if begun else 0
    form = TournamentForm(request.GET, clubs=clubs, is_draft=True, places=places)
    return render(
        request,
        "tournaments/event/making/_plan.html",
        {"form": form, "is_fragment": True, **_plan(form), **_again(request, form)},
    )


def _again(request: HttpRequest, form: TournamentForm) -> dict[str, Any]:
    """The club (`other`) whose last evening the page can begin with: the one that is chosen, if it has one and the page
    was shown for another."""
    club: Club | None = form.cleaned_data.get("club")
    if club is None or str(club.pk) == request.GET.get("begun") or finding.latest_of(club) is None:
        return {"other": None}
    return {"other": club}


def _plan(form: TournamentForm) -> dict[str, Any]:
    """The `poster` of the choices so far with the `plan` of the evening, or the `refusal` if they do not go
    together."""
    form.is_valid()
    data = form.cleaned_data
    poster = _poster(form, data)
    admits = (
        planning.admitted(data["club"], data.get("admits", ""), data.get("capacity") or 0) if data.get("club") else None
    )
    poster["admits"] = admits.words if admits else ""
    try:
        specs = creating.planned(
            data.get("template", ""), form.options(), data.get("variant", ""), data.get("mode", Mode.IN_PERSON)
        )
    except errors.Invalid as invalid:
        return {"poster": poster, "refusal": str(invalid) if invalid.field in form.fields else ""}
    held = form.settings()
    said, places = held["expected"], data.get("capacity")
    facts = {
        "expected": places if places and said == SETTINGS["expected"].default else said,
        "round_minutes": held["round_minutes"],
        "starts_at": form.start(),
    }
    facts |= {"zone": data.get("timezone") or "UTC", "at_most": admits.most if admits else None}
    facts["size"] = entry_sizes.planned_size(specs[0].format, specs[0].settings, data.get("variant", ""))
    return {"poster": poster, "plan": planning.plan_of(specs, **facts)}


def _poster(form: TournamentForm, data: dict[str, Any]) -> dict[str, Any]:
    """The choices made so far, in the form of the poster."""
    rules = data.get("variant", "")
    mode = data.get("mode", "")
    club: Club | None = data.get("club")
    return {
        "rules": form.rules_called(rules) if rules else "",
        "mode": Mode(mode).label if mode in Mode.values else "",
        "place": "" if mode == Mode.ONLINE else data.get("place"),
        "is_unrated": club is not None and not club.is_approved and data.get("rating") == "counts",
        **{key: data.get(key) for key in ("club", "name", "starts_at")},
    }
