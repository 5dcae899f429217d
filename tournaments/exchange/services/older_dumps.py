"""Dumps of earlier versions, brought to the tables of today before they are read."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.errors import Invalid

BOARDS = 3  # from this version on a board of a match of teams is a match with a parent
PODS = ("pod", "podseat", "podreport", "podruling", "podline")  # tables of three and more, apart from matches
SAME = ("public_id", "number", "state", "result_kind", "deals", "is_elsewhere", "entered_by", "finished_at", "version")
ORDERS = ("first", "second")
TOLD = ("notice", "laddernotice")  # what people had been told, which is theirs and not the tournament's


def bring_up(read: dict[str, Any], version: int) -> None:
    """Change what was read of a dump of this version into what this version writes. Raises Invalid, with the place, for
    tables of three and more, which are only read by the version that wrote them, and for rows that fit nowhere."""
    for name in TOLD:
        read["tables"].pop(name, None)
    if version >= BOARDS:
        return
    tables = read["tables"]
    for name in PODS:
        if tables.pop(name, []):
            text = _("This file holds tables of three or more as kept before: only what wrote it can load it.")
            raise Invalid(f"tables.{name}", text)
    try:
        _boards_to_matches(tables, tables.pop("teamboard", []))
    except (AttributeError, IndexError, KeyError, TypeError) as bad:
        raise Invalid("tables.teamboard", _("%(where)s is no row.") % {"where": "tables.teamboard"}) from bad


def _boards_to_matches(tables: dict[str, list[dict[str, Any]]], boards: list[dict[str, Any]]) -> None:
    """Append a match and two sides for each board, and let rulings refer to them."""
    matches, sides = tables.setdefault("match", []), tables.setdefault("matchside", [])
    whole = {(row["match"], row["order"]): place for place, row in enumerate(sides)}
    at = {place: len(matches) + place for place in range(len(boards))}
    for place, board in enumerate(boards):
        parent = board["match"]
        matches.append({**{key: board[key] for key in SAME}, "round": matches[parent]["round"], "parent": parent,
                        "table_no": 0})  # fmt: skip
        for order, name in enumerate(ORDERS):
            sides.append({
                "match": at[place], "order": order, "seat": None, "parent": whole[parent, order], "member": board[name],
                "points": board[f"{name}_points"], "game_points": board[f"{name}_game_points"],
                "games_won": board.get(f"{name}_games"), "margin": (-1) ** order * board["margin"],
            })  # fmt: skip
    for ruling in tables.get("ruling", []):
        board = ruling.pop("board", None)
        ruling["match"] = ruling["match"] if board is None else at[board]
