"""What a director enters: corrections on every kind of sheet, laws at the wrong moment, boards, a wrong dealer."""

import pytest

from games import engine
from games.engine import record
from tests.games.engine.gin_table import KEYS
from tests.games.engine.law_table import gin, law_steps, play, refused

ONE_COLUMN = [key for key in KEYS if not engine.start(engine.rule_set(key)).rest.standing.columns]


def points(state):
    return state.rest.standing.points


def dealt(rules):
    """The first deal, with every board's cards."""
    pack = tuple(rules.pack.cards)
    state = engine.replay(rules, [engine.DrawForDeal(pack)])[0]
    while engine.due_chance(rules, state) is engine.Deal:
        state = engine.apply(rules, state, engine.Deal(pack))[0]
    return state


def void_deal(key, **options):
    """A sitting whose first deal is void: nobody has scored, and the next deal is due."""
    rules = engine.rule_set(key, **options)
    return rules, engine.apply(rules, dealt(rules), engine.DirVoid())[0]


def columns(state):
    return {column.name: column.points for column in state.rest.standing.columns}


@pytest.mark.parametrize("key", ONE_COLUMN)
def test_a_correction_moves_the_score_and_is_no_deal(key):
    """IRR-35: five points more, and the game goes on as before: no deal counts, none is won, the next is due."""
    rules, state = void_deal(key)
    after, events = engine.apply(rules, state, engine.DirAdjust(0, 5))
    assert points(after)[0] == points(state)[0] + 5
    assert engine.Adjusted(0, 5) in events
    assert not engine.is_over(rules, after)
    assert (after.rest.standing.deals, after.rest.standing.deals_won) == (
        state.rest.standing.deals,
        state.rest.standing.deals_won,
    )
    assert engine.due_chance(rules, after) is engine.Deal
    engine.apply(rules, after, engine.Deal(tuple(rules.pack.cards)))


@pytest.mark.parametrize(("key", "column", "other"), [("hollywood", "2", "1"), ("color", "h", "s")])
def test_a_correction_names_the_column_that_it_corrects(key, column, other):
    rules, state = void_deal(key)
    column, other = (next(name for name in columns(state) if name.lower()[0] == wish) for wish in (column, other))
    after, events = engine.apply(rules, state, engine.DirAdjust(1, 12, column=column))
    assert columns(after)[column] == (0, 12)
    assert columns(after)[other] == (0, 0)
    assert engine.Adjusted(1, 12, column) in events
    with pytest.raises(engine.Impossible, match="column: one of"):
        engine.apply(rules, state, engine.DirAdjust(1, 12))


def test_a_sheet_without_columns_takes_no_column():
    rules, state = void_deal("gin-pagat")
    with pytest.raises(engine.Impossible, match="no columns"):
        engine.apply(rules, state, engine.DirAdjust(0, 5, column="2"))


@pytest.mark.parametrize("key", ["gin-pagat", "battle-royal", "cutthroat", "chouette", "partnership"])
def test_a_correction_that_reaches_the_target_ends_the_game_between_two_deals_only(key):
    rules, state = void_deal(key) if key != "partnership" else (engine.rule_set(key), None)
    playing = dealt(engine.rule_set(key))
    with pytest.raises(engine.Impossible, match="IRR-35"):
        engine.apply(rules, playing, engine.DirAdjust(0, 500))
    if state is None:  # a void board is dealt again at once, so a team's deal is never void as a whole
        return
    after, events = engine.apply(rules, state, engine.DirAdjust(0, 500))
    assert engine.is_over(rules, after)
    assert any(isinstance(event, engine.GameWon) and event.seat == 0 for event in events)
    assert engine.due_chance(rules, after) is None


def test_conquian_stays_won_by_who_won_the_game():
    """CNQ-18, IRR-35: the account is corrected; who won the game is not."""
    rules = engine.rule_set("conquian")
    state = engine.apply(rules, dealt(rules), engine.DirAdjust(0, 3))[0]
    state = engine.apply(rules, state, engine.DirRecord(irr="IRR-41", offender=0))[0]
    assert engine.is_over(rules, state)
    assert (state.rest.standing.winner, points(state)) == (1, (3, 1))


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_recorded_before_somebody_deals(key):
    """GIN-4: before the draw for the first deal no law of dealing has anything to answer."""
    for laws in ("strict", "recorded"):
        rules = engine.rule_set(key, laws=laws)
        state = engine.start(rules)
        for irr in rules.kernel.laws:
            with pytest.raises(engine.Impossible) as refusal:
                engine.apply(rules, state, engine.DirRecord(irr=irr, offender=0))
            assert refusal.value.code in ("E_PHASE", "E_OPTION"), irr


