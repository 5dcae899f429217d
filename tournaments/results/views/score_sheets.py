"""The score sheet of a match in person, deal by deal: by the code of its slip, by officials and its players."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine
from tournaments import errors
from tournaments.event.forms.desk import whole_number
from tournaments.event.selectors import drawn_matches, finding, lengths
from tournaments.event.views import attempt, no_store
from tournaments.models import Match
from tournaments.results import permissions as results_permissions
from tournaments.results.forms import DealForm, blank_deal
from tournaments.results.selectors import score_sheets as score_sheets_selectors
from tournaments.results.selectors import sheet_words, slips
from tournaments.results.services import score_sheets as score_sheets_services
from tournaments.results.views.slips import unknown


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes: by the slip's code, or somebody signed in; where this page is, and where the way back leads."""

    here: str
    back: str
    by: User | None = None
    order: int | None = None  # of the side whose slip it is
    is_final: bool = False


def by_slip(request: HttpRequest, code: str) -> HttpResponse:
    """The sheet of the match behind a slip."""
    slip = slips.by_code(code)
    if slip is None:
        return unknown(request, code)
    writer = Writer(
        here=reverse("tournaments:slip-deals", args=[code]),
        back=reverse("tournaments:slip", args=[code]),
        order=slip.order,
    )
    return no_store(_answer(request, slip.match, writer))


@login_required
def by_name(request: HttpRequest, public_id: str) -> HttpResponse:
    """The sheet of a match for officials, and for its players where they may report."""
    match = finding.matches().filter(public_id=public_id).first()
    if match is None:
        raise Http404
    results_permissions.require_report(request.user, match)
    writer = Writer(
        here=reverse("tournaments:match-deals", args=[public_id]),
        back=reverse("tournaments:match", args=[public_id]),
        by=request.user if isinstance(request.user, User) else None,
        is_final=results_permissions.enters_finally(request.user, match),
    )
    return no_store(_answer(request, match, writer))


def _answer(request: HttpRequest, match: Match, writer: Writer) -> HttpResponse:
    if not score_sheets_selectors.takes_deals(match):
        return redirect(writer.back)
    if request.method != "POST":
        return _page(request, match, writer)
    acts = {"back": _take_back, "send": _send}
    return acts.get(request.POST.get("act", ""), _enter)(request, match, writer)


def _enter(request: HttpRequest, match: Match, writer: Writer) -> HttpResponse:
    """One deal more; what is wrong stands beside its field, and nothing that was typed is lost."""
    form = DealForm(request.POST, sheet=score_sheets_selectors.score_sheet(match), sides=match.sides.all())
    if not form.is_valid():
        return _page(request, match, writer, form, 422)
    data, entry = form.cleaned_data, form.entry()
    try:
        score_sheets_services.enter_deal(
            match=match, entry=entry, key=data["key"], version=data["version"], now=timezone.now(), by=writer.by
        )
    except errors.Invalid as invalid:
        form.add_error(form.field_of(invalid.field), str(invalid))
        return _page(request, match, writer, form, 422)
    except errors.Refusal as refusal:
        form.add_error(None, str(refusal))
        return _page(request, match, writer, form, 409)
    return redirect(writer.here)


def _take_back(request: HttpRequest, match: Match, writer: Writer) -> HttpResponse:
    key = request.POST.get("key", "")[:40]
    taking = lambda: score_sheets_services.take_deal_back(  # noqa: E731
        match=match, key=key, version=_version(request), now=timezone.now(), by=writer.by
    )
    attempt(request, taking, _("The last deal is taken back."))
    return redirect(writer.here)


def _send(request: HttpRequest, match: Match, writer: Writer) -> HttpResponse:
    sending = lambda: score_sheets_services.send_sheet(  # noqa: E731
        match=match,
        version=_version(request),
        now=timezone.now(),
        order=writer.order,
        by=writer.by,
        is_final=writer.is_final,
    )
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
    match = finding.matches().get(pk=match.pk)
    sheet, sides = score_sheets_selectors.score_sheet(match), list(match.sides.all())
    is_open = slips.slip_state(match).is_open
    fresh = blank_deal(sheet, sides)
    if status == 409 and form is not None:  # the next try is made in sight of what the others have written
        data = request.POST.copy()
        data["version"] = str(sheet.version)
        form.data = data
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
        "credited": sheet_words.credited(match, sheet),
        "form": form or fresh,
        "is_open": is_open,
        "shows_form": shows_form,
        "dealer": sides[sheet.book.next_dealer] if sheet.book.next_dealer is not None else None,
        "winner": sides[sheet.book.verdict.leader] if sheet.book.verdict.leader is not None else None,
        "asks_upcard": engine.asks_upcard(sheet.rules),
        "number": len([deal for deal in sheet.book.deals if deal.number]) + 1,
        **lengths.length_facts(match),
        "drawn_words": drawn_matches.drawn_words(match),
    }
    name = (
        "tournaments/results/deals/_region.html"
        if request.headers.get("X-Region")
        else "tournaments/results/deals/page.html"
    )
    return render(request, name, context, status=409 if status == 422 and not shows_form else status)
