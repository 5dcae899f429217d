"""Ways to get to a table: practice, lessons, and tables that wait for people."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import guests
from accounts.models import User
from doors import addresses, polling
from doors.once import once
from games import engine, selectors
from games.forms import LEVEL_NAMES, PACES, USUAL_CLOCK, FriendForm, PracticeForm, SeekForm, conditions
from games.live.lessons import lessons
from games.live.presets import offered, tiles
from games.live.setup import facts, talk, terms
from games.models import LIVE_VARIANTS, Gathering, HouseRules
from games.players import USUAL_LEVEL
from games.services import gatherings, house_rules, seeks, tables
from games.services import lessons as lesson_services


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """Sit down against a house player, or open a table whose link others get. Without an account one plays as a guest.
    `game` is the tile that was picked; its rule sets are shown, and the link of each names its `rules`, too. A link
    from elsewhere names `rules` alone. A player with too many open games finds them here."""
    player = guests.player_of(request)
    own = list(offered.for_player(player)) if player else []
    tile, rules = _chosen(request, own)
    form = PracticeForm(
        request.POST or None,
        initial={
            "rules": rules,
            "others": request.GET.get("others", "house"),
            "level": seeks.level_for(player),
            "is_rated": request.user.is_authenticated,
        },
    )
    form.offer(own)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            return _sat_down(form, guests.player_here(request))
        except guests.TooManyGuests as refused:
            return guests.to_sign_in(request, refused)
        except tables.BadTable as refused:
            form.add_error(refused.field if refused.field in form.fields else None, str(refused))
            status = 422
        except tables.TooManyTables as refused:
            form.add_error(None, str(refused))
            status = 409
    player = player or guests.player_of(request)
    is_picked = request.method == "POST" or any(name in request.GET for name in ("game", "rules"))
    sets = tiles.sets_of(tile, selectors.variants(), own)
    left = list(selectors.casual_of(player)) if player else []
    context = {
        "form": form,
        "left": left,
        "is_full": len(left) >= tables.MOST_OPEN,
        "waiting": selectors.waiting_of(player) if player else [],
        "tiles": tiles.tiles(),
        "lessons": lessons.names(),
        "tile": tile,
        "seek": SeekForm() if seeks.is_for_two(rules) and house_rules.is_preset(rules) else None,
        "rules": LIVE_VARIANTS.get(rules),
        "sets": sets if is_picked else {},
        "chosen": rules,
        "called": next(name for name, key in sets.items() if key == rules),
        "figures": facts.facts(engine.rule_set(rules)),
        "is_best_known": rules == tiles.BEST_KNOWN,
        "paces": PACES,
        "usual_pace": USUAL_CLOCK,
        "variants": len(LIVE_VARIANTS),
        "is_set_up": request.method == "POST"
        or ("game" not in request.GET and any(name in request.GET for name in ("rules", "others"))),
    }
    return render(request, "games/table/practice.html", context, status=status)


def _chosen(request: HttpRequest, own: list[HouseRules]) -> tuple[tiles.Tile, str]:
    """The tile and the rules that a visitor, whose clubs offer their `own`, has chosen by the address or the form; the
    best-known ones by default."""
    key = request.POST.get("rules") or request.GET.get("rules", "")
    if key in [*(preset for preset, _name in selectors.variants()), *(one.rules for one in own)]:
        return tiles.tile_of(engine.rule_set(key)), key
    known = tiles.tiles()
    tile = next((one for one in known if one.key == request.GET.get("game")), known[0])
    return tile, tile.first


def _sat_down(form: PracticeForm, player: User) -> HttpResponse:
    """Open the table, or the table that waits for others, that a form asks for."""
    wish = {name: form.cleaned_data[name] for name in ("level", "pace", "laws", "length", "clock")}
    rules, now = form.cleaned_data["rules"], timezone.now()
    if form.cleaned_data["others"] == "people":
        is_rated = form.cleaned_data["is_rated"]
        waiting = gatherings.gather(user=player, rules_key=rules, is_rated=is_rated, now=now, **wish)
        return redirect("games:gathering", public_id=waiting.public_id)
    opened = tables.open_practice(user=player, rules_key=rules, shuffle="players", now=now, **wish)
    return redirect("games:table", public_id=opened.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@once
def friend(request: HttpRequest) -> HttpResponse:
    """Make the link to a table for a friend: the game, the pace, and whether it is rated. Without an account one plays
    as a guest."""
    player = guests.player_of(request)
    initial = {"rules": request.GET.get("rules", PracticeForm.RULES), "is_rated": "on"}
    form = FriendForm(request.POST or None, initial=initial, player=player)
    if request.method == "POST" and form.is_valid():
        try:
            waiting = gatherings.gather(
                user=guests.player_here(request),
                rules_key=form.cleaned_data["rules"],
                clock=form.cleaned_data["clock"],
                is_rated=bool(form.cleaned_data.get("is_rated")),
                level="" if seeks.is_for_two(form.cleaned_data["rules"]) else USUAL_LEVEL,
                pace="people",
                now=timezone.now(),
            )
            return redirect("games:gathering", public_id=waiting.public_id)
        except guests.TooManyGuests as refused:
            return guests.to_sign_in(request, refused)
        except tables.BadTable as refused:
            form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        except tables.TooManyTables as refused:
            form.add_error(None, str(refused))
    return render(request, "games/challenge/friend.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["POST"])
def learn(request: HttpRequest) -> HttpResponse:
    """Sit down to the lesson of this key; without an account one learns as a guest."""
    try:
        player = guests.player_here(request)
        opened = lesson_services.open_lesson(user=player, key=request.POST.get("lesson", ""), now=timezone.now())
    except guests.TooManyGuests as refused:
        return guests.to_sign_in(request, refused)
    except (tables.BadTable, tables.TooManyTables) as refused:
        messages.error(request, str(refused))
        return redirect("games:practice")
    return redirect("games:table", public_id=opened.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def gathering(request: HttpRequest, public_id: str) -> HttpResponse:
    """A table that waits for its players, with who sits where; POST sits down, stands up or begins. Once it is open,
    this leads to the table itself."""
    found = selectors.gathering(public_id)
    part = polling.is_part(request)
    if found is None or found.closed_at is not None:
        return _no_table(request, found, part)
    if request.method == "POST":
        try:
            found = _gathered(request, found, guests.player_here(request))
        except guests.TooManyGuests as refused:
            return guests.to_sign_in(request, refused)
        except tables.TooManyTables as refused:
            messages.error(request, str(refused))
            return redirect("games:practice")
        except tables.CannotSit as refused:
            messages.error(request, str(refused))
        return redirect("games:gathering", public_id=public_id)
    player = guests.player_of(request)
    if found.table is not None and (player is None or selectors.seat_of(found.table, player) is None):
        words = _("This table has begun without you; it is played in private. Sit down to another game.")
        if found.places.count() == gatherings.seats_of(found):
            words = _("All seats of this table were taken, and it has begun; it is played in private.")
        messages.info(request, words)
        return polling.lead_to(reverse("games:practice"), part=part)
    if found.table is not None:
        return polling.lead_to(reverse("games:table", args=[found.table.public_id]), part=part)
    taken = {place.seat: place.user for place in found.places.all()}
    context: dict[str, Any] = {
        "gathering": found,
        "name": found.rules_name,
        "is_host": player is not None and found.by_id == player.pk,
        "target": facts.facts(engine.rule_set(found.rules))["target"],
        "seats": [(seat, terms.LETTERS[seat], taken.get(seat)) for seat in range(gatherings.seats_of(found))],
        "player": player,
        "sits": player in taken.values(),
        "address": addresses.shared_address(request, request.path),
        "talk": talk.NAMES[gatherings.talk_of(found)],
        "conditions": conditions(found),
        "level": LEVEL_NAMES.get(found.level, found.level),
        "has_house": bool(found.level),
    }
    if not part and player in taken.values():
        context["qr"] = addresses.qr_svg(context["address"])
    return render(request, f"games/challenge/{'_' if part else ''}gathering.html", context)


def _no_table(request: HttpRequest, found: Gathering | None, part: bool) -> HttpResponse:
    """The page for an address where no table waits: its host has closed it, or it never existed."""
    if part:
        return polling.lead_to(request.path, part=part)
    return render(request, "games/table/no_table.html", {"gathering": found}, status=404 if found is None else 410)


def _gathered(request: HttpRequest, found: Gathering, user: User) -> Gathering:
    """Carry out what a person asks for at a waiting table."""
    if "begin" in request.POST:
        return gatherings.begin(gathering=found, user=user, now=timezone.now())
    seat = request.POST.get("seat", "")
    if seat.isdecimal() and len(seat) < 3:
        return gatherings.sit(gathering=found, user=user, seat=int(seat), now=timezone.now())
    if "close" in request.POST:
        return gatherings.close(gathering=found, user=user, now=timezone.now())
    return gatherings.stand_up(gathering=found, user=user, now=timezone.now())
