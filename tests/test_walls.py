"""The walls of the code base: layers, rooms, pure cores, no import cycles, and `platform/`, which is a folder and not a
package."""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# A core may import itself, the cores named here, and the quiet part of the standard library; doors on the command
# line may also open files. The one library of a core has one file that knows it.
QUIET = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "contextlib",
    "copy",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "hmac",
    "importlib",
    "itertools",
    "json",
    "math",
    "operator",
    "pkgutil",
    "re",
    "statistics",
    "string",
    "struct",
    "types",
    "typing",
    "unicodedata",
}
CORES = {
    "games/engine": {"games.engine"},
    "games/players": {"games.players", "games.engine"},
    "games/reference": {"games.reference", "games.engine"},
    "tournaments/pairing": {"tournaments.pairing"},
    "tournaments/formats": {"tournaments.formats", "tournaments.pairing", "games.engine.sheets.lengths"},
    "tournaments/trf": {"tournaments.trf", "tournaments.pairing"},
    "tournaments/seasons/scoring": {"tournaments.seasons.scoring"},
    "tournaments/awards": {"tournaments.awards"},
    "ratings/systems": {"ratings.systems"},
    "platform/keeping/form": {"keeping.form"},
    "platform/webhooks/standard": {"webhooks.standard"},
}
SPECIAL = {
    "tournaments/pairing/matching/__init__.py": {"logging"},
    "tournaments/pairing/matching/patient.py": {"networkx"},
    "tournaments/pairing/matching/swift.py": {"py4swiss"},
    "tournaments/formats/__main__.py": {"pickle"},
    "games/players/__main__.py": {"pickle"},
    "tournaments/pairing/pods/__main__.py": {"time"},
    "games/players": {"random"},
    "platform/webhooks/standard/hosts.py": {"ipaddress"},
    "platform/keeping/form/lines.py": {"orjson"},
    "platform/keeping/form/packing.py": {"zlib"},
    "platform/keeping/form/sealing.py": {"cryptography"},
}
READS = {
    "tournaments/pairing/conformance.py": {"tournaments", "tournaments.trf"},
    "games/players/hints_check.py": {"games.live.lessons"},
}  # the house's own modules that a door may read through
DOORS = {"conformance.py", "__main__.py", "hints_check.py"}
DOOR_TOOLS = {"argparse", "csv", "gzip", "html", "pathlib", "sys", "yaml", "traceback"}


