"""Long pages are made once for each version of their facts; a visitor who has a page gets 304; versions are computed
once."""

import re
from contextlib import contextmanager

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Club
from doors.caching import versioned
from ratings.models import RatedMatch
from ratings.services.runs import folding
from tests.markup import tight
from tournaments.models import Entry, Match, Tournament
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing
from tournaments.rounds.services import running as running_rounds
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db
DIGEST = re.compile("hashtextextended|group_concat\\(json_array")
TOKENS = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@pytest.fixture(autouse=True)
def fresh():
    """As after a start."""
    versioned.forget()
    caches["template_fragments"].clear()


@pytest.fixture
def running(make_tournament, play_round, organiser, clock):
    """A tournament of eight whose first round is over and whose second runs."""
    tournament = make_tournament(players=8)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    rnd = drafts.pair_round(stage=standings.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running_rounds.start_round(rnd=rnd, now=clock())
    return tournament


@pytest.fixture
def desk(organiser):
    """The organiser's browser."""
    client = Client()
    client.force_login(organiser)
    return client


@contextmanager
def queries():
    """The statements that are asked of the database."""
    with CaptureQueriesContext(connection) as found:
        asked: list[str] = []
        yield asked
    asked += [one["sql"] for one in found.captured_queries]


def reads(asked: list[str], table: str) -> list[str]:
    """Those that read rows of a table, and are no version."""
    return [sql for sql in asked if re.match(f'SELECT "{table}"\\."[^?]* FROM "{table}"', sql)]


def url(name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=args)


def test_the_rows_of_check_in_are_made_once_and_bear_each_visitor_s_own_token(running, desk, organiser):
    where = url("checkin", running.slug)
    first = desk.get(where).content.decode()
    with queries() as asked:
        again = desk.get(where).content.decode()
    assert not reads(asked, "tournaments_entrymember")
    other = Client()
    other.force_login(organiser)
    for page in (again, other.get(where).content.decode()):
        assert len(set(TOKENS.findall(page))) == 1, "every form of a page has the token of that answer"
        assert TOKENS.sub("", page) == TOKENS.sub("", first)
    assert not set(TOKENS.findall(again)) & set(TOKENS.findall(other.get(where).content.decode()))
    Entry.objects.filter(tournament=running).order_by("pk").update(name="Zoe Late")
    assert "Zoe Late" in tight(desk.get(where).content.decode())


def test_a_token_out_of_a_kept_row_is_good(running, organiser):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(organiser)
    where, entry = url("checkin", running.slug), running.entries.order_by("pk")[2]
    strict.get(where)
    row = re.search(rf'<form[^>]*>((?!</form>).)*value="{entry.public_id}"', strict.get(where).content.decode(), re.S)
    said = {"entry": entry.public_id, "set": "away"}
    assert strict.post(where, said).status_code == 403
    assert strict.post(where, {**said, "csrfmiddlewaretoken": TOKENS.search(row.group()).group(1)}).status_code == 302
    entry.refresh_from_db()
    assert entry.status == "entered"


def test_the_rows_of_the_results_desk_are_made_once_until_a_result_comes(running, desk, organiser, clock):
    where = url("results", running.slug, 2)
    desk.get(where)
    with queries() as asked:
        desk.get(where)
    assert not reads(asked, "tournaments_matchside")
    match = Match.objects.filter(round__number=2).order_by("table_no").first()
    recording.record_result(match=match, points=(117, 66), by=organiser, now=clock())
    assert 'value="117"' in desk.get(where).content.decode()
    refused = desk.post(where, {"match": match.public_id, "version": 9, "first": "many", "second": "66"})
    assert refused.status_code == 422
    assert 'value="many"' in refused.content.decode(), "a refused form stands as it was sent"
    assert 'value="many"' not in desk.get(where).content.decode()


def test_everybody_shares_the_rows_and_finds_the_own_one(running, desk):
    where = url("standings", running.slug)
    desk.get(where)
    own = re.compile(r'<tr class="me">((?!</tr>).)*players/(\w+)/', re.S)
    for entry in running.entries.order_by("pk")[:2]:
        player = Client()
        player.force_login(entry.members.get().user)
        with queries() as asked:
            page = player.get(where).content.decode()
        assert not reads(asked, "tournaments_roundseat")
        assert [public_id for _, public_id in own.findall(page)] == [entry.public_id]
    assert "own" not in own.sub("", Client().get(where).content.decode()).split("<tbody>")[1].split("</tbody>")[0]


@pytest.mark.parametrize("name", ["card", "print", "standings", "crosstable"])
def test_a_page_asks_for_the_version_of_the_standings_once(running, client, name):
    entry = running.entries.first()
    addresses = {
        "card": url("card", running.slug, entry.public_id),
        "print": url("document", running.slug, "standings"),
        "standings": url("standings", running.slug),
        "crosstable": url("crosstable", running.slug),
    }
    for _visit in range(2):
        with queries() as asked:
            assert client.get(addresses[name]).status_code == 200
        assert sum(bool(DIGEST.search(sql)) for sql in asked) == 1


def without_tokens(answer) -> str:
    """A page without the token of its form for the language, which is another one each time."""
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", answer.content.decode())


def test_rating_changes_are_worked_out_once_until_a_rating_moves(running, organiser, client, clock):
    pool = RatedMatch.objects.first().pool.key
    folding.rate_pending(pool=pool)
    where = url("rating-changes", running.slug)
    first = without_tokens(client.get(where))
    with queries() as asked:
        assert without_tokens(client.get(where)) == first
    assert not reads(asked, "ratings_change")
    for match in Match.objects.filter(round__number=2):
        recording.record_result(match=match, points=(101, 60), by=organiser, now=clock())
    running_rounds.close_round(rnd=match.round, now=clock.later(seconds=30))
    folding.rate_pending(pool=pool)
    assert without_tokens(client.get(where)) != first


@pytest.mark.parametrize("name", ["checkin", "entries"])
def test_who_has_a_page_with_forms_is_told_so(running, desk, organiser, name):
    where = url(name, running.slug)
    page = desk.get(where)
    again = desk.get(where, headers={"If-None-Match": page["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", page["ETag"])
    other = Client()
    other.force_login(organiser)
    assert other.get(where, headers={"If-None-Match": page["ETag"]}).status_code == 200, "its tokens are no good there"
    running.entries.order_by("pk").update(status="withdrawn")
    assert desk.get(where, headers={"If-None-Match": page["ETag"]}).status_code == 200


def test_a_page_that_nobody_may_keep_has_no_version(running, desk):
    page = desk.get(url("print-document", running.slug, "slips"))
    assert (page.status_code, page["Cache-Control"], page.get("ETag")) == (200, "no-store", None)


@pytest.mark.parametrize(
    "change",
    [
        lambda one: Tournament.objects.filter(pk=one.pk).update(name="Winter Open"),
        lambda one: Club.objects.filter(pk=one.club_id).update(name="Winter Club"),
        lambda one: Entry.objects.filter(tournament=one).first().delete(),
    ],
    ids=["name", "club", "entries"],
)
def test_the_list_of_tournaments_shows_every_change_at_once(client, make_tournament, change):
    tournament = make_tournament(players=3)
    address = reverse("tournaments:list")
    before = without_tokens(client.get(address))
    assert without_tokens(client.get(address)) == before
    change(tournament)
    assert without_tokens(client.get(address)) != before
