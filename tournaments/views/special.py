"""What is out of the ordinary: byes, pairs that must not meet, who is sent away, a round that cannot be paired."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournaments import permissions, selectors, services
from tournaments.forms import ByeForm, LeaveForm, PairRuleForm, TimesForm, whole_number
from tournaments.models import GONE, ByeRequest, PairRule, Round, Tournament
from tournaments.views.answers import attempt
from tournaments.views.night import directed
from tournaments.views.organiser import desk
from tournaments.views.public import find

Act = Callable[[HttpRequest, Tournament, dict[str, Any]], Any]


@login_required
def special(request: HttpRequest, slug: str) -> HttpResponse:
    """P28: byes asked for and given, hard and soft pairs, expulsion; each act by its own small form."""
    tournament = directed(request, slug)
    entries = tournament.entries.exclude(status__in=GONE).order_by("name")
    if request.method == "POST":
        what = request.POST.get("do", "")
        if what not in ACTS:
            raise Http404
        form_class, act, done = ACTS[what]
        form = form_class(request.POST, entries=entries)
        if form.is_valid():
            attempt(request, lambda: act(request, tournament, form.cleaned_data), str(done))
        else:
            attempt(request, lambda: _refuse(form))
        return redirect("tournaments:special", slug=slug)
    context = desk(request, tournament, "special") | {
        "bye_form": ByeForm(entries=entries),
        "rule_form": PairRuleForm(entries=entries),
        "leave_form": LeaveForm(entries=entries),
        "requests": selectors.byes_requested(tournament),
        "pair_rules": selectors.pair_rules(tournament),
    }
    return render(request, "tournaments/organise/special.html", context)


@login_required
@require_POST
def take_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back a bye that was asked for, or a pair rule."""
    tournament = directed(request, slug)
    facts = {"by": request.user, "now": timezone.now()}
    if "rule" in request.POST:
        rule = get_object_or_404(PairRule, tournament=tournament, pk=whole_number(request.POST["rule"]))
        attempt(request, lambda: services.remove_pair_rule(rule=rule, **facts), _("They may meet again."))
    else:
        wish = get_object_or_404(
            ByeRequest, entry__tournament=tournament, pk=whole_number(request.POST.get("bye", "")) or 0
        )
        taking = lambda: services.cancel_bye(  # noqa: E731
            entry=wish.entry, round_number=wish.round_number, **facts
        )
        attempt(request, taking, _("Taken back."))
    return redirect("tournaments:special", slug=slug)


@login_required
def blocked(request: HttpRequest, slug: str) -> HttpResponse:
    """P30: the next round cannot be paired: who blocks, and each way out as a button with its reason."""
    tournament = directed(request, slug)
    stage = selectors.main_stage(tournament)
    if request.method == "POST":
        way, *numbers = request.POST.get("way", "").split("-")
        chosen = tuple(number for text in numbers if (number := whole_number(text)) is not None)
        taking = lambda: services.take_way_out(  # noqa: E731
            stage=stage,
            way=way,
            numbers=chosen,
            reason=request.POST.get("reason", ""),
            by=request.user,
            now=timezone.now(),
        )
        if not attempt(request, taking):
            return redirect("tournaments:blocked", slug=slug)
        if way == "end":
            return redirect("tournaments:standings", slug=slug)
    answer = selectors.blocked(stage)
    if answer is None:
        current = selectors.current_round(tournament)
        return redirect("tournaments:pairings", slug=slug, number=current.number if current else 1)
    return render(
        request, "tournaments/organise/blocked.html", desk(request, tournament, "pairings") | {"blocked": answer}
    )


@login_required
@require_POST
def times(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """P30: when a round starts and how long it lasts; what is promised moves with it."""
    tournament = directed(request, slug)
    rnd = get_object_or_404(Round, stage__tournament=tournament, number=number)
    form = TimesForm(request.POST)
    if form.is_valid():
        setting = lambda: services.set_times(  # noqa: E731
            rnd=rnd, by=request.user, now=timezone.now(), **form.times(tournament.timezone)
        )
        attempt(request, setting, _("The times are set."))
    else:
        attempt(request, lambda: _refuse(form))
    return redirect("tournaments:pairings", slug=slug, number=number)


@login_required
@require_POST
def missing(request: HttpRequest, public_id: str) -> HttpResponse:
    """P12, P31: a side is not there, or has come after all; officials and both sides may say so."""
    match = get_object_or_404(selectors.matches(), public_id=public_id)
    permissions.require_report(request.user, match)
    acts = {"missing": services.flag_missing, "here": services.clear_missing}
    act = acts.get(request.POST.get("set", ""))
    if act is None or request.POST.get("side") not in ("0", "1"):
        raise Http404
    facts = {"order": int(request.POST["side"]), "by": request.user, "now": timezone.now()}
    attempt(request, lambda: act(match=match, **facts), _("Noted."))
    return redirect("tournaments:match", public_id=public_id)


@login_required
@require_POST
def ask_bye(request: HttpRequest, slug: str) -> HttpResponse:
    """P3: ask for a bye oneself, or take it back."""
    tournament = find(slug)
    entry = selectors.entry_of(request.user, tournament)
    number = whole_number(request.POST.get("round", ""))
    if entry is None or number is None:
        raise Http404
    facts = {"entry": entry, "round_number": number, "by": request.user, "now": timezone.now()}
    if "cancel" in request.POST:
        attempt(request, lambda: services.cancel_bye(**facts), _("Taken back."))
    else:
        kind = request.POST.get("kind", "half")
        attempt(request, lambda: services.ask_bye(kind=kind, **facts), _("Noted: you do not play in that round."))
    return redirect("tournaments:detail", slug=slug)


def _bye(request: HttpRequest, tournament: Tournament, data: dict[str, Any]) -> None:
    services.ask_bye(
        entry=data["entry"],
        round_number=data["round"],
        kind=data["kind"],
        reason=data["reason"],
        by=request.user,
        now=timezone.now(),
        is_official=True,
    )


def _rule(request: HttpRequest, tournament: Tournament, data: dict[str, Any]) -> None:
    services.add_pair_rule(tournament=tournament, by=request.user, now=timezone.now(), **data)


def _expel(request: HttpRequest, tournament: Tournament, data: dict[str, Any]) -> None:
    kept = {key: data[key] for key in ("entry", "reason", "rule")}
    services.expel(by=request.user, now=timezone.now(), **kept)


def _missed(request: HttpRequest, tournament: Tournament, data: dict[str, Any]) -> None:
    services.give_missed_byes(
        entry=data["entry"], count=data["count"] or 1, reason=data["reason"], by=request.user, now=timezone.now()
    )


ACTS: dict[str, tuple[Any, Act, Any]] = {
    "bye": (ByeForm, _bye, gettext_lazy("The bye is noted.")),
    "rule": (PairRuleForm, _rule, gettext_lazy("They are kept apart from the next pairing on.")),
    "expel": (LeaveForm, _expel, gettext_lazy("Sent away. The results stay.")),
    "missed": (LeaveForm, _missed, gettext_lazy("The half points are given.")),
}


def _refuse(form: Any) -> None:
    lines = [f"{form.fields[name].label or name}: {error}" for name, errors in form.errors.items() for error in errors]
    raise services.Refusal(" ".join(lines))
