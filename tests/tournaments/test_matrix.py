"""The matrix of presets: what was really played, column by column, and the reason for each empty cell.

`make matrix` plays everything and writes `docs/matrix.md`; the quick test looks whether that page still says the truth
about what is refused.
"""

import os
import random
import time
from pathlib import Path

import pytest

from games import engine
from games.engine.record import checked
from games.live.finished import archive, game_records
from games.models import Deal
from games.players import make_player
from games.services import house_rules
from games.services import tables as table_services
from ratings.models import RatedMatch
from tests.games import house_rule_sets, sittings
from tests.games.live import live_tables
from tests.tournaments.whole_evenings import SHORT, Combination, WholeEvening
from tournaments.errors import Invalid
from tournaments.formats import TEMPLATES
from tournaments.models import Match, MatchState

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = Path(__file__).parents[2] / "docs" / "matrix.md"
ROWS = (*engine.VARIANTS, *house_rule_sets.THREE.values())
COLUMNS = ("engine", "live casual", "live tournament", "in person", "laws", "rated", "archived")
HEAD = """# What was played

Every preset, and three rule sets of clubs, played by house players in one run of `make matrix` (SQLite, in one
process): by the rules alone, at a casual live table, in a tournament at live tables and in person, with table laws and
a slip that they answer, rated, and read back from the archive. A dot is an evening or a sitting that came to its end;
where there is none, the sentence below the table says why.

"""


class Line:
    """One preset: what was played of it, and why what was not."""

    def __init__(self, key: str) -> None:
        self.key, self.cells, self.why = key, {}, {}

    def try_out(self, column: str, work) -> None:
        """Play it: a dot, or the reason in a sentence."""
        try:
            work()
        except Invalid as refused:
            self.cells[column], self.why[column] = "–", str(refused)
        except Exception as wrong:  # what should have been played and was not is told as it is
            self.cells[column], self.why[column] = (
                "✗",
                f"Does not work yet: {type(wrong).__name__}: {wrong}".split("\n")[0],
            )
        else:
            self.cells[column] = "●"


def played_by_rules(key: str) -> None:
    """A whole deal and more by the engine alone."""
    rules = engine.rule_set(key, **SHORT.get(engine.VARIANTS[key].sheet.name, {}))
    seats = rules.seating.numbers(rules)[0]
    players = [make_player("novice", seat) for seat in range(seats)]
    state = engine.start(rules, seats)
    turn = 0
    while not engine.is_over(rules, state):
        turn += 1
        assert turn < 20_000
        due = engine.due_chance(rules, state)
        if due is not None:
            state, events = engine.apply(rules, state, due(_deck(rules, turn)))
        else:
            seat = engine.to_act(rules, state)[0]
            state, events = engine.apply(rules, state, players[seat].choose(engine.view(rules, state, seat)))
        for seat, player in enumerate(players):
            for event in events:
                player.see(engine.view_event(rules, event, seat))


def _deck(rules: engine.RuleSet, turn: int) -> tuple[int, ...]:
    cards = list(rules.pack.cards)
    random.Random(f"{rules.key}:{turn}").shuffle(cards)
    return tuple(cards)


def casual(key: str, slip: bool = False, **laws: str):
    """A casual sitting between people with accounts, played to its end."""
    rules = engine.VARIANTS[key]
    seats = [table_services.SeatSpec(live_tables.person("P")) for _ in range(rules.seating.numbers(rules)[0])]
    options = {**SHORT.get(rules.sheet.name, {}), **laws}
    table = table_services.open_table(
        rules_key=key, seats=seats, options=options, settings={"pace": "fast", "rated": True}, now=live_tables.now()
    )
    return sittings.play_out(table, level="novice", slip=slip)


def with_laws(key: str) -> None:
    """A slip at a live table is accepted and stands in its log, and the sitting goes on to its end."""
    table = casual(key, slip=True, laws="table_laws")
    made = {"peek_stock", "touch_stock", "show_card", "look_discards"}
    assert made & set(table.plays.values_list("action__do", flat=True)), "nobody could err"


def rated(table) -> None:
    assert RatedMatch.objects.filter(source=f"table:{table.public_id}", weight=1).exists()


def archived(table) -> None:
    deals = list(Deal.objects.filter(table=table))
    assert deals
    assert all(archive.deal_record(deal) for deal in deals)
    [(_, state)] = checked((game_records.game_record(table) or "").splitlines())
    assert state is not None


