"""Seasons of a club from rows: what counts, what changes the table, closing, the final night, and who may not."""

from contextlib import suppress
from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied

from accounts import services as accounts
from accounts.models import User
from accounts.own_data.services import forget
from audit.models import AuditEntry
from clubs import selectors as club_selectors
from clubs import services as clubs
from ratings.models import Pool
from ratings.services.runs import folding
from tests.tournaments.seasons.conftest import BY_PLACE, FIRST, LAST
from tournaments.entries.services import entering
from tournaments.errors import Conflict, Invalid, Refusal
from tournaments.event.services import creating
from tournaments.merging.services import merging
from tournaments.models import Bye, Season, Tournament, Trophy
from tournaments.own_data import tell
from tournaments.results.services import recording
from tournaments.results.services import recording as pods
from tournaments.rounds.services import drafts, running
from tournaments.seasons import scoring as core
from tournaments.seasons.selectors import reading, season_tables
from tournaments.seasons.services import closing, finals, making
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def table(season):
    """The table as it would be written by hand: place, name, points."""
    found = season_tables.table_of(Season.objects.select_related("club").get(pk=season.pk))
    return [(row.place, str(row.user), row.points_text) for row in found.rows]


def cells(season, name):
    found = season_tables.table_of(Season.objects.get(pk=season.pk))
    return next(list(row.texts) for row in found.rows if str(row.user) == name)


# ---- what counts


def test_finished_evenings_between_the_days_count(season, make_evening):
    make_evening("Ana Bo Chen Dora")
    make_evening("Bo Ana", day="03-17")
    make_evening("Dora Chen", day="02-28", name="Before")
    make_evening("Dora Chen", day="07-01", name="After")
    make_evening("Dora Chen", day="04-01", stays=True)
    assert [name for _, name, _ in table(season)[:2]] == ["Ana", "Bo"]
    assert cells(season, "Bo") == ["6", "10"]
    assert cells(season, "Dora")[1:] == ["–"]


def test_names_are_compared_as_the_database_compares_them(club, season, organiser, clock):
    """PostgreSQL writes ẞ small as ß, but not ß large as ẞ: what one check lets pass the other must not refuse."""
    facts = {"club": club, "since": FIRST, "until": LAST, "by": organiser, "now": clock()}
    making.create_season(name="Straße", **facts)
    with suppress(Invalid):
        making.create_season(name="Straẞe", **facts)
    assert Season.objects.exists()


def test_who_shares_a_place_shares_the_points(season, make_evening):
    make_evening("Ana Bo Chen Dora", template="single_elim", rounds=None, played=2, options={"third_place": False})
    assert [(place, points) for place, _, points in table(season)] == [(1, "10"), (2, "6"), (3, "3"), (3, "3")]


def test_an_evening_is_left_out_or_counted_by_the_organisers_word(season, make_evening, organiser, clock):
    inside, outside = make_evening("Ana Bo"), make_evening("Bo Ana", day="07-07")
    say = {"season": season, "by": organiser, "now": clock()}
    making.choose_events(tournaments=[inside.public_id], counts=False, **say)
    assert table(season) == []
    making.choose_events(tournaments=[outside.public_id], counts=True, **say)
    assert table(season) == [(1, "Bo", "10"), (2, "Ana", "6")]
    making.choose_events(tournaments=[inside.public_id, outside.public_id], counts=None, **say)
    assert table(season) == [(1, "Ana", "10"), (2, "Bo", "6")]


def test_a_season_of_one_series_takes_its_evenings_alone(club, make_evening, organiser, clock):
    make_evening("Ana Bo", name="Tuesday Night")
    make_evening("Bo Ana", name="Pairs Day", day="03-12")
    facts = {"club": club, "since": FIRST, "until": LAST, "scoring": BY_PLACE, "by": organiser, "now": clock()}
    made = making.create_season(name="Tuesdays", series="Tuesday Night", **facts)
    assert table(made) == [(1, "Ana", "10"), (2, "Bo", "6")]
    listed = reading.choices(made)
    assert [(one.name, one.counted) for one in listed] == [("Tuesday Night", 1), ("Pairs Day", 0)]


