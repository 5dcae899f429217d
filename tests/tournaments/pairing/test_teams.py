"""Standings of teams: the team exercises of the FIDE Technical Commission, and boards compared from the top."""

import re
from fractions import Fraction

import pytest

from tournaments.pairing import TABLES, TIEBREAKS, BadTable, Kind, Result, Row, points_table, rank, team_crosstable
from tournaments.pairing.teams import over_boards

# A Swiss of fourteen teams of four over seven rounds (M. Held's exercises 34 to 48): opponent and board points.
# `+6` and `-1` are the two sides of a forfeit, P the pairing's bye, H and Z half and zero byes.
SWISS = """
 1  8:2.5  4:1.5  7:3    2:2.5  5:1.5  +6     3:2.5
 2  9:3    3:4    5:0    1:1.5  13:3   4:2.5  10:3
 3  10:2.5 2:0    9:3    6:2.5  4:3    5:3.5  1:1.5
 4  11:3   1:2.5  13:3   5:3.5  3:1    2:1.5  9:2.5
 5  12:4   6:3    2:4    4:0.5  1:2.5  3:0.5  13:3.5
 6  13:2   5:1    8:3    3:1.5  11:2.5 -1     12:2.5
 7  14:2   8:2    1:1    10:2.5 9:2    13:2   Z
 8  1:1.5  7:2    6:1    12:3.5 10:2   9:2    11:3
 9  2:1    12:4   3:1    14:3   7:2    8:2    4:1.5
10  3:1.5  11:1.5 12:2.5 7:1.5  8:2    14:3   2:1
11  4:1    10:2.5 14:2   13:1.5 6:1.5  12:2   8:1
12  5:0    9:0    10:1.5 8:0.5  P      11:2   6:1.5
13  6:2    14:2.5 4:1    11:2.5 2:1    7:2    5:0.5
14  7:2    13:1.5 11:2   9:1    H      10:1   P
"""
BYES = {"P": Kind.PAB, "H": Kind.HALF, "Z": Kind.ZERO}
# In that Swiss a bye of the pairing is a tied match with half of the board points.
MATCHES = points_table({"key": "matches", "unit": 1, "win": 2, "tie": 1, "loss": 0,
                        "forfeit_win": 2, "forfeit_loss": 0, "pab": 1})  # fmt: skip
BOARDS = points_table({"key": "boards", "unit": 2, "win": 2, "tie": 1, "loss": 0,
                       "forfeit_win": 2, "forfeit_loss": 0, "pab": 1})  # fmt: skip


def won_from_the_top(halves):
    """So many half points on four boards, the wins first."""
    return tuple(min(2, max(0, halves - 2 * board)) for board in range(4))


def side(word):
    if word in BYES:
        return Result(kind=BYES[word])
    if word[0] in "+-":
        return Result(kind=Kind.FORFEIT, opponent=int(word[1:]), points=int(word[0] == "+"))
    opponent, points = re.fullmatch(r"(\d+):([\d.]+)", word).groups()
    return Result(kind=Kind.PLAYED, opponent=int(opponent), boards=won_from_the_top(int(2 * float(points))))


@pytest.fixture(scope="module")
def swiss():
    rows = {}
    for line in SWISS.strip().splitlines():
        number, *rounds = line.split()
        rows[int(number)] = Row(number=int(number), results=tuple(side(word) for word in rounds))
    return lambda primary="MP": team_crosstable(
        rows, 7, boards=4, match_table=MATCHES, board_table=BOARDS, primary=primary
    )


def values(table, key, *teams):
    return [TIEBREAKS[key](table, number) for number in teams or sorted(table.rows)]


def test_match_points_and_board_points(swiss):
    assert values(swiss(), "MP") == [10, 10, 10, 10, 10, 7, 6, 7, 6, 5, 4, 2, 6, 4]
    assert [float(one) for one in values(swiss(), "GP")] == [
        17.5, 17, 16, 17, 18, 12.5, 11.5, 15, 14.5, 13, 11.5, 7.5, 11.5, 11.5
    ]  # fmt: skip


def test_exercise_34_either_kind_of_points_may_come_first(swiss):
    def order(primary, key):
        return [line.number for line in rank(swiss(primary), [key], "x")]

    assert order("MP", "GP") == [5, 1, 2, 4, 3, 8, 6, 9, 7, 13, 10, 11, 14, 12]
    assert order("GP", "MP") == [5, 1, 2, 4, 3, 8, 9, 10, 6, 7, 13, 11, 14, 12]


