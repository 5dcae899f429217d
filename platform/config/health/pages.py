"""The staff's page of failed work, and of rows that jobs have left out."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts.second_factor import services as second_factor
from duework import services as duework
from duework.models import DueWork, SkippedRow

MOST_SHOWN = 200


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
@login_required
def work(request: HttpRequest) -> HttpResponse:
    """Work that fails or is dead, and rows that jobs left out; POST retries one, or drops it."""
    second_factor.require_staff(request.user, _("For the staff of the site."))
    if request.method == "POST":
        return _acted(request)
    failed = DueWork.objects.filter(done_at=None, attempts__gt=0)
    shown = {
        "dead": failed.filter(dead_at__isnull=False).order_by("-dead_at")[:MOST_SHOWN],
        "failing": failed.filter(dead_at=None).order_by("due_at")[:MOST_SHOWN],
        "skipped": SkippedRow.objects.order_by("job", "row")[:MOST_SHOWN],
        "most_tries": duework.MOST_TRIES,
    }
    return render(request, "duework/work.html", shown)


def _acted(request: HttpRequest) -> HttpResponse:
    number = request.POST.get("work", "")
    if not number.isascii() or not number.isdigit() or len(number) > 18:
        return HttpResponse("work: a number", status=HTTPStatus.BAD_REQUEST, content_type="text/plain")
    one = get_object_or_404(DueWork, pk=int(number))
    if request.POST.get("do") == "drop":
        is_done, says = duework.drop(work=one), _("Dropped: it is never done.")
    else:
        is_done, says = duework.try_again(work=one, now=timezone.now()), _("It is tried again now.")
    messages.info(request, says if is_done else _("This has changed meanwhile."))
    return redirect("site_work")
