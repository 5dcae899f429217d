"""Late entries are offered their half points; a withdrawal says beforehand what becomes of the match."""

import re

import pytest
from django.urls import reverse

from audit.models import AuditEntry
from clubs import selectors as members
from clubs import services as clubs
from tests.markup import tight
from tournaments import errors
from tournaments.entries import selectors
from tournaments.entries.services import changing, entering, team_lines
from tournaments.event.selectors import finding
from tournaments.merging.selectors import doubles
from tournaments.merging.services import same_person
from tournaments.models import Bye
from tournaments.rounds.services import drafts, editing, requests, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client, organiser):
    """The organiser's browser."""
    client.force_login(organiser)
    return client


def page(desk, name: str, tournament) -> str:
    return tight(desk.get(reverse(f"tournaments:{name}", args=[tournament.slug])).content.decode())


@pytest.fixture
def evening(make_tournament, play_round, organiser, clock):
    """Five rounds, of which two are played."""
    tournament = make_tournament(4, rounds=5)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    play_round(tournament)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def late(evening, organiser, clock):
    """Somebody who came in round 3."""
    text = "Late Larry"
    report = entering.import_entries(tournament=evening, text=text, dry_run=False, now=clock(), by=organiser)
    return report.made[0]


def test_half_points_are_offered_as_far_as_the_conditions_go(evening, late, organiser, clock):
    """Two rounds are missed; one half-point bye is allowed, then three of them."""
    assert requests.offered([late])[late.pk] == requests.Offer(missed=2, count=1)
    stage = finding.main_stage(evening)
    stage.settings["half_byes"] = 3
    stage.save()
    assert requests.offered([late])[late.pk] == requests.Offer(missed=2, count=2)
    requests.give_missed_byes(entry=late, count=2, now=clock(), by=organiser)
    assert requests.offered([late])[late.pk] == requests.Offer(missed=0, count=0)
    on_time = evening.entries.get(name="Player 01")
    assert requests.offered([on_time])[on_time.pk] == requests.Offer(missed=0, count=0)


def test_the_late_one_stands_first_with_the_button(desk, evening, late):
    text = page(desk, "tonight", evening)
    names = [text.index(one.name) for one in evening.entries.exclude(pk=late.pk)]
    assert text.index("Late Larry") < min(names)
    assert "Give half a point" in text
    assert "Give half a point" in page(desk, "entries", evening)
    door = f"/api/v1/entries/{late.public_id}/missed-byes/"
    assert desk.get(door).json() == {"missed": 2, "count": 1}
    form = {"do": "missed", "entry": late.pk, "count": "1", "back": "tonight"}
    desk.post(reverse("tournaments:special", args=[evening.slug]), form)
    assert Bye.objects.filter(seat__entry=late, kind="half").count() == 1
    assert "Give half a point" not in page(desk, "tonight", evening)


def test_a_withdrawal_says_first_what_becomes_of_the_match(desk, evening, organiser, clock):
    draft = drafts.pair_round(stage=finding.main_stage(evening), now=clock(), by=organiser)
    entry = evening.entries.get(name="Player 01")
    assert "draft of round 3" in selectors.leaving(evening, entry)[entry.pk]
    editing.publish_round(rnd=draft, now=clock(), by=organiser)
    running.start_round(rnd=draft, now=clock())
    said = "still needs a result: what was played, or a walk-over."
    assert said in selectors.leaving(evening, entry)[entry.pk]
    for name in ("tonight", "entries", "checkin"):
        assert said in page(desk, name, evening), name
    door = f"/api/v1/entries/{entry.public_id}/withdraw/"
    assert said in desk.get(door).json()["says"]
    form = {"entry": entry.public_id, "set": "left"}
    after = desk.post(reverse("tournaments:checkin", args=[evening.slug]), form, follow=True)
    assert said in tight(after.content.decode())


def test_a_name_entered_beside_a_member_becomes_the_member(desk, make_tournament, club, organiser, clock):
    tournament = make_tournament(0)
    anna = clubs.enrol(club=club, name="Anna Kovács", by=None).user
    typo = entering.enter(tournament=tournament, name="Ana Kovacz", by=organiser, now=clock())
    assert doubles(tournament)[typo.pk].other == anna
    listed = page(desk, "entries", tournament)
    assert "perhaps the same as Anna Kovács" in listed
    at_its_head, rows = listed.split("may be the same as a member:")[1].split("<tbody>")
    assert f'href="#e-{typo.public_id}"><bdi>Ana Kovacz' in at_its_head
    assert f'<tr id="e-{typo.public_id}">' in rows
    address = reverse("tournaments:same-as", args=[tournament.slug, typo.public_id])
    for _twice in range(2):
        desk.post(address, {"into": anna.public_id})
    entry = tournament.entries.get()
    assert (entry.name, entry.members.get().user) == ("Anna Kovács", anna)
    assert not members.players(club).filter(name="Ana Kovacz").exists()
    assert "perhaps the same" not in page(desk, "entries", tournament)


