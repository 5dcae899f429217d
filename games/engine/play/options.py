"""The options of RULES.md §2 and the values that each allows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.play.impossible import Impossible, Unplayable


@dataclass(frozen=True, slots=True)
class Shutout:
    """GIN-34: the value of a shutout: "add" `value`, "double_total", or "none"."""

    mode: str
    value: int = 0


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `least` to `most`, or None if `or_none`."""

    least: int
    most: int
    or_none: bool = False

    def allows(self, value: object) -> bool:
        if value is None:
            return self.or_none
        return type(value) is int and self.least <= value <= self.most

    def __str__(self) -> str:
        return f"a whole number from {self.least} to {self.most}" + (" or null" if self.or_none else "")


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these values."""

    values: tuple[object, ...]

    def allows(self, value: object) -> bool:
        return any(type(value) is type(known) and value == known for known in self.values)

    def __str__(self) -> str:
        return " or ".join(str(value).lower() for value in self.values)


@dataclass(frozen=True, slots=True)
class Either:
    """A value that one of two kinds allows."""

    one: "Whole | OneOf"
    other: "Whole | OneOf"

    def allows(self, value: object) -> bool:
        return self.one.allows(value) or self.other.allows(value)

    def __str__(self) -> str:
        return f"{self.one} or {self.other}"


Allowed = Whole | OneOf | Either

BONUS = Whole(0, 100_000)

OPTIONS: dict[str, Allowed] = {
    "laws": OneOf(("strict", "table_laws", "recorded")),
    "short_penalty": OneOf(("deduct", "add_to_count")),
    "correct_at_once": OneOf((True, False)),
    "accept_after_exposure": OneOf((True, False)),
    "seen_ban_out_of_turn": OneOf(("literal", "next_turn")),
    "deal": OneOf(("upcard", "eleven")),
    "eleven_first_knock": OneOf((True, False)),
    "after_double_pass": OneOf(("stock_only", "either")),
    "same_card": OneOf(("forbid", "gra")),
    "last_discard": OneOf(("dead", "take_to_knock", "take_to_knock_same")),
    "first_dealer": OneOf(("low_deals", "high_chooses", "random")),
    "next_dealer": OneOf(("loser", "winner", "alternate")),
    "knock_limit": Whole(0, 10),
    "knock_limit_source": OneOf(("fixed", "upcard")),
    "ace_upcard": OneOf(("one", "gin_only")),
    "spade_multiplier": OneOf((1, 2)),
    "gin_bonus": BONUS,
    "undercut_bonus": BONUS,
    "undercut_on_tie": OneOf((True, False)),
    "big_gin_bonus": Whole(0, 100_000, or_none=True),
    "hand_win_bonus": OneOf((0, 15)),
    "doubling": OneOf((True, False)),
    "double_cap": Whole(1, 1_000_000, or_none=True),
    "decline_bonus": BONUS,
    "box_value": OneOf((0, 20, 25)),
    "extra_boxes": OneOf(("none", "oklahoma")),
    "target": Whole(1, 100_000),
    "match_target": Whole(1, 1_000_000, or_none=True),
    "game_bonus": BONUS,
    "shutout_test": OneOf(("no_points", "no_hands")),
    "columns": OneOf((1, 3)),
    "column_open": OneOf(("shift", "literal")),
    "column_settlement": OneOf(("best_of", "totals")),
    "suit_columns": OneOf((True, False)),
    "suit_target": Whole(1, 100_000),
    "stock_floor": OneOf((2, 3)),
    "discard_view": OneOf(("top_only", "open")),
    "showdown": OneOf(("best", "manual")),
    "three_dealer": OneOf(("entering", "sitting_out")),
    "chouette_box": OneOf(("fixed", "winner_stays")),
    "team_size": Whole(1, 8),
    "team_rotation": OneOf(("alternate", "fixed", None)),
    "team_target": Either(OneOf(("by_size",)), Whole(1, 100_000)),
    "advice": OneOf((False, True)),
    "undercut_penalty": BONUS,
}

LAWS = ("laws", "first_dealer", "next_dealer", "correct_at_once")  # options that every game of the family has

COLONEL_OPTIONS: dict[str, Allowed] = {
    **{name: OPTIONS[name] for name in (*LAWS, "accept_after_exposure", "seen_ban_out_of_turn", "discard_view")},
    "scoring": OneOf(("hand_left", "meld_minus_hand")),
    "pickup": OneOf(("top", "pile")),
    "challenge": OneOf(("off", "on")),
    "exhaustion": OneOf(("end_of_turn", "immediate")),
    "target": Whole(1, 100_000, or_none=True),
    "col_same_card": OneOf(("forbid", "allow")),
}

CONQUIAN_OPTIONS: dict[str, Allowed] = {
    **{name: OPTIONS[name] for name in LAWS},
    "force": OneOf(("off", "on_demand", "automatic")),
    "force_scope": OneOf(("rearrange", "extend")),
    "hand_meld_alone": OneOf((False, True)),
    "draw_carry": OneOf(("none", "double", "pool")),
    "fold": OneOf((True, False)),
    "cnq_laws": OneOf(("foster", "none")),
}

TABLED: dict[str, dict[str, Allowed]] = {"colonel": COLONEL_OPTIONS, "conquian": CONQUIAN_OPTIONS}

SHUTOUT_MODES = OneOf(("add", "double_total", "none"))

SEATS = OneOf(("two", "cutthroat", "chouette", "battle_royal", "teams"))


def options_of(kernel: str) -> Mapping[str, Allowed]:
    """The options of a kernel's games, each with the values that it allows."""
    return TABLED.get(kernel, OPTIONS)


