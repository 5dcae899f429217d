"""Result slips: enter a result from a slip's QR code or its letters, without an account, on a phone."""

import secrets
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from doors import addresses, tries
from tournaments import errors
from tournaments.event.forms.desk import SlipDoorForm
from tournaments.event.selectors import codes, drawn_matches, finding, lengths
from tournaments.event.views import attempt, no_store
from tournaments.matches.services import own_words
from tournaments.models import Match
from tournaments.results.forms.figures import slip_form
from tournaments.results.selectors import sheet_words
from tournaments.results.selectors import slips as slips_selectors
from tournaments.results.services import slips as slips_services
from tournaments.results.views.result_grids import shown_version

MINE, SALT = "slip", "tournaments.slip"
TRIES = "slip"


def door(request: HttpRequest) -> HttpResponse:
    """Table number and six letters; wrong ones are counted by table."""
    form = SlipDoorForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        table = str(form.cleaned_data["table"])
        if tries.are_too_many(request, TRIES, table):
            return _too_many(request)
        found = slips_selectors.by_letters(form.cleaned_data["table"], form.cleaned_data["letters"])
        if found is not None:
            return redirect("tournaments:slip", code=found.code)
        tries.note_wrong(request, TRIES, table)
        form.add_error("letters", _("No open match has this table and these letters. Look at your slip again."))
    return no_store(
        render(
            request,
            "tournaments/results/slips/door.html",
            {"form": form, **_other_phone(request)},
            status=422 if form.errors else 200,
        )
    )


def slip(request: HttpRequest, code: str) -> HttpResponse:
    """One side's slip: enter a result, confirm one, or see why neither is possible."""
    found = slips_selectors.by_code(code)
    if found is None:
        return unknown(request, code)
    match = found.match
    form = slip_form(match, request.POST if request.method == "POST" else None)
    refused = ""
    if request.method == "POST" and form.is_valid():
        try:
            slips_services.report(match=match, order=found.order, now=timezone.now(), **form.report())
        except errors.Invalid as invalid:
            form.add_error(None, str(invalid))
        except errors.Refusal as refusal:
            refused, found = str(refusal), slips_selectors.by_code(code) or found
        else:
            answer = redirect("tournaments:slip", code=code)
            _remember(answer, found)
            return answer
    return _shown(request, _context(request, found) | {"form": form, "refused": refused})


def _shown(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """The page of a slip, or for its island only what changes (asked for by the header X-Region). 422: the form says
    what is wrong; 409: the match is not as the phone has seen it, or takes no more."""
    is_region = bool(request.headers.get("X-Region"))
    status = 409 if context["refused"] else 422 if context["form"].errors else 200
    context |= {"is_region": is_region, "key": secrets.token_hex(16), **_other_phone(request)}
    return no_store(
        render(request, f"tournaments/results/slips/{'_slip' if is_region else 'slip'}.html", context, status=status)
    )


@require_POST
def agree(request: HttpRequest, code: str) -> HttpResponse:
    """Confirm, with this slip, the result that another side has entered."""
    found = slips_selectors.by_code(code)
    if found is None:
        return redirect("tournaments:slip", code=code)
    version = shown_version(request)
    agreeing = lambda: slips_services.agree(  # noqa: E731
        match=found.match, order=found.order, now=timezone.now(), version=version
    )
    attempt(request, agreeing, _("Agreed: the result stands."))
    return redirect("tournaments:slip", code=code)


@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Take back the result that this device entered in the last ten seconds."""
    found = slips_selectors.by_code(code)
    if found is not None and _is_remembered(request, found):
        undoing = lambda: slips_services.take_back(  # noqa: E731
            match=found.match, order=found.order, now=timezone.now(), version=found.match.version
        )
        attempt(request, undoing, _("Taken back."))
    else:
        messages.error(request, _("A result can be undone for ten seconds; enter the right one instead."))
    return redirect("tournaments:slip", code=code)


def unknown(request: HttpRequest, code: str) -> HttpResponse:
    """The page for a wrong code. Only wrong codes are counted; a right one always opens its slip, because nobody can
    guess 80 bits."""
    thing = codes.identity(code)
    if tries.are_too_many(request, TRIES, thing):
        return _too_many(request)
    tries.note_wrong(request, TRIES, thing)
    return no_store(render(request, "tournaments/results/slips/unknown.html", status=404))


def _other_phone(request: HttpRequest) -> dict[str, str]:
    """In a hall: the address where another phone opens its slip, and its QR code; else nothing."""
    address = addresses.for_phones(request, reverse("tournaments:slips")) if settings.HALL else ""
    return {"phones_door": address, "phones_door_qr": addresses.qr_svg(address) if address else ""}


def _context(request: HttpRequest, slip: slips_selectors.Slip) -> dict[str, Any]:
    match, state = slip.match, slips_selectors.slip_state(slip.match)
    sides = list(match.sides.all())
    return {
        "match": match,
        **lengths.length_facts(match),
        "drawn_words": drawn_matches.drawn_words(match),
        **sheet_words.sheet_facts(match),
        "round": match.round,
        "tournament": match.round.stage.tournament,
        "code": slip.code,
        "mine": sides[slip.order],
        "state": state,
        "sides": sides,
        "first": sides[0],
        "second": sides[1],
        "reports": state.reports,
        "rulings": slips_selectors.ruled(match),
        "reporter": sides[state.reporter] if state.reporter is not None else None,
        "others": _(" or ").join(side.entry.name for side in sides if side.order != state.reporter),
        "who": own_words.confirmation(match, by_slip=True),
        "may_undo": state.stage != "closed" and match.confirmed_at is None and _is_remembered(request, slip),
    }


def _remember(answer: HttpResponse, slip: slips_selectors.Slip) -> None:
    """Let this device undo its entry for ten seconds, by a signed cookie that is sent to this slip only."""
    match = finding.matches().get(pk=slip.match.pk)
    answer.set_signed_cookie(
        MINE,
        _mark(match),
        salt=SALT,
        max_age=slips_services.UNDO_SECONDS,
        path=reverse("tournaments:slip", args=[slip.code]),
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _is_remembered(request: HttpRequest, slip: slips_selectors.Slip) -> bool:
    """Did this device just enter the match's present result by this slip?"""
    kept = request.get_signed_cookie(MINE, default="", salt=SALT, max_age=slips_services.UNDO_SECONDS)
    return kept == _mark(slip.match)


def _mark(match: Match) -> str:
    return f"{match.public_id}:{match.version}"


def _too_many(request: HttpRequest) -> HttpResponse:
    return no_store(render(request, "tournaments/results/slips/too_many.html", status=429))