def test_the_day_is_that_of_the_clocks_on_the_spot(club, make_evening, organiser, clock):
    late = make_evening("Ana Bo", day="02-28", timezone="Pacific/Auckland")  # 18:30 UTC: there it is 1 March
    assert late.zone.key == "Pacific/Auckland"
    facts = {"club": club, "scoring": BY_PLACE, "by": organiser, "now": clock()}
    march = making.create_season(name="March", since=date(2026, 3, 1), until=LAST, **facts)
    winter = making.create_season(name="Winter", since=date(2026, 1, 1), until=date(2026, 2, 28), **facts)
    assert [len(table(march)), len(table(winter))] == [2, 0]


# ---- what changes the table


def test_a_corrected_result_changes_the_table(season, make_evening, turn_round):
    evening = make_evening("Ana Bo")
    assert table(season) == [(1, "Ana", "10"), (2, "Bo", "6")]
    turn_round(evening, "Bo")
    assert table(season) == [(1, "Bo", "10"), (2, "Ana", "6")]


def test_a_reopened_evening_leaves_the_table_until_it_is_finished_again(season, make_evening, organiser, clock):
    evening = make_evening("Ana Bo")
    assert len(table(season)) == 2
    stages.reopen_stage(evening.stages.get(), clock(), organiser, "A result was missing.")
    assert table(season) == []
    stages.finish(tournament=Tournament.objects.get(pk=evening.pk), now=clock(), by=organiser)
    assert len(table(season)) == 2


def test_a_cancelled_evening_leaves_the_table(season, make_evening):
    evening = make_evening("Ana Bo")
    Tournament.objects.filter(pk=evening.pk).update(state="cancelled")
    assert table(season) == []


def test_who_withdrew_keeps_the_place_and_who_never_came_has_none(season, make_evening, organiser, clock):
    evening = make_evening("Ana Bo Chen Dora", stays=True)
    entering.withdraw(entry=evening.entries.get(name="Ana"), now=clock(), by=organiser)
    stages.finish(tournament=Tournament.objects.get(pk=evening.pk), now=clock(), by=organiser)
    assert table(season)[0] == (1, "Ana", "10")
    assert len(table(season)) == 4


def test_an_entry_that_stayed_away_gets_nothing(season, make_evening):
    evening = make_evening("Ana Bo Chen")  # one of three has a bye, and was there
    assert len(table(season)) == 3
    bye = Bye.objects.get(seat__round__stage__tournament=evening)
    bye.kind = "zero"
    bye.save()
    assert bye.seat.entry.name not in [name for _, name, _ in table(season)]
    assert len(table(season)) == 2


def test_people_stand_under_the_names_of_today(season, make_evening, club):
    evening = make_evening("Ana Bo")
    ana = evening.entries.get(name="Ana").members.get().user
    club.memberships.filter(user=ana).delete()
    ana.name = "Ana Former"
    ana.save()
    assert [name for _, name, _ in table(season)] == ["Ana Former", "Bo"]


def test_who_said_not_me_has_no_line(season, make_evening, clock):
    evening = make_evening("Ana Bo")
    member = evening.entries.get(name="Bo").members.get()
    member.refused_at = clock()
    member.save()
    assert [name for _, name, _ in table(season)] == ["Ana"]


def test_tables_of_three_count_with_the_places_of_their_players(
    season, make_pods, next_round, organiser, clock, confirm
):
    tournament = make_pods(players=3, rounds=1)
    rnd = next_round(tournament)
    pod = rnd.matches.paired().get()
    pods.record_result(match=pod, points=(100, 60, 20), by=organiser, now=clock())
    running.close_round(rnd=rnd, now=clock())
    assert not table(season), "it does not count before its standings are confirmed"
    confirm(tournament)
    assert [points for _, _, points in table(season)] == ["10", "6", "4"]


# ---- points


def test_the_rating_gain_of_an_evening_counts(season, make_evening, organiser, clock):
    make_evening("Ana Bo")
    folding.rate_pending(pool=Pool.objects.get().key)
    making.set_scoring(season=season, scoring={"attendance": 1, "rating": 1}, by=organiser, now=clock())
    (first, ana, most), (_, bo, least) = table(season)
    assert (first, ana, bo, least) == (1, "Ana", "Bo", "1")
    assert int(most) > 1


def test_the_last_meeting_is_read_from_the_matches(season, make_evening, organiser, clock):
    making.set_scoring(
        season=season, scoring={"attendance": 1, "tiebreaks": ["last_meeting"]}, by=organiser, now=clock()
    )
    make_evening("Ana Bo")
    make_evening("Bo Ana", day="03-17")
    assert table(season) == [(1, "Bo", "2"), (2, "Ana", "2")]


