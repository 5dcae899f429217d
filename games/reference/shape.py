"""Check the form of a case: the keys it has, and the type of each value."""

from typing import Any

MUST = ("preset", "kind", "expect")
HOLDS: dict[str, tuple[type, str]] = {
    "preset": (str, "a name"),
    "kind": (str, "a name"),
    "options": (dict, "names with values"),
    "given": (dict, "names with values"),
    "actions": (list, "a list of commands"),
    "expect": (dict, "names with values"),
}
MAY = ("id", "rules", "note", *HOLDS)
IN_GIVEN: dict[str, tuple[type, str]] = {
    **dict.fromkeys(
        (
            "dealer", "turn", "phase", "discard", "upcard", "double_right", "first_drawn", "proper_dealer", "center",
            "cards", "hand", "how", "K", "D", "closed", "deadwood", "wins", "results", "active", "idle", "winner",
            "knocker", "lost", "player", "taken", "box", "X", "Y",
        ),
        (str, "a text"),
    ),
    **dict.fromkeys(("stock_size", "factor", "net_box", "members", "stated", "actual"), (int, "a number")),
    **dict.fromkeys(
        ("size_fix", "credit", "draws", "missing", "extra", "latest", "start", "counts"), (dict, "names with values")
    ),
    **dict.fromkeys(("melds", "nets", "nets_A", "order", "queue"), (list, "a list")),
}  # fmt: skip


def misshapen(case: Any) -> list[str]:
    """The faults in the form of a case, a line for each key; empty if it can be run."""
    if not isinstance(case, dict):
        return [f"case: expected names with values, got {type(case).__name__}"]
    # A note with a comma and no quotes ends in names without a value: they are no keys.
    strange = [key for key, value in case.items() if key not in MAY and value is not None]
    wrong = [f"{key}: expected none of that name, got one" for key in strange]
    wrong += [f"{key}: expected one, got none" for key in MUST if key not in case]
    wrong += _held("", case, HOLDS, MUST)
    given = case.get("given")
    if isinstance(given, dict):
        wrong += _held("given.", given, IN_GIVEN)
    if case.get("expect") == {}:
        wrong.append("expect: expected something to compare, got nothing")
    actions = case.get("actions")
    for action in actions if isinstance(actions, list) else []:
        if not isinstance(action, str) or len(action.split()) < 2:
            wrong.append(f"actions: expected who and what he does, got {action!r}")
    return wrong


def _held(
    where: str, case: dict[str, Any], holds: dict[str, tuple[type, str]], must: tuple[str, ...] = ()
) -> list[str]:
    """The keys whose values have the wrong type; null counts as absent, unless the key is required."""
    return [
        f"{where}{key}: expected {form}, got {type(case[key]).__name__}"
        for key, (kind, form) in holds.items()
        if key in case and not isinstance(case[key], kind) and (key in must or case[key] is not None)
    ]
