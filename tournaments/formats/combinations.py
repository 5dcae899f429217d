"""Which choices fit together in a tournament: preset, format, length, place, laws and time. Pure; the same for every
door.

`refusals` is the one function that pages, API, load, import and shell ask. The knowledge is data: for each seating
where its tables are played in tournaments (`PLACES`), for each format which seatings it takes (`Format.seatings`). A
new format or seating adds its line there and nothing here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from games.engine.sheets.lengths import BadLength, in_words, length_of
from tournaments.formats.registry import FORMATS
from tournaments.pairing.tiebreaks.families import gettext_noop

_ = gettext_noop
ONLINE, IN_PERSON, MIXED = "online", "in_person", "mixed"
STRICT = "strict"


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The facts of a preset: its name, its seating, the kinds of lengths that fit it, the modes of laws in which live
    tables play it (none: it is not played live), and the numbers of players at a table (none: two, or two teams)."""

    name: str
    seating: str
    kinds: tuple[str, ...]
    laws: tuple[str, ...]
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The choices for an evening: the game, the formats of the stages, the place, the laws of its live tables, the
    lengths and minutes of matches, and the `sizes` of tables; each of the last ones with the field that names it."""

    game: Game
    formats: tuple[str, ...] = ()
    place: str = IN_PERSON
    laws: str = STRICT
    lengths: tuple[tuple[str, str], ...] = ()
    minutes: int | None = None
    sizes: tuple[tuple[str, int], ...] = ()

    @property
    def is_live(self) -> bool:
        """Is any part played at live tables?"""
        return self.place != IN_PERSON


@dataclass(frozen=True, slots=True)
class Misfit:
    """A choice that does not fit the others: the `field` to change, a `code`, and a sentence with the way out (in
    English, for translators) with the values for its placeholders."""

    field: str
    code: str
    text: str
    values: Mapping[str, str]

    def __str__(self) -> str:
        return self.text % self.values


# Where the matches of each seating are played in tournaments.
PLACES: Mapping[str, tuple[str, ...]] = {
    "two": (ONLINE, IN_PERSON, MIXED),
    "teams": (ONLINE, IN_PERSON, MIXED),
    "cutthroat": (ONLINE, IN_PERSON, MIXED),
    "chouette": (ONLINE, IN_PERSON, MIXED),
    "battle_royal": (ONLINE, IN_PERSON, MIXED),
}


def refusals(evening: Evening) -> Iterator[Misfit]:
    """All conflicts between the choices, the most important first; empty if the evening can be played."""
    for rule in RULES:
        found = rule(evening)
        if found is not None:
            yield found


def refusal(evening: Evening) -> Misfit | None:
    """The most important conflict; None if there is none."""
    return next(refusals(evening), None)


def _not_seated(evening: Evening) -> Misfit | None:
    """Refuse if no format pairs tables of this seating."""
    if any(evening.game.seating in form.seatings for form in FORMATS.values()):
        return None
    text = _(
        "%(name)s is not played in tournaments yet: no format seats so many at a table. Play it at a table of your "
        "own, or choose a game for two."
    )
    return Misfit("variant", "seating", text, {"name": evening.game.name})


def _not_this_format(evening: Evening) -> Misfit | None:
    """Refuse if the chosen formats do not take this seating."""
    if _not_seated(evening):
        return None
    wrong = [key for key in evening.formats if evening.game.seating not in FORMATS[key].seatings]
    if not wrong:
        return None
    if FORMATS[wrong[0]].has_decks and evening.game.seating == "teams":
        text = _(
            "Duplicate compares what two players make of one deck; in %(name)s partners play several decks at once and "
            "only the sum counts: choose another format, or a game for two in duplicate by teams of two."
        )
        return Misfit("template", "duplicate", text, {"name": evening.game.name})
    if FORMATS[wrong[0]].has_decks:
        text = _(
            "Duplicate is played by two at a table, not in %(name)s: choose another format, or a game for two players."
        )
        return Misfit("template", "duplicate", text, {"name": evening.game.name})
    if FORMATS[wrong[0]].has_pods:
        text = _(
            "%(name)s is not played by three and more, each for themselves: choose rules for three and more, such as "
            "Cutthroat, or a format for two at a table."
        )
        return Misfit("template", "format", text, {"name": evening.game.name})
    if evening.game.seats:
        text = _("%(name)s is played by three and more at a table: choose pod_swiss, pod_rounds or pod_final.")
        return Misfit("template", "format", text, {"name": evening.game.name})
    text = _("This format does not seat the players of %(name)s: choose another format, or other rules.")
    return Misfit("template", "format", text, {"name": evening.game.name})


def _not_this_place(evening: Evening) -> Misfit | None:
    """Refuse if tables of this seating are not played in this place."""
    if _not_seated(evening) or evening.place in PLACES.get(evening.game.seating, ()):
        return None
    text = _("%(name)s is not played at live tables of tournaments yet: choose “in person”.")
    return Misfit("variant", "place", text, {"name": evening.game.name})


def _not_these_laws(evening: Evening) -> Misfit | None:
    """Refuse if live tables do not play the game under these laws."""
    if not evening.is_live or evening.laws == STRICT or evening.laws in evening.game.laws:
        return None
    text = _("%(name)s is not played at live tables by these laws: choose one of %(allowed)s.")
    return Misfit("laws", "laws", text, {"name": evening.game.name, "allowed": ", ".join(evening.game.laws)})


def _not_this_length(evening: Evening) -> Misfit | None:
    """Refuse a length that the rules cannot be played to."""
    at_pods = any(FORMATS[key].has_pods for key in evening.formats)
    kinds = ("game",) if at_pods else evening.game.kinds
    said = {"name": evening.game.name, "allowed": in_words(kinds)}
    for field, key in evening.lengths:
        try:
            kind = length_of(key).kind
        except BadLength:
            return Misfit(field, "length", _("Allowed here: %(allowed)s."), said)
        if at_pods and kind not in kinds:
            return Misfit(
                field, "length", _("Three and more at a table play one game: choose the length “game”."), said
            )
        if kind not in kinds:
            return Misfit(field, "length", TOO_LONG.get(kind, _("Allowed here: %(allowed)s.")), said)
    return None


def _not_with_decks(evening: Evening) -> Misfit | None:
    """Refuse a length or a call of time that does not fit shared decks: each table plays a fixed number of them."""
    if not any(FORMATS[key].has_decks for key in evening.formats):
        return None
    said = {"name": evening.game.name}
    for field, key in evening.lengths:
        if length_of(key).kind != "deals" or length_of(key).decides:
            text = _("In duplicate every table plays the same number of decks: choose so many deals (deals:8).")
            return Misfit(field, "decks", text, said)
    if evening.minutes:
        text = _("In duplicate every deck is played, so no time is called: leave the minutes empty.")
        return Misfit("minutes", "decks", text, said)
    return None


def _not_these_sizes(evening: Evening) -> Misfit | None:
    """Refuse a number of players at a table that the rules do not allow."""
    least, most = min(evening.game.seats, default=0), max(evening.game.seats, default=0)
    for field, count in evening.sizes:
        if evening.game.seats and count not in evening.game.seats:
            said = {"name": evening.game.name, "least": str(least), "most": str(most)}
            if least == most:
                return Misfit(
                    field, "sizes", _("%(name)s is played by %(least)s at a table: choose that number."), said
                )
            text = _("%(name)s is played by %(least)s to %(most)s at a table: choose one of these numbers.")
            return Misfit(field, "sizes", text, said)
    return None


def _not_timed(evening: Evening) -> Misfit | None:
    """Refuse a call of time at live tables of three and more."""
    if not (evening.minutes and evening.is_live and any(FORMATS[key].has_pods for key in evening.formats)):
        return None
    text = _("At live tables three and more play their game to its end, without a time: leave the minutes empty.")
    return Misfit("minutes", "timed", text, {"name": evening.game.name})


TOO_LONG = {
    "match": _(
        "In %(name)s a game is worth a unit or two, so a match to so many points would take hundreds of games: choose "
        "the best of several games. Allowed here: %(allowed)s."
    ),
    "hollywood": _(
        "%(name)s is not scored in three columns: choose another length, or rules with a pad for two. Allowed here: "
        "%(allowed)s."
    ),
}
RULES: tuple[Callable[[Evening], Misfit | None], ...] = (
    _not_seated,
    _not_this_format,
    _not_this_place,
    _not_these_laws,
    _not_this_length,
    _not_with_decks,
    _not_these_sizes,
    _not_timed,
)


def offered(evenings: Iterable[Evening]) -> list[Evening]:
    """The evenings that can be played."""
    return [one for one in evenings if refusal(one) is None]