def test_a_preview_shows_the_moves_and_changes_nothing(season, make_evening):
    make_evening("Ana Bo")
    make_evening("Bo Ana Chen Dora", day="03-17", rounds=2)
    before = table(season)
    shown = season_tables.preview_of(season, core.scoring_of({"win": 1, "attendance": 1, "tiebreaks": []}))
    assert {str(row.user): row.points_text for row in shown.rows}["Bo"] == "4"
    assert table(season) == before


# ---- closing


@pytest.fixture
def closed(season, make_evening, organiser, clock):
    make_evening("Ana Bo Chen Dora", rounds=2)
    make_evening("Ana Bo", day="03-17", name="Duel")
    return closing.close_season(season=season, by=organiser, now=clock())


def test_closing_gives_trophies_to_three_places_and_the_best_attendance(closed):
    given = [(one.kind, one.place, str(one.user), one.figure) for one in closed.trophies.all()]
    assert given == [
        ("place", 1, "Ana", "20"),
        ("place", 2, "Bo", "12"),
        ("place", 3, "Chen", "4"),
        ("attendance", 1, "Ana", "2"),
        ("attendance", 1, "Bo", "2"),
    ]


def test_a_closed_season_stands_and_says_that_it_would_change(closed, turn_round, organiser, clock):
    before = table(closed)
    turn_round(Tournament.objects.get(name="Duel"), "Bo")
    found = season_tables.table_of(Season.objects.get(pk=closed.pk))
    assert table(closed) == before
    assert found.is_stale
    again = closing.reopen_season(season=closed, by=organiser, now=clock())
    assert not Trophy.objects.exists()
    assert table(again) != before
    assert not season_tables.table_of(again).is_stale


@pytest.fixture
def anna(club) -> User:
    anna = accounts.official(username="anna", name="Anna Login", email="anna@club.example", password="x" * 12)
    clubs.add_member(club=club, user=anna, by=anna)
    return anna


def test_who_claims_a_name_has_its_line_and_trophies_in_a_closed_season(
    season, make_evening, club, anna, organiser, clock
):
    scoring = BY_PLACE | {"tiebreaks": ["last_meeting"]}  # so that the meetings are kept, too
    season = making.set_scoring(season=season, scoring=scoring, by=organiser, now=clock())
    make_evening("Ana Bo Chen Dora", rounds=2)
    closing.close_season(season=season, by=organiser, now=clock())
    before, name = table(season), club_selectors.players(club).get(name="Ana")
    merging.merge(club=club, name=name, into=anna, by=organiser, now=clock())
    assert table(season) == [(place, "Anna Login" if who == "Ana" else who, points) for place, who, points in before]
    assert not season_tables.table_of(Season.objects.get(pk=season.pk)).is_stale
    assert {(one.kind, one.place) for one in reading.trophies_of(anna)} == {("place", 1), ("attendance", 1)}
    assert not reading.trophies_of(name).exists()


def test_a_closed_season_stands_when_two_of_its_names_become_one(season, make_evening, club, organiser, clock):
    make_evening("Ana Bo Chen Dora", rounds=2)
    make_evening("Nana Bo", day="03-17", name="Duel")
    closing.close_season(season=season, by=organiser, now=clock())
    before, given = table(season), list(Trophy.objects.values_list("user", "kind", "place"))
    name, into = (club_selectors.players(club).get(name=one) for one in ("Nana", "Ana"))
    merging.merge(club=club, name=name, into=into, by=organiser, now=clock())
    assert (table(season), list(Trophy.objects.values_list("user", "kind", "place"))) == (before, given)
    assert season_tables.table_of(Season.objects.get(pk=season.pk)).is_stale


def test_a_closed_season_refuses_every_change(closed, organiser, clock):
    facts = {"season": closed, "by": organiser, "now": clock()}
    evening = Tournament.objects.first().public_id
    for change in (
        lambda: making.set_scoring(scoring={"win": 1}, **facts),
        lambda: making.change_season(name="Other", since=FIRST, until=LAST, **facts),
        lambda: making.choose_events(tournaments=[evening], counts=False, **facts),
        lambda: making.remove_season(**facts),
        lambda: closing.close_season(**facts),
    ):
        with pytest.raises(Refusal) as refused:
            change()
        assert refused.value.code == "closed"


def test_closing_what_has_changed_since_it_was_looked_at_is_refused(season, make_evening, organiser, clock):
    make_evening("Ana Bo")
    seen = season_tables.table_of(season).version
    make_evening("Bo Ana", day="03-17")
    with pytest.raises(Conflict):
        closing.close_season(season=season, by=organiser, now=clock(), seen=seen)


