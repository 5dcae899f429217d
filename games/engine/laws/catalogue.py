"""Where each irregularity of RULES.md §14 can be reported: a catalogue for tables, desk and score sheets.

Three places: a `player` at a live table under table laws, a `director` at a live table, a score `sheet` of a deal that
was played with real cards. `docs/rules/irregularities.md` is this table as a page.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.laws import reasons as why

PLAYER, DIRECTOR, SHEET = PLACES = ("player", "director", "sheet")
GIN, BOARDS, TEAMS, ROYAL, COLONEL, CONQUIAN = GAMES = ("gin", "boards", "teams", "royal", "colonel", "conquian")
FOSTER = ("IRR-40", "IRR-41", "IRR-42", "IRR-43")  # not where `cnq_laws` is none


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """How an irregularity can be reported in one place. `by` are the commands of §15, or on a sheet the fields of a
    deal that express it ("irr" alone: it is noted and moves no points). If `by` is empty it cannot be reported there,
    and `why` is a sentence with the reason. `strict`: it can be reported also where the laws are enforced."""

    by: tuple[str, ...] = ()
    why: str = ""
    strict: bool = True


Calls = Mapping[str, Call]


def _by(*commands: str) -> Call:
    return Call(by=commands)


def _erring(*commands: str) -> Call:
    """A call only for modes in which players can err: strict play refuses the act, so there is nothing to report."""
    return Call(by=commands, strict=False)


def _not(reason: str) -> Call:
    return Call(why=reason)


def _at(player: Call, director: Call, sheet: Call) -> Calls:
    return {PLAYER: player, DIRECTOR: director, SHEET: sheet}


def _nowhere(reason: str) -> Calls:
    return dict.fromkeys(PLACES, _not(reason))


NOTED = _by("irr")
AGAIN = _by("irr", "how")  # the deal is void and dealt again
DEALT, COUNTED = _not(why.HOUSE_DEALS), _not(why.HOUSE_COUNTS)
RECORDED = _erring("dir_record")
REMEDIED = _erring("dir_record", "dir_waive")  # the law leaves a right that a side may waive

# The rows of every game; the games below override some of them.
EVERYWHERE: Mapping[str, Calls] = {
    "IRR-1": _at(DEALT, _by("dir_redeal"), AGAIN),
    "IRR-2": _at(DEALT, _not(why.ORDER_A_DEAL), _by("irr", "dealer")),
    "IRR-3": _at(DEALT, _by("dir_record"), AGAIN),
    "IRR-4": _at(DEALT, _by("dir_record"), AGAIN),
    "IRR-5": _at(DEALT, _not(why.NEVER_SHUFFLED_ANEW), NOTED),
    "IRR-6": _at(COUNTED, COUNTED, AGAIN),
    "IRR-7": _at(COUNTED, COUNTED, AGAIN),
    "IRR-8": _at(COUNTED, COUNTED, NOTED),
    "IRR-9": _at(COUNTED, COUNTED, NOTED),
    "IRR-10": _at(COUNTED, COUNTED, _by("irr", "fixes")),
    "IRR-11": _at(COUNTED, COUNTED, _by("irr", "fixes")),
    "IRR-12": _at(COUNTED, COUNTED, _by("irr", "fixes")),
    "IRR-13": _at(_by("draw_stock"), RECORDED, NOTED),
    "IRR-14": _at(_by("draw_stock"), RECORDED, NOTED),
    "IRR-15": _at(_by("draw_discard"), RECORDED, NOTED),
    "IRR-16": _at(_by("peek_stock"), REMEDIED, NOTED),
    "IRR-17": _at(_by("peek_stock"), REMEDIED, NOTED),
    "IRR-18": _at(_by("draw_exposed"), _erring("dir_waive"), NOTED),
    "IRR-19": _at(_by("knock", "object", "admit"), REMEDIED, NOTED),
    "IRR-20": _at(_not(why.BY_ITSELF), _by("dir_record"), NOTED),
    "IRR-21": _at(
        _by("knock", "object", "admit", "reject_knock"), _erring("dir_record", "dir_choice", "dir_waive"), NOTED
    ),
    "IRR-22": _at(_by("accept_knock"), _erring("dir_choice"), _by("irr", "counts")),
    "IRR-23": _at(
        _by("object", "admit", "force_exposed", "permit_pickup", "accept_knock"),
        _erring("dir_record", "dir_choice", "dir_waive"),
        _by("irr", "counts", "no_bonus"),
    ),
    "IRR-24": _at(_by("object", "admit"), RECORDED, _by("irr", "counts")),
    "IRR-25": _at(_by("knock", "discard", "object", "admit"), REMEDIED, NOTED),
    "IRR-26": _at(_by("gin", "object", "admit"), REMEDIED, _by("irr", "counts")),
    "IRR-27": _at(_by("knock", "object", "admit"), REMEDIED, _by("irr", "counts")),
    "IRR-28": _at(_by("look_discards"), REMEDIED, NOTED),
    "IRR-29": _at(_by("look_discards"), _by("dir_record"), NOTED),
    "IRR-30": _at(_by("show_card"), _by("dir_record"), NOTED),
    "IRR-31": _at(COUNTED, COUNTED, NOTED),
    "IRR-32": _at(_by("discard", "object", "admit"), REMEDIED, NOTED),
    "IRR-33": _at(_not(why.WHOLE_PACK), _by("dir_record", "dir_void"), AGAIN),
    "IRR-34": _nowhere(why.NO_PARTNER),
    "IRR-35": _at(_not(why.HOUSE_ADDS_UP), _by("dir_adjust"), _by("irr", "ruled")),
    **{f"IRR-{number}": _nowhere(why.ONLY_CONQUIAN) for number in (40, 41, 42, 43, 44)},
}

# The rows of games that differ (§14.4).
OTHERWISE: Mapping[str, Mapping[str, Calls]] = {
    TEAMS: {
        "IRR-34": _at(_not(why.HOUSE_ADDS_UP), _by("dir_adjust"), _by("irr", "ruled")),
    },
    COLONEL: {
        "IRR-14": _nowhere(why.NO_UPCARD),
        "IRR-19": _at(_not(why.BARRED), _erring("dir_waive"), NOTED),
        "IRR-21": _at(_by("meld", "add"), _by("dir_record"), NOTED),
        **{f"IRR-{number}": _nowhere(why.NO_KNOCK) for number in (22, 23, 24, 25, 26, 27)},
    },
    CONQUIAN: {
        "IRR-5": _nowhere(why.LIKE_40),
        **{f"IRR-{number}": _nowhere(why.LIKE_41) for number in (8, 9, 10, 11, 12, 31)},
        "IRR-13": _at(_by("cq_turn"), _by("dir_record"), NOTED),
        "IRR-14": _nowhere(why.NO_UPCARD),
        "IRR-15": _nowhere(why.NO_DRAW),
        **{f"IRR-{number}": _nowhere(why.LIKE_43) for number in (16, 17, 18, 19, 20)},
        **{f"IRR-{number}": _nowhere(why.LIKE_44) for number in (21, 22, 23, 24, 25, 26, 27)},
        "IRR-28": _at(_by("look_discards"), _by("dir_record"), NOTED),
        "IRR-29": _nowhere(why.FACE_DOWN),
        "IRR-32": _nowhere(why.NO_DRAW),
        "IRR-35": _at(_not(why.HOUSE_ADDS_UP), _by("dir_adjust"), _not(why.NO_POINTS)),
        "IRR-40": _at(DEALT, _by("dir_record"), AGAIN),
        "IRR-41": _at(COUNTED, COUNTED, _by("irr", "offender", "seat")),
        "IRR-42": _at(_by("touch_stock"), _by("dir_record"), NOTED),
        "IRR-43": _at(_by("peek_stock"), _by("dir_record"), NOTED),
        "IRR-44": _at(_by("cq_use"), _by("dir_record"), NOTED),
    },
}

CATALOGUE: Mapping[str, Mapping[str, Calls]] = {
    irr: {game: OTHERWISE.get(game, {}).get(irr, calls) for game in GAMES} for irr, calls in EVERYWHERE.items()
}


def game_of(rules: Any) -> str:
    """The game in `GAMES` that a rule set belongs to: gin for two, at one board of three and more, at the boards of
    teams, or a kernel of its own."""
    if rules.kernel.name != "gin":
        return str(rules.kernel.name)
    return {"teams": TEAMS, "cutthroat": BOARDS, "chouette": BOARDS}.get(rules.seating.name, GIN)


def call(rules: Any, irr: str, place: str) -> Call:
    """How this irregularity can be reported in this place under these rules. Only ids of §14 are allowed."""
    calls = CATALOGUE.get(irr)
    if calls is None:
        return _not(why.NO_SUCH_LAW)
    if irr in FOSTER and rules.kernel.name == CONQUIAN and rules.cnq_laws == "none":
        return _not(why.WITHOUT_FOSTER)
    found = calls[game_of(rules)][place]
    if place != SHEET and rules.laws == "strict" and found.by and not found.strict:
        return _not(why.KEPT_FROM_THE_START)
    return found


def called_at(rules: Any, place: str) -> tuple[str, ...]:
    """The irregularities that can be reported in this place under these rules, in the order of their numbers."""
    return tuple(irr for irr in CATALOGUE if call(rules, irr, place).by)
