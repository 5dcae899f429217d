"""A ladder through its pages, as players on their phones and their director see it."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from duework import services as duework
from tests.markup import tight
from tests.tournaments.ladders.climb import Climb
from tests.tournaments.paper.test_paper_of_every_format import look_at_everything
from tournaments.models import Challenge, Entry, Match, Tournament
from tournaments.paper import services as paper
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def url(name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=args)


def sweep(later: float = 0) -> None:
    while duework.sweep(now=timezone.now() + timedelta(seconds=later)):
        pass


@pytest.fixture
def ladder(make_tournament, clock):
    """A ladder of six that has just begun, by the real clock: pages know no other."""
    clock.now = timezone.now()
    tournament = make_tournament(
        players=6, rounds=None, template="ladder", options={}, timezone="Europe/Madrid", starts_at=clock()
    )
    return stages.begin(tournament=tournament, now=clock())


@pytest.fixture
def climb(ladder, organiser, clock):
    return Climb(ladder, organiser, clock)


@pytest.fixture
def page_of(climb):
    """The browser of a player, by number, who lives in Chicago."""

    def sign_in(n: int) -> Client:
        user = climb.player(n)
        user.timezone = "America/Chicago"
        user.save()
        client = Client()
        client.force_login(user)
        return client

    return sign_in


@pytest.fixture
def desk(client, organiser):
    client.force_login(organiser)
    return client


def text(answer, status: int = 200) -> str:
    assert answer.status_code == status, answer.content[:2000]
    page = tight(answer.content.decode())
    assert " style=" not in page
    return page


def test_a_player_sees_the_own_place_and_challenges_with_one_tap(page_of, climb, ladder):
    four = page_of(4)
    page = text(four.get(url("ladder", ladder.slug)))
    assert "You stand on place 4 of 6" in page
    assert page.count(">Challenge<") == 3
    assert "You may challenge anybody up to 3 places above you." in page
    four.post(url("challenge", ladder.slug), {"entry": climb.entry(2).public_id})
    page = text(four.get(url("ladder", ladder.slug)))
    assert "You have challenged Player 02, who answers by" in page
    assert "(America/Chicago)" in page
    assert "challenged by Player 04, answers by" in page
    two = page_of(2)
    for home in (url("detail", ladder.slug), reverse("pages:home"), reverse("pages:me")):
        assert "Player 04 challenges you" in text(two.get(home))
    three = text(page_of(3).get(url("ladder", ladder.slug)))
    assert "Player 02 has an open challenge." in three
    assert "You may challenge" in three


def test_the_director_sees_the_ladder_and_menus_without_those_who_cannot(desk, ladder):
    page = text(desk.get(url("organise-ladder", ladder.slug)))
    assert 'class="data rungs"' in page
    menus = [re.search(rf'<select name="{name}".*?</select>', page)[0] for name in ("challenger", "challenged")]
    assert all("selected" not in menu or 'value="" selected' in menu for menu in menus), "nobody is chosen unasked"
    assert [f"{place}." in menus[0] for place in (1, 2, 6)] == [False, True, True], "nobody is above the first"
    assert [f"{place}." in menus[1] for place in (1, 5, 6)] == [True, True, False], "nobody is below the last"


def test_the_directors_first_page_of_a_ladder_speaks_of_now_and_counts_no_points(desk, ladder):
    page = tight(desk.get(url("tonight", ladder.slug)).content.decode())
    heads = [re.sub("<[^>]*>", "", head) for head in re.findall("<th [^>]*>.*?</th>", page)]
    assert heads[:2] == ["Player", "Now"]
    assert not {"Tonight", "Points"} & set(heads)


def test_challenge_accept_result_and_the_places_change(page_of, climb, ladder, desk):
    page_of(4).post(url("challenge", ladder.slug), {"entry": climb.entry(2).public_id})
    one, two = Challenge.objects.get(), page_of(2)
    page = text(two.get(url("ladder", ladder.slug)))
    assert "If you decline or do not answer, you lose the place." in page
    answer = two.post(url("answer-challenge", one.public_id), {"answer": "accept"})
    match = Match.objects.get()
    assert answer.url == url("match-time", match.public_id)
    assert "or the challenge lapses" in text(two.get(answer.url))
    page_of(4).post(url("match-result", match.public_id), {"first": 60, "second": 100})
    assert "A result waits to be confirmed." in text(two.get(url("ladder", ladder.slug)))
    two.post(url("match-confirm", match.public_id), {"version": Match.objects.get(pk=match.pk).version})
    sweep(1)
    page = text(two.get(url("ladder", ladder.slug)))
    assert "Player 04 beats Player 02 and takes the place." in page
    assert climb.order == [1, 4, 2, 3, 5, 6]
    card = text(two.get(url("card", ladder.slug, climb.entry(4).public_id)))
    assert "Places over time" in card
    assert 'aria-label="From place 4 to place 2' in card
    assert "To be played by" not in text(two.get(url("detail", ladder.slug)))


def test_only_the_challenged_answers(page_of, climb, ladder):
    one = climb.challenge(4, 2)
    for who, answer in ((3, "accept"), (4, "accept"), (2, "take_back")):
        assert page_of(who).post(url("answer-challenge", one.public_id), {"answer": answer}).status_code == 403
    assert page_of(2).post(url("answer-challenge", one.public_id), {"answer": "maybe"}).status_code == 404
    assert Challenge.objects.get().state == "open"


def test_a_challenge_too_far_up_says_why(page_of, climb, ladder):
    answer = page_of(6).post(url("challenge", ladder.slug), {"entry": climb.entry(1).public_id}, follow=True)
    assert "A challenge goes up to 3 places above." in text(answer)
    assert page_of(6).post(url("challenge", ladder.slug), {"entry": "nobody"}).status_code == 404


def test_away_and_back(page_of, climb, ladder):
    two = page_of(2)
    two.post(url("ladder-away", ladder.slug), {"status": "away"})
    assert "I am back" in text(two.get(url("ladder", ladder.slug)))
    assert "Player 02 is away." in text(page_of(3).get(url("ladder", ladder.slug)))
    two.post(url("ladder-away", ladder.slug), {"status": "here"})
    assert climb.challenge(3, 2).state == "open"


def test_somebody_joins_late(client, django_user_model, ladder, climb, organiser):
    client.force_login(organiser)
    assert "Join the ladder" in text(client.get(url("ladder", ladder.slug)))
    page = text(client.post(url("join", ladder.slug), follow=True))
    assert "You stand on place 7 of 7" in page


def test_strangers_look_on(client, ladder):
    page = text(client.get(url("ladder", ladder.slug)))
    assert "Sign in to join" in page
    assert '<a class="button" href="/accounts/signup/?next=' in page
    assert ">Challenge<" not in page


def test_the_director_enters_answers_places_and_annuls(desk, climb, ladder):
    home = url("organise-ladder", ladder.slug)
    who = {"challenger": climb.entry(4).public_id, "challenged": climb.entry(2).public_id}
    desk.post(url("challenge-for", ladder.slug), who)
    one = Challenge.objects.get()
    assert "Accept for them" in text(desk.get(home))
    desk.post(url("answer-challenge", one.public_id), {"answer": "decline", "back": "desk"})
    assert climb.order == [1, 4, 2, 3, 5, 6]
    desk.post(url("annul-challenge", one.public_id), {"reason": ""})
    assert climb.order == [1, 4, 2, 3, 5, 6]
    desk.post(url("annul-challenge", one.public_id), {"reason": "was ill"})
    assert climb.order == [1, 2, 3, 4, 5, 6]
    form = {"entry": climb.entry(6).public_id, "place": 1, "reason": "won last year"}
    bad = text(desk.post(url("ladder-place", ladder.slug), {**form, "reason": ""}), 422)
    assert "This field is required" in bad
    desk.post(url("ladder-place", ladder.slug), form)
    page = text(desk.get(home))
    assert climb.order == [6, 1, 2, 3, 4, 5]
    assert "The director puts Player 06 on place 1." in page
    assert "won last year" in page


def test_players_do_not_direct(page_of, climb, ladder):
    two = page_of(2)
    one = climb.challenge(4, 2)
    assert two.get(url("organise-ladder", ladder.slug)).status_code == 403
    assert two.post(url("annul-challenge", one.public_id), {"reason": "x"}).status_code == 403
    assert two.post(url("ladder-place", ladder.slug), {"place": 1}).status_code == 403


def test_every_other_page_answers_on_a_ladder(desk, climb, ladder, clock, organiser):
    paper.put_up_screen(tournament=ladder, name="Hall", now=clock(), by=organiser)
    climb.play(4, 2, winner=4)
    climb.accept(climb.challenge(6, 5))
    look_at_everything(desk, Tournament.objects.get())
    for page in (
        "detail", "standings", "ladder", "entrants", "crosstable", "live", "documents", "entries", "checkin", "times",
        "special", "setup", "print", "lists", "screens",
    ):  # fmt: skip
        text(desk.get(url(page, ladder.slug)))
    assert "Season" in text(desk.get(url("standings", ladder.slug)))


def test_the_paper_of_a_ladder_has_its_places_and_no_table_of_rounds(desk, climb, ladder):
    climb.play(4, 2, winner=4)
    listed = text(desk.get(url("print", ladder.slug)))
    for none in ("Crosstable", "Pairing cards"):
        assert none not in listed
        assert none not in text(desk.get(url("documents", ladder.slug)))
        assert none not in text(desk.get(url("lists", ladder.slug)))
    paper_of_it = text(desk.get(url("print-document", ladder.slug, "standings")))
    places = [paper_of_it.index(f"Player 0{n}") for n in (1, 4, 2, 3, 5, 6)]
    assert places == sorted(places)
    assert "Before round 1" not in paper_of_it


def test_a_plain_tournament_has_no_ladder(client, make_tournament):
    assert client.get(url("ladder", make_tournament(players=2).slug)).status_code == 404


def test_the_ladder_takes_few_queries_however_many_stand_on_it(
    client, make_tournament, clock, organiser, django_assert_max_num_queries
):
    clock.now = timezone.now()
    tournament = make_tournament(players=40, rounds=None, template="ladder", options={})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    climb = Climb(tournament, organiser, clock)
    for n in (40, 30, 20):
        climb.play(n, n - 1, winner=n)
    client.force_login(climb.player(35))
    client.get(url("ladder", tournament.slug))
    with django_assert_max_num_queries(16):  # one for the badge of notices
        text(client.get(url("ladder", tournament.slug)))
    assert Entry.objects.count() == 40


def post(client: Client, path: str, body: dict[str, object] | None = None, status: int = 200) -> dict[str, object]:
    answer = client.post(f"/api/v1/{path}/", body or {}, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_a_ladder_is_played_through_the_api(page_of, climb, ladder, desk):
    four, two = page_of(4), page_of(2)
    at = f"tournaments/{ladder.public_id}"
    seen = four.get(f"/api/v1/{at}/ladder/").json()
    assert [line["may_challenge"] for line in seen["places"]] == [True, True, True, False, False, False]
    assert "You may challenge anybody up to 3 places above you." in seen["rules"]
    too_far = {"challenged": climb.entry(5).public_id}
    assert "3 places above" in post(four, f"{at}/challenge", too_far, 409)["detail"]
    made = post(four, f"{at}/challenge", {"challenged": climb.entry(2).public_id}, 201)
    post(four, f"challenges/{made['id']}/accept", status=403)
    assert post(two, f"challenges/{made['id']}/accept")["state"] == "accepted"
    assert two.get(f"/api/v1/challenges/?tournament={ladder.public_id}&state=accepted").json()["results"][0]["match"]
    post(two, f"challenges/{made['id']}/annul", {"reason": "no"}, 403)
    assert post(desk, f"challenges/{made['id']}/annul", {"reason": "by mistake"})["state"] == "annulled"
    post(two, f"entries/{climb.entry(6).public_id}/place", {"place": 1, "reason": "x"}, 403)
    post(desk, f"entries/{climb.entry(6).public_id}/place", {"place": 9, "reason": "x"}, 400)
    post(desk, f"entries/{climb.entry(6).public_id}/place", {"place": 1, "reason": "last year's winner"})
    assert climb.order == [6, 1, 2, 3, 4, 5]
    for_another = {"challenger": climb.entry(5).public_id, "challenged": climb.entry(4).public_id}
    post(two, f"{at}/challenge", for_another, 403)
    assert post(desk, f"{at}/challenge", for_another, 201)["by"] == climb.entry(5).public_id
