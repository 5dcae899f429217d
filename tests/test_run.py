"""`make test` names the failed tests at its end; tests with processes or a browser count as failed when they fail
twice."""

from pathlib import Path

import pytest

from tests.run import COMPOSED, FEW, ROOT, SERVICE_FOLDERS, Round

UNSTEADY = """
from pathlib import Path
import pytest

def test_sound(): pass

@pytest.mark.browser
def test_unsteady():
    mark = Path(__file__).with_name("mark")
    was_there = mark.exists()
    mark.touch()
    assert was_there, "it is the first time"
"""
BROKEN = """
import pytest

@pytest.mark.parametrize("name", ["a b", "c/d::é[0]"])
def test_broken(name): assert not name, "broken for good"

@pytest.fixture
def untidy():
    yield
    raise OSError("left behind")

def test_untidy(untidy): pass
"""
MANY = """
import pytest

@pytest.mark.browser
@pytest.mark.parametrize("n", range(%d))
def test_one_of_many(n): assert 0
"""


def stage(folder: Path, **texts: str) -> Round:
    """Run these files as a stage."""
    for name, text in texts.items():
        (folder / f"test_{name}.py").write_text(text, encoding="utf-8")
    todo = Round(folder)
    todo.pytest("part", "-q", "-p", "no:cacheprovider", PYTHONPATH=str(ROOT), PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    return todo


@pytest.mark.long
def test_what_passes_alone_is_green_and_named_as_unsteady(tmp_path: Path) -> None:
    todo = stage(tmp_path, unsteady=UNSTEADY)
    assert todo.failed == []
    assert todo.red == {}
    [name] = todo.unsteady
    assert name == "test_unsteady.py::test_unsteady"
    assert any(line.startswith(f"unsteady: {name} - AssertionError: it is the first time") for line in todo.told())


@pytest.mark.long
def test_what_fails_twice_is_red_and_named(tmp_path: Path) -> None:
    todo = stage(tmp_path, unsteady=UNSTEADY, broken=BROKEN)
    assert todo.failed == ["part"]
    assert list(todo.unsteady) == ["test_unsteady.py::test_unsteady"]
    assert {failure.why for failure in todo.red.values()} >= {"OSError: left behind"}
    assert len(todo.red) == 3
    assert sum(line.startswith("failed: test_broken.py::test_") for line in todo.told()) == 3


@pytest.mark.long
def test_what_waits_for_nobody_has_one_try(tmp_path: Path) -> None:
    todo = stage(tmp_path, plain=UNSTEADY.replace("@pytest.mark.browser", ""))
    assert (todo.failed, list(todo.unsteady)) == (["part"], [])
    assert list(todo.red) == ["test_plain.py::test_unsteady"]


@pytest.mark.long
def test_when_very_many_fail_nothing_is_tried_again(tmp_path: Path) -> None:
    todo = stage(tmp_path, many=MANY % (FEW + 1))
    assert todo.failed == ["part"]
    assert len(todo.red) == FEW + 1
    assert [line.rpartition(" ")[0].rpartition(" ")[0] for line in todo.took] == ["part"]


@pytest.mark.long
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    todo = stage(tmp_path, wrong="import nothing_of_this_name")
    assert todo.failed == ["part"]
    assert list(todo.red) == ["test_wrong.py"]
    assert "nothing_of_this_name" in todo.red["test_wrong.py"].why


def test_the_stage_of_services_looks_where_their_tests_stand() -> None:
    """A test that no stage collects fails unseen."""
    marked = [path for path in (ROOT / "tests").rglob("test_*.py") if "pytest.mark.service" in path.read_text("utf-8")]
    assert len(marked) > 5
    collected = (*SERVICE_FOLDERS, COMPOSED)
    outside = [str(path) for path in marked if not any(path.is_relative_to(ROOT / one) for one in collected)]
    assert [one for one in outside if Path(one).name != Path(__file__).name] == []
