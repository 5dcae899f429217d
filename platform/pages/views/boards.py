"""Pages on which a club presents itself: results and description, the form for them, its colour as a style, its
logo."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import signed_in
from clubs import selectors as clubs
from clubs.models import Club
from clubs.services import colours, noticeboards, pictures
from pages.forms import BoardForm
from pages.selectors import of_player
from pages.views import clubs as clubs_views
from tournaments.event.selectors import finding
from tournaments.models import TournamentState

FOR_EVER = "public, max-age=31536000, immutable"
WORDS = ("meets", "about", "note")


@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """The finished tournaments of a club, the latest first."""
    club = get_object_or_404(Club, slug=slug)
    found = finding.tournaments(club=club, states=[TournamentState.FINISHED]).order_by("-finished_at", "-pk")
    over = Paginator(found, of_player.PAGE).get_page(request.GET.get("page"))
    return render(request, "pages/club/results.html", _head(request, club, "results") | {"over": over})


@require_safe
def about(request: HttpRequest, slug: str) -> HttpResponse:
    """What a club says about itself, and who runs it."""
    club = get_object_or_404(Club, slug=slug)
    context = _head(request, club, "about") | {"officials": clubs.shown_officials(club)}
    return render(request, "pages/club/about.html", context)


@login_required
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change what a club says about itself; for organisers."""
    club = get_object_or_404(Club, slug=slug)
    if not clubs.may_organise(request.user, club):
        raise PermissionDenied(_("Only the club's organisers change its page."))
    board = clubs.board(club)
    before = {name: getattr(board, name) for name in (*WORDS, "colour")} | {"name": club.name, "zone": club.timezone}
    form = BoardForm(request.POST or None, request.FILES or None, initial=before, zone=club.timezone)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            noticeboards.save_board(
                club=club,
                by=signed_in.user(request),
                now=timezone.now(),
                name=said["name"],
                zone=said["zone"],
                words={name: said[name].strip() for name in WORDS},
                colour=said["colour"],
                picture=said["logo"].read(pictures.MOST_BYTES + 1) if said["logo"] else None,
                drop_logo=said["drop_logo"],
            )
        except noticeboards.BadBoard as bad:
            form.add_error(bad.field, str(bad))
        else:
            return redirect("pages:club", slug=slug)
    context = _head(request, club, "manage") | {"form": form}
    return render(request, "pages/club/board.html", context, status=422 if form.errors else 200)


@require_safe
def style(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A club's colour as a style; the address names the colour, so that browsers can keep it for ever."""
    colour = f"#{key}"
    if not colours.HEX.fullmatch(colour) or colours.contrast(colour) < colours.NEEDED:
        raise Http404
    light, deep = colours.shade(colour, 1), colours.shade(colour, 0.7)
    told = f"--felt-light:{light};--felt:{light};--felt-deep:{deep}"
    text = f"@layer tokens{{:root:not([data-theme=contrast]){{{told}}}}}"
    return HttpResponse(text, content_type="text/css", headers={"Cache-Control": FOR_EVER})


@require_safe
def logo(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A club's logo; a new one has another address."""
    found = clubs.logo(slug, key)
    if found is None:
        raise Http404
    return HttpResponse(found, content_type="image/webp", headers={"Cache-Control": FOR_EVER})


def _head(request: HttpRequest, club: Club, tab: str) -> dict[str, Any]:
    return clubs_views.about(request, club) | {"tab": tab}
