"""Pages of ladders: one's place, possible and open challenges; and the director's page."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts import signed_in
from tournaments.event import permissions
from tournaments.event.selectors import finding
from tournaments.event.views import about, attempt, desk, directed, find, live
from tournaments.ladders import selectors
from tournaments.ladders.forms import ChallengeForm, PlaceForm
from tournaments.ladders.services import challenges, rulings
from tournaments.models import ChallengeState, Stage, Tournament

ALL_MOVES = 200
DESK = "tournaments/ladders/organise.html"
ANSWERS = {  # what is said, which side says it
    "accept": (challenges.accept_challenge, "to", gettext_lazy("Accepted: now settle when you play.")),
    "decline": (challenges.decline_challenge, "to", gettext_lazy("Declined.")),
    "take_back": (challenges.take_back_challenge, "by", gettext_lazy("Taken back.")),
}


@require_safe
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """The ladder: first one's own place and possible actions, then all places, then the latest changes."""
    tournament, stage = _found(slug)
    found = selectors.ladder_page(stage, request.user, timezone.now())
    context = about(request, tournament, "ladder") | {
        "ladder": found,
        "rules": selectors.rule_sentences(stage),
        "presence": selectors.away_status(found.mine.entry if found.mine else None),
        "takes_entries": finding.takes_entries(tournament, [stage]),
        "now": timezone.now(),
    }
    return live(request, "tournaments/ladders/ladder.html", "tournaments/ladders/_ladder.html", context)


@login_required
@require_POST
def challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """A player challenges somebody above, with one tap."""
    tournament, _stage = _found(slug)
    challenger = finding.entry_of(request.user, tournament)
    if challenger is None:
        raise PermissionDenied(_("Only players on the ladder can challenge and be challenged."))
    challenged = get_object_or_404(tournament.entries, public_id=request.POST.get("entry", ""))
    challenging = lambda: challenges.make_challenge(  # noqa: E731
        challenger=challenger, challenged=challenged, **signed_in.asked(request)
    )
    done = _("You have challenged %(name)s.") % {"name": challenged.name}
    attempt(request, challenging, done)
    return redirect("tournaments:ladder", slug=slug)


@login_required
@require_POST
def answer(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer a challenge: the challenged player accepts or declines, the challenger takes back, an official does
    either."""
    one = get_object_or_404(finding.challenges(), public_id=public_id)
    found = ANSWERS.get(request.POST.get("answer", ""))
    if found is None:
        raise Http404
    act, side, words = found
    permissions.require_own(request.user, getattr(one, side))
    done = attempt(request, lambda: act(challenge=one, **signed_in.asked(request)), str(words))
    if request.POST.get("back") == "desk":
        return redirect("tournaments:organise-ladder", slug=one.stage.tournament.slug)
    one.refresh_from_db()
    if done and one.state == ChallengeState.ACCEPTED and one.match is not None:
        return redirect("tournaments:match-time", public_id=one.match.public_id)
    return redirect("tournaments:ladder", slug=one.stage.tournament.slug)


@login_required
@require_safe
def organise(request: HttpRequest, slug: str) -> HttpResponse:
    """The director's page: open challenges, matches to rule on, the whole log."""
    tournament = directed(request, slug)
    _tournament, stage = _found(slug)
    return render(request, DESK, _desk(request, tournament, stage))


@login_required
@require_POST
def place(request: HttpRequest, slug: str) -> HttpResponse:
    """Put somebody on a place, as the director."""
    return _entered(request, slug, "place_form", rulings.place_entry, _("Placed."))


@login_required
@require_POST
def challenge_for(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a challenge on behalf of a player, as the director, such as one made at the bar."""
    return _entered(request, slug, "challenge_form", challenges.make_challenge, _("The challenge is made."))


def _entered(request: HttpRequest, slug: str, name: str, act: Callable[..., object], done: str) -> HttpResponse:
    """Carry out one of the forms of the director's page."""
    tournament = directed(request, slug)
    context = _desk(request, tournament, _found(slug)[1], **{name: request.POST})
    form = context[name]
    if not form.is_valid():
        return render(request, DESK, context, status=422)
    facts = {**form.cleaned_data, **signed_in.asked(request)}
    attempt(request, lambda: act(**facts), done)
    return redirect("tournaments:organise-ladder", slug=slug)


def _found(slug: str) -> tuple[Tournament, Stage]:
    """A tournament that is a ladder, or 404."""
    tournament = find(slug)
    stage = finding.ladder_stage(tournament)
    if stage is None:
        raise Http404
    stage.tournament = tournament
    return tournament, stage


def _desk(
    request: HttpRequest, tournament: Tournament, stage: Stage, place_form: Any = None, challenge_form: Any = None
) -> dict[str, Any]:
    found = selectors.ladder_page(stage, request.user, timezone.now(), ALL_MOVES)
    entries = [rung.entry for rung in found.rungs]
    return desk(request, tournament, "ladder") | {
        "ladder": found,
        "over": selectors.recent_challenges(stage),
        "place_form": PlaceForm(place_form, entries=entries),
        "challenge_form": ChallengeForm(
            challenge_form, entries=entries, away={rung.entry.pk for rung in found.rungs if rung.is_away}
        ),
        "now": timezone.now(),
    }
