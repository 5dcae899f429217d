"""Pages of a round: its draft, byes, pairs kept apart, excluded entries, a round that cannot be paired."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts import signed_in
from doors.fields import error_lines
from doors.once import once
from tournaments import errors as refusals
from tournaments.entries.services import entering
from tournaments.event import permissions
from tournaments.event.forms.desk import whole_number
from tournaments.event.selectors import finding, sitters
from tournaments.event.services import schedule
from tournaments.event.views import attempt, back_to, byes, desk, directed, find, no_store
from tournaments.models import (
    GONE,
    ByeRequest,
    Entry,
    EntryStatus,
    Match,
    Mode,
    PairRule,
    Round,
    RoundState,
    Tournament,
)
from tournaments.pairing import Kind
from tournaments.results import permissions as results
from tournaments.rounds import selectors
from tournaments.rounds.forms import BYES, ByeForm, EditForm, LeaveForm, PairRuleForm, TimesForm, edits_of
from tournaments.rounds.selectors import since
from tournaments.rounds.services import drafts, pairing_requests, requests, taking_back, timing, ways_out
from tournaments.rounds.services import editing as rounds_pairings
from tournaments.stages import selectors as stages
from tournaments.standings.selectors import standings
from tournaments.standings.selectors.reasons import of_run, whys
from tournaments.standings.selectors.rows import pair_rules
from tournaments.standings.selectors.rows.facts import slot_labels
from tournaments.tables import services as tables


@login_required
def pairings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The pairings of a round as its officials see them; a change with new warnings is shown first and asks why."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    more: dict[str, Any] = {}
    if request.method == "POST":
        rounds = Round.objects.select_related("stage__tournament")
        acted = rounds.filter(stage__tournament=tournament, number=number).first()
        if acted is None or request.POST.get("round", acted.public_id) != acted.public_id:  # another official was here
            messages.error(request, _("This draft has changed meanwhile."))
        else:
            more = _act(request, acted)
        if acted is None or (not more and "discard" in request.POST):
            return redirect("tournaments:tonight", slug=slug)
        if not more:
            return redirect("tournaments:pairings", slug=slug, number=number)
    context = desk(request, tournament, "pairings")
    context |= {
        "number": number,
        "round_name": stages.round_names(tournament, context["all_rounds"]).get(number, ""),
        "job": selectors.pairing_job(tournament),
        **more,
    }
    rnd = context["round"] = next((one for one in context["all_rounds"] if one.number == number), None)
    if rnd is not None:
        context |= _draft(rnd) if rnd.state == RoundState.DRAFT else _pairs(rnd)
        context["may_pair_next"] = rnd == context["current"] and selectors.may_pair_after(rnd)
        context["no_account"] = sitters.without_account(rnd) if rnd.state in timing.NOT_BEGUN else []
    return render(request, "tournaments/rounds/pairings.html", context, status=422 if more else 200)


@login_required
@require_safe
def check(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Preview a change of the draft while it is being chosen: warnings and the difference, as a fragment. Of a draft
    that is no longer the one of the page it says so."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    rounds = Round.objects.select_related("stage__tournament").filter(stage__tournament=tournament, number=number)
    rnd = rounds.filter(state=RoundState.DRAFT).first()
    if rnd is None or not _is_seen(rnd, request):  # another official was here
        return no_store(render(request, "tournaments/rounds/draft/_outdated.html"))
    form = EditForm(request.GET, entries=_in_round(rnd))
    if not form.is_valid():
        return HttpResponse("")
    try:
        context: dict[str, Any] = {"preview": rounds_pairings.preview_edit(rnd=rnd, **form.change())}
    except refusals.Refusal as refusal:
        context = {"refusal": str(refusal)}
    if "to_keep" not in request.GET:
        return render(request, "tournaments/rounds/_change.html", context)
    context |= {key: form.cleaned_data[key] for key in ("first", "second")}
    kept = [(key, request.GET.get(key, "")) for key in ("edit", "first", "second")]
    context |= {"tournament": tournament, "round": rnd, "kept": kept}
    return no_store(render(request, "tournaments/rounds/draft/_swap.html", context))  # the same is asked again


def _act(request: HttpRequest, rnd: Round) -> dict[str, Any]:
    """Carry out a button of the draft page: publish, pair again, or change it. Returns the context of the page if it
    was not done."""
    facts = signed_in.asked(request)
    version = whole_number(request.POST.get("version", "")) or 0
    if "publish" in request.POST:
        publishing = lambda: rounds_pairings.publish_round(  # noqa: E731
            rnd=rnd, version=version, reason=request.POST.get("reason", ""), **facts
        )
        attempt(request, publishing, _("Round %(n)d is published.") % {"n": rnd.number})
        return {}
    if "discard" in request.POST:
        discarding = lambda: drafts.discard_draft(rnd=rnd, version=version, **facts)  # noqa: E731
        attempt(request, discarding, _("The draft of round %(n)d is discarded.") % {"n": rnd.number})
        return {}
    if "unpublish" in request.POST:
        taking = lambda: taking_back.unpublish_round(  # noqa: E731
            rnd=rnd, version=version, reason=request.POST.get("reason", ""), **facts
        )
        attempt(request, taking, _("Round %(n)d is a draft again: players do not see it.") % {"n": rnd.number})
        return {}
    if "again" in request.POST:
        reason = request.POST.get("open_reason", "")
        made: list[pairing_requests.Asked] = []
        if attempt(
            request,
            lambda: made.append(pairing_requests.pair_again(rnd=rnd, version=version, open_reason=reason, **facts)),
        ):
            attempt(request, lambda: None, _("Paired again.") if isinstance(made[0], Round) else "")
        return {}
    if "here" in request.POST:
        entry = get_object_or_404(_in_round(rnd), public_id=request.POST["here"])
        coming = lambda: entering.check_in(entry=entry, **facts)  # noqa: E731
        attempt(request, coming, _("%(name)s is here.") % {"name": entry.name})
        return {}
    if "venue" in request.POST:
        match = get_object_or_404(Match, round=rnd, public_id=request.POST["venue"])
        is_live = request.POST.get("live") == "1"
        attempt(request, lambda: tables.set_live(match=match, is_live=is_live, **facts), _("Changed."))
        return {}
    form = EditForm(request.POST, entries=_in_round(rnd))
    if not form.is_valid():
        return {"form": form}
    try:
        rounds_pairings.edit_draft(
            rnd=rnd, version=version, reason=form.cleaned_data["reason"], **form.change(), **facts
        )
    except refusals.NeedsReason:
        return {"form": form, "preview": rounds_pairings.preview_edit(rnd=rnd, **form.change())}
    except refusals.Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Changed."))
    return {}


def _draft(rnd: Round) -> dict[str, Any]:
    found = selectors.desk_of(rnd)
    warnings, differs = selectors.draft_check(found)
    lines = found.lines
    away = [line.seats[0][0] for line in lines if line.bye == Kind.ZERO]
    rests = selectors.rests(found)
    entries = [entry for line in lines for entry, _points in line.seats]
    is_open = not rnd.stage.has_schedule and len(lines) > 1  # one table alone leaves no choice
    return {
        "lines": [line for line in lines if line.bye != "zero"],
        "away": [one for one in away if one.status != EntryStatus.CHECKED_IN],
        "rest": [one for one in away if one.status == EntryStatus.CHECKED_IN and one.pk in rests],
        "choices": sorted(entries, key=lambda entry: entry.name.casefold()),
        "since": since.words(since.results_since(found)),
        "warnings": warnings,
        "differs": differs,
        "edits": edits_of(found.measures.sizes, is_open=is_open),
        "is_open": is_open,
        "kinds": BYES,
        "venues": finding.round_matches(rnd) if rnd.stage.tournament.mode == Mode.MIXED else [],
        "whys": of_run(found.run, rnd.stage, names=found.names_then) if found.run else [],
        "kept_apart": selectors.kept_apart_words(found),
        "may_discard": not schedule.is_automatic(rnd.stage),
        "is_outdated": stages.is_outdated(rnd.stage),
        "labels": slot_labels(rnd.stage),
    }


def _pairs(rnd: Round) -> dict[str, Any]:
    found = {"is_untouched": finding.is_untouched(rnd), **byes(rnd)}
    lines = selectors.lines_of(finding.round_matches(rnd), found["byes"])
    return {"lines": lines, "labels": slot_labels(rnd.stage), "whys": whys(rnd), **found}


def _is_seen(rnd: Round, request: HttpRequest) -> bool:
    """Is it the draft that the page shows, as it stands?"""
    is_same = request.GET.get("round", rnd.public_id) == rnd.public_id
    return is_same and request.GET.get("version", str(rnd.version)) == str(rnd.version)


def _in_round(rnd: Round) -> Any:
    return Entry.objects.filter(seats__round=rnd).order_by("name")


Act = Callable[[HttpRequest, Tournament, dict[str, Any]], Any]


@login_required
@once
def special(request: HttpRequest, slug: str) -> HttpResponse:
    """Pairs that must not, or should not, meet. What concerns one player (a bye, half points for rounds missed, to be
    sent away) is sent here too, from the menu of the player's row."""
    tournament = directed(request, slug)
    entries = tournament.entries.exclude(status__in=GONE).order_by("name")
    if request.method == "POST":
        what = request.POST.get("do", "")
        if what not in ACTS:
            raise Http404
        form_class, act, done = ACTS[what]
        form = form_class(request.POST, entries=entries)
        if form.is_valid():
            attempt(request, lambda: act(request, tournament, form.cleaned_data), str(done) % form.cleaned_data)
        else:
            attempt(request, lambda: _refuse(form))
        return redirect(back_to(request, "special"), slug=slug)
    context = desk(request, tournament, "special") | {
        "rule_form": PairRuleForm(entries=entries),
        "pair_rules": pair_rules.pair_rules(tournament),
    }
    return render(request, "tournaments/rounds/special.html", context)


