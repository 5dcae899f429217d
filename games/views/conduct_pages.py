"""Reports from casual tables, for the officials of the site."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import signed_in
from accounts.models import User
from accounts.second_factor import services as second_factor
from games import selectors
from games.live.talk import talk_rows
from games.models import ConductReport
from games.services import talking


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def conduct(request: HttpRequest) -> HttpResponse:
    """The reports from casual tables, for the officials of the site. POST closes a report, or asks the reported player
    to be silent there."""
    second_factor.require_staff(request.user, _("Reports from casual tables are for the officials of the site."))
    if request.method == "POST":
        report = get_object_or_404(
            ConductReport.objects.select_related("table", "about"), public_id=request.POST.get("id")
        )
        try:
            _on_report(report, request.POST.get("do", ""), request.POST.get("words", ""), signed_in.user(request))
        except talking.NotHeard as refused:
            messages.error(request, str(refused))
        return redirect("games:conduct")
    reports = [
        {"report": one, "lines": talk_rows.read_out(one.table, one.lines), "silences": talk_rows.silences(one.table)}
        for one in selectors.open_reports()
    ]
    return render(request, "games/table/conduct.html", {"reports": reports, "handled": selectors.handled_reports(20)})


def _on_report(report: ConductReport, do: str, words: str, by: User) -> None:
    facts: dict[str, Any] = {"by": by, "now": timezone.now()}
    if do == "handle":
        talking.handle_report(report=report, outcome=words, **facts)
    elif do == "silence":
        talking.silence(table=report.table, user=report.about, reason=words, **facts)
    elif do == "lift":
        talking.lift_silence(table=report.table, user=report.about, reason=words, **facts)
