"""What a director reads of a live table before a ruling: its log in words, the possible rulings, and their effects."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games import engine
from games.engine import codec
from games.engine.laws import catalogue
from games.live.audience import looks
from games.live.finished import archive
from games.live.setup import law_words, terms
from games.live.setup.terms import LETTERS, Terms
from games.live.sitting import sitting
from games.live.sitting.sitting import Sitting
from games.live.sitting.steps import WHY
from games.live.store import loading, logbook, play_rows, undo_log
from games.models import Kind, Table

BARE = ("dir_freeze", "dir_resume")
IRR_35 = "IRR-35"
MOST = {"dir_clock": 3600, "dir_adjust": 1000}  # seconds, points
RULES = {"dir_void": "IRR-33", "dir_redeal": "IRR-1", "dir_undo": "IRR-0"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One play of the log in words: the version it made, its time, the director who entered it and the reason, and
    whether a later ruling has taken it back (IRR-0)."""

    version: int
    at: datetime
    text: str
    by: str = ""
    why: str = ""
    is_ruling: bool = False
    can_undo: bool = False
    is_undone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A command that the table would accept now: the key that names it in a form, what the law says, and its rule;
    `said` is what stands beside the text of the law: whose it was, or what is chosen."""

    key: str
    action: Mapping[str, Any]
    text: str
    rule: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen:
    """The effect of a command at this version, in words, with the rulings that it takes back; or the code of its
    refusal, with the rule and a sentence."""

    version: int
    lines: tuple[str, ...] = ()
    takes_back: tuple[Line, ...] = ()
    code: str = ""
    rule: str = ""
    refusal: str = ""

    @property
    def words(self) -> str:
        """The whole effect in a few sentences, for the note of a ruling."""
        back = " ".join(line.text for line in self.takes_back)
        return " ".join((*self.lines, *([_("It takes back: %(rulings)s") % {"rulings": back}] if back else [])))


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A table as a director sees it, without hidden cards."""

    version: int
    names: Mapping[str, str]
    turn: str | None
    turns: tuple[str, ...]  # whose time runs, at each board
    is_frozen: bool
    is_over: bool
    has_clock: bool
    columns: tuple[str, ...]  # the open columns of a score sheet that has several
    laws: tuple[str, ...]  # by which points can be put right here
    lines: tuple[Line, ...]
    entries: tuple[Entry, ...]

    @property
    def may_undo(self) -> bool:
        """Is there an earlier moment of the deal under way to go back to?"""
        return any(line.can_undo for line in self.lines)


class CannotRule(ValueError):
    """The table has no such command now. `field` is the part of the request that is wrong; the values allowed there
    come with it."""

    def __init__(self, field: str, allowed: Sequence[str]) -> None:
        super().__init__(field, allowed)
        self.field, self.allowed = field, tuple(allowed)


def command(
    at: Standing,
    what: str,
    *,
    player: str = "",
    number: int | None = None,
    version: int | None = None,
    column: str = "",
    law: str = "",
) -> dict[str, Any]:
    """The command that a director's request means: the key of an entry, or a verb with `player` (a seat's letter) and
    `number` (seconds for the clock, points in the open `column` of a sheet that has several, by one of the `laws`), or
    the `version` to go back to. Raises CannotRule."""
    back = [line.version for line in at.lines if line.can_undo]
    verbs = [*BARE, *(["dir_clock"] if at.has_clock else []), "dir_adjust", *(["dir_undo"] if back else [])]
    entries = {entry.key: entry.action for entry in at.entries}
    if at.is_over or what not in (*verbs, *entries):
        raise CannotRule("what", () if at.is_over else (*verbs, *entries))
    if what in entries:
        return dict(entries[what])
    if what == "dir_undo":
        if version not in back:
            raise CannotRule("version", [str(one) for one in back])
        return {"do": what, "event": version}
    if what in BARE:
        return {"do": what}
    if player not in at.names:
        raise CannotRule("player", list(at.names))
    if not number or abs(number) > MOST[what]:
        raise CannotRule("number", [f"-{MOST[what]}…-1", f"1…{MOST[what]}"])
    if what == "dir_clock":
        return {"do": what, "player": player, "ms": number * 1000}
    if column not in (at.columns or ("",)):
        raise CannotRule("column", at.columns)
    if law not in ("", *at.laws):
        raise CannotRule("law", at.laws)
    more = {"column": column, "irr": law if law != IRR_35 else ""}
    return {"do": what, "player": player, "points": number, **{name: said for name, said in more.items() if said}}


