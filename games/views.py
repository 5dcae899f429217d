"""Pages of the games: a table, a new practice game, a deal to step through."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from games import selectors, services
from games.forms import PracticeForm
from games.live import archive, loading, terms


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """A table as this visitor may see it; the page's island then connects to the socket."""
    found = selectors.table(public_id)
    if found is None:
        raise Http404
    seat = selectors.seat_of(found, request.user)
    if seat is None and not found.settings.get("spectators", True):
        raise Http404
    context = {
        "table": found,
        "seat": None if seat is None else terms.LETTERS[seat],
        "names": {terms.LETTERS[at.seat]: str(at.user) for at in found.seats.all()},
        "snapshot": archive.snapshot(found, seat),
        "ws_path": loading.ws_path(found.public_id),
        "deals": selectors.deals(table=found),
    }
    answer = render(request, "games/table.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


@login_required
def practice(request: HttpRequest) -> HttpResponse:
    """Sit down against a house player."""
    form = PracticeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        assert isinstance(request.user, User)
        opened = services.open_practice(
            user=request.user,
            rules_key=form.cleaned_data["rules"],
            level=form.cleaned_data["level"],
            pace=form.cleaned_data["pace"],
            now=timezone.now(),
        )
        return redirect("games:table", public_id=opened.public_id)
    return render(request, "games/practice.html", {"form": form})


@require_safe
def deal(request: HttpRequest, public_id: str) -> HttpResponse:
    """A finished deal, step by step."""
    found = selectors.final_deal(public_id)
    record = archive.deal_record(found) if found else None
    if found is None or record is None:
        raise Http404
    previous, following = selectors.neighbours(found)
    context = {"deal": found, "record": record, "previous": previous, "next": following}
    return render(request, "games/deal.html", context)


@require_safe
def deal_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """The record of a finished deal as a file."""
    found = selectors.final_deal(public_id)
    record = archive.deal_record(found) if found else None
    if record is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="deal-{public_id}.json"'}
    return JsonResponse(record, headers=headers, json_dumps_params={"indent": 1, "ensure_ascii": False})


@require_safe
def deals(request: HttpRequest) -> HttpResponse:
    """The deals that ended last."""
    return render(request, "games/deals.html", {"deals": selectors.recent_deals(100)})
