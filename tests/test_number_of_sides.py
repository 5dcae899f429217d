"""A match is one model for two sides and for more. How many there are is asked in few rooms: where points come from,
where seats are counted, where words and layouts differ. What a match does, does not depend on it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
COUNTED = r"\w*(?:sides|seats|players|together|names|here|entries)\w*"
ASKS = re.compile(
    r"\bis_of_two\b|\bhas_pods\b"
    r'|"table_points" (?:not )?in\b'
    r"|\bisinstance\([\w.]+, (?:PointsTable|TablePoints)\)"
    rf"|\blen\((?:\w+\.)*{COUNTED}(?:\.all\(\))?\) (?:==|!=|[<>]=?) [23]\b"
    rf"|\b{COUNTED}(?:\.all)?\|length (?:==|!=|[<>]=?) [23]\b"
)

# The rooms that may ask for the number of sides, and why.
POINTS = {
    "tournaments/matches/services/match_scores.py": "what a table of points keeps of a score",
    "tournaments/models/__init__.py": "the answer itself: the table of points of a stage",
    "tournaments/results/services/hand_over.py": "ratings: a share of two, places of more",
    "tournaments/results/services/validation.py": "the arithmetic of a sheet for two, and for more",
    "tournaments/standings/selectors/rows/stage_table.py": "the line of a crosstable: an opponent, or a place",
    "tournaments/standings/selectors/standings.py": "what a row counts: wins, or first places",
}
SEATS = {
    "tournaments/event/selectors/sitters.py": "a name for partners, where there are several",
}
WORDS = {
    "tournaments/event/selectors/words.py": "how a round is paired, how a table counts",
    "tournaments/event/services/notices.py": "the text of a notice: your opponent, or your table",
    "tournaments/paper/views.py": "how to pair by hand",
    "tournaments/results/selectors/line_words.py": "a typed result in words",
    "tournaments/results/services/result_lines.py": "a result as people type it",
    "tournaments/standings/selectors/words.py": "a result as people type it",
}
LAYOUTS = {
    "templates/tournaments/evening/_score.html": "scores under the names, or between them",
    "templates/tournaments/exchange/take.html": "what a line of a list holds",
    "templates/tournaments/paper/document/_pairings.html": "a row a match, or a row a seat",
    "templates/tournaments/results/_match.html": "columns of games, or of places",
    "templates/tournaments/rounds/draft/_lines.html": "a row a pair, or a row a table",
    "templates/tournaments/rounds/shown/_played.html": "a row a match, or a list of seats",
    "tournaments/results/forms/decisions.py": "the form of a decision",
    "tournaments/results/forms/figures.py": "the form of a result",
    "tournaments/results/views/grid.py": "the grid of a round",
    "tournaments/standings/selectors/cards.py": "the line of a card: an opponent, or the others",
}
FILES = {
    "tournaments/event/services/announcing.py": "webhooks: `match` or `pod`, as other programs know them",
    "tournaments/exchange/selectors/exports.py": "columns of a file",
    "tournaments/exchange/services/lists/own_pairings.py": "columns of a file",
    "tournaments/exchange/services/lists/results.py": "columns of a file",
}
LUCK = {
    "platform/pages/views/table_end.py": "luck, turning point and analysis of a sitting are known of two",
}
ROOMS = {**POINTS, **SEATS, **WORDS, **LAYOUTS, **FILES, **LUCK}
# What is played and how it is paired: the cores answer.
CORES = ("tournaments/formats/", "tournaments/pairing/", "tournaments/migrations/")


def asking() -> dict[str, list[str]]:
    """The sources that ask for the number of sides, with their questions."""
    tops = ("tournaments", "platform", "templates/tournaments", "templates/pages")
    paths = [path for top in tops for path in (ROOT / top).rglob("*.*") if path.suffix in (".py", ".html")]
    named = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    assert "tournaments/models/__init__.py" in named
    return {name: asked for name, text in named.items() if not name.startswith(CORES) and (asked := ASKS.findall(text))}


def test_no_new_room_asks_for_the_number_of_sides() -> None:
    found = asking()
    new = {name: asked for name, asked in found.items() if name not in ROOMS}
    assert not new, "one way for every number: ask the table of points, the seats of the stage, or its words"
    gone = [name for name in ROOMS if name not in found]
    assert not gone, "these do not ask any more"


def test_only_formats_know_which_of_them_seat_three_and_more() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for top in ("tournaments", "platform", "games", "ratings", "templates")
        for path in (ROOT / top).rglob("*.*")
        if path.suffix in (".py", ".html") and "has_pods" in path.read_text(encoding="utf-8")
    }
    assert found
    assert not {name for name in found if not name.startswith("tournaments/formats/")}


@pytest.mark.parametrize(
    "line",
    [
        "if match.is_of_two:",
        "{% if not round.stage.is_of_two %}",
        "if FORMATS[stage.format].has_pods:",
        "if len(sides) == 2:",
        "if len(match.sides.all()) > 2:",
        "{% if match.sides.all|length > 2 %}",
        'if "table_points" in stage.settings:',
        "if isinstance(scale, TablePoints):",
    ],
)
def test_a_question_is_found(line: str) -> None:
    assert ASKS.search(line)


def test_what_serves_every_number_is_no_question() -> None:
    assert not ASKS.search("for side in match.sides.all():")
    assert not ASKS.search("sizes = tables_for(len(entrants), shape_of(stage.settings))")
