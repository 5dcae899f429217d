"""The score sheet of a match in person: by the code of its slip, by officials and its players."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import engine
from tournaments.event.selectors import finding, lengths
from tournaments.event.views import no_store
from tournaments.models import Match
from tournaments.results import permissions as results_permissions
from tournaments.results.selectors import score_sheets as score_sheets_selectors
from tournaments.results.selectors import slips
from tournaments.results.services import score_sheets as score_sheets_services
from tournaments.results.views.sheet_pages import Writer, answer
from tournaments.results.views.slips import unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class OfMatch(Writer):
    """The writer of a match's sheet: by the slip of a side (`order`), or signed in (`by`)."""

    match: Match
    by: User | None = None
    order: int | None = None
    is_final: bool = False

    def sheet(self) -> score_sheets_selectors.ScoreSheet:
        """The present sheet."""
        return score_sheets_selectors.score_sheet(self._fresh())

    def carries(self, sheet: score_sheets_selectors.ScoreSheet) -> Mapping[str, Any]:
        """What the deal under way has by a ruling of the director."""
        return score_sheets_selectors.carried(self.match, sheet)

    def is_open(self) -> bool:
        """Can lines be written now?"""
        return slips.slip_state(self._fresh()).is_open

    def enter(self, entry: engine.DealEntry, key: str, version: int) -> Any:
        """Add a deal."""
        return score_sheets_services.enter_deal(entry=entry, key=key, version=version, **self._facts())

    def take_back(self, key: str, version: int) -> Any:
        """Take the last deal off the sheet."""
        return score_sheets_services.take_deal_back(key=key, version=version, **self._facts())

    def send(self, version: int) -> Any:
        """Send the result of a sheet that is over."""
        facts = {"order": self.order, "is_final": self.is_final, **self._facts()}
        return score_sheets_services.send_sheet(version=version, **facts)

    def _fresh(self) -> Match:
        return finding.matches().get(pk=self.match.pk)

    def _facts(self) -> dict[str, Any]:
        return {"match": self.match, "now": timezone.now(), "by": self.by}


def by_slip(request: HttpRequest, code: str) -> HttpResponse:
    """The sheet of the match behind a slip."""
    slip = slips.by_code(code)
    if slip is None:
        return unknown(request, code)
    match = slip.match
    return _answer(request, match, by_slip_of(match, code, slip.order))


def by_slip_of(match: Match, code: str, order: int) -> OfMatch:
    """The writer with the slip of a side."""
    return OfMatch(
        here=reverse("tournaments:slip-deals", args=[code]),
        back=reverse("tournaments:slip", args=[code]),
        name=match.public_id,
        keeps_copy=True,
        is_player=True,
        shows=_shows(match),
        match=match,
        order=order,
    )


@login_required
def by_name(request: HttpRequest, public_id: str) -> HttpResponse:
    """The sheet of a match for officials, and for its players where they may report."""
    match = finding.matches().filter(public_id=public_id).first()
    if match is None:
        raise Http404
    results_permissions.require_report(request.user, match)
    back = reverse("tournaments:match", args=[public_id])
    writer = OfMatch(
        here=reverse("tournaments:match-deals", args=[public_id]),
        back=back,
        name=match.public_id,
        shows=_shows(match),
        match=match,
        by=request.user if isinstance(request.user, User) else None,
        is_final=results_permissions.enters_finally(request.user, match),
    )
    return _answer(request, match, writer)


def _answer(request: HttpRequest, match: Match, writer: OfMatch) -> HttpResponse:
    if not score_sheets_selectors.takes_deals(match):
        return no_store(redirect(writer.back))
    return no_store(answer(request, writer))


def _shows(match: Match) -> dict[str, Any]:
    """The facts about a match for the page."""
    return {
        "tournament": match.round.stage.tournament,
        "round": match.round,
        "table_no": match.table_no,
        **lengths.length_facts(match),
    }