def _of_points(rules: engine.RuleSet) -> tuple[str, ...]:
    """The laws by which points can be corrected, the usual one first."""
    found = [irr for irr in catalogue.CATALOGUE if "dir_adjust" in catalogue.call(rules, irr, catalogue.DIRECTOR).by]
    return tuple(sorted(found, key=lambda irr: irr != IRR_35))


def standing(table: Table) -> Standing:
    """The state of the table now, its log as everybody saw it, and the possible rulings. `table` comes with its seats
    and their users."""
    fixed = terms.terms(table)
    log = list(loading.history(fixed, until=table.version)) if table.version else []
    now = log[-1].sitting if log else sitting.opening(fixed)
    turn = sitting.to_act(fixed, now)
    return Standing(
        version=now.version,
        names=fixed.names,
        turn=None if turn is None else LETTERS[turn],
        turns=tuple(LETTERS[seat] for seat in sitting.movers(fixed, now)),
        is_frozen=now.is_frozen,
        is_over=now.ending is not None,
        has_clock=fixed.control is not None and fixed.control.bank is not None,
        columns=tuple(column.name for column in now.state.rest.standing.columns if not column.over),
        laws=_of_points(fixed.rules),
        lines=tuple(_lines(table, fixed, now, log)),
        entries=() if now.ending else tuple(_possible(fixed, now)),
    )


def _lines(table: Table, fixed: Terms, now: Sitting, log: list[loading.Foreign]) -> Iterator[Line]:
    rows = {row.seq: row for row in logbook.plays(table.pk)}
    directors = User.objects.in_bulk({row.by_id for row in rows.values() if row.kind == Kind.DIRECTOR and row.by_id})
    undos = undo_log.undos(row for row in rows.values() if row.kind == Kind.DIRECTOR)
    for play in log:
        version, row = play.sitting.version, rows[play.sitting.version]
        events = looks.events(fixed, play.events, None)
        said = list(filter(None, (archive.sentence(fixed, event) for event in events)))
        if not said:
            continue  # a step of the shuffle
        is_director = row.kind == Kind.DIRECTOR
        yield Line(
            version=version,
            at=row.at,
            text=" ".join(said),
            by=str(directors.get(row.by_id or 0, "")) if is_director else "",
            why=str(row.action.get(WHY, "")),
            is_ruling=is_director or any(event["e"] == "ruled" for event in events),
            can_undo=now.deal_seq <= version < now.version and now.state.phase is not engine.Phase.DONE,
            is_undone=not undo_log.stands(version, undos),
        )


def hands(table: Table) -> dict[str, list[str]]:
    """Both hands now, by seat; the caller must have recorded that the director looks."""
    fixed = terms.terms(table)
    state, pack = loading.read(table, fixed).state, fixed.rules.pack
    return {
        LETTERS[seat]: [archive.card(engine.card_text(card, pack)) for card in engine.cards_of(hand)]
        for seat, hand in enumerate(state.hands)
    }


def foresee(table: Table, action: Mapping[str, Any]) -> Foreseen:
    """Tell what a director's command would do now. Nothing is written. An undo lists the rulings that it takes back."""
    fixed = terms.terms(table)
    now = loading.read(table, fixed)
    if now.ending:
        return Foreseen(version=now.version, code="over", refusal=refusal(action, "over", ""))
    try:
        _after, events = loading.stepped(fixed, now, play_rows.directed(fixed, action))
    except engine.Impossible as error:
        said = refusal(action, error.code, error.rule)
        return Foreseen(version=now.version, code=error.code, rule=error.rule, refusal=said)
    except ValueError:
        return Foreseen(version=now.version, code="frame", refusal=refusal(action, "frame", ""))
    told = [archive.sentence(fixed, event) for event in looks.events(fixed, events, None)]
    back = tuple(_taken_back(table, fixed, now, action["event"])) if action.get("do") == "dir_undo" else ()
    return Foreseen(version=now.version, lines=tuple(filter(None, told)), takes_back=back)


def _taken_back(table: Table, fixed: Terms, now: Sitting, event: int) -> Iterator[Line]:
    """The rulings that stand now and would be taken back by an undo to this version."""
    log = list(loading.history(fixed, until=now.version))
    rows = logbook.rulings().filter(table=table)
    undos = undo_log.undos(rows)
    after = (*undos, (now.version + 1, event))
    for line in _lines(table, fixed, now, log):
        is_lost = not line.is_undone and not undo_log.stands(line.version, after)
        if line.is_ruling and is_lost and line.version not in dict(undos):
            yield line


