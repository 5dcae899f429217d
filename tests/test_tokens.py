"""Colours and breakpoints are named in static/css/tokens.css and used by their names; no rule is slow to match."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CSS = ROOT / "static" / "css"
TOKENS = (CSS / "tokens.css").read_text(encoding="utf-8")
OTHERS = sorted(path for path in CSS.rglob("*.css") if path.name != "tokens.css")
# A raw colour: in hexadecimal, by a function, or by one of CSS's names.
RAW = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|light-dark)\("
    r"|[:\s(,](?:white|black|gr[ae]y|silver|red|green|blue|gold|yellow|orange|navy|maroon)\s*[;,)}]",
    re.IGNORECASE,
)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# A rule for whatever stands under what depends on other elements: browsers then look up the styles of all of a page.
ALL_UNDER = re.compile(
    r":(?:has\((?:[^()]|\([^()]*\))*\)|(?:first|last|only|nth)-[\w-]+(?:\([^)]*\))?|empty)\)*[^\s,{>+~]*[\s>+~]+\*"
)
# Sheets of which whole pages of other kinds are made may ask what an element holds; a table under play, which changes
# with every card, must not, nor may the sheets of all pages ask it of what holds the table.
AT_A_TABLE = sorted((CSS / "table").glob("*.css"))
HOLDS_THE_TABLE = re.compile(
    r"(?:^|[\s,(])(?:(?:html|body|main|gin-table)[\w.#\[\]=~\"-]*|(?:\.[\w-]+)*\.page(?:\.[\w-]+)*):has\("
)
LENGTH = re.compile(r"\((?:min|max)-(?:width|height): *([\d.]+\w+)\)")


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.name)
def test_no_colour_is_raw_outside_the_tokens(path: Path) -> None:
    assert RAW.findall(COMMENT.sub("", path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.name)
def test_every_breakpoint_is_one_that_the_tokens_name(path: Path) -> None:
    media = "".join(re.findall(r"@media[^{]*", path.read_text(encoding="utf-8")))
    assert set(LENGTH.findall(media)) <= set(re.findall(r"\b[\d.]+rem\b", TOKENS[: TOKENS.index("*/")]))


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.name)
def test_no_rule_has_all_styles_looked_up_again(path: Path) -> None:
    assert ALL_UNDER.findall(COMMENT.sub("", path.read_text(encoding="utf-8"))) == []


def test_all_under_is_found_where_it_stands() -> None:
    for bad in (".felt:has(> .a, > .b) > * {", "table tr:last-child > * {", ".felt:not(:has(> .a)) > * {"):
        assert ALL_UNDER.search(bad)
    for good in ("table tr:last-child > :is(th, td) {", "table.pairs > tbody > tr > :nth-child(1) {", ".a > * + * {"):
        assert not ALL_UNDER.search(good)


@pytest.mark.parametrize("path", AT_A_TABLE, ids=lambda path: path.name)
def test_nothing_at_a_table_asks_what_an_element_holds(path: Path) -> None:
    """Of each element of which it was once asked, browsers look up the styles of all beneath it whenever a card comes
    or goes; what lies on the felt stands in `data-has` of <gin-table>."""
    assert ":has(" not in COMMENT.sub("", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["base.css", "site.css", "parts.css", "print.css"])
def test_no_sheet_of_all_pages_asks_what_holds_the_table(name: str) -> None:
    assert HOLDS_THE_TABLE.findall(COMMENT.sub("", (CSS / name).read_text(encoding="utf-8"))) == []


def test_what_holds_the_table_is_found_where_it_is_asked() -> None:
    for bad in ("body:has(slip-entry) > .offline", ".page:has(gin-replay) {", ".a, main.page:has(> .b) {"):
        assert HOLDS_THE_TABLE.search(bad)
    for good in (".form div:has(> input) {", ".page-head:has(h2) {", ".tile:has(:checked) {"):
        assert not HOLDS_THE_TABLE.search(good)


def test_every_token_that_is_used_is_defined() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in CSS.rglob("*.css"))
    by_script = {"--x", "--y", "--h", "--w", "--left", "--turn", "--tip", "--hands"}
    assert set(re.findall(r"var\((--[\w-]+)", text)) <= set(re.findall(r"(--[\w-]+):", text)) | by_script


def test_the_islands_draw_with_no_raw_colour() -> None:
    raw = re.compile(r"[\"'`:]#[0-9a-f]{3}(?:[0-9a-f]{3})?[\"'`;]", re.IGNORECASE)
    for path in (ROOT / "frontend" / "src").rglob("*.ts"):
        assert not raw.search(path.read_text(encoding="utf-8")), path.name


def shades(css: str) -> dict[str, tuple[str, str]]:
    """The colours that a block of CSS names, each as it is in light and in dark."""
    found = re.findall(r"(--[\w-]+): *(?:light-dark\((#\w+), (#\w+)\)|(#\w+));", css)
    return {name: (light or both, dark or both) for name, light, dark, both in found}


def luminance(colour: str) -> float:
    """How light a colour is, as WCAG 2 counts it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("felt", ["green", "blue", "wine"])
def test_text_can_be_read_on_every_felt(felt: str) -> None:
    block = re.search(rf'\[data-felt="{felt}"\] {{(.*?)}}', TOKENS, re.DOTALL)
    assert block, felt
    on = shades(TOKENS[: TOKENS.index("[data-felt")]) | shades(block[1])
    for mode, name in enumerate(("light", "dark")):
        for ground in ("--felt-light", "--felt", "--felt-deep"):
            for text in ("--felt-ink", "--felt-soft"):
                assert contrast(on[text][mode], on[ground][mode]) >= 4.5, (name, text, ground)
            assert contrast(on["--gold-felt"][mode], on[ground][mode]) >= 3, "of gold are titles and rings"
        assert contrast(on["--gold-felt"][mode], on["--felt"][mode]) >= 4.5, "and the names of melds, on plain felt"
        assert contrast(on["--on-cream"][mode], on["--cream"][mode]) >= 4.5, name
