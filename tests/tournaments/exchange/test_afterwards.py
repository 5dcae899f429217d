"""An evening that was played without the site is entered afterwards: one line for each table, a finished tournament."""

import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from accounts import services as accounts
from accounts.models import User
from clubs import services as clubs
from ratings.models import RatedMatch
from tests.markup import tight
from tests.tournaments.exchange.test_dump import empty_house
from tournaments import errors
from tournaments.corrections.services import corrections
from tournaments.entries.services import spreadsheets
from tournaments.exchange.selectors import dump
from tournaments.exchange.services import loading
from tournaments.exchange.services.afterwards import entering as evening_entering
from tournaments.models import Match, Tournament
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db
CUTTHROAT = "Ana 120, Bo 85, Cy 40\nDora 130, Emil 20, Fay 0\nana 60, Dora 125, Bo 33 /9\n"


@pytest.fixture
def evening(club, organiser, clock):
    """Enter an evening; of cutthroat unless said otherwise, and not a dry run."""

    def enter(text: str | bytes, variant: str = "cutthroat", **facts):
        facts = {"dry_run": False, "name": "Tuesday at the pub", "club": club, "by": organiser, **facts}
        return evening_entering.enter_evening(variant=variant, data=text, now=clock(), **facts)

    return enter


def said(report: evening_entering.EveningReport) -> list[str]:
    return [str(problem) for problem in report.problems]


def table(tournament: Tournament) -> dict[str, str]:
    return {row.entry.name: row.points_text for row in standings.standings(tournament)}


def test_three_tables_of_cutthroat_make_two_rounds_and_standings(evening, clock):
    report = evening(CUTTHROAT)
    tournament = report.tournament
    assert tournament.state == "finished"
    pods = Match.objects.filter(round__stage__tournament=tournament).order_by("round__number", "table_no")
    seated = [[seat.entry.name for seat in pod.sides.all()] for pod in pods]
    assert seated == [["Ana", "Bo", "Cy"], ["Dora", "Emil", "Fay"], ["Ana", "Dora", "Bo"]]
    assert [pod.round.number for pod in pods] == [1, 1, 2], "who plays again plays in the next round"
    assert pods[2].deals == 9
    assert table(tournament) == {"Dora": "10", "Ana": "8", "Bo": "4", "Emil": "3", "Cy": "1", "Fay": "1"}


def test_a_dry_run_says_what_it_would_do_and_saves_nothing(evening, club):
    clubs.enrol_players(club=club, users=[accounts.newcomer(name="Ana")])
    report = evening(CUTTHROAT, dry_run=True)
    assert [(one.line, one.round, one.table_no) for one in report.lines] == [(1, 1, 1), (2, 1, 2), (3, 2, 1)]
    assert report.new_people == ("Bo", "Cy", "Dora", "Emil", "Fay")
    assert report.tournament is None
    assert not Tournament.objects.exists()
    assert not User.objects.filter(name="Bo").exists()


def test_every_bad_line_is_named_and_nothing_is_entered(evening):
    lines = (
        "Ana 120, Bo 85",
        "Ana 120, Bo, Cy 40",
        "Ana 120, Bo 85, Ana 40",
        "Ana 120, Bo 2., Cy 40",
        "120, Bo 85, Cy 40",
        "Ana + Bo 120, Cy 85, Dora 40",
    )
    assert said(evening("\n".join(lines))) == [
        "Line 1: Cutthroat is played by 3 at a table; names here: 2.",
        "Line 2: What did Bo come to? A table is a line such as: Ana 120, Bo 85, Cy 40.",
        "Line 3: Ana stands here twice.",
        "Line 4: Scores or places, not both: 120 is a score, 1. is a place.",
        "Line 5: “120” stands here without a name before it.",
        "Line 6: In Cutthroat everybody plays alone: a name and a figure for each.",
    ]
    assert not Tournament.objects.exists()


def test_a_score_that_the_rules_cannot_give_is_refused_with_its_line(evening):
    (problem,) = said(evening("Ana 120, Bo 85, Cy 40\nDora 40, Emil 20, Fay 0"))
    assert problem.startswith("Line 2: ")
    assert not Tournament.objects.exists()


