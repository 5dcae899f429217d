"""Rosters: what is good goes in whole, what is bad is named by line and changes nothing."""

from pathlib import Path

import pytest
from django.urls import reverse

from accounts.models import User
from tests.markup import tight
from tournaments import errors
from tournaments.entries.services import entering, roster
from tournaments.models import Entry

DEMO = Path(__file__).parents[3] / "demo" / "roster.csv"


def problems(text: str | bytes) -> list[str]:
    return [str(problem) for problem in roster.read(text).problems]


def test_the_demo_roster_has_32_good_lines():
    found = roster.read(DEMO.read_bytes())
    assert not found.problems
    assert len(found.lines) == 32
    assert found.lines[15].name == "Whitaker, Harold"
    assert sum(bool(line.email) for line in found.lines) > 25


@pytest.mark.parametrize(
    "text", ["name\nAna\nBen", "\ufeffname;rating\r\nAna;1500\r\nBen;\r\n", "rating\tname\n1500\tAna\n\tBen"]
)
def test_delimiters_byte_order_mark_and_missing_columns_are_fine(text):
    found = roster.read(text)
    assert [line.name for line in found.lines] == ["Ana", "Ben"]
    assert not found.problems


@pytest.mark.parametrize("text", ["Ana\nBen\nCem", "Ana\r\nBen,\r\nCem,1500,cem@example.org\r\n\r\n\n"])
def test_names_as_one_types_them_need_no_header_and_may_end_with_empty_lines(text):
    found = roster.read(text)
    assert not found.problems
    assert [(line.line, line.name) for line in found.lines] == [(1, "Ana"), (2, "Ben"), (3, "Cem")]
    assert roster.read(found.text).lines == found.lines, "what the page sends back is the same list"


def test_without_a_header_a_bad_line_is_named_as_anywhere_else():
    assert problems("Ana\n\nana\nBen,strong") == [
        "Line 2: The line is empty.",
        "Line 3: The name “ana” is also in line 1: give two people two e-mail addresses, start numbers or birth years.",
        "Line 4: “strong” is not a rating: a whole number from 0 to 4000, or nothing.",
    ]


def test_utf16_from_a_spreadsheet_is_read():
    assert [line.name for line in roster.read("name\nŻaneta\n".encode("utf-16")).lines] == ["Żaneta"]


def test_every_bad_line_is_named():
    lines = [
        "name,rating,email",
        "Ana,1500,ana@example.org",
        "",
        "Ben,strong,",
        "ana,,",
        "Cem,,not-an-address",
        ",1400,",
        "Dora,1,a,b",
        "Eve,,ANA@example.org",
    ]
    assert problems("\n".join(lines)) == [
        "Line 3: The line is empty.",
        "Line 4: “strong” is not a rating: a whole number from 0 to 4000, or nothing.",
        "Line 5: The name “ana” is also in line 2: give two people two e-mail addresses, start numbers or birth years.",
        "Line 6: “not-an-address” is not an e-mail address.",
        "Line 7: a name is missing.",
        "Line 8: 4 fields, but the header names 3.",
        "Line 9: The e-mail address “ana@example.org” is also in line 2.",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rating,email\n1500,", "Line 1: The column “name” is missing. Allowed are: name, rating, email, team."),
        ("name,name\nA,B", "Line 1: The column “name” appears twice."),
        ("", "Line 1: The header is missing: the first line names the columns name,rating,email,team."),
        ("\nname\nAna", "Line 1: The header is missing: the first line names the columns name,rating,email,team."),
        ("name\n", "The roster holds no entrant below its header."),
        (b"name\nAna\nBj\x81rn", "Line 3: This is not UTF-8 text. Save the list as “CSV UTF-8”."),
        (b"name\nA\0na", "Line 2: This is not a text file."),
        ('name\n"Ana\nBen', "Line 2: The quotes are not closed properly (unexpected end of data)."),
        ("name\n" + "x\n" * 3000, "The file has 3001 lines; a list has at most 2000."),
    ],
)
def test_what_cannot_be_read_is_said_at_once(text, said):
    assert problems(text) == [said]