def test_exercises_35_to_37_buchholz_of_teams(swiss):
    # of team 1's 64 the dummy of its forfeit win is worth 7 instead of its own 10 since 2026: team 6 has seven points
    assert values(swiss(), "BH") == [61, 57, 58, 56, 55, 46, 44, 41, 50, 44, 41, 41, 52, 36]
    assert values(swiss(), "BH/C1") == [54, 52, 53, 52, 53, 39, 38, 39, 48, 42, 39, 39, 48, 32]
    # in board points that dummy has 12½, as team 6, and not 17½: 114 - 5 = 109
    assert [float(one) for one in values(swiss(), "BH:GP", 1, 2, 3)] == [109, 107.5, 109.5]
    assert [float(one) for one in values(swiss(), "BH:GP/C1", 2, 3, 4)] == [96, 97, 94.5]
    assert values(swiss("GP"), "BH", 2) == values(swiss("MP"), "BH:GP", 2)


def test_exercises_38_to_41_the_four_mixtures_of_sonneborn_berger(swiss):
    assert values(swiss(), "EMMSB/C1", 2, 3, 4, 5) == [64, 66, 64, 66]
    assert values(swiss(), "EGMSB", 2, 3, 4, 5) == [144, 150, 146, 132]
    assert values(swiss(), "EMGSB", 7, 9, 13) == [Fraction(137, 2), 83, 73]
    assert values(swiss(), "EGGSB", 6, 8) == [Fraction(315, 2), Fraction(363, 2)]
    assert values(swiss(), "SB", 2) == values(swiss(), "EMMSB", 2)


def test_exercises_42_to_45_direct_encounter_of_teams(swiss):
    place = {line.number: line.place for line in rank(swiss(), ["EDE"], "x")}
    assert place[11] == place[14], "their match and its boards were tied"
    assert place[6] < place[8]
    assert place[7] == place[9] == place[13], "7 and 9 and 7 and 13 tied, 9 and 13 have not met"
    assert sorted(range(1, 6), key=place.get) == [4, 2, 1, 3, 5]


def test_boards_from_the_top():
    def team(number, other, *boards):
        return Row(number=number, results=(Result(kind=Kind.PLAYED, opponent=other, boards=boards),))

    # all four matches are tied 2-2; on board 1 teams 1 and 3 have 1, the others 0; on board 2 team 3 has more than 1
    rows = {1: team(1, 2, 2, 0, 1, 1), 2: team(2, 1, 0, 2, 1, 1), 3: team(3, 4, 2, 1, 0, 1), 4: team(4, 3, 0, 1, 2, 1)}
    table = team_crosstable(rows, 1, boards=4)
    assert [line.number for line in rank(table, ["TBR"], "x")] == [3, 1, 2, 4]
    assert [line.values[0] for line in rank(table, ["TBR"], "x")] == [Fraction(1, 2), 0, 1, Fraction(1, 2)]
    # board count: 1 has 1 x 1 + 2 x 0 + 3 x ½ + 4 x ½ = 4½; 2 has 2 + 1½ + 2 = 5½; 3 has 1 + 1 + 0 + 2; 4 has 1 + 3 + 2
    assert values(table, "BC") == [Fraction(9, 2), Fraction(11, 2), 4, 6]
    assert [line.number for line in rank(table, ["BC"], "x")] == [3, 1, 2, 4], "the lowest first"


def test_a_ruling_decides_the_match_and_leaves_the_boards():
    rows = {
        1: Row(number=1, results=(Result(kind=Kind.ADJUSTED, opponent=2, boards=(2, 0), points=1),)),
        2: Row(number=2, results=(Result(kind=Kind.ADJUSTED, opponent=1, boards=(0, 2)),)),
        3: Row(number=3, results=(Result(kind=Kind.DOUBLE_FORFEIT, opponent=4),)),
        4: Row(number=4, results=(Result(kind=Kind.DOUBLE_FORFEIT, opponent=3),)),
    }
    table = team_crosstable(rows, 1, boards=2)
    assert values(table, "MP") == [2, 0, 0, 0]
    assert values(table, "GP") == [1, 1, 0, 0]


def test_single_entries_have_no_such_values(night):
    night.enter("Ann", "Bob")
    for key in ("MP", "GP", "BH:GP", "SB:MP", "EMGSB", "EGGSB", "BC", "TBR"):
        assert values(night.crosstable, key) == [None, None]


def test_boards_that_cannot_be():
    for table, boards in ((TABLES["1-h-0"], 0), (TABLES["vp20"], 4)):
        with pytest.raises(BadTable):
            over_boards(table, boards)
    with pytest.raises(KeyError):
        team_crosstable({}, 0, boards=2, primary="BP")
