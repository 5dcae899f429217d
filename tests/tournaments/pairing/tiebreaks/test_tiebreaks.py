"""Tie-breaks on crosstables that are computed by hand, one test for each key."""

from fractions import Fraction

import pytest

from tests.tournaments.pairing.tiebreaks.tec import crosstable
from tournaments.pairing import (
    LOT,
    TABLES,
    TIEBREAKS,
    BadKey,
    Crosstable,
    Kind,
    Result,
    Row,
    check_keys,
    default_keys,
    name_of,
    rank,
    sentence_of,
)

HALF = Fraction(1, 2)


def values(table, key, tied=frozenset()):
    return [TIEBREAKS[key](table, number, tied) for number in sorted(table.rows)]


@pytest.fixture
def evening(night):
    """Four players at gin to 100, all play all: Ann 2, Bob 2, Cem 1, Dora 1."""
    ann, bob, cem, dora = night.enter("Ann", "Bob", "Cem", "Dora")
    ann.wins(bob, 120, 60)
    cem.wins(dora, 101, 0)
    night.next_round()
    cem.wins(ann, 110, 80)
    bob.wins(dora, 105, 0)
    night.next_round()
    dora.wins(ann, 100, 40)
    bob.wins(cem, 130, 90)
    night.next_round()
    return night.crosstable


def test_margin(evening):
    # Ann +60 -30 -60 = -30; Bob -60 +105 +40 = 85; Cem +101 +30 -40 = 91; Dora -101 -105 +60 = -146
    assert values(evening, "MARGIN") == [-30, 85, 91, -146]


def test_margin_with_what_the_director_has_added(evening):
    ann = evening.rows[1]
    rows = {**evening.rows, 1: Row(number=1, results=ann.results, margin_correction=12)}
    assert values(Crosstable(rows, 3), "MARGIN") == [-18, 85, 91, -146]


def test_points_games_and_shutouts(evening):
    # Ann 120 + 80 + 40; Bob 60 + 105 + 130; Cem 101 + 110 + 90; Dora 0 + 0 + 100
    assert values(evening, "POINTS") == [240, 295, 301, 100]
    assert values(evening, "GAMES") == [1, 2, 2, 1]
    assert values(evening, "SHUTOUTS") == [0, 1, 1, 0], "Cem and Bob left Dora at nothing"


def test_opponents_margin(evening):
    # everybody has met the three others, and all margins together are 0: what is missing is the own one
    assert values(evening, "OPPMARGIN") == [30, -85, -91, 146]


def test_played_second(evening):
    # the winner of each match dealt first: who lost it played second
    assert values(evening, "BPG") == [2, 1, 1, 2]
    assert values(evening, "BWG") == [0, 0, 0, 0]


def test_played_second_is_dropped_where_nobody_noted_who_dealt_first(night):
    ann, bob = night.enter("Ann", "Bob")
    ann.beats(bob)
    night.next_round()
    assert values(night.crosstable, "BPG") == [None, None]
    assert values(night.crosstable, "BWG") == [None, None]


def test_running_score(evening):
    # Ann 1 1 1 = 3, Bob 0 1 2 = 3, Cem 1 2 2 = 5, Dora 0 0 1 = 1; cut 1 leaves out the first
    assert values(evening, "PS") == [3, 3, 5, 1]
    assert values(evening, "PS/C1") == [2, 3, 4, 1]
    assert values(evening, "PS/C2") == [1, 2, 2, 1]


UNPLAYED = crosstable(
    """
    1 2000  2w1  U   3w+
    2 1900  1b0  H   4b-
    3 1800  4w=  Z   1b-
    4 1700  3b=  F   2w+
    """
)


def test_rounds_there_and_wins():
    # 2 asked for a bye and lost by forfeit, 3 too; the pairing's bye and the director's are nobody's choice
    assert values(UNPLAYED, "REP") == [3, 1, 1, 3]
    assert values(UNPLAYED, "WIN") == [3, 0, 0, 2], "with or without playing"
    assert values(UNPLAYED, "WON") == [1, 0, 0, 0], "by playing"


