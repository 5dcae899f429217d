"""Complete the settings of a stage with defaults, and refuse chosen values that do not go together. A bad one is
refused by name."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.sheets.lengths import length_of
from tournaments.formats.terms import BadSetting, Said, Term, one_of
from tournaments.pairing import (
    BadKey,
    NotForBaku,
    baku_points,
    check_keys,
    default_keys,
    points_table,
    table_points,
    usable_keys,
)
from tournaments.pairing.bracket import Part
from tournaments.pairing.tiebreaks.families import gettext_noop

_ = gettext_noop


def refuse(terms: Mapping[str, Term], chosen: Mapping[str, Any]) -> None:
    """Raise BadSetting for the first chosen value that these terms do not know or allow."""
    for field, value in chosen.items():
        if field not in terms:
            raise unknown(field, terms)
        if not terms[field].allows(value):
            raise BadSetting(field, terms[field].allowed)


def unknown(field: str, terms: Iterable[str]) -> BadSetting:
    """The refusal of an option that does not exist."""
    return BadSetting(field, Said(_("There is no such option, but %(known)s."), {"known": ", ".join(terms)}))


def completed(terms: Mapping[str, Term], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """All settings of a stage: the chosen ones, and defaults for the rest. Raises BadSetting."""
    refuse(terms, chosen)
    found = {field: chosen.get(field, term.default) for field, term in terms.items()}
    if found.get("acceleration") == "baku":
        _check_baku(found["points"])
    is_plain = "system" in found and list(terms["tiebreaks"].default) == list(default_keys("swiss"))
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
        raise BadSetting("last_chance", Said(_("Only together with a consolation, which feeds it.")))
    return found


def _check_baku(points: str | Mapping[str, Any]) -> None:
    """Refuse Baku acceleration for a points table in which a tie is not half a win, because its virtual points are half
    wins. Raises BadSetting."""
    try:
        baku_points(1, points_table(points))
    except NotForBaku as bad:
        said = Said(_("The Baku acceleration needs points in which a tie is worth half a win, and a loss nothing."))
        raise BadSetting("acceleration", said) from bad


def _check_seats(found: Mapping[str, Any]) -> None:
    """Check that the usual size of a table lies between the smallest and the largest, and that the points table covers
    all sizes."""
    least, most = found["seats_least"], found["seats_most"]
    if not least <= found["seats"] <= most:
        said = _("From %(least)d to %(most)d, as a table takes.")
        raise BadSetting("seats", Said(said, {"least": least, "most": most}))
    known = table_points(found["table_points"]).seats
    if missing := [n for n in range(least, most + 1) if n not in known]:
        said = _("It needs to say what the places are worth at a table of %(n)d, too.")
        raise BadSetting("table_points", Said(said, {"n": missing[0]}))


def _check_advantage(found: Mapping[str, Any]) -> None:
    """Check that a final with a head start of one game is played over several games."""
    final = length_of((found.get("lengths", {}).get(Part.GRAND_FINAL) or [found["length"]])[0])
    if final.kind != "best_of" or not final.is_by_games:
        said = _("A side starts a game up only where the grand final is the best of several games (best_of:3).")
        raise BadSetting("grand_final", Said(said))


def _check_round_robin(keys: Sequence[str]) -> None:
    """Check the tie-breaks of a league that is played as a round robin. Raises BadSetting."""
    try:
        check_keys(keys, is_round_robin=True)
    except BadKey as bad:
        raise BadSetting("tiebreaks", one_of(usable_keys(is_round_robin=True))) from bad


def _played(found: Mapping[str, Any]) -> tuple[str, ...]:
    """The key of the default tie-breaks: the format's name; for Swiss, the system's."""
    is_swiss = found.get("fixtures", "swiss") == "swiss"
    return ("swiss", found["system"]) if is_swiss else ("round_robin",)


def settled_after(found: Mapping[str, Any]) -> int:
    """The hours after the opening of a window by which a time must be settled: as set, else half of the window, or its
    default time if that is earlier."""
    settle: int | None = found["settle_hours"]
    return settle if settle is not None else min(found["window_hours"] // 2, _last(found))


def _last(found: Mapping[str, Any]) -> int:
    last: int = found["window_hours"] if found["default_hours"] is None else found["default_hours"]
    return last


def _check_hours(found: Mapping[str, Any]) -> None:
    """Check the order of a window's times: it opens, is settled, has its default time, and is over."""
    if _last(found) > found["window_hours"]:
        said = _("At most %(n)d, the hours for which a round is open.")
        raise BadSetting("default_hours", Said(said, {"n": found["window_hours"]}))
    if settled_after(found) > _last(found):
        said = _("At most %(n)d: a time is settled before it comes.")
        raise BadSetting("settle_hours", Said(said, {"n": _last(found)}))
