"""The walls of the house: floors, rooms, pure cores, no rings, and `platform/` that is a drawer, not a package."""

import ast
import subprocess
import sys
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
    "tournaments/pairing": {"tournaments.pairing"},
    "tournaments/formats": {"tournaments.formats", "tournaments.pairing", "games.engine.lengths"},
    "tournaments/trf": {"tournaments.trf", "tournaments.pairing"},
    "ratings/systems": {"ratings.systems"},
}
SPECIAL = {
    "tournaments/pairing/matching.py": {"logging", "networkx", "py4swiss"},
    "tournaments/formats/__main__.py": {"pickle"},
    "games/players/__main__.py": {"pickle"},
    "games/players": {"random"},
}
READS = {
    "tournaments/pairing/conformance.py": {"tournaments", "tournaments.trf"}
}  # the house's own modules that a door may read through
DOORS = {"conformance.py", "__main__.py"}
DOOR_TOOLS = {"argparse", "csv", "gzip", "pathlib", "sys", "yaml", "traceback"}


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
        assert not {m for m in imported_by(path) if m.endswith((".conformance", ".__main__"))}, path


def test_platform_is_a_drawer() -> None:
    drawer = ROOT / "platform"
    assert not (drawer / "__init__.py").exists()
    assert not [p for p in drawer.rglob("*.py") if p.name == "conftest.py" or p.name.startswith("test_")]


def test_python_does_not_hide_the_names_of_the_standard_library() -> None:
    tops = {p.name for p in (ROOT / "platform").iterdir() if p.is_dir()} | {"games", "tournaments", "ratings"}
    assert not tops & set(sys.stdlib_module_names)
