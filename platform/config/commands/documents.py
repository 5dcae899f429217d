"""The parts of the documentation that are generated from the code, and the stylesheets that are joined.
`make generated` writes them; a test finds stale ones.

A page keeps what people wrote; a table in it is found by its first line and ends at the next empty one.
"""

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.core.management import call_command

from config.commands import chart, stylesheets
from games import engine
from games.engine.laws import catalogue
from games.engine.play.options import OPTIONS, TABLED, Shutout
from games.live.presets import FIRST
from games.live.setup import law_words
from games.live.setup.law_texts import law_texts
from tournaments.event.selectors.words import points_text
from tournaments.pairing import LOT, TABLES, PointsTable, name_of, sentence_of
from tournaments.pairing.tiebreaks.families import DEFAULTS, FAMILIES

Table = Sequence[Sequence[str]]
SECTIONS: tuple[tuple[int, Callable[[engine.RuleSet], object]], ...] = (
    (4, lambda rules: rules.kernel.name in ("gin", "royal")),
    (5, lambda rules: rules.knock_limit_source == "upcard"),
    (6, lambda rules: rules.hand_win_bonus or rules.big_gin_bonus or rules.knock_limit == 0 or rules.stake),
    (7, lambda rules: rules.columns == 3),
    (8, lambda rules: rules.suit_columns),
    (9, lambda rules: rules.doubling),
    (10, lambda rules: rules.seating.name in ("cutthroat", "chouette", "battle_royal")),
    (11, lambda rules: rules.seating.name == "teams"),
    (12, lambda rules: rules.kernel.name == "colonel"),
    (13, lambda rules: rules.kernel.name == "conquian"),
)  # of RULES.md
UNSAID = ("kernel", "seating", "sheet", "pack")  # parts of a family's first variant, which no row of a table can show


def schema(text: str = "") -> str:
    """The OpenAPI schema of the API. Raises CommandError if it gives warnings or is not valid."""
    out = io.StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    return out.getvalue()


def presets() -> Table:
    """RULES.md §3: the values that every variant sets over its base, in the order of the entries."""
    return [
        ("preset", "what it is", "base", "sets", "from"),
        *((_code(one.key), one.says, _code(one.base) if one.base else "–", _sets(one), one.source)
          for one in engine.ENTRIES),
    ]  # fmt: skip


def variants() -> Table:
    """The guide to the rulebook: every variant by key, with its sections and its differences from the first of its
    family."""
    return [
        ("key", "name", "sections", "differs in"),
        *((_code(key), rules.name, " ".join(f"§{at}" for at, holds in SECTIONS if holds(rules)), _differing(rules))
          for key, rules in engine.VARIANTS.items()),
    ]  # fmt: skip


def tie_breaks() -> Table:
    """Every tie-break with its words and the modifiers that it allows."""
    rows = [("key", "name", "what it is", "takes")]
    for key in (*FAMILIES, LOT):
        family = FAMILIES.get(key)
        words = [one[0].text for one in (name_of(key), sentence_of(key))]
        limits = [] if family is None or family.in_round_robins else ["not in round robins"]
        limits += ["teams only"] if family is not None and family.for_teams_only else []
        takes = [":MP :GP" if mark == ":" else f"/{mark}" for mark in (family.takes if family else "")]
        rows.append((_code(key), words[0], "; ".join([words[1], *limits]), " ".join(takes)))
    return rows


def usual_tie_breaks() -> Table:
    """The default tie-breaks of stages."""
    return [("where nothing is said", "decides"), *((_code(one), " ".join(keys)) for one, keys in DEFAULTS.items())]


def points_tables() -> Table:
    """Every points table with its points."""
    return [
        ("key", "win", "tie", "loss", "note"),
        *((_code(table.key), *_points(table), _note(table)) for table in TABLES.values()),
    ]


def laws() -> Table:
    """RULES.md §14.2: every law of irregularity in full sentences, as pages show it."""
    texts = law_texts()
    return [("law", "what it says"), *((irr, texts[irr]) for irr in catalogue.CATALOGUE)]


def irregularities(name: str, *games: str) -> Callable[[], Table]:
    """Where each irregularity can be reported in these games: by whom and with which commands, or why not. One row for
    all of the games, or one for each that differs."""

    def table() -> Table:
        titles = law_words.titles()
        head = (f"in {name}", "what went wrong", "a player, under table laws", "a director, live", "on a score sheet")
        rows: list[tuple[str, ...]] = [head]
        for irr, calls in catalogue.CATALOGUE.items():
            found: dict[tuple[str, ...], list[str]] = {}
            for game in games:
                found.setdefault(tuple(_call(calls[game][place]) for place in catalogue.PLACES), []).append(game)
            for cells, who in found.items():
                rows.append((irr if len(found) == 1 else f"{irr} ({', '.join(who)})", titles[irr], *cells))
        return rows

    return table


