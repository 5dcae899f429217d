"""Check-in: typed at the desk, or by the players themselves behind the poster's code."""

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments.entries import selectors as entries
from tournaments.entries.services import entering
from tournaments.models import Entry, EntryStatus

pytestmark = pytest.mark.django_db
NAMES = ("Ana García", "Anna Gruber", "Bø Ørsted", "Müller, Jürgen", "Ana García")


@pytest.fixture
def tournament(make_tournament, clock):
    """Five entered and not here, two of them of one name."""
    made = make_tournament(players=0)
    for n, name in enumerate(NAMES):
        entering.enter(tournament=made, name=name, email=f"p{n}@example.org", now=clock())
    return made


def here() -> set[str]:
    return {entry.name for entry in Entry.objects.filter(status=EntryStatus.CHECKED_IN)}


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("garcia", ["Ana García", "Ana García"]),
        ("an g", ["Ana García", "Anna Gruber", "Ana García"]),
        ("jur mul", ["Müller, Jürgen"]),
        ("ORSTED", []),
        ("ørs", ["Bø Ørsted"]),
        ("ana garcía", ["Ana García", "Ana García"]),
        ("", []),
        ("#7", []),
    ],
)
def test_who_is_meant(tournament, typed, means):
    assert [entry.name for entry in entries.meant(list(tournament.entries.order_by("pk")), typed)] == means


def test_at_the_desk_by_keyboard(client, tournament, organiser):
    client.force_login(organiser)
    desk = reverse("tournaments:checkin", args=[tournament.slug])
    said = client.post(desk, {"find": "jür"}, follow=True).content.decode()
    assert "Müller, Jürgen is checked in." in said
    assert here() == {"Müller, Jürgen"}
    several = client.post(desk, {"find": "an g"})
    assert "Several begin like “an g”" in tight(several.content.decode())
    assert "Bø" not in several.content.decode()
    assert "Nobody here is called “zz”" in tight(client.post(desk, {"find": "zz"}, follow=True).content.decode())
    assert "is checked in already" in tight(client.post(desk, {"find": "jür"}, follow=True).content.decode())
    assert len(here()) == 1


def test_a_player_behind_the_poster_checks_in_and_takes_it_back(client, tournament):
    page = reverse("tournaments:self-checkin", args=[entries.checkin_code(tournament)])
    assert "Bø" not in client.get(page).content.decode(), "nobody's name is shown before it is typed"
    found = client.get(page, {"name": "bø"}).content.decode()
    assert "Is this you?" in found
    entry = Entry.objects.get(name="Bø Ørsted")
    said = client.post(page, {"entry": entry.public_id}, follow=True).content.decode()
    assert "Bø Ørsted, you are checked in" in said
    assert here() == {"Bø Ørsted"}
    client.post(page, {"undo": 1})
    assert here() == set()
    client.cookies.clear()
    client.post(page, {"entry": entry.public_id})
    client.cookies.clear()
    client.post(page, {"undo": 1})
    assert here() == {"Bø Ørsted"}, "another device undoes nothing"


def test_switched_off_or_with_a_wrong_code_it_is_shut(client, tournament, organiser):
    page = reverse("tournaments:self-checkin", args=[entries.checkin_code(tournament)])
    client.force_login(organiser)
    assert "QR" in client.get(reverse("tournaments:checkin", args=[tournament.slug])).content.decode()
    poster = client.get(reverse("tournaments:checkin-poster", args=[tournament.slug])).content.decode()
    assert page in poster
    client.post(reverse("tournaments:checkin", args=[tournament.slug]), {"self": "off"})
    assert "Check-in is at the desk." in tight(client.get(page).content.decode())
    client.post(page, {"entry": Entry.objects.first().public_id})
    assert here() == set()
    for n in range(10):
        assert client.get(reverse("tournaments:self-checkin", args=[f"nonsense-{n}"])).status_code == 404
    assert client.get(page).status_code == 200, "nobody guesses such a code, and nobody shuts out the hall"