@login_required
@require_POST
def take_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw a request for a bye, or remove a pair rule."""
    tournament = directed(request, slug)
    facts = signed_in.asked(request)
    if "rule" in request.POST:
        rule = get_object_or_404(PairRule, tournament=tournament, pk=whole_number(request.POST["rule"]))
        attempt(request, lambda: requests.remove_pair_rule(rule=rule, **facts), _("They may meet again."))
    else:
        wish = get_object_or_404(
            ByeRequest, entry__tournament=tournament, pk=whole_number(request.POST.get("bye", "")) or 0
        )
        taking = lambda: requests.cancel_bye(  # noqa: E731
            entry=wish.entry, round_number=wish.round_number, **facts
        )
        said = _("%(entry)s has no bye in round %(n)d any more.") % {"entry": wish.entry, "n": wish.round_number}
        attempt(request, taking, said)
    return redirect(back_to(request, "special"), slug=slug)


@login_required
def blocked(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a round that cannot be paired: the blocking entries, and each way out as a button with a field for
    the reason."""
    tournament = directed(request, slug)
    stage = finding.main_stage(tournament)
    if request.method == "POST":
        way, *numbers = request.POST.get("way", "").split("-")
        chosen = tuple(number for text in numbers if (number := whole_number(text)) is not None)
        taking = lambda: ways_out.take_way_out(  # noqa: E731
            stage=stage,
            way=way,
            numbers=chosen,
            reason=request.POST.get("reason", ""),
            **signed_in.asked(request),
        )
        if not attempt(request, taking):
            return redirect("tournaments:blocked", slug=slug)
        if way == "end":
            return redirect("tournaments:standings", slug=slug)
    answer = selectors.blocked(stage)
    if answer is None:
        current = standings.current_round(tournament)
        if current is not None and current.state == RoundState.RUNNING:
            messages.info(
                request, _("Round %(n)d is still being played: nothing blocks the next.") % {"n": current.number}
            )
            return redirect("tournaments:results", slug=slug, number=current.number)
        return redirect("tournaments:pairings", slug=slug, number=current.number if current else 1)
    return render(
        request, "tournaments/rounds/blocked.html", desk(request, tournament, "pairings") | {"blocked": answer}
    )


