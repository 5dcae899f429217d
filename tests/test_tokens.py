"""Colours and breakpoints are named in static/css/tokens.css and used by their names."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CSS = ROOT / "static" / "css"
TOKENS = (CSS / "tokens.css").read_text(encoding="utf-8")
OTHERS = sorted(path for path in CSS.glob("*.css") if path.name != "tokens.css")
# A raw colour: in hexadecimal, by a function, or by one of CSS's names.
RAW = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|light-dark)\("
    r"|[:\s(,](?:white|black|gr[ae]y|silver|red|green|blue|gold|yellow|orange|navy|maroon)\s*[;,)}]",
    re.IGNORECASE,
)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
LENGTH = re.compile(r"\((?:min|max)-(?:width|height): *([\d.]+\w+)\)")


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.name)
def test_no_colour_is_raw_outside_the_tokens(path: Path) -> None:
    assert RAW.findall(COMMENT.sub("", path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.name)
def test_every_breakpoint_is_one_that_the_tokens_name(path: Path) -> None:
    media = "".join(re.findall(r"@media[^{]*", path.read_text(encoding="utf-8")))
    assert set(LENGTH.findall(media)) <= set(re.findall(r"\b[\d.]+rem\b", TOKENS[: TOKENS.index("*/")]))


def test_every_token_that_is_used_is_defined() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in CSS.glob("*.css"))
    by_script = {"--x", "--y", "--h", "--w", "--left", "--turn"}
    assert set(re.findall(r"var\((--[\w-]+)", text)) <= set(re.findall(r"(--[\w-]+):", text)) | by_script


def test_the_islands_draw_with_no_raw_colour() -> None:
    raw = re.compile(r"[\"'`:]#[0-9a-f]{3}(?:[0-9a-f]{3})?[\"'`;]", re.IGNORECASE)
    for path in (ROOT / "frontend" / "src").rglob("*.ts"):
        assert not raw.search(path.read_text(encoding="utf-8")), path.name
