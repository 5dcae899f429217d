"""Lists as people have them: other names of columns, headers, numbers and bullets, ratings, people who are alike."""

import time

import pytest

from accounts import names
from accounts.models import User
from tournaments import errors
from tournaments.entries.services import entering, roster, spreadsheets
from tournaments.models import Entry


def names_and_ratings(text):
    found = roster.read(text)
    assert not found.problems, [str(problem) for problem in found.problems]
    return [(line.name, line.rating) for line in found.lines]


def notes(text):
    return [str(note) for note in roster.read(text).notes]


ANA_AND_BO = [("Ana", 1500), ("Bo", 1400)]


@pytest.mark.parametrize(
    "text",
    [
        "No.,Name,Club,Rating\n1,Ana,Rooks,1500\n2,Bo,,1400",
        "Nombre;Elo\nAna;1500\nBo;1400",
        "Jugador\tRtg\tFed\nAna\t1500\tESP\nBo\t1400\tESP",
        "NAME,RTG.\nAna,1500\nBo,1400",
        "Nº;Apellidos y nombre;Clasificación;Correo electrónico\n1;Ana;1500;\n2;Bo;1400;",
        "sep=;\nName;Rating\nAna;1500\nBo;1400",
        '"sep=;"\r\nName;Rating\r\nAna;1500\r\nBo;1400\r\n',
        "Spring open 2026\n\nName;Rating\nAna;1500\nName;Rating\nBo;1400",
        "1. Ana,1500\n2. Bo,1400",
        "1) Ana;1500\n2) Bo;1400",
        "• Ana,1500\n• Bo,1400",
        "- Ana,1500\n* Bo,1400",
        "1\tAna\t1500\n2\tBo\t1400",
        "rating,player\n1500,Ana\n1400,Bo",
    ],
)
def test_a_list_is_read_as_people_have_it(text):
    assert names_and_ratings(text) == ANA_AND_BO
    found = roster.read(text)
    again = roster.read(found.text)
    assert (again.lines, again.problems) == (found.lines, []), "what the page sends back is the same list"


@pytest.mark.parametrize(
    "text",
    [
        "Ana\tana@example.org\t1500\nBo\tbo@example.org\t1400",
        "Ana, ana@example.org, 1500\nBo, bo@example.org, 1400",
        "Ana,1500,ana@example.org\nBo,bo@example.org,1400",
    ],
)
def test_without_a_header_the_rating_may_stand_behind_the_address(text):
    assert names_and_ratings(text) == ANA_AND_BO
    assert [line.email for line in roster.read(text).lines] == ["ana@example.org", "bo@example.org"]


@pytest.mark.parametrize("word", ["nombre", "Player", "Jugador", "NAME", "Participante", "Nombre completo:"])
def test_a_first_line_that_says_name_is_no_player(word):
    assert [name for name, _rating in names_and_ratings(f"{word}\nAna\nBo")] == ["Ana", "Bo"]


@pytest.mark.parametrize(
    ("text", "rating"),
    [
        ("1500.0", 1500), ("1500,0", 1500), ("1 500", 1500), ("1\u00a0500", 1500), ("1.500", 1500), ("1'500", 1500),
        ("1500?", 1500), ("1500 ?", 1500), ("1500*", 1500), ("0", 0), ("-", None), ("–", None), ("unr.", None),
    ],
)  # fmt: skip
def test_ratings_as_people_write_them(text, rating):
    assert names_and_ratings(f"name;rating\nAna;{text}") == [("Ana", rating)]


@pytest.mark.parametrize("text", ["strong", "1500.5", "15 00", "1500-1600", "5000", "-20", "1.5.0", "²"])
def test_what_is_no_rating_is_refused(text):
    assert [problem.line for problem in roster.read(f"name;rating\nAna;{text}").problems] == [2]


@pytest.mark.parametrize("text", ["Ana +47 123 45 678\nBo", "Ana 0612 345 678\nBo"])
def test_a_phone_number_is_no_part_of_a_name_and_its_end_no_rating(text):
    found = roster.read(text)
    assert [str(problem) for problem in found.problems] == [
        "Line 1: the number of a phone is no name: everybody would read it."
    ]


def test_what_is_left_out_or_read_as_something_else_is_said_by_line():
    assert notes("Club list\n\nNo.;Name;Club;Rating\n1;1. Ana;Rooks;1500?\n2;Bo;;1400") == [
        "Line 1: Left out: it stands above the names of the columns.",
        "Line 3: Left out: the column “Club”.",
        "Line 4: Left out: the sign before 1 name.",
        "Line 4: “1500?” is read as 1500.",
    ]
    assert notes("sep=;\nname;rating\nAna;1500") == ["Line 1: “sep=” says how the columns are parted."]
    assert notes("name,rating\nAna,1500") == []


@pytest.mark.parametrize("second", ["2,Ana,", "1,Ana #2,", "1,Ana,1990", "1,Ana II,"])
def test_two_people_of_one_name_need_a_number_a_birth_year_or_a_suffix(second):
    assert len(roster.read(f"No,Name,Year\n1,Ana,1980\n{second}").lines) == 2
    assert not roster.read(f"No,Name,Year\n1,Ana,1980\n{second}").problems
    assert roster.read("No,Name,Year\n1,Ana,1980\n1,Ana,1980").problems


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna Kovacs", "Anna Kovács"), ("Jonas Weis", "Jonas Weiß"), ("Jürgen Groß", "Juergen Gross"),
        ("Kovács, Anna", "Anna Kovács"), ("Bø Ørsted", "Bo Orsted"), ("Łukasz", "Lukasz"),
    ],
)  # fmt: skip
def test_names_that_are_mistaken_for_each_other_are_alike(one, other):
    assert names.likeness(one) == names.likeness(other)
    assert names.likeness(one) != names.likeness("Anna Novak")


