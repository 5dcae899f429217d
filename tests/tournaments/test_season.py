"""A whole season of a club: twenty-four players, eight evenings in different formats, and everything that happens on
such evenings. Each chapter is one evening; the last one adds the season up."""

from collections import Counter
from fractions import Fraction

import pytest

from audit import services as audit
from audit.models import AuditEntry
from duework.models import DueWork
from ratings.models import PlayerRating, RatedMatch
from ratings.services import results as rating_results
from ratings.services.runs import folding
from tests.tournaments.season import NAMES, Evening, Season, stays_away
from tournaments import errors
from tournaments.corrections.services import corrections
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import Bye, Entry, Match, MatchSide, MatchState, Round, RoundSeat, RoundState, Ruling
from tournaments.rounds.services import requests
from tournaments.standings.selectors import standings as standings_standing

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def season(club, organiser, clock) -> Season:
    return Season(club, organiser, clock)


def test_a_season_of_eight_evenings(season):
    first_evening_a_swiss_with_latecomers_and_a_mended_result(season)
    second_evening_a_swiss_in_which_the_deal_is_balanced_and_the_start_accelerated(season)
    third_evening_a_round_robin_that_somebody_leaves_early(season)
    fourth_evening_groups_and_a_cup_with_a_match_for_third_place(season)
    fifth_evening_double_elimination(season)
    sixth_evening_a_swiss_a_cup_and_a_consolation_with_two_who_play_from_home(season)
    seventh_evening_victory_points_and_half_point_byes(season)
    last_evening_a_double_round_robin_and_a_tie_for_first(season)
    the_season_adds_up(season)


# ---- evening 1


def first_evening_a_swiss_with_latecomers_and_a_mended_result(season: Season) -> None:
    night = season.evening("First evening", NAMES[:22], rounds=5).begin()
    first = night.round()
    assert len(night.pairs(first)) == 11
    night.comes_late("Wes")
    entering.mark_absent(entry=night.entry("Otto"), by=night.organiser, now=night.clock())
    second = night.round()
    assert night.byes(second) == {"Otto": "zero"}, "22 are here: nobody else sits out"
    yara = night.comes_late("Yara")
    assert requests.give_missed_byes(entry=yara, count=1, by=night.organiser, now=night.clock()) == 1
    entering.check_in(entry=night.entry("Otto"), by=night.organiser, now=night.clock())
    third = night.round(stays_away("Gus"))
    assert night.match(3, "Gus").result_kind == "forfeit"
    night.leaves("Udo", "A babysitter")
    then = {name: row.points for name, row in night.table().items()}
    night.round()
    assert night.table()["Udo"].points == then["Udo"], "what was won stays"
    a_result_of_round_two_is_mended_after_round_four(night, [second, third])
    night.play(standings_standing.current_round(night.tournament))
    final = list(night.end().table().values())
    assert [row.place for row in final] == list(range(1, 25)), "the lot leaves nobody level"
    assert sum(row.points for row in final) == points_given(night)


def a_result_of_round_two_is_mended_after_round_four(night: Evening, played: list[Round]) -> None:
    """The score sheet of table 1 was read upside down: seen first with all that it changes, then applied."""
    draft, match = night.draft(), played[0].matches.get(table_no=1)
    ahead, behind = night.names(match)
    points = tuple(side.game_points for side in match.sides.order_by("order"))
    right = {"points": (points[1], points[0]), "deals": match.deals}
    before, standing = night.pairs(draft), night.table()
    seen = corrections.preview_correction(match=match, **right)
    assert [(one.round.number, one.effect) for one in seen.effect.rounds] == [
        (3, "stands"),
        (4, "stands"),
        (5, "paired_again"),
    ]
    assert night.table() == standing, "looking changes nothing"
    act = {"match": match, "reason": "Sheet read upside down", "by": night.organiser, "now": night.clock(), **right}
    with pytest.raises(errors.Conflict):
        corrections.apply_correction(digest="0" * 16, **act)
    corrections.apply_correction(digest=seen.digest, **act)
    after = night.table()
    turn = 1 if points[0] > points[1] else -1
    assert after[ahead].points - standing[ahead].points == -turn
    assert after[behind].points - standing[behind].points == turn
    moved = {one.entry.name: (one.place[1], one.points[1], one.values[1]) for one in seen.effect.standings}
    for name, row in after.items():
        is_as_seen = (row.place, row.points_text, row.values_text) == moved.get(name)
        assert is_as_seen if name in moved else row == standing[name]
    now = night.pairs(standings_standing.current_round(night.tournament))
    assert sorted(map(sorted, now)) != sorted(map(sorted, before)), "round 5 is paired again"
    assert AuditEntry.objects.get(action="match.correct").reason == "Sheet read upside down"
    assert Ruling.objects.get().before["sides"][0][1] == points[0]


