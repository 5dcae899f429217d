"""The rule sets of a club: their list, one as a page of rules, making, changing and withdrawing one."""

from collections import Counter
from functools import cache
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import signed_in
from clubs import selectors as clubs
from clubs.models import Club
from clubs.services import rights
from doors.once import once
from games import engine
from games.live import presets
from games.live.presets import offered, tiles
from games.models import HouseRules
from games.services import house_rules
from pages.forms.house_rules import HouseRulesForm
from tournaments.models import Tournament

MOST = 3  # presets that a club plays most, in front


@require_safe
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """The rule sets that a club offers, each with what it differs in."""
    club = get_object_or_404(Club, slug=slug)
    found = [(one, presets.sheet(engine.VARIANTS[one.rules])) for one in offered.of_club(club)]
    context = {"club": club, "found": found, "may_organise": _may_make(request, club)}
    return render(request, "pages/house_rules/of_club.html", context)


@require_safe
def page(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """One version of a rule set in plain words."""
    found = _found(slug, public_id)
    rules = engine.VARIANTS[found.rules]
    context = {
        "club": found.club,
        "found": found,
        "rules": rules,
        "sheet": presets.sheet(rules),
        "later": HouseRules.objects.filter(previous=found).first(),
        "may_organise": _may_make(request, found.club),
    }
    return render(request, "pages/house_rules/page.html", context)


@cache
def _apart(_language: str) -> list[tuple[str, list[tuple[str, str, str, str]]]]:
    """The presets of each game by key and name, with another one and what tells them from it: read once a language,
    as it takes a second."""
    games = tiles.grouped([(key, rules.name) for key, rules in engine.VARIANTS.items()])
    keys = [key for _game, held in games for key, _name in held]
    return [
        (
            game,
            [
                (key, name, other.name, what)
                for key, name in held
                for other, what in [tiles.apart(engine.VARIANTS[key], keys)]
            ],
        )
        for game, held in games
    ]


def _most_played(club: Club) -> list[tuple[str, str]]:
    """The presets that a club's tournaments were played by most, by key and name."""
    found = Counter(
        engine.base_of(key) for key in Tournament.objects.filter(club=club).values_list("variant", flat=True)
    )
    return [(key, engine.VARIANTS[key].name) for key, _n in found.most_common(MOST) if key in engine.VARIANTS]


@login_required
@once
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a preset, then name a rule set and set its options."""
    club = get_object_or_404(Club, slug=slug)
    rights.require_organiser(club, signed_in.user(request))
    preset = _preset(request.POST.get("preset") or request.GET.get("preset", ""))
    if preset is None:
        context = {"club": club, "games": _apart(get_language() or ""), "most": _most_played(club)}
        return render(request, "pages/house_rules/choose.html", context)
    form = HouseRulesForm(request.POST or None, preset=preset)

    def make() -> HouseRules:
        said = form.cleaned_data
        return house_rules.make(
            club=club, name=said["name"], preset=preset.key, options=form.chosen(), is_rated=said["is_rated"],
            **signed_in.asked(request),
        )  # fmt: skip

    return _answer(request, club, form, make)


@login_required
@once
def change(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Change a rule set; if it was used, as its next version."""
    found = _found(slug, public_id)
    rights.require_organiser(found.club, signed_in.user(request))
    preset = engine.VARIANTS[found.preset]
    initial = {"name": found.name, "is_rated": found.is_rated}
    form = HouseRulesForm(
        request.POST or None, preset=preset, values=engine.own_values(found.rules), initial=initial
    )  # fmt: skip

    def make() -> HouseRules:
        said = form.cleaned_data
        return house_rules.change(
            rules=found, name=said["name"], options=form.chosen(), is_rated=said["is_rated"],
            edition=request.POST.get("edition", ""), **signed_in.asked(request),
        )  # fmt: skip

    return _answer(request, found.club, form, make, found)


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Offer a rule set no more."""
    found = _found(slug, public_id)
    try:
        house_rules.withdraw(rules=found, **signed_in.asked(request))
    except house_rules.BadRules as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("“%(name)s” is offered no more. What was played by it stays.") % {"name": found})
    return redirect("pages:house_rules", slug=slug)


@require_safe
def differences(request: HttpRequest, slug: str) -> HttpResponse:
    """A part of the form's page: what the values chosen so far differ in, or why they cannot be played."""
    club = get_object_or_404(Club, slug=slug)
    preset = _preset(request.GET.get("preset", ""))
    if preset is None:
        raise Http404
    form = HouseRulesForm(request.GET, preset=preset)
    form.is_valid()
    return render(request, "pages/house_rules/_differences.html", {"club": club, **_told(form)})


def _answer(
    request: HttpRequest, club: Club, form: HouseRulesForm, make: Any, found: HouseRules | None = None
) -> HttpResponse:
    """The page of the form; after POST the rule set that was made, or the form with what is wrong."""
    if request.method == "POST" and form.is_valid():
        try:
            made = make()
        except house_rules.BadRules as refused:
            form.refuse(refused.field, str(refused))
        else:
            messages.success(request, _("“%(name)s” can be played.") % {"name": made.name})
            return redirect("pages:house_rules_page", slug=club.slug, public_id=made.public_id)
    context = {"club": club, "form": form, "preset": form.preset, "found": found, **_told(form)}
    return render(request, "pages/house_rules/form.html", context, status=422 if form.errors else 200)


def _told(form: HouseRulesForm) -> dict[str, Any]:
    """What the form's values differ in from the preset, or why they do not go together."""
    chosen = form.chosen() if form.is_bound else form.held_values()
    try:
        key = house_rules.checked_key(form.preset.key, chosen)
    except house_rules.BadRules as refused:
        at = form.fields[refused.field].label if refused.field in form.fields else ""
        return {"preset": form.preset, "refusal": str(refused), "at": at}
    return {"preset": form.preset, "sheet": presets.sheet(engine.VARIANTS[key]), "key": key}


def _found(slug: str, public_id: str) -> HouseRules:
    found = HouseRules.objects.select_related("club", "previous")
    return get_object_or_404(found, club__slug=slug, public_id=public_id)


def _preset(key: str) -> engine.RuleSet | None:
    return engine.VARIANTS.get(key) if key in set(engine.VARIANTS) else None


def _may_make(request: HttpRequest, club: Club) -> bool:
    return clubs.may_organise(request.user, club) and club.closed_at is None