@login_required
@require_POST
def times(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """When a round starts and how long it lasts; its due work moves with it."""
    tournament = directed(request, slug)
    rnd = get_object_or_404(Round, stage__tournament=tournament, number=number)
    form = TimesForm(request.POST)
    if form.is_valid():
        setting = lambda: timing.set_times(  # noqa: E731
            rnd=rnd, **signed_in.asked(request), **form.times(tournament.timezone)
        )
        attempt(request, setting, _("The times are set."))
    else:
        attempt(request, lambda: _refuse(form))
    return redirect("tournaments:pairings", slug=slug, number=number)


@login_required
@require_POST
def missing(request: HttpRequest, public_id: str) -> HttpResponse:
    """Flag a side as missing, or as arrived after all; officials and all sides may."""
    match = get_object_or_404(finding.matches(), public_id=public_id)
    results.require_report(request.user, match)
    acts = {"missing": timing.flag_missing, "here": timing.clear_missing}
    act = acts.get(request.POST.get("set", ""))
    order = whole_number(request.POST.get("side", ""))
    if act is None or order is None or order >= len(match.sides.all()):
        raise Http404
    attempt(request, lambda: act(match=match, order=order, **signed_in.asked(request)), _("Noted."))
    return redirect("tournaments:match", public_id=public_id)


@login_required
@require_POST
def ask_bye(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a bye for oneself, or withdraw the request."""
    tournament = find(slug)
    entry = finding.entry_of(request.user, tournament)
    number = whole_number(request.POST.get("round", ""))
    if entry is None or number is None:
        raise Http404
    asked = signed_in.asked(request)
    if "cancel" in request.POST:
        cancelling = lambda: requests.cancel_bye(entry=entry, round_number=number, **asked)  # noqa: E731
        attempt(request, cancelling, _("Taken back."))
    else:
        kind = request.POST.get("kind", "half")
        asking_for = lambda: requests.ask_bye(entry=entry, round_number=number, kind=kind, **asked)  # noqa: E731
        attempt(request, asking_for, _("Noted: you do not play in that round."))
    return redirect("tournaments:detail", slug=slug)


def _bye(request: HttpRequest, tournament: Tournament, data: dict[str, Any]) -> None:
    requests.ask_bye(
        entry=data["entry"],
        round_number=data["round"],
        kind=data["kind"],
        reason=data["reason"],
        **signed_in.asked(request),
        is_official=True,
    )


def _rule(request: HttpRequest, tournament: Tournament, data: dict[str, Any]) -> None:
    requests.add_pair_rule(tournament=tournament, **signed_in.asked(request), **data)


def _expel(request: HttpRequest, tournament: Tournament, data: dict[str, Any]) -> None:
    kept = {key: data[key] for key in ("entry", "reason", "rule")}
    entering.expel(**signed_in.asked(request), **kept)


def _missed(request: HttpRequest, tournament: Tournament, data: dict[str, Any]) -> None:
    requests.give_missed_byes(
        entry=data["entry"], count=data["count"] or 1, reason=data["reason"], **signed_in.asked(request)
    )


ACTS: dict[str, tuple[Any, Act, Any]] = {
    "bye": (ByeForm, _bye, gettext_lazy("%(entry)s has a bye in round %(round)s.")),
    "rule": (PairRuleForm, _rule, gettext_lazy("They are kept apart from the next pairing on.")),
    "expel": (LeaveForm, _expel, gettext_lazy("Sent away. The results stay.")),
    "missed": (LeaveForm, _missed, gettext_lazy("The half points are given.")),
}


def _refuse(form: Any) -> None:
    raise refusals.Refusal(" ".join(error_lines(form)))
