"""Read records: lines in, one Record after another out; errors give line and column."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from games.engine.writing.words import BadWord, Dealing, Item, Scored, Token, read_cards, read_word

VERSION = "1"
MOST_LETTERS = 100_000  # in a line
_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,40}) "((?:[^"\\]|\\["\\])*)"\]')
_NUMBER = re.compile(r"\d{1,6}\.")
_DEALING = re.compile(r"#(\d{1,6})(?:/(\d{1,2}))?(?: +([A-P]))? +(\S+)")
_QUOTED = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
_ESCAPED = re.compile(r"\\(.)")


class RecordError(ValueError):
    """An error in the text of a record: `line` and `column` (from 1), and what is allowed there."""

    def __init__(self, line: int, column: int, text: str) -> None:
        super().__init__(f"line {line}, column {column}: {text}")
        self.line = line
        self.column = column
        self.text = text


@dataclass(frozen=True, slots=True)
class Record:
    """One sitting: headers in their order, `preface` before the first item, and everything that happened."""

    headers: tuple[tuple[str, str], ...]
    items: tuple[Item, ...] = ()
    preface: tuple[str, ...] = ()

    def header(self, name: str, default: str = "") -> str:
        """The value of a header."""
        return dict(self.headers).get(name, default)


@dataclass(slots=True)
class _Open:
    """A record that is being read, with its beginning and the place of each item."""

    line: int
    headers: list[tuple[str, str]]
    items: list[Item]
    places: list[tuple[int, int]]
    preface: list[str]


def read(lines: Iterable[str], *, headers_only: bool = False) -> Iterator[Record]:
    """Read the records of a text, one by one; `headers_only` skips the play. Raises RecordError."""
    for record, _ in read_with_places(lines, headers_only=headers_only):
        yield record


def read_with_places(
    lines: Iterable[str], *, headers_only: bool = False
) -> Iterator[tuple[Record, tuple[tuple[int, int], ...]]]:
    """Read the records of a text, with line and column of every item."""
    now: _Open | None = None
    comment: tuple[int, int, str] | None = None
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip("\r\n")
        if len(line) > MOST_LETTERS:
            raise RecordError(number, MOST_LETTERS, f"a line has at most {MOST_LETTERS} letters")
        at = 0
        while True:
            if comment is not None:
                at, comment = _comment_goes_on(now, comment, line, at)
                if comment is not None:
                    break
            at = _skip_blanks(line, at)
            if at >= len(line):
                break
            if line[at] == "[":
                now, at, done = _header(now, line, number, at)
                if done is not None:
                    yield _closed(done)
            elif now is None:
                raise RecordError(number, at + 1, f'a record begins with [Undercut "{VERSION}"]')
            elif headers_only:
                break
            elif line[at] == "{":
                comment, at = (number, at + 1, ""), at + 1
            else:
                at = _item(now, line, number, at)
    if comment is not None:
        raise RecordError(comment[0], comment[1], "a comment ends with }")
    if now is not None:
        yield _closed(now)


def _header(now: _Open | None, line: str, number: int, at: int) -> tuple[_Open, int, _Open | None]:
    """Read a header; the first header of a record ends the record before."""
    match = _HEADER.match(line, at)
    if match is None:
        raise RecordError(number, at + 1, 'a header such as [Rules "gin-pagat"]')
    name, value = match[1], _ESCAPED.sub(r"\1", match[2])
    done = None
    if name == "Undercut":
        if value != VERSION:
            raise RecordError(number, at + 1, f"Undercut: allowed is {VERSION}")
        now, done = _Open(number, [], [], [], []), now
    elif now is None:
        raise RecordError(number, at + 1, f'a record begins with [Undercut "{VERSION}"]')
    elif now.items:
        raise RecordError(number, at + 1, "headers stand before the play")
    if any(name == known for known, _ in now.headers):
        raise RecordError(number, at + 1, f"{name}: once in a record")
    now.headers.append((name, value))
    return now, match.end(), done


def _closed(now: _Open) -> tuple[Record, tuple[tuple[int, int], ...]]:
    if all(name != "Rules" for name, _ in now.headers):
        raise RecordError(now.line, 1, 'Rules: a record names its rules, [Rules "gin-pagat"]')
    return Record(tuple(now.headers), tuple(now.items), tuple(now.preface)), tuple(now.places)


def _comment_goes_on(
    now: _Open | None, comment: tuple[int, int, str], line: str, at: int
) -> tuple[int, tuple[int, int, str] | None]:
    """Read a comment up to its }, over several lines if needed; a row of blanks in it counts as one."""
    end = line.find("}", at)
    text = f"{comment[2]} {line[at:] if end < 0 else line[at:end]}"
    if end < 0:
        return len(line), (comment[0], comment[1], text)
    said = " ".join(text.split())
    assert now is not None
    if now.items:
        now.items[-1] = replace(now.items[-1], comments=(*now.items[-1].comments, said))
    else:
        now.preface.append(said)
    return end + 1, None


def _item(now: _Open, line: str, number: int, at: int) -> int:
    """Read one word, or a whole line that deals or scores; returns where the next item may begin."""
    place = (number, at + 1)
    try:
        if line[at] in "#=":
            item, end = _whole_line(line, at)
        elif line[at] == '"':
            return _words(now, line, at)
        else:
            end = _end_of_word(line, at)
            text = line[at:end]
            if _NUMBER.fullmatch(text):
                return end
            item = read_word(text)
    except BadWord as error:
        raise RecordError(*place, str(error)) from None
    now.items.append(item)
    now.places.append(place)
    return end


def _whole_line(line: str, at: int) -> tuple[Item, int]:
    end = line.find("{", at)
    end = len(line) if end < 0 else end
    text = line[at:end].rstrip()
    if text[0] == "=":
        final = text.startswith("==")
        return Scored(words=tuple(text.lstrip("=").split()), final=final), end
    match = _DEALING.fullmatch(text)
    if match is None:
        raise BadWord("a deal such as #1 B 3H2C…: number, dealer, deck in dealing order")
    number, board, dealer = int(match[1]), int(match[2] or 0), match[3] or ""
    if (number == 0) != (not dealer):
        raise BadWord("a deal has a dealer; #0 is the draw for the first deal and has none")
    return Dealing(number=number, dealer=dealer, deck=read_cards(match[4]), board=board), end


def _words(now: _Open, line: str, at: int) -> int:
    """Read the quoted words after a director's entry."""
    match = _QUOTED.match(line, at)
    last = now.items[-1] if now.items else None
    if match is None or not isinstance(last, Token) or last.letter != "!!" or last.words or last.comments:
        raise BadWord('words in quotes follow an entry of the director: !!dir_void "short pack"')
    now.items[-1] = replace(last, words=_ESCAPED.sub(r"\1", match[1]))
    return match.end()


def _end_of_word(line: str, at: int) -> int:
    end = at
    while end < len(line) and line[end] not in ' \t{"':
        end += 1
    return end


def _skip_blanks(line: str, at: int) -> int:
    while at < len(line) and line[at] in " \t\ufeff":
        at += 1
    return at