@pytest.mark.parametrize("door", ["page", "program"])
def test_two_people_with_like_names_are_asked_about_once(desk, make_tournament, club, organiser, clock, door):
    tournament = make_tournament(0)
    clubs.enrol(club=club, name="Anna Kovács", by=None)
    other = entering.enter(tournament=tournament, name="Ana Kovacz", by=organiser, now=clock())
    assert "They are two people" in page(desk, "entries", tournament)
    if door == "page":
        desk.post(reverse("tournaments:same-as", args=[tournament.slug, other.public_id]), {"two": "1"})
    else:
        assert desk.post(f"/api/v1/entries/{other.public_id}/two-people/").status_code == 204
    assert doubles(tournament) == {}
    assert "perhaps the same" not in page(desk, "entries", tournament)
    assert tournament.entries.get().name == "Ana Kovacz"
    assert AuditEntry.objects.filter(action="entry.told_apart").count() == 1


def test_a_list_that_is_pasted_twice_offers_nobody_new(desk, make_tournament, club, organiser, clock):
    """The first time the misspelt name is matched to the member; the second time it is ticked beforehand."""
    tournament = make_tournament(0)
    anna = clubs.enrol(club=club, name="Anna Kovács", by=None).user
    said = {"tournament": tournament, "text": "Ana Kovacz\nBo Berg", "now": clock(), "by": organiser}
    first = entering.import_entries(dry_run=True, **said)
    assert [(line.status, line.is_there) for line in first.lines] == [("alike", False), ("new", False)]
    entering.import_entries(dry_run=False, seen=first.digest, same=[1], **said)
    assert tournament.entries.filter(members__user=anna).exists()
    again = entering.import_entries(dry_run=True, **said)
    assert [(line.status, line.is_there) for line in again.lines] == [("alike", True), ("entered", False)]
    assert "who is entered already" in again.lines[0].note
    shown = desk.post(reverse("tournaments:entries", args=[tournament.slug]), {"text": said["text"]}).content.decode()
    assert re.search(r'name="same" value="1"[^>]*checked', shown)
    entering.import_entries(dry_run=False, seen=again.digest, same=[1], **said)
    assert tournament.entries.count() == 2


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("Ana Ito / Ben Oz\nCy Lee & Di Fox", {"Ana Ito & Ben Oz", "Cy Lee & Di Fox"}),
        ("Aces: Ana Ito / Ben Oz\nCy Lee + Di Fox, Kings", {"Aces", "Kings"}),
        ("Ana Ito 1500 / Ben Oz 1400\nCy Lee,,,Kings\nDi Fox,,,Kings", {"Ana Ito & Ben Oz", "Kings"}),
    ],
)
def test_pairs_are_read_a_line(make_tournament, organiser, clock, text, entries):
    tournament = make_tournament(0, variant="partnership", template="round_robin")
    report = entering.import_entries(tournament=tournament, text=text, dry_run=False, now=clock(), by=organiser)
    assert not report.problems
    assert set(tournament.entries.values_list("name", flat=True)) == entries
    assert {entry.members.count() for entry in tournament.entries.all()} == {2}


def test_where_everybody_plays_alone_a_name_stays_as_it_is(make_tournament, organiser, clock):
    tournament = make_tournament(0)
    entering.import_entries(tournament=tournament, text="Ana & Ben\nCy", dry_run=False, now=clock(), by=organiser)
    assert set(tournament.entries.values_list("name", flat=True)) == {"Ana & Ben", "Cy"}


def test_of_two_who_are_entered_the_double_is_taken_out_and_can_be_put_back(
    desk, make_tournament, club, organiser, clock
):
    tournament = make_tournament(0)
    anna = clubs.enrol(club=club, name="Anna Kovács", by=None).user
    entering.enter(tournament=tournament, user=anna, by=organiser, now=clock())
    typo = entering.enter(tournament=tournament, name="Ana Kovacz", by=organiser, now=clock())
    door = f"/api/v1/entries/{typo.public_id}/same-as/"
    undo = desk.post(door, {"player": anna.public_id}, content_type="application/json").json()["undo"]
    assert tournament.entries.get().name == "Anna Kovács"
    changing.put_back(tournament=tournament, undo=undo, by=organiser, now=clock())
    assert tournament.entries.count() == 2
    entering.check_in_all(tournament=tournament, by=organiser, now=clock())
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    with pytest.raises(errors.Refusal, match="one of them withdraws"):
        same_person.same_as(entry=tournament.entries.get(name="Ana Kovacz"), into=anna, by=organiser, now=clock())


def test_members_of_old_with_like_names_are_no_doubles(make_tournament, club, organiser, clock):
    people = [clubs.enrol(club=club, name=name, by=None).user for name in ("Maria Lopez", "Mario Lopez")]
    tournament = make_tournament(0)
    for one in people:
        entering.enter(tournament=tournament, user=one, by=organiser, now=clock.later(days=400))
    assert doubles(tournament) == {}


def test_a_pair_stands_on_one_line_whatever_sign_its_names_hold():
    """Only what ends a line of a file does so here: a name can hold U+2028."""
    assert team_lines.one_a_line("Ana\u2028Ito / Ben Oz\r\nCy Lee / Di Fox").count("\n") == 3