def test_places_stand_where_nobody_noted_the_scores(evening):
    tournament = evening("Ana 2., Bo 1., Cy 3.").tournament
    assert table(tournament) == {"Bo": "5", "Ana": "3", "Cy": "1"}


def test_an_evening_of_chouette_has_tables_of_three_and_of_four(evening):
    report = evening("Ana 6., Bo 1., Cy 2.", variant="chouette")
    assert said(report)
    tournament = evening("Ana 1., Bo 2., Cy 2.\nDora 1., Emil 2., Fay 2., Gus 2.", variant="chouette").tournament
    assert sorted(pod.sides.count() for pod in Match.objects.filter(round__stage__tournament=tournament)) == [3, 4]


def test_what_the_sheet_settles_can_count(evening):
    tournament = evening(CUTTHROAT, table_points="settlement").tournament
    assert table(tournament)["Ana"] == "77", "115 won at the first table, 38 lost at the second"


def test_two_at_a_table_play_as_often_as_they_like(evening):
    report = evening("Ana 104, Bo 60\nBo 101, Ana 12\nAna 110, Bo 95\nCy 1., Dora 2.", variant="gin-rummy-com")
    assert report.rounds == 3
    assert table(report.tournament) == {"Ana": "2", "Bo": "1", "Cy": "1", "Dora": "0"}
    matches = Match.objects.filter(round__stage__tournament=report.tournament)
    assert [one.round.number for one in matches.order_by("round__number", "table_no")] == [1, 1, 2, 3]


def test_partners_are_one_entry_in_either_order(evening):
    text = "Ana + Bo 525, Cy + Dora 310\nDora + Cy 500, Bo + Ana 430\n"
    tournament = evening(text, variant="partnership").tournament
    assert table(tournament) == {"Ana & Bo": "1", "Cy & Dora": "1"}
    (problem,) = said(evening("Ana + Bo 525, Cy + Dora 310\nAna + Cy 500, Bo + Dora 430", variant="partnership"))[:1]
    assert problem.startswith("Line 2: Ana played as Ana + Bo in line 1: partners stay together for an evening.")


def test_the_evening_of_who_enters_it_counts_too(evening, organiser):
    tournament = evening("Olga Organiser 120, Bo 85, Cy 40").tournament
    assert Match.objects.get(round__stage__tournament=tournament).state == "over"
    assert table(tournament)["Olga Organiser"] == "5"


def test_it_is_rated_where_that_is_asked_for_and_the_club_is_approved(evening, club, clock):
    evening(CUTTHROAT)
    assert not RatedMatch.objects.exists()
    evening(CUTTHROAT, rated=True, once_more=True)
    assert [rated.seats.count() for rated in RatedMatch.objects.all()] == [3, 3, 3]
    clubs.withdraw_approval(club=club, by=None, now=clock())
    club.refresh_from_db()
    with pytest.raises(errors.Refusal, match="not rated yet"):
        evening(CUTTHROAT, rated=True)


def test_a_mistake_is_corrected_as_in_any_tournament(evening, organiser, clock):
    tournament = evening("Ana 120, Bo 85, Cy 40").tournament
    pod = Match.objects.get(round__stage__tournament=tournament)
    facts = {"match": pod, "points": [85, 120, 40], "by": organiser, "now": clock()}
    seen = corrections.preview_correction(match=pod, points=facts["points"])
    corrections.apply_correction(**facts, reason="Turned round", digest=seen.digest)
    assert table(tournament)["Bo"] == "5"


def test_an_evening_to_come_and_rules_unknown_are_refused(evening, clock):
    with pytest.raises(errors.Invalid, match="when it is over"):
        evening(CUTTHROAT, held_at=clock.now.replace(year=2027))
    with pytest.raises(errors.Invalid, match="no rules called"):
        evening(CUTTHROAT, variant="poker")


