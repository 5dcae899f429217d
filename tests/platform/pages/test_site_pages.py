"""Home, my page, players and the archive: they render empty and full, and live regions answer 304."""

import gzip
import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from clubs import services as clubs
from games.models import Deal, Seat, Status, Table
from pages.selectors import going_on
from ratings.models import PlayerRating
from ratings.services import results as rating_results
from ratings.services.runs import folding
from tests.markup import tight
from tournaments.models import (
    Entry,
    EntryMember,
    Match,
    MatchSide,
    MatchState,
    Round,
    RoundSeat,
    RoundState,
    Stage,
    Tournament,
    TournamentState,
)

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}  # a live region asks again
NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


@pytest.fixture
def ann():
    return accounts.player_for(name="Ann Archer", email="ann@club.example")[0]


@pytest.fixture
def bob():
    return accounts.player_for(name="Bob <b>Bold</b>")[0]


@pytest.fixture
def tournament(club):
    return Tournament.objects.create(
        slug="tonight", name="Tonight", club=club, variant="gin-rummy-com", starts_at=NOW, state=TournamentState.RUNNING
    )


def meet(tournament, *players, state=MatchState.OVER, round_state=RoundState.RUNNING) -> Match:
    """Round 1 with one match of these players."""
    stage = Stage.objects.create(tournament=tournament)
    round_ = Round.objects.create(stage=stage, number=1, state=round_state, paired_at=NOW)
    match = Match.objects.create(round=round_, table_no=1, state=state, deals=7, finished_at=NOW)
    for order, player in enumerate(players):
        entry = Entry.objects.create(tournament=tournament, name=player.name, entered_at=NOW)
        EntryMember.objects.create(tournament=tournament, entry=entry, user=player)
        seat = RoundSeat.objects.create(round=round_, entry=entry)
        MatchSide.objects.create(
            match=match, seat=seat, order=order, points=2 - 2 * order, game_points=112 - 27 * order
        )
    return match


def sit(*players, status=Status.OVER, types=("knock", "gin")) -> Table:
    table = Table.objects.create(rules="gin-rummy-com", status=status, opened_at=NOW, finished_at=NOW)
    for seat, player in enumerate(players):
        Seat.objects.create(table=table, seat=seat, user=player)
    for number, how in enumerate(types, start=1):
        Deal.objects.create(
            table=table, number=number, winner=0, points=20 + number, type=how, first_seq=1, last_seq=9, finished_at=NOW
        )
    return table


@pytest.mark.parametrize("address", ["/", "/players/", "/clubs/", "/archive/", "/ratings/"])
def test_every_page_stands_on_an_empty_site(client, address):
    page = client.get(address)
    assert page.status_code == 200
    text = page.content.decode()
    assert text.count("<h1") == 1
    assert " style=" not in text
    assert 'class="empty"' in text


def test_home_shows_what_is_on(client, tournament, ann, bob):
    meet(tournament, ann, bob)
    Tournament.objects.create(slug="next", name="Next week", club=tournament.club, variant="gin-pagat", starts_at=NOW)
    text = tight(client.get("/").content.decode())
    assert "/t/tonight/standings/" in text
    assert "Next week" in text
    assert re.search(r"Ann Archer</bdi></span><span class=\"num won\">112</span>", text)
    assert "Bob &lt;b&gt;Bold" in text


def test_home_leads_officials_to_their_evening(client, as_olga, as_dirk, tournament, ann):
    run = "/o/tonight/"
    page = as_olga.get("/").content.decode()
    assert f'href="{run}"' in page
    assert "Run this tournament" in page
    assert f"/o/new/?club={tournament.club.slug}" in page
    assert tournament.club.name in page
    page = as_dirk.get("/").content.decode()
    assert f'href="{run}"' in page
    assert "/o/new/" not in page, "directors open none"
    client.force_login(ann)
    assert "Run this tournament" not in tight(client.get("/").content.decode())


def test_tonight_stands_in_the_order_of_its_hours(client, tournament):
    at = timezone.now()
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=at)
    facts = {"club": tournament.club, "variant": "gin-pagat"}
    Tournament.objects.create(slug="b", name="Begun", starts_at=at - timedelta(minutes=35), state="running", **facts)
    Tournament.objects.create(slug="s", name="Soon", starts_at=at + timedelta(minutes=20), **facts)
    Tournament.objects.create(slug="d", name="Delayed", starts_at=at - timedelta(minutes=10), **facts)
    listed = [one.tournament.slug for one in going_on.tonight().listed]
    assert listed == ["b", "d", "tonight", "s"]


