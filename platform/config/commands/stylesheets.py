"""Stylesheets that are served as one file and written as several, by subject: a page asks once, and a reader opens what
is about one thing."""

import re
from collections.abc import Callable

from django.conf import settings

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
PARTS = {
    "site": ("frame", "plain", "forms", "lists"),
    "table": ("felt", "hand", "result", "sizes", "sides", "replay"),
}


def sheet(name: str) -> Callable[[str], str]:
    """A function that gives the sheet of this name, whatever was written before: its parts, in `frontend/styles/`, one
    after the other, without comments and indentation."""

    def written(text: str = "") -> str:
        parts = (settings.BASE_DIR / "frontend" / "styles" / name / f"{part}.css" for part in PARTS[name])
        lines = (COMMENT.sub("", "\n".join(part.read_text(encoding="utf-8") for part in parts))).split("\n")
        head = f"/* Written by `make generated` from frontend/styles/{name}/ */"
        return "\n".join([head, *(line.strip() for line in lines if line.strip()), ""])

    return written
