"""The page of players has one field: a name enters a member or somebody new, a list is shown line by line first."""

import re

import pytest
from django.urls import reverse

from accounts.names import slips
from clubs import selectors as members
from clubs import services as clubs
from tests.markup import tight
from tournaments import errors
from tournaments.entries import selectors
from tournaments.entries.services import entering, roster, ticking
from tournaments.event.selectors import finding
from tournaments.models import EntryStatus
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(club):
    """A member of the club."""
    return clubs.enrol(club=club, name="Anna Kovács", by=None).user


@pytest.fixture
def desk(client, organiser):
    """The organiser's browser."""
    client.force_login(organiser)
    return client


def page_of(tournament) -> str:
    return reverse("tournaments:entries", args=[tournament.slug])


def sent(desk, tournament, **form) -> str:
    """What the page says when this is sent."""
    return tight(desk.post(page_of(tournament), form, follow=True).content.decode())


def typed(desk, tournament, text: str) -> str:
    """What stands under the field while this is typed."""
    return tight(desk.post(page_of(tournament), {"text": text}, headers={"HX-Request": "true"}).content.decode())


def the_field(page: str) -> str:
    """The field as the page has it."""
    return re.search(r"<textarea[^>]*>[^<]*</textarea>", page)[0]


def test_the_list_comes_before_any_other_form(desk, make_tournament):
    page = tight(desk.get(page_of(make_tournament(3))).content.decode())
    assert page.count("<textarea") == 1
    assert "3 players" in page
    assert 'type="checkbox"' not in page, "members to tick stand on a page of their own"


def test_a_name_enters_at_once_and_the_cursor_waits_for_the_next(desk, make_tournament, anna):
    tournament = make_tournament(0)
    assert "autofocus" not in the_field(desk.get(page_of(tournament)).content.decode())
    page = sent(desk, tournament, text="anna kovács, 1480")
    assert "Anna Kovács is entered." in page, "under the own name"
    assert "autofocus" in the_field(page)
    entry = tournament.entries.get()
    assert (entry.members.get().user, entry.rating_at_entry) == (anna, 1480)
    assert "is already entered" in sent(desk, tournament, text="Anna Kovács")
    sent(desk, tournament, text="Brand New")
    assert set(tournament.entries.values_list("name", flat=True)) >= {"Brand New"}


def test_an_address_of_another_entrant_says_whose_it_is(desk, make_tournament):
    tournament = make_tournament(0)
    sent(desk, tournament, text="Dup One, 1200, dup@x.example")
    words = "This address is that of Dup One, who is already entered. To enter Second Person, leave the address out"
    page = sent(desk, tournament, text="Second Person, , DUP@x.example")
    assert words in page
    assert "Second Person, , DUP@x.example" in the_field(page), "to be mended in its place"
    page = sent(desk, tournament, text="Second Person, , DUP@x.example\nThird Person")
    assert words in page, "in the list, too"
    assert "Enter 1 more" in page
    sent(desk, tournament, text="Second Person")
    assert tournament.entries.filter(name="Second Person").exists()


def test_of_a_list_the_doubtful_lines_come_first_and_the_button_counts_what_is_ticked(desk, make_tournament, anna):
    tournament = make_tournament(0)
    entering.enter(tournament=tournament, user=anna, by=None, now=tournament.created_at)
    page = sent(desk, tournament, text="Bea Brand\nCem Cole\nAna Kovacz\nBea Brandt")
    first, second, third = (page.index(f"<bdi>{name}</bdi>") for name in ("Ana Kovacz", "Bea Brandt", "Cem Cole"))
    assert page.index("2 names look like others") < first < second < third
    assert re.search(r"Enter 3 more\s*</button>", page), "Anna is there: her line is ticked"
    assert page.count("data-less") == 2
    assert 'data-lines="4"' in page, "less one for each tick"


def test_a_wrong_line_stays_in_the_field_with_the_reason(desk, make_tournament):
    tournament = make_tournament(0)
    page = sent(desk, tournament, text="Ana, 15oo")
    assert "“15oo” is not a rating: a whole number from 0 to 4000, or nothing." in page
    assert "Ana, 15oo" in the_field(page)
    assert not tournament.entries.exists()


def test_a_name_like_a_member_is_asked_about_first(desk, make_tournament, anna):
    tournament = make_tournament(0)
    page = sent(desk, tournament, text="Ana Kovacz")
    assert "Perhaps the same as Anna Kovács, who is known here." in page
    assert not tournament.entries.exists()
    seen = re.search(r'name="seen" value="(\w+)"', page)[1]
    sent(desk, tournament, text="Ana Kovacz", accept="1", seen=seen, same="1")
    entry = tournament.entries.get()
    assert (entry.members.get().user, entry.name) == (anna, "Anna Kovács")


def test_who_says_that_it_is_somebody_new_is_not_asked_again(desk, make_tournament, club, anna):
    tournament = make_tournament(0)
    sent(desk, tournament, text="Ana Kovacz", another="1")
    assert tournament.entries.get().members.get().user != anna
    assert members.players(club).filter(name="Ana Kovacz").exists()


