"""Pages that correct a result, with its effects shown first; and the rulings that a correction makes necessary."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts import signed_in
from tournaments import errors
from tournaments.corrections.selectors import corrections as corrections_selectors
from tournaments.corrections.selectors import fed_stages, misplaced
from tournaments.corrections.services import cancelling, challenges, margins, places
from tournaments.corrections.services import corrections as corrections_services
from tournaments.event import permissions
from tournaments.event.forms.desk import whole_number
from tournaments.event.selectors import finding, lengths, sitters
from tournaments.event.views import attempt, desk, directed, find
from tournaments.formats import team_terms
from tournaments.models import Challenge, Match, RoundState, Stage
from tournaments.pairing import counted_by
from tournaments.results.forms.decisions import CorrectionForm, SeatsCorrectionForm, correction_form, held_by
from tournaments.teams.forms import MarginForm


@login_required
def correct(request: HttpRequest, public_id: str) -> HttpResponse:
    """Correct a match in steps: the right result, its effects, the reason. Only the correction that was shown is
    applied."""
    return _correct(request, _directed(request, public_id), None)


@login_required
def correct_board(request: HttpRequest, public_id: str) -> HttpResponse:
    """Correct one board of a team match, in the same steps as `correct`."""
    boards = Match.objects.of_boards().select_related("parent").prefetch_related(finding.BOARD_SIDES)
    board = get_object_or_404(boards, public_id=public_id)
    match = _directed(request, board.whole.public_id)
    board.parent, board.round = match, match.round
    sitters.seat_partners([board], match.round, match.round.stage.tournament.variant)
    return _correct(request, match, board)


def _correct(request: HttpRequest, match: Match, board: Match | None) -> HttpResponse:
    permissions.require_judge(request.user, match)
    settings = match.round.stage.settings
    unit = (team_terms(settings).board_table if board else counted_by(settings)).unit
    form = correction_form(match, request.POST or None, unit=unit, initial=_initial(match, board))
    context = _context(request, match, board) | {"form": form, "unit": unit}
    if request.method != "POST" or not form.is_valid():
        return render(request, PAGE, context, status=422 if request.method == "POST" else 200)
    if "apply" in request.POST and _is_applied(request, form, lambda: _apply(request, match, board, form)):
        if misplaced.rulings_due(match.round.stage.tournament):
            return redirect("tournaments:rulings", slug=match.round.stage.tournament.slug)
        return redirect("tournaments:match", public_id=match.public_id)
    try:
        seen = corrections_services.preview_correction(match=board or match, **form.result())
    except errors.Refusal as refusal:
        form.add_error(None, str(refusal))
        return render(request, PAGE, context, status=422)
    context |= {"seen": seen, "words": corrections_selectors.correction_words(seen.effect)}
    return render(request, PAGE, context, status=422 if form.errors else 200)


@login_required
def margin(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """The director corrects a margin; its effects are shown first."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    entry = get_object_or_404(tournament.entries, public_id=public_id)
    form = MarginForm(request.POST or None, initial={"points": entry.margin_correction})
    context = {"tournament": tournament, "entry": entry, "form": form}
    if request.method != "POST" or not form.is_valid():
        return render(request, MARGIN, context, status=422 if request.method == "POST" else 200)
    data = form.cleaned_data
    if "apply" in request.POST:
        act = {"reason": data["reason"], "digest": data["digest"] or "-", **signed_in.asked(request)}
        doing = lambda: margins.correct_margin(entry=entry, points=data["points"], **act)  # noqa: E731
        if _is_applied(request, form, doing):
            return redirect("tournaments:card", slug=slug, public_id=public_id)
    seen = margins.preview_margin(entry=entry, points=data["points"])
    context |= {"seen": seen, "words": corrections_selectors.margin_words(seen.standings, seen.fed)}
    return render(request, MARGIN, context, status=422 if form.errors else 200)


@login_required
@require_POST
def reopen(request: HttpRequest, public_id: str) -> HttpResponse:
    """Open the correction window of a sealed round again, at the organiser's request."""
    match = _directed(request, public_id)
    permissions.require_organiser(request.user, match.round.stage.tournament)
    reason = request.POST.get("reason", "")
    opening = lambda: corrections_services.reopen_round(  # noqa: E731
        rnd=match.round, reason=reason, **signed_in.asked(request)
    )
    attempt(request, opening, _("Round %(n)d is open for corrections again.") % {"n": match.round.number})
    return redirect("tournaments:correct", public_id=public_id)


PAGE, MARGIN = "tournaments/corrections/correct.html", "tournaments/corrections/margin.html"


def _is_applied(request: HttpRequest, form: Form, work: Callable[[], Any]) -> bool:
    """Apply a correction and say so; a refusal is shown at its field, or as a message. Returns whether it is
    applied."""

    def noted() -> None:
        try:
            work()
        except errors.Invalid as invalid:
            if invalid.field not in form.fields:
                raise
            form.add_error(invalid.field, str(invalid))

    if not attempt(request, noted) or form.errors:
        return False
    messages.success(request, _("Corrected."))
    return True


def _apply(request: HttpRequest, match: Match, board: Match | None, form: CorrectionForm | SeatsCorrectionForm) -> None:
    data = form.cleaned_data
    kept = {key: data[key] for key in ("digest", "reason", "rule", "is_rated", "repair")}
    corrections_services.apply_correction(match=board or match, **signed_in.asked(request), **kept, **form.result())


def _directed(request: HttpRequest, public_id: str) -> Match:
    match = finding.matches().filter(public_id=public_id).first()
    if match is None:
        raise Http404
    permissions.require_director(request.user, match.round.stage.tournament)
    return match


