"""How long a match is: length, minutes, the games that its sides start with; for tables, results and readers."""

from typing import Any

from django.utils.translation import gettext as _

from games.engine.lengths import Length, length_of
from tournaments.models import Match
from tournaments.pairing import bracket
from tournaments.selectors.stage_words import length_words


def length_of_match(match: Match) -> Length:
    """How long a match is: its own length, else its stage's."""
    return length_of(_key(match))


def counts_games(match: Match) -> bool:
    """Is it the best of several games, so that games won may be noted?"""
    length = length_of_match(match)
    return length.kind == "best_of" and length.is_by_games


def may_tie(match: Match) -> bool:
    """Can it end level? By its length, or because it has a time and nothing more decides."""
    if match.slot:
        return False  # somebody goes on: level, one deal more decides
    length = length_of_match(match)
    return length.may_tie or (is_timed(match) and not length.decides)


def is_timed(match: Match) -> bool:
    """Can time be called in it?"""
    return bool(minutes_of(match))


def minutes_of(match: Match) -> int | None:
    """How many minutes it lasts until time is called: its round's, else its stage's; None without a time."""
    return match.round.minutes or match.round.stage.settings.get("minutes")


def head_start_of(match: Match) -> tuple[int, int]:
    """The games that its sides start with."""
    return bracket.head_start(match.slot, match.round.stage.settings.get("grand_final", ""))


def played_to(match: Match) -> dict[str, Any]:
    """How long its live table plays, as plain data: length, minutes, the games that its sides start with. Where it
    cannot end level, one deal more decides."""
    key, minutes = _key(match), minutes_of(match)
    is_level_decided = (minutes or key != "game") and not may_tie(match) and not length_of_match(match).decides
    start = head_start_of(match)
    found: dict[str, Any] = {} if key == "game" else {"length": key}
    if is_level_decided:
        found["length"] = f"{key}/more"
    return found | ({"minutes": minutes} if minutes else {}) | ({"head_start": list(start)} if any(start) else {})


def stands_in_words(length: Length, deals: int, wins: tuple[int, int]) -> str:
    """Where a match stands after so many deals, by what is won so far: “Game 2 of 3, 1–0”; nothing for one game."""
    said = {"n": length.n, "deal": min(deals + 1, length.n), "a": wins[0], "b": wins[1]}
    if length.kind == "deals":
        return _("Deal %(deal)d of %(n)d") % said
    if length.kind != "best_of":
        return ""
    said["game"] = min(sum(wins) + 1, length.n)
    words = _("Game %(game)d of %(n)d, %(a)d–%(b)d") if length.is_by_games else _("Best of %(n)d deals, %(a)d–%(b)d")
    return words % said


def length_facts(match: Match) -> dict[str, Any]:
    """What a page says about the length of a match; nothing in words about one plain game."""
    key = _key(match)
    return {
        "length_words": length_words(key) if key != "game" else "",
        "head_start": any(head_start_of(match)),
        "minutes": minutes_of(match),
        "counts_games": counts_games(match),
    }


def _key(match: Match) -> str:
    key: str = match.length or match.round.stage.settings.get("length", "game")
    return key
