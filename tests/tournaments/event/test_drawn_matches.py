"""A drawn match where one side must go on: played on, by a deal or a game, or decided by the seeds or a lot."""

import pytest
from django.urls import reverse

from games import engine
from games.engine import DealEntry
from games.models import Status, Table
from games.services import tables
from tests.markup import tight
from tests.tournaments.event.test_lengths_and_presets import begun
from tests.tournaments.ladders.climb import Climb
from tournaments import errors
from tournaments.corrections.services import corrections
from tournaments.event.forms.creating import TournamentForm
from tournaments.event.selectors import drawn_matches, finding, lengths
from tournaments.formats import going_on
from tournaments.models import Match, MatchState, Mode
from tournaments.results.services import recording, score_sheets
from tournaments.results.services.result_lines import read
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db
DRAWN = {"conquian": DealEntry(how="drawn"), "colonel-fosdick": DealEntry(how="exhausted", counts=(7, 7))}


@pytest.fixture
def cup(make_tournament, organiser, clock):
    """A cup of four in which a drawn match is decided so."""

    def make(drawn, variant="conquian", template="single_elim", mode=Mode.IN_PERSON, **options):
        options = {"drawn": drawn, **options}
        return make_tournament(4, variant=variant, template=template, rounds=None, mode=mode, options=options)

    return make


def wave(tournament, organiser, clock):
    """The next wave of a cup, begun."""
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    return running.start_round(rnd=rnd, now=clock())


def names(match):
    return [side.entry.name for side in match.sides.order_by("order")]


def type_drawn(match, organiser, clock, typed="="):
    facts = read(typed, lengths.length_of_match(match)).facts()
    return recording.record_result(match=match, by=organiser, now=clock(), **facts)


def end_drawn(match, clock):
    """Its live table is over, and nobody has won."""
    figures = {"winner": None, "how": "played", "points": [0, 0], "totals": [0, 0], "net": [0, 0], "deals": 1,
               "deals_won": [0, 0], "games": [0, 0], "shutout": False}  # fmt: skip
    table = Table.objects.get(public_id=match.table)
    Table.objects.filter(pk=table.pk).update(status=Status.OVER, result=figures, finished_at=clock.later(seconds=1))
    tables.report(table.pk, clock())


# ---- without play


@pytest.mark.parametrize("template", ["single_elim", "double_elim"])
@pytest.mark.parametrize("way", ["typed", "by sheet", "online"])
def test_every_match_drawn_and_still_a_champion(cup, organiser, clock, template, way):
    """The better seed goes on from each match, so number 1 wins the cup, and each place is taken once."""
    tournament = cup("seed", template=template, mode=Mode.ONLINE if way == "online" else Mode.IN_PERSON)
    tournament = stages.begin(tournament=tournament, now=clock(), by=organiser)
    while not standings.is_end_due(tournament):
        rnd = wave(tournament, organiser, clock)
        for match in rnd.matches.all():
            if way == "typed":
                type_drawn(match, organiser, clock, "0-0")
            elif way == "by sheet":
                facts = {"match": match, "now": clock()}
                score_sheets.enter_deal(entry=DRAWN["conquian"], key=f"{match.pk}", version=0, **facts)
                score_sheets.send_sheet(version=1, by=organiser, is_final=True, **facts)
            else:
                end_drawn(match, clock)
        running.close_round(rnd=rnd, now=clock.later(seconds=30))
        tournament.refresh_from_db()
    table = [(line.place, line.entry.name) for line in standings.standings(tournament)]
    assert table == [(n, f"Player {n:02d}") for n in (1, 2, 3, 4)]
    assert Match.objects.exclude(state=MatchState.OVER).count() == 0


def test_a_lot_is_the_same_whenever_it_is_asked_and_falls_either_way():
    found = {slot: going_on.goes_on("lot", (1, 2), slot, "seed") for slot in map(str, range(40))}
    assert set(found.values()) == {1, 2}
    assert found == {slot: going_on.goes_on("lot", (2, 1), slot, "seed") for slot in found}
    assert found != {slot: going_on.goes_on("lot", (1, 2), slot, "another") for slot in found}


def test_the_lot_says_who_goes_on_and_the_page_shows_its_seed(cup, organiser, clock, client):
    tournament = cup("lot", variant="colonel-fosdick")
    match = begun(tournament, organiser, clock)
    assert "a lot says who goes on" in tight(client.get(f"/matches/{match.public_id}/").content.decode())
    assert match.round.stage.seed not in client.get(f"/matches/{match.public_id}/").content.decode(), "not yet"
    for one in match.round.matches.all():
        type_drawn(one, organiser, clock, "0-0" if one == match else "=")
    running.close_round(rnd=match.round, now=clock.later(seconds=30))
    page = client.get(f"/matches/{match.public_id}/").content.decode()
    assert f"by a lot from the seed {match.round.stage.seed}" in page
    final = wave(tournament, organiser, clock).matches.get(slot="W2-1")
    said = [drawn_matches.drawn_words(Match.objects.get(pk=one.pk)) for one in match.round.matches.all()]
    assert all(any(words.startswith(f"Drawn: {name} ") for words in said) for name in names(final))


