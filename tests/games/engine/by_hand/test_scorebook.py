"""Deals written down by hand: every preset's sheet adds up as at a live table, and impossible deals are named."""

import pytest

from games import engine
from games.engine import DealEntry
from tests.games.engine.by_hand.read_off import played

GAME = engine.length_of("game")
TOO_MUCH = DealEntry(how="out", seat=0, counts=(0, 20), laid=(300, 90))  # eleven cards count 110 at most


def book(key, *entries, length="game", **facts):
    found = engine.length_of(length)
    return engine.scorebook(engine.rule_set(key, **engine.sitting_options(key, found)), found, entries, **facts)


def knock(seat, *counts, **facts):
    """Seat 0 or 1 knocks; the counts of both, first and second."""
    return DealEntry(how="knock", seat=seat, counts=counts, **facts)


def gin(seat, left, how="gin", **facts):
    return DealEntry(how=how, seat=seat, counts=(0, left) if seat == 0 else (left, 0), **facts)


def won(seat, points, **facts):
    """A knock with no deadwood bonus that is worth so many points (25 at most where the limit is 10)."""
    return knock(seat, 1, points + 1, **facts) if seat == 0 else knock(seat, points + 1, 1, **facts)


DEAD = DealEntry(how="dead")


def laid(first, second):
    """Ball's Colonel: the first is out, the second holds cards for 20; both have laid so much."""
    return DealEntry(how="out", seat=0, counts=(0, 20), laid=(first, second))


def worth(key, entry):
    (deal,) = book(key, entry).deals
    return deal.result.type, deal.result.winner, deal.result.points


@pytest.mark.parametrize(
    ("key", "entry", "expected"),
    [
        ("gin-rummy-com", knock(0, 8, 32), ("knock", 0, 24)),  # GIN-23, the example of S004a
        ("gin-rummy-com", knock(0, 8, 8), ("tie", None, 0)),  # GIN-25
        ("gin-pagat", knock(0, 8, 8), ("undercut", 1, 10)),  # GIN-24
        ("gin-pagat", knock(1, 3, 9), ("undercut", 0, 16)),
        ("gin-pagat", knock(0, 0, 12), ("gin", 0, 32)),  # GIN-17: a zero count is gin
        ("gin-pagat", gin(1, 40), ("gin", 1, 60)),  # GIN-26
        ("gin-rummy-com", gin(0, 0), ("gin", 0, 25)),
        ("gin-25-20", knock(0, 9, 5), ("undercut", 1, 24)),
        ("gin-all-25", knock(0, 9, 5), ("undercut", 1, 29)),
        ("big-gin", gin(0, 20, "big_gin"), ("big_gin", 0, 51)),  # GIN-27
        ("grand", knock(0, 5, 15), ("knock", 0, 25)),  # GRD-1: 10 + 15
        ("grand", knock(0, 5, 5), ("tie", None, 0)),
        ("straight", gin(0, 17), ("gin", 0, 42)),
        ("straight-scarne", knock(0, 5, 15), ("knock", 0, 10)),
        ("oklahoma", knock(0, 4, 20, upcard=engine.parse_card("7H")), ("knock", 0, 16)),
        ("oklahoma", knock(0, 4, 20, upcard=engine.parse_card("7S")), ("knock", 0, 32)),  # OKL-3
        ("oklahoma-full", gin(1, 10, upcard=engine.parse_card("AS")), ("gin", 1, 70)),  # (10 + 25) × 2
        ("hollywood", gin(0, 10), ("gin", 0, 35)),
        ("doubling", knock(0, 4, 20, factor=4), ("knock", 0, 64)),  # DBL-4
        ("doubling", DealEntry(how="declined", seat=0, counts=(30, 20), factor=2), ("declined", 0, 20)),  # DBL-3
        ("color", knock(0, 6, 21, suits="DH"), ("knock", 0, 15)),
        ("colonel-fosdick", DealEntry(how="out", seat=0, counts=(0, 37)), ("out", 0, 37)),  # COL-12
        ("colonel-fosdick", DealEntry(how="exhausted", counts=(31, 12)), ("exhausted", 1, 19)),  # COL-13
        ("colonel-challenge", DealEntry(how="challenge", counts=(31, 12)), ("challenge", 1, 31)),  # COL-15
        ("colonel-ball", DealEntry(how="out", seat=0, counts=(0, 20), laid=(40, 15)), ("out", 0, 40)),  # COL-14
        ("conquian", DealEntry(how="out", seat=1), ("out", 1, 1)),
        ("conquian", DealEntry(how="drawn"), ("draw", None, 0)),
    ],
)
def test_what_a_deal_is_worth(key, entry, expected):
    assert worth(key, entry) == expected


