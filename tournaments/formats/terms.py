"""The settings of a stage: allowed values and defaults. A bad one is refused by name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.sheets.lengths import BadLength, in_words, length_of
from tournaments.pairing import (
    TABLE_POINTS,
    TABLES,
    BadKey,
    BadTable,
    NotForBaku,
    baku_points,
    check_keys,
    default_keys,
    points_table,
    table_points,
    usable_keys,
)
from tournaments.pairing.bracket import Part

MOST_ROUNDS = 30


class BadSetting(ValueError):
    """A setting is bad: `field` names it, `allowed` says what is allowed."""

    def __init__(self, field: str, allowed: str) -> None:
        super().__init__(f"{field}: {allowed}")
        self.field, self.allowed = field, allowed


@dataclass(frozen=True, slots=True)
class Term:
    """One setting: its default, the check of a value, and the allowed values in words."""

    default: Any
    allows: Callable[[Any], bool]
    allowed: str


def whole(default: int | None, least: int, most: int) -> Term:
    """A whole number from `least` to `most`; None only if that is the default."""

    def allows(value: Any) -> bool:
        return (value is None and default is None) or (type(value) is int and least <= value <= most)

    return Term(default, allows, f"a whole number from {least} to {most}")


def one_of(default: str, *others: str) -> Term:
    """One of these words."""
    words = (default, *others)
    return Term(default, lambda value: isinstance(value, str) and value in words, " or ".join(words))


def flag(default: bool) -> Term:
    """Yes or no."""
    return Term(default, lambda value: type(value) is bool, "true or false")


def _is_length(value: Any) -> bool:
    try:
        length_of(value)
    except BadLength:
        return False
    return True


def _is_table(value: Any) -> bool:
    if not isinstance(value, str | Mapping):
        return False
    try:
        points_table(value)
    except (KeyError, BadTable):
        return False
    return True


def tiebreaks(*default: str, is_round_robin: bool = False, is_team: bool = False, at_tables: bool = False) -> Term:
    """Keys of tie-breaks, each once, in the order in which they decide. No Buchholz in round robins; board points and
    the like only for teams; tables won and the like only for tables of three and more."""

    def allows(value: Any) -> bool:
        if not isinstance(value, Sequence) or not all(isinstance(key, str) for key in value) or isinstance(value, str):
            return False
        try:
            check_keys(value, is_round_robin=is_round_robin, is_team=is_team, at_tables=at_tables)
        except BadKey:
            return False
        return True

    usable = ", ".join(usable_keys(is_round_robin=is_round_robin, is_team=is_team, at_tables=at_tables))
    return Term(list(default), allows, f"keys, each once, LOT last, such as {usable}")


def table_of(default: str, *, has_margin: bool = True) -> Term:
    """A points table by key or as data; without `has_margin`, none whose points depend on the margin."""

    def allows(value: Any) -> bool:
        return _is_table(value) and (has_margin or not points_table(value).by_margin)

    keys = [key for key in TABLES if has_margin or not TABLES[key].by_margin]
    more = ", vp20/beta" if has_margin else ""
    return Term(default, allows, f"{' or '.join(keys)}{more}, or a table of your own")


def table_points_term(default: str) -> Term:
    """How a table of three and more counts: by key, or a table of points as data."""

    def allows(value: Any) -> bool:
        if not isinstance(value, str | Mapping):
            return False
        try:
            table_points(value)
        except (KeyError, BadTable):
            return False
        return True

    return Term(default, allows, f"{' or '.join(TABLE_POINTS)}, or a table of your own by number of seats")


POINTS = table_of("1-h-0")
LENGTH = Term("game", _is_length, in_words())
COMMON: Mapping[str, Term] = {"points": POINTS, "length": LENGTH, "minutes": whole(None, 5, 600)}


def _check_baku(points: str | Mapping[str, Any]) -> None:
    """Check that the points table fits Baku: virtual points are half wins, so a tie must be half a win. Raises
    BadSetting."""
    try:
        baku_points(1, points_table(points))
    except NotForBaku as bad:
        raise BadSetting("acceleration", f"none with this points table: {bad}") from bad


def completed(terms: Mapping[str, Term], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """All settings of a stage: the chosen ones, and defaults for the others. Raises BadSetting."""
    for field, value in chosen.items():
        if field not in terms:
            raise BadSetting(field, f"there is {', '.join(terms)}")
        if not terms[field].allows(value):
            raise BadSetting(field, terms[field].allowed)
    found = {field: chosen.get(field, term.default) for field, term in terms.items()}
    if found.get("acceleration") == "baku":
        _check_baku(found["points"])
    is_plain = "system" in found and terms["tiebreaks"].default == list(default_keys("swiss"))
    if "tiebreaks" not in chosen and is_plain:  # a Swiss by another system has other tie-breaks
        found["tiebreaks"] = list(default_keys(*_played(found)))
    if found.get("fixtures") == "round_robin":
        _check_round_robin(found["tiebreaks"])
    if "window_hours" in found:
        _check_hours(found)
    if found.get("grand_final") == "advantage":
        _check_advantage(found)
    if "seats" in found:
        _check_seats(found)
    if found.get("last_chance") and not found.get("consolation"):
        raise BadSetting("last_chance", "together with a consolation, which feeds it")
    return found


def _check_seats(found: Mapping[str, Any]) -> None:
    """Check that the usual size of a table lies between the smallest and the largest, and that the points cover all of
    them."""
    if not found["seats_least"] <= found["seats"] <= found["seats_most"]:
        raise BadSetting("seats", f"from {found['seats_least']} to {found['seats_most']}, as a table takes")
    known = table_points(found["table_points"]).seats
    if missing := [n for n in range(found["seats_least"], found["seats_most"] + 1) if n not in known]:
        raise BadSetting("table_points", f"what the places are worth at a table of {missing[0]}, too")


def _check_advantage(found: Mapping[str, Any]) -> None:
    """Check that a head start of one game has a final of several games."""
    final = length_of((found.get("lengths", {}).get(Part.GRAND_FINAL) or [found["length"]])[0])
    if final.kind != "best_of" or not final.is_by_games:
        raise BadSetting("grand_final", "advantage where the grand final is best_of:n games, else reset or single")


def _check_round_robin(keys: Sequence[str]) -> None:
    """Check the tie-breaks of a league that is played as a round robin. Raises BadSetting."""
    try:
        check_keys(keys, is_round_robin=True)
    except BadKey as bad:
        usable = ", ".join(usable_keys(is_round_robin=True))
        raise BadSetting("tiebreaks", f"{usable}; not {bad.key}: {bad.reason}, which these fixtures are") from bad


def _played(found: Mapping[str, Any]) -> tuple[str, ...]:
    """The key for the default tie-breaks: the format's name; for Swiss, the system's."""
    is_swiss = found.get("fixtures", "swiss") == "swiss"
    return ("swiss", found["system"]) if is_swiss else ("round_robin",)


def settled_after(found: Mapping[str, Any]) -> int:
    """The hours after a window opens until its time must be agreed: unless set, half of the window (or at its default
    time, if that is earlier)."""
    settle: int | None = found["settle_hours"]
    return settle if settle is not None else min(found["window_hours"] // 2, _last(found))


def _last(found: Mapping[str, Any]) -> int:
    last: int = found["window_hours"] if found["default_hours"] is None else found["default_hours"]
    return last


def _check_hours(found: Mapping[str, Any]) -> None:
    """Check that a window opens, is settled, has its default time and ends in this order."""
    if _last(found) > found["window_hours"]:
        raise BadSetting("default_hours", f"at most {found['window_hours']}, the hours of the window")
    if settled_after(found) > _last(found):
        raise BadSetting("settle_hours", f"at most {_last(found)}: a time is settled before it comes")
