"""Sheets of three and more seats: who sits where, the score of a deal, the settlement, and impossible deals."""

import pytest

from games import engine
from games.engine import DealEntry
from games.engine.sheets.lengths import length_of

A, B, C, D = range(4)


def book(key, *entries, seats=None, length="game", **facts):
    return engine.scorebook(engine.VARIANTS[key], length_of(length), entries, seats=seats, **facts)


def knock(seat, *counts, **facts):
    return DealEntry(how="knock", seat=seat, counts=counts, **facts)


DEAD = DealEntry(how="dead")


def seated(places):
    playing = tuple(seat for seat in range(len(places.after)) if seat not in places.waiting)
    return playing, places.waiting, places.dealer


def test_cutthroat_the_idle_player_takes_the_losers_place_and_deals():
    """3P-1..3: A drew highest, B second, C lowest; B deals to A and loses; C comes in and deals."""
    first = knock(A, 5, 30, None, order=(A, B, C))
    assert seated(book("cutthroat", first).deals[0].places) == ((A, B), (C,), B)
    after = book("cutthroat", first)
    assert seated(after.places) == ((A, C), (B,), C)
    assert seated(book("cutthroat", first, DEAD).places) == ((A, C), (B,), C), "3P-4"
    assert seated(book("cutthroat", first, knock(C, 20 + 5, None, 5)).places) == ((B, C), (A,), B)


def test_cutthroat_pagat_the_loser_deals_and_sits_out():
    first = knock(A, 5, 30, None, order=(A, B, C))
    found = book("cutthroat-pagat", first)
    assert (found.deals[0].dealer, seated(found.places)) == (C, ((A, C), (B,), B))


def test_cutthroat_settles_between_every_two():
    """3P-5, 6: 102 with 3 boxes of 25 and the game make 277, 40 with one 65; C with nothing pays the shutout, too."""
    said = [knock(A, 2, 62, None, order=(A, B, C)), knock(A, 2, None, 32), knock(B, 42, 2, None), knock(B, None, 0, 0)]
    played = book("cutthroat", *said[:3], DealEntry(how="gin", seat=B, counts=(None, 0, 11)))
    assert [sheet.standing.points for sheet in played.sheets] == [(90, 76, 0)]
    won = book("cutthroat", *said[:3], DealEntry(how="gin", seat=B, counts=(None, 0, 40)))
    assert (won.verdict.is_over, won.verdict.leader, won.places) == (True, B, None)
    assert won.final.totals == (90 + 50, 105 + 50 + 100, 0)
    assert won.final.net == (140 - 255 + 140, 115 + 255 + 100, -140 - 255 - 100)


def test_chouette_the_captain_who_loses_goes_to_the_back_of_the_queue():
    """3P-7, 8: C drew highest and has the box, A is captain, then B and D."""
    first = knock(C, 30, None, 5, None, order=(C, A, B, D))
    found = book("chouette", first, seats=4)
    assert (found.deals[0].places.box, seated(found.deals[0].places)) == (C, ((A, C), (B, D), C)), "box chose the deal"
    assert (found.places.box, seated(found.places)) == (C, ((B, C), (D, A), C))
    rotating = book("chouette-rotating", knock(A, 5, None, 30, None, order=(C, A, B, D)), seats=4)
    assert (rotating.places.box, seated(rotating.places)) == (A, ((A, B), (D, C), A)), "a losing box sits out"
    assert book("chouette", knock(C, 30, None, 5, None, order=(C, A, B, D), dealer=A), seats=4).deals[0].dealer == A


def test_chouette_box_settles_with_each_of_the_side():
    """3P-9: 100 points, two boxes of 25, the game and the shutout are 350; from each of two."""
    said = [knock(A, 2, 62, None, order=(A, B, C)), knock(A, 2, None, 42)]
    won = book("chouette", *said, seats=3)
    assert (won.verdict.leader, won.final.net) == (A, (700, -350, -350))
    called = book("chouette", said[0], seats=3, is_called=True)
    assert (called.verdict, called.final.net) == (engine.Verdict(True, A, False), (120, -60, -60)), "points alone"
    side = book("chouette", knock(B, 62, 2, None, order=(A, B, C)), seats=3, is_called=True)
    assert (side.verdict.leader, side.final.net) == (B, (-120, 60, 60)), "the captain leads for the side"


def test_battle_royal_three_hands():
    """3P-15..17: the sum of two counts less the own; an undercut costs the knocker 20; the nearer to his left wins."""
    found = book("battle-royal", knock(A, 5, 30, 20), knock(A, 9, 30, 8), knock(B, 7, 8, 7))
    assert [(d.result.type, d.result.winner, d.result.points, d.result.penalties) for d in found.deals] == [
        ("knock", A, 45, (0, 0, 0)),
        ("undercut", C, 31, (20, 0, 0)),
        ("undercut", C, 8, (0, 20, 0)),
    ]
    assert found.final.points == (25, -20, 39)
    gin = book("battle-royal", DealEntry(how="gin", seat=B, counts=(10, 0, 20))).deals[0].result
    assert (gin.points, gin.next_dealer) == (70, B)