def test_members_are_suggested_while_a_name_is_typed(desk, make_tournament, anna):
    tournament = make_tournament(0)
    assert anna.public_id in typed(desk, tournament, "kov")
    assert "meant perhaps" in typed(desk, tournament, "Ana Kovacz")
    found = selectors.suggested(tournament, "Anna Kovács, 1500")
    assert ([line.user for line in found.lines], found.is_exact) == ([anna], True)
    sent(desk, tournament, text="Anna Kovács")
    assert "entered already" in typed(desk, tournament, "kov")
    assert selectors.suggested(tournament, "").lines == ()


def test_several_lines_say_what_each_is_while_they_are_pasted(desk, make_tournament, anna):
    tournament = make_tournament(0)
    sent(desk, tournament, text="Already Here")
    page = typed(desk, tournament, "Ana Kovacz\nBrand New, 1500\nanna kovács\nAlready Here")
    for words in ("Perhaps the same as", ">new<", ">known player<", ">entered already<", "Enter 3 more"):
        assert words in page
    bad = typed(desk, tournament, "Brand New\nBad, no rating")
    assert "is not a rating" in bad
    assert "Enter" not in bad, "all or nothing"
    assert tournament.entries.count() == 1


def test_who_is_entered_by_an_official_after_the_start_is_here(make_tournament, play_round, organiser, clock, anna):
    tournament = make_tournament(4)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    ticking.enter_members(tournament=tournament, people=[anna.public_id], now=clock(), by=organiser)
    report = entering.import_entries(
        tournament=tournament, text="Late Larry\nLate Lena", dry_run=False, now=clock(), by=organiser
    )
    assert [(one.name, one.status, one.joined_round) for one in report.made] == [
        ("Late Larry", EntryStatus.CHECKED_IN, 2),
        ("Late Lena", EntryStatus.CHECKED_IN, 2),
    ]
    assert tournament.entries.get(name="Anna Kovács").status == EntryStatus.CHECKED_IN
    play_round(tournament)
    play_round(tournament)
    with pytest.raises(errors.Refusal, match="too late"):
        entering.import_entries(tournament=tournament, text="Too Late", dry_run=True, now=clock(), by=organiser)


@pytest.mark.parametrize(
    ("one", "other", "is_alike"),
    [
        ("Anna Kovács", "Ana Kovacz", True),
        ("Carla Duarte", "Carla Duatre", True),
        ("Jonas Weiß", "Weiss, Jones", True),
        ("Player 01", "Player 02", False),
        ("Bea", "Bee", False),
        ("Maria", "Mario", False),
        ("Person A", "Person B", False),
        ("Bob Smith", "Rob Smith", False),
    ],
)
def test_names_that_differ_by_one_letter_of_a_longer_word_are_alike(one, other, is_alike):
    assert bool(slips(one) & slips(other)) == is_alike


def test_the_pages_say_who_plays(desk, make_tournament):
    pairs, teams = make_tournament(2, variant="partnership"), make_tournament(2, template="team_swiss")
    for tournament, word in ((pairs, "pairs"), (teams, "teams")):
        found = finding.tournaments().get(pk=tournament.pk)
        for name in ("entries", "tonight", "checkin", "door", "detail", "entrants"):
            page = tight(desk.get(reverse(f"tournaments:{name}", args=[found.slug])).content.decode())
            assert ">Player<" not in page, name
            assert word in page.lower(), name


@pytest.mark.parametrize(
    "line",
    [
        "Ann Lee <ann@example.org>",
        "Ann Lee ann@example.org",
        "Ann Lee, ann@example.org",
        "Ann Lee,,ann@example.org",
        "Lee, Ann <ann@example.org>",
        "name,rating\nAnn Lee <ann@example.org>,1500",
        "Ann Lee <ann@example.org>, 1500",
    ],
)
def test_an_address_beside_a_name_is_no_part_of_the_name(line):
    found = roster.read(line)
    assert [(one.name, one.email) for one in found.lines] == [("Ann Lee", "ann@example.org")]
    assert not found.problems


@pytest.mark.parametrize("line", ["ann@example.org", "<ann@example.org>", "Ann <a@example.org>,,b@example.org"])
def test_an_address_alone_and_two_for_one_person_are_refused(desk, make_tournament, line):
    tournament = make_tournament(0)
    sent(desk, tournament, text=line)
    sent(desk, tournament, text=line, another="1")
    assert not tournament.entries.exists()
    assert len(roster.read(line).problems) == 1


@pytest.mark.parametrize("name", ["ann@example.org", "Ann ann@example.org"])
def test_the_form_for_one_and_the_api_take_no_address_as_a_name(desk, make_tournament, name):
    tournament = make_tournament(0)
    page = desk.post(reverse("tournaments:add-entry", args=[tournament.slug]), {"name": name}, follow=True)
    assert "everybody would read it" in page.content.decode()
    at = f"/api/v1/entries/?tournament={tournament.public_id}"
    answer = desk.post(at, {"name": name}, content_type="application/json")
    assert answer.status_code in (400, 422), answer.content
    assert not tournament.entries.exists()