def test_a_season_without_an_evening_is_not_closed(season, organiser, clock):
    with pytest.raises(Refusal) as refused:
        closing.close_season(season=season, by=organiser, now=clock())
    assert refused.value.code == "empty"
    with pytest.raises(Refusal):
        closing.reopen_season(season=season, by=organiser, now=clock())


# ---- the final night


def test_the_final_night_is_seeded_by_the_table(season, make_evening, organiser, clock):
    make_evening("Dora Chen Bo Ana", rounds=2)  # Ana is last of the table, though first by name
    final = finals.create_final(
        season=season, template="single_elim", top=4, starts_at=clock() + timedelta(days=90), by=organiser, now=clock()
    )
    order = [name for _, name, _ in table(season)]
    assert [entry.name for entry in final.entries.order_by("given_seed")] == order
    entering.check_in_all(tournament=final, now=clock(), by=organiser)
    stages.begin(tournament=final, now=clock(), by=organiser)
    assert [place.entry.name for place in final.stages.get().field.all()] == order
    rnd = drafts.pair_round(stage=final.stages.get(), now=clock(), by=organiser)
    pairs = {frozenset(entry.name for entry in match.entries) for match in rnd.matches.paired()}
    assert frozenset((order[0], order[3])) in pairs, "the first meets the last"
    assert season.final is None
    assert Season.objects.get().final == final
    assert final.final_of == season


def test_a_swiss_final_of_all_starts_in_the_order_of_the_table(season, make_evening, organiser, clock):
    make_evening("Dora Chen Bo Ana", rounds=2)
    order = [name for _, name, _ in table(season)]
    final = finals.create_final(season=season, template="swiss", rounds=2, by=organiser, now=clock())
    late = entering.enter(tournament=final, name="Zoe", rating=2500, now=clock(), by=organiser)
    entering.check_in_all(tournament=final, now=clock(), by=organiser)
    stages.begin(tournament=final, now=clock(), by=organiser)
    drafts.pair_round(stage=final.stages.get(), now=clock(), by=organiser)
    assert [entry.name for entry in final.entries.order_by("tpn")] == [*order, late.name]


def test_the_final_night_itself_does_not_count(season, make_evening, organiser, clock):
    make_evening("Ana Bo")
    before = table(season)
    final = finals.create_final(season=season, template="swiss", rounds=1, by=organiser, now=clock())
    Tournament.objects.filter(pk=final.pk).update(state="finished", finished_at=clock())
    assert table(season) == before
    say = {"tournaments": [final.public_id], "counts": True}
    with pytest.raises(Invalid) as refused:
        making.choose_events(season=season, by=organiser, now=clock(), **say)
    assert refused.value.field == "tournaments"


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"template": "ladder"}, "template"),
        ({"template": "single_elim", "top": 1}, "top"),
        ({"template": "single_elim", "top": 5}, "top"),
        ({"template": "swiss"}, "rounds"),
        ({"template": "swiss", "rounds": 0}, "rounds"),
    ],
)
def test_a_final_night_that_cannot_be_is_refused_with_its_field(season, make_evening, organiser, clock, wish, field):
    make_evening("Ana Bo")
    with pytest.raises(Invalid) as refused:
        finals.create_final(season=season, by=organiser, now=clock(), **wish)
    assert refused.value.field == field
    assert Tournament.objects.count() == 1


def test_there_is_one_final_night_until_it_is_cancelled(season, make_evening, organiser, clock):
    make_evening("Ana Bo")
    wish = {"season": season, "template": "single_elim", "by": organiser, "now": clock()}
    first = finals.create_final(**wish)
    with pytest.raises(Refusal) as refused:
        finals.create_final(**wish)
    assert refused.value.code == "exists"
    Tournament.objects.filter(pk=first.pk).update(state="cancelled")
    assert finals.create_final(**wish) != first


# ---- bad input, and who may not


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"since": LAST, "until": FIRST}, "until"),
        ({"since": date(1999, 1, 1)}, "since"),
        ({"until": date(2100, 1, 1)}, "until"),
        ({"until": date(2099, 1, 1)}, "until"),
        ({"name": "  spring "}, "name"),
        ({"name": ""}, "name"),
        ({"series": "No such evening"}, "series"),
        ({"scoring": {"places": [1], "best": 0}}, "best"),
        ({"scoring": "ten"}, "scoring"),
    ],
)
def test_a_season_that_cannot_be_is_refused_with_its_field(season, club, organiser, clock, wish, field):
    facts = {"club": club, "name": "Autumn", "since": FIRST, "until": LAST, "by": organiser, "now": clock()}
    with pytest.raises(Invalid) as refused:
        making.create_season(**{**facts, **wish})
    assert refused.value.field == field