def test_a_late_count_leaves_an_earlier_correction_on_the_sheet():
    """IRR-10, 35: A wins 14, five points are taken off B, then A turns out to hold nine cards."""
    rules, state = gin("gin-pagat", options={"laws": "recorded"})
    state = play(rules, state, "A draw_stock", "A knock 2H", "B finish")
    won = points(state)
    state = engine.apply(rules, state, engine.DirAdjust(1, -5))[0]
    assert points(state) == (won[0], -5)
    late, _ = engine.apply(rules, state, engine.DirSetSize(0, 9, "end"))
    assert points(late)[1] == -5
    assert late.rest.standing.deals == 1
    alone = engine.apply(rules, play_to_knock(), engine.DirSetSize(0, 9, "end"))[0]
    assert points(late)[0] == points(alone)[0]


def play_to_knock():
    rules, state = gin("gin-pagat", options={"laws": "recorded"})
    return play(rules, state, "A draw_stock", "A knock 2H", "B finish")


@pytest.mark.parametrize("irr", ["IRR-6", "IRR-7", "IRR-8", "IRR-9", "IRR-31"])
def test_a_wrong_hand_found_after_the_deal_costs_ten_points_a_card(irr):
    """IRR-10: a hand that is completed is not dealt again."""
    rules, state = gin("gin-pagat", options={"laws": "recorded"})[0], play_to_knock()
    counted = engine.apply(rules, state, engine.DirSetSize(0, 9))[0]
    after, events = engine.apply(rules, counted, engine.DirRecord(irr=irr, offender=0))
    assert [event.irr for event in events if isinstance(event, engine.Ruled)] == ["IRR-10"]
    assert points(after) == points(engine.apply(rules, state, engine.DirSetSize(0, 9, "end"))[0])
    assert after.rest.standing.deals == 1


@pytest.mark.parametrize("key", ["cutthroat", "chouette", "partnership"])
def test_boards_keep_a_score_that_a_late_count_corrects(key):
    """IRR-6, 10: at a board too a count after the deal scores it again, and wipes nothing."""
    rules = engine.rule_set(key, laws="recorded")
    state = finished(rules)
    seat = next(seat for board in state.boards for seat in board.seats)
    before, dealt_before = points(state), state.rest.standing.deals
    after, _ = engine.apply(rules, state, engine.DirRecord(irr="IRR-6", offender=seat, n=9))
    assert after.rest.standing.deals == dealt_before
    assert after.rest.result.type != "void"
    assert sum(map(abs, (new - old for new, old in zip(points(after), before, strict=True)))) > 0


def finished(rules, seeds=range(200)):
    """A deal played until every board has been scored by a knock."""
    for seed in seeds:
        for _, _, state, _ in law_steps(rules, seed, deals=1, director=0):
            boards = [board.state for board in state.boards]
            if boards and all(board.phase == "done" and board.rest.spread is not None for board in boards):
                return state
    raise AssertionError("no deal was knocked at every board")


@pytest.mark.parametrize("laws", ["strict", "recorded"])
def test_the_record_keeps_the_board_of_an_entry(laws):
    """PRT-1: what is entered for the second board is written and read for the second board."""
    rules = engine.rule_set("partnership", laws=laws)
    first = tuple(rules.pack.cards)
    log = [engine.DrawForDeal(first), engine.Deal(first), engine.Deal(first[::-1])]
    faced = engine.DirRecord(irr="IRR-5", board=1)
    state = engine.replay(rules, [*log, faced])[0]
    stock = state.boards[1].state.rest.stock[: state.boards[1].state.stock]
    log += [faced, engine.Reshuffle(stock, board=1), engine.DirVoid("torn card", board=1)]
    state = engine.replay(rules, log)[0]
    text = record.written(record.record_of(rules, log))
    assert "2/!!dir_record(IRR-5)" in text
    assert '2/!!dir_void "torn card"' in text
    ((back, again),) = record.checked(text.splitlines())
    assert record.actions_of(back) == tuple(log)
    assert again == state


