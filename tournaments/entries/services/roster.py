"""Read a roster: turn a list into lines and problems, each with its line number. Writes nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import names
from tournaments.entries.services import spreadsheets

COLUMNS = ("name", "rating", "email", "team")
APART = ("number", "born")  # what tells two people of one name apart
MOST_RATING = 4_000
NUMBERED = re.compile(r"(?P<name>.*\S)\s+#(?P<number>\d{1,4})")
# 1500, 1500.0, 1500?, 1500*, and with a sign for thousands: 1 500, 1.500, 1'500
RATING = re.compile(r"(?P<whole>\d{1,9}|\d[ .,'’]\d{3})(?:[.,]0+)?\s*[?*]?")
# a rating that stands behind the name in its cell: Fay Fox 1490, Eve Eads; 1450
BEHIND = re.compile(r"(?P<name>.*[^\W\d_].*?)[\s;,|:]+\(?(?P<rating>[1-9]\d{2,3}[?*]?)\)?")
LEAST_BEHIND = 500  # Player 101 is a name
SURNAME_FIRST = re.compile(r"(?P<surname>[^\d,;@]*[^\W\d_][^\d,;@]*),\s*(?P<first>[^\d,;@]*[^\W\d_][^\d,;@]*)")
UNRATED = frozenset({"-", "–", "—", "n/a", "unr", "unr.", "unrated", "none", "s/e", "sin elo"})


# An e-mail address behind a name, or alone, as mail programs write it: `Ann Lee <ann@example.org>`.
ADDRESSED = re.compile(r"(?P<name>[^<@]*?)[\s<(\[]*(?P<email>[^\s<>()\[\],;@]+@[^\s<>()\[\],;@]+)[>)\]]?\s*")


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem, with its line in the file (from 1; 0 for the whole file)."""

    line: int
    text: str

    def __str__(self) -> str:
        return _("Line %(line)d: %(text)s") % {"line": self.line, "text": self.text} if self.line else self.text


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One entrant as written in the file."""

    line: int
    name: str
    rating: int | None = None
    email: str = ""
    team: str = ""
    number: str = ""
    born: str = ""

    def is_other_than(self, other: "RosterLine") -> bool:
        """Do the addresses, start numbers or birth years show that these are two people?"""
        pairs = ((self.email, other.email), (self.number, other.number), (self.born, other.born))
        return any(one and two and one != two for one, two in pairs) and not (self.email and self.email == other.email)

    def cannot_be(self, other: "RosterLine") -> bool:
        """Are these certainly two people, whatever their names are? In a numbered list a number says nothing."""
        pairs = ((self.email, other.email), (self.born, other.born))
        return any(one and two and one != two for one, two in pairs)


@dataclass
class Roster:
    """The contents of a file: good lines and problems. With any problem nothing is imported."""

    lines: list[RosterLine] = field(default_factory=list)
    bad: list[RosterLine] = field(default_factory=list)  # lines that cannot be read, with what was written in them
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)  # what was left out, or read as something else
    guessed: str = ""  # the encoding, where it was not certain
    text: str = ""  # the list as CSV, line by line as it was given


def read(data: str | bytes) -> Roster:
    """Read a roster with the columns `name,rating,email,team` (all but the first optional) from CSV or XLSX. A list of
    names without a header, one a line, has them in this order. A number before a name is left out, and said in the
    notes; `number`, `born`, or `#7` behind the name tell two people of one name apart."""
    roster = Roster()
    try:
        table = spreadsheets.read(data, allowed=(*COLUMNS, *APART), needed=("name",), usual=COLUMNS)
    except spreadsheets.Unreadable as unreadable:
        roster.problems.append(Problem(unreadable.line, str(unreadable)))
        return roster
    roster.notes += [Problem(line, text) for line, text in table.notes]
    read_as: list[tuple[int, str, int | None]] = []
    bullets: list[int] = []
    meant = _Meant(table.is_headed, "rating" in table.columns)
    for row in table.rows:
        _read_row(roster, row.line, _bare(row, table.columns, bullets), table.columns, read_as, meant)
    roster.guessed, roster.text = table.guessed, spreadsheets.as_text(table)
    if bullets:
        text = ngettext(
            "Left out: the sign before %(n)d name.", "Left out: the signs before %(n)d names.", len(bullets)
        )
        roster.notes.append(Problem(bullets[0], text % {"n": len(bullets)}))
    roster.notes += meant.notes()
    roster.notes += [
        Problem(
            line, _("“%(text)s” is read as %(rating)s.") % {"text": text, "rating": _("no rating") if n is None else n}
        )
        for line, text, n in read_as
    ]
    _find_doubles(roster)
    if not roster.lines and not roster.problems:
        roster.problems.append(Problem(0, _("The roster holds no entrant below its header.")))
    roster.problems.sort(key=lambda problem: problem.line)
    roster.notes.sort(key=lambda note: note.line)
    return roster


def _bare(row: spreadsheets.Row, columns: Sequence[str], bullets: list[int]) -> tuple[str, ...]:
    """The cells of a row without the number or sign before the name, as in a numbered list."""
    at = columns.index("name")
    if at >= len(row.cells) or (bare := names.without_mark(row.cells[at])) == row.cells[at]:
        return row.cells
    bullets.append(row.line)
    return (*row.cells[:at], bare, *row.cells[at + 1 :])


def _read_row(
    roster: Roster,
    line: int,
    cells: Sequence[str],
    columns: Sequence[str],
    read_as: list[tuple[int, str, int | None]],
    meant: "_Meant",
) -> None:
    if not any(cells):
        roster.problems.append(Problem(line, _("The line is empty.")))
        return
    if any(cells[len(columns) :]):
        said = {"found": len(cells), "columns": len(columns)}
        roster.problems.append(Problem(line, _("%(found)d fields, but the header names %(columns)d.") % said))
        return
    row = meant.row(line, dict(zip(columns, cells, strict=False)))
    if found_number := NUMBERED.fullmatch(row.get("name", "")):
        row |= {"name": found_number["name"], "number": found_number["number"]}
    found: list[Problem] = []
    rating = row["rating"]
    entrant = RosterLine(
        line=line,
        name=_name(row.get("name", ""), line, found),
        rating=_rating(rating, line, found),
        email=_email(row.get("email", ""), line, found),
        team=_name(row["team"], line, found) if row.get("team") else "",
        number=row.get("number", "").strip("#. )").lstrip("0"),
        born=row.get("born", "").strip(),
    )
    roster.problems += found
    if found:
        name, email, team = (row.get(key, "").strip()[:60] for key in ("name", "email", "team"))
        roster.bad.append(RosterLine(line=line, name=name, email=email, team=team))
        return
    if rating and rating != str(entrant.rating):
        read_as.append((line, rating[:20], entrant.rating))
    roster.lines.append(entrant)


@dataclass
class _Meant:
    """Interprets cells that the header does not explain: a rating behind the name in one cell (`Fay Fox 1490`, `Eve
    Eads; 1450`), and in a list without a header a surname before the first name (`Eads, Eve 1450`); keeps the lines
    that it has read so."""

    is_headed: bool
    has_ratings: bool  # a column of them
    rated: list[int] = field(default_factory=list)
    turned: list[int] = field(default_factory=list)

    def row(self, line: int, row: dict[str, str]) -> dict[str, str]:
        """The cells of this line, interpreted."""
        row = self._addressed(row)
        name, rating, email = (row.get(key, "") for key in ("name", "rating", "email"))
        is_split = not self.is_headed and _is_first_name(name_and_rating(rating)[0])
        if is_split:
            first, rating = name_and_rating(rating)
            name = f"{name}, {first}"
            if not rating and RATING.fullmatch(email):
                rating, row = email, row | {"email": row.get("team", ""), "team": ""}
            elif rating:
                self.rated.append(line)
        if not rating and not (self.is_headed and self.has_ratings):
            name, rating = name_and_rating(name)
            if rating:
                self.rated.append(line)
        if not self.is_headed and (found := SURNAME_FIRST.fullmatch(name)) and _is_first_name(found["first"]):
            name = f"{found['first'].strip()} {found['surname'].strip()}"
            self.turned.append(line)
        return row | {"name": name, "rating": rating}

    def _addressed(self, row: dict[str, str]) -> dict[str, str]:
        """Move an e-mail address out of the cell of the name, which everybody sees, and without a header out of that
        of the rating, behind which the rating may stand; two addresses of one person stay together, and are refused."""
        for key in ("name",) if self.is_headed else ("name", "rating"):
            cell = row.get(key, "")
            if "@" in cell and (found := ADDRESSED.fullmatch(cell)):
                known = row.get("email", "")
                if key == "rating" and not found["name"].strip() and RATING.fullmatch(known):
                    row = row | {"rating": known, "email": found["email"]}
                    continue
                addresses = dict.fromkeys(filter(None, (known, found["email"])))
                row = row | {key: found["name"].strip(), "email": " ".join(addresses)}
        return row

    def notes(self) -> list[Problem]:
        """The notes of the dry run about the interpreted lines."""
        found = []
        if self.rated:
            text = ngettext(
                "The figure behind %(n)d name is read as its rating.",
                "The figures behind %(n)d names are read as their ratings.",
                len(self.rated),
            )
            found.append(Problem(self.rated[0], text % {"n": len(self.rated)}))
        if self.turned:
            text = ngettext(
                "%(n)d name with the surname first is turned round.",
                "%(n)d names with the surname first are turned round.",
                len(self.turned),
            )
            found.append(Problem(self.turned[0], text % {"n": len(self.turned)}))
        return found


def name_and_rating(text: str) -> tuple[str, str]:
    """Split a cell into the name and the rating behind it, "" if there is none. The end of a phone number is none."""
    found = BEHIND.fullmatch(text) if not names.PHONE.search(text) else None
    is_rating = found is not None and LEAST_BEHIND <= int(found["rating"].rstrip("?*")) <= MOST_RATING
    return (found["name"].rstrip(" ,;|:"), found["rating"]) if found and is_rating else (text, "")


def _is_first_name(text: str) -> bool:
    """Could this cell, in the column of ratings, be a first name? “many” and “15oo” are no names."""
    return bool(re.fullmatch(r"[^\W\d_][^\d@,;]*", text)) and not text[0].islower() and text.casefold() not in UNRATED


def _name(text: str, line: int, found: list[Problem]) -> str:
    try:
        return names.person_name(text)
    except names.BadName as bad:
        found.append(Problem(line, _("%(why)s.") % {"why": str(bad)}))
        return ""


def _rating(text: str, line: int, found: list[Problem]) -> int | None:
    """A rating as people write it."""
    plain = " ".join(text.split())
    if not plain or plain.casefold() in UNRATED:
        return None
    written = RATING.fullmatch(plain) if plain.isascii() or "’" in plain else None
    rating = int(re.sub(r"\D", "", written["whole"])) if written else MOST_RATING + 1
    if rating <= MOST_RATING:
        return rating
    said = {"text": text[:20], "most": MOST_RATING}
    found.append(Problem(line, _("“%(text)s” is not a rating: a whole number from 0 to %(most)d, or nothing.") % said))
    return None


def _email(text: str, line: int, found: list[Problem]) -> str:
    if not text:
        return ""
    try:
        validate_email(text)
    except ValidationError:
        found.append(Problem(line, _("“%(text)s” is not an e-mail address.") % {"text": text[:60]}))
    return text.lower()


def _find_doubles(roster: Roster) -> None:
    """Find lines with the same address, or with the same name and nothing that tells the two apart."""
    seen: dict[str, list[RosterLine]] = {}
    for entrant in roster.lines:
        before = seen.setdefault(entrant.name.casefold(), [])
        same = next((one for one in before if not entrant.is_other_than(one)), None)
        if same is not None:
            said = {"text": entrant.name, "other": same.line}
            text = _("The name “%(text)s” is also in line %(other)d: give two people two e-mail addresses, start "
                     "numbers or birth years.")  # fmt: skip
            roster.problems.append(Problem(entrant.line, text % said))
        elif before and not any(entrant.cannot_be(one) for one in before):
            said = {"text": entrant.name, "other": before[0].line}
            text = _("“%(text)s” is also in line %(other)d: two people, told apart by their numbers.")
            roster.notes.append(Problem(entrant.line, text % said))
        before.append(entrant)
    addresses: dict[str, RosterLine] = {}
    for entrant in roster.lines:
        first = addresses.setdefault(entrant.email, entrant) if entrant.email else entrant
        if first is not entrant:
            said = {"text": entrant.email, "other": first.line}
            text = _("The e-mail address “%(text)s” is also in line %(other)d.")
            roster.problems.append(Problem(entrant.line, text % said))