def test_a_correction_to_a_draw_says_who_goes_on_and_back_again(cup, organiser, clock):
    tournament = cup("seed")
    match = begun(tournament, organiser, clock)
    first, second = names(match)
    for one in match.round.matches.all():
        recording.record_result(match=one, points=(0, 1), by=organiser, now=clock())
    running.close_round(rnd=match.round, now=clock.later(seconds=30))
    draft = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    assert second in names(draft.matches.get(slot="W2-1"))
    wish = {"points": (0, 0)}
    seen = corrections.preview_correction(match=match, **wish)
    corrections.apply_correction(match=match, digest=seen.digest, reason="Typo", by=organiser, now=clock(), **wish)
    assert first in names(Match.objects.get(slot="W2-1"))


# ---- played on


@pytest.mark.parametrize(("drawn", "decides"), [("next", "another game"), ("deal", "one more deal")])
def test_a_drawn_result_is_refused_with_what_follows(cup, organiser, clock, drawn, decides, client):
    match = begun(cup(drawn, variant="color"), organiser, clock)
    with pytest.raises(errors.Invalid, match=decides) as caught:
        type_drawn(match, organiser, clock)
    assert caught.value.field == "points"
    assert decides in client.get(f"/matches/{match.public_id}/").content.decode()


@pytest.mark.parametrize(
    ("variant", "length", "drawn", "minutes", "played"),
    [
        ("color", "game", "next", None, "game/next"),
        ("color", "game", "deal", None, "game/more"),
        ("color", "game", "seed", None, "game"),
        ("color", "deals:6", "next", None, "deals:6/more"),
        ("color", "deals:6/more", "lot", None, "deals:6/more"),
        ("color", "best_of:3", "next", None, "best_of:3"),
        ("gin-pagat", "game", "next", None, "game"),
        ("gin-pagat", "game", "next", 30, "game/next"),
        ("gin-pagat", "game", "deal", 30, "game/more"),
        ("gin-pagat", "game", "lot", 30, "game"),
        ("gin-pagat", "match:500", "next", None, "match:500"),
        ("hollywood-classic", "hollywood", "next", None, "hollywood/next"),
    ],
)
def test_table_and_sheet_are_told_how_a_drawn_match_is_played_on(
    cup, organiser, clock, variant, length, drawn, minutes, played
):
    tournament = cup(drawn, variant=variant, length=length, minutes=minutes)
    match = begun(tournament, organiser, clock)
    assert lengths.played_to(match).get("length", "game") == played
    assert lengths.may_tie(match) == (played == length and lengths.comes_level(match))
    assert engine.length_of(played)


def test_a_sheet_of_colonel_plays_the_next_game(cup, organiser, clock):
    match = begun(cup("next", variant="colonel-fosdick"), organiser, clock)
    facts = {"match": match, "now": clock()}
    for version in (0, 1):
        sheet = score_sheets.enter_deal(entry=DRAWN["colonel-fosdick"], key=f"{version}", version=version, **facts)
        assert not sheet.is_over
    sheet = score_sheets.enter_deal(entry=DealEntry(how="out", seat=1, counts=(9, 0)), key="2", version=2, **facts)
    assert sheet.is_over
    sent = score_sheets.send_sheet(version=3, by=organiser, is_final=True, **facts)
    assert [side.points for side in sent.sides.order_by("order")] == [0, 2]


@pytest.mark.parametrize("drawn", ["stays", "next"])
def test_on_a_ladder_a_drawn_match_leaves_the_places_unless_it_is_played_on(
    make_tournament, organiser, clock, drawn, client
):
    tournament = make_tournament(4, variant="conquian", template="ladder", rounds=None, options={"drawn": drawn})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    climb = Climb(tournament, organiser, clock)
    match = climb.accept(climb.challenge(2, 1))
    if drawn == "next":
        with pytest.raises(errors.Invalid, match="another game"):
            type_drawn(match, organiser, clock)
        return
    assert "both keep their places" in tight(client.get(f"/matches/{match.public_id}/").content.decode())
    type_drawn(match, organiser, clock)
    climb.later(seconds=30)
    assert climb.order == [1, 2, 3, 4]


# ---- chosen


def test_the_form_asks_and_the_page_of_the_tournament_says_it(client, club, organiser):
    client.force_login(organiser)
    form = {"club": club.pk, "name": "Tuesday", "template": "single_elim", "mode": "in_person", "timezone": "UTC"}
    form |= {"variant": "conquian", "drawn": "seed"}
    answer = client.post(reverse("tournaments:new"), form)
    assert answer.status_code == 302, answer.context["form"].errors
    tournament = finding.tournaments().get(name="Tuesday")
    assert finding.main_stage(tournament).settings["drawn"] == "seed"
    page = client.get(reverse("tournaments:detail", args=[tournament.slug])).content.decode()
    assert "if a match is drawn, the better seed goes on" in page
    other = {**form, "template": "ladder", "shown": "single_elim conquian"}
    filled = TournamentForm(other, clubs=type(club).objects.all())
    assert filled.is_valid()
    assert "drawn" not in filled.options(), "what was said of a cup is not asked of a ladder"