def line_of(club, organiser, clock, key: str) -> Line:
    """Play a preset in every column."""
    line, tables = Line(key), []
    if key != engine.base_of(key):
        chosen = {"preset": engine.base_of(key), "options": engine.own_values(key)}
        house_rules.make(club=club, name=key[:60], by=organiser, now=clock(), **chosen)
    line.try_out("engine", lambda: played_by_rules(key))
    line.try_out("live casual", lambda: tables.append(casual(key)))
    for column, place in (("live tournament", "online"), ("in person", "in_person")):
        line.try_out(column, lambda place=place: evening(club, organiser, clock, key, place))
    line.try_out("laws", lambda: with_laws(key))
    line.try_out("rated", lambda: rated(tables[0]))
    line.try_out("archived", lambda: archived(tables[0]))
    return line


def evening(club, organiser, clock, key: str, place: str) -> None:
    """A tournament of it to its end."""
    templates = [name for name in TEMPLATES if Combination(key, name, "game", place).is_offered]
    one = Combination(key, "swiss" if "swiss" in templates or not templates else templates[0], "game", place)
    tournament = WholeEvening(club, organiser, clock, one).play()
    assert tournament.state == "finished"
    ours = {"round__stage__tournament": tournament}
    assert {one.state for kind in (Match,) for one in kind.objects.filter(**ours)} == {MatchState.OVER}


def row_of(one: Line) -> str:
    """The row of a rule set."""
    return f"| `{one.key}` | {' | '.join(one.cells[column] for column in COLUMNS)} |"


def written(lines: list[Line], seconds: float) -> str:
    """The page."""
    rows = [f"| preset | {' | '.join(COLUMNS)} |", "|---|" + "---|" * len(COLUMNS)]
    rows += [row_of(one) for one in lines]
    why: dict[tuple[str, str], list[str]] = {}
    for one in lines:
        for column, words in one.why.items():
            why.setdefault((column, words), []).append(one.key)
    reasons = [
        f"- **{column}**, {', '.join(f'`{key}`' for key in keys)}: {said}" for (column, said), keys in why.items()
    ]
    counted = sum(cell == "●" for one in lines for cell in one.cells.values())
    others = len(lines) * len(COLUMNS) - counted
    took = f"{len(lines)} rule sets, {counted} cells played, {others} with a reason. It took {seconds:.0f} s."
    return (
        HEAD + "\n".join(rows) + "\n\n## Why not\n" + "\n".join(reasons or ["Everything was played."]) + f"\n\n{took}\n"
    )


@pytest.mark.marathon
def test_the_matrix_is_played_and_written(club, organiser, clock):
    began = time.monotonic()
    lines = [line_of(club, organiser, clock, key) for key in ROWS]
    assert all(set(one.cells) == set(COLUMNS) for one in lines)
    assert all(one.cells[column] == "●" or one.why[column] for one in lines for column in COLUMNS)
    if os.environ.get("UNDERCUT_MATRIX"):
        PAGE.write_text(written(lines, time.monotonic() - began))


@pytest.mark.marathon
@pytest.mark.parametrize("name", house_rule_sets.THREE)
def test_the_rules_of_a_club_are_played_in_every_column(club, organiser, clock, name):
    """With UNDERCUT_MATRIX it writes its row into the page."""
    line = line_of(club, organiser, clock, house_rule_sets.THREE[name])
    assert set(line.cells.values()) == {"●"}, line.why
    if os.environ.get("UNDERCUT_MATRIX"):
        kept = [row for row in PAGE.read_text().splitlines() if f"`{line.key}`" not in row]
        last = max(at for at, row in enumerate(kept) if row.startswith("| `"))
        kept.insert(last + 1, row_of(line))
        PAGE.write_text("\n".join(kept) + "\n")


def test_one_line_of_the_matrix_is_played(club, organiser, clock):
    """A preset in every column: the short form."""
    line = line_of(club, organiser, clock, "gin-pagat")
    assert set(line.cells.values()) == {"●"}, line.why


def test_the_page_has_every_preset_and_no_empty_cell():
    rows = [row.strip("|\n ").split("|") for row in PAGE.read_text().splitlines() if row.startswith("| `")]
    cells = {row[0].strip(" `"): [cell.strip() for cell in row[1:]] for row in rows}
    assert list(cells) == list(ROWS), "run `make matrix`"
    assert {cell for row in cells.values() for cell in row} <= {"●", "–", "✗"}
    assert all(len(row) == len(COLUMNS) for row in cells.values())
    for key, row in cells.items():
        if "●" not in row or set(row) != {"●"}:
            assert f"`{key}`" in PAGE.read_text().split("## Why not")[1], f"{key}: run `make matrix`"
