"""Pages of the games: a table, a new practice game, a deal to step through."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import guests, signed_in
from accounts.models import User
from doors import addresses, polling
from doors.words import luck_words
from games import engine, permissions, selectors
from games.forms import LEVEL_NAMES, ChallengeForm, PracticeForm, SeekForm, conditions, terms_words
from games.live import wire
from games.live.audience import looks
from games.live.daily import standing
from games.live.finished import analyses, archive, game_records, hindsight
from games.live.lessons import lessons
from games.live.presets import tiles
from games.live.setup import facts, talk, terms
from games.live.setup.delay import delay_in, delay_words, late_words
from games.live.store import loading
from games.live.talk import asides, listeners, talk_rows
from games.models import LIVE_VARIANTS, AnalysisState, Answer, Challenge, ConductReport, Deal, Gathering, Status
from games.services import analyses as analysis_services
from games.services import challenges, gatherings, seeks, tables, talking
from games.services import lessons as lesson_services

KEPT_S = 5  # seconds for which the public view of a table is handed out before it is made again
REFUSALS = (analysis_services.TooMany, analysis_services.NotAnalysed, analysis_services.NothingToStop)


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """A table as this visitor may see it; the page's island then connects to the socket."""
    found, seat = permissions.at_table(request, public_id)
    if found.status == Status.CLOSED:
        return render(request, "games/table/no_table.html", {"table": found}, status=410)
    delay = delay_in(found.settings)
    fixed = terms.terms(found)
    talks = fixed.talk != talk.OFF if seat is not None else permissions.talks_aside(request, found)
    seats = sorted(found.seats.all(), key=lambda at: at.seat)
    people = [at for at in seats if not at.house_level]
    context = {
        "table": found,
        "seat": None if seat is None else terms.LETTERS[seat],
        "names": {terms.LETTERS[at.seat]: str(at.user) for at in seats},
        "suits": "".join("SHCD"[at.user.pk % 4] for at in seats),
        "rated": {} if found.is_held else {terms.LETTERS[at.seat]: at.user for at in people},
        "snapshot": archive.snapshot(found, seat),
        "facts": facts.facts(fixed.rules),
        "rules": fixed.rules,
        "talk": talk.WORDS if talks else None,
        "is_apart": listeners.is_apart(fixed),
        "heard": talks and bool(asides.heard(found.pk) if seat is None else talk_rows.heard(found.pk, seat, most=1)),
        "asks_account": seat is None and not talks and fixed.talk != talk.OFF and found.status == Status.PLAYING,
        "now_ms": round(timezone.now().timestamp() * 1000),
        "ws_path": loading.ws_path(found.public_id),
        "deals": selectors.deals(table=found),
        "has_laws": found.mode != "strict" or bool(found.ref),
        "has_director": bool(found.ref),
        "can_be_analysed": analyses.can_be(found),
        "delay": delay_words(delay) if delay and found.status == Status.PLAYING else "",
        "is_open": seat is None and found.status == Status.PLAYING and looks.opens_hands(fixed),
        "lesson": lesson_services.lesson_at(found) if seat is not None else None,
        "daily": standing.day_at(found) if seat is not None else None,
        "event": found.settings.get("event", "") if seat is not None else "",
        "gives_hints": lesson_services.gives_hints(found, seat),
        "public": None if seat is not None else reverse("games:table-public", args=[public_id]),
        "late": late_words(delay) if delay and seat is None and found.status == Status.PLAYING else None,
    }
    is_of_event = found.ref or context["event"] or context["lesson"] or context["daily"]
    context["plays_again"] = seat is not None and not is_of_event
    answer = render(request, "games/table/table.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


@require_safe
def table_public(request: HttpRequest, public_id: str) -> HttpResponse:
    """A table as watchers see it, for those who find no room at its socket; refreshed every five seconds."""
    key = f"table-public:{public_id}"
    kept = cache.get(key)
    if kept is None:
        found = selectors.table(public_id)
        if found is None or not terms.may_be_watched(found):
            raise Http404
        fixed = terms.terms(found)
        barred = [seat.user_id for seat in fixed.seats] if looks.opens_hands(fixed) else []
        kept = wire.pack(archive.snapshot(found, None, is_kept=True)), barred
        cache.set(key, kept, KEPT_S)
    text, barred = kept
    player = guests.player_of(request) if barred else None
    if player is not None and player.pk in barred:
        raise Http404  # open hands are not for who plays there
    headers = {"Cache-Control": f"{'private' if barred else 'public'}, max-age={KEPT_S}"}
    return HttpResponse(text, content_type="application/json", headers=headers)


@require_safe
def table_deal(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """A finished deal of a table: as this visitor saw it, and once all of it is public its own page."""
    found, seat = permissions.at_table(request, public_id)
    final = selectors.deals(table=found).filter(number=number).first()
    if final is not None:
        return redirect("games:deal", public_id=final.public_id)
    seen = hindsight.deal_seen(found, number, seat)
    if seen is None:
        raise Http404
    fixed = terms.terms(found)
    record = hindsight.in_words(fixed, seen)
    context = {
        "table": found,
        "record": record,
        "players": " – ".join(fixed.names[seat] for seat in record["players"]),
        "facts": facts.facts(fixed.rules),
        "is_seat": seat is not None,
    }
    answer = render(request, "games/replay/deal_seen.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def conduct(request: HttpRequest) -> HttpResponse:
    """For the officials of the site: reports from casual tables; POST closes one, or asks the reported player to be
    silent there."""
    if not request.user.is_staff:
        raise PermissionDenied(_("Reports from casual tables are for the officials of the site."))
    if request.method == "POST":
        report = get_object_or_404(
            ConductReport.objects.select_related("table", "about"), public_id=request.POST.get("id")
        )
        try:
            _on_report(report, request.POST.get("do", ""), request.POST.get("words", ""), signed_in.user(request))
        except talking.NotHeard as refused:
            messages.error(request, str(refused))
        return redirect("games:conduct")
    reports = [
        {"report": one, "lines": talk_rows.read_out(one.table, one.lines), "silences": talk_rows.silences(one.table)}
        for one in selectors.open_reports()
    ]
    return render(request, "games/table/conduct.html", {"reports": reports, "handled": selectors.handled_reports(20)})


def _on_report(report: ConductReport, do: str, words: str, by: User) -> None:
    facts: dict[str, Any] = {"by": by, "now": timezone.now()}
    if do == "handle":
        talking.handle_report(report=report, outcome=words, **facts)
    elif do == "silence":
        talking.silence(table=report.table, user=report.about, reason=words, **facts)
    elif do == "lift":
        talking.lift_silence(table=report.table, user=report.about, reason=words, **facts)


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """Sit down against a house player, or send others a link; without an account one plays as a guest. A player with
    too many open games finds them here."""
    tile, rules = _chosen(request)
    form = PracticeForm(request.POST or None, initial={"rules": rules, "others": request.GET.get("others", "house")})
    form.offer(tile)
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
    player = guests.player_of(request)
    left = list(selectors.casual_of(player)) if player else []
    context = {
        "form": form,
        "left": left,
        "is_full": len(left) >= tables.MOST_OPEN,
        "waiting": selectors.waiting_of(player) if player else [],
        "tiles": tiles.tiles(),
        "lessons": lessons.names(),
        "tile": tile,
        "seek": SeekForm() if seeks.is_for_two(rules) else None,
        "variants": len(LIVE_VARIANTS),
        "is_set_up": request.method == "POST" or any(name in request.GET for name in ("rules", "game", "others")),
    }
    return render(request, "games/table/practice.html", context, status=status)


def _chosen(request: HttpRequest) -> tuple[tiles.Tile, str]:
    """The tile and the rules that a visitor has chosen by the address or the form; the best-known ones otherwise."""
    key = request.POST.get("rules") or request.GET.get("rules", "")
    if key in LIVE_VARIANTS:
        return tiles.tile_of(LIVE_VARIANTS[key]), key
    known = tiles.tiles()
    tile = next((one for one in known if one.key == request.GET.get("game")), known[0])
    return tile, tile.first


def _sat_down(form: PracticeForm, player: User) -> HttpResponse:
    """The table, or the one that waits for others, that a form asks for."""
    wish = {name: form.cleaned_data[name] for name in ("level", "pace", "laws", "length", "clock")}
    rules, now = form.cleaned_data["rules"], timezone.now()
    if form.cleaned_data["others"] == "people":
        waiting = gatherings.gather(user=player, rules_key=rules, now=now, **wish)
        return redirect("games:gathering", public_id=waiting.public_id)
    opened = tables.open_practice(user=player, rules_key=rules, shuffle="players", now=now, **wish)
    return redirect("games:table", public_id=opened.public_id)


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
    """A table that waits for its players: who sits where; POST sits down, stands up or begins. Once it is open, the
    table itself."""
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
        "name": engine.VARIANTS[found.rules].name,
        "is_host": player is not None and found.by_id == player.pk,
        "target": facts.facts(engine.rule_set(found.rules))["target"],
        "seats": [(seat, terms.LETTERS[seat], taken.get(seat)) for seat in range(gatherings.seats_of(found))],
        "player": player,
        "sits": player in taken.values(),
        "address": addresses.shared_address(request, request.path),
        "talk": talk.NAMES[gatherings.talk_of(found)],
        "conditions": conditions(found),
        "level": LEVEL_NAMES.get(found.level, found.level),
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
    """Carry out what a person does at a waiting table."""
    if "begin" in request.POST:
        return gatherings.begin(gathering=found, user=user, now=timezone.now())
    seat = request.POST.get("seat", "")
    if seat.isdecimal() and len(seat) < 3:
        return gatherings.sit(gathering=found, user=user, seat=int(seat), now=timezone.now())
    if "close" in request.POST:
        return gatherings.close(gathering=found, user=user, now=timezone.now())
    return gatherings.stand_up(gathering=found, user=user, now=timezone.now())


@require_safe
def deal(request: HttpRequest, public_id: str) -> HttpResponse:
    """A finished deal, step by step."""
    found = selectors.final_deal(public_id)
    record = archive.deal_record(found, _board(request)) if found else None
    if found is None or record is None:
        raise Http404
    previous, following = selectors.neighbours(found)
    names, luck = record["names"], record["luck"]
    context = {
        "deal": found,
        "record": record,
        "players": " – ".join(names[seat] for seat in record["players"]),
        "boards": [" – ".join(names[seat] for seat in seats) for seats in record["boards"]],
        "facts": facts.facts(terms.terms(found.table).rules),
        "previous": previous,
        "next": following,
        "is_lost": not record["deck"],
        "lost": "" if record["deck"] else _lost(record),
        "luck": luck and luck_words(names["A"], names["B"], luck["margin"], luck["total"]),
    }
    return render(request, "games/replay/deal.html", context | _analysed(request, found, record))


def _lost(record: dict[str, Any]) -> str:
    """Why a deal has no cards."""
    who = {"name": record["names"][record["shuffle"]["lost_by"]]}
    return _("%(name)s lost this deal: a browser may lose its part of a shuffle twice in a deal (ONL-1).") % who


@require_http_methods(["GET", "HEAD", "POST"])
def deal_analysis(request: HttpRequest, public_id: str) -> HttpResponse:
    """The analysis of a finished deal, or how far it is, as a part of its page; POST asks for it, or stops it."""
    found = selectors.final_deal(public_id)
    record = archive.deal_record(found, _board(request)) if found else None
    if found is None or record is None:
        raise Http404
    if request.method != "POST":
        return render(request, "games/replay/_analysis.html", {"deal": found} | _analysed(request, found, record))
    try:
        player = guests.player_here(request)
        if "stop" in request.POST:
            analysis_services.stop_analyses(deals=[found], by=player, now=timezone.now())
        else:
            analysis_services.ask_for_analysis(deal=found, by=player, now=timezone.now())
    except guests.TooManyGuests as refused:
        messages.error(request, str(refused))
        return redirect_to_login(reverse("games:deal", args=[public_id]))
    except REFUSALS as refused:
        messages.error(request, str(refused))
    return redirect("games:deal", public_id=public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def table_analysis(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the players of a sitting gave up in all its deals, or how far that is known; POST asks for it, or stops
    it."""
    table = selectors.table(public_id)
    deals = list(selectors.deals(table=table)) if table else []
    if table is None or not deals or not analyses.can_be(table):
        raise Http404
    if request.method != "POST":
        found = analyses.of_sitting(table, deals)
        context = {
            "table": table,
            "analysis": found,
            "analysed": analyses.sitting_table(found, table),
            "is_open": found["state"] in analysis_services.OPEN,
            "may_stop": analyses.are_asked_by(request.user, deals),
        }
        part = polling.is_part(request)
        return render(request, f"games/replay/{'_' if part else ''}sitting_analysis.html", context)
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("games:table-analysis", args=[public_id]))
    try:
        if "stop" in request.POST:
            analysis_services.stop_analyses(deals=deals, by=request.user, now=timezone.now())
        else:
            analysis_services.ask_for_sitting(table=table, deals=deals, by=request.user, now=timezone.now())
    except REFUSALS as refused:
        messages.error(request, str(refused))
    return redirect("games:table-analysis", public_id=public_id)


def _board(request: HttpRequest) -> int:
    """The board that is asked for, of a deal of several boards."""
    asked = request.GET.get("board", "")
    return int(asked) if asked.isdecimal() and len(asked) < 3 else 0


def _analysed(request: HttpRequest, deal: Deal, record: dict[str, Any]) -> dict[str, Any]:
    """The analysis of a deal as a page shows it."""
    found = analyses.analysis_of(deal)
    is_there = found is not None and found.state == AnalysisState.DONE
    return {
        "can_be_analysed": bool(record["deck"]) and analyses.can_be(deal.table),
        "analysis": found,
        "is_earlier": found is not None and not analyses.is_of_today(found),
        "player": guests.player_of(request),
        "analysed": analyses.table_of(found, record) if found and is_there else None,
    }


@require_safe
def fair_deals(request: HttpRequest) -> HttpResponse:
    """The statistics of all final deals, as they were counted last night."""
    found = selectors.fair_deals()
    context = {"figures": found.figures, "made_at": found.made_at} if found else {}
    return render(request, "games/replay/fair_deals.html", context)


@require_safe
def deal_text(request: HttpRequest, public_id: str) -> HttpResponse:
    """The game record of the sitting that a finished deal belongs to, as a file."""
    found = selectors.final_deal(public_id)
    text = game_records.game_record(found.table) if found else None
    if text is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="sitting-of-{public_id}.txt"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


@require_safe
def deals(request: HttpRequest) -> HttpResponse:
    """The deals that ended last."""
    return render(request, "games/replay/deals.html", {"deals": selectors.recent_deals(100)})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def challenge_player(request: HttpRequest, public_id: str) -> HttpResponse:
    """Challenge one player to a game, then wait on the page of the challenge."""
    other = get_object_or_404(User, public_id=public_id, merged_into=None)
    by = signed_in.user(request)
    form = ChallengeForm(request.POST or None)
    try:
        if request.method == "POST" and form.is_valid():
            made = challenges.challenge(by=by, to=other, wish=form.wish(None), now=timezone.now())
            return redirect("games:challenge", public_id=made.public_id)
    except tables.BadTable as refused:
        form.add_error(refused.field if refused.field in form.fields else None, str(refused))
    except tables.CannotSit as refused:
        form.add_error(None, str(refused))
    context = {"form": form, "other": other, "is_open": by != other and selectors.takes_challenges(other)}
    return render(request, "games/challenge/challenge_player.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
@login_required
def challenge(request: HttpRequest, public_id: str) -> HttpResponse:
    """A challenge, for the two whom it concerns. The page asks again by itself, and leads to the table once there is
    one. POST `do` accepts, declines or takes it back."""
    user, now = signed_in.user(request), timezone.now()
    found = selectors.challenge_of(user, public_id)
    if found is None:
        raise Http404
    if request.method == "POST":
        try:
            _answered(found, request.POST.get("do", ""), user)
        except tables.CannotSit as refused:
            messages.error(request, str(refused))
        return redirect("games:challenge", public_id=public_id)
    part = polling.is_part(request)
    if found.table is not None:
        return polling.lead_to(reverse("games:table", args=[found.table.public_id]), part=part)
    context = {
        "challenge": found,
        "words": terms_words(found),
        "is_mine": found.by_id == user.pk,
        "is_open": found.answer == Answer.OPEN and found.lapses_at > now,
    }
    return render(request, f"games/challenge/{'_' if part else ''}challenge.html", context)


def _answered(found: Challenge, do: str, user: User) -> None:
    if do == "accept":
        challenges.accept_challenge(challenge=found, user=user, now=timezone.now())
    elif do == "decline":
        challenges.decline_challenge(challenge=found, user=user, now=timezone.now())
    elif do == "take_back":
        challenges.take_back_challenge(challenge=found, user=user)


@require_POST
@login_required
def taking_challenges(request: HttpRequest) -> HttpResponse:
    """Turn challenges by others on or off (`takes`)."""
    takes = request.POST.get("takes") == "1"
    challenges.take_challenges(user=signed_in.user(request), takes=takes, now=timezone.now())
    messages.success(request, _("Others can challenge you.") if takes else _("Nobody can challenge you now."))
    return redirect("pages:me")
