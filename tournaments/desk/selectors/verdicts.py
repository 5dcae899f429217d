"""A director's call in steps: what happened, what the law says about it with its choices, and what a choice would do at
the table or on the score sheet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.functional import lazy
from django.utils.translation import gettext as _

from games import engine
from games.engine.by_hand.ruled import Followed, followed
from games.engine.laws import catalogue
from games.engine.laws.decisions import Decision, Effect, decisions
from games.live import directing
from games.live.setup.happenings import Happening, decision_words, happenings, is_about, when_found
from games.live.setup.law_texts import law_texts
from tournaments.duplicate.selectors import is_duplicate
from tournaments.event.selectors import finding
from tournaments.matches import selectors as matches_selectors
from tournaments.models import Case, Match, MatchState, RoundState, TableRuling
from tournaments.pairing import Kind
from tournaments.results.selectors import score_sheets

MISSING = 10  # points for a card that is missing at the end (IRR-10)
BY_THE_DIRECTOR = "other"  # the key of a ruling that rests on no law


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something that a law lets a director decide: its key, its words, and its law. In the hall it says whether
    somebody must be named, and whether points are asked."""

    key: str
    words: str
    law: str
    names: bool = False
    asks_points: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """A law about something that happened: its number, what tells it apart from the others, its text in sentences, and
    its choices."""

    irr: str
    when: str
    says: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """Something that can have happened at the table of a case, with the laws about it."""

    key: str
    words: str
    cards: str
    laws: tuple[Law, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OnSheet:
    """What a choice in the hall does to the score: the deal that is written or changed, in place of the last one or
    not; what the deal under way carries; the number of the last deal where it is the one concerned; the sheet before
    and after as names with their points; and where a result stands that can be changed, the result after the ruling."""

    follows: Followed
    last: int | None = None
    totals: tuple[tuple[str, int, int], ...] = ()
    figures: tuple[tuple[str, int], ...] = ()


def happened(case: Case, at: directing.Standing | None, asked: str = "") -> list[Happened]:
    """What can have happened at the table of a case: in the hall all that its rules know, at a live table (`at`) what
    can be ruled there now. `asked`: only what is about these words."""
    rules = engine.VARIANTS[case.tournament.variant]
    irrs = [one.rule for one in at.entries] if at else catalogue.called_at(rules, catalogue.SHEET)
    found = happenings(rules, irrs)
    return [_happened(one, rules, at) for one in found if is_about(one, rules, asked)]


def choice(known: Sequence[Happened], key: str) -> tuple[Happened, Choice] | None:
    """The choice with this key, and what happened; None if there is none now."""
    found = ((one, each) for one in known for law in one.laws for each in law.choices if each.key == key)
    return next(found, None)


def seen(match: Match) -> int:
    """The version of what a ruling in the hall rests on: it grows with every result, line of the sheet and ruling."""
    rulings = sum(case.rulings.count() for case in match.cases.all())
    boards_seen = sum(board.version + board.sheet_lines.count() for board in match.boards.all())
    return match.version + match.sheet_lines.count() + rulings + boards_seen


def boards(match: Match) -> list[Match]:
    """The boards of a match of teams, from the top: a law is broken at one of them. None of any other match."""
    return [] if match.parent_id is not None or is_duplicate(match.round.stage) else finding.boards_of(match)


def players(match: Match) -> list[str]:
    """Who can have erred in the hall, by seat."""
    if not score_sheets.takes_deals(match):
        return sides(match)
    seated = list(score_sheets.score_sheet(match).sitters)
    return sides(match) if match.parent_id is not None and len(seated) == len(sides(match)) else seated


def sides(match: Match) -> list[str]:
    """To whom points can be given in the hall."""
    if match.parent_id is not None:
        return list(match.names)
    return [entry.name for entry in match.entries]


def decision_of(case: Case, chosen: Choice) -> Decision:
    """The decision of a choice in the hall."""
    rules, key = engine.VARIANTS[case.tournament.variant], chosen.key.partition(":")[2]
    return next(one for one in decisions(rules, chosen.law) if one.key == key)


def on_sheet(
    case: Case,
    chosen: Choice | None,
    *,
    offender: int | None,
    points: int = 0,
    is_last: bool | None = None,
    board: Match | None = None,
) -> OnSheet:
    """What a choice in the hall (None: a ruling by no law) does to the score of its match, or of one `board` of it.
    `is_last`: is it about the
    last deal on the sheet (None: if the law is about a deal that is over)? Raises engine.BadEntry where the sheet
    cannot follow."""
    match = board or case.match
    decision = decision_of(case, chosen) if chosen is not None else None
    figures = _figures(match, decision, offender, points) if may_change_result(match) else ()
    if chosen is None or decision is None or not _has_open_sheet(match):
        return OnSheet(follows=Followed(), figures=figures)
    sheet = score_sheets.score_sheet(match)
    last = sheet.book.deals[-1]
    about_last = decision.effect is Effect.LAST
    takes_last = about_last and is_last is not False
    follows = followed(
        chosen.law, decision, seats=len(sheet.sitters), sides=len(sheet.names), offender=offender, points=points,
        last=last.entry if takes_last else None,
        boards=sheet.book.boards_in(last) if takes_last else sheet.book.boards,
    )  # fmt: skip
    found = OnSheet(follows=follows, last=len(sheet.book.deals) if about_last else None, figures=figures)
    if follows.deal is None or (chosen.asks_points and not points):
        return found
    after = score_sheets.score_sheet(match, follows.deal, in_place=follows.is_in_place)
    return replace(found, totals=_totals(sheet, after))


def may_change_result(match: Match) -> bool:
    """Has a match in the hall a result that is entered by hand and can still be changed with a ruling?"""
    is_entered = match.state in (MatchState.REPORTED, MatchState.OVER) and match.result_kind == Kind.PLAYED
    is_by_hand = not match.table and not match.boards.exists() and not is_duplicate(match.round.stage)
    return is_entered and is_by_hand and match.round.state == RoundState.RUNNING


def at_board(number: int | None, words: str) -> str:
    """The words of a ruling with the number of the board that it is about."""
    return words if number is None else _("Board %(n)d: %(said)s") % {"n": number, "said": words}


def ruled_words(one: Happened | None, chosen: Choice, name: str, points: int = 0) -> str:
    """A ruling in the hall in words: who, what happened, what is decided."""
    said = {"name": name, "happened": one.words if one else "", "decided": chosen.words}
    if points:
        said["decided"] = _("%(points)s points") % {"points": f"{points:+d}".replace("-", "−")}
    if not name:
        return _("%(happened)s. %(decided)s.") % said
    return _("%(name)s: %(happened)s. %(decided)s.") % said


def why(one: Happened, chosen: Choice) -> str:
    """The reason of a ruling whose director gave none: by what the law tells it apart, else what happened."""
    return next(law.when for law in one.laws if law.irr == chosen.law) or one.words


def read(ruling: TableRuling) -> tuple[str, str]:
    """The words and the reason of a ruling, in the language of whoever reads them where a law of the hall gave them;
    else, and where that law is no longer there, as they were recorded."""
    kept = ruling.chosen
    found = choice(happened(ruling.case, None), kept["choice"]) if kept else None
    if kept is None or found is None:
        return ruling.words, ruling.reason
    one, chosen = found
    words = at_board(kept["board"], ruled_words(one, chosen, kept["name"], kept["points"]))
    return words, ruling.reason if kept["is_own"] else why(one, chosen)


def to_each(ruling: TableRuling) -> tuple[str, str]:
    """The words and the reason of a ruling for a notice: lazy, so that each of its readers has their own language."""
    return lazy(lambda: read(ruling)[0], str)(), lazy(lambda: read(ruling)[1], str)()


def outcome(case: Case) -> str:
    """How a case ended, in the language of whoever reads it where it ended with a ruling by a law."""
    rulings = case.rulings.all() if case.outcome else ()
    given = [one for one in rulings if one.chosen and one.taken_back_at is None and one.words == case.outcome]
    return read(given[-1])[0] if given else case.outcome


def _happened(one: Happening, rules: engine.RuleSet, at: directing.Standing | None) -> Happened:
    texts, labels = law_texts(rules), when_found()
    laws = tuple(
        Law(
            irr=irr,
            when=labels.get(irr, "") if len(one.laws) > 1 else "",
            says=texts[irr],
            choices=tuple(_at_table(irr, at) if at else _in_hall(irr, rules)),
        )
        for irr in one.laws
    )
    return Happened(key=one.key, words=one.words, cards=one.cards, laws=laws)


def _in_hall(irr: str, rules: engine.RuleSet) -> list[Choice]:
    return [
        Choice(
            key=f"{irr}:{one.key}",
            words=decision_words(irr, one.key),
            law=irr,
            names=one.names,
            asks_points=one.asks_points,
        )
        for one in decisions(rules, irr)
    ]


def _at_table(irr: str, at: directing.Standing) -> list[Choice]:
    return [Choice(key=one.key, words=one.said, law=irr) for one in at.entries if one.rule == irr]


def _has_open_sheet(match: Match) -> bool:
    """Is the match written down deal by deal, with a deal on its sheet and no result yet?"""
    is_open = match.state not in (MatchState.REPORTED, MatchState.OVER) and match.round.state == RoundState.RUNNING
    return is_open and score_sheets.takes_deals(match) and bool(score_sheets.score_sheet(match).book.deals)


def _figures(match: Match, decision: Decision | None, offender: int | None, points: int) -> tuple[tuple[str, int], ...]:
    """The result of each side after a decision: ten points less for each card that was missing (IRR-10), or with the
    points that are given or taken."""
    more = 0
    if not any(match.figures) and match.points[0] != match.points[1]:
        decision = None  # only who won was noted: there are no points to change
    if decision is not None and decision.asks_points:
        more = points
    elif decision is not None and len(players(match)) == len(match.figures):  # of teams it is a matter of a board
        more = MISSING * min(decision.cards, 0)
    places = match.is_by_places
    figures = [figure + more * (side == offender and not places) for side, figure in enumerate(match.figures)]
    return tuple(zip(sides(match), figures, strict=True))


def _totals(before: score_sheets.ScoreSheet, after: score_sheets.ScoreSheet) -> tuple[tuple[str, int, int], ...]:
    """The points of each side before and after; without those of an earlier game."""
    old, new = before.book.sheets[-1].standing.points, after.book.sheets[-1].standing.points
    return tuple(zip(before.names, old, new, strict=True))


def table_of(case: Case) -> directing.Standing | None:
    """The live table of a case as an official sees it; None in the hall."""
    table = matches_selectors.table_at(case.match, case.table)
    return directing.standing(table) if table else None