def test_ten_megabytes_of_noise_are_refused_by_size():
    assert problems(bytes(range(256)) * 40_000) == ["The file has 10.2 MB; a list has at most 1 MB."]


def test_invisible_tricks_in_names_are_taken_out_or_refused():
    assert roster.read("name\nA\u202ena").lines[0].name == "Ana"
    assert problems("name\nA\x07na") == ["Line 2: a name holds letters, figures and signs only."]


@pytest.mark.django_db
def test_a_dry_run_shows_and_changes_nothing_and_accept_takes_all_or_nothing(make_tournament, clock):
    tournament = make_tournament(players=0)
    before = User.objects.count()
    report = entering.import_entries(tournament=tournament, text=DEMO.read_bytes(), dry_run=True, now=clock())
    assert report.is_clean
    assert (report.count("new"), report.is_done, User.objects.count()) == (32, False, before)
    spoilt = DEMO.read_text() + "Ana Beltrán Ibáñez,,\n"
    report = entering.import_entries(tournament=tournament, text=spoilt, dry_run=False, now=clock())
    assert not report.is_clean
    assert not Entry.objects.exists()
    report = entering.import_entries(tournament=tournament, text=DEMO.read_bytes(), dry_run=False, now=clock())
    assert (report.is_done, report.entered, Entry.objects.count()) == (True, 32, 32)


@pytest.mark.django_db
def test_the_same_roster_again_finds_its_players_by_address_else_by_name(make_tournament, clock):
    first, second = make_tournament(players=0), make_tournament(players=0)
    for tournament in (first, second):
        entering.import_entries(tournament=tournament, text=DEMO.read_bytes(), dry_run=False, now=clock())
    assert User.objects.filter(username__startswith="p-").count() == 32
    report = entering.import_entries(tournament=second, text=DEMO.read_bytes(), dry_run=True, now=clock())
    assert report.count("entered") == 32


@pytest.mark.django_db
def test_doubtful_lines_are_marked(make_tournament, clock):
    first, second = make_tournament(players=0), make_tournament(players=0)
    entering.import_entries(
        tournament=first, text="name,email\nAna,ana@example.org\nBen,ben@example.org", dry_run=False, now=clock()
    )
    report = entering.import_entries(
        tournament=second, text="name,email\nAnna,ana@example.org\nBen,other@example.org", dry_run=True, now=clock()
    )
    assert [(line.status, line.note) for line in report.lines] == [
        ("doubtful", "This address belongs to Ana."),
        ("doubtful", "A member of this name has another e-mail address."),
    ]


@pytest.mark.django_db
def test_two_lines_that_mean_one_person_are_a_problem(make_tournament, clock):
    first, second = make_tournament(players=0), make_tournament(players=0)
    entering.import_entries(tournament=first, text="name,email\nAna,ana@example.org", dry_run=False, now=clock())
    entering.import_entries(tournament=first, text="name\nBen", dry_run=False, now=clock())
    text = "name,email\nAnna,ana@example.org\nBen,\nAna,"
    report = entering.import_entries(tournament=second, text=text, dry_run=False, now=clock())
    assert [str(problem) for problem in report.problems] == ["Line 4: This is Ana, who is also in line 2."]
    assert not Entry.objects.filter(tournament=second).exists()


def test_a_rating_that_only_begins_small_is_refused():
    assert problems("name,rating\nAna,000000000999999999999") != []


def test_old_line_ends_do_not_hide_how_long_a_file_is():
    assert "lines" in problems("name\r" + "".join(f"P{n}\r" for n in range(3000)))[0]


def test_two_people_of_one_name_are_told_apart_by_two_addresses():
    found = roster.read("name,email\nAna Cruz,a@example.org\nANA CRUZ,b@example.org")
    assert [line.email for line in found.lines] == ["a@example.org", "b@example.org"]
    assert not found.problems
    for second in ("Ana Cruz,", "ana cruz,a@example.org"):
        assert problems(f"name,email\nAna Cruz,a@example.org\n{second}")[0].startswith("Line 3: The name “")