def test_an_evening_begins_by_the_clock_of_its_tournament(client, tournament):
    starts_at = timezone.now().replace(minute=34) + timedelta(hours=2)
    Tournament.objects.filter(pk=tournament.pk).update(state="open", timezone="Asia/Tokyo", starts_at=starts_at)
    in_tokyo = starts_at.astimezone(ZoneInfo("Asia/Tokyo"))
    for page in ("/", f"/clubs/{tournament.club.slug}/"):
        assert f"{in_tokyo:%H:%M}" in client.get(page).content.decode(), page


def test_a_draft_shows_nothing(client, tournament, ann, bob):
    meet(tournament, ann, bob, round_state=RoundState.DRAFT)
    assert "Ann Archer" not in tight(client.get("/").content.decode())


def test_a_page_comes_packed_and_answers_not_modified_all_the_same(client, tournament):
    plain, packed = client.get("/"), client.get("/", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.content).startswith(b"<!doctype html>")
    assert len(packed.content) < len(plain.content) / 2
    known = {"Accept-Encoding": "gzip", "If-None-Match": packed["ETag"]}
    assert client.get("/", headers=known).status_code == 304
    assert "Content-Encoding" not in client.get("/api/v1/clubs/", headers={"Accept-Encoding": "gzip"})


def test_live_regions_answer_not_modified_until_there_is_news(client, tournament, ann, bob):
    first = client.get("/tonight/", headers=PART)
    assert first["Cache-Control"] == "no-cache"
    assert "HX-Request" in first["Vary"]
    assert client.get("/tonight/", headers={**PART, "If-None-Match": first["ETag"]}).status_code == 304
    meet(tournament, ann, bob)
    assert client.get("/tonight/", headers={**PART, "If-None-Match": first["ETag"]}).status_code == 200


def test_whoever_opens_a_live_region_is_led_to_its_page(client, ann):
    client.force_login(ann)
    assert [client.get(path)["Location"] for path in ("/tonight/", "/me/next/")] == ["/", "/me/"]


def test_my_page_asks_to_sign_in(client):
    assert client.get("/me/").status_code == 302
    assert client.get("/me/next/").status_code == 302


def test_members_see_their_next_match(client, tournament, ann, bob):
    match = meet(tournament, ann, bob, state=MatchState.PAIRED, round_state=RoundState.PUBLISHED)
    client.force_login(ann)
    for address in ("/", "/me/", "/me/next/"):
        text = client.get(address, headers=PART).content.decode()
        assert "Your next match" in text
        assert f"/matches/{match.public_id}/" in text
    client.force_login(accounts.player_for(name="Cleo")[0])
    assert "No match waits for you" in tight(client.get("/me/").content.decode())


def test_members_see_their_open_tables(client, ann, bob):
    table = sit(ann, bob, status=Status.PLAYING, types=())
    client.force_login(ann)
    assert f"/tables/{table.public_id}/" in client.get("/me/").content.decode()


def test_players_are_found_by_part_of_their_name(client, tournament, ann, bob):
    assert "Ann Archer" not in tight(client.get("/players/?q=arch").content.decode()), "only a name on a list so far"
    meet(tournament, ann, bob)
    text = client.get("/players/?q=arch").content.decode()
    assert "Ann Archer" in text
    assert "Bob" not in text
    assert "Nobody here is called" in tight(client.get("/players/?q=zz").content.decode())


def test_a_player_with_and_without_a_past(client, tournament, ann, bob):
    assert "No rated match yet" in tight(client.get(f"/players/{ann.public_id}/").content.decode())
    meet(tournament, ann, bob)
    sit(ann, bob)
    recorded = rating_results.record_match(
        source="match:abc",
        pool="gin-rummy-com",
        finished_at=NOW,
        players=(bob, ann),
        score_a=0.0,
        margin=-27,
        deals=7,
        label="Tonight, round 1",
        link="/t/tonight/",
    )
    folding.rate_pending(pool="gin")
    text = client.get(f"/players/{ann.public_id}/").content.decode()
    assert "1546?" in text
    assert 'role="img"' in text
    assert f"/ratings/changes/{recorded.public_id}/" in text
    assert "+27" in text
    assert "Tonight, round 1" in text
    assert "/deals/" in text
    versus = client.get(f"/players/{ann.public_id}/?vs={bob.public_id}").content.decode()
    assert "Head to head with Bob" in versus
    assert client.get(f"/players/{ann.public_id}/?vs=nobody&before=yesterday").status_code == 200
    assert client.get("/players/nobody/").status_code == 404


def test_older_matches_stand_on_the_next_page(client, ann, bob):
    for n in range(30):
        moment = NOW - timedelta(hours=n)
        result = {"players": (ann, bob), "score_a": 1, "margin": n, "deals": 3}
        rating_results.record_match(source=f"match:{n}", pool="gin", finished_at=moment, label=f"Match {n}.", **result)
    first = client.get(f"/players/{ann.public_id}/").content.decode()
    older = re.search(r'href="(\?before=[^"]+)"', first)
    assert "Match 24." in first
    assert "Match 25." not in first
    second = client.get(f"/players/{ann.public_id}/{older[1]}").content.decode()
    assert "Match 24." not in second
    assert "Match 25." in second
    assert "before=" not in second.split("<footer")[0], "but for the choice of languages"


