"""Who may enter a tournament by their own act: anybody, members of the club, or nobody whom its officials do not enter;
and a friendly tournament counts for no rating."""

import pytest
from django.urls import reverse

from accounts import services as accounts
from clubs import services as clubs
from tests.markup import tight
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.event.selectors import consent
from tournaments.stages.services import conditions
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def rosa():
    return accounts.official(username="rosa", name="Rosa", email="rosa@example.org", password="correct1")


def enter(tournament, user, clock):
    return entering.enter(tournament=tournament, user=user, by=user, now=clock())


def test_only_members_enter_where_only_members_may(make_tournament, rosa, club, clock):
    tournament = make_tournament(players=0, settings={"admits": "members"})
    with pytest.raises(errors.Refusal, match="join the club first") as refused:
        enter(tournament, rosa, clock)
    assert refused.value.code == "not_admitted"
    clubs.enrol_players(club=club, users=[rosa], by=None)
    assert enter(tournament, rosa, clock).name == "Rosa"


def test_nobody_but_an_official_enters_players_by_invitation(make_tournament, rosa, organiser, clock):
    tournament = make_tournament(players=0, settings={"admits": "invited"})
    with pytest.raises(errors.Refusal, match="ask one of them"):
        enter(tournament, rosa, clock)
    assert entering.enter(tournament=tournament, user=rosa, by=organiser, now=clock()).name == "Rosa"
    assert enter(tournament, organiser, clock).name == organiser.name


@pytest.mark.parametrize("door", ["page", "api"])
@pytest.mark.parametrize(("admits", "said"), [("members", "join the club first"), ("invited", "ask one of them")])
def test_every_door_refuses_a_stranger(make_tournament, rosa, client, door, admits, said):
    tournament = make_tournament(players=0, settings={"admits": admits})
    client.force_login(rosa)
    if door == "page":
        page = client.post(reverse("tournaments:join", args=[tournament.slug]), follow=True)
        assert said in tight(page.content.decode())
    else:
        who = {"player": rosa.public_id}
        there = f"/api/v1/entries/?tournament={tournament.public_id}"
        answer = client.post(there, who, content_type="application/json")
        assert (answer.status_code, answer.json()["type"]) == (409, "not_admitted"), answer.content
    assert not tournament.entries.exists()


def test_the_page_offers_no_entry_to_whom_it_does_not_admit(make_tournament, rosa, client):
    tournament = make_tournament(players=0, settings={"admits": "members"})
    client.force_login(rosa)
    page = tight(client.get(reverse("tournaments:detail", args=[tournament.slug])).content.decode())
    assert "Enter this tournament" not in page
    assert "Only members of" in page
    told = tight(client.get(reverse("tournaments:conditions", args=[tournament.slug])).content.decode())
    assert "<dt>Who may enter</dt><dd>members</dd>" in told


def test_a_friendly_tournament_counts_for_no_rating_and_says_so(make_tournament, clock, organiser):
    tournament = make_tournament(players=2, settings={"rating": "friendly"})
    assert not tournament.counts
    assert consent.event_words(tournament) == "Not rated: it is a friendly tournament."
    stages.begin(tournament=tournament, now=clock())
    tournament.refresh_from_db()
    assert not tournament.counts
    with pytest.raises(errors.Refusal, match="fixed since it began"):
        conditions.change_conditions(tournament=tournament, by=organiser, now=clock(), settings={"rating": "counts"})
    conditions.change_conditions(tournament=tournament, by=organiser, now=clock(), settings={"rating": "friendly"})