def test_a_board_before_an_entry_that_names_its_player_is_refused():
    rules = engine.rule_set("partnership")
    text = record.written(record.record_of(rules, [engine.DrawForDeal(tuple(rules.pack.cards))]))
    with pytest.raises(record.RecordError, match="names its player"):
        list(record.checked([*text.splitlines(), "2/!!dir_redeal(A)"]))


def conquian(*commands):
    """A deal of Conquian before its first card is turned; the deal is B's, and A turns."""
    rules = engine.rule_set("conquian", laws="recorded")
    state = engine.replay(rules, [engine.DrawForDeal(tuple(rules.pack.cards))])[0]
    dealer = state.rest.places.dealer
    return rules, engine.apply(rules, state, engine.Deal(tuple(rules.pack.cards)))[0], dealer


def test_conquian_the_rightful_dealer_cannot_be_a_wrong_one():
    rules, state, dealer = conquian()
    with pytest.raises(engine.Impossible, match="it is that player's deal"):
        engine.apply(rules, state, engine.DirRecord(irr="IRR-1", offender=dealer))


def test_conquian_the_opponent_may_stop_a_deal_by_the_wrong_player():
    """IRR-1: until the first card is turned the deal is his to stop: then the rightful dealer deals again."""
    rules, state, dealer = conquian()
    wrong = engine.apply(rules, state, engine.DirRecord(irr="IRR-1", offender=1 - dealer))[0]
    assert wrong.phase == "start"
    assert engine.view(rules, wrong, dealer).choices == ("stop_deal",)
    with pytest.raises(engine.Impossible, match="E_NO_RIGHT"):
        engine.apply(rules, wrong, engine.StopDeal(1 - dealer))
    for stop in (engine.StopDeal(dealer), engine.DirChoice(dealer, "stop_deal")):
        after, events = engine.apply(rules, wrong, stop)
        assert engine.Chose(dealer, "stop_deal") in events
        assert after.rest.places.dealer == dealer
        assert engine.due_chance(rules, after) is engine.Deal


def test_conquian_a_deal_that_nobody_stops_stands_and_moves_the_deal_on():
    """IRR-2: the next dealer follows whoever really dealt."""
    rules, state, dealer = conquian()
    wrong = engine.apply(rules, state, engine.DirRecord(irr="IRR-1", offender=1 - dealer))[0]
    assert wrong.turn == dealer
    played = engine.apply(rules, wrong, engine.CqTurn(dealer))[0]
    with pytest.raises(engine.Impossible, match="E_PHASE"):
        engine.apply(rules, played, engine.StopDeal(dealer))
    assert played.rest.places.dealer == 1 - dealer
    late = engine.apply(rules, state, engine.CqTurn(state.turn))[0]
    late = engine.apply(rules, late, engine.DirRecord(irr="IRR-2", offender=1 - dealer))[0]
    assert late.rest.places.dealer == 1 - dealer


def won(key, **options):
    """A deal that somebody has won and that has not ended the game."""
    rules = engine.rule_set(key, laws="recorded", **options)
    for seed in range(300):
        for _, _, state, _ in law_steps(rules, seed, deals=1, director=0):
            standing, result = state.rest.standing, state.rest.result
            if state.phase is engine.Phase.DONE and result.winner is not None and standing.deals and not standing.over:
                return rules, state
    raise AssertionError("no deal was won")


def summed(standing):
    """The points of each side, of all columns together."""
    return [sum(side) for side in zip(*(one.points for one in standing.columns or (standing,)), strict=True)]


