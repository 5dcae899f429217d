"""Boards: deals between two seats of a larger sitting, each an ordinary two-seat state under the inner rules.

What the seats do is handed to their board, and what happens there is told with the seats of the sitting.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.engine.actions import Deal
from games.engine.director import DirAdjust
from games.engine.events import DealScored, Event, GameWon
from games.engine.impossible import Impossible
from games.engine.law_events import Adjusted, Ruled
from games.engine.referee import apply, legal_actions, open_actions, start
from games.engine.result import DealResult
from games.engine.rules import Actions, Outcome, RuleSet
from games.engine.seatings import sights
from games.engine.seatings.finding import board_of, concerns_next_deal, inner_rules, replaced_rest
from games.engine.seatings.lifting import (
    by_seats,
    lifted_action,
    lifted_effect,
    lifted_event,
    lifted_result,
    local_action,
)
from games.engine.state import CHANCE, Board, Phase, Places, Rest, State, make_state
from games.engine.view import View

Asked = Callable[[RuleSet, State, int], Actions]
Pairs = tuple[tuple[int, int], ...]


class OneBoard:
    """Two of the seats play, the others wait (cutthroat, chouette)."""

    def pairs(self, places: Places) -> Pairs:
        """Who sits at each board."""
        first, second = (seat for seat in range(len(places.after)) if seat not in places.waiting)
        return ((first, second),)

    def dealer_at(self, places: Places, seats: tuple[int, int]) -> int:
        """Seat 0 or 1 of the board deals; when the dealer sits out, the player on his left has first option (3P-3)."""
        assert places.dealer is not None
        if places.dealer in seats:
            return seats.index(places.dealer)
        n = len(places.after)
        return max((0, 1), key=lambda at: (seats[at] - places.dealer) % n)  # type: ignore[operator]

    def result(self, rules: RuleSet, places: Places, boards: tuple[Board, ...]) -> DealResult:
        """The deal as it is entered: what the board came to."""
        (board,) = boards
        assert board.state.rest.result is not None
        return replace(lifted_result(board.state.rest.result, board.seats, len(places.after)), box=places.box)

    def apply(self, rules: RuleSet, state: State, action: Any) -> Outcome:
        """What `apply` of the referee does, at the board that the action is for."""
        inner = inner_rules(rules)
        if isinstance(action, Deal):
            return self._deal(rules, state, action)
        if action.__class__ not in inner.known:
            raise Impossible("E_OPTION")
        if isinstance(action, DirAdjust):
            return self._adjusted(rules, state, action)
        if state.rest.result is not None and concerns_next_deal(action) and not state.rest.standing.over:
            state = self._opened(rules, state)
        at = board_of(state, action)
        if not state.rest.boards or at is None:
            raise Impossible("E_NOT_TURN" if state.rest.boards and state.turn != CHANCE else "E_PHASE")
        if self.is_held_up(state, at):
            raise Impossible("E_PHASE")
        board = state.rest.boards[at]
        after, events = apply(inner, board.state, local_action(action, board.seats))
        return self._played(rules, state, at, after, events)

    def legal_actions(self, rules: RuleSet, state: State, seat: int) -> Actions:
        """Every lawful action of the seat at its board; none while it waits."""
        return self._of_its_board(rules, state, seat, legal_actions)

    def open_actions(self, rules: RuleSet, state: State, seat: int) -> Actions:
        """Under table laws what the seat may try at its board, too (IRR-0)."""
        return self._of_its_board(rules, state, seat, open_actions)

    def _of_its_board(self, rules: RuleSet, state: State, seat: int, asked: Asked) -> Actions:
        boards = state.rest.boards
        at = next((at for at, board in enumerate(boards) if seat in board.seats), None)
        if at is None or self.is_held_up(state, at):
            return ()
        board = boards[at]
        found = asked(inner_rules(rules), board.state, board.seats.index(seat))
        return tuple(lifted_action(action, board.seats) for action in found)

    def to_act(self, state: State) -> tuple[int, ...]:
        """The seats that may decide now, board by board; none while a board waits for its cards."""
        if state.turn == CHANCE:
            return ()
        return tuple(board.seats[board.state.turn] for board in state.rest.boards if board.state.turn != CHANCE)

    def is_held_up(self, state: State, at: int) -> bool:
        """PRT-1: all boards play at once: nobody begins before every other board has its cards."""
        others = (board for n, board in enumerate(state.rest.boards) if n != at)
        return any(board.state.phase is Phase.DEALING for board in others)

    def view(self, rules: RuleSet, state: State, seat: int | None) -> View:
        """What a seat, or a spectator, sees of a sitting of boards."""
        return sights.of_one_board(rules, state, seat, self.legal_actions)

    def _deal(self, rules: RuleSet, state: State, action: Deal) -> Outcome:
        """GIN-6 at the board named, or the next that waits for its cards; the first of them opens the next deal."""
        rest = state.rest
        if rest.places.dealer is None or rest.standing.over:
            raise Impossible("E_PHASE")
        if not rest.boards or rest.result is not None:
            state = self._opened(rules, state)
        boards = state.rest.boards
        waiting = [at for at, board in enumerate(boards) if board.state.phase is Phase.DEALING]
        if action.board is not None and not 0 <= action.board < len(boards):
            raise Impossible("E_OPTION", "PRT-1", f"board: there are the boards 0 to {len(boards) - 1}")
        if not waiting or action.board not in (None, *waiting):
            raise Impossible("E_PHASE")
        at = waiting[0] if action.board is None else action.board
        after, events = apply(inner_rules(rules), boards[at].state, Deal(action.deck))
        return self._played(rules, state, at, after, events)

    def _opened(self, rules: RuleSet, state: State) -> State:
        """The next deal before its cards: places by the seating, every board waiting for its pack."""
        before = state.rest
        places = before.places if before.result is None else rules.seating.next(rules, before.places, before.result)
        boards = tuple(self._waiting(rules, places, seats, before.deal) for seats in self.pairs(places))
        rest = Rest(places=places, score=before.score, standing=before.standing, deal=before.deal, boards=boards)
        return make_state(Phase.DEALING, CHANCE, (0,) * len(places.after), 0, (), rest)

    def _waiting(self, rules: RuleSet, places: Places, seats: tuple[int, int], deal: int) -> Board:
        """A board before its cards: its dealer is known."""
        blank = start(inner_rules(rules))
        dealer = Places(self.dealer_at(places, seats), blank.rest.places.after)
        rest = replace(blank.rest, places=dealer, deal=deal)
        return Board(seats, make_state(Phase.DEALING, CHANCE, blank.hands, 0, (), rest))

    def _played(self, rules: RuleSet, state: State, at: int, after: State, events: tuple[Event, ...]) -> Outcome:
        """One board has moved on; the last one to finish ends the deal."""
        rest = state.rest
        board = Board(rest.boards[at].seats, after)
        told = tuple(self._told(rules, event, at, board, len(rest.places.after)) for event in events)
        happened = tuple(event for event in told if event is not None)
        places = self._dealt_by(rest.places, board)
        board = self._once_more(rules, rest, places, board)
        boards = tuple(board if n == at else other for n, other in enumerate(rest.boards))
        if any(board.state.phase is not Phase.DONE for board in boards):
            return self.seen_from_above(rest, places=places, boards=boards), happened
        rest = replace(rest, places=places, boards=boards)
        result = self.result(rules, places, boards)
        result = replace(result, next_dealer=rules.seating.next(rules, places, result).dealer)
        if result == rest.result:
            return self.seen_from_above(rest), happened
        return self._entered(rules, rest, result, happened)

    def _entered(self, rules: RuleSet, rest: Rest, result: DealResult, happened: tuple[Event, ...]) -> Outcome:
        """The deal goes on the sheet; IRR-10..12: found wrong afterwards, in place of what was entered for it."""
        score = rest.score
        if rest.result is not None:
            kept = list(score.deals)
            kept.reverse()
            kept.remove(rest.result)
            score = replace(score, deals=tuple(reversed(kept)))
        score = rules.sheet.enter(rules, score, result)
        game = rules.sheet.settle(rules, score)
        done = self.seen_from_above(rest, score=score, standing=game, result=result)
        if not game.over:
            return done, (*happened, DealScored(result))
        return done, (*happened, DealScored(result), GameWon(game.winner, game.totals, game.net))

    def _once_more(self, rules: RuleSet, rest: Rest, places: Places, board: Board) -> Board:
        """The board as it goes on: a void deal of two is a void deal of the sitting, dealt again with the next."""
        return board

    def _adjusted(self, rules: RuleSet, state: State, action: DirAdjust) -> Outcome:
        """IRR-35: an entry of its own on the sheet of the sitting."""
        rest = state.rest
        if not 0 <= action.player < len(rest.places.after):
            raise Impossible("E_OPTION")
        if rest.standing.over:
            raise Impossible("E_TOO_LATE")
        column = self.column_of(action.player)
        n = len(rest.standing.points)
        penalties = tuple(-action.points if at == column else 0 for at in range(n))
        slip = DealResult(type="adjusted", winner=None, points=0, penalties=penalties, box=rest.places.box)
        score = rules.sheet.enter(rules, rest.score, slip)
        rest = replace(rest, score=score, standing=rules.sheet.settle(rules, score))
        told = (Adjusted(action.player, action.points), Ruled("IRR-35", action.player, "put right"))
        return replaced_rest(state, rest), told

    def column_of(self, player: int) -> int:
        """Where on the sheet a player's points stand."""
        return player

    def _told(self, rules: RuleSet, event: Event, at: int, board: Board, n: int) -> Event | None:
        """An event of a board as the sitting tells it; its score is told once for the whole deal."""
        return None if isinstance(event, DealScored | GameWon) else lifted_event(event, board.seats)

    def _dealt_by(self, places: Places, board: Board) -> Places:
        """IRR-2: the deal follows whoever has actually dealt; the places as they are when nobody dealt in his stead."""
        dealer = board.state.rest.places.dealer
        if dealer is None or dealer == self.dealer_at(places, board.seats):
            return places
        return replace(places, dealer=board.seats[dealer])

    def seen_from_above(self, rest: Rest, **more: Any) -> State:
        """The sitting's state with `more` of its rest changed: the slots are those of its one board, by all seats."""
        (board,) = more.get("boards", rest.boards)
        inner, n = board.state, len(rest.places.after)
        beneath: Rest = inner.rest
        more["deal"], more["upcard"], more["limit"] = beneath.deal, beneath.upcard, beneath.limit
        more["stock"], more["factor"] = beneath.stock, beneath.factor
        more["effects"] = tuple(lifted_effect(effect, board.seats) for effect in beneath.effects)
        more["unknown"] = by_seats(beneath.unknown, board.seats, n, 0)
        rest = replace(rest, **more)
        turn = CHANCE if inner.turn == CHANCE else board.seats[inner.turn]
        hands = by_seats(inner.hands, board.seats, n, 0)
        return make_state(
            inner.phase, turn, hands, inner.stock, inner.pile, rest, taken=inner.taken, passes=inner.passes
        )


ONE_BOARD = OneBoard()
