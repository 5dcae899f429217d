"""The typed line of the results grids: its result is entered, but the page asks first if the meaning is in doubt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from accounts import signed_in
from tournaments import errors
from tournaments.event.forms.desk import whole_number
from tournaments.models import Match, MatchState
from tournaments.pairing import Kind
from tournaments.results.selectors.line_words import in_words
from tournaments.results.services import recording, result_lines, validation
from tournaments.results.views.result_grids import Act, Context, say_what_waits
from tournaments.standings.selectors.words import result_of, said_of


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a typed line: the `place` as in its field, the typed result, both in words, and the result in
    words that this one would replace."""

    place: str
    text: str
    words: str
    was: str = ""

    @property
    def key(self) -> str:
        """The value of the button for this reading."""
        return f"{self.place}|{self.text}"


def confirmed(request: HttpRequest) -> tuple[str, str] | None:
    """Place and result of the reading that was chosen after a question; None if none was chosen."""
    place, bar, text = request.POST.get("sure", "").partition("|")
    return (place, text) if bar else None


def is_left(request: HttpRequest) -> bool:
    """Was the question answered with “save nothing”?"""
    return "leave" in request.POST


def refuse_line(context: Context, place: object, text: str, why: str) -> None:
    """Show why the `text` typed for a place was refused."""
    context |= {"quick_place": place, "quick_text": text, "quick_error": why}


def ask(context: Context, place: object, text: str, readings: Sequence[Reading]) -> None:
    """Ask which of the `readings` of the `text` typed for a place is meant; nothing is entered."""
    context |= {"quick_place": place, "quick_text": text, "quick_asks": readings}


def readings_of_two_figures(line: str, chosen: Match | None, named: Match | None) -> list[Reading]:
    """The possible readings of two figures with only a blank between them: the second as the result at the table that
    the first names (`named`), or both as points at the `chosen` table; empty for any other line."""
    figures = result_lines.two_figures(line)
    if figures is None:
        return []
    first, second = figures
    return [*_possible(named, second), *_possible(chosen, f"{first}-{second}")]


def enter_line(
    request: HttpRequest, context: Context, place: object, text: str, row: Match, record: Act, *, is_named: bool
) -> bool:
    """Enter the `text` typed for a place, at which this match or board is played; a line that names its place
    `is_named`. A place without a text only chooses it; a text that would change a result asks first, and so does one
    after a refusal. Returns whether something was entered, which the context then says."""
    context |= {"quick_place": place, "quick_text": text, "row": row}
    if not text:
        return False
    try:
        facts = result_lines.facts_of(text, row)
        version = seen(request, place)
        if confirmed(request) is None:
            is_doubtful = _follows_a_refusal(request, row, text) and not is_named
            if is_doubtful or (version in (None, row.version) and _changes(row, text)):
                context["quick_again"] = is_doubtful
                ask(context, place, text, [_reading(row, text)])
                return False
        reading = _reading(row, text)
        entered = record(**signed_in.asked(request), **facts, version=version)
        say_what_waits(request, entered)
    except errors.Refusal as refusal:
        context["quick_error"] = str(refusal)
        return False
    if entered.state == MatchState.OVER:
        context["quick_saved"] = reading.words
    return True


def _follows_a_refusal(request: HttpRequest, row: Match, text: str) -> bool:
    """Was the line before this one refused at the same place? Then this may be the right result of that table, or, from
    somebody who types without looking up, the result of the next one. Raises a refusal if it can be neither."""
    if request.POST.get("refused", "") != place_words(row):
        return False
    validation.score_of(row, **result_lines.facts_of(text, row))
    return True


def seen(request: HttpRequest, place: object) -> int | None:
    """The version of a place on the page of the person who typed the line: the form sends the versions of all places,
    `3:2 4:1`; None for a place that was not on the page."""
    versions = dict(part.rpartition(":")[::2] for part in request.POST.get("seen", "").split())
    key = ".".join(map(str, place)) if isinstance(place, tuple) else str(place)
    return whole_number(versions.get(key, ""))


def place_words(row: Match) -> str:
    """What is typed for a match or a board: 7, or 3.2 for board 2 of table 3."""
    return str(row.table_no) if row.parent is None else f"{row.parent.table_no}.{row.number}"


def _possible(match: Match | None, text: str) -> Iterator[Reading]:
    """The reading of a text as the result of a match, if it can be one."""
    if match is None:
        return
    try:
        validation.score_of(match, **result_lines.facts_of(text, match))
    except errors.Refusal:
        return
    yield _reading(match, text)


def _changes(row: Match, text: str) -> bool:
    """Would this text change an existing result?"""
    stands, facts = result_of(row), {"kind": Kind.PLAYED, **result_lines.facts_of(text, row)}
    return bool(stands) and stands != said_of(row, **facts)


def _reading(row: Match, text: str) -> Reading:
    stands = result_of(row)
    names = [str(entry) for entry in row.entries] if row.parent is None else list(row.names)
    words, place = recording.place_words(row), place_words(row)
    said = in_words(names, result_lines.facts_of(text, row))
    was = in_words(names, result_lines.facts_of(stands, row)) if stands else ""
    return Reading(place, text, f"{words}: {said}", was)
