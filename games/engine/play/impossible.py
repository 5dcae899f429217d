"""`Impossible`, the one exception of the engine: a refusal with its code, rule and words."""

REASONS: dict[str, tuple[str, str]] = {
    "E_OPTION": ("§2", "these rules do not know that action"),
    "E_BAN": ("IRR-9", "no knock while the number of cards is being put right"),
    "E_HAND_SIZE": ("IRR-9", "no draw with too many cards in hand: discard first"),
    "E_NOT_TURN": ("GIN-10", "it is another seat's turn"),
    "E_PHASE": ("GIN-10", "that cannot be done now"),
    "E_EMPTY": ("GIN-30", "there is no card there that may be drawn"),
    "E_MUST_DRAW_STOCK": ("GIN-9", "both have passed the upcard: draw from the stock"),
    "E_MUST_KNOCK": ("GIN-31", "that card is taken only to knock: a knock must be possible, and must follow"),
    "E_DOUBLE_RIGHT": ("DBL-1", "the other side has the right to double, or the cap is reached"),
    "E_NOT_IN_HAND": ("GIN-11", "that card is not in the hand"),
    "E_SAME_CARD": ("GIN-11", "the card just taken from the pile may not be thrown in the same turn"),
    "E_BAD_MELD": ("GIN-13", "that is no meld, or the card does not fit on it"),
    "E_KNOCK_LIMIT": ("GIN-15", "the deadwood is more than the knock limit"),
    "E_NO_OPEN_SUIT": ("CGN-9", "the hand scores in no open suit"),
    "E_NO_RIGHT": ("IRR-18", "that choice, answer, card or pick is another's"),
    "E_TOO_LATE": ("IRR-24", "its stage is past"),
    "E_MUST_USE": ("CNQ-12", "the forced card must be used"),
    "E_NOT_FORCIBLE": ("CNQ-14", "no force is open or possible"),
    "E_RUN_TOO_LONG": ("CNQ-4", "a sequence may not be that long"),
}


class Impossible(Exception):
    """An action or rule set is refused; nothing has changed. `code` is one of RULES.md §15, `rule` is the rule's id."""

    def __init__(self, code: str, rule: str = "", text: str = "") -> None:
        known_rule, known_text = REASONS.get(code, ("", ""))
        self.code = code
        self.rule = rule or known_rule
        self.text = text or known_text
        super().__init__(code, self.rule, self.text)

    def __str__(self) -> str:
        return f"{self.code} ({self.rule}): {self.text}"


class Unplayable(Impossible):
    """E_OPTION: this engine does not have the variant, option or value (which is not the same as forbidden by the
    rules)."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        self.field = field
        self.allowed = allowed
        super().__init__("E_OPTION", "§2", f"{field}: {str(value)[:60]!r} cannot be played; allowed: {allowed}")


class Inert(Unplayable):
    """E_OPTION: the option would have no effect under a rule set: `field` is the option, `rules` the key."""

    def __init__(self, field: str, rules: str, where: str) -> None:
        self.field = field
        self.rules = rules
        self.allowed = where
        text = f"{field}: it changes nothing in {rules} with these options; it goes with {where}"
        Impossible.__init__(self, "E_OPTION", "§2", text)
