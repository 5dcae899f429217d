"""The organiser's page of prizes, which shows who gets them by the present standings."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts import signed_in
from tournaments.event import permissions
from tournaments.event.views import attempt, desk, find
from tournaments.prizes import selectors, services
from tournaments.prizes.forms import CategoryForms, PrizesForm, rows_of


@login_required
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit the prizes, and show who gets them."""
    tournament = find(slug)
    permissions.require_organiser(request.user, tournament)
    held = selectors.prizes_of(tournament)
    first = {"currency": held.currency, "is_one_each": held.is_one_each, "is_shared": held.is_shared} if held else None
    form = PrizesForm(request.POST or None, initial=first)
    rows = CategoryForms(request.POST or None, initial=rows_of(held))
    is_bad = request.method == "POST" and not (form.is_valid() and rows.is_valid())
    if request.method == "POST" and not is_bad:
        named = [row.cleaned_data for row in rows if row.cleaned_data.get("name", "").strip()]
        facts = {**form.cleaned_data, **signed_in.asked(request)}
        writing = lambda: services.write_prizes(tournament=tournament, categories=named, **facts)  # noqa: E731
        if attempt(request, writing, _("Saved.")):
            return redirect("tournaments:prizes", slug=slug)
    context = desk(request, tournament, "prizes") | {"form": form, "rows": rows}
    context |= selectors.shown(held)
    return render(request, "tournaments/prizes/prizes.html", context, status=422 if is_bad else 200)
