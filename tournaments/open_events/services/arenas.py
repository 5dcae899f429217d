"""Open an arena, join it, wait for the next game, and count the result of a game."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User
from accounts.second_factor import services as second_factor
from audit import services as audit
from games import models as game_models
from games import selectors as games_reading
from games.services import seeks, tables
from quotas import services as quotas
from quotas.acts import MAKE_EVENT
from tournaments.errors import Invalid, Refusal
from tournaments.models import Arena, ArenaGame, ArenaPlayer
from tournaments.open_events.selectors import arena_tables as selectors
from tournaments.open_events.services.doors import require_account, require_game, require_one_of
from tournaments.pairing import on_the_spot as core

MINUTES = (20, 40, 60, 90, 120)
STARTS_IN = (2, 5, 15, 30, 60, 180)  # minutes
LENGTHS = ("", "deals:2/more", "deals:4/more")
MOST_OPEN = 2  # arenas of one person that have not ended
LONGEST_NAME = 60
OLD_ARENAS, OLD_ARENAS_HOUR = "arenas.old_arenas", 5
KEPT = timedelta(days=1)  # an arena in which nobody played
HOUSE_AFTER_S = 20  # so long somebody waits alone in an arena of the site


@transaction.atomic
def open_arena(
    *,
    by: User,
    name: str,
    rules: str,
    clock: Mapping[str, Any] | None,
    minutes: int,
    starts_in: int,
    now: datetime,
    length: str = "",
    is_rated: bool = False,
) -> Arena:
    """Open an arena that lasts `minutes` and starts in `starts_in` minutes; the person joins it. Locks the person.
    Raises Invalid with the field, Refusal for guests and for more than two open arenas."""
    require_account(by)
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    if selectors.to_come(now).filter(by=by).count() >= MOST_OPEN:
        said = _("You have %(n)d arenas that are not over: wait for one of them to end, or call it off.")
        raise Refusal(said % {"n": MOST_OPEN}, "too_many")
    require_one_of("minutes", minutes, MINUTES)
    require_one_of("starts_in", starts_in, STARTS_IN)
    require_one_of("length", length, LENGTHS)
    require_game(rules, clock, length)
    called = _name(name)
    quotas.take(MAKE_EVENT, now=now, account=by.pk)
    starts_at = now + timedelta(minutes=starts_in)
    made = Arena.objects.create(
        name=called, rules=rules, length=length, clock=clock, is_rated=is_rated, by=by, opened_at=now,
        starts_at=starts_at, ends_at=starts_at + timedelta(minutes=minutes),
    )  # fmt: skip
    after = {"name": called, "rules": rules, "minutes": minutes}
    audit.record(actor=by, action="arena.open", target=f"arena:{made.public_id}", after=after, now=now)
    join(arena=made, user=by, now=now)
    return made


@transaction.atomic
def join(*, arena: Arena, user: User, now: datetime) -> ArenaPlayer:
    """Join an arena, or come back after a pause. Locks it. Raises Refusal for guests, and once its time is over."""
    require_account(user)
    found = _locked(arena)
    if found.has_ended(now):
        raise Refusal(_("This arena is over."), "over")
    player, _is_new = ArenaPlayer.objects.get_or_create(
        arena=found, user=user, defaults={"joined_at": now, "seen_at": now}
    )
    if player.waits_since is None and selectors.game_of(player) is None:
        player.waits_since, player.seen_at = now, now
        player.save(update_fields=["waits_since", "seen_at"])
    return player


@transaction.atomic
def pause(*, arena: Arena, user: User) -> None:
    """Stop waiting for games: points stay, and a current game goes on. Before the arena begins the player leaves it.
    Locks the arena."""
    found = _locked(arena)
    players = ArenaPlayer.objects.filter(arena=found, user=user)
    players.update(waits_since=None)
    players.filter(games=0, games_as_first=None, games_as_second=None).delete()


@transaction.atomic
def keep_waiting(*, player: ArenaPlayer, now: datetime) -> ArenaGame | None:
    """Note that this player still waits, and pair those who do; returns the player's current game, if any. Locks the
    arena."""
    arena = _locked(player.arena)
    ArenaPlayer.objects.filter(pk=player.pk, waits_since__isnull=False).update(seen_at=now)
    if arena.is_on(now):
        _pair(arena, now)
    return selectors.game_of(player)


@transaction.atomic
def table_over(*, table: game_models.Table) -> ArenaGame | None:
    """Count the result of a finished table of an arena. A repeat changes nothing. A player who gave the game up, or ran
    out of time, pauses. Locks the arena."""
    game = ArenaGame.objects.filter(table=table).select_related("arena").first()
    result = games_reading.result(table)
    if game is None or result is None:
        return game
    arena = _locked(game.arena)
    game = ArenaGame.objects.select_related("first__user", "second__user").get(pk=game.pk)
    if game.over_at is not None:
        return game
    at = result.finished_at
    game.over_at, game.winner = at, result.winner
    before = game.first.points, game.second.points
    for side, player in enumerate((game.first, game.second)):
        score = core.after(selectors.score_of(player), None if result.winner is None else result.winner == side)
        player.points, player.games, player.wins, player.streak = score.points, score.games, score.wins, score.streak
        left = (result.abandoned or result.timed_out) and result.winner not in (None, side)
        is_done = left or arena.has_ended(at) or player.user.house_level
        player.waits_since = None if is_done else at
        player.last = game.second if side == 0 else game.first
        player.save(update_fields=["points", "games", "wins", "streak", "waits_since", "last"])
    game.first_points, game.second_points = game.first.points - before[0], game.second.points - before[1]
    game.save(update_fields=["over_at", "winner", "first_points", "second_points"])
    return game


@transaction.atomic
def call_off(*, arena: Arena, by: User, now: datetime) -> Arena:
    """Call off an arena before anybody has played in it; for the person who opened it, and the site's staff. Locks it.
    Raises Refusal."""
    found = _locked(arena)
    if found.by_id != by.pk and not second_factor.acts_as_staff(by):
        raise Refusal(_("Only the person who opened an arena can call it off."), "not_yours")
    if found.games.exists():
        raise Refusal(_("Somebody has played here: the arena goes on to its end."), "begun")
    found.cancelled_at = now
    found.save(update_fields=["cancelled_at"])
    audit.record(actor=by, action="arena.call_off", target=f"arena:{found.public_id}", now=now)
    return found


def forget_old_arenas(*, now: datetime) -> int:
    """Delete arenas that ended more than a day ago without a game; returns their number."""
    _rows, by_model = Arena.objects.filter(ends_at__lt=now - KEPT, games=None).delete()
    return by_model.get(Arena._meta.label, 0)


def _name(name: str) -> str:
    try:
        called = names.clean_name(name)
    except names.BadName as bad:
        raise Invalid("name", str(bad)) from bad
    if len(called) > LONGEST_NAME:
        raise Invalid("name", _("At most %(most)d characters.") % {"most": LONGEST_NAME})
    return called


def _locked(arena: Arena) -> Arena:
    return Arena.objects.select_for_update(of=("self",)).select_related("by").get(pk=arena.pk)


def _pair(arena: Arena, now: datetime) -> None:
    """Seat those who wait and whose page has asked lately; in an arena of the site the house plays with somebody who
    has waited in vain. The caller has locked the arena."""
    here = arena.players.filter(waits_since__isnull=False, seen_at__gt=now - selectors.GONE).select_related("user")
    players = {one.pk: one for one in here}
    waiting = [
        core.Waiting(
            number=one.pk, points=one.points, last=one.last_id,
            waited_s=(now - max(one.waits_since or now, arena.starts_at)).total_seconds(),
        )
        for one in players.values()
    ]  # fmt: skip
    pairs = core.pairs(waiting, others_play=selectors.running(arena).exists()) if len(players) > 1 else []
    for pair in pairs:
        first, second = (players.pop(number) for number in pair)
        _seat(arena, first, second, now)
    if arena.by.house_level:
        late = {one.number for one in waiting if one.waited_s >= HOUSE_AFTER_S}
        for player in (one for number, one in players.items() if number in late):
            _seat(arena, player, _house(arena, player, now), now)


def _house(arena: Arena, player: ArenaPlayer, now: datetime) -> ArenaPlayer:
    """The house player of this arena at the level that this player is used to. It never waits, and may sit at several
    tables."""
    [spec] = tables.of_the_house(seeks.level_for(player.user), 1)
    found = ArenaPlayer.objects.select_related("user")
    return found.get_or_create(arena=arena, user=spec.user, defaults={"joined_at": now, "seen_at": now})[0]


def _seat(arena: Arena, first: ArenaPlayer, second: ArenaPlayer, now: datetime) -> None:
    page = reverse("tournaments:arena", args=[arena.public_id])
    seats = [tables.SeatSpec(one.user, one.user.house_level) for one in (first, second)]
    table = tables.open_by_terms(arena, seats, now, event=page)
    ArenaGame.objects.create(arena=arena, table=table, first=first, second=second)
    ArenaPlayer.objects.filter(pk__in=[first.pk, second.pk]).update(waits_since=None)