def test_a_sheet_with_names_and_figures_in_cells_of_their_own(evening):
    rows = [["Player 01", 120, "Player 02", 85, "Player 03", 40]]
    head, *rest = [["Ana", 130, "Bo", 20, "Cy", 5], *rows]
    report = evening(spreadsheets.to_xlsx("r", head, rest))
    assert table(report.tournament)["Player 01"] == "5"
    assert table(report.tournament)["Ana"] == "5"


@pytest.mark.parametrize(
    ("variant", "text", "turned"),
    [
        (
            "cutthroat",
            "Ana 120, Bo 85, Cy 40\nDora 130, Emil 20, Fay 0",
            "Dora 130, Emil 20, Fay 0\nana 120, Bo 85, Cy 40",
        ),
        ("gin-rummy-com", "Ana 104, Bo 60\nCy 1., Dora 2.", "Cy 1., Dora 2.\nAna 104, Bo 60"),
        ("partnership", "Ana + Bo 525, Cy + Dora 310", "Bo + Ana 525, Dora + Cy 310"),
    ],
)
def test_the_same_evening_is_entered_twice_only_when_that_is_said(evening, clock, variant, text, turned):
    first = evening(text, variant=variant).tournament
    assert evening(turned, variant=variant, dry_run=True).entered == first
    with pytest.raises(errors.Refusal, match="entered already, as Tuesday at the pub") as caught:
        evening(turned, variant=variant)
    assert caught.value.code == "entered_already"
    assert Tournament.objects.get() == first
    assert evening(turned, variant=variant, once_more=True).tournament is not None
    yesterday = clock.now - timedelta(days=1)
    assert evening(text, variant=variant, held_at=yesterday).tournament is not None, "another day is another evening"


def test_other_scores_are_another_evening(evening):
    evening("Ana 120, Bo 85, Cy 40")
    assert evening("Ana 120, Bo 85, Cy 41").tournament is not None
    assert evening("Ana 120, Bo 85, Dora 40").tournament is not None
    assert evening("Ana 120, Bo 85, Cy 40\nAna 120, Bo 85, Cy 40").tournament is not None


# ---- by the page and the API


def test_an_organiser_looks_and_then_enters_an_evening(client, club, organiser):
    client.force_login(organiser)
    assert reverse("tournaments:evening") in client.get(reverse("pages:club", args=[club.slug])).content.decode()
    address = reverse("tournaments:evening")
    assert "Enter an evening" in tight(client.get(address).content.decode())
    form = {"club": club.slug, "name": "Tuesday", "variant": "cutthroat", "text": CUTTHROAT}
    page = client.post(address, form).content.decode()
    assert "nothing is saved yet" in page
    assert "Ana 120, Bo 85, Cy 40" in page
    assert not Tournament.objects.exists()
    seen = re.search(r'name="seen" value="(\w+)"', page).group(1)
    wrong = client.post(address, form | {"seen": "another", "accept": 1})
    assert wrong.status_code == 422
    done = client.post(address, form | {"seen": seen, "accept": 1})
    assert done.status_code == 302
    slug = Tournament.objects.get().slug
    for name in ("detail", "standings", "crosstable"):
        assert client.get(reverse(f"tournaments:{name}", args=[slug])).status_code == 200
    for number in (1, 2):
        assert client.get(reverse("tournaments:round", args=[slug, number])).status_code == 200
        assert client.get(reverse("tournaments:results", args=[slug, number])).status_code == 200
        assert client.get(reverse("tournaments:why", args=[slug, number])).status_code == 200


def test_the_page_names_the_evening_that_is_entered_already(client, club, organiser):
    client.force_login(organiser)
    address = reverse("tournaments:evening")
    form = {"club": club.slug, "name": "Tuesday", "variant": "cutthroat", "text": CUTTHROAT, "accept": 1}
    assert client.post(address, form).status_code == 302
    page = client.post(address, {key: form[key] for key in form if key != "accept"}).content.decode()
    assert 'name="once_more"' in page
    assert reverse("tournaments:detail", args=[Tournament.objects.get().slug]) in page
    refused = client.post(address, form)
    assert refused.status_code == 422
    assert "entered already" in tight(refused.content.decode())
    assert client.post(address, form | {"once_more": 1}).status_code == 302
    assert Tournament.objects.count() == 2


