"""The committed bundles were built from the committed sources: their first line contains the hash; no Node is
needed."""

import gzip
import hashlib
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FRONTEND, STATIC = ROOT / "frontend", ROOT / "static"
BUNDLES = sorted(path.parent.name for path in (FRONTEND / "src").glob("*/index.ts"))

BESIDE = (
    "deal-shuffle",
    "table-motion",
    "table-laws",
    "own-ways",
    "chat-door",
    "deal-door",
)  # what comes with a table before anything is pressed


def stamp() -> str:
    """SHA-256 over "path NUL bytes NUL" of every source and the lock file, as frontend/build.mjs makes it."""
    sources = [path.relative_to(FRONTEND).as_posix() for path in (FRONTEND / "src").rglob("*") if path.is_file()]
    found = hashlib.sha256()
    for name in sorted([*sources, "package-lock.json"]):
        found.update(name.encode() + b"\0" + (FRONTEND / name).read_bytes() + b"\0")
    return found.hexdigest()


@pytest.mark.parametrize("name", BUNDLES)
def test_bundle_was_built_from_these_sources(name: str) -> None:
    first = (STATIC / "dist" / f"{name}.js").read_text(encoding="utf-8").split("\n", 1)[0]
    assert first == f"/* undercut {stamp()} */", "run `make frontend` and commit static/dist"


def test_every_bundle_is_an_island_of_the_sources() -> None:
    assert sorted(path.stem for path in (STATIC / "dist").glob("*.js")) == BUNDLES


def test_lit_is_bundled_once() -> None:
    found = [path.name for path in (STATIC / "dist").glob("*.js") if "litHtmlVersions" in path.read_text("utf-8")]
    assert found == ["lit.js"]


def test_no_source_line_is_longer_than_120_characters() -> None:
    styles = [*(FRONTEND / "styles").rglob("*.css"), *(STATIC / "css").rglob("*.css")]
    for path in [*(FRONTEND / "src").rglob("*.ts"), *styles]:
        long = [n for n, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1) if len(line) > 120]
        assert not long, f"{path.relative_to(ROOT)}: lines {long}"


def test_lock_file_names_no_registry() -> None:
    lock = json.loads((FRONTEND / "package-lock.json").read_text(encoding="utf-8"))
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]


@pytest.mark.parametrize(
    ("files", "most"),
    [
        (["dist/site.js"], 4450),  # with what follows a refused line, what is fetched ahead, folds that stay open
        (["dist/hall-screen.js"], 2000),
        (["dist/stage-options.js"], 900),
        (["dist/framed-again.js"], 600),
        (["dist/not-entered.js"], 1100),
        (["dist/add-players.js"], 780),  # with the count of the lines that are ticked
        (["dist/draft-swap.js"], 1550),
        (["dist/score-entry.js"], 3500),
        (["dist/slip-entry.js"], 3000),
        (["dist/sheet-worker.js"], 2000),
        (["dist/app-worker.js", "dist/app-shell.js"], 2000),
        (["dist/lit.js"], 6600),  # with repeat, by which a card that stays is not drawn anew
        (["dist/gin-table.js"], 25950),  # with its bar, sheets, who is away, a table that moves, slips, ways laid ready
        (["dist/gin-seats.js"], 25350),  # with small felts of other boards, the steps of a board on the slip of a team
        (["dist/deal-shuffle.js"], 3500),
        (["dist/deal-check.js"], 3500),
        (["dist/gin-replay.js"], 14000),
        (["cards.svg"], 72000),  # 52 faces with twelve courts, 52 plain, 52 large, backs; all signs in one path
        (["icons.svg"], 1000),
        # with the two faces and their stand-ins, three felts, fans of who watches, joined brackets, slips, errors, the
        # room of a replay before it is drawn, the cards on a slip
        (["css/tokens.css", "css/base.css", "css/site.css", "css/table/table.css", "css/print.css"], 25850),
        (["css/parts.css"], 5500),  # the drawn parts: felt, cards, steps, menus, tiles
        (["fonts/source-sans-3.woff2", "fonts/source-serif-4.woff2"], 81000),  # both faces, Latin
        (["css/table/seats.css"], 2100),
        (["dist/table-laws.js"], 4500),
        (["css/table/laws.css"], 500),
        (["dist/table-motion.js"], 3100),
        (["dist/own-ways.js"], 9100),  # with felts, backs and figures to choose
        (["dist/own-dialogs.js"], 4500),
        (["dist/typed-line.js"], 4000),
        (["css/table/ways.css"], 2100),
        # with the motion of cards and melds, the sounds, slips, clocks of days and three decks; the page may have 60 kB
        ([f"dist/{name}.js" for name in ("lit", "gin-table", *BESIDE)], 52950),
        ([f"dist/{name}.js" for name in ("lit", "gin-seats", *BESIDE)], 52250),
        (["dist/chat-door.js"], 800),
        (["dist/deal-course.js"], 1800),
        (["dist/table-gallery.js"], 2700),  # for who watches: steps back, how many they are, the other tables
        (["dist/gin-small.js"], 14700),
        (["css/table/course.css", "css/table/together.css"], 2200),
        (["css/table/gallery.css"], 1800),
        (["dist/deal-door.js"], 1100),
        (["dist/gin-chat.js"], 3100),
        (["css/table/chat.css"], 900),
        (["css/club/season.css"], 1700),
        (["dist/tie-order.js"], 1500),
    ],
)
def test_budget_in_gzipped_bytes(files: list[str], most: int) -> None:
    """The bundles of a table and of a replay stay small."""
    assert sum(len(gzip.compress((STATIC / name).read_bytes(), 9)) for name in files) <= most


def test_no_inline_style_or_script_in_our_templates() -> None:
    """The policy is `default-src 'self'`: an inline style or handler would be dead markup."""
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text(encoding="utf-8").replace("data-allauth-onload=", "")  # names data, runs nothing
        for forbidden in ("style=", "<style", "onclick=", "onload=", "javascript:", "hx-on"):
            assert forbidden not in text, f"{path.relative_to(ROOT)} holds {forbidden}"