def points_given(night: Evening) -> Fraction:
    """What an evening must have given, counted from its matches and byes by hand: a point a match, a half-point bye
    half of one, the bye of an odd field a whole one."""
    given = Counter(Bye.objects.filter(seat__entry__tournament=night.tournament).values_list("kind", flat=True))
    matches = Match.objects.filter(round__stage__tournament=night.tournament).exclude(result_kind="double_forfeit")
    return matches.count() + given["pab"] + given["full"] + Fraction(given["half"], 2)


# ---- evening 2


def second_evening_a_swiss_in_which_the_deal_is_balanced_and_the_start_accelerated(season: Season) -> None:
    options = {"system": "dutch", "acceleration": "baku"}
    night = season.evening("Second evening", NAMES, rounds=6, options=options).begin()
    first = night.round()
    halves = [set(NAMES[:12]), set(NAMES[12:])]
    assert all(set(pair) <= halves[0] or set(pair) <= halves[1] for pair in night.pairs(first)), (
        "the upper 12 are lifted"
    )
    assert {"Ana", "Gus"} in map(set, night.pairs(first)), "the first meets the seventh, not the thirteenth"
    night.rounds(5)
    for name in NAMES:
        sides = MatchSide.objects.filter(seat__entry=night.entry(name)).order_by("match__round__number")
        dealt = [side.order == 0 for side in sides]
        assert abs(2 * sum(dealt) - len(dealt)) <= 2, f"{name} deals first about as often as second: {dealt}"
    assert [row.place for row in night.end().table().values()] == list(range(1, 25))


# ---- evening 3


def third_evening_a_round_robin_that_somebody_leaves_early(season: Season) -> None:
    night = season.evening("Third evening", NAMES[4:12], template="round_robin").begin()
    night.rounds(3)
    night.leaves("Hana", "Ill")
    night.play_out().end()
    table = night.table()
    assert list(table)[-1] == "Hana", "three of seven: her results leave the standings"
    assert table["Hana"].points == 0
    assert sum(row.points for row in table.values()) == 7 * 6 // 2, "seven met each other once"
    assert Match.objects.filter(round__stage__tournament=night.tournament, result_kind="played").count() == 21 + 3
    assert len(night.byes(finding.rounds(night.tournament)[-1])) == 1, "whoever was to meet her rests"


# ---- evening 4


def fourth_evening_groups_and_a_cup_with_a_match_for_third_place(season: Season) -> None:
    options = {"groups": 4, "per_group": 2, "is_apart": True}
    night = season.evening("Fourth evening", NAMES, template="groups_cut", options=options).begin().play_out()
    groups, cup = night.tournament.stages.all()
    best = {row.entry.name for table in standings_standing.stage_tables(groups) for row in table.rows[:2]}
    assert set(night.cut()) == best, "the best two of each of four groups"
    group_of = {row.entry.name: row.group for table in standings_standing.stage_tables(groups) for row in table.rows}
    quarter = night.round()
    assert all(group_of[one] != group_of[two] for one, two in night.pairs(quarter)), "those of one group meet late"
    night.play_out().end()
    slots = Match.objects.filter(round__stage=cup)
    assert slots.count() == 8, "four, two, the final and a match for third place"
    final = list(night.table().values())
    assert [row.place for row in final[:5]] == [1, 2, 3, 4, 5]
    assert {row.entry.name for row in final[:8]} == best


# ---- evening 5


