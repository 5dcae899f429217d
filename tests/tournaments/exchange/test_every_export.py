"""Every exported file can be read again as it was, or the register says why nothing reads it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from clubs import services as clubs
from tournaments import trf
from tournaments.entries.services import entering, spreadsheets
from tournaments.event.selectors import finding
from tournaments.event.services import creating
from tournaments.exchange.selectors import exports
from tournaments.exchange.selectors import reports as reports_selectors
from tournaments.exchange.services import reports as reports_services
from tournaments.exchange.services.lists import own_pairings
from tournaments.exchange.services.lists import results as result_lists
from tournaments.models import Round
from tournaments.pairing import TABLES
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
TENTHS = 10  # the unit of the format
ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Out:
    """A file that goes out: where it is written, and the test that reads it again or why there is none."""

    source: str
    read_by: str = ""
    why_not: str = ""


HERE = "tests/tournaments/exchange/test_every_export.py::"
OUT = {
    "entries, pairings and results of a round": Out(
        "tournaments/exchange/views.py", HERE + "test_a_list_comes_in_again_as_it_went_out"
    ),
    "lists of tables of three and more": Out(
        "tournaments/exchange/views.py",
        "tests/tournaments/pods/test_pod_exchange.py::test_what_goes_out_comes_in_again_as_it_is",
    ),
    "results of all rounds, standings, crosstable": Out(
        "tournaments/exchange/views.py",
        why_not="counted from the results of the rounds, whose own lists come in again",
    ),
    "report": Out("tournaments/exchange/views.py", HERE + "test_a_report_comes_in_again_as_it_went_out"),
    "report of points in hundredths": Out(
        "tournaments/exchange/views.py", HERE + "test_a_report_without_a_place_for_its_points_is_refused_and_says_so"
    ),
    "dump": Out(
        "tournaments/exchange/views.py",
        "tests/tournaments/exchange/test_dump.py::test_the_second_dump_is_the_first_byte_for_byte",
    ),
    "pairing log": Out(
        "tournaments/rounds/views/pages.py", why_not="a record of what the pairing was given and answered"
    ),
    "season": Out("tournaments/seasons/views.py", why_not="counted from the evenings, which the dump carries"),
    "calendar": Out("tournaments/calendar/views.py", why_not="for the calendars of people"),
    "own data": Out("platform/accounts/own_data/views.py", why_not="a person's copy; no account is made of a file"),
    "deals of a search": Out(
        "platform/pages/views/site.py",
        "tests/games/engine/record/test_record_round_trip.py::test_written_and_read_again",
    ),
    "game record": Out(
        "games/views/deal_pages.py",
        "tests/games/engine/record/test_record_round_trip.py::test_written_and_read_again",
    ),
    "public dump": Out(
        "platform/pages/views/dumps.py",
        "tests/platform/pages/test_dumps.py::test_a_stranger_recomputes_every_list_from_the_dump",
    ),
    "published list": Out(
        "ratings/api.py",
        "tests/ratings/test_published_lists.py::test_a_stranger_recomputes_a_list_from_its_file_and_gets_its_digest",
    ),
    "backup": Out(
        "platform/config/management/commands/backup.py",
        "tests/platform/keeping/test_keeping_commands.py::test_a_secretary_brings_a_lost_site_back",
    ),
    "dump by the command line": Out(
        "tournaments/management/commands/tournament_dump.py",
        "tests/tournaments/exchange/test_dump.py::test_by_the_command_line",
    ),
    "public dump by the command line": Out(
        "platform/pages/management/commands/public_dump.py",
        "tests/platform/pages/test_dumps.py::test_a_stranger_recomputes_every_list_from_the_dump",
    ),
}
COMMANDS = re.compile(r"/(backup|\w*_?dump)\.py$")


def test_every_file_that_goes_out_is_in_the_register():
    tops = [ROOT / top for top in ("platform", "tournaments", "ratings", "games")]
    modules = {path.relative_to(ROOT).as_posix(): path for top in tops for path in top.rglob("*.py")}
    views = {name for name, path in modules.items() if "Content-Disposition" in path.read_text()}
    commands = {name for name in modules if "/commands/" in name and COMMANDS.search(name)}
    assert {one.source for one in OUT.values()} == views | commands


@pytest.mark.parametrize("name", OUT)
def test_each_is_read_by_a_test_or_says_why_not(name):
    one = OUT[name]
    assert bool(one.read_by) != bool(one.why_not)
    if one.read_by:
        path, _, test = one.read_by.partition("::")
        assert f"def {test}(" in (ROOT / path).read_text()


WRITERS: dict[str, Callable[..., bytes]] = {
    "csv": lambda found: spreadsheets.to_csv(found.columns, found.rows),
    "xlsx": lambda found: spreadsheets.to_xlsx(found.name, found.columns, found.rows),
}
NAMES = ["=Ana", "Bo; Cy", "Dora, Eva", "Fay", "FAY", "1. Gus", "Žofie #2"]


@pytest.fixture
def tournament(make_tournament, clock):
    """Names that a spreadsheet, a list or a report could take for something else, two of them the same."""
    made = make_tournament(players=0, rounds=3)
    rows = [(n, name, 1500 + n, f"p{n}@example.org") for n, name in enumerate(NAMES, 1)]
    text = spreadsheets.to_csv(("number", "name", "rating", "email"), rows)
    assert not entering.import_entries(tournament=made, text=text, dry_run=False, now=clock()).problems
    return made


def draft_of(tournament, clock) -> Round:
    entering.check_in_all(tournament=tournament, now=clock())
    stages.begin(tournament=tournament, now=clock())
    return drafts.pair_round(stage=finding.main_stage(tournament), now=clock())


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("name", ["entries", "pairings", "results"])
def test_a_list_comes_in_again_as_it_went_out(tournament, club, organiser, clock, kind, name):
    rnd = draft_of(tournament, clock)
    if name == "entries":
        data = WRITERS[kind](exports.export(tournament, name, with_addresses=True))
        other = creating.create_tournament(club=club, name="Next", variant="gin-rummy-com", by=organiser, now=clock())
        report = entering.import_entries(tournament=other, text=data, dry_run=False, now=clock())
        assert (report.problems, report.count("matched")) == ((), len(NAMES))
        facts = ("name", "rating_at_entry", "members__user")
        assert set(other.entries.values_list(*facts)) == set(tournament.entries.values_list(*facts))
        return
    if name == "pairings":
        data = WRITERS[kind](exports.export(tournament, name, rnd))
        report = own_pairings.import_pairings(rnd=rnd, text=data, dry_run=True, now=clock())
    else:
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        first, *others = rnd.matches.all()
        recording.record_result(match=first, kind="forfeit", winner=1, now=clock(), by=organiser)
        for match in others:
            recording.record_result(match=match, points=(100, 60), deals=5, now=clock(), by=organiser)
        data = WRITERS[kind](exports.export(tournament, name, rnd))
        report = result_lists.import_results(rnd=Round.objects.get(pk=rnd.pk), text=data, dry_run=True, now=clock())
    assert report.problems == ()
    assert report.notes == ()
    assert {line.status for line in report.lines} == {"same"}


@pytest.mark.parametrize("kind", WRITERS)
def test_pairs_come_in_again_with_their_partners(make_tournament, club, organiser, clock, kind):
    tournament = make_tournament(players=4, variant="partnership", rounds=1)
    data = WRITERS[kind](exports.export(tournament, "entries", with_addresses=True))
    other = make_tournament(players=0, variant="partnership", rounds=1)
    report = entering.import_entries(tournament=other, text=data, dry_run=False, now=clock())
    assert report.problems == ()
    facts = ("name", "partners", "members__user__name")
    assert set(other.entries.values_list(*facts)) == set(tournament.entries.values_list(*facts))


def elsewhere(organiser):
    club = clubs.create_club(name="Elsewhere", organiser=organiser)
    return clubs.approve_club(club=club, by=None, now=club.created_at)


BANDS = {
    "key": "bands", "unit": 10, "win": 10, "tie": 5, "loss": 0, "forfeit_win": 10, "forfeit_loss": 0, "pab": 10,
    "bands": [[1, 10, 4], [30, 12, 2], [60, 15, 0]],
}  # fmt: skip


def players_of(tournament) -> list[tuple]:
    found = trf.read(reports_selectors.report_text(tournament)).players
    return [(one.number, one.name, one.rating, one.points, one.cells) for one in found]


@pytest.mark.parametrize(
    "options",
    [
        {"system": "dutch"},
        {"system": "card"},
        *({"points": key} for key in ("1-h-0", "2-1-0", "3-1-0")),
        {"points": BANDS},
    ],
    ids=str,
)
def test_a_report_comes_in_again_as_it_went_out(make_tournament, play_round, organiser, clock, options):
    tournament = make_tournament(players=5, rounds=3, options=options)
    for entry, name in zip(tournament.entries.order_by("pk"), NAMES[2:], strict=False):
        entry.name = f"{name} of a house with a very long name" if name == "Fay" else name
        entry.save(update_fields=["name"])
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    for _round in range(2):
        play_round(tournament)
    text = reports_selectors.report_text(tournament)
    report = reports_services.load_report(
        club=elsewhere(organiser), data=text.encode(), now=clock(), by=None, dry_run=False
    )
    assert report.problems == ()
    assert players_of(report.tournament) == players_of(tournament)


@pytest.mark.parametrize("key", [key for key, table in TABLES.items() if TENTHS % table.unit and table.by_margin])
def test_a_report_without_a_place_for_its_points_is_refused_and_says_so(
    make_tournament, play_round, organiser, clock, key
):
    tournament = make_tournament(players=4, rounds=3, options={"points": key})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    stage = finding.main_stage(tournament)
    rnd = drafts.pair_round(stage=stage, now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    for match in rnd.matches.all():
        recording.record_result(match=match, points=(100, 60), deals=6, by=organiser, now=clock())
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    text = reports_selectors.report_text(tournament)
    report = reports_services.load_report(club=elsewhere(organiser), data=text, now=clock(), by=None)
    assert len(report.problems) == 4
    assert all("points: " in problem.text for problem in report.problems)
