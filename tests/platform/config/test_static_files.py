"""Scripts that import each other do so by their collected names."""

import re
from pathlib import Path

from django.core.files.base import ContentFile

from config.static_files import Collected


def test_an_island_imports_what_it_shares_by_its_collected_name(tmp_path: Path) -> None:
    storage = Collected(location=str(tmp_path), base_url="/static/")
    files = {"dist/lit.js": "export const html = 1;", "dist/gin-table.js": 'import{html as h}from"./lit.js";h;'}
    for name, text in files.items():
        storage.save(name, ContentFile(text))
    done = {name: hashed for name, hashed, _is_new in storage.post_process({name: (storage, name) for name in files})}
    text = (tmp_path / done["dist/gin-table.js"]).read_text()
    assert re.search(r'from"\./(lit\.\w+\.js)"', text)[1] == Path(done["dist/lit.js"]).name
