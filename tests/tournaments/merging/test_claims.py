"""A person who signs up later claims, by the code of a slip, what was played under a name without a login; an organiser
has to agree."""

import re

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from clubs import selectors as club_selectors
from clubs import services as clubs
from pages.selectors import of_club
from tests.markup import tight
from tournaments.errors import Invalid, Refusal
from tournaments.event.selectors import finding
from tournaments.merging import selectors
from tournaments.merging.services import claims
from tournaments.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def eva(db) -> User:
    """Somebody who has just signed up; member of nothing."""
    return accounts.official(username="eva", name="Eva Ruiz", email="eva@club.example", password="x" * 12)


@pytest.fixture
def name(match, club) -> User:
    """Player 01 of a round that has begun: a name without a login."""
    match()
    return club_selectors.players(club).get(name="Player 01")


def test_the_code_finds_its_name_however_it_is_typed(name):
    code = selectors.claim_code(name)
    for typed in (code, code.upper(), code.replace("-", ""), f" {code[:3]} {code[3:]} "):
        assert selectors.name_by_code(typed) == name
    wrong = code[:-1] + ("a" if code[-1] != "a" else "b")
    for typed in (wrong, "", "é" * 10, code[:-1], code + "a", "\u202e" + "a" * 9):
        assert selectors.name_by_code(typed) is None


def test_the_slip_of_a_name_bears_the_code_and_that_of_a_member_with_a_login_none(name, organiser, client):
    tournament = Match.objects.get().round.stage.tournament
    client.force_login(organiser)
    page = client.get(f"/o/{tournament.slug}/print/slips/?round=1").content.decode()
    assert page.count('class="slip-claim"') == 2
    assert f'<strong class="slip-claim">{selectors.claim_code(name)}</strong>' in page
    name.set_password("x" * 12)
    name.save()
    page = client.get(f"/o/{tournament.slug}/print/slips/?round=1").content.decode()
    assert page.count('class="slip-claim"') == 1


def test_the_list_of_the_desk_has_the_codes_and_the_public_has_none(name, organiser, client):
    tournament = Match.objects.get().round.stage.tournament
    code = selectors.claim_code(name)
    client.force_login(organiser)
    page = client.get(f"/o/{tournament.slug}/print/players/").content.decode()
    assert f'<strong class="slip-claim">{code}</strong>' in page
    assert page.count('class="slip-claim"') == 2
    client.logout()
    assert client.get(f"/o/{tournament.slug}/print/players/").status_code == 302
    assert client.get(f"/t/{tournament.slug}/documents/players/").status_code == 404
    assert code not in client.get(f"/t/{tournament.slug}/documents/names/?round=1").content.decode()


def test_nothing_moves_before_an_organiser_agrees_and_everything_after(name, eva, club, organiser, clock):
    tournament = Match.objects.get().round.stage.tournament
    made = claims.claim(code=selectors.claim_code(name), by=eva, now=clock())
    assert claims.claim(code=selectors.claim_code(name), by=eva, now=clock()) == made, "twice is once"
    assert finding.entry_of(eva, tournament) is None
    assert list(selectors.open_claims(club)) == [made]
    with pytest.raises(PermissionDenied):
        claims.answer(club=club, claim=made, accepts=True, by=eva, now=clock())
    claims.answer(club=club, claim=made, accepts=True, by=organiser, now=clock())
    assert finding.entry_of(eva, tournament).name == "Player 01"
    assert club_selectors.membership_of(eva, club).accepted_at is not None
    assert selectors.name_by_code(selectors.claim_code(name)) is None, "the code is used up"
    with pytest.raises(Refusal, match="answered already"):
        claims.answer(club=club, claim=made, accepts=True, by=organiser, now=clock())


def test_the_badge_counts_claims_for_those_who_answer_them(name, eva, club, organiser, clock):
    claims.claim(code=selectors.claim_code(name), by=eva, now=clock())
    dirk = accounts.official(username="dirk", name="Dirk", email="", password="x" * 12)
    clubs.add_member(club=club, user=dirk, role="director")
    assert [of_club.head_of_club(one, club)["waiting"] for one in (organiser, dirk, eva)] == [1, 0, 0]


def test_a_refused_claim_moves_nothing(name, eva, club, organiser, clock):
    made = claims.claim(code=selectors.claim_code(name), by=eva, now=clock())
    claims.answer(club=club, claim=made, accepts=False, by=organiser, now=clock())
    assert (eva.entry_members.count(), name.entry_members.count()) == (0, 1)
    assert not selectors.open_claims(club).exists()


def test_nobody_claims_the_name_of_somebody_they_played_with(name, eva, organiser, clock):
    tournament = Match.objects.get().round.stage.tournament
    tournament.entries.get(name="Player 02").members.update(user=eva)
    with pytest.raises(Refusal, match="somebody else"):
        claims.claim(code=selectors.claim_code(name), by=eva, now=clock())


def test_an_organiser_of_another_club_answers_nothing(name, eva, clock):
    made = claims.claim(code=selectors.claim_code(name), by=eva, now=clock())
    otto = accounts.player_for(name="Otto")[0]
    other = clubs.create_club(name="Friday Club", organiser=otto)
    with pytest.raises(PermissionDenied):
        claims.answer(club=other, claim=made, accepts=True, by=otto, now=clock())


def test_a_wrong_code_is_named_and_tries_are_limited(eva, client):
    with pytest.raises(Invalid) as wrong:
        claims.claim(code="abcd-efghjk", by=eva, now=timezone.now())
    assert wrong.value.field == "code"
    client.force_login(eva)
    answers = [client.post("/claim/", {"code": "abcd-efghjk"}).status_code for _try in range(11)]
    assert answers == [422] * 9 + [429] * 2, "by whatever door"
    assert client.get("/claim/").status_code == 200, "looking is no try"
    assert client.post("/api/v1/claims", {"code": "x"}, content_type="application/json").status_code == 429


def test_a_visitor_types_the_code_signs_up_and_finds_it_again(name, eva, club, organiser, client):
    code = selectors.claim_code(name)
    answer = client.post("/claim/", {"code": code})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/signup/?next=/claim/")
    client.force_login(eva)  # in the same session, as after signing up
    assert code in client.get("/claim/").content.decode()
    page = client.post("/claim/", {"code": code}, follow=True).content.decode()
    assert "waits for an organiser" in page
    client.force_login(organiser)
    listed = client.get(f"/clubs/{club.slug}/members/").content.decode()
    where = re.search(r'href="(/clubs/[^"]+/claims/[^"]+)"', listed).group(1)
    assert "Eva Ruiz says: I am Player 01" in tight(client.get(where).content.decode())
    done = client.post(where, {"answer": "yes"}, follow=True).content.decode()
    assert "Player 01 is Eva Ruiz now" in done
