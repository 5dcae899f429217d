"""Services for learning: sit down to a lesson, read what it tells a seat, get a hint at a practice table."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine, selectors
from games.engine.cards import shuffle
from games.live.finished import deal_luck
from games.live.lessons import hints, lessons
from games.live.setup import terms
from games.live.shuffle import seal
from games.live.store import loading
from games.models import Status, Table
from games.players import Memory
from games.services.tables import BadTable, SeatSpec, label_of, of_the_house, open_table, require_room


class NoLesson(ValueError):
    """This person has no lesson, or gets no hint, at this table."""


@transaction.atomic
def open_lesson(*, user: User, key: str, now: datetime) -> Table:
    """Open a table for the one deal of a lesson, against the house, with the lesson's known deck. It counts for
    nothing: it stays held for ever, like a table whose decks others still play. Locks the person. Raises BadTable,
    TooManyTables."""
    lesson = lessons.LESSONS.get(key)
    if lesson is None:
        allowed = ", ".join(lessons.LESSONS)
        raise BadTable(_("There is no lesson %(key)r. Allowed here: %(allowed)s.") % {"key": key, "allowed": allowed})
    require_room(user)
    about, secret = lessons.context(lesson), lessons.secret(lesson)
    given = terms.GivenDeck(
        ctx=about.encoded.decode("ascii"),
        sealed=seal.seal(secret, about.encoded),
        commitment=shuffle.server_commitment(about, secret).hex(),
        dealer=lessons.HOUSE,
    )
    seats = [SeatSpec(user), *of_the_house(lessons.LEVEL, 1)]
    settings = {"pace": "people", "spectators": False, "lesson": key}
    return open_table(
        rules_key=lesson.rules, seats=seats, label=label_of(seats), settings=settings, decks=[given], now=now
    )


def lesson_at(table: Table) -> lessons.Lesson | None:
    """The lesson that is played at a table; None at any other table."""
    return lessons.LESSONS.get(table.settings.get("lesson", ""))


def told(*, table: Table, user: User | None) -> dict[str, Any]:
    """What the lesson at a table tells the person who sits there, and the version `v` that it is about. Raises
    NoLesson."""
    lesson, seat = lesson_at(table), selectors.seat_of(table, user)
    if lesson is None or seat is None:
        raise NoLesson(_("No lesson is given to you at this table."))
    fixed = terms.terms(table)
    now = loading.read(table, fixed)
    return {"v": now.version, **lessons.told(lesson, engine.view(fixed.rules, now.state, seat))}


def gives_hints(table: Table, seat: int | None) -> bool:
    """May this seat ask for hints? Only at a table against the house alone that counts for nothing: not in a match of a
    tournament, a rated game or a lesson, which has its own advice."""
    if seat is None or table.ref or table.is_held or table.settings.get("rated_house"):
        return False
    others = [at for at in table.seats.all() if at.seat != seat]
    return table.status == Status.PLAYING and all(at.house_level for at in others)


def hint(*, table: Table, user: User | None) -> dict[str, Any]:
    """What the house player top-v1 would do for this person now, and the version `v` that it is about; `now` is None if
    it is not their turn. Raises NoLesson."""
    seat = selectors.seat_of(table, user)
    if seat is None or not gives_hints(table, seat):
        raise NoLesson(_("No hints are given at this table: only where you practise against the house."))
    fixed, memory, now = terms.terms(table), Memory(), None
    for play in deal_luck.played(loading.history(fixed, until=table.version)):
        for event in play.events:
            if isinstance(event, engine.Event):
                memory.see(engine.view_event(fixed.rules, event, seat))
        now = play.sitting
    found = hints.hint(engine.view(fixed.rules, now.state, seat), memory) if now else None
    return {"v": now.version if now else table.version, "now": found}