def test_the_archive_is_searched_by_player_variant_and_outcome(client, ann, bob):
    sit(ann, bob, types=("knock", "gin", "undercut"))
    sit(accounts.player_for(name="Cleo")[0], bob, types=("gin",))
    sit(ann, bob, status=Status.PLAYING, types=("undercut",))

    def found(query: str) -> int:
        return client.get(f"/archive/{query}").content.decode().count('href="/deals/')

    assert found("") == 4
    assert found("?player=archer") == 3
    assert found(f"?player={ann.public_id}&outcome=gin") == 1
    assert found("?variant=gin-rummy-com&outcome=undercut") == 1
    assert found("?outcome=moonshot&before=x") == 4
    assert "was left out" in tight(client.get("/archive/?outcome=moonshot").content.decode())
    assert "Drop a filter" in tight(client.get("/archive/?player=nobody").content.decode())


def test_lists_that_are_kept_show_whatever_has_changed(client, ann, bob):
    """Each page is looked at before and after: somebody's name, a new deal, a new result, what was searched for."""
    result = {"pool": "gin", "players": (ann, bob), "score_a": 1, "margin": 5, "deals": 3}

    def play(n: int) -> None:
        sit(ann, bob)
        rating_results.record_match(
            source=f"match:{n}", finished_at=NOW + timedelta(hours=n), label=f"Match {n}.", **result
        )
        folding.rate_pending(pool="gin")

    def shown(path: str) -> str:
        return client.get(path).content.decode().split("<footer")[0]

    person, versus = f"/players/{ann.public_id}/", f"?vs={bob.public_id}"
    archive, ranking = "/archive/", "/ratings/gin/"
    play(1)
    deals = shown(archive).count('href="/deals/')
    for path in (person, person + versus, archive, f"{archive}?player=archer", ranking):
        shown(path)
    play(2)
    assert "Match 2." in shown(person)
    assert versus in shown(person)
    assert versus not in shown(person + versus)
    rating = f"{PlayerRating.objects.get(player=ann, pool__key='gin').rating:.0f}?"
    assert f'<dd class="figure">{rating}' in shown(person)
    assert [shown(path).count('href="/deals/') for path in (archive, person)] == [2 * deals, 2 * deals]
    assert 'value="archer"' in shown(f"{archive}?player=archer")
    assert 'value="archer"' not in shown(archive)
    assert shown(ranking).count(f"{rating}</strong>") == 1
    User.objects.filter(pk=bob.pk).update(name="Robert")
    assert all("Robert" in shown(path) and "Bob" not in shown(path) for path in (person, archive, ranking))
    assert 'class="me"' not in shown(ranking)
    client.force_login(ann)
    assert shown(ranking).count('class="me"') == 1


def test_pages_need_few_queries(client, tournament, ann, bob, django_assert_max_num_queries):
    meet(tournament, ann, bob)
    for _ in range(3):
        sit(ann, bob)
    clubs.add_member(club=tournament.club, user=ann)
    client.force_login(ann)
    client.get("/")  # the first page of a login writes down where it is from
    for address in (
        "/",
        "/me/",
        "/players/",
        f"/players/{ann.public_id}/",
        "/archive/",
        f"/clubs/{tournament.club.slug}/",
    ):
        # for the badge of notices, the season of a club, the deal of the day, the clubs that one runs, a problem and
        # one's answer to it, the level of the house at which one played last
        with django_assert_max_num_queries(24, info=address):
            assert client.get(address).status_code == 200


def test_my_page_leads_to_my_account_and_is_kept_nowhere(client, ann, settings):
    client.force_login(ann)
    answer = client.get("/me/")
    assert set(answer["Cache-Control"].split(", ")) == {"private", "no-store"}
    assert "/accounts/password/change/" in answer.content.decode()
    assert "/accounts/email/" not in answer.content.decode(), "this site sends no mail"
    settings.MAIL_IS_CONFIGURED = True
    assert "/accounts/email/" in client.get("/me/").content.decode()
    assert "private" in client.get("/me/next/", headers=PART)["Cache-Control"]


def test_a_refusal_is_one_line_of_the_log_and_no_trace(client, ann, caplog):
    club = clubs.create_club(name="Thursday Club", organiser=accounts.player_for(name="Olga")[0])
    client.force_login(ann)
    assert client.post(f"/clubs/{club.slug}/members/", {"name": "Ben"}).status_code == 403
    [line] = [record for record in caplog.records if record.name == "django.request"]
    assert line.getMessage().startswith("Forbidden")
    assert line.exc_info is None
