"""Result slips: enter a result from a slip's QR code or its letters, without an account, on a phone (P24)."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from doors import tries
from tournaments.forms import SlipDoorForm, SlipForm, whole_number
from tournaments.models import Match
from tournaments.selectors import codes, lengths, sheet_words, slips
from tournaments.services import slips as entering
from tournaments.views.answers import attempt, no_store

MINE, SALT = "slip", "tournaments.slip"
TRIES = "slip"


def door(request: HttpRequest) -> HttpResponse:
    """Table number and six letters; wrong ones are counted."""
    form = SlipDoorForm(request.POST or None)
    if request.method == "POST" and tries.are_too_many(request, TRIES):
        return _too_many(request)
    if request.method == "POST" and form.is_valid():
        found = slips.by_letters(form.cleaned_data["table"], form.cleaned_data["letters"])
        if found is not None:
            return redirect("tournaments:slip", code=codes.slip_code(found))
        tries.note_wrong(request, TRIES)
        form.add_error("letters", _("No open match has this table and these letters. Look at your slip again."))
    return no_store(render(request, "tournaments/slips/door.html", {"form": form}, status=422 if form.errors else 200))


def slip(request: HttpRequest, code: str) -> HttpResponse:
    """The slip of one match: enter, agree, or see why it cannot be done."""
    if tries.are_too_many(request, TRIES):
        return _too_many(request)
    match = slips.by_code(code)
    if match is None:
        tries.note_wrong(request, TRIES)
        return no_store(render(request, "tournaments/slips/unknown.html", status=404))
    form = SlipForm(request.POST or None, sides=list(match.sides.all()), may_tie=lengths.may_tie(match))
    if request.method == "POST" and form.is_valid():
        answer = redirect("tournaments:slip", code=code)
        facts = form.report()
        if attempt(request, lambda: entering.report(match=match, now=timezone.now(), **facts)):
            _remember(answer, code, match, facts["order"])
        return answer
    context = _context(request, match, code) | {"form": form}
    return no_store(render(request, "tournaments/slips/slip.html", context, status=422 if form.errors else 200))


@require_POST
def agree(request: HttpRequest, code: str) -> HttpResponse:
    """The other side says that it is right."""
    match = slips.by_code(code)
    if match is None:
        return redirect("tournaments:slip", code=code)
    order, version = (whole_number(request.POST.get(key, "")) for key in ("side", "version"))
    if order in (0, 1):
        agreeing = lambda: entering.agree(match=match, order=order, version=version, now=timezone.now())  # noqa: E731
        attempt(request, agreeing, _("Agreed: the result stands."))
    return redirect("tournaments:slip", code=code)


@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Take back what this device has entered in the last ten seconds."""
    match = slips.by_code(code)
    mine = _remembered(request, match) if match is not None else None
    if match is not None and mine is not None:
        order, version = mine
        undoing = lambda: entering.take_back(match=match, order=order, version=version, now=timezone.now())  # noqa: E731
        attempt(request, undoing, _("Taken back."))
    else:
        messages.error(request, _("A result can be undone for ten seconds; enter the right one instead."))
    return redirect("tournaments:slip", code=code)


def _context(request: HttpRequest, match: Match, code: str) -> dict[str, Any]:
    state = slips.slip_state(match)
    sides = list(match.sides.all())
    reported = [(sides[one.order], one) for one in state.reports]
    return {
        "match": match,
        **lengths.length_facts(match),
        **sheet_words.sheet_facts(match),
        "round": match.round,
        "tournament": match.round.stage.tournament,
        "code": code,
        "state": state,
        "first": sides[0],
        "second": sides[1],
        "reported": reported,
        "reporter": sides[state.reporter] if state.reporter is not None else None,
        "other": sides[1 - state.reporter] if state.reporter is not None else None,
        "who": entering.confirmation(match.round.stage.tournament),
        "may_undo": state.stage != "closed" and _remembered(request, match) is not None,
    }


def _remember(answer: HttpResponse, code: str, match: Match, order: int) -> None:
    """For ten seconds this device may undo what it entered: a signed cookie that only this slip gets."""
    version = slips.matches().get(pk=match.pk).version
    answer.set_signed_cookie(
        MINE,
        f"{match.public_id}:{order}:{version}",
        salt=SALT,
        max_age=entering.UNDO_SECONDS,
        path=reverse("tournaments:slip", args=[code]),
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _remembered(request: HttpRequest, match: Match) -> tuple[int, int] | None:
    """Side and version of what this device has entered just now, while nothing has changed since."""
    kept = request.get_signed_cookie(MINE, default="", salt=SALT, max_age=entering.UNDO_SECONDS)
    public_id, _colon, rest = kept.partition(":")
    order, _colon, version = rest.partition(":")
    is_current = public_id == match.public_id and version == str(match.version)
    return (int(order), int(version)) if is_current else None


def _too_many(request: HttpRequest) -> HttpResponse:
    return no_store(render(request, "tournaments/slips/too_many.html", status=429))
