"""Report files of other programs become tournaments: what is not used is reported, what is wrong is named."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.urls import reverse

from clubs import services as clubs
from tournaments import trf
from tournaments.event.selectors import finding
from tournaments.exchange.selectors import reports as reports_selectors
from tournaments.exchange.services import reports as reports_services
from tournaments.models import ByeRequest, Entry, EntryStatus, Tournament
from tournaments.rounds.services import drafts
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parents[2] / "data" / "reports"
RIGHT = [path for path in sorted(DATA.glob("*.trf")) if path.stem != "badpoints"]


@pytest.fixture
def elsewhere(organiser):
    club = clubs.create_club(name="Elsewhere", organiser=organiser)
    return clubs.approve_club(club=club, by=None, now=club.created_at)


def load(club, data, clock, **more):
    return reports_services.load_report(club=club, data=data, now=clock(), by=None, **{"dry_run": False, **more})


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_the_page_pairs_a_file_as_the_shell_does(elsewhere, clock, capsys, path):
    call_command("pair", str(path))
    _count, *lines = capsys.readouterr().out.splitlines()
    report = load(elsewhere, path.read_bytes(), clock)
    assert report.problems == ()
    rnd = drafts.pair_round(stage=finding.main_stage(report.tournament), now=clock())
    there = [[side.entry.tpn for side in match.sides.all()] for match in finding.round_matches(rnd)]
    there += [[bye.seat.entry.tpn, 0] for bye in finding.round_byes(rnd) if bye.kind == "pab"]
    system = report.tournament.stages.get().settings["system"]
    assert system == "dutch"
    assert there == [[int(number) for number in line.split()] for line in lines]


def test_a_file_with_faults_names_them_all_and_makes_nothing(elsewhere, clock):
    text = (DATA / "badpoints.trf").read_text().replace("2 w 0", "2 x 0")
    report = load(elsewhere, text, clock)
    assert [str(problem) for problem in report.problems] == [
        "Line 7: column 81, points: the results of 4 Di on this line add up to 0.0, but 2.5 stands there. "
        "Allowed is 0.0, or nothing; or put the results right.",
        "Line 8: column 97: colour: w, b, - or a blank, not 'x'",
    ]
    assert not Tournament.objects.filter(club=elsewhere).exists()


def test_the_page_of_a_refused_file_keeps_it_and_marks_the_place(elsewhere, client, organiser):
    client.force_login(organiser)
    text = (DATA / "badpoints.trf").read_text()
    page = client.post(reverse("tournaments:load"), {"club": elsewhere.slug, "text": text}).content.decode()
    assert re.search(r"<pre[^>]*>001    4 m    Di +1500 +<mark> 2.5</mark>", page)
    kept = re.search(r'<textarea id="id_text"[^>]*>\n(.*?)</textarea>', page, re.DOTALL)[1]
    assert kept.splitlines() == text.splitlines()
    page = client.post(
        reverse("tournaments:load"), {"club": elsewhere.slug, "text": "no report at all"}
    ).content.decode()
    assert "no report at all</textarea>" in page


def test_who_has_loaded_a_report_comes_to_its_desk(elsewhere, client, organiser):
    client.force_login(organiser)
    facts = {"club": elsewhere.slug, "text": (DATA / "base.trf").read_text(), "accept": "1"}
    made = client.post(reverse("tournaments:load"), facts)
    slug = Tournament.objects.get(club=elsewhere).slug
    assert made["Location"] == reverse("tournaments:tonight", args=[slug])


def test_what_is_not_used_stands_in_the_dry_run(elsewhere, clock, client, organiser):
    text = (DATA / "latin1.trf").read_bytes() + b"022 Vienna\nXYZ 7\n202 BH,MADE_UP\n310   1 Rooks\n"
    seen = load(elsewhere, text, clock, dry_run=True)
    assert [str(note) for note in seen.notes] == [
        "Line 10: 022 Vienna: not taken over: the pairing does not need it.",
        "Line 11: XYZ 7: not used: this code is not known here.",
        "Line 12: BH, MADE_UP: not used: a tie-break that is not known here; the usual ones stand in their place.",
        "Line 13: 310   1 Rooks: not used: it is about teams, and the players come in one by one.",
    ]
    assert seen.guessed == "Windows-1252"
    client.force_login(organiser)
    facts = {"club": elsewhere.slug, "text": text.decode("cp1252")}
    page = client.post(reverse("tournaments:load"), facts).content.decode()
    assert "Line 11: XYZ 7: not used: this code is not known here." in page
    answer = client.post("/api/v1/tournaments/load-report/", facts, content_type="application/json").json()
    assert [note["line"] for note in answer["notes"]] == [10, 11, 12, 13]


def test_byes_written_beforehand_are_asked_for_and_who_is_absent_is_away(elsewhere, clock):
    made = load(elsewhere, (DATA / "prepab.trf").read_bytes(), clock).tournament
    asked = ByeRequest.objects.get(entry__tournament=made)
    assert (asked.entry.name, asked.round_number, asked.kind) == ("Fo", 2, "full")
    made = load(elsewhere, (DATA / "xxz.trf").read_bytes(), clock).tournament
    away = Entry.objects.filter(tournament=made, status=EntryStatus.ABSENT)
    assert {entry.name for entry in away} == {"Cy", "Fo"}


def test_the_same_lines_with_other_line_ends_are_the_file_that_was_seen(elsewhere, clock):
    text = (DATA / "base.trf").read_text()
    seen = load(elsewhere, text, clock, dry_run=True).digest
    assert load(elsewhere, text.replace("\n", "\r\n"), clock, seen=seen).tournament is not None


LONG = "Maximiliana Alexandrina von Habsburg"


@pytest.mark.parametrize("names", [(f"{LONG} I", f"{LONG} II"), ("Ana", "Ana")], ids=["long", "same"])
def test_players_whose_names_look_alike_in_the_format_stay_two(make_tournament, elsewhere, clock, organiser, names):
    tournament = make_tournament(players=4, rounds=3)
    for entry, name in zip(Entry.objects.filter(tournament=tournament).order_by("pk"), names, strict=False):
        Entry.objects.filter(pk=entry.pk).update(name=name)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    text = reports_selectors.report_text(tournament)
    written = [one.name for one in trf.read(text).players]
    assert len(set(written)) == 4
    report = load(elsewhere, text, clock)
    assert report.problems == ()
    made = [entry.name for entry in report.tournament.entries.all()]
    assert [made.count(name[:30].strip()) for name in names] == [2, 2], "by the name, without the number behind it"
