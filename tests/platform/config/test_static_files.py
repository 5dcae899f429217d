"""Scripts that import each other do so by their collected names; stylesheets are short; all is collected once."""

import re
from pathlib import Path

import pytest
from django.core.files.base import ContentFile

from config import static_files
from config.static_files import Collected


def test_an_island_imports_what_it_shares_by_its_collected_name(tmp_path: Path) -> None:
    storage = Collected(location=str(tmp_path), base_url="/static/")
    files = {"dist/lit.js": "export const html = 1;", "dist/gin-table.js": 'import{html as h}from"./lit.js";h;'}
    for name, text in files.items():
        storage.save(name, ContentFile(text))
    done = {name: hashed for name, hashed, _is_new in storage.post_process({name: (storage, name) for name in files})}
    text = (tmp_path / done["dist/gin-table.js"]).read_text()
    assert re.search(r'from"\./(lit\.\w+\.js)"', text)[1] == Path(done["dist/lit.js"]).name


def test_a_stylesheet_is_collected_short_under_both_names(tmp_path: Path) -> None:
    storage = Collected(location=str(tmp_path), base_url="/static/")
    storage.save("css/site.css", ContentFile(b"a {\n  color: red; /* why */\n}\n"))
    list(storage.post_process({"css/site.css": (storage, "css/site.css")}))
    assert {path.read_text() for path in tmp_path.glob("css/*.css")} == {"a{color:red}"}
    assert len(list(tmp_path.glob("css/*.css"))) == 2


def test_files_are_collected_again_only_when_a_source_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources, root = tmp_path / "sources", tmp_path / "static"
    sources.mkdir()
    (sources / "one.txt").write_text("one")
    monkeypatch.setattr(static_files, "_sources", lambda: [("one.txt", sources / "one.txt")])
    monkeypatch.setattr(static_files, "call_command", lambda *_words, **_more: root.mkdir())
    assert [static_files.collect(root) for _ in range(2)] == [True, False]
    (root / "left-over.css").write_text("")
    (sources / "one.txt").write_text("other")
    assert static_files.collect(root)
    assert [path.name for path in root.iterdir()] == [static_files.MARK]
