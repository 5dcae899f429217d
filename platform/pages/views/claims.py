"""The pages on which two persons become one: an organiser merges them, or the person claims a name with a printed
code."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import signed_in
from accounts.models import User
from clubs import selectors as clubs
from clubs.models import Claim, Club
from clubs.services import rights
from pages.forms.members import ClaimForm
from pages.views.clubs import about
from tournaments.errors import Refusal
from tournaments.merging import selectors
from tournaments.merging.services import claims, merging

CODE = "claim_code"  # in the session of a visitor who still has to sign up


@login_required
def merge(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Choose who a name without a login really is, look at what moves, and merge; for organisers."""
    of, by = get_object_or_404(Club, slug=slug), signed_in.user(request)
    rights.require_organiser(of, by)
    name = get_object_or_404(clubs.players(of), public_id=public_id)
    chosen = request.POST.get("into", request.GET.get("into", ""))
    into = clubs.players(of).filter(public_id=chosen).first() if chosen else None
    error = _("Choose somebody on the club’s list.") if chosen and into is None else ""
    if request.method == "POST" and into is not None:
        seen = request.POST.get("seen", "")
        try:
            merging.merge(club=of, name=name, into=into, by=by, now=timezone.now(), seen=seen)
        except Refusal as refusal:
            error = str(refusal)
        else:
            words = _("%(name)s is %(other)s now: results and ratings have moved.")
            messages.success(request, words % {"name": name, "other": into})
            return redirect("pages:club_members", slug=slug)
    search = request.GET.get("q", "").strip()[:120]
    context = about(request, of) | {
        "name": name,
        "found": selectors.merge_of(name=name, into=into, by=by, club=of) if into else None,
        "people": () if into else selectors.alike(of, name, search),
        "search": search,
        "error": error,
    }
    return render(request, "pages/members/merge.html", context, status=409 if error else 200)


@never_cache
def claim(request: HttpRequest) -> HttpResponse:
    """Enter the code that was printed for a name, which becomes one's own once an organiser agrees. A visitor is sent
    to sign up first, and the code is kept meanwhile."""
    kept = request.session.get(CODE, "")
    form = ClaimForm(request.POST if request.method == "POST" else None, initial={"code": kept})
    if request.method == "POST" and form.is_valid():
        if not isinstance(request.user, User):
            request.session[CODE] = form.cleaned_data["code"]
            return redirect(f"{reverse('account_signup')}?next={reverse('pages:claim')}")
        try:
            made = claims.claim(code=form.cleaned_data["code"], by=request.user, now=timezone.now())
        except Refusal as refusal:
            form.add_error("code", str(refusal))
        else:
            request.session.pop(CODE, None)
            words = _("You say that you are %(name)s. Once an organiser of the club agrees, the results are yours.")
            messages.success(request, words % {"name": made.name})
            return redirect("pages:claim")
    mine = selectors.claims_by(request.user) if isinstance(request.user, User) else ()
    return render(request, "pages/members/claim.html", {"form": form, "mine": mine}, status=422 if form.errors else 200)


@require_POST
@login_required
def take_back(request: HttpRequest) -> HttpResponse:
    """Withdraw one's own claim."""
    user = signed_in.user(request)
    made = get_object_or_404(Claim, by=user, answered_at=None, name__public_id=request.POST.get("name", ""))
    claims.take_back(claim=made, by=user)
    messages.success(request, _("Taken back."))
    return redirect("pages:claim")


@login_required
def answer(request: HttpRequest, slug: str, public_id: str, by_id: str) -> HttpResponse:
    """Show what would move to the person who claims a name, and accept or decline; for organisers."""
    of, by = get_object_or_404(Club, slug=slug), signed_in.user(request)
    rights.require_organiser(of, by)
    made = get_object_or_404(selectors.open_claims(of), name__public_id=public_id, by__public_id=by_id)
    error = ""
    if request.method == "POST":
        accepts, seen = request.POST.get("answer") == "yes", request.POST.get("seen", "")
        try:
            claims.answer(club=of, claim=made, accepts=accepts, by=by, now=timezone.now(), seen=seen)
        except Refusal as refusal:
            error = str(refusal)
        else:
            words = _("%(name)s is %(other)s now.") if accepts else _("Refused: %(name)s stays a name on the list.")
            messages.success(request, words % {"name": made.name, "other": made.by})
            return redirect("pages:club_members", slug=slug)
    context = about(request, of) | {
        "claim": made,
        "found": selectors.merge_of(name=made.name, into=made.by, by=by),
        "error": error,
    }
    return render(request, "pages/members/merge.html", context, status=409 if error else 200)
