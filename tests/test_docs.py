"""The documentation names only existing things: every path, `manage.py` command and `python -m` module in it exists."""

import os
import re
from configparser import ConfigParser
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONVENTIONS.md", *sorted((ROOT / "docs").rglob("*.md"))]
EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
UNTRACKED = {
    ".git",
    ".venv",
    ".venv-second",
    ".venv-cluster",
    ".mypy_cache",
    ".ruff_cache",
    "node_modules",
    "__pycache__",
}
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
PLAIN = re.compile(r"[\w.*-]+(?:/[\w.*-]+)*/?")
FILE = re.compile(r"[\w-]+\.(?:py|md|ts|mjs|js|css|html|toml|yaml|yml|sh|po|cfg|lock|conf)")
PLACEHOLDER = re.compile(r"(?:^|/)(?:NAME|SUBJECT|APP|FILE|FOLDER|NNNN)(?:[.*/-]|$)")
COMMAND = re.compile(r"manage\.py ([a-z_]+)")
INDENTED = re.compile(r"(?:^    .*\n|^\n)+", re.MULTILINE)
PROGRAM = re.compile(
    r"[A-Z_]+=|\S*manage\.py |(?:docker|python3?|export|make|git|pip|psql|pg_\w+|curl|mv|cp|sudo)\b|\S*/python "
)
SHORT = 60  # columns: a line in the middle of a sentence that ends before, where the next word fits, is torn
UNFINISHED = re.compile(r"(?:\b(?:an?|the|and|or|of|to)|,)$")
STRUCTURE = re.compile(r"\s*(?:[|#>*<`]|- |\d+\. |    )")
MODULE = re.compile(r"python -m ([a-z_]+(?:\.[a-z_]+)+)")


def everything() -> list[str]:
    """All files of the tree, and its folders with a slash behind."""
    found = []
    for folder, folders, files in os.walk(ROOT):
        skipped = UNTRACKED | {"data"} if Path(folder) == ROOT else UNTRACKED
        folders[:] = [name for name in folders if name not in skipped]
        here = Path(folder).relative_to(ROOT)
        found += [(here / name).as_posix() for name in files] + [f"{(here / name).as_posix()}/" for name in folders]
    return found


TREE = everything()
THERE = set(TREE)
NAMES = {Path(path).name for path in TREE}
TOP = {path.split("/")[0] for path in TREE if "/" in path}
DRAWER = {path.split("/")[1] for path in TREE if path.startswith("platform/") and path.count("/") > 1}


def named_paths(text: str) -> set[str]:
    """The words in backticks that are paths from the top of the tree, or names of files."""
    words = {word.strip(",;:()") for code in CODE.findall(FENCE.sub("", text)) for word in code.split()}
    plain = {word for word in words if PLAIN.fullmatch(word) and not PLACEHOLDER.search(word)}
    paths = {word for word in plain if "/" in word and word.split("/")[0] in TOP | DRAWER}
    return paths | {word for word in plain if FILE.fullmatch(word)}


def is_there(path: str) -> bool:
    """Is it a file or folder, from the top or in `platform/`; a pattern that some match; the number of a decision?"""
    if "/" not in path:
        return path in NAMES
    bare = path.rstrip("/")
    if "*" in bare:
        return any(ROOT.glob(bare))
    whole = [bare, f"platform/{bare}"]
    if any(at in THERE or f"{at}/" in THERE for at in whole):
        return True
    return bool(re.fullmatch(r"docs/decisions/\d{4}", bare)) and any(at.startswith(f"{bare}-") for at in THERE)


@pytest.mark.parametrize("contract", ["rooms", "rooms-of-subjects", "webhooks"])
def test_the_table_of_layers_names_those_that_are_checked(contract: str) -> None:
    walls = ConfigParser()
    walls.read(ROOT / ".importlinter")
    layers = set(re.findall(r"\w+", walls[f"importlinter:contract:{contract}"]["layers"]))
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = text.split("## Layers of an app")[1].split("## Map")[0]
    assert layers - set(CODE.findall(table)) == set()


@EACH_PAGE
def test_every_path_that_a_page_names_exists(page: Path) -> None:
    missing = {path for path in named_paths(page.read_text(encoding="utf-8")) if not is_there(path)}
    assert not missing, f"{page.relative_to(ROOT)} names what is not there"


def mapped(text: str) -> set[str]:
    """The folders of the map of ARCHITECTURE.md: those in a line stand in the one that is farther left above them."""
    found, above = set(), {0: ""}
    for line in text.split("## Map", 1)[1].split("```", 2)[1].splitlines():
        depth, folders = len(line) - len(line.lstrip()), line.strip().split("  ")[0].split()
        here = above[depth]
        found |= {f"{here}{folder}" for folder in folders}
        above[depth + 2] = f"{here}{folders[0]}" if folders else ""
    return found


