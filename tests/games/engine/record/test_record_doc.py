"""docs/record.md is true: its examples are checked, and every letter is there."""

import doctest
import re
from pathlib import Path

import pytest

from games import engine
from games.engine import record
from games.engine.record.binding import COMMANDS
from games.engine.record.director import SHAPES
from games.engine.writing.words import LETTERS

DOC = Path(__file__).parents[4] / "docs" / "record.md"
TEXT = DOC.read_text(encoding="utf-8")
RECORDS = re.findall(r"```record\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("text", RECORDS, ids=lambda text: text.splitlines()[1])
def test_an_example_is_a_record_as_it_is_written(text):
    ((found, state),) = record.checked(text.splitlines())
    assert state is not None
    assert record.written(found) == text


def test_there_is_an_example_of_every_game():
    families = {engine.parse_rules(found.header("Rules")).kernel.name for text in RECORDS for found in one(text)}
    assert families == {rules.kernel.name for rules in engine.VARIANTS.values()}


def one(text):
    return list(record.read(text.splitlines()))


def test_every_letter_and_command_is_explained():
    for letter in LETTERS.values():
        assert f"`{letter}" in TEXT, letter
    for command in (*COMMANDS, *SHAPES, "dir_record", "reshuffle"):
        assert command in TEXT, command


def test_the_lines_of_python_do_what_they_say():
    assert doctest.testfile(str(DOC), module_relative=False).failed == 0