def imported_by(path: Path) -> set[str]:
    """The modules that a file names in its import statements, relative ones made absolute."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            stem = package[: len(package) - node.level + 1] if node.level else ()
            found.add(".".join([*stem, node.module or ""]).strip("."))
    return found


def test_floors_rooms_and_rings_hold() -> None:
    run = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("core", CORES)
def test_a_core_imports_only_what_is_quiet(core: str) -> None:
    loud = []
    for path in sorted((ROOT / core).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        allowed = QUIET | SPECIAL.get(core, set()) | SPECIAL.get(name, set())
        allowed |= DOOR_TOOLS if path.name in DOORS else set()
        for module in imported_by(path):
            mine_too = CORES[core] | READS.get(name, set())
            own = any(module == mine or module.startswith(f"{mine}.") for mine in mine_too)
            if not own and module.split(".")[0] not in allowed:
                loud.append(f"{name} imports {module}")
    assert not loud


@pytest.mark.parametrize("core", CORES)
def test_nothing_in_a_core_imports_its_doors(core: str) -> None:
    for path in (ROOT / core).rglob("*.py"):
        assert not {m for m in imported_by(path) if m.endswith((".conformance", ".__main__", ".hints_check"))}, path


def test_platform_is_a_drawer() -> None:
    drawer = ROOT / "platform"
    assert not (drawer / "__init__.py").exists()
    assert not [p for p in drawer.rglob("*.py") if p.name == "conftest.py" or p.name.startswith("test_")]


def test_python_does_not_hide_the_names_of_the_standard_library() -> None:
    tops = {p.name for p in (ROOT / "platform").iterdir() if p.is_dir()} | {"games", "tournaments", "ratings"}
    assert not tops & set(sys.stdlib_module_names)


# A folder that may hold more than a dozen modules, and why.
LARGE = {
    "bench": "each script stands alone",
    "games": "one file for each layer of the app",
}
DOZEN = 12
# The layers and the files that Django and Python look for have the same names everywhere.
LAYERS = {"admin", "api", "apps", "filters", "forms", "models", "selectors", "serializers", "services", "settings",
          "signals", "tasks", "urls", "views"}  # fmt: skip


# Names that may differ by a letter, and why.
ALIKE = {
    frozenset({"table", "tables"}): "a live table in memory; the rows of tables and what is written about them",
    frozenset({"evening", "evenings"}): "the organiser's evening; the command that plays many by chance",
}


def modules() -> list[Path]:
    """All modules of the house and its packages, from the top of the tree, but for migrations and tests."""
    tops = [ROOT / name for name in ("platform", "games", "tournaments", "ratings", "bench", "tools")]
    found = [path.relative_to(ROOT) for top in tops for path in top.rglob("*.py")]
    return sorted(path for path in found if "migrations" not in path.parts and path.name != "__main__.py")


def differ_by_a_letter(one: str, other: str) -> bool:
    """Does one become the other by changing, adding or leaving out one letter?"""
    if len(one) == len(other):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    short, long = sorted((one, other), key=len)
    return len(long) == len(short) + 1 and any(long[:n] + long[n + 1 :] == short for n in range(len(long)))


def blur(one: Path, other: Path) -> bool:
    """Do two modules or packages have names that are mistaken for each other: in one folder by any letter, in one app
    by the last one?"""
    names = one.stem, other.stem
    if not differ_by_a_letter(*names) or set(names) & LAYERS or frozenset(names) in ALIKE:
        return False
    return one.parent == other.parent or names[0][:-1] == names[1] or names[1][:-1] == names[0]


def app_of(path: Path) -> str:
    return "/".join(path.parts[: 2 if path.parts[0] == "platform" else 1])


def only_passed_on(source: str) -> set[str]:
    """The names that a module imports for others: it uses them nowhere, or has an `__all__`."""
    tree = ast.parse(source)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    imported = {(alias.asname or alias.name).split(".")[0] for node in imports for alias in node.names}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return imported if "__all__" in used else imported - used


@pytest.mark.parametrize("layer", ["services", "selectors"])
def test_the_file_of_a_folder_lists_no_name_of_its_modules_a_second_time(layer: str) -> None:
    files = [path for path in modules() if path.name == "__init__.py" and layer in path.parts]
    assert files
    assert not {path.as_posix(): names for path in files if (names := only_passed_on((ROOT / path).read_text()))}


def test_a_name_that_is_only_passed_on_is_found() -> None:
    assert only_passed_on("from games.services.tables import act as act") == {"act"}
    assert only_passed_on('from games.services.tables import act\n__all__ = ["act"]') == {"act"}
    assert only_passed_on("from games.services import tables\ndef end(): tables.release()") == set()


def test_a_folder_has_at_most_a_dozen_modules() -> None:
    counted = Counter(path.parent.as_posix() for path in modules() if path.name != "__init__.py")
    assert not {folder: count for folder, count in counted.items() if count > DOZEN and folder not in LARGE}
    assert not {folder for folder in LARGE if counted[folder] <= DOZEN}, "these are no exceptions any more"


def test_a_folder_of_templates_or_of_the_frontend_has_at_most_a_dozen_files() -> None:
    tops = (ROOT / "templates", ROOT / "frontend" / "src")
    files = [path for top in tops for path in top.rglob("*") if path.is_file()]
    counted = Counter(path.parent.relative_to(ROOT).as_posix() for path in files)
    assert {"templates", "frontend/src/shared"} <= set(counted)
    assert not {folder: count for folder, count in counted.items() if count > DOZEN}


LONGEST_LINE, LONGEST_FILE = 160, 400


def test_a_template_has_short_lines_and_few() -> None:
    texts = {path.relative_to(ROOT / "templates").as_posix(): path.read_text(encoding="utf-8").splitlines()
             for path in (ROOT / "templates").rglob("*.html")}  # fmt: skip
    assert "base.html" in texts
    assert not [f"{name}: {n}" for name, lines in texts.items() for n, line in enumerate(lines, 1)
                if len(line) > LONGEST_LINE]  # fmt: skip
    assert not {name: len(lines) for name, lines in texts.items() if len(lines) > LONGEST_FILE}


def test_a_stylesheet_is_short() -> None:
    sheets = [*(ROOT / "frontend" / "styles").rglob("*.css"), *(ROOT / "static" / "css").rglob("*.css")]
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sheets}
    assert {"frontend/styles/site/frame.css", "static/css/parts.css"} <= set(texts)
    written = {name for name, text in texts.items() if text.startswith("/* Written by `make generated`")}
    assert written == {"static/css/site.css", "static/css/table/table.css"}
    assert not {name for name, text in texts.items() if text.count("\n") > LONGEST_FILE} - written


# Islands that fetch by themselves and not by the API (docs/decisions/0022), and why.
FETCHES = {
    "app-worker": "pages as the browser asks for them",
    "framed-again": "its own page",
    "push-button": "sends a form of its page",
    "score-entry": "a part of its page",
    "shared/fetching/page-copy.ts": "its own page",
    "shared/fetching/site-api.ts": "the API",
    "sheet-worker": "its own page",
    "slip-entry": "a part of its page",
    "table-end": "a part of its page",
    "table-gallery": "a part of its page",
    "table-watch": "one text for everybody, kept by caches",
}
FETCH = re.compile(r"\bfetch\([^)]")


def fetching(source: Path) -> str:
    """The island of a source that fetches, or the source where several islands share it; empty where none does."""
    name, text = source.relative_to(ROOT / "frontend" / "src"), source.read_text()
    if not FETCH.search(text):
        return ""
    return name.as_posix() if name.parts[0] == "shared" else name.parts[0]


def test_islands_ask_the_api() -> None:
    found = {fetching(source) for source in (ROOT / "frontend" / "src").rglob("*.ts")} - {""}
    assert found == set(FETCHES)


REASON = re.compile(r"# type: ignore\[[a-z, -]+\]  # \S+ \S+")


def ignored_types(text: str) -> list[str]:
    """The comments of a source that begin with `type: ignore`, each with what follows in its line."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [one.string for one in tokens if one.type == tokenize.COMMENT and one.string.startswith("# type: ignore")]


