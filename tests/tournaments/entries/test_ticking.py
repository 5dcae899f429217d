"""Tonight's players: members of the club are ticked on its list and entered in one go."""

import re

import pytest

from accounts import services as accounts
from clubs import services as clubs
from tests.markup import tight
from tournaments.entries import selectors
from tournaments.entries.services import entering, ticking
from tournaments.errors import Invalid
from tournaments.event.services import creating
from tournaments.models import EntryStatus
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def members(club):
    """Ana, Bea, Cem and Dee of the club, by name."""
    return {name: clubs.enrol(club=club, name=name, by=None).user for name in ("Ana Ruiz", "Bea", "Cem", "Dée")}


def ids(members, *names):
    return [members[name].public_id for name in names]


def test_those_ticked_are_entered_by_name_and_nobody_twice(make_tournament, members, organiser, clock):
    tournament = make_tournament(0)
    entering.enter(tournament=tournament, user=members["Bea"], now=clock(), by=organiser)
    people = ids(members, "Cem", "Bea", "Ana Ruiz")
    done = ticking.enter_members(tournament=tournament, people=people, now=clock(), by=organiser)
    assert ([entry.name for entry in done.entries], done.known) == (["Ana Ruiz", "Cem"], 1)
    again = ticking.enter_members(tournament=tournament, people=people, now=clock(), by=organiser)
    assert (again.entries, again.known, tournament.entries.count()) == ((), 3, 3)


def test_those_over_the_capacity_wait(make_tournament, members, organiser, clock):
    tournament = make_tournament(0)
    creating.write_conditions(tournament=tournament, settings={"capacity": 2}, now=clock(), by=organiser)
    done = ticking.enter_members(tournament=tournament, people=ids(members, *members), now=clock(), by=organiser)
    assert (done.waiting, [one.status for one in done.entries][-1]) == (2, EntryStatus.WAITING)


def test_a_member_of_another_club_is_refused_and_nobody_is_entered(make_tournament, members, organiser, clock):
    tournament = make_tournament(0)
    other = clubs.create_club(name="Friday Club", organiser=accounts.player_for(name="Otto")[0])
    foreign = clubs.enrol(club=other, name="Foreign", by=None).user
    for people in ([*ids(members, "Bea"), foreign.public_id], [*ids(members, "Bea"), "nobody"], []):
        with pytest.raises(Invalid) as refused:
            ticking.enter_members(tournament=tournament, people=people, now=clock(), by=organiser)
        assert refused.value.field == "people"
    assert not tournament.entries.exists()


def test_the_list_finds_by_name_keeps_what_is_ticked_and_knows_the_last_time(
    make_tournament, members, organiser, clock
):
    first = make_tournament(0, rounds=1)
    came = ids(members, "Ana Ruiz", "Bea")
    ticking.enter_members(tournament=first, people=came, now=clock(), by=organiser)
    entering.check_in_all(tournament=first, now=clock(), by=organiser)
    stages.begin(tournament=first, now=clock(), by=organiser)
    tonight = make_tournament(0)
    found = selectors.ticks(tonight, "dee", ids(members, "Cem"))
    assert [(one.user.name, one.is_ticked) for one in found.lines] == [("Cem", True), ("Dée", False)]
    again = selectors.ticks(tonight, "", [], of_last_time=True)
    assert ([one.user.name for one in again.lines if one.is_ticked], again.last) == (["Ana Ruiz", "Bea"], first)


def test_an_organiser_ticks_on_the_entries_page(make_tournament, members, organiser, client):
    tournament = make_tournament(0)
    where = f"/o/{tournament.slug}/entries/members/"
    client.force_login(members["Bea"])
    assert client.post(where, {"person": ids(members, "Bea"), "enter": "1"}).status_code == 403
    client.force_login(organiser)
    assert where in client.get(f"/o/{tournament.slug}/entries/").content.decode(), "a button beside the field"
    searched = tight(client.post(where, {"q": "cem", "search": "1", "person": ids(members, "Bea")}).content.decode())
    ticked = re.findall(r'value="(\w+)" checked', searched)
    assert ticked == ids(members, "Bea")
    nobody = tight(client.post(where, {"enter": "1"}, follow=True).content.decode())
    assert "Tick somebody first" in nobody
    done = tight(client.post(where, {"person": ids(members, "Bea", "Cem"), "enter": "1"}, follow=True).content.decode())
    assert "2 players are entered." in done
    api = f"/api/v1/tournaments/{tournament.public_id}/entries/members/"
    wish = {"people": ids(members, "Cem", "Ana Ruiz")}
    entered = client.post(api, wish, content_type="application/json")
    assert (entered.status_code, [one["name"] for one in entered.json()["entries"]]) == (200, ["Ana Ruiz"])
    assert entered.json()["known"] == 1
    wrong = client.post(api, {"people": ["nobody"]}, content_type="application/json")
    assert (wrong.status_code, list(wrong.json()["errors"])) == (400, ["people"])