def test_standard_points_are_the_same_in_every_points_table():
    # 1: won, bye worth more than a tie, forfeit won. 2: lost, half a bye, forfeit lost. 3: tied. 4: tied, bye, forfeit.
    assert values(UNPLAYED, "STD") == [3, HALF, HALF, Fraction(5, 2)]
    three = crosstable("1 0 2w1 2b=\n2 0 1b0 1w=")
    rows = {
        1: Row(number=1, results=tuple(Result(kind=Kind.PLAYED, opponent=2, points=p) for p in (3, 1))),
        2: Row(number=2, results=tuple(Result(kind=Kind.PLAYED, opponent=1, points=p) for p in (0, 1))),
    }
    assert values(Crosstable(rows, 2, TABLES["3-1-0"]), "STD") == values(three, "STD") == [Fraction(3, 2), HALF]


def test_start_number_and_rating_put_the_better_first_and_can_be_turned_round():
    def first(key):
        return rank(crosstable("1 1500 2w=\n2 1600 1b="), [key], "x")[0].number

    assert [first(key) for key in ("TPN", "TPN/R", "RTNG", "RTNG/R")] == [1, 2, 2, 1]


def test_buchholz_with_forfeits_counted_as_played():
    # 4 (2½ points): met 3 (½, the last bye... a forfeit loss follows it: tied, so 1), the bye: at most 3 ties = 1½,
    # the forfeit against 2 (½): at most 2's score of ½, which is also what it gives when it counts as played
    assert values(UNPLAYED, "BH")[3] == 1 + Fraction(3, 2) + HALF
    assert values(UNPLAYED, "BH/P")[3] == 1 + Fraction(3, 2) + HALF
    # 2 (½): met 1 (3), half a bye as itself ½; the forfeit against 4: itself ½, or 4's 2½ when counted as played
    assert values(UNPLAYED, "BH")[1] == 3 + HALF + HALF
    assert values(UNPLAYED, "BH/P")[1] == 3 + HALF + Fraction(5, 2)


def test_sonneborn_berger_with_forfeits_counted_as_played():
    # 1 (3): 2's ½ x 1, the bye 1½ x 1, the forfeit against 3, adjusted to 1 (its bye at the end is a tie): 1 x 1
    assert values(UNPLAYED, "SB")[0] == values(UNPLAYED, "SB/P")[0] == HALF + Fraction(3, 2) + 1


def test_average_buchholz_of_those_met_before_the_last_round():
    table = crosstable(
        """
        1 0  2w1  3b1
        2 0  1b0  4w1
        3 0  4b1  1w0
        4 0  3w0  2b0
        """
    )
    # scores 2 1 1 0; Buchholz 1: 1 + 1, 2: 2 + 0, 3: 0 + 2, 4: 1 + 1
    assert values(table, "BH") == [2, 2, 2, 2]
    # with the last round tied: 1 1½, 2 ½, 3 1½, 4 ½; Fore Buchholz 1: ½ + 1½, 2: 1½ + ½, 3: ½ + 1½, 4: 1½ + ½
    assert values(table, "FB") == [2, 2, 2, 2]
    assert values(table, "AOB") == values(table, "AOB/F") == [2, 2, 2, 2]
    first = table.after(1)
    # after one round: 1 and 3 have won, so Buchholz is 0 1 0 1; as if that round had been tied, ½ for everybody
    assert values(first, "BH") == [0, 1, 0, 1]
    assert values(first, "FB") == values(first, "BH/F") == [HALF] * 4
    assert values(first, "AOB") == [1, 0, 1, 0]
    assert values(first, "AOB/F") == [HALF] * 4


KOYA = crosstable(
    """
    1 2200  4w1  3b1  2w=
    2 2100  3w1  4b1  1b=
    3 2000  2b0  1w0  4w1
    4 1900  1b0  2w0  3b0
    """,
    is_round_robin=True,
)


