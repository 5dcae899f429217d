"""Many boards: every seat plays, two at a board, and the deal of the sitting ends when the last board has finished."""

from dataclasses import replace

from games.engine.moves.events import BoardScored, DealScored, Event
from games.engine.play.rules import RuleSet
from games.engine.play.state import (
    CHANCE,
    SEVERAL,
    Board,
    Phase,
    Places,
    Rest,
    State,
    changed,
    changed_rest,
    make_state,
)
from games.engine.play.view import View
from games.engine.seatings import sights
from games.engine.seatings.boards import OneBoard, with_board
from games.engine.seatings.lifting import lifted_effect, lifted_result


class ManyBoards(OneBoard):
    """Every seat plays, two at a board (teams)."""

    def seen_from_above(self, rest: Rest, boards: tuple[Board, ...]) -> State:
        """The sitting's state with these boards. No slot can stand for all boards, so only phase, turn and hands are
        filled."""
        inner = [board.state for board in boards]
        waiting = any(state.phase is Phase.DEALING for state in inner)
        done = all(state.phase is Phase.DONE for state in inner)
        phase = Phase.DEALING if waiting else Phase.DONE if done else Phase.DRAW
        hands = [0] * len(rest.places.after)
        for board in boards:
            for seat, hand in zip(board.seats, board.state.hands, strict=True):
                hands[seat] = hand
        deal = rest.deal if waiting else max(state.rest.deal for state in inner)
        turn = CHANCE if waiting or done else SEVERAL
        lifted = tuple(lifted_effect(effect, board.seats) for board in boards for effect in board.state.rest.effects)
        if (deal, lifted) != (rest.deal, rest.effects):
            rest = changed_rest(rest, deal=deal, effects=lifted)
        return make_state(phase, turn, tuple(hands), 0, (), rest, boards=boards)

    def gone_on(self, state: State, at: int, board: Board) -> State:
        """The sitting's state after an ordinary turn at a board, whose two hands have changed."""
        hands = list(state.hands)
        first, second = board.seats
        hands[first], hands[second] = board.state.hands
        boards = with_board(state.boards, at, board)
        return make_state(state.phase, state.turn, tuple(hands), 0, (), state.rest, boards=boards)

    def view(self, rules: RuleSet, state: State, seat: int | None) -> View:
        """A view of the seat's own board in full, and a summary of the others."""
        return sights.of_many_boards(rules, state, seat, self.legal_actions)

    def _with_dealer(self, state: State, dealer: int) -> State:
        """PRT-8: the sitting in which a team deals, whichever member deals at a board."""
        return state

    def side_of(self, player: int) -> int:
        """PRT-3: a team has one column."""
        return player % 2

    def _once_more(self, rules: RuleSet, state: State, places: Places, board: Board) -> Board:
        """IRR-33: deal a void board again, by the named dealer, while the deal of the teams goes on."""
        rest, result = state.rest, board.state.rest.result
        if rest.result is not None or result is None or result.type != "void":
            return board
        again = self._waiting(rules, places, board.seats, max(rest.deal, board.state.rest.deal) - 1)
        places = replace(again.state.rest.places, dealer=board.state.rest.places.dealer)
        return replace(again, state=changed(again.state, rest=changed_rest(again.state.rest, places=places)))

    def _dealt_by(self, places: Places, board: Board) -> Places:
        """IRR-2, PRT-8: the places after the team that actually dealt, whichever member dealt at a board."""
        return places

    def _told(self, rules: RuleSet, event: Event, at: int, board: Board, n: int) -> Event | None:
        """PRT-4, 5: an event of a board; the score of a board is reported as the board's."""
        if isinstance(event, DealScored):
            return BoardScored(at, lifted_result(event.result, board.seats, n))
        return super()._told(rules, event, at, board, n)