def _call(call: catalogue.Call) -> str:
    said = " ".join(map(_code, call.by)) or call.why
    return said if call.strict else f"{said}, under table laws"


def with_tables(*tables: Callable[[], Table]) -> Callable[[str], str]:
    """A function that puts these tables into the text of a page, each in place of the table with the same head."""

    def written(text: str) -> str:
        for table in tables:
            text = _with_table(text, table())
        return text

    return written


GENERATED: Mapping[str, Callable[[str], str]] = {
    "docs/openapi.yaml": schema,
    "docs/rules/RULES.md": with_tables(presets, laws),
    "docs/rules/README.md": with_tables(variants),
    "docs/rules/irregularities.md": with_tables(
        irregularities("gin", *catalogue.GAMES[:4]),
        irregularities("Colonel", catalogue.COLONEL),
        irregularities("Conquian", catalogue.CONQUIAN),
    ),
    "docs/tie-breaks.md": with_tables(points_tables, tie_breaks, usual_tie_breaks),
    "static/css/site.css": stylesheets.sheet("site"),
    "static/css/table/table.css": stylesheets.sheet("table"),
    "deploy/chart/files/nginx.conf": chart.nginx_conf,
    "deploy/chart/files/away.html": chart.away_page,
}


def generate() -> list[str]:
    """Write every stale file of `GENERATED`; returns their paths."""
    stale = []
    for name, made in GENERATED.items():
        path = settings.BASE_DIR / name
        text = path.read_text(encoding="utf-8")
        if made(text) != text:
            path.write_text(made(text), encoding="utf-8")
            stale.append(name)
    return stale


def _with_table(text: str, table: Table) -> str:
    head, *rows = (_line(row) for row in table)
    before, found, after = text.partition(f"\n{head}\n")
    if not found:
        raise ValueError(f"no table begins with {head}")
    rest = after.partition("\n\n")[1:]
    return "\n".join([before, head, _line(["---"] * len(table[0])).replace(" ", ""), *rows]) + "".join(rest)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _code(word: str) -> str:
    return f"`{word}`"


def _said(value: Any) -> str:
    """An option's value as RULES.md writes it."""
    if isinstance(value, Shutout):
        return f"{value.mode} {value.value}" if value.mode == "add" else value.mode
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _sets(entry: engine.Entry) -> str:
    """The values that an entry sets over its base."""
    words = [f"{name} {_said(value)}" for name, value in {**entry.sets, **entry.parts}.items() if name not in UNSAID]
    if "pack" in entry.parts:
        words.append(f"ranks {entry.parts['pack'].ranks}")
    return ", ".join(map(_code, words))


def _differing(rules: engine.RuleSet) -> str:
    """The options in which the variant differs from the first of its family, in the order of RULES.md §2."""
    base = engine.VARIANTS[FIRST[rules.kernel.name]]
    names = (*TABLED.get(rules.kernel.name, OPTIONS), "shutout", "stake")
    words = [] if rules.seating is base.seating else [f"seats {rules.seating.name}"]
    words += [f"{name} {_said(getattr(rules, name))}" for name in names if getattr(rules, name) != getattr(base, name)]
    if rules.pack.ranks != base.pack.ranks:
        words.append(f"ranks {rules.pack.ranks}")
    return ", ".join(map(_code, words)) or "the first of its family"


def _points(table: PointsTable) -> tuple[str, str, str]:
    win, tie, loss = (points_text(points, table.unit) for points in (table.win, table.tie, table.loss))
    if table.by_margin:
        most = points_text(table.most, table.unit)
        return f"{win} to {most}", tie, f"the rest of {most}"
    return win, tie, loss


def _note(table: PointsTable) -> str:
    """A note on a points table about facts that have no column."""
    notes = []
    if table.shutout is not None:
        notes.append(f"a shutout win is worth {points_text(table.shutout, table.unit)}")
    if table.beta is not None:
        notes.append("by the margin and the number of deals, which must be entered")
    elif table.by_margin:
        notes.append("by the margin")
    if table.forfeit_win != table.win:
        notes.append(f"a forfeit is worth {points_text(table.forfeit_win, table.unit)}")
    return "; ".join(notes)