def test_koya_counts_points_against_those_with_half():
    # scores 2½ 2½ 1 0; half of three rounds is 1½: only 1 and 2 have it
    assert values(KOYA, "KS") == [HALF, HALF, 0, 0]
    # a third (33 %: 0.99) lets 3 in; half a point less (1) does too
    assert values(KOYA, "KS/L33") == values(KOYA, "KS/L-1") == [Fraction(3, 2), Fraction(3, 2), 0, 0]
    assert values(KOYA, "KS/L90") == [0, 0, 0, 0]


def test_koya_where_an_odd_field_rests():
    # three players: each plays twice and rests once, so half is 1 point
    table = crosstable("1 0 2w1 Z 3b1\n2 0 1b0 3w1 Z\n3 0 Z 2b0 1w0", is_round_robin=True)
    assert values(table, "KS") == [1, 0, 0]


def test_no_buchholz_in_round_robins():
    for key in ("BH", "BH/C1", "FB", "AOB"):
        assert values(KOYA, key) == [None] * 4
        with pytest.raises(BadKey):
            check_keys([key], is_round_robin=True)


def test_forfeits_in_a_round_robin_count_as_played_but_a_lost_one_not_for_the_own_record():
    table = crosstable("1 2000 2w+ 3b1\n2 1900 1b- 3w1\n3 1800 Z 1w0", is_round_robin=True)
    assert values(table, "WON")[:2] == [2, 1], "a forfeit win counts"
    assert values(table, "BPG")[:2] == [1, 0], "a forfeit loss does not"
    assert values(table, "REP")[:2] == [2, 1]
    assert values(table, "ARO")[:2] == [1800, 1800], "nor any forfeit for ratings"
    assert values(table, "DE", frozenset({1, 2}))[:2] == [1, 0], "between the two it does"


def test_a_double_forfeit_in_a_round_robin_is_nobodys_half_point():
    table = crosstable("1 0 2w-\n2 0 1b-", is_round_robin=True)
    assert values(table, "STD") == [0, 0]


def test_performances():
    table = crosstable("1 2000 2w1 3b= Z\n2 1900 1b0 Z 3w1\n3 1800 Z 1w= 2b0")
    # 1: opponents 1850 on average, 1½ of 2 = 75 %: 193 more
    assert TIEBREAKS["ARO"](table, 1) == 1850
    assert TIEBREAKS["TPR"](table, 1) == 1850 + 193
    # the lowest rating that is expected to score 1½ against 1900 and 1800: 2045 is 145 more (69 %) and 245 more (80 %),
    # 149 % together; 2046 is 146 more (70 %) and 246 more (81 %), enough
    assert TIEBREAKS["PTP"](table, 1) == 2046
    # 2: opponents 1900 on average, half of the points; 3: 1950, a quarter: 193 less
    assert values(table, "TPR") == [2043, 1900, 1757]
    # 1 has met 2 and 3: (1900 + 1757) / 2 = 1828½, a half goes up
    assert TIEBREAKS["APRO"](table, 1) == 1829
    # 2 scored 1 against 2000 and 1800: 1898 is 102 less (36 %) and 98 more (63 %); 1899 is
    # 101 less (36 %) and 99 more (64 %)
    assert TIEBREAKS["PTP"](table, 2) == 1899
    assert TIEBREAKS["PTP"](crosstable("1 2000 2w0\n2 1900 1b1"), 1) == 1100, "no point: 800 below the lowest"


def test_perfect_performance_of_the_opponents():
    table = crosstable("1 2000 2w1\n2 1900 1b0")
    # 2 scored nothing against 2000: 1200; 1 scored all against 1900: 736 more is the first difference with 100 %
    assert values(table, "PTP") == [2636, 1200]
    assert values(table, "APPO") == [1200, 2636]


def test_direct_encounter_with_forfeits_if_so_wished():
    table = crosstable("1 0 2w+\n2 0 1b-")
    both = frozenset({1, 2})
    assert values(table, "DE", both) == [None, None]
    assert values(table, "DE/P", both) == [1, 0]