@pytest.mark.parametrize("sittings", [2, pytest.param(60, marks=pytest.mark.marathon)])
@pytest.mark.parametrize("key", engine.VARIANTS)
def test_the_book_of_a_sitting_is_the_sheet_of_its_live_table(key, sittings):
    """Random sittings of every preset, entered deal by deal from what the players could read off the table."""
    rules = engine.rule_set(key, **({"fold": False} if key.startswith("conquian") else {}))
    numbers = rules.seating.numbers(rules)
    for seed in range(sittings):
        seats = numbers[seed % len(numbers)]
        said, sheet, dealers = played(rules, seed, seats)
        written = engine.scorebook(rules, GAME, said, seats=seats)
        assert written.sheets[0].standing == sheet
        assert [deal.result.next_dealer for deal in written.deals] == dealers


def test_a_pad_is_added_up_and_the_loser_or_winner_deals_next():
    said = [won(0, 46), won(1, 52), won(0, 30), won(1, 20), won(0, 30)]
    written = book("gin-rummy-com", *said)
    assert [deal.dealer for deal in written.deals] == [0, 0, 1, 0, 1], "the winner deals next"
    assert (written.final.totals, written.final.net) == ((281, 122), (159, -159))
    assert (written.verdict.is_over, written.verdict.leader, written.next_dealer) == (True, 0, None)
    with pytest.raises(engine.BadEntry) as bad:
        book("gin-rummy-com", *said, DEAD)
    assert (bad.value.deal, bad.value.doubts[0].code) == (6, "match_is_over")


def test_hollywood_columns_and_colours():
    columns = book("hollywood", won(0, 60), won(0, 45), won(1, 50), won(1, 60), won(1, 45), won(1, 10)).sheets[0]
    assert [column.points[1] for column in columns.standing.columns] == [0, 105, 55]  # literal: HOL-3
    assert [column.winner for column in columns.standing.columns] == [0, 1, None]
    colours = book("color", won(0, 38, suits="CHS"), won(1, 15, suits="DH"), won(0, 70, suits="C"))
    assert [column.points for column in colours.sheets[0].standing.columns] == [(108, 0), (0, 15), (38, 15), (38, 0)]
    assert colours.closed == "C"  # CGN-8, 10


def test_best_of_three_goes_on_with_a_new_sheet_and_ends_with_the_second_game():
    game = [won(0, 60), won(0, 45)]
    written = book("gin-pagat", *game, won(1, 70), won(1, 40), *game, length="best_of:3")
    assert [sheet.standing.winner for sheet in written.sheets] == [0, 1, 0]
    assert (written.final.games, written.final.deals_won) == ((2, 1), (4, 2))
    assert written.verdict.is_over


def test_so_many_deals_and_time_called():
    two = book("gin-pagat", won(0, 20), DEAD, length="deals:2")
    assert (two.verdict.is_over, two.verdict.leader, two.final.points) == (True, 0, (20, 0))
    assert not book("gin-pagat", won(0, 20)).verdict.is_over
    assert book("gin-pagat", won(0, 20), is_called=True).verdict.is_over


