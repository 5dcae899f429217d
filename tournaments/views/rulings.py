"""What waits for a ruling since a correction: matches of a bracket begun with others, fields of later stages."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import selectors, services
from tournaments.forms import whole_number
from tournaments.models import Match, Stage
from tournaments.views.answers import attempt
from tournaments.views.night import directed
from tournaments.views.organiser import desk


@login_required
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """Each with its reason and one button for each way to decide it."""
    tournament = directed(request, slug)
    known = list(tournament.stages.select_related("tournament").order_by("number"))
    if request.method == "POST":
        facts = {"reason": request.POST.get("reason", ""), "by": request.user, "now": timezone.now()}
        if "stage" in request.POST:
            number = whole_number(request.POST["stage"])
            stage = get_object_or_404(Stage, tournament=tournament, number=number or 0)
            attempt(request, lambda: services.settle_field(stage=stage, **facts), _("Its field stands."))
        else:
            match = get_object_or_404(
                Match, round__stage__tournament=tournament, public_id=request.POST.get("match", "")
            )
            way, digest, rule = (request.POST.get(key, "") for key in ("way", "digest", "rule"))
            ruling = lambda: services.rule_place(match=match, way=way, digest=digest, rule=rule, **facts)  # noqa: E731
            attempt(request, ruling, _("Decided."))
        return redirect("tournaments:rulings", slug=slug)
    context = desk(request, tournament, "rulings")
    context["found"] = [one for stage in known for one in selectors.misplaced_in(stage)]
    context["disputed"] = [(stage, selectors.disputed_words(stage)) for stage in known if stage.disputed]
    return render(request, "tournaments/organise/rulings.html", context)