def fifth_evening_double_elimination(season: Season) -> None:
    night = season.evening("Fifth evening", NAMES, template="double_elim").begin(away=["Yara", "Wes"])
    night.round()
    night.round(stays_away(night.pairs(night.round())[0][0]))
    night.leaves("Fay", "The last bus")
    night.play_out().end()
    lost = Counter(
        entry
        for match in Match.objects.filter(round__stage__tournament=night.tournament)
        for entry in match.sides.filter(points=0).values_list("seat__entry__name", flat=True)
    )
    champion = next(iter(night.table()))
    assert lost[champion] <= 1
    assert {times for name, times in lost.items() if name != champion} == {2}, "all others lost twice, none thrice"
    assert len(lost | Counter([champion])) == 22, "two never came"
    assert {"Yara", "Wes"}.isdisjoint(night.table())


# ---- evening 6


def sixth_evening_a_swiss_a_cup_and_a_consolation_with_two_who_play_from_home(season: Season) -> None:
    options = {"advance": 8, "consolation": 1}
    night = season.evening("Sixth evening", NAMES[:20], template="swiss_cut", rounds=4, mode="mixed", options=options)
    Entry.objects.filter(tournament=night.tournament, name__in=("Kai", "Lea")).update(is_remote=True)
    night.begin()
    night.rounds(4)
    at_tables = Match.objects.filter(round__stage__tournament=night.tournament).exclude(table="")
    assert {name for match in at_tables for name in night.names(match)} >= {"Kai", "Lea"}
    assert all({"Kai", "Lea"} & set(night.names(match)) for match in at_tables), "the others sit in the hall"
    ahead = list(night.table())[:8]
    assert night.cut() == ahead
    night.play_out().end()
    main, consolation = standings_standing.stage_tables(night.tournament.stages.get(number=2))
    assert (main.contest, consolation.contest) == ("", "consolation")
    assert len(consolation.rows) == 4, "who lost in the quarter-finals plays on"
    assert list(night.table())[8:] == [name for name in night.table() if name not in ahead]


# ---- evening 7


def seventh_evening_victory_points_and_half_point_byes(season: Season) -> None:
    options = {"points": "vp20", "length": "deals:8"}
    night = season.evening("Seventh evening", NAMES[:23], rounds=5, options=options)
    for name, number in (("Dora", 2), ("Jun", 3)):
        entry = night.entry(name)
        requests.ask_bye(entry=entry, round_number=number, by=entry.members.get().user, now=night.clock())
    with pytest.raises(errors.Refusal, match="half-point byes"):
        requests.ask_bye(entry=night.entry("Dora"), round_number=5, now=night.clock())
    night.begin()
    first = night.round()
    assert list(night.byes(first).values()) == ["pab"]
    night.comes_late("Yara")
    second = night.round()
    assert night.byes(second)["Dora"] == "half"
    third = night.round()
    assert night.byes(third)["Jun"] == "half"
    night.rounds(2)
    night.end()
    for match in Match.objects.filter(round__stage__tournament=night.tournament, result_kind="played"):
        won, lost = sorted((side.points for side in match.sides.all()), reverse=True)
        assert won + lost == 2000, "twenty victory points a match, in hundredths"
        assert (won == lost) == (match.sides.first().margin == 0)
    alone = [
        name for rnd in finding.rounds(night.tournament) for name, kind in night.byes(rnd).items() if kind == "pab"
    ]
    assert len(alone) == len(set(alone)), "nobody sits out twice"


# ---- evening 8

BEST = NAMES[:6]  # Ana Bo Chen Dora Emil Fay: whoever stands before wins 100-60, but for these six matches
UPSETS = {  # winner, loser, cycle: the winner's and the loser's points
    ("Ana", "Bo", 1): (104, 70),
    ("Bo", "Ana", 2): (101, 60),
    ("Chen", "Ana", 2): (100, 90),
    ("Chen", "Bo", 1): (100, 40),
    ("Dora", "Chen", 2): (100, 60),
}
# Points, wins, Sonneborn-Berger and margin by hand. Bo's wins: Ana 8, Chen 7, Dora, Emil and Fay twice: 5+5+2+2+0+0.
#   Ana   8 of 10   SB 8+7+14 = 29      margin 34 + 7x40 - 41 - 10 = +263
#   Bo    8 of 10   SB 8+7+14 = 29      margin 41 + 7x40 - 34 - 60 = +227
#   Chen  7 of 10   SB 8+8+5+4 = 25     margin 10 + 60 + 5x40 - 3x40 = +150
BY_HAND = [
    ("Ana", 8, ("½", "8", "29", "+263")),
    ("Bo", 8, ("½", "8", "29", "+227")),
    ("Chen", 7, ("–", "7", "25", "+150")),
    ("Dora", 5, ("–", "5", "11", "0")),
    ("Emil", 2, ("–", "2", "0", "−240")),
    ("Fay", 0, ("–", "0", "0", "−400")),
]