def check_options(rules: Any) -> None:
    """Raise Unplayable (E_OPTION), with the field and its allowed values, unless every option of `rules` can be
    played."""
    for name, allowed in options_of(rules.kernel.name).items():
        if not allowed.allows(getattr(rules, name)):
            raise Unplayable(name, getattr(rules, name), str(allowed))
    if rules.kernel.name in TABLED:
        return
    shutout = rules.shutout
    if not isinstance(shutout, Shutout) or not SHUTOUT_MODES.allows(shutout.mode):
        raise Unplayable("shutout", shutout, f"a mode {SHUTOUT_MODES}")
    if not BONUS.allows(shutout.value):
        raise Unplayable("shutout", shutout.value, f"a value that is {BONUS}")
    if rules.stake is not None and shutout.mode == "add":
        raise Unplayable("shutout", shutout.mode, "double_total or none where a stake is played for (STR-2)")
    if rules.deal == "eleven" and rules.knock_limit_source == "upcard":
        raise Impossible("E_OPTION", "GIN-7", "deal: eleven turns no upcard that could set the knock limit")
    if rules.columns > 1 and rules.suit_columns:
        raise Impossible("E_OPTION", "§2", "columns: three columns do not go with a column for each suit")


def read_options(options: Mapping[str, object], kernel: str = "gin") -> dict[str, Any]:
    """Read options into RuleSet fields. `shutout` is made from its mapping; `seats` stays a word. Raises Unplayable."""
    if kernel in TABLED:
        for name in options:
            if name not in TABLED[kernel]:
                raise Unplayable("option", name, ", ".join(sorted(TABLED[kernel])))
        return dict(options)
    fields: dict[str, Any] = {}
    for name, value in options.items():
        if name == "seats":
            if not SEATS.allows(value):
                raise Unplayable(name, value, str(SEATS))
            fields[name] = value
        elif name == "shutout":
            fields[name] = _shutout(value)
        elif name in OPTIONS:
            fields[name] = value
        else:
            known = ", ".join(sorted([*OPTIONS, "seats", "shutout"]))
            raise Unplayable("option", name, known)
    return fields


def _shutout(value: object) -> Shutout:
    if isinstance(value, Shutout):
        return _counted(value)
    if not isinstance(value, Mapping) or not set(value) <= {"mode", "value"} or "mode" not in value:
        raise Unplayable("shutout", value, '{"mode": "add", "value": n}, {"mode": "double_total"} or {"mode": "none"}')
    return _counted(Shutout(value["mode"], value.get("value", 0)))


def _counted(shutout: Shutout) -> Shutout:
    """A shutout without a value where its mode counts none, so that rules which play alike are equal."""
    return Shutout(shutout.mode) if shutout.mode != "add" and BONUS.allows(shutout.value) else shutout