@pytest.mark.django_db
def test_what_is_accepted_is_what_was_seen(make_tournament, clock):
    tournament, text = make_tournament(players=0), "name\nAna\nBen"
    seen = entering.import_entries(tournament=tournament, text=text, dry_run=True, now=clock()).digest
    entering.enter(tournament=tournament, name="Ben", now=clock())
    with pytest.raises(errors.Conflict, match="have changed since you looked"):
        entering.import_entries(tournament=tournament, text=text, dry_run=False, seen=seen, now=clock())
    assert Entry.objects.count() == 1
    seen = entering.import_entries(tournament=tournament, text=text, dry_run=True, now=clock()).digest
    assert entering.import_entries(tournament=tournament, text=text, dry_run=False, seen=seen, now=clock()).is_done


def test_a_long_roster_asks_the_database_no_more_often_than_a_short_one(
    make_tournament, clock, django_assert_max_num_queries
):
    tournament = make_tournament(0)
    with django_assert_max_num_queries(40):
        long = "\n".join(f"Guest {n},,guest{n}@example.org" for n in range(200))
        report = entering.import_entries(tournament=tournament, text=long, dry_run=False, now=clock())
    assert report.entered == tournament.entries.count() == 200


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("Fay Fox 1490", ("Fay Fox", 1490)),
        ("Fay Fox (1490)", ("Fay Fox", 1490)),
        ("Fay Fox 1490?", ("Fay Fox", 1490)),
        ("Eve Eads; 1450", ("Eve Eads", 1450)),
        ("Eads, Eve 1450", ("Eve Eads", 1450)),
        ("Eads, Eve, 1450", ("Eve Eads", 1450)),
        ("Eads, Eve; 1450", ("Eve Eads", 1450)),
        ("Eads, Eve", ("Eve Eads", None)),
        ("name\nFay Fox 1490", ("Fay Fox", 1490)),
        ("Player 101", ("Player 101", None)),
        ("Fay Fox #7", ("Fay Fox", None)),
        ("name,rating\nFay Fox 1490,", ("Fay Fox 1490", None)),
        ("Fay Fox, unrated", ("Fay Fox", None)),
    ],
)
def test_a_rating_behind_a_name_is_read_and_a_surname_first_is_turned(text, means):
    found = roster.read(text)
    assert not found.problems
    assert [(line.name, line.rating) for line in found.lines] == [means]
    again = roster.read(found.text)
    assert [(line.name, line.rating) for line in again.lines] == [means], "the accepted list says the same"


def test_a_list_of_several_styles_is_read_line_by_line_and_says_so():
    found = roster.read("Fay Fox 1490\nEve Eads; 1450\nOrsted, Bo 1400\nAna, 1500\nChen Wei")
    assert [(line.name, line.rating) for line in found.lines] == [
        ("Fay Fox", 1490), ("Eve Eads", 1450), ("Bo Orsted", 1400), ("Ana", 1500), ("Chen Wei", None)
    ]  # fmt: skip
    assert [str(note) for note in found.notes] == [
        "Line 1: The figures behind 3 names are read as their ratings.",
        "Line 3: 1 name with the surname first is turned round.",
    ]


def test_a_word_in_place_of_a_rating_is_still_a_problem():
    assert problems("Ana, many") == ["Line 1: “many” is not a rating: a whole number from 0 to 4000, or nothing."]
    assert len(problems("Ana, 15oo")) == 1


@pytest.mark.django_db
def test_only_what_will_be_entered_is_counted(client, make_tournament, organiser, clock):
    tournament = make_tournament(players=0)
    client.force_login(organiser)
    entering.import_entries(tournament=tournament, text="Ana\nBo\nChen", dry_run=False, now=clock())
    at = reverse("tournaments:entries", args=[tournament.slug])
    page = client.post(at, {"text": "Ana\nBo\nChen\nDora\nEmil"}).content.decode()
    assert "Enter 2 more" in page
    assert "Accept" not in page
    page = client.post(at, {"text": "Ana\nBo"}).content.decode()
    assert "Everybody on this list is entered already." in page
    assert "Accept all 2 lines" in tight(client.post(at, {"text": "Emil\nFay"}).content.decode())
