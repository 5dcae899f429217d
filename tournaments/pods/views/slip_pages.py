"""Result slips of tables of three and more, on a phone without an account. The addresses are those of all slips: a code
that opens no seat of such a table is a match's."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from doors import tries
from tournaments import errors
from tournaments.event.forms.desk import SlipDoorForm, whole_number
from tournaments.event.selectors.pods import pods
from tournaments.event.views import attempt
from tournaments.matches.services import confirmation
from tournaments.models import Pod
from tournaments.pods.forms import PodResultForm
from tournaments.pods.selectors import sheets
from tournaments.pods.selectors import slips as selectors
from tournaments.pods.services import slips as services
from tournaments.results.views import slips as matches

MINE, SALT = "slip", "tournaments.pod_slip"


def door(request: HttpRequest) -> HttpResponse:
    """Table number and six letters; those of a seat at a table of three and more lead to its slip."""
    form = SlipDoorForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        table = str(form.cleaned_data["table"])
        is_counted = tries.are_too_many(request, matches.TRIES, table)
        found = selectors.by_letters(form.cleaned_data["table"], form.cleaned_data["letters"])
        if found is not None and not is_counted:
            return redirect("tournaments:slip", code=found.code)
    return matches.door(request)


def slip(request: HttpRequest, code: str) -> HttpResponse:
    """One seat's slip: enter, agree, or see why it cannot be done."""
    found = selectors.by_code(code)
    if found is None:
        return matches.slip(request, code)
    seats = list(found.pod.pod_seats.all())
    form = PodResultForm(request.POST if request.method == "POST" else None, seats=seats)
    refused = ""
    if request.method == "POST" and form.is_valid():
        said = form.result()
        facts = {key: said[key] for key in ("scores", "places", "deals") if key in said}
        try:
            services.report(
                pod=found.pod,
                order=found.order,
                now=timezone.now(),
                version=form.cleaned_data["version"],
                key=form.cleaned_data["key"],
                **facts,
            )
        except errors.Invalid as invalid:
            form.add_error(None, str(invalid))
        except errors.Refusal as refusal:
            refused = str(refusal)
        else:
            answer = redirect("tournaments:slip", code=code)
            _remember(answer, found)
            return answer
    fresh = selectors.by_code(code) or found
    context = _context(request, fresh) | {"form": form, "refused": refused}
    return matches.shown(request, "tournaments/pods/", context)


@require_POST
def agree(request: HttpRequest, code: str) -> HttpResponse:
    """The seat with this slip confirms the result that another has entered."""
    found = selectors.by_code(code)
    if found is None:
        return matches.agree(request, code)
    version = whole_number(request.POST.get("version", ""))
    agreeing = lambda: services.agree(  # noqa: E731
        pod=found.pod, order=found.order, now=timezone.now(), version=version
    )
    attempt(request, agreeing, _("Agreed: the result stands."))
    return redirect("tournaments:slip", code=code)


@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Take back the result that this device entered in the last ten seconds."""
    found = selectors.by_code(code)
    if found is None:
        return matches.undo(request, code)
    if _is_remembered(request, found):
        undoing = lambda: services.take_back(  # noqa: E731
            pod=found.pod, order=found.order, now=timezone.now(), version=found.pod.version
        )
        attempt(request, undoing, _("Taken back."))
    else:
        messages.error(request, _("A result can be undone for ten seconds; enter the right one instead."))
    return redirect("tournaments:slip", code=code)


def _context(request: HttpRequest, slip: selectors.PodSlip) -> dict[str, Any]:
    pod, state = slip.pod, selectors.slip_state(slip.pod)
    seats = list(pod.pod_seats.all())
    return {
        "pod": pod,
        "round": pod.round,
        "tournament": pod.round.stage.tournament,
        "code": slip.code,
        "seats": seats,
        "mine": seats[slip.order],
        "state": state,
        "reported": [(seats[one.order], one) for one in state.reports],
        "reporter": seats[state.reporter] if state.reporter is not None else None,
        "who": confirmation(pod, by_slip=True),
        **sheets.sheet_facts(pod),
        "may_undo": state.stage != "closed" and _is_remembered(request, slip),
    }


def _remember(answer: HttpResponse, slip: selectors.PodSlip) -> None:
    """Let this device undo its entry for ten seconds, by a signed cookie that is sent to this slip only."""
    answer.set_signed_cookie(
        MINE,
        _mark(pods().get(pk=slip.pod.pk)),
        salt=SALT,
        max_age=services.UNDO_SECONDS,
        path=reverse("tournaments:slip", args=[slip.code]),
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _is_remembered(request: HttpRequest, slip: selectors.PodSlip) -> bool:
    """Did this device just enter the table's present result by this slip?"""
    kept = request.get_signed_cookie(MINE, default="", salt=SALT, max_age=services.UNDO_SECONDS)
    return kept == _mark(slip.pod)


def _mark(pod: Pod) -> str:
    return f"{pod.public_id}:{pod.version}"