@pytest.mark.parametrize(
    ("key", "options"),
    [("battle-royal", {}), ("hollywood", {}), ("color", {}), ("colonel-fosdick", {"target": 200}),
     ("colonel-ball", {"target": 200}), ("oklahoma-boxes", {}), ("oklahoma-full", {}), ("doubling", {}),
     ("hollywood-oklahoma", {}), ("cutthroat", {}), ("chouette", {}), ("partnership", {}), ("partnership-n", {})],
)  # fmt: skip
def test_a_late_count_scores_the_deal_once_on_every_sheet(key, options):
    """IRR-10, 35: five points are taken off, then a card is found missing: the deal counts once, less ten."""
    rules, state = won(key, **options)
    loser, held = lost_by(state)
    late = engine.DirSetSize(loser, held - 1, "end")
    column = next((one.name for one in state.rest.standing.columns if not one.over), "")
    alone = engine.apply(rules, state, late)[0].rest.standing
    slip = engine.apply(rules, state, engine.DirAdjust(loser, -5, column=column))[0]
    both = engine.apply(rules, slip, late)[0].rest.standing
    assert both.deals == alone.deals == 1
    ruled = [now - then for now, then in zip(*map(summed, (slip.rest.standing, state.rest.standing)), strict=True)]
    assert set(ruled) == {0, -5}
    assert summed(both) == [points + more for points, more in zip(summed(alone), ruled, strict=True)]


def lost_by(state):
    """A player who played the deal and did not win it, and how many cards that hand has."""
    winner = state.rest.result.winner
    seated = [(seat, hand) for board in state.boards for seat, hand in zip(board.seats, board.state.hands, strict=True)]
    sides = len(state.rest.standing.points or state.rest.standing.columns[0].points)
    return next((seat, hand.bit_count()) for seat, hand in seated or enumerate(state.hands) if seat % sides != winner)


def test_conquian_has_no_late_count():
    """IRR-41: a wrong hand loses the game, and is found while it is played; a correction stands beside the games."""
    rules = engine.rule_set("conquian-double", laws="recorded")
    ended = next(
        state
        for seed in range(50)
        for _, _, state, _ in law_steps(rules, seed, deals=1, director=0)
        if state.phase is engine.Phase.DONE
    )
    assert refused(rules, ended, "DIR set_size A 9 end") in ("E_PHASE", "E_TOO_LATE")


def test_after_the_last_hand_of_a_game_no_hand_is_counted():
    """IRR-10, GIN-32: the game is settled."""
    over = play(*gin(options={"laws": "recorded", "target": 1}, stock="2H"), "A draw_stock", "A knock 2H", "B finish")
    rules = engine.rule_set("gin-pagat", laws="recorded", target=1)
    assert refused(rules, over, "DIR set_size B 9 end") == "E_TOO_LATE"


def peeked_at_both_boards():
    """A deal of two boards at each of which somebody has seen a card of the stock: the rules, the log, the law."""
    rules = engine.rule_set("partnership", laws="table_laws")
    first = tuple(rules.pack.cards)
    log = [engine.DrawForDeal(first), engine.Deal(first), engine.Deal(first[::-1])]
    log += [engine.PeekStock(engine.replay(rules, log)[0].boards[board].seats[0], 1) for board in (0, 1)]
    return rules, log, engine.replay(rules, log)[0].boards[1].state.rest.effects[0].irr


@pytest.mark.parametrize("board", [0, 1])
def test_a_waiver_holds_at_its_board_alone(board):
    """IRR-0, PRT-1: the same remedy stands at the other board, and can be waived there afterwards."""
    rules, log, irr = peeked_at_both_boards()
    state = engine.replay(rules, log)[0]
    before = [one.state.rest.effects for one in state.boards]
    assert all({effect.irr for effect in effects} == {irr} for effects in before)
    after, events = engine.apply(rules, state, engine.DirWaive(irr, board=board))
    assert [(event.irr, event.remedy) for event in events if isinstance(event, engine.Ruled)] == [(irr, "waived")]
    assert after.boards[board].state.rest.effects == ()
    assert after.boards[1 - board].state.rest.effects == before[1 - board]
    both = engine.apply(rules, after, engine.DirWaive(irr, board=1 - board))[0]
    assert [one.state.rest.effects for one in both.boards] == [(), ()]
    with pytest.raises(engine.Impossible):
        engine.apply(rules, state, engine.DirWaive(irr, board=2))


def test_the_record_keeps_the_board_of_a_waiver():
    """IRR-0, PRT-1."""
    rules, log, irr = peeked_at_both_boards()
    log += [engine.DirWaive(irr, board=1)]
    text = record.written(record.record_of(rules, log))
    assert f"2/!!dir_waive({irr})" in text
    ((back, again),) = record.checked(text.splitlines())
    assert record.actions_of(back) == tuple(log)
    assert again == engine.replay(rules, log)[0]