def refusal(action: Mapping[str, Any], code: str, rule: str) -> str:
    """The reason why a table refuses a director's command, in a sentence."""
    if action.get("do") == "dir_undo" and code in ("E_OPTION", "E_PHASE"):
        return _(
            "Play goes back within the deal under way only: a deal that is scored stands. Points can be put right "
            "(IRR-35)."
        )
    if action.get("do") == "dir_adjust" and code == "E_PHASE":
        return _("These points end the game. Enter them between two deals, or void the deal under way first (IRR-33).")
    if code == "over":
        return _("The sitting is over: its result can be corrected.")
    return _("The table refuses this: %(code)s %(rule)s") % {"code": code, "rule": rule}


def taken_back(public_id: str, versions: Iterable[int]) -> set[int]:
    """The plays of a table's log that a later ruling has taken back (IRR-0)."""
    rows = logbook.rulings().filter(table__public_id=public_id, action__do="dir_undo")
    undos = undo_log.undos(rows)
    return {version for version in versions if not undo_log.stands(version, undos)}


def rule_of(table: Table, action: Mapping[str, Any]) -> str:
    """The law on which a director's command rests; "" for the clock."""
    if action.get("do") in RULES:
        return RULES[action["do"]]
    if action.get("do") == "dir_adjust":
        return str(action.get("irr", IRR_35))
    found = next((one for one in standing(table).entries if one.action == action), None)
    return found.rule if found else str(action.get("irr", ""))


def _possible(fixed: Terms, now: Sitting) -> Iterator[Entry]:
    """The laws of these rules that can be applied now, by offender, with choices, waivers, a void deal and a new
    deal."""
    for candidate in _candidates(fixed, now):
        try:
            sitting.step(fixed, now, play_rows.directed(fixed, candidate.action))
        except engine.Impossible:
            continue
        yield candidate


def _candidates(fixed: Terms, now: Sitting) -> Iterator[Entry]:
    seats = list(fixed.names.items())
    boards = range(len(now.state.boards)) if len(now.state.boards) > 1 else range(1)
    for seat, name in seats:
        for choice in engine.view(fixed.rules, now.state, codec.seat_from_json(seat)).choices:
            rule = _of_choice(now, codec.seat_from_json(seat))
            said = _("%(name)s chooses: %(choice)s") % {"name": name, "choice": law_words.choices().get(choice, choice)}
            yield _entry({"do": "dir_choice", "player": seat, "choice": choice}, said, rule)
    titles = law_words.titles()
    for irr in catalogue.called_at(fixed.rules, catalogue.DIRECTOR):
        by, words = catalogue.call(fixed.rules, irr, catalogue.DIRECTOR).by, titles[irr]
        if "dir_record" in by:
            for offender, name in seats:
                text = _("%(name)s: %(law)s") % {"name": name, "law": words}
                said = _("It was %(name)s") % {"name": name}
                yield _entry({"do": "dir_record", "irr": irr, "offender": offender}, text, irr, said)
        for board in boards:
            if "dir_record" in by:
                said = _("nobody is named")
                yield _at_board({"do": "dir_record", "irr": irr}, words, irr, board, len(boards), said)
            if "dir_waive" in by:
                waived = _("%(law)s: the remedy is waived") % {"law": words}
                said = _("the remedy is waived")
                yield _at_board({"do": "dir_waive", "irr": irr}, waived, irr, board, len(boards), said)
    for board in boards:
        void = _("the deal is void, the same player deals again")
        yield _at_board({"do": "dir_void"}, void, RULES["dir_void"], board, len(boards))
    for seat, name in seats:
        yield _entry(
            {"do": "dir_redeal", "dealer": seat}, _("a new deal by %(name)s") % {"name": name}, RULES["dir_redeal"]
        )


def _at_board(
    action: dict[str, Any], text: str, rule: str, board: int, boards: int, said: str = ""
) -> Entry:  # fmt: skip
    """An entry that names no player but one of the boards of a team game."""
    if boards == 1:
        return _entry(action, text, rule, said)
    here = _("board %(number)s: %(text)s")
    at_board, said = (here % {"number": board + 1, "text": words} for words in (text, said or text))
    return _entry({**action, "board": board}, at_board, rule, said)


def _entry(action: dict[str, Any], text: str, rule: str, said: str = "") -> Entry:
    words = said or text
    key = ":".join(map(str, action.values()))
    return Entry(key=key, action=action, text=text, rule=rule, said=words[:1].upper() + words[1:])


def _of_choice(now: Sitting, seat: int) -> str:
    """The law that gives this seat the choice it has now."""
    found = [one for one in now.state.rest.effects if one.kind in ("choice", "misdealt")]
    own = [one.irr for one in found if one.kind == "choice" and one.seat == seat]
    return next(iter((*own, *(one.irr for one in found))), "IRR-0")