@pytest.mark.parametrize(
    ("key", "entry", "field", "code", "rule"),
    [
        ("gin-pagat", knock(0, 11, 30), "counts", "over_the_limit", "GIN-15"),
        ("gin-pagat", knock(0, 5, 99), "counts", "no_such_count", "GIN-3"),
        ("gin-pagat", DealEntry(how="gin", seat=0, counts=(3, 20)), "counts", "gin_counts_nothing", "GIN-17"),
        ("gin-pagat", DealEntry(how="knock", counts=(3, 20)), "seat", "who_ended_it", "GIN-16"),
        ("gin-pagat", knock(0, 5, 20, points=25), "points", "does_not_add_up", "GIN-29"),
        ("gin-pagat", gin(0, 5, "big_gin"), "how", "not_in_this_game", "§2"),
        ("gin-pagat", knock(0, 5, 20, factor=2), "factor", "no_such_factor", "DBL-2"),
        ("doubling", knock(0, 5, 20, factor=3), "factor", "no_such_factor", "DBL-2"),
        ("straight", knock(0, 5, 20), "how", "not_in_this_game", "GIN-19"),
        ("oklahoma", knock(0, 5, 20), "upcard", "upcard_missing", "OKL-1"),
        ("oklahoma", knock(0, 5, 20, upcard=engine.parse_card("4C")), "counts", "over_the_limit", "GIN-15"),
        ("oklahoma-ace-gin", knock(0, 1, 20, upcard=0), "counts", "over_the_limit", "GIN-19"),
        ("color", knock(0, 5, 20), "suits", "suits_missing", "CGN-4"),
        ("colonel-fosdick", DealEntry(how="out", seat=0, counts=(4, 20)), "counts", "out_holds_nothing", "COL-9"),
        ("colonel-fosdick", DealEntry(how="challenge", counts=(4, 20)), "how", "not_in_this_game", "§2"),
        ("colonel-ball", DealEntry(how="out", seat=0, counts=(0, 20)), "laid", "laid_missing", "COL-14"),
        ("colonel-fosdick", DealEntry(how="out", seat=0, counts=(0, 0)), "counts", "holds_a_card", "COL-9"),
        ("colonel-fosdick", DealEntry(how="out", seat=0, counts=(0, 101)), "counts", "no_such_count", "COL-10"),
        ("colonel-fosdick", DealEntry(how="exhausted", counts=(1, 30)), "counts", "holds_a_card", "COL-9"),
        ("colonel-challenge", DealEntry(how="challenge", counts=(105, 105)), "counts", "more_than_both_hold", "COL-10"),
        ("colonel-ball", TOO_MUCH, "laid", "laid_too_much", "COL-14"),
        ("colonel-ball", laid(0, 0), "laid", "laid_too_little", "COL-14"),
        ("colonel-ball", laid(27, 20), "laid", "laid_too_little", "COL-14"),
        ("colonel-ball", laid(40, 1), "laid", "laid_too_little", "COL-14"),
        ("colonel-meldscore", laid(105, 90), "laid", "more_than_both_hold", "COL-10"),
        ("color", knock(0, 5, 20, suits="CDHS"), "suits", "too_many_suits", "CGN-6"),
        ("color-big-gin", gin(0, 20, "big_gin", suits="CDHS"), "suits", "too_many_suits", "CGN-6"),
        ("gin-pagat", knock(0, 5, 20, irr="IRR-99"), "irr", "no_such_law", "§14.2"),
        ("gin-pagat", knock(0, 12, 30, irr="IRR-21", offender=0), "counts", "knock_refused", "IRR-21"),
        ("gin-pagat", knock(0, 12, 30, irr="IRR-25", offender=0), "counts", "knock_refused", "IRR-25"),
        ("gin-pagat", knock(0, 5, 20, irr="IRR-3"), "how", "dealt_again", "IRR-3"),
        ("colonel-fosdick", DealEntry(how="out", seat=0, counts=(0, 9), irr="IRR-6"), "how", "dealt_again", "IRR-6"),
        ("gin-pagat", knock(0, 5, 20, irr="IRR-10", offender=0), "fixes", "cards_missing", "IRR-10"),
        ("gin-pagat", knock(0, 5, 20, irr="IRR-11", fixes=(-1, 0)), "fixes", "cards_missing", "IRR-11"),
        ("gin-pagat", knock(0, 5, 20, irr="IRR-12", fixes=(-1, 0)), "fixes", "cards_missing", "IRR-12"),
        ("gin-pagat", knock(0, 5, 20, irr="IRR-35"), "ruled", "points_missing", "IRR-35"),
        ("conquian", DealEntry(how="out", seat=0, irr="IRR-41", offender=0), "offender", "offender_loses", "IRR-41"),
        ("conquian", DealEntry(how="out", seat=0, irr="IRR-41"), "offender", "offender_loses", "IRR-41"),
        ("conquian", DealEntry(how="out", seat=0, ruled=(5, 0)), "ruled", "nowhere_to_enter", "IRR-35"),
        ("hollywood", DealEntry(how="dead", ruled=(5, 0)), "ruled", "nowhere_to_enter", "IRR-35"),
        ("conquian", DealEntry(how="drawn", fixes=(1, 0)), "fixes", "nothing_counted", "IRR-10"),
    ],
)  # fmt: skip
def test_what_cannot_have_been_names_field_and_rule(key, entry, field, code, rule):
    with pytest.raises(engine.BadEntry) as bad:
        book(key, entry)
    assert (bad.value.deal, bad.value.doubts[0].field, bad.value.doubts[0].code) == (1, field, code)
    assert bad.value.doubts[0].rule == rule