def as_told(number: int, first: str, second: str) -> dict[str, tuple[int, int]]:
    """The last evening's results."""
    cycle = 1 if number <= 5 else 2
    better, other = sorted((first, second), key=BEST.index)
    turned = (other, better, cycle) in UPSETS
    winner, loser = (other, better) if turned else (better, other)
    won, lost = UPSETS.get((winner, loser, cycle), (100, 60))
    return {"points": (won, lost) if winner == first else (lost, won)}


def last_evening_a_double_round_robin_and_a_tie_for_first(season: Season) -> None:
    options = {"cycles": 2, "tiebreaks": ["DE", "WIN", "SB", "MARGIN", "LOT"]}
    night = season.evening("Last evening", BEST, template="round_robin", options=options).begin()
    for _ in range(10):
        night.round(as_told)
    rows = list(night.end().table().values())
    assert [(row.entry.name, row.points) for row in rows] == [line[:2] for line in BY_HAND]
    assert [row.values_text[:4] for row in rows] == [line[2] for line in BY_HAND]
    ana, bo = rows[:2]
    assert (ana.points, ana.values[:3]) == (bo.points, bo.values[:3]), "level on points and on the first three"
    assert (ana.place, bo.place, ana.values[3] - bo.values[3]) == (1, 2, 36), "36 points more won than lost: Ana"
    stated = standings_standing.tiebreaks(night.tournament.stages.get())
    assert [one.key for one in stated][:4] == ["DE", "WIN", "SB", "MARGIN"]


# ---- the season


def the_season_adds_up(season: Season) -> None:
    nobody_is_lost_or_paired_twice(season)
    ratings_follow_from_the_results(season)
    assert audit.first_broken() is None
    season.clock.later(days=3)
    Evening(season, season.evenings[-1]).end()
    assert set(Round.objects.values_list("state", flat=True)) == {RoundState.SEALED}, "the correction windows are over"
    assert not DueWork.objects.filter(done_at=None, kind__startswith="tournaments").exists()


def nobody_is_lost_or_paired_twice(season: Season) -> None:
    assert len(season.evenings) == 8
    assert set(season.club.memberships.values_list("user__name", flat=True)) == {*NAMES, season.organiser.name}
    seats = RoundSeat.objects.select_related("round__stage")
    assert not seats.filter(side=None, bye=None).exists(), "nobody has a seat and nothing to do"
    assert not seats.filter(side__isnull=False, bye__isnull=False).exists()
    assert len(set(seats.values_list("round", "entry"))) == seats.count()
    assert {match.sides.count() for match in Match.objects.all()} == {2}
    assert set(Match.objects.values_list("state", flat=True)) == {MatchState.OVER}
    for tournament in season.evenings:
        there = [row.entry.pk for row in standings_standing.standings(tournament)]
        played = set(RoundSeat.objects.filter(entry__tournament=tournament).values_list("entry", flat=True))
        assert sorted(there) == sorted(played), "everybody who played stands in the standings once"
        for stage in tournament.stages.filter(format="swiss"):
            met = Match.objects.filter(round__stage=stage, result_kind="played")
            pairs = [frozenset(side.seat.entry_id for side in match.sides.all()) for match in met]
            assert len(pairs) == len(set(pairs)), "nobody meets twice in a Swiss"


def ratings_follow_from_the_results(season: Season) -> None:
    pool = rating_results.pool_for(variant="gin-rummy-com").key
    folding.rate_pending(pool=pool)
    played = Match.objects.filter(result_kind="played")
    rated = RatedMatch.objects.filter(annulled=False)
    assert {one.source for one in rated} == {f"match:{one.public_id}" for one in played}
    assert folding.differences(pool=pool) == []
    stand = PlayerRating.objects.filter(pool__key=pool).order_by("player").values_list("player__name", "rating", "rank")
    before = list(stand)
    folding.rebuild(pool=pool)
    assert list(stand.all()) == before, "folded again from the archive, every rating is the same"
    assert {name for name, _rating, _rank in before} == set(NAMES)
