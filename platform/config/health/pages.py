"""The staff's page of what is dead or late, and of rows that jobs have left out."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts.second_factor import services as second_factor
from accounts.signed_in import user
from config.health import repairs
from duework import services as duework
from webhooks.services.endpoints import Refused


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
@login_required
def work(request: HttpRequest) -> HttpResponse:
    """What is dead or late; POST tries one thing again or lets it be. What cannot be taken back is asked about
    first."""
    second_factor.require_staff(request.user, _("For the staff of the site."))
    if request.method == "POST":
        return _acted(request)
    shown = {"troubles": repairs.troubles(now=timezone.now()), "most_tries": duework.MOST_TRIES}
    return render(request, "duework/work.html", shown)


def _acted(request: HttpRequest) -> HttpResponse:
    do = request.POST.get("do", "")
    what, number = next(((one, request.POST[one]) for one in repairs.MODELS if one in request.POST), ("", ""))
    if not what or not number.isascii() or not number.isdigit() or len(number) > 18 or do not in repairs.ACTS:
        return HttpResponse("what: a number, and do", status=HTTPStatus.BAD_REQUEST, content_type="text/plain")
    found = repairs.trouble(what=what, number=int(number))
    if found is None:
        raise Http404
    if (do == repairs.LET_BE or found.may_double) and "sure" not in request.POST:
        return render(request, "duework/sure.html", {"one": found, "do": do})
    try:
        is_done = repairs.act(do=do, what=what, number=int(number), by=user(request), now=timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("site_work")
    says = _("It is tried again now.") if do == repairs.AGAIN else _("It is let be: nobody tries it again.")
    messages.info(request, says if is_done else _("This has changed meanwhile."))
    return redirect("site_work")
