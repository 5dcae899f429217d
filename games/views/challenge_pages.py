"""Pages to challenge a player and to answer a challenge."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from accounts import signed_in
from accounts.models import User
from doors import polling
from doors.once import once
from games import selectors
from games.forms import ChallengeForm, terms_words
from games.models import Answer, Challenge
from games.services import challenges, tables


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@once
def challenge_player(request: HttpRequest, public_id: str) -> HttpResponse:
    """Challenge one player to a game, then wait on the page of the challenge."""
    other = get_object_or_404(User, public_id=public_id, merged_into=None)
    by = signed_in.user(request)
    form = ChallengeForm(request.POST or None, by=by, initial={"is_rated": True})
    try:
        if request.method == "POST" and form.is_valid():
            made = challenges.challenge(by=by, to=other, wish=form.wish(None), now=timezone.now())
            return redirect("games:challenge", public_id=made.public_id)
    except tables.BadTable as refused:
        form.add_error(refused.field if refused.field in form.fields else None, str(refused))
    except tables.CannotSit as refused:
        form.add_error(None, str(refused))
    context = {"form": form, "other": other, "is_open": by != other and selectors.takes_challenges(other)}
    return render(request, "games/challenge/challenge_player.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
@login_required
def challenge(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page of a challenge, for the two people it concerns. It refreshes itself and leads to the table once there is
    one. POST `do` accepts, declines or takes the challenge back."""
    user, now = signed_in.user(request), timezone.now()
    found = selectors.challenge_of(user, public_id)
    if found is None:
        raise Http404
    if request.method == "POST":
        try:
            _answered(found, request.POST.get("do", ""), user)
        except tables.CannotSit as refused:
            messages.error(request, str(refused))
        return redirect("games:challenge", public_id=public_id)
    part = polling.is_part(request)
    if found.table is not None:
        return polling.lead_to(reverse("games:table", args=[found.table.public_id]), part=part)
    context = {
        "challenge": found,
        "words": terms_words(found),
        "is_mine": found.by_id == user.pk,
        "is_open": found.answer == Answer.OPEN and found.lapses_at > now,
    }
    return render(request, f"games/challenge/{'_' if part else ''}challenge.html", context)


def _answered(found: Challenge, do: str, user: User) -> None:
    if do == "accept":
        challenges.accept_challenge(challenge=found, user=user, now=timezone.now())
    elif do == "decline":
        challenges.decline_challenge(challenge=found, user=user, now=timezone.now())
    elif do == "take_back":
        challenges.take_back_challenge(challenge=found, user=user)


@require_POST
@login_required
def taking_challenges(request: HttpRequest) -> HttpResponse:
    """Turn challenges from others on or off (`takes`)."""
    takes = request.POST.get("takes") == "1"
    challenges.take_challenges(user=signed_in.user(request), takes=takes, now=timezone.now())
    messages.success(request, _("Others can challenge you.") if takes else _("Nobody can challenge you now."))
    return redirect("pages:me")