@pytest.mark.django_db
class TestAlike:
    """Somebody who is perhaps somebody else: asked in the dry run, chosen as it is accepted."""

    LIST = "name,rating\nAnna Kovács,1500\nAnna Kovacs,1500\nJonas Weis,1400"

    @pytest.fixture
    def tournament(self, make_tournament, clock):
        before, found = make_tournament(players=0), make_tournament(players=0)
        entering.enter(tournament=before, name="Jonas Weiß", now=clock())
        return found

    def take(self, tournament, clock, **more):
        facts = {"text": self.LIST, "now": clock(), "dry_run": True, **more}
        return entering.import_entries(tournament=tournament, **facts)

    def test_the_dry_run_says_who_is_perhaps_whom(self, tournament, clock):
        report = self.take(tournament, clock)
        assert [(line.status, line.note) for line in report.lines] == [
            ("new", ""),
            ("alike", "Perhaps the same as Anna Kovács in line 2."),
            ("alike", "Perhaps the same as Jonas Weiß, who is known here."),
        ]

    def test_the_same_person_is_entered_once_as_who_is_known(self, tournament, clock):
        seen = self.take(tournament, clock).digest
        report = self.take(tournament, clock, dry_run=False, seen=seen, same=[3, 4])
        assert report.entered == 2
        assert set(tournament.entries.values_list("name", flat=True)) == {"Anna Kovács", "Jonas Weiß"}
        assert User.objects.filter(name__startswith="Jonas").count() == 1

    def test_who_is_somebody_else_is_new(self, tournament, clock):
        report = self.take(tournament, clock, dry_run=False, seen=self.take(tournament, clock).digest)
        assert report.entered == tournament.entries.count() == 3
        assert User.objects.filter(name__startswith="Jonas").count() == 2

    def test_in_a_numbered_list_too(self, tournament, clock):
        text = "No,Name\n1,Anna Kovács\n2,Anna Kovacs\n3,Bo\n4,Bo"
        report = self.take(tournament, clock, text=text)
        assert [line.status for line in report.lines] == ["new", "alike", "new", "new"]
        assert "Line 5: “Bo” is also in line 4: two people, told apart by their numbers." in map(str, report.notes)

    def test_a_line_that_is_like_nobody_cannot_be_the_same(self, tournament, clock):
        with pytest.raises(errors.Invalid, match="Line 2 is like nobody"):
            self.take(tournament, clock, same=[2])

    def test_the_page_asks_and_takes_the_answer(self, tournament, clock, client, organiser):
        client.force_login(organiser)
        address = f"/o/{tournament.slug}/entries/"
        page = client.post(address, {"text": self.LIST})
        assert b'name="same" value="3"' in page.content
        facts = {"text": self.LIST, "accept": "1", "seen": page.context["report"].digest, "same": ["3", "4"]}
        client.post(address, facts)
        assert tournament.entries.count() == 2


@pytest.mark.django_db
def test_people_of_one_name_are_each_a_namesake_of_their_own(make_tournament, clock):
    first, second = make_tournament(players=0), make_tournament(players=0)
    text = "number,name\n1,Ana\n2,Ana\n3,Ana"
    for tournament in (first, second):
        report = entering.import_entries(tournament=tournament, text=text, dry_run=False, now=clock())
        assert not report.problems
    assert User.objects.filter(name="Ana").count() == 3
    assert report.count("matched") == 3


TEN_FAULTS = [
    "{n},strong,", ",1500,", "Bad\x07 {n},1500,", "Guest {n},1500,no-address", "Twice,1400,", "Guest {n},1,a,b",
    "Guest {n},9999,", "Guest {n},1500.5,", "Guest {n},,twice@example.org", "",
]  # fmt: skip


@pytest.mark.django_db
def test_two_thousand_lines_with_ten_kinds_of_faults_are_named_quickly_and_none_is_entered(make_tournament, clock):
    lines = [TEN_FAULTS[n % 10].format(n=n) if n % 4 == 0 or n % 4 == 1 else f"Guest {n},1500," for n in range(2_000)]
    tournament = make_tournament(players=0)
    began = time.perf_counter()
    report = entering.import_entries(
        tournament=tournament, text="name,rating,email\n" + "\n".join([*lines, ""]), dry_run=False, now=clock()
    )
    took = time.perf_counter() - began
    wrong = {n + 2 for n in range(2_000) if n % 4 in (0, 1)}
    first = {2 + next(n for n, line in enumerate(lines) if mark in line) for mark in ("Twice", "twice@")}
    named = {problem.line for problem in report.problems}
    assert wrong - named == first, "the first of a double is right by itself"
    assert named <= wrong
    assert not Entry.objects.filter(tournament=tournament).exists()
    assert took < 5


def test_a_sheet_keeps_extra_columns_out():
    data = spreadsheets.to_xlsx("list", ["Nombre", "Fed", "Elo"], [["Ana", "ESP", 1500.0], ["Bo", "ESP", 1400]])
    assert names_and_ratings(data) == ANA_AND_BO
