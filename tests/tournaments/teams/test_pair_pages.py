"""Pages and API of pairs: entered by an official or by one of them, shown with their partners, with substitutes."""

import re

import pytest
from django.urls import reverse

from accounts import services as accounts
from clubs import services as clubs
from games.models import Deal, Table
from tests.markup import tight
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.paper import selectors as paper
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
V1 = "/api/v1"
PAIRS = "name,team\nAna,Aces\nAli,Aces\nBea,Bees\nBob,Bees"


@pytest.fixture
def tournament(make_tournament, organiser, clock):
    made = make_tournament(players=0, variant="partnership", mode="online", rounds=1)
    entering.import_entries(tournament=made, text=PAIRS, dry_run=False, now=clock(), by=organiser)
    return made


@pytest.fixture
def begin(tournament, organiser, clock):
    """Round 1 published, and started unless said otherwise."""

    def begin(is_started: bool = True):
        entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        rnd = editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        return running.start_round(rnd=rnd, now=clock()) if is_started else rnd

    return begin


@pytest.fixture
def member(tournament):
    """A member of the club who can sign in and is in no pair yet."""
    user = accounts.official(username="mia", name="Mia", email="mia@example.org", password="correct horse")
    clubs.add_member(club=tournament.club, user=user, by=user)
    return user


def text(client, name: str, *args: object) -> str:
    return client.get(reverse(f"tournaments:{name}", args=args)).content.decode()


def test_an_online_evening_of_pairs_is_made_on_the_one_screen(client, club, organiser):
    client.force_login(organiser)
    data = {"club": club.pk, "name": "Pairs", "template": "swiss", "rounds": 3, "variant": "partnership",
            "mode": "online", "timezone": "UTC"}  # fmt: skip
    answer = client.post(reverse("tournaments:new"), data)
    assert answer.status_code == 302, answer.context["form"].errors
    made = club.tournaments.get()
    page = text(client, "entries", made.slug)
    assert "Enter one pair" in page
    assert "a pair has exactly two members" in page
    client.post(reverse("tournaments:add-team", args=[made.slug]), {"team_name": "", "members": "Ana\nAli"})
    assert made.entries.get().name == "Ana &amp; Ali".replace("&amp;", "&")
    alone = client.post(
        reverse("tournaments:add-team", args=[made.slug]), {"team_name": "Solo", "members": "Sol"}, follow=True
    )
    assert "a pair has exactly two members" in tight(alone.content.decode())
    assert made.entries.count() == 1


def test_partners_stand_beside_their_pair_on_every_list(client, tournament, begin, clock):
    rnd = begin()
    match = rnd.matches.paired().get()
    slug = tournament.slug
    addresses = [("entrants", slug), ("round", slug, 1), ("standings", slug), ("match", match.public_id),
                 ("live", slug), ("document", slug, "pairings"), ("document", slug, "standings")]  # fmt: skip
    for address in addresses:
        page = " ".join(re.sub(r"<[^>]+>", "", text(client, *address)).split())
        assert "Aces" in page, address
        assert "Ana, Ali" in page, address
    names = [(line.name, line.opponent) for line in paper.by_name(rnd)]
    assert names == [("Ali", "Bees"), ("Ana", "Bees"), ("Bea", "Aces"), ("Bob", "Aces")], "each finds the own name"


def test_slips_of_a_match_in_person_name_both_partners(client, make_tournament, organiser, clock):
    made = make_tournament(players=0, variant="partnership", rounds=1)
    entering.import_entries(tournament=made, text=PAIRS, dry_run=False, now=clock(), by=organiser)
    entering.check_in_all(tournament=made, now=clock(), by=organiser)
    stages.begin(tournament=made, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(made), now=clock(), by=organiser)
    running.start_round(rnd=editing.publish_round(rnd=rnd, now=clock(), by=organiser), now=clock())
    client.force_login(organiser)
    assert "Ana, Ali" in text(client, "print-document", made.slug, "slips")
    assert "Ana, Ali" in text(client, "results", made.slug, 1)


def test_one_of_a_pair_enters_both_and_the_partner_is_asked(client, tournament, member):
    client.force_login(member)
    assert "Enter with your partner" in text(client, "detail", tournament.slug)
    join = reverse("tournaments:join-partners", args=[tournament.slug])
    said = client.post(join, {"partner": "Nobody Known"}, follow=True).content.decode()
    assert "knows nobody called “Nobody Known”" in said
    assert "exactly two members" in tight(client.post(join, {"partner": ""}, follow=True).content.decode())
    assert "Bea is already entered" in tight(client.post(join, {"partner": "Bea"}, follow=True).content.decode())
    other = accounts.official(username="max", name="Max", email="max@example.org", password="correct horse")
    clubs.add_member(club=tournament.club, user=other, by=other)
    assert "You are entered" in tight(client.post(join, {"partner": "max"}, follow=True).content.decode())
    entry = finding.entry_of(member, tournament)
    assert entry.name == "Mia & Max"
    assert {one.user.name: one.accepted_at is not None for one in entry.members.all()} == {"Mia": True, "Max": False}
    client.force_login(other)
    page = text(client, "detail", tournament.slug)
    assert "with all who play beside you" in page


