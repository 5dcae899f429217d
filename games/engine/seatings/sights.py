"""Views of a sitting of boards: a seat's own board, and of the others what everybody in the room sees."""

from collections.abc import Callable
from dataclasses import replace

from games.engine.play.rules import Actions, RuleSet
from games.engine.play.state import CHANCE, Board, Phase, State
from games.engine.play.view import BoardSeen, View, view
from games.engine.seatings.lifting import by_seats, lifted_action, lifted_effect, lifted_shown

Lawful = Callable[[RuleSet, State, int], Actions]


def of_one_board(rules: RuleSet, state: State, seat: int | None, lawful: Lawful) -> View:
    """3P-6, 10: the view of a sitting with one board: a waiting player sees what is public; with `advice` a member of
    the side sees the captain's hand."""
    places = state.rest.places
    captain = None if places.box is None else places.after[places.box]
    advises = rules.advice and captain is not None and seat in places.waiting
    hands = ((captain, state.hands[captain]),) if advises and captain is not None else ()
    return replace(_of(rules, state, 0, seat, lawful), advice=hands)


def of_many_boards(rules: RuleSet, state: State, seat: int | None, lawful: Lawful) -> View:
    """PRT-9: the view of a sitting with many boards: the seat's own board in full, and a summary of every board; with
    `advice` a player who has finished sees his partners' boards.

    A spectator sees the first board.
    """
    boards = state.boards
    at = next((at for at, board in enumerate(boards) if seat in board.seats), 0)
    done = boards[at].state.phase is Phase.DONE
    partners = [mate for mate in range(len(state.hands)) if seat is not None and mate % 2 == seat % 2 and mate != seat]
    seen = _of(rules, state, at, seat, lawful)
    return replace(
        seen,
        board=at,
        boards=tuple(_strip(board) for board in boards),
        counts=tuple(hand.bit_count() for hand in state.hands),
        advice=tuple((mate, state.hands[mate]) for mate in partners) if rules.advice and done else (),
    )


def _of(rules: RuleSet, state: State, at: int, seat: int | None, lawful: Lawful) -> View:
    """One board as a seat of the sitting sees it."""
    rest = state.rest
    board = state.boards[at]
    n, seats = len(rest.places.after), board.seats
    assert rules.inner is not None
    seen = view(rules.inner, board.state, seats.index(seat) if seat in seats else None)
    return replace(
        seen,
        turn=None if seen.turn is None else seats[seen.turn],
        dealer=rest.places.dealer,
        seat=seat,
        counts=by_seats(seen.counts, seats, n, 0),
        faced=tuple((seats[owner], hand) for owner, hand in seen.faced),
        rows=tuple(
            replace(row, offender=seats[row.offender], right_of=None if row.right_of is None else seats[row.right_of])
            for row in seen.rows
        ),
        effects=tuple(lifted_effect(effect, seats) for effect in seen.effects),
        tries=tuple(lifted_action(action, seats) for action in seen.tries),
        spread=lifted_shown(seen.spread, seats),
        laid=lifted_shown(seen.laid, seats),
        double_right=None if seen.double_right is None else seats[seen.double_right],
        target=rules.target,
        deals=rest.score.deals,
        standing=rest.standing,
        result=rest.result,
        over=state.phase is Phase.DONE and rest.standing.over,
        actions=None if seat is None else lawful(rules, state, seat),
        waiting=rest.places.waiting,
        box=rest.places.box,
    )


def _strip(board: Board) -> BoardSeen:
    """A summary of another board: who plays, whose turn it is, how many cards, what lies open, and how it ended."""
    state = board.state
    turn = None if state.turn == CHANCE else board.seats[state.turn]
    result = state.rest.result
    return BoardSeen(
        seats=board.seats,
        phase=state.phase,
        turn=turn,
        counts=(state.hands[0].bit_count(), state.hands[1].bit_count()),
        stock=state.stock,
        top=state.pile[-1] if state.pile else None,
        type=None if result is None else result.type,
        winner=None if result is None or result.winner is None else board.seats[result.winner],
        points=None if result is None else result.points,
    )
