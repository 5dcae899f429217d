"""The score sheet of a table of three and more: by the code of a slip, by officials and its players."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import engine
from tournaments.event.selectors.pods import pods
from tournaments.event.selectors.words import length_words
from tournaments.event.views import no_store
from tournaments.models import Pod
from tournaments.pods import permissions as may
from tournaments.pods.selectors import sheets, slips
from tournaments.pods.services import sheets as services
from tournaments.pods.views.pages import find
from tournaments.results.selectors.score_sheets import ScoreSheet
from tournaments.results.views import score_sheets as matches
from tournaments.results.views.sheet_pages import Writer, answer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfPod(Writer):
    """The writer of a table's sheet: by the slip of a seat (`order`), or signed in (`by`)."""

    pod: Pod
    by: User | None = None
    order: int | None = None
    is_final: bool = False

    def sheet(self) -> ScoreSheet:
        """The present sheet."""
        return sheets.score_sheet(self._fresh())

    def is_open(self) -> bool:
        """Can lines be written now?"""
        return slips.slip_state(self._fresh()).is_open

    def enter(self, entry: engine.DealEntry, key: str, version: int) -> Any:
        """Add a deal."""
        return services.enter_deal(entry=entry, key=key, version=version, **self._facts())

    def take_back(self, key: str, version: int) -> Any:
        """Take the last deal off the sheet."""
        return services.take_deal_back(key=key, version=version, **self._facts())

    def send(self, version: int) -> Any:
        """Send the result of a sheet that is over."""
        return services.send_sheet(version=version, order=self.order, is_final=self.is_final, **self._facts())

    def _fresh(self) -> Pod:
        return pods().get(pk=self.pod.pk)

    def _facts(self) -> dict[str, Any]:
        return {"pod": self.pod, "now": timezone.now(), "by": self.by}


def by_slip(request: HttpRequest, code: str) -> HttpResponse:
    """The sheet of the table behind a slip; a code that opens no seat of such a table is a match's."""
    slip = slips.by_code(code)
    if slip is None:
        return matches.by_slip(request, code)
    writer = OfPod(
        here=reverse("tournaments:slip-deals", args=[code]),
        back=reverse("tournaments:slip", args=[code]),
        name=slip.pod.public_id,
        keeps_copy=True,
        is_player=True,
        shows=_shows(slip.pod),
        pod=slip.pod,
        order=slip.order,
    )
    return _answer(request, writer)


@login_required
def by_name(request: HttpRequest, public_id: str) -> HttpResponse:
    """The sheet of a table for officials, and for its players where they may report."""
    pod = find(public_id)
    may.require_report(request.user, pod)
    writer = OfPod(
        here=reverse("tournaments:pod-deals", args=[public_id]),
        back=reverse("tournaments:pod", args=[public_id]),
        name=pod.public_id,
        shows=_shows(pod),
        pod=pod,
        by=request.user if isinstance(request.user, User) else None,
        is_final=may.enters_finally(request.user, pod),
    )
    return _answer(request, writer)


def _answer(request: HttpRequest, writer: OfPod) -> HttpResponse:
    if not sheets.takes_deals(writer.pod):
        return no_store(redirect(writer.back))
    return no_store(answer(request, writer))


def _shows(pod: Pod) -> dict[str, Any]:
    """The facts about a table for the page."""
    key = pod.round.stage.settings.get("length", "game")
    return {
        "tournament": pod.round.stage.tournament,
        "round": pod.round,
        "table_no": pod.table_no,
        "length_words": "" if key == "game" else length_words(key),
        "minutes": pod.round.minutes or pod.round.stage.settings.get("minutes"),
    }