def test_nobody_enters_a_team_of_several_boards_alone(client, make_tournament, member):
    teams = make_tournament(players=0, variant="partnership", template="team_swiss", options={"boards": 2})
    client.force_login(member)
    assert "an official of" in text(client, "detail", teams.slug)
    answer = client.post(reverse("tournaments:join-partners", args=[teams.slug]), {"partner": "Max"}, follow=True)
    assert "entered here by an official" in tight(answer.content.decode())


def test_a_substitute_is_named_on_the_card_of_the_pair(client, tournament, begin, organiser, member):
    begin(is_started=False)
    entry = tournament.entries.get(name="Aces")
    client.force_login(member)
    assert "Name a substitute" not in text(client, "card", tournament.slug, entry.public_id)
    change = reverse("tournaments:members", args=[tournament.slug, entry.public_id])
    gone = entry.members.get(user__name="Ali").user.public_id
    assert client.post(change, {"leaves": gone, "comes": "Otto", "reason": "Ill"}).status_code == 403
    client.force_login(organiser)
    assert "Name a substitute" in text(client, "card", tournament.slug, entry.public_id)
    client.post(change, {"leaves": gone, "comes": "Otto", "reason": "Ali is ill", "for_one_round": "1"})
    page = text(client, "card", tournament.slug, entry.public_id)
    assert "not at the table in round 1" in page
    assert "needs a reason" in tight(
        client.post(change, {"leaves": gone, "comes": "Ida"}, follow=True).content.decode()
    )


def test_the_page_of_a_match_tells_what_each_board_of_a_deal_came_to(client, tournament, begin, clock):
    match = begin().matches.paired().get()
    table = Table.objects.get()
    names = [seat.user.name for seat in table.seats.order_by("seat")]
    boards = [
        {"seats": [0, 1], "winner": 0, "points": 20, "type": "gin", "net": 20},
        {"seats": [2, 3], "winner": 3, "points": 12, "type": "knock", "net": -12},
    ]
    row = {"winner": 0, "points": 8, "type": "team", "first_seq": 2, "last_seq": 9, "finished_at": clock()}
    Deal.objects.create(table=table, number=1, dealer=0, entry={"boards": boards}, **row)
    page = text(client, "match", match.public_id)
    assert "Deals, board by board" in page
    for piece in (*names, "20 – 0", "0 – 12", "8 – 0"):
        assert piece in page
    address = reverse("tournaments:match", args=[match.public_id])
    assert "Manos, tablero a tablero" in tight(client.get(address, headers={"accept-language": "es"}).content.decode())


def test_pairs_by_the_api(client, tournament, organiser, member, begin):
    def post(path, status, **data):
        answer = client.post(V1 + path, data, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()

    teams = f"/tournaments/{tournament.public_id}/teams/"
    bea = tournament.entries.get(name="Bees").members.get(user__name="Bea").user
    other = accounts.official(username="max", name="Max", email="max@example.org", password="correct horse")
    client.force_login(member)
    post(teams, 403, members=[{"name": "Zoe"}, {"name": "Zac"}])
    post(teams, 403, members=[{"player": member.public_id}, {"player": other.public_id}])
    mine = {"player": member.public_id}
    assert list(post(teams, 400, members=[mine])["errors"]) == ["members"]
    assert list(post(teams, 400, members=[mine, {"player": bea.public_id}])["errors"]) == ["members"]
    clubs.add_member(club=tournament.club, user=other, by=other)
    entered = post(teams, 201, members=[mine, {"player": other.public_id}])
    assert (entered["name"], entered["captain"]) == ("Mia & Max", member.public_id)
    client.force_login(organiser)
    post(teams, 400, name="Aces", members=[{"name": "Zoe"}, {"name": "Zac"}])
    begin(is_started=False)
    aces = tournament.entries.get(name="Aces")
    ali = aces.members.get(user__name="Ali").user.public_id
    path = f"/entries/{aces.public_id}/members/"
    assert list(post(path, 400, leaves=ali, comes={"name": "Bea"}, reason="Ill")["errors"]) == ["comes"]
    said = post(path, 200, leaves=ali, comes={"name": "Otto"}, reason="Ill", for_one_round=True)
    assert len(said["players"]) == 3
