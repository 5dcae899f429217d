"""The pages and the API of seasons: what everybody sees, what organisers change, what is refused at its field."""

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse

from tests.markup import tight
from tournaments.models import Season, Tournament
from tournaments.seasons.services import closing, finals, making

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor() -> Client:
    return Client()


@pytest.fixture
def desk(client, organiser) -> Client:
    client.force_login(organiser)
    return client


@pytest.fixture
def played(season, make_evening) -> Season:
    make_evening("Ana Bo Chen Dora", rounds=2)
    make_evening("Bo Ana", day="03-17")
    return season


def at(name, season):
    return reverse(f"tournaments:{name}", args=[season.public_id])


def text(client, name, season):
    answer = client.get(at(name, season))
    assert answer.status_code == 200
    return answer.content.decode()


def test_everybody_reads_the_table_with_its_evenings_and_the_next_date(visitor, played, club, organiser, clock):
    page = text(visitor, "season", played)
    for words in ("10 Mar", "17 Mar", "Ana", "In the lead", "Among equal points these decide", "Equal places of an"):
        assert words in page
    assert "Close the season" not in page
    assert f'href="{at("season", played)}"' in visitor.get(f"/clubs/{club.slug}/seasons/").content.decode()


def test_equal_points_say_what_decided(visitor, played, organiser, clock):
    """Ana has 10 and 6, Bo 6 and 10: they share the first place until their last meeting decides."""
    page = tight(text(visitor, "season", played))
    assert "Last meeting:" not in page
    making.set_scoring(
        season=played, scoring={"places": [10, 6], "tiebreaks": ["firsts", "last_meeting"]}, by=organiser, now=clock()
    )
    rows = visitor.get(f"/api/v1/seasons/{played.public_id}/table/").json()["rows"][:2]
    assert [(row["place"], row["decided"]) for row in rows] == [(1, "Last meeting: won"), (2, "Last meeting: lost")]
    for address in (at("season", played), at("season-paper", played), at("season-file", played)):
        assert "Last meeting: won" in tight(visitor.get(address).content.decode()), address


def test_what_is_dropped_is_struck_through(visitor, played, organiser, clock):
    making.set_scoring(season=played, scoring={"places": [10, 6], "best": 1}, by=organiser, now=clock())
    page = text(visitor, "season", played)
    assert '<s title="does not count">6</s>' in page
    assert "The best evening of each player counts" in page


def test_the_pages_speak_spanish(desk, played):
    desk.cookies["django_language"] = "es"
    assert "Tabla" in text(desk, "season", played)
    assert "Cómo se dan los puntos" in text(desk, "season-paper", played)
    assert "Mostrar la tabla" in text(desk, "season-scoring", played)
    assert "Noche final" in text(desk, "season-final", played)
    assert "cuenta" in text(desk, "season-events", played)


def test_the_season_prints_with_evenings_winners_and_attendance(visitor, played):
    page = text(visitor, "season-paper", played)
    for words in ("Won by", "Best attendance", "In the lead", "17 Mar 2026", "paper-a4"):
        assert words in page


def test_the_table_as_a_file_marks_what_does_not_count(visitor, played, organiser, clock):
    making.set_scoring(season=played, scoring={"places": [10, 6, 4], "best": 1}, by=organiser, now=clock())
    answer = visitor.get(at("season-file", played))
    lines = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert lines[0][:3] == ["place", "player", "points"]
    ana = next(line for line in lines if line[1] == "Ana")
    assert ana == ["1", "Ana", "10", "0", "2", "2", "", "10", "(6)"]


def test_an_organiser_makes_a_season_and_errors_stand_at_their_fields(desk, club):
    address = reverse("tournaments:new-season", args=[club.slug])
    assert "Points by place: 15 for the first, then 12" in tight(desk.get(address).content.decode())
    wish = {"name": "Autumn", "since": "2026-09-01", "until": "2026-12-31", "series": "", "template": "best_six"}
    assert desk.post(address, {**wish, "until": "2026-08-01"}).status_code == 422
    answer = desk.post(address, {**wish, "until": "2026-08-01"}).content.decode()
    assert "The last day is before the first." in answer
    desk.post(address, wish)
    assert Season.objects.get().scoring["best"] == 6
    again = desk.post(address, {**wish, "name": "autumn"})
    assert "The club has a season of this name already." in tight(again.content.decode())
    assert Season.objects.count() == 1


