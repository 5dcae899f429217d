"""The score sheet of a match in person, deal by deal (T35): by the code of its slip, by officials and its players."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from doors import tries
from games import engine
from tournaments import permissions, selectors, services
from tournaments.forms import DealForm, blank_deal, whole_number
from tournaments.models import Match
from tournaments.selectors import lengths, sheet_words, slips
from tournaments.selectors import score_sheets as sheets
from tournaments.services import score_sheets as writing
from tournaments.views.answers import attempt, no_store

TRIES = "slip"  # counted together with those of the slips


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes: by the slip's code, or somebody signed in; where this page is, and where the way back leads."""

    here: str
    back: str
    by: User | None = None
    is_final: bool = False


def by_slip(request: HttpRequest, code: str) -> HttpResponse:
    """The sheet of the match behind a slip."""
    if tries.are_too_many(request, TRIES):
        return no_store(render(request, "tournaments/slips/too_many.html", status=429))
    match = slips.by_code(code)
    if match is None:
        tries.note_wrong(request, TRIES)
        return no_store(render(request, "tournaments/slips/unknown.html", status=404))
    writer = Writer(
        here=reverse("tournaments:slip-deals", args=[code]),
        back=reverse("tournaments:slip", args=[code]),
    )
    return no_store(_answer(request, match, writer))


@login_required
def by_name(request: HttpRequest, public_id: str) -> HttpResponse:
    """The sheet of a match for officials, and for its players where they may report."""
    match = selectors.matches().filter(public_id=public_id).first()
    if match is None:
        raise Http404
    permissions.require_report(request.user, match)
    writer = Writer(
        here=reverse("tournaments:match-deals", args=[public_id]),
        back=reverse("tournaments:match", args=[public_id]),
        by=request.user if isinstance(request.user, User) else None,
        is_final=permissions.enters_finally(request.user, match),
    )
    return no_store(_answer(request, match, writer))


def _answer(request: HttpRequest, match: Match, writer: Writer) -> HttpResponse:
    if not sheets.takes_deals(match):
        return redirect(writer.back)
    if request.method != "POST":
        return _page(request, match, writer)
    acts = {"back": _take_back, "send": _send}
    return acts.get(request.POST.get("act", ""), _enter)(request, match, writer)


def _enter(request: HttpRequest, match: Match, writer: Writer) -> HttpResponse:
    """One deal more; what is wrong stands beside its field, and nothing that was typed is lost."""
    form = DealForm(request.POST, sheet=sheets.score_sheet(match), sides=match.sides.all())
    if not form.is_valid():
        return _page(request, match, writer, form, 422)
    data, entry = form.cleaned_data, form.entry()
    try:
        writing.enter_deal(
            match=match, entry=entry, key=data["key"], version=data["version"], now=timezone.now(), by=writer.by
        )
    except services.Invalid as invalid:
        form.add_error(form.field_of(invalid.field), str(invalid))
        return _page(request, match, writer, form, 422)
    except services.Refusal as refusal:
        form.add_error(None, str(refusal))
        return _page(request, match, writer, form, 409)
    return redirect(writer.here)


def _take_back(request: HttpRequest, match: Match, writer: Writer) -> HttpResponse:
    facts = {"match": match, "version": _version(request), "key": request.POST.get("key", "")[:40], "by": writer.by}
    taking = lambda: writing.take_deal_back(now=timezone.now(), **facts)  # noqa: E731
    attempt(request, taking, _("The last deal is taken back."))
    return redirect(writer.here)


def _send(request: HttpRequest, match: Match, writer: Writer) -> HttpResponse:
    """The result; from a slip it is said which side sends it."""
    order = whole_number(request.POST.get("side", "")) if writer.by is None else None
    if writer.by is None and order not in (0, 1):
        messages.error(request, _("Say who sends the result."))
        return redirect(writer.here)
    facts = {"match": match, "version": _version(request), "order": order, "by": writer.by}
    sending = lambda: writing.send_sheet(now=timezone.now(), is_final=writer.is_final, **facts)  # noqa: E731
    return redirect(writer.back if attempt(request, sending) else writer.here)


def _version(request: HttpRequest) -> int:
    """The version of the sheet that was seen; one that no sheet has, where it is not said."""
    said = whole_number(request.POST.get("version", ""))
    return -1 if said is None else said


def _page(
    request: HttpRequest, match: Match, writer: Writer, form: DealForm | None = None, status: int = 200
) -> HttpResponse:
    """The page, or for its island only what changes (asked for by the header X-Region). 422: the form says what is
    wrong with the deal; 409: the sheet is not as the writer has seen it, or takes no more."""
    match = slips.matches().get(pk=match.pk)
    sheet, sides = sheets.score_sheet(match), list(match.sides.all())
    is_open = slips.slip_state(match).is_open
    fresh = blank_deal(sheet, sides)
    if status == 409 and form is not None:  # the next try is made in sight of what the others have written
        form.data = form.data.copy()
        form.data["version"] = str(sheet.version)
    shows_form = is_open and not sheet.is_over
    context = {
        "match": match,
        "round": match.round,
        "tournament": match.round.stage.tournament,
        "sides": sides,
        "writer": writer,
        "sheet": sheet,
        "fresh": fresh,
        "sheets": sheet_words.drawn(match, sheet),
        "form": form or fresh,
        "is_open": is_open,
        "shows_form": shows_form,
        "dealer": sides[sheet.book.next_dealer] if sheet.book.next_dealer is not None else None,
        "winner": sides[sheet.book.verdict.leader] if sheet.book.verdict.leader is not None else None,
        "asks_upcard": engine.asks_upcard(sheet.rules),
        "number": len([deal for deal in sheet.book.deals if deal.number]) + 1,
        **lengths.length_facts(match),
    }
    name = "tournaments/deals/_region.html" if request.headers.get("X-Region") else "tournaments/deals/page.html"
    return render(request, name, context, status=409 if status == 422 and not shows_form else status)
