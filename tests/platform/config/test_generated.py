"""The generated parts of docs/, and the sheets that are joined, agree with the code."""

import pytest
from django.conf import settings
from django.core.management import call_command

from config.commands import documents, stylesheets

PAGE = "# Words\n\n| key | name |\n|---|---|\n| old | row |\n\nThe end.\n"


@pytest.mark.parametrize("name", documents.GENERATED)
def test_it_is_not_stale(name: str) -> None:
    text = (settings.BASE_DIR / name).read_text(encoding="utf-8")
    assert documents.GENERATED[name](text) == text, f"{name} is stale: run `make generated`"


@pytest.mark.parametrize("name", stylesheets.PARTS)
def test_every_part_of_a_sheet_is_joined(name: str) -> None:
    parts = (settings.BASE_DIR / "frontend" / "styles" / name).iterdir()
    assert {part.stem for part in parts} == set(stylesheets.PARTS[name])


def test_a_table_takes_the_place_of_the_one_with_the_same_head() -> None:
    written = documents.with_tables(lambda: [("key", "name"), ("new", "row"), ("more", "rows")])
    assert written(PAGE) == PAGE.replace("| old | row |", "| new | row |\n| more | rows |")
    assert written(written(PAGE)) == written(PAGE)


def test_a_page_without_the_table_is_a_mistake() -> None:
    with pytest.raises(ValueError, match=r"no table begins with \| key \| words \|"):
        documents.with_tables(lambda: [("key", "words")])(PAGE)


def test_the_command_writes_what_is_stale(tmp_path, settings, monkeypatch, capsys) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "page.md").write_text(PAGE)
    (tmp_path / "fresh.md").write_text("as it is")
    table = documents.with_tables(lambda: [("key", "name"), ("new", "row")])
    monkeypatch.setattr(documents, "GENERATED", {"page.md": table, "fresh.md": lambda text: text})
    call_command("generate")
    assert capsys.readouterr().out == "written: page.md\n"
    assert "| new | row |" in (tmp_path / "page.md").read_text()
