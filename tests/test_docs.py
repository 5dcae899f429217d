"""The pages name existing things only: every path, `manage.py` command and `python -m` module that they name exists."""

import os
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONVENTIONS.md", *sorted((ROOT / "docs").rglob("*.md"))]
EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
UNTRACKED = {".git", ".venv", ".venv-second", ".mypy_cache", ".ruff_cache", "node_modules", "__pycache__"}
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
PLAIN = re.compile(r"[\w.*-]+(?:/[\w.*-]+)*/?")
FILE = re.compile(r"[\w-]+\.(?:py|md|ts|mjs|js|css|html|toml|yaml|yml|sh|po|cfg|lock|conf)")
PLACEHOLDER = re.compile(r"(?:^|/)(?:NAME|SUBJECT|APP|FILE|FOLDER|NNNN)(?:[.*/-]|$)")
COMMAND = re.compile(r"manage\.py ([a-z_]+)")
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
    assert not set(COMMAND.findall(text)) - get_commands().keys()
    assert not [name for name in MODULE.findall(text) if name.split(".")[0] in TOP | DRAWER and find_spec(name) is None]


@EACH_PAGE
def test_every_link_to_another_page_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert not [link for link in links if not (page.parent / link).exists()]


def test_the_index_names_every_page() -> None:
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    links = {(ROOT / "docs" / link).resolve() for link in re.findall(r"\]\(([^)#:]+)\)", index)}
    pages = {page.resolve() for page in PAGES if page.is_relative_to(ROOT / "docs")} - {ROOT / "docs/README.md"}
    assert not {page.relative_to(ROOT).as_posix() for page in pages - links}


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
