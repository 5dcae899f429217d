"""The page on which the score sheet of a match or a pod is written, deal by deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games import engine
from tournaments import errors
from tournaments.event.forms.desk import whole_number
from tournaments.event.views import attempt
from tournaments.results.forms.deals import DealForm, blank_deal
from tournaments.results.selectors import sheet_words
from tournaments.results.selectors.score_sheets import ScoreSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """A writer and a sheet: the address of the page, the link back, the name under which a phone stores unsent deals,
    and whether the page may open offline (for slips, used without an account)."""

    here: str
    back: str
    name: str
    keeps_copy: bool = False
    is_player: bool = False
    shows: Mapping[str, Any] = field(default_factory=dict)

    def sheet(self) -> ScoreSheet:
        """The present sheet."""
        raise NotImplementedError

    def carries(self, sheet: ScoreSheet) -> Mapping[str, Any]:
        """What the deal under way has by a ruling of the director."""
        return {}

    def is_open(self) -> bool:
        """Can lines be written now?"""
        raise NotImplementedError

    def enter(self, entry: engine.DealEntry, key: str, version: int) -> Any:
        """Add one deal."""
        raise NotImplementedError

    def take_back(self, key: str, version: int) -> Any:
        """Remove the last deal."""
        raise NotImplementedError

    def send(self, version: int) -> Any:
        """Send the result of a sheet that is over."""
        raise NotImplementedError


def answer(request: HttpRequest, writer: Writer) -> HttpResponse:
    """Answer a request: show the page, or carry out one of its forms."""
    if request.method != "POST":
        return _page(request, writer)
    acts = {"back": _take_back, "send": _send}
    return acts.get(request.POST.get("act", ""), _enter)(request, writer)


def _enter(request: HttpRequest, writer: Writer) -> HttpResponse:
    """Add a deal; errors are shown beside their fields, and all typed values are kept."""
    sheet = writer.sheet()
    form = DealForm(request.POST, sheet=sheet, order=_order(sheet, request.POST.get("order", "")))
    if not form.is_valid():
        return _page(request, writer, form, 422)
    try:
        writer.enter(form.entry(), form.cleaned_data["key"], form.cleaned_data["version"])
    except errors.Invalid as invalid:
        form.say(invalid.field, str(invalid))
        return _page(request, writer, form, 422)
    except errors.Refusal as refusal:
        form.add_error(None, str(refusal))
        return _page(request, writer, form, 409)
    return redirect(writer.here)


def _take_back(request: HttpRequest, writer: Writer) -> HttpResponse:
    key = request.POST.get("key", "")[:40]
    attempt(request, lambda: writer.take_back(key, _version(request)), _("The last deal is taken back."))
    return redirect(writer.here)


def _send(request: HttpRequest, writer: Writer) -> HttpResponse:
    return redirect(writer.back if attempt(request, lambda: writer.send(_version(request))) else writer.here)


def _version(request: HttpRequest) -> int:
    """The version of the sheet that the writer has seen; an impossible one if it is missing."""
    said = whole_number(request.POST.get("version", ""))
    return -1 if said is None else said


def _order(sheet: ScoreSheet, said: str) -> tuple[int, ...]:
    """The entered draw (seats, highest card first); empty if it does not name every seat once, or the first deal is
    already on the sheet."""
    parts = said.split(",")
    order = tuple(int(part) for part in parts if part.isascii() and part.isdigit())
    return order if sheet.book.asks_draw and sorted(order) == list(range(len(sheet.sitters))) else ()


def _page(request: HttpRequest, writer: Writer, form: DealForm | None = None, status: int = 200) -> HttpResponse:
    """The page, or for its island only what changes (asked for by the header X-Region). 422: the form says what is
    wrong with the deal; 409: the sheet is not as the writer has seen it, or takes no more."""
    sheet = writer.sheet()
    said = request.POST.get("order", "") or ",".join(request.GET.getlist("drew"))
    order = _order(sheet, said)
    if sheet.book.asks_draw and not order:
        order = engine.seat_order(sheet.rules, len(sheet.sitters), 0)
    fresh = blank_deal(sheet, order, writer.carries(sheet))
    if status == 409 and form is not None:  # the next try is based on the version that the page now shows
        data = request.POST.copy()
        data["version"] = str(sheet.version)
        form.data = data
    is_open = writer.is_open()
    shows_form = is_open and not sheet.is_over
    context = {
        **writer.shows,
        "writer": writer,
        "sheet": sheet,
        "fresh": fresh,
        "sheets": sheet_words.drawn(sheet),
        "credited": sheet_words.credited(sheet),
        "form": form or fresh,
        "is_open": is_open,
        "shows_form": shows_form,
        "seating": sheet_words.seating(sheet, order),
        "draw": _draw(sheet, order),
        "winner": sheet_words.leader(sheet),
        "asks_upcard": engine.asks_upcard(sheet.rules),
        "number": len([deal for deal in sheet.book.deals if deal.number]) + 1,
    }
    parts = "tournaments/results/deals/"
    name = f"{parts}_region.html" if request.headers.get("X-Region") else f"{parts}page.html"
    return render(request, name, context, status=409 if status == 422 and not shows_form else status)


def _draw(sheet: ScoreSheet, order: Sequence[int]) -> list[tuple[str, int, list[tuple[int, str]]]]:
    """3P-1, 7: the places of the draw in words, each with the seat that has it; empty where no draw seats anybody."""
    if not sheet.book.asks_draw:
        return []
    names = list(enumerate(sheet.sitters))
    return [(words, seat, names) for words, seat in zip(sheet_words.draw_words(sheet), order, strict=True)]