def test_a_tournament_of_another_club_cannot_count(season, organiser, clock):
    other = clubs.create_club(name="Elsewhere", organiser=organiser)
    theirs = creating.create_tournament(
        club=other, name="Theirs", variant="gin-rummy-com", rounds=1, by=organiser, now=clock()
    )
    for wanted in ([theirs.public_id], ["nonsense"], ["a\0"], []):
        with pytest.raises(Invalid) as refused:
            making.choose_events(season=season, tournaments=wanted, counts=True, by=organiser, now=clock())
        assert refused.value.field == "tournaments"


def test_only_organisers_of_the_club_do_anything(season, make_evening, club, clock):
    make_evening("Ana Bo")
    director = accounts.official(username="dirk", name="Dirk", email="dirk@example.org", password="correct horse")
    clubs.add_member(club=club, user=director, role="director")
    facts = {"season": season, "by": director, "now": clock()}
    days = {"since": FIRST, "until": LAST}
    for act in (
        lambda: making.create_season(club=club, name="Mine", by=director, now=clock(), **days),
        lambda: making.change_season(name="Mine", **days, **facts),
        lambda: making.set_scoring(scoring={"win": 1}, **facts),
        lambda: making.choose_events(tournaments=["x"], counts=True, **facts),
        lambda: making.remove_season(**facts),
        lambda: closing.close_season(**facts),
        lambda: closing.reopen_season(**facts),
        lambda: finals.create_final(template="single_elim", **facts),
    ):
        with pytest.raises(PermissionDenied):
            act()


def test_each_act_leaves_an_audit_entry(closed):
    actions = AuditEntry.objects.filter(target=f"season:{closed.public_id}").values_list("action", flat=True)
    assert list(actions) == ["season.create", "season.close"]


# ---- teams and pairs


def test_of_a_team_those_who_sat_at_a_board_get_its_place(
    season, make_tournament, next_round, organiser, clock, confirm
):
    options = {"boards": 2, "reserves": 1}
    tournament = make_tournament(players=0, template="team_swiss", rounds=1, options=options)
    teams = "name,rating,team\nAna,2000,Aces\nAli,1900,Aces\nAbe,1500,Aces\nBea,1800,Bees\nBob,1700,Bees\n"
    entering.import_entries(tournament=tournament, text=teams, dry_run=False, now=clock(), by=organiser)
    entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = next_round(tournament)
    for board in rnd.matches.paired().get().boards.all():
        points = (100, 60) if board.people[0][0].entry.name == "Aces" else (60, 100)
        recording.record_result(match=board, points=points, by=organiser, now=clock())
    running.close_round(rnd=rnd, now=clock())
    confirm(tournament)
    assert table(season) == [(1, "Ali", "10"), (1, "Ana", "10"), (3, "Bea", "6"), (3, "Bob", "6")]


def test_the_final_night_follows_an_evening_of_two_at_a_table(
    season, make_evening, make_pods, next_round, organiser, clock, confirm
):
    make_evening("Ana Bo", day="03-02", place="The attic")
    rnd = next_round(make_pods(players=3, rounds=1))
    pods.record_result(match=rnd.matches.paired().get(), points=(100, 60, 20), by=organiser, now=clock())
    running.close_round(rnd=rnd, now=clock())
    confirm(rnd.stage.tournament)
    final = finals.create_final(season=season, template="single_elim", by=organiser, now=clock())
    assert (final.variant, final.place, final.entries.count()) == ("gin-rummy-com", "The attic", 5)


# ---- people who leave


def test_who_leaves_stands_under_the_alias_and_is_told_of_their_trophies(closed, clock):
    ana = Trophy.objects.filter(season=closed).first().user
    assert [(one["of_season"], one["place"]) for one in tell(ana)["trophies"]] == [("Spring", 1), ("Spring", 1)]
    alias = forget(user=ana, by=None, now=clock())
    assert table(closed)[0] == (1, alias, "20")
    assert ana.name not in str(list(Season.objects.values()) + list(Trophy.objects.values()))