def test_the_day_of_the_evening_is_kept_through_the_dry_run(client, club, organiser):
    client.force_login(organiser)
    address = reverse("tournaments:evening")
    form = {"club": club.slug, "name": "May", "variant": "cutthroat", "text": CUTTHROAT, "held_at": "2026-01-05T20:30"}
    page = client.post(address, form).content.decode()
    sent = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    assert client.post(address, {**sent, "text": CUTTHROAT, "accept": 1}).status_code == 302
    tournament = Tournament.objects.get()
    assert f"{tournament.starts_at:%Y-%m-%d %H:%M}" == "2026-01-05 20:30"
    to_come = client.post(address, form | {"held_at": "2099-01-05T20:30"})
    assert to_come.status_code == 422
    assert "choose a day that has come" in tight(to_come.content.decode())


@pytest.mark.parametrize(
    ("variant", "text"), [("cutthroat", CUTTHROAT), ("gin-rummy-com", "Ana 104, Bo 60\nBo 101, Ana 12\nCy 1., Ana 2.")]
)
def test_an_evening_goes_out_as_a_dump_and_comes_in_elsewhere(evening, clock, variant, text):
    before = table(evening(text, variant=variant).tournament)
    said = dump.dump_text(Tournament.objects.get())
    empty_house()
    loaded = loading.load_tournament(data=said, now=clock()).tournament
    assert table(loaded) == before
    assert not RatedMatch.objects.exists(), "what was not to be rated is not rated elsewhere"


def test_a_file_is_read_and_bad_lines_stay_in_the_form(client, club, organiser):
    client.force_login(organiser)
    form = {"club": club.slug, "name": "Tuesday", "variant": "cutthroat"}
    file = SimpleUploadedFile("evening.csv", b"Ana;120;Bo;85;Cy;40\nDora;130;Emil;20\n")
    page = client.post(reverse("tournaments:evening"), form | {"file": file}).content.decode()
    assert "Line 2: Cutthroat is played by 3 at a table; names here: 2." in page
    assert "Dora,130,Emil,20" in page


def test_only_organisers_enter_evenings(client, club, db):
    stranger, _new = accounts.player_for(name="Stranger")
    client.force_login(stranger)
    assert client.get(reverse("tournaments:evening")).status_code == 403


def test_the_api_enters_an_evening(client, club, organiser):
    client.force_login(organiser)
    address = "/api/v1/tournaments/enter-evening/"
    body = {"club": club.slug, "name": "Tuesday", "variant": "cutthroat", "text": CUTTHROAT}
    found = client.post(address, body, content_type="application/json").json()
    assert found["tournament"] is None
    assert found["lines"][2] == {"line": 3, "round": 2, "table_no": 1, "text": "Ana 60, Dora 125, Bo 33 /9"}
    body |= {"dry_run": False, "seen": found["digest"]}
    done = client.post(address, body, content_type="application/json").json()
    assert done["tournament"] == Tournament.objects.get().public_id
    again = client.post(address, body | {"seen": ""}, content_type="application/json")
    assert (again.status_code, again.json()["type"]) == (409, "entered_already")
    bad = client.post(address, body | {"variant": "poker"}, content_type="application/json")
    assert (bad.status_code, list(bad.json()["errors"])) == (400, ["variant"])


def test_an_organiser_who_reads_spanish_is_told_in_spanish(client, club, organiser):
    client.force_login(organiser)
    form = {"club": club.slug, "name": "Martes", "variant": "cutthroat", "text": "Ana 120, Bo 85"}
    page = client.post(reverse("tournaments:evening"), form, headers={"accept-language": "es"}).content.decode()
    assert "Anotar una velada" in page
    assert "Línea 1: A Cutthroat se juega con 3 en la mesa; nombres aquí: 2." in page


def test_numbers_behind_names_keep_two_people_apart_and_who_is_like_a_member_is_named(evening):
    report = evening("Ana #1 120, Ana #2 85, Cy 40\nAna #1 1., Cy 2., Ána 3.")
    assert report.problems == ()
    assert set(report.new_people) >= {"Ana", "Ána"}
