"""The pages of a table: the table itself, its public view, and its finished deals as a visitor saw them."""

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts import guests
from games import permissions, selectors
from games.live import wire
from games.live.audience import looks
from games.live.daily import standing
from games.live.finished import analyses, archive, hindsight
from games.live.setup import facts, talk, terms
from games.live.setup.delay import delay_in, delay_words, late_words
from games.live.store import loading
from games.live.talk import asides, listeners, talk_rows
from games.models import Status
from games.services import lessons as lesson_services

KEPT_S = 5  # seconds for which the public view of a table is handed out before it is made again


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """A table as this visitor may see it; the page's script then connects to the socket."""
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
        "deals": selectors.deals(table=found, viewer=guests.player_of(request)),
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
    """A table as watchers see it, for people who find no room at its socket; it refreshes every five seconds."""
    key = f"table-public:{public_id}"
    kept = cache.get(key)
    if kept is None:
        found = selectors.table(public_id)
        if found is None or not terms.may_be_watched(found):
            raise Http404
        fixed = terms.terms(found)
        barred = [seat.user_id for seat in fixed.seats] if looks.opens_hands(fixed) else []
        kept = [wire.pack(archive.snapshot(found, None, is_kept=True)).decode(), barred]
        cache.set(key, kept, KEPT_S)
    text, barred = kept
    player = guests.player_of(request) if barred else None
    if player is not None and player.pk in barred:
        raise Http404  # open hands are not for who plays there
    headers = {"Cache-Control": f"{'private' if barred else 'public'}, max-age={KEPT_S}"}
    return HttpResponse(text, content_type="application/json", headers=headers)


@require_safe
def table_deal(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """A finished deal of a table as this visitor saw it; once everything in it is public, its own page."""
    found, seat = permissions.at_table(request, public_id)
    final = selectors.deals(table=found, viewer=guests.player_of(request)).filter(number=number).first()
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
