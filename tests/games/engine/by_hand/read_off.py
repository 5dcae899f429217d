"""Random sittings at a table, and what its players could write down of each deal."""

from games import engine
from games.engine import DealEntry
from tests.games.engine.gin_table import steps


def played(rules, seed, seats):
    """The entries of a random sitting, its sheet at the end, and who was to deal after each deal."""
    said, dealers, knocks, boards = [], [], {}, {}
    sheet = rules.sheet.settle(rules, rules.sheet.blank(seats))
    for moves, (before, _action, after, events) in enumerate(steps(rules, seed, deals=20, seats=seats)):
        for event in events:
            if isinstance(event, engine.Knocked):
                knocks[event.seat] = event
            if isinstance(event, engine.BoardScored):
                boards[event.board] = board_entry(rules, before, event, knocks)
            if isinstance(event, engine.DealScored):
                said.append(entry_of(rules, before, after, event.result, knocks, boards))
                dealers.append(event.result.next_dealer)
                knocks, boards, sheet = {}, {}, after.rest.standing
        if moves > 3_000 or sheet.over:
            break
    return said, sheet, dealers


def entry_of(rules, before, after, result, knocks, boards):
    places, knocked = before.rest.places, next(iter(knocks.values()), None)
    facts = {"dealer": places.dealer, "points": result.points}
    if before.rest.score.dealt == 0:
        facts["order"] = drawn(rules, places)
    if boards:
        return DealEntry(how="boards", boards=tuple(boards[at] for at in sorted(boards)), **facts)
    if rules.kernel.name == "conquian":
        return DealEntry(how="drawn" if result.type == "draw" else "out", seat=result.winner, **facts)
    if rules.kernel.name == "colonel":
        seat = result.counts.index(0) if result.type == "out" else None
        return DealEntry(how=result.type, seat=seat, counts=result.counts, laid=after.rest.credit, **facts)
    if knocked is None:
        return DealEntry(how="dead", **facts)
    return DealEntry(how=knocked.how, seat=knocked.seat, **shown(rules, before.rest.upcard, result), **facts)


def board_entry(rules, before, event, knocks):
    """What the two at a board of a game of teams say of it: the first team's member is 0, the second's 1."""
    board = before.boards[event.board]
    knocked = next((knocks[seat] for seat in board.seats if seat in knocks), None)
    if knocked is None:
        return DealEntry(how="dead")
    said = shown(rules, board.state.rest.upcard, event.result)
    counts = tuple(event.result.counts[seat] for seat in board.seats)
    return DealEntry(how=knocked.how, seat=board.seats.index(knocked.seat), **{**said, "counts": counts})


def shown(rules, upcard, result):
    doubled = result.factor // (rules.spade_multiplier if upcard is not None and upcard >= 39 else 1)
    return {"counts": result.counts, "upcard": upcard, "factor": doubled, "suits": result.suits}


def drawn(rules, places):
    """Who drew highest, second and so on, as far as the places tell it."""
    if not places.waiting:
        return ()
    if places.box is not None:
        return (places.box, places.after[places.box], *places.waiting)
    players = [seat for seat in range(3) if seat not in places.waiting]
    return (*sorted(players, key=lambda seat: seat == places.dealer), *places.waiting)
