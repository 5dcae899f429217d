"""The page of a match with the forms for its result, and the pages of a tournament's live tables."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import guests, signed_in
from doors import polling
from games.live import glances
from tournaments import errors
from tournaments.duplicate import permissions as duplicate_permissions
from tournaments.duplicate import selectors as duplicate
from tournaments.event import permissions
from tournaments.event.selectors import consent, drawn_matches, finding, lengths
from tournaments.event.views import about, attempt, find, live, no_store
from tournaments.formats.kinds.duplicate import plays_of
from tournaments.models import Match, MatchState, RoundState, Ruling
from tournaments.results import permissions as results
from tournaments.results.forms.figures import result_form
from tournaments.results.selectors import sheet_words, slips
from tournaments.results.services import recording
from tournaments.results.views import result_grids
from tournaments.standings.selectors import standings
from tournaments.tables import selectors
from tournaments.teams import selectors as teams


@require_safe
def match_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page of a match, before, during and after play. A board is on the page of its match."""
    boards = Match.objects.of_boards().exclude(round__state=RoundState.DRAFT).select_related("parent")
    if board := boards.filter(public_id=public_id).first():
        return redirect(reverse("tournaments:match", args=[board.whole.public_id]) + "#boards")
    match = _find(public_id)
    return live(request, "tournaments/results/match.html", "tournaments/results/_match.html", _context(request, match))


@login_required
@require_POST
def result(request: HttpRequest, public_id: str) -> HttpResponse:
    """Enter the result; an official's is final, a player's waits for another side."""
    match = _find(public_id)
    results.require_report(request.user, match)
    form = result_form(match, request.POST)
    is_final = results.enters_finally(request.user, match)
    if form.is_valid():
        try:
            match = recording.record_result(match=match, **signed_in.asked(request), is_final=is_final, **form.result())
        except errors.Refusal as refusal:
            form.add_error(None, str(refusal))
    if form.errors:
        context = _context(request, _find(public_id)) | {"form": form}
        return render(request, "tournaments/results/match.html", context, status=422)
    if match.state == MatchState.OVER:
        messages.success(request, _("Recorded."))
    elif not slips.are_disputed(match):  # of that its page tells
        messages.success(request, _("Sent. Another side confirms it."))
    return redirect("tournaments:match", public_id=public_id)


@login_required
@require_POST
def confirm(request: HttpRequest, public_id: str) -> HttpResponse:
    """Confirm the reported result."""
    match = _find(public_id)
    results.require_confirm(request.user, match)
    version = result_grids.shown_version(request)
    confirming = partial(recording.confirm_result, match=match, **signed_in.asked(request), version=version)
    attempt(request, confirming, _("Confirmed."))
    return redirect("tournaments:match", public_id=public_id)


@login_required
@require_POST
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take back a result that the visitor entered in the last ten seconds."""
    match = _find(public_id)
    results.require_report(request.user, match)
    attempt(request, lambda: recording.undo_result(match=match, **signed_in.asked(request)), _("Taken back."))
    if request.POST.get("back") == "grid":
        tournament = match.round.stage.tournament
        return redirect("tournaments:results", slug=tournament.slug, number=match.round.number)
    return redirect("tournaments:match", public_id=public_id)


@require_safe
def moved(request: HttpRequest, public_id: str) -> HttpResponse:
    """Redirect from the former address of a table of three and more."""
    return redirect("tournaments:match", public_id=public_id, permanent=True)


def _find(public_id: str) -> Match:
    match = finding.matches().filter(public_id=public_id).first()
    if match is None:
        raise Http404
    return match


def _context(request: HttpRequest, match: Match) -> dict[str, object]:
    may_report = results.may_report(request.user, match)
    may_direct = permissions.may_direct(request.user, match.round.stage.tournament)
    plays = permissions.plays_in(request.user, match)
    is_open = match.round.state == RoundState.RUNNING
    is_live = match.state == MatchState.PLAYING
    recorded = selectors.recorded_match(match)
    return {
        "match": match,
        "round": match.round,
        "tournament": match.round.stage.tournament,
        "sides": list(match.sides.all()),
        "missing_sides": [side for side in match.sides.all() if side.missing_since],
        "plays": plays,
        "differs": plays and slips.are_disputed(match),
        "may_enter": may_report and is_open and not is_live and (match.state != MatchState.OVER),
        "may_confirm": results.may_confirm(request.user, match)
        and match.state == MatchState.REPORTED
        and not slips.is_own_word(match, request.user, match.slip_reports.all()),
        "may_take_forfeit_back": may_direct and not plays and recording.may_take_forfeit_back(match),
        "may_undo": match.entered_by_id is not None
        and match.entered_by_id == request.user.pk
        and recording.can_undo(match, timezone.now()),
        "deals": (deals := selectors.deals_of(match, request.user)),
        "partner_deals": selectors.partner_deals(list(deals.select_related("table"))),
        "board_deals": selectors.board_deals(match, request.user),
        "is_elsewhere": selectors.is_elsewhere(match),
        "rated": recorded if recorded and recorded.weight else None,
        "luck": selectors.luck_words(match, recorded),
        "unrated": consent.match_words(match),
        "rulings": Ruling.objects.filter(Q(match=match) | Q(match__parent=match)).select_related("by", "match"),
        "may_flag": may_report and is_open and match.state in (MatchState.PAIRED, MatchState.PLAYING),
        "may_correct": match.state == MatchState.OVER and match.round.is_over and may_direct and not plays,
        **_decks(request, match),
        **sheet_words.sheet_facts(match),
        "team_match": teams.match_of_teams(match, request.user),
        "may_direct": may_direct,
        "may_report": may_report,
        "may_agree": results.may_confirm(request.user, match),
        **lengths.length_facts(match),
        "drawn_words": drawn_matches.drawn_words(match),
        "form": result_form(match),
    }


def _decks(request: HttpRequest, match: Match) -> dict[str, object]:
    """The decks of a duplicate match; none of another match."""
    if not duplicate.is_duplicate(match.round.stage):
        return {}
    is_seen = duplicate_permissions.may_see_deck_scores(request.user, match)
    lines = duplicate.deck_lines(match, with_points=is_seen)
    at_tables = duplicate.live_boards(match)
    return {
        "deck_lines": lines,
        "deck_plays": plays_of(match.round.stage.settings),
        "decks_are_seen": is_seen,
        "deck_tables": at_tables,
        "takes_decks": not at_tables or all(line.is_in for line in lines),
    }


@require_safe
def together(request: HttpRequest, slug: str) -> HttpResponse:
    """Up to four of the live tables side by side, the hottest first. While there is none the page asks again."""
    tournament = find(slug)
    boards = selectors.side_by_side(selectors.watchable([tournament]), guests.player_of(request), glances.MOST)
    here = reverse("tournaments:together", args=[slug])
    if boards and polling.is_part(request):
        return polling.lead_to(here, part=True)
    context = about(request, tournament, "tables") | {"boards": boards, "here": here}
    return no_store(live(request, "tournaments/tables/together.html", "games/table/_together.html", context))


@require_safe
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """The live tables."""
    tournament = find(slug)
    context = about(request, tournament, "tables")
    context |= {
        "tables": selectors.live_tables(tournament),
        "progress": standings.progress(tournament, context["rounds"]),
    }
    return live(request, "tournaments/tables/tables.html", "tournaments/tables/_tables.html", context)