def _initial(match: Match, board: Match | None) -> dict[str, Any]:
    """The present result of the match, or of a board of it, as initial values of the form."""
    if board is None and match.boards.exists():
        return {"is_rated": True}  # it is decided as a whole, or counts as its boards say
    return held_by(board or match)


def _names(match: Match, board: Match | None) -> list[str]:
    """The names on the page: the players of a board, else the sides of the match."""
    if board is not None:
        return [name or _("nobody") for name in board.names]
    return [str(side.entry) for side in match.sides.all()]


def _context(request: HttpRequest, match: Match, board: Match | None) -> dict[str, Any]:
    is_by_boards = board is None and match.boards.exists()
    return {
        "board": board,
        "names": _names(match, board),
        "is_by_boards": is_by_boards,
        "counts_games": lengths.counts_games(match) and not is_by_boards,
        "match": match,
        "round": match.round,
        "tournament": match.round.stage.tournament,
        "sides": list(match.sides.all()),
        "is_sealed": match.round.state == RoundState.SEALED,
        "may_organise": permissions.may_organise(request.user, match.round.stage.tournament),
    }


@login_required
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """The matches that need a ruling, each with a field for the reason and a button for each possible ruling."""
    tournament = directed(request, slug)
    known = list(tournament.stages.select_related("tournament").order_by("number"))
    if request.method == "POST":
        reason, asked = request.POST.get("reason", ""), signed_in.asked(request)
        if "stage" in request.POST:
            number = whole_number(request.POST["stage"])
            stage = get_object_or_404(Stage, tournament=tournament, number=number or 0)
            attempt(request, lambda: places.settle_field(stage=stage, reason=reason, **asked), _("Its field stands."))
        else:
            match = get_object_or_404(
                Match, round__stage__tournament=tournament, public_id=request.POST.get("match", "")
            )
            way, digest, rule = (request.POST.get(key, "") for key in ("way", "digest", "rule"))
            ruling = lambda: places.rule_place(  # noqa: E731
                match=match, way=way, digest=digest, rule=rule, reason=reason, **asked
            )
            attempt(request, ruling, _("Decided."))
        return redirect("tournaments:rulings", slug=slug)
    context = desk(request, tournament, "rulings")
    context["found"] = [one for stage in known for one in misplaced.misplaced_in(stage)]
    context["disputed"] = [(stage, fed_stages.disputed_words(stage)) for stage in known if stage.disputed]
    return render(request, "tournaments/corrections/rulings.html", context)


@login_required
@require_POST
def annul_challenge(request: HttpRequest, public_id: str) -> HttpResponse:
    """The director annuls a challenge with its consequences."""
    one: Challenge = get_object_or_404(finding.challenges(), public_id=public_id)
    tournament = directed(request, one.stage.tournament.slug)
    reason = request.POST.get("reason", "")
    annulling = lambda: challenges.annul_challenge(  # noqa: E731
        challenge=one, reason=reason, **signed_in.asked(request)
    )
    attempt(request, annulling, _("Annulled."))
    return redirect("tournaments:organise-ladder", slug=tournament.slug)


@login_required
def end(request: HttpRequest, slug: str) -> HttpResponse:
    """Cancel a tournament, or delete it while nothing has a result; the page first shows what that affects."""
    tournament = find(slug)
    permissions.require_organiser(request.user, tournament)
    facts, posted = signed_in.asked(request), request.POST
    if "cancel" in posted:
        wish = {"rated": posted.get("rated", ""), "reason": posted.get("reason", "")}
        calling_off = lambda: cancelling.cancel_tournament(  # noqa: E731
            tournament=tournament, seen=whole_number(posted.get("seen", "")), **wish, **facts
        )
        if attempt(request, calling_off, _("The tournament is cancelled.")):
            return redirect("tournaments:detail", slug=slug)
    if "delete" in posted:
        deleting = lambda: cancelling.delete_tournament(  # noqa: E731
            tournament=tournament, name=posted.get("name", ""), **facts
        )
        if attempt(request, deleting, _("%(name)s is deleted.") % {"name": tournament.name}):
            return redirect("tournaments:mine")
    context = desk(request, tournament, "end")
    context |= {"concerned": cancelling.concerned(tournament), "has_results": cancelling.has_results(tournament)}
    context["payments"] = cancelling.payments(tournament)
    return render(request, "tournaments/corrections/end.html", context, status=422 if posted else 200)


@login_required
def series(request: HttpRequest, slug: str) -> HttpResponse:
    """The evenings of this tournament's series, by day; those that have not begun can be deleted."""
    tournament = find(slug)
    permissions.require_organiser(request.user, tournament)
    evenings = finding.tournaments().filter(club=tournament.club, series=tournament.series).exclude(series="")
    if request.method == "POST":
        chosen = None if "all" in request.POST else request.POST.getlist("evening")
        gone: list[int] = []
        facts = signed_in.asked(request)
        deleting = lambda: gone.append(  # noqa: E731
            cancelling.delete_evenings(tournament=tournament, chosen=chosen, **facts)
        )
        if not attempt(request, deleting):
            return redirect("tournaments:series", slug=slug)
        [n] = gone
        messages.success(request, ngettext("%(n)d evening is deleted.", "%(n)d evenings are deleted.", n) % {"n": n})
        if (left := evenings.order_by("starts_at").first()) is None:
            return redirect("tournaments:mine")
        return redirect("tournaments:series", slug=left.slug)
    context: dict[str, Any] = {"tournament": tournament, "evenings": evenings.order_by("starts_at", "pk")}
    context["unbegun"] = cancelling.unbegun_evenings(tournament).count()
    return render(request, "tournaments/corrections/series.html", context)