def test_an_ignored_type_says_its_reason_in_its_line() -> None:
    tops = ("platform", "games", "tournaments", "ratings", "bench", "tools", "tests", "demo")
    paths = [*ROOT.glob("*.py"), *(path for top in tops for path in (ROOT / top).rglob("*.py"))]
    found = [(path, comment) for path in paths for comment in ignored_types(path.read_text())]
    assert found
    assert not [f"{path.relative_to(ROOT)}: {comment}" for path, comment in found if not REASON.match(comment)]


def test_an_ignored_type_without_its_reason_is_found() -> None:
    assert [bool(REASON.match(one)) for one in ignored_types("a = 1  # type: ignore[misc]\n")] == [False]
    assert [bool(REASON.match(one)) for one in ignored_types("a = 1  # type: ignore\n")] == [False]
    assert [bool(REASON.match(one)) for one in ignored_types("a = 1  # type: ignore[misc]  # why so\n")] == [True]
    assert not ignored_types('a = "# type: ignore"\n')


def test_no_two_names_differ_by_a_letter() -> None:
    named = {path.parent if path.name == "__init__.py" else path for path in modules()}
    pairs = combinations(sorted(named), 2)
    assert not [f"{one} and {other}" for one, other in pairs if app_of(one) == app_of(other) and blur(one, other)]


def test_a_name_that_blurs_is_found() -> None:
    assert blur(Path("games/live/ending.py"), Path("games/live/endings.py"))
    assert blur(Path("ratings/list.py"), Path("ratings/services/lists"))
    assert blur(Path("ratings/cuts.py"), Path("ratings/cute.py"))
    assert not blur(Path("games/live/terms.py"), Path("games/engine/teams.py")), "two words, far from each other"
    assert not blur(Path("games/engine/play/view.py"), Path("ratings/views.py")), "the layer of every app"


READERS = {  # who calls the reader of a form of file, and for what
    "csv.reader": {
        "tournaments/entries/services/spreadsheets.py": "lists of people and results, pasted or sent in",
        "ratings/trials/reading.py": "a million results of a trial, line by line, in a core without services",
    },
    "openpyxl.load_workbook": {"tournaments/entries/services/spreadsheets.py": "lists as workbooks"},
    "trf.read": {
        "tournaments/exchange/services/reports.py": "report files, for page and API",
        "tournaments/management/commands/pair.py": "report files to be paired, in the shell",
        "tournaments/pairing/conformance.py": "reference answers of the pairing",
    },
}


@pytest.mark.parametrize("call", READERS)
def test_each_form_of_file_has_one_reader(call: str) -> None:
    module, name = call.split(".")
    found = {
        str(file)
        for file in modules()
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name
        and isinstance(node.func.value, ast.Name) and node.func.value.id == module
    }  # fmt: skip
    assert found == set(READERS[call]), "read it with the reader that is there"
