"""What an organiser met on an evening: counts that agree, lists that say what is wrong, rounds that stay in reach."""

import pytest
from django.urls import reverse

from clubs import selectors as clubs
from ratings.models import Pool
from ratings.services.runs import folding
from tournaments.entries.services import entering
from tournaments.event.forms.creating import TournamentForm
from tournaments.event.selectors import finding
from tournaments.models import Entry, Mode
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import reasons

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client, organiser):
    client.force_login(organiser)

    def read(name, *args):
        return client.get(reverse(f"tournaments:{name}", args=args)).content.decode()

    return read


def test_earlier_rounds_stay_in_reach_of_the_desk(make_tournament, play_round, desk, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    play_round(tournament)
    page = desk("pairings", tournament.slug, 2)
    assert f'href="{reverse("tournaments:results", args=[tournament.slug, 1])}"' in page


def test_who_has_left_is_counted_apart_on_every_page(make_tournament, desk, organiser, clock):
    tournament = make_tournament(players=4)
    entering.withdraw(entry=tournament.entries.first(), by=organiser, now=clock())
    for page in (desk("entrants", tournament.slug), desk("entries", tournament.slug)):
        assert "3 players" in page
        assert "and 1 who has left" in page


def test_a_dry_run_shows_the_bad_line_and_the_double_in_their_places(make_tournament, clock):
    tournament = make_tournament(players=0)
    text = "name,rating\nAna,1500\nBen,many\nAna,1400"
    report = entering.import_entries(tournament=tournament, text=text, dry_run=True, now=clock())
    assert [(line.line, line.name, line.status) for line in report.lines] == [
        (2, "Ana", "new"), (3, "Ben", "bad"), (4, "Ana", "bad"),
    ]  # fmt: skip
    assert "is not a rating" in report.lines[1].note
    assert "also in line 2" in report.lines[2].note
    assert not report.is_clean


def test_players_of_the_house_are_no_members(make_tournament, organiser, clock):
    tournament = make_tournament(players=3, mode=Mode.ONLINE)
    entering.enter(tournament=tournament, house="club", by=organiser, now=clock())
    names = {membership.user.name for membership in clubs.members(tournament.club)}
    assert names == {"Olga Organiser", "Player 01", "Player 02", "Player 03"}
    assert not tournament.club.memberships.exclude(user__house_level="").exists()


def test_the_rating_of_the_list_stands_beside_the_rating_here(make_tournament, play_round, desk, clock):
    tournament = make_tournament(players=2, rounds=1)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    folding.rate_pending(pool=Pool.objects.get().key)
    page = desk("rating-changes", tournament.slug)
    assert '<td class="num" data-label="On the list">1990</td>' in page


@pytest.mark.parametrize(
    ("template", "options", "said"),
    [
        ("swiss_cut", {"advance": 2}, "Of the stage “Swiss”"),
        ("single_elim", {}, "has no place for a bracket"),
    ],
)
def test_the_page_of_the_lists_says_what_a_report_holds_or_why_there_is_none(
    make_tournament, play_round, desk, clock, client, template, options, said
):
    rounds = {"rounds": 1} if template == "swiss_cut" else {"rounds": None}
    tournament = make_tournament(players=4, template=template, options=options, **rounds)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    assert said in desk("lists", tournament.slug)
    if template == "swiss_cut":
        cup = tournament.stages.get(number=2)
        stages.cut_stage(stage=cup, digest=stages.preview_cut(stage=cup).digest, by=None, now=clock())
        assert finding.main_stage(finding.tournaments().get()).has_bracket
        report = client.get(reverse("tournaments:report", args=[tournament.slug]))
        assert report.content.count(b"\r\n001 ") == 4, "the Swiss is reported while the cup is played"


def test_who_is_alone_in_a_group_is_moved_down_in_words():
    names = {3: Entry(name="Ana")}
    found = {"number": 3, "group_size": 1, "met": [], "cause": "odd"}
    words = ["Ana was alone in the group, so the opponent comes from further down."]
    assert reasons._float_words(found, names, 2) == words


def test_only_zones_of_places_are_offered(club):
    zones = dict(TournamentForm(clubs=type(club).objects.all()).fields["timezone"].choices)
    assert {"Europe/Berlin", "UTC"} <= set(zones)
    assert not {"EST5EDT", "Etc/GMT+3", "US/Eastern", "Cuba"} & set(zones)


def test_browsers_that_ask_for_the_icon_by_its_old_name_find_it(client):
    answer = client.get("/favicon.ico")
    assert (answer.status_code, answer["Location"]) == (302, "/static/favicon.svg")