def test_the_map_shows_folders_that_exist() -> None:
    folders = mapped((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    assert {"games/engine/gin/", "tournaments/paper/", "frontend/src/"} <= folders
    assert not {folder for folder in folders if not (ROOT / folder).is_dir()}


@EACH_PAGE
def test_every_command_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not set(COMMAND.findall(text)) - get_commands().keys() - {"help"}
    assert not [name for name in MODULE.findall(text) if name.split(".")[0] in TOP | DRAWER and find_spec(name) is None]


def shell_lines(text: str) -> list[str]:
    """The lines of the blocks that hold commands: fenced ones in a shell's name, and indented ones in which a line
    begins with a program."""
    blocks = re.findall(r"^```(?:sh|bash|console)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    indented = [block for block in INDENTED.findall(FENCE.sub("", text)) if block.strip()]
    blocks += [block for block in indented if any(PROGRAM.match(line.strip()) for line in block.splitlines())]
    return [line.strip() for block in blocks for line in block.replace("\\\n", " ").splitlines() if line.strip()]


def bad_commands(text: str) -> list[str]:
    """The lines of shells that begin with no program, hold a second command, or give `manage.py` an unknown option."""
    found = []
    for line in shell_lines(text):
        command, _hash, comment = line.partition(" #")
        if not PROGRAM.match(f"{command} ") or "manage.py" in comment or command.count("manage.py") > 1:
            found.append(line)
    for name, rest in re.findall(r"manage\.py ([a-z_]+)([^`\n#]*)", text):
        if (options := re.findall(r"(?<![\w-])--[a-z-]+", rest)) and name in get_commands():
            help_text = load_command_class(str(get_commands()[name]), name).create_parser("", name).format_help()
            found += [f"{name} {option}" for option in options if option not in help_text]
    return found


def torn_lines(text: str) -> list[str]:
    """The short lines in the middle of a sentence, whose next word would fit: what a careless edit leaves; and items
    that end in a word of the middle."""
    lines, found = FENCE.sub("", text).splitlines(), []
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if not line.strip() or re.match(r"\s*[|#]|    ", line) or line.rstrip()[-1] in ".:":
            continue
        goes_on = bool(below.strip()) and not STRUCTURE.match(below)
        is_short = goes_on and len(line) + 1 + len(below.split()[0]) <= SHORT
        is_last = not below.strip() or re.match(r"- |\d+\. |#", below)
        if is_short or (is_last and UNFINISHED.search(line)):
            found.append(line)
    return found


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda page: str(page.relative_to(ROOT)))
def test_no_line_is_torn_and_no_command_runs_into_another(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert torn_lines(text) == []
    assert bad_commands(text) == []


def test_torn_lists_and_commands_that_run_into_each_other_are_found() -> None:
    assert (
        torn_lines("- A sit-and-go for four or eight, which begins with the last seat: a cup, three\n  rounds.\n") == []
    )
    assert torn_lines("- which begins with the last seat: a cup,\n  three\n  rounds, or three of duplicate.\n")
    assert torn_lines("- A guest may have one deal analysed. What an\n- On the graph of a replay.\n")
    right = "    manage.py clubnight demo/roster.csv        # the whole night\n    manage.py pair FILE.trf --explain\n"
    assert bad_commands(right) == []
    assert bad_commands(
        "    manage.py clubnight demo/roster.csv  # to try a machine manage.py\n    clubnight demo/roster.csv\n"
    )
    assert bad_commands("`manage.py pair FILE.trf --explanation`") == ["pair --explanation"]


@EACH_PAGE
def test_every_link_to_another_page_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert not [link for link in links if not (page.parent / link).exists()]


def test_the_index_names_every_page() -> None:
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    links = {(ROOT / "docs" / link).resolve() for link in re.findall(r"\]\(([^)#:]+)\)", index)}
    pages = {page.resolve() for page in PAGES if page.is_relative_to(ROOT / "docs")} - {ROOT / "docs/README.md"}
    assert not {page.relative_to(ROOT).as_posix() for page in pages - links}


CHAPTERS = 17  # of the standard that docs/security.md goes through
NAMED_TEST = re.compile(r"`(tests/[\w/.]+\.py)::(test_\w+)`")


def test_every_line_of_security_has_a_verdict_and_names_its_test() -> None:
    text = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    chapters = re.split(r"^## V(\d+) ", text, flags=re.MULTILINE)
    assert chapters[1::2] == [str(number) for number in range(1, CHAPTERS + 1)]
    for body in chapters[2::2]:
        rows = [line for line in body.splitlines() if re.match(r"\| \d", line)]
        assert rows
        for row in rows:
            verdict = row.split("|")[2].strip()
            assert verdict in ("yes", "none", "otherwise"), row
            assert verdict != "yes" or NAMED_TEST.search(row), row


@EACH_PAGE
def test_every_test_that_a_page_names_exists(page: Path) -> None:
    missing = [
        f"{path}::{name}"
        for path, name in NAMED_TEST.findall(page.read_text(encoding="utf-8"))
        if not (ROOT / path).exists() or f"def {name}(" not in (ROOT / path).read_text(encoding="utf-8")
    ]
    assert missing == []


def test_a_path_that_is_not_there_is_found() -> None:
    assert named_paths("see `tests/test_docs.py`, `games/enigma/` and `BH/C1`\n```\n`games/x.py`\n```") == {
        "tests/test_docs.py",
        "games/enigma/",
    }
    assert is_there("tests/test_docs.py")
    assert is_there("accounts/names.py")
    assert is_there("docs/decisions/0013")
    assert not is_there("games/enigma/")
    assert not is_there("nobody.py")