def test_a_scoring_is_shown_first_and_then_saved(desk, played):
    wish = {"places": "5, 3, 2½", "best": "1", "tiebreak0": "wins", "attendance": "1"}
    page = desk.post(at("season-scoring", played), {**wish, "show": "1"}).content.decode()
    assert "As it would be" in page
    assert "5 · 3 · 2½" in page
    assert "Matches won" in page
    assert Season.objects.get().scoring == played.scoring
    assert desk.post(at("season-scoring", played), {**wish, "save": "1"}).status_code == 302
    assert Season.objects.get().scoring == {
        "places": [5, 3, 2.5], "best": 1, "attendance": 1, "tiebreaks": ["wins"],
    }  # fmt: skip
    assert 'value="5, 3, 2.5"' in text(desk, "season-scoring", played)


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"places": "3, 5"}, "places"),
        ({"places": "many"}, "places"),
        ({"places": "5", "each": "1"}, "places"),
        ({"places": "5", "best": "0"}, "best"),
        ({"places": "5", "best": "7", "of": "6"}, "best"),
        ({"win": "1", "bonus": "5"}, "bonus_from"),
        ({"win": "1", "tiebreak0": "wins", "tiebreak1": "wins"}, "tiebreak0"),
        ({}, "places"),
    ],
)
def test_a_bad_scoring_is_refused_at_its_field(desk, played, wish, field):
    answer = desk.post(at("season-scoring", played), {**wish, "save": "1"})
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert Season.objects.get().scoring == played.scoring


def test_a_series_is_left_out_and_counted_at_once(desk, played):
    evenings = [one.public_id for one in Tournament.objects.all()]
    desk.post(at("season-events", played), {"tournament": evenings, "counts": "no"})
    assert "No evening that counts is finished yet" in text(desk, "season", played)
    assert "0 of 2 count" in text(desk, "season-events", played)
    desk.post(at("season-events", played), {"tournament": evenings, "counts": "rule"})
    assert "2 of 2 count" in text(desk, "season-events", played)


def test_closing_and_reopening_on_the_page(desk, visitor, played, club):
    seen = desk.get(at("season", played)).context["table"].version
    assert "is closed" in tight(desk.post(at("season-close", played), {"seen": seen}, follow=True).content.decode())
    ana = Tournament.objects.first().entries.get(name="Bo").members.get().user
    page = visitor.get(f"/players/{ana.public_id}/").content.decode()
    assert "Trophies" in page
    assert "Best attendance, 2 evenings" in page
    assert "Winner" in text(visitor, "season", played)
    desk.post(at("season-reopen", played))
    assert "Trophies" not in text(visitor, "season", played)


def test_a_closed_season_says_on_its_page_that_results_were_changed(visitor, played, organiser, clock, turn_round):
    closing.close_season(season=played, by=organiser, now=clock())
    assert "results of its evenings were changed" not in text(visitor, "season", played)
    turn_round(Tournament.objects.order_by("pk").last(), "Ana")
    assert "results of its evenings were changed" in text(visitor, "season", played)


def test_the_final_night_is_made_on_its_page_and_both_pages_link(desk, visitor, played):
    wish = {"template": "single_elim", "top": "2", "name": "The Final", "rounds": "", "starts_at": ""}
    answer = desk.post(at("season-final", played), wish)
    final = Tournament.objects.get(name="The Final")
    assert answer["Location"] == reverse("tournaments:setup", args=[final.slug])
    assert final.entries.count() == 2
    assert reverse("tournaments:detail", args=[final.slug]) in text(visitor, "season", played)
    page = visitor.get(reverse("tournaments:detail", args=[final.slug])).content.decode()
    assert at("season", played) in page
    bad = desk.post(at("season-final", played), {**wish, "name": "Again"})
    assert "has a final night already" in tight(bad.content.decode())


def test_strangers_are_turned_away(visitor, played, club):
    for name in ("season-change", "season-scoring", "season-events", "season-final"):
        assert visitor.get(at(name, played)).status_code == 302
    player = Tournament.objects.first().entries.get(name="Ana").members.get().user
    visitor.force_login(player)
    for name in ("season-change", "season-scoring", "season-events", "season-final"):
        assert visitor.get(at(name, played)).status_code == 403
    for name in ("season-close", "season-reopen", "season-remove"):
        assert visitor.post(at(name, played)).status_code == 403
    assert visitor.get(reverse("tournaments:new-season", args=[club.slug])).status_code == 403
    assert visitor.get("/seasons/nonesuch/").status_code == 404


