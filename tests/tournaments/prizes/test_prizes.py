"""The prizes of an evening: written by the organiser, shown under the final standings."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests.markup import tight
from tournaments.corrections.services import cancelling
from tournaments.entries.services import changing
from tournaments.event.selectors import finding
from tournaments.models import PrizeList
from tournaments.prizes import selectors
from tournaments.prizes.services import write_prizes
from tournaments.stages.services import progression
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db
COMMON = {"form-TOTAL_FORMS": "2", "form-INITIAL_FORMS": "1", "currency": "€", "is_one_each": "on", "is_shared": "on"}
OVERALL = {"form-0-name": "Overall", "form-0-kind": "all", "form-0-prizes": "50 + Cup\n30\n\n20,50"}
NEW = {"form-1-name": "Best newcomer", "form-1-kind": "label", "form-1-value": "Newcomer", "form-1-prizes": "25"}


def url(name: str, tournament) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.slug])


def shown(tournament) -> list[tuple]:
    held = selectors.prizes_of(tournament)
    return [(table.name, line.place, line.entry.name, line.money, *line.words)
            for table in selectors.tables(held) for line in table.lines]  # fmt: skip


def test_the_evening_ends_with_its_prizes(client, organiser, make_tournament, play_round, clock, confirm):
    """Two rounds of four: 1 has two points, 2 and 3 have one each, 4 none. The newcomer is number 3."""
    tournament = make_tournament(4, rounds=2)
    entry = tournament.entries.get(name="Player 03")
    changing.change_entry(entry=entry, label="newcomer", by=organiser, now=clock())
    client.force_login(organiser)
    saved = client.post(url("prizes", tournament), COMMON | OVERALL | NEW, follow=True)
    assert "As the standings are now" in tight(saved.content.decode())
    progression.begin(tournament=tournament, by=organiser, now=clock())
    play_round(tournament)
    assert "Best newcomer" not in tight(client.get(url("standings", tournament)).content.decode()), "not before the end"
    printed = tight(client.get(reverse("tournaments:document", args=[tournament.slug, "standings"])).content.decode())
    assert "Best newcomer" not in printed
    play_round(tournament)
    confirm(tournament)
    assert sorted(shown(tournament)) == [  # the lot decides who of the equal stands first
        ("Overall", "1", "Player 01", "50 €", "Cup"),
        ("Overall", "2–3", "Player 02", "25.25 €"),  # of 30 and 20.50
        ("Overall", "2–3", "Player 03", "25.25 €"),
    ]
    for name in ("detail", "standings"):
        page = tight(client.get(url(name, tournament)).content.decode())
        assert "50 € + Cup" in page, name
        assert "one prize" in page
    printed = tight(client.get(reverse("tournaments:document", args=[tournament.slug, "standings"])).content.decode())
    assert "50 € + Cup" in printed, "under the final standings on paper too"
    PrizeList.objects.update(is_one_each=False)
    page = tight(client.get(url("standings", tournament)).content.decode())
    place = next(row.place for row in standings.standings(tournament) if row.entry == entry)
    assert f"(place {place} in the standings)" in page, "the first of the newcomers is not the first of all"
    assert page.count("in the standings)") == 1, "said where the two places differ"
    assert shown(tournament)[-1] == ("Best newcomer", "1", "Player 03", "25 €")


def test_a_switch_lets_the_tie_breaks_part_the_money(client, organiser, make_tournament, play_round, clock):
    """2 and 3 have one point each after two rounds; the tie-breaks put one of them first."""
    tournament = make_tournament(4, rounds=2)
    client.force_login(organiser)
    client.post(url("prizes", tournament), {key: COMMON[key] for key in COMMON if key != "is_shared"} | OVERALL | NEW)
    progression.begin(tournament=tournament, by=organiser, now=clock())
    for _ in range(2):
        play_round(tournament)
    order = [row.entry.name for row in standings.standings(tournament)]
    assert [line[1:4] for line in shown(tournament) if line[0] == "Overall"] == [
        ("1", order[0], "50 €"), ("2", order[1], "30 €"), ("3", order[2], "20.50 €"),
    ]  # fmt: skip
    at = f"/api/v1/tournaments/{tournament.public_id}/prizes/"
    assert client.get(at).json()["is_shared"] is False


def test_sharing_and_one_prize_each_are_told_where_they_happen(organiser, make_tournament, play_round, clock):
    """After two rounds 2 and 3 are equal on places two and three, and nobody is equal with 1."""
    tournament = make_tournament(4, rounds=2)
    progression.begin(tournament=tournament, by=organiser, now=clock())
    for _ in range(2):
        play_round(tournament)

    def told(*cents, **more):
        categories = [{"name": "Overall", "kind": "all", "prizes": [{"cents": one} for one in cents]}]
        facts = {"is_one_each": True, "currency": "€", "by": organiser, "now": clock()} | more
        return " ".join(selectors.shown(write_prizes(tournament=tournament, categories=categories, **facts))["how"])

    assert told(5000) == ""
    assert "Equal points share" in told(5000, 3000)
    assert told(5000, 3000, is_shared=False) == "Money and cups go by the tie-breaks."


def test_a_rating_band_is_for_rated_players_unless_it_says_otherwise(organiser, make_tournament, clock):
    tournament = make_tournament(3)
    changing.change_entry(entry=tournament.entries.get(name="Player 03"), rating=None, by=organiser, now=clock())
    band = {"name": "Up to 1985", "kind": "rating", "low": 0, "high": 1985, "prizes": [{"cents": 500}]}
    facts = {"tournament": tournament, "is_one_each": True, "currency": "€", "by": organiser, "now": clock()}
    write_prizes(categories=[band], **facts)
    assert [line[2] for line in shown(tournament)] == ["Player 02"]
    held = write_prizes(categories=[{**band, "prizes": [{"cents": 500}] * 2, "unrated": True}], **facts)
    assert {line[2] for line in shown(tournament)} == {"Player 02", "Player 03"}
    assert selectors.tables(held)[0].who == "rated from 0 to 1985, or not rated"


def test_rating_bands_and_towns(organiser, make_tournament, clock):
    tournament = make_tournament(4)
    entry = tournament.entries.get(name="Player 04")
    changing.change_entry(entry=entry, club="Vienna", by=organiser, now=clock())
    prize = [{"cents": 0, "words": "Book"}]
    held = PrizeList.objects.create(
        tournament=tournament, is_one_each=False,
        categories=[
            {"name": "Below 1980", "kind": "rating", "low": 0, "high": 1979, "prizes": prize},
            {"name": "Of Vienna", "kind": "club", "value": "vienna", "prizes": prize},
        ],
    )  # fmt: skip
    assert [[line.entry.name for line in table.lines] for table in selectors.tables(held)] == [
        ["Player 03"],
        ["Player 04"],
    ]
    assert finding.main_stage(tournament)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"form-0-prizes": ""}, "needs from 1 to 50 prizes"),
        ({"form-0-prizes": "Cup + 50"}, "before the + stands an amount"),
        ({"form-0-prizes": "-5"}, "an amount is more than 0"),
        ({"form-0-kind": "label"}, "say which club or label"),
        ({"form-0-kind": "rating", "form-0-low": "9", "form-0-high": "8"}, "the lower rating comes first"),
        ({"form-1-name": "overall", "form-1-kind": "all", "form-1-prizes": "1"}, "the same name"),
    ],
)
def test_what_is_wrong_is_named(wrong, words, client, organiser, make_tournament):
    tournament = make_tournament(2)
    client.force_login(organiser)
    page = client.post(url("prizes", tournament), COMMON | OVERALL | {"form-1-kind": "all"} | wrong)
    assert words in tight(page.content.decode())
    assert not PrizeList.objects.exists()


def test_organisers_alone(client, make_tournament):
    assert client.get(url("prizes", make_tournament(2))).status_code == 302


def test_a_cancelled_evening_gives_no_prizes(client, organiser, make_tournament, play_round, clock):
    tournament = make_tournament(4, rounds=2)
    client.force_login(organiser)
    client.post(url("prizes", tournament), COMMON | OVERALL | NEW)
    progression.begin(tournament=tournament, by=organiser, now=clock())
    play_round(tournament)
    cancelling.cancel_tournament(tournament=tournament, rated="keep", by=organiser, now=clock())
    paper = reverse("tournaments:document", args=[tournament.slug, "standings"])
    for page in (url("standings", tournament), paper):
        assert "50 € + Cup" not in tight(client.get(page).content.decode())


def test_in_a_knockout_places_count_not_matches_won(organiser, make_tournament, play_round, clock):
    """The loser of the final and the winner of the match for the third place have won one match each: the loser of the
    final is second all the same, and shares nothing."""
    tournament = make_tournament(4, rounds=None, template="single_elim")
    prizes = [{"cents": 5000, "words": "Cup"}, {"cents": 3000, "words": ""}]
    held = PrizeList.objects.create(
        tournament=tournament, currency="€", categories=[{"name": "Overall", "kind": "all", "prizes": prizes}]
    )
    progression.begin(tournament=tournament, by=organiser, now=clock())
    play_round(tournament)
    play_round(tournament)
    assert {row.points_text for row in standings.standings(tournament)[1:3]} == {"1"}
    [table] = selectors.tables(held)
    lines = [(line.place, line.entry.name, line.money, line.words) for line in table.lines]
    assert lines == [("1", "Player 01", "50 €", ("Cup",)), ("2", "Player 02", "30 €", ())]


def test_over_the_api(client, organiser, make_tournament, play_round, clock, confirm):
    """Written whole and read back, with who gets what; others see it at the end, as on the pages."""
    tournament = make_tournament(2, rounds=1)
    where = f"/api/v1/tournaments/{tournament.public_id}/prizes/"
    overall = {"name": "Overall", "prizes": [{"cents": 5000, "words": "Cup"}]}
    ask = {"currency": "€", "categories": [overall]}
    assert client.put(where, ask, content_type="application/json").status_code == 403
    client.force_login(organiser)
    made = client.put(where, ask, content_type="application/json").json()
    assert (made["currency"], made["is_one_each"]) == ("€", True)
    assert made["categories"] == [overall | {"kind": "all"}]
    assert client.get(where).json() == made
    client.logout()
    assert client.get(where).json()["categories"] == client.get(where).json()["winners"] == []
    progression.begin(tournament=tournament, by=organiser, now=clock())
    play_round(tournament)
    confirm(tournament)
    [winner] = client.get(where).json()["winners"]
    assert (winner["category"], winner["place"], winner["money"], winner["words"]) == ("Overall", "1", "50 €", ["Cup"])


@pytest.mark.parametrize(
    ("category", "words"),
    [
        ({"name": "A", "prizes": []}, "prizes: “A” needs from 1 to 50 prizes."),
        ({"name": "A", "prizes": [{}]}, "prizes: A prize is an amount, a thing, or both."),
        ({"name": "A", "prizes": [{"cents": -1}]}, "categories.0.prizes.0.cents: "),
        ({"name": "", "prizes": [{"cents": 1}]}, "categories.0.name: "),
        ({"name": "A", "kind": "club", "prizes": [{"cents": 1}]}, "value: “A”: say which club or label."),
        ({"name": "A", "kind": "sex", "prizes": [{"cents": 1}]}, "categories.0.kind: "),
    ],
)
def test_the_api_names_the_field_that_is_wrong(category, words, client, organiser, make_tournament):
    client.force_login(organiser)
    where = f"/api/v1/tournaments/{make_tournament(2).public_id}/prizes/"
    answer = client.put(where, {"categories": [category]}, content_type="application/json")
    assert (answer.status_code, words in answer.json()["detail"]) == (400, True), answer.json()
    assert not PrizeList.objects.exists()


def test_the_first_category_is_read_in_ones_own_language():
    with translation.override("es"):
        assert [selectors.category_name(one) for one in ("Overall", "General", "Seniors")] == [
            "General",
            "General",
            "Seniors",
        ]
    assert [selectors.category_name(one) for one in ("General", "Cup")] == ["Overall", "Cup"]