def test_partnership_adds_up_its_boards():
    """PRT-3..5: 25 and -12 and a dead board; one box for the team; opponents change, the winners deal."""
    two = DealEntry(how="boards", boards=(knock(0, 5, 30), knock(1, 20, 8)))
    found = book("partnership", two)
    deal = found.deals[0]
    assert [(one.winner, one.points) for one in deal.boards] == [(0, 25), (3, 12)]
    assert (deal.result.winner, deal.result.points, found.boards) == (0, 13, ((0, 3), (2, 1)))
    dead = DealEntry(how="boards", boards=(DEAD, DEAD))
    level = DealEntry(how="boards", boards=(knock(0, 5, 30), knock(1, 30, 5)))
    after = book("partnership", two, dead, level, DealEntry(how="void", irr="IRR-33"))
    assert [one.result.type for one in after.deals] == ["team", "dead", "tie", "void"]
    assert (after.next_dealer, after.final.deals, after.final.points) == (0, 3, (13, 0))
    ruled = DealEntry(how="boards", boards=(knock(0, 5, 30), DEAD), ruled=(-5, 7), irr="IRR-35")
    assert book("partnership", ruled).final.points == (20, 7)


def test_partnership_is_played_to_its_length():
    big = DealEntry(how="boards", boards=(knock(0, 1, 90), knock(0, 1, 90)))
    found = book("partnership", big, big, length="best_of:3")
    assert (found.verdict.is_over, found.verdict.leader, found.final.games) == (True, 0, (2, 0))


@pytest.mark.parametrize(
    ("key", "entry", "field", "code", "rule"),
    [
        ("cutthroat", knock(C, 5, None, 30, order=(A, B, C)), "seat", "sits_out", "3P-2"),
        ("cutthroat", knock(A, 5, 30, 12, order=(A, B, C)), "counts", "sits_out", "3P-2"),
        ("cutthroat", knock(A, 5, None, 12, order=(A, B, C)), "counts", "sits_out", "3P-2"),
        ("cutthroat", knock(A, 5, None, None, order=(A, B, C)), "counts", "no_such_count", "GIN-3"),
        ("cutthroat", knock(A, 11, 30, None, order=(A, B, C)), "counts", "over_the_limit", "GIN-15"),
        ("cutthroat", knock(A, 5, 30, None, order=(A, B)), "order", "not_every_seat", "GIN-4"),
        ("cutthroat", knock(A, 5, 30, None, order=(A, B, C), dealer=A), "dealer", "not_the_dealer", "GIN-4"),
        ("cutthroat", knock(A, 5, 30), "counts", "not_by_seat", "§2"),
        ("cutthroat", knock(D, 5, 30, None), "seat", "no_such_seat", "§2"),
        ("chouette", knock(C, None, 5, 30, order=(A, B, C)), "seat", "sits_out", "3P-8"),
        ("battle-royal", knock(A, 5, 30, None), "counts", "no_such_count", "GIN-3"),
        ("battle-royal", knock(A, 15, 30, 2), "counts", "over_the_limit", "GIN-15"),
        ("partnership", knock(A, 5, 30, 1, 2), "how", "not_in_this_game", "GIN-19"),
        ("partnership", DealEntry(how="boards", boards=(DEAD,)), "boards", "boards_missing", "PRT-1"),
        ("partnership", DealEntry(how="boards", boards=(DEAD, knock(0, 12, 30))), "counts", "over_the_limit", "GIN-15"),
        ("partnership", DealEntry(how="boards", boards=(DealEntry(how="void"), DEAD)), "how", "board_dealt_again",
         "IRR-33"),
        ("partnership", DealEntry(how="boards", boards=(knock(0, 2, 3, ruled=(1, 0)), DEAD)), "ruled",
         "ruled_for_the_team", "IRR-35"),
        ("partnership", DealEntry(how="boards", boards=(DEAD, DEAD), points=5), "points", "does_not_add_up", "PRT-3"),
        ("gin-pagat", DealEntry(how="dead", irr="IRR-34"), "irr", "no_such_law", "§14.2"),
        ("conquian", DealEntry(how="out", seat=0, irr="IRR-10", offender=0), "irr", "no_such_law", "§14.2"),
        ("conquian", DealEntry(how="out", seat=0, irr="IRR-11", offender=0), "irr", "no_such_law", "§14.2"),
    ],
)  # fmt: skip
def test_what_cannot_have_been_names_field_and_rule(key, entry, field, code, rule):
    with pytest.raises(engine.BadEntry) as bad:
        book(key, entry)
    doubt = bad.value.doubts[0]
    assert (bad.value.deal, doubt.field, doubt.code, doubt.rule) == (1, field, code, rule)
    is_at_a_board = bool(entry.boards) and field not in ("boards", "points")
    assert (doubt.board is not None) == is_at_a_board


def test_the_draw_is_said_once_and_irr_2_lets_another_deal_stand():
    first = knock(A, 5, 30, None, order=(A, B, C))
    with pytest.raises(engine.BadEntry) as bad:
        book("cutthroat", first, knock(A, 5, None, 30, order=(A, B, C)))
    assert bad.value.doubts[0].code == "drawn_already"
    assert book("cutthroat", first, knock(A, 5, None, 30, dealer=A, irr="IRR-2")).deals[1].dealer == A


def test_seats_and_lengths_that_a_game_does_not_have():
    with pytest.raises(engine.Unplayable, match="seats"):
        book("cutthroat", seats=4)
    with pytest.raises(engine.Unplayable, match="length"):
        book("cutthroat", length="best_of:3")
    assert book("cutthroat", DEAD, length="deals:1").verdict == engine.Verdict(True, None, False)


@pytest.mark.parametrize(
    ("key", "seats"),
    [("cutthroat", 3), ("cutthroat-pagat", 3), ("chouette", 5), ("chouette-rotating", 3), ("battle-royal", 3)],
)
def test_whoever_shall_deal_first_does(key, seats):
    for dealer in range(seats):
        assert book(key, seats=seats, first_dealer=dealer).next_dealer == dealer