def test_the_club_links_to_the_season_that_runs(visitor, club, played, freeze):
    freeze("2026-05-01")
    page = visitor.get(f"/clubs/{club.slug}/").content.decode()
    assert at("season", played) in page
    assert "Whole table" in page
    freeze("2026-09-01")
    assert "Whole table" not in tight(visitor.get(f"/clubs/{club.slug}/").content.decode())


@pytest.fixture
def freeze(monkeypatch):
    """Set the day that the page of the club takes for today."""
    from datetime import UTC, datetime

    from pages.views import clubs

    def at_day(day):
        monkeypatch.setattr(clubs.timezone, "now", lambda: datetime.fromisoformat(day).replace(tzinfo=UTC))

    return at_day


# ---- API


def test_the_api_lists_seasons_and_reads_one(visitor, played, club):
    found = visitor.get("/api/v1/seasons/", {"club": club.slug}).json()["results"]
    assert [(one["id"], one["name"], one["closed_at"]) for one in found] == [(played.public_id, "Spring", None)]
    assert visitor.get("/api/v1/seasons/", {"closed": "true"}).json()["results"] == []
    assert visitor.get("/api/v1/seasons/", {"on": "2026-04-01"}).json()["results"] == found
    assert visitor.get(f"/api/v1/seasons/{played.public_id}/").json() == found[0]
    assert visitor.get("/api/v1/seasons/", {"on": "soon"}).status_code == 400


def test_the_api_tells_the_table_and_its_version(visitor, played, organiser, clock):
    address = f"/api/v1/seasons/{played.public_id}/table/"
    answer = visitor.get(address)
    told = answer.json()
    assert [one["day"] for one in told["evenings"]] == ["2026-03-10", "2026-03-17"]
    ana = next(row for row in told["rows"] if row["name"] == "Ana")
    assert (ana["place"], ana["points"], ana["attended"]) == (1, 16.0, 2)
    assert [(one["place"], one["points"], one["is_dropped"]) for one in ana["evenings"]] == [
        (1, 10.0, False), (2, 6.0, False),
    ]  # fmt: skip
    assert visitor.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    closing.close_season(season=played, by=organiser, now=clock())
    told = visitor.get(address).json()
    assert told["season"]["closed_at"] is not None
    assert {one["kind"] for one in told["trophies"]} == {"place", "attendance"}
    assert visitor.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 200


def test_the_table_is_read_in_few_queries_however_many_evenings(
    visitor, season, make_evening, django_assert_max_num_queries
):
    for day in ("03-10", "03-17", "03-24"):
        make_evening("Ana Bo", day=day)
    visitor.get(at("season", season))
    with django_assert_max_num_queries(15):
        visitor.get(at("season", season))


def test_a_final_night_that_was_made_is_told(visitor, played, organiser, clock):
    final = finals.create_final(season=played, template="single_elim", by=organiser, now=clock())
    told = visitor.get(f"/api/v1/seasons/{played.public_id}/").json()
    assert told["final"] == final.public_id


def test_an_evening_that_is_over_leads_on(desk, played, organiser):
    """To the result that one shares, the prizes, the season, the next evening, the files and the way back."""
    evening = Tournament.objects.filter(club=played.club, state="finished").latest("pk")
    page = desk.get(reverse("tournaments:tonight", args=[evening.slug])).content.decode()
    leads = {name: reverse(f"tournaments:{name}", args=[evening.slug]) for name in
             ("detail", "prizes", "copy", "lists", "open-again")}  # fmt: skip
    step = page[page.index('id="next-step"') : page.index("</section>")]
    assert [name for name, link in leads.items() if f'href="{link}"' not in step] == []
    assert f'href="{reverse("tournaments:season", args=[played.public_id])}"' in step


def test_the_page_of_a_final_night_shows_the_trophies(visitor, played, make_evening, organiser, clock):
    final = make_evening("Ann Ben", day="06-30", name="The Final")
    Season.objects.filter(pk=played.pk).update(final=final)
    closing.close_season(season=Season.objects.get(pk=played.pk), by=organiser, now=clock())
    page = tight(visitor.get(reverse("tournaments:detail", args=[final.slug])).content.decode())
    assert 'id="trophies"' in page
    assert "Place 1, " in page[page.index('id="trophies"') :]