def test_the_second_deal_is_the_losers_and_another_dealers_stands_by_irr_2():
    first = won(0, 20)
    assert book("gin-pagat", first).next_dealer == 1
    with pytest.raises(engine.BadEntry) as bad:
        book("gin-pagat", first, won(0, 20, dealer=0))
    assert (bad.value.deal, bad.value.doubts[0].field, bad.value.doubts[0].least) == (2, "dealer", 1)
    assert book("gin-pagat", first, won(0, 20, dealer=0, irr="IRR-2")).next_dealer == 1
    assert book("gin-pagat", won(0, 20, dealer=1)).deals[0].dealer == 1, "the first deal is drawn for"


def test_a_colour_that_is_closed_takes_no_more():
    closed = won(0, 70, suits="C"), won(0, 30, suits="C")
    with pytest.raises(engine.BadEntry) as bad:
        book("color", *closed, won(1, 5, suits="C"))
    assert bad.value.doubts[0].code == "no_open_suit"
    assert book("color", *closed, won(1, 5, suits="CD")).deals[-1].result.suits == "D"


def test_recorded_irregularities_reach_the_sheet():
    over = book("gin-pagat", knock(0, 12, 30, irr="IRR-22", offender=0)).deals[0].result
    assert (over.type, over.points) == ("knock", 18), "accepted: true counts"
    assert book("gin-pagat", gin(0, 30, no_bonus=0, irr="IRR-23")).deals[0].result.points == 30
    short = book("gin-pagat", gin(0, 30, fixes=(-1, 0), irr="IRR-10")).deals[0].result
    assert short.points == 20, "30, no bonus, 10 off"
    many = book("gin-pagat", knock(0, 5, 30, fixes=(1, 0), irr="IRR-11")).deals[0].result
    assert (many.type, many.winner) == ("no_winner", None)
    both = book("gin-pagat", knock(0, 5, 30, fixes=(1, -1), irr="IRR-12"))
    assert (both.deals[0].number, both.final.deals, both.next_dealer) == (None, 0, 0), "void: on no sheet, same dealer"
    lost = book("colonel-fosdick", DealEntry(how="out", seat=0, counts=(0, 37), fixes=(0, -2), irr="IRR-10"))
    assert lost.final.points == (37, -20)


def test_points_of_a_ruling_are_on_the_sheet_of_winner_and_loser():
    assert book("gin-pagat", won(0, 20, ruled=(-5, 7), irr="IRR-35")).final.points == (15, 7)
    assert book("gin-pagat", DealEntry(how="dead", ruled=(0, -10))).final.points == (0, -10)
    colonel = DealEntry(how="out", seat=0, counts=(0, 20), laid=(40, 15), ruled=(-5, 5))
    assert book("colonel-ball", colonel).final.points == (35, 0)


def test_void_deals_count_for_nothing():
    written = book("gin-pagat", DealEntry(how="void", irr="IRR-3"), won(0, 20), length="deals:1")
    assert [deal.number for deal in written.deals] == [None, 1]
    assert (written.deals[0].result.next_dealer, written.verdict.is_over) == (0, True)