def test_direct_encounter_averages_repeated_meetings_and_starts_again_inside_what_remains():
    table = crosstable(
        """
        1 0  2w1  3b1  4w0  2b0
        2 0  1b0  4w1  3w1  1w1
        3 0  4w1  1w0  2b0  4b=
        4 0  3b0  2b0  1b1  3w=
        """
    )
    # 2 has 3 points, 1 has 2, 3 and 4 have 1½: they met twice, 1 and ½ make ¾ on average against ¼
    assert values(table, "DE", frozenset({3, 4}))[2:] == [Fraction(3, 4), Fraction(1, 4)]
    # all four as if tied: 1 has ½ + 1 + 0, 2 ½ + 1 + 1, 3 0 + 0 + ¾, 4 1 + 0 + ¼
    everybody = frozenset({1, 2, 3, 4})
    assert values(table, "DE", everybody) == [Fraction(3, 2), Fraction(5, 2), Fraction(3, 4), Fraction(5, 4)]


def test_a_tie_of_four_that_direct_encounter_takes_apart_in_two_steps():
    # two points each; among themselves 1 and 2 have two, 3 and 4 have one; then 1 has beaten 2, and 4 has beaten 3
    table = crosstable(
        """
        1 0  2w1  3w0  4w1  Z
        2 0  1b0  4b1  3w1  Z
        3 0  4b0  1b1  2b0  U
        4 0  3w1  2w0  1b0  F
        """
    )
    assert [(line.place, line.number, line.values[0]) for line in rank(table, ["DE"], "x")] == [
        (1, 1, 1), (2, 2, 0), (3, 4, 1), (4, 3, 0)
    ]  # fmt: skip


@pytest.mark.parametrize(
    "key",
    ["", "XY", "BH/", "BH/C0", "BH/C10", "BH/C1/C2", "BH/C1/M1", "BH/Q", "BH/R", "WIN/C1", "KS/L0", "KS/L100", "DE:XP",
     "BH:", "BH/c1", "bh", "KS/L+0", "TPN:MP", "BH/C1 "],
)  # fmt: skip
def test_keys_that_cannot_be(key):
    with pytest.raises(BadKey) as caught:
        check_keys([key], is_team=True)
    assert caught.value.key == key
    assert caught.value.reason
    assert key not in TIEBREAKS


def test_lists_of_keys_that_cannot_be():
    for keys in (
        ["BH", "BH"],
        [LOT, "BH"],
        ["GP"],
        ["BH:GP"],
        [f"BH/C{n}" for n in range(1, 10)] + [f"BH/M{n}" for n in range(1, 5)],
    ):
        with pytest.raises(BadKey):
            check_keys(keys)
    assert check_keys(["GP", "BH:GP/C1", LOT], is_team=True)


@pytest.mark.parametrize(
    ("stage_format", "system", "keys"),
    [
        ("swiss", "card", ("MARGIN", "BH/C1", "DE", "LOT")),
        ("swiss", "dutch", ("BH/C1", "BH", "SB", "DE", "LOT")),
        ("round_robin", "", ("DE", "WIN", "SB", "MARGIN", "LOT")),
        ("single_elim", "", ("WON", "MARGIN", "LOT")),
        ("team_swiss", "card", ("GP", "EDE", "BH/C1", "EMGSB", "TBR", "LOT")),
    ],
)
def test_defaults_by_format(stage_format, system, keys):
    assert default_keys(stage_format, system) == keys
    is_team = stage_format.startswith("team")
    assert check_keys(keys, is_round_robin="round_robin" in stage_format, is_team=is_team) == keys


@pytest.mark.parametrize("key", [*TIEBREAKS, LOT, "BH/M3", "KS/L+2", "BH:GP/C1/P"])
def test_every_key_has_a_name_and_a_sentence(key):
    for said in (*name_of(key), *sentence_of(key)):
        assert said.text.strip()
        assert said.text % said.values if said.values else said.text


def test_a_sentence_says_what_a_modifier_does():
    assert [one.text for one in sentence_of("BH/C1")] == ["the sum of the opponents’ scores", "without the lowest"]
    assert [one.text % one.values for one in name_of("KS/L60")][1] == "from 60 %"
