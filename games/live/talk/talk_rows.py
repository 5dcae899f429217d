"""The stored lines of talk: a line is stored before it is sent, and only those who received it can read it again."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from games.live.setup import talk
from games.live.setup.terms import LETTERS, Terms, terms
from games.models import ChatLine, Mute, Silence, Table

MOST_SHOWN = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A committed line: its frame, and the seats that get it. A watcher's line goes to no seat: it goes to the watchers
    except the users who are `deaf` to the speaker; if it is not `is_new`, to the speaker alone."""

    frame: Mapping[str, Any]
    seats: tuple[int, ...] = ()
    deaf: frozenset[int] = frozenset()
    is_new: bool = True


@transaction.atomic
def keep(
    terms: Terms, *, line_id: UUID, seat: int, words: Mapping[str, str], heard_by: Sequence[int], now: datetime
) -> Spoken:
    """Store a line, once for each `line_id`, and return who of `heard_by` gets it: not those who have muted the
    speaker; only the speaker if the line has come before. Raises Unsaid."""
    user_id = terms.seats[seat].user_id
    kept = {"seat": seat, "by_id": user_id, "at": now, "heard_by": "".join(LETTERS[at] for at in heard_by), **words}
    line, is_new = stored(terms, line_id, kept)
    if line.seat != seat:
        raise talk.Unsaid("words")
    deaf = deaf_to(user_id) if is_new else frozenset()
    told = tuple(at for at in heard_by if at == seat or (is_new and terms.seats[at].user_id not in deaf))
    return Spoken(frame={"k": "said", "id": str(line_id), **_shown(line)}, seats=told)


def stored(terms: Terms, line_id: UUID, kept: Mapping[str, Any]) -> tuple[ChatLine, bool]:
    """The row of a line, and whether it is new. Raises Unsaid if the speaker is silenced."""
    if Silence.objects.filter(table_id=terms.table_id, user_id=kept["by_id"], lifted_at=None).exists():
        raise talk.Unsaid("silenced")
    return ChatLine.objects.get_or_create(table_id=terms.table_id, line_id=line_id, defaults=kept)


def deaf_to(user_id: int) -> frozenset[int]:
    """The users who have muted this one."""
    return frozenset(Mute.objects.filter(of_id=user_id).values_list("by_id", flat=True))


def heard(table_id: int, seat: int, *, without: Iterable[int] = (), most: int = MOST_SHOWN) -> list[dict[str, Any]]:
    """The last lines that a seat heard, the oldest first, except those of the users in `without`."""
    found = ChatLine.objects.filter(table_id=table_id, heard_by__contains=LETTERS[seat]).exclude(by__in=without)
    return [_shown(line) for line in reversed(found.order_by("-pk")[:most])]


def standing(table: Table, seat: int) -> dict[str, Any]:
    """The chat at a table for the player at `seat`, as its page shows it: how people may talk, who else sits there and
    is muted, the lines heard, and the reason if this seat is silenced. `table` comes with its seats and users."""
    fixed = terms(table)
    me = fixed.seats[seat].user_id
    muted = set(Mute.objects.filter(by_id=me).values_list("of_id", flat=True))
    return {
        "kind": fixed.talk,
        "phrases": list(talk.WORDS),
        "most": talk.MOST_LETTERS,
        "people": [
            {"seat": LETTERS[at], "name": other.name, "muted": other.user_id in muted}
            for at, other in enumerate(fixed.seats)
            if at != seat and not other.house_level
        ],
        "lines": heard(table.pk, seat, without=muted),
        "silenced": next((one.reason for one in silences(table) if one.user_id == me), None),
    }


def silences(table: Table) -> list[Silence]:
    """The silences in force at a table."""
    return list(Silence.objects.filter(table=table, lifted_at=None).select_related("user", "by").order_by("pk"))


def read_out(table: Table, lines: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The lines of a report for a reader: time, speaker, and the words in the reader's language."""
    names = terms(table).names
    return [
        {
            "at": datetime.fromtimestamp(line["at"] / 1000, UTC),
            "name": names[line["seat"]] if "seat" in line else line["name"],
            "words": talk.in_words(line),
        }
        for line in lines
    ]


def _shown(line: ChatLine) -> dict[str, Any]:
    assert line.seat is not None
    return talk.shown(line.pk, LETTERS[line.seat], line.at, words_of(line))


def words_of(line: ChatLine) -> dict[str, str]:
    """The words of a line, in the form of the wire."""
    return {"phrase": line.phrase} if line.phrase else {"text": line.text}
