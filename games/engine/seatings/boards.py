"""Boards: deals between two seats of a larger sitting. Each is an ordinary two-seat state under the inner rules.

An action goes to the board of its seat; the events come back with the seats of the sitting.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.engine.laws.entering import added, adjusted
from games.engine.moves.actions import Deal
from games.engine.moves.director import DirAdjust, DirRedeal, LoseShuffle
from games.engine.moves.events import DealScored, Event, GameWon
from games.engine.moves.law_events import Ruled
from games.engine.moves.result import DealResult
from games.engine.play.impossible import Impossible
from games.engine.play.referee import apply, legal_actions, open_actions, start
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import CHANCE, Board, Phase, Places, Rest, State, changed, changed_rest, make_state
from games.engine.play.view import View
from games.engine.seatings import sights
from games.engine.seatings.finding import board_at, board_of, concerns_next_deal, dealer_named, inner_rules
from games.engine.seatings.lifting import (
    by_seats,
    lifted_actions,
    lifted_effect,
    lifted_event,
    lifted_result,
    local_action,
)

Asked = Callable[[RuleSet, State, int], Actions]
Pairs = tuple[tuple[int, int], ...]


class OneBoard:
    """Two of the seats play, the others wait (cutthroat, chouette)."""

    def pairs(self, places: Places) -> Pairs:
        """The pairs of seats, by board."""
        first, second = (seat for seat in range(len(places.after)) if seat not in places.waiting)
        return ((first, second),)

    def dealer_at(self, places: Places, seats: tuple[int, int]) -> int:
        """Which of the board's seats deals, 0 or 1. If the dealer sits out, the player on his left has first option
        (3P-3)."""
        dealer, n = places.dealer, len(places.after)
        assert dealer is not None
        return seats.index(dealer) if dealer in seats else max((0, 1), key=lambda at: (seats[at] - dealer) % n)

    def result(self, rules: RuleSet, places: Places, boards: tuple[Board, ...]) -> DealResult:
        """The result of the deal for the sheet: that of the board."""
        (board,) = boards
        assert board.state.rest.result is not None
        return replace(lifted_result(board.state.rest.result, board.seats, len(places.after)), box=places.box)

    def apply(self, rules: RuleSet, state: State, action: Any) -> Outcome:
        """Do what the referee's `apply` does, at the board that the action is for."""
        seat, inner = action.seat, inner_rules(rules)
        if seat is None:
            return self._from_above(rules, state, action)
        if action.__class__ not in inner.known:
            raise Impossible("E_OPTION")
        return self._at_board(rules, state, board_at(state, seat), action)

    def _from_above(self, rules: RuleSet, state: State, action: Any) -> Outcome:
        """Apply an action of chance or the director."""
        if isinstance(action, Deal):
            return self._deal(rules, state, action)
        if isinstance(action, LoseShuffle):
            return self._lost(rules, state, action)
        if action.__class__ not in inner_rules(rules).known:
            raise Impossible("E_OPTION")
        if isinstance(action, DirAdjust):
            return self._adjusted(rules, state, action)
        if state.rest.result is not None and concerns_next_deal(action) and not state.rest.standing.over:
            state = self._opened(rules, state)
        dealt_by = dealer_named(action)
        if dealt_by is not None and state.boards and dealt_by in state.rest.places.waiting:
            return self._dealt_from_aside(rules, state, action, dealt_by)
        if isinstance(action, DirRedeal):
            state = self._with_dealer(state, action.dealer)
        return self._at_board(rules, state, board_of(state, action), action)

    def _with_dealer(self, state: State, dealer: int) -> State:
        """The sitting in which this player deals."""
        places = replace(state.rest.places, dealer=dealer)
        return changed(state, rest=changed_rest(state.rest, places=places))

    def _dealt_from_aside(self, rules: RuleSet, state: State, action: Any, dealer: int) -> Outcome:
        """§14.4: a player who sits out may deal, and err in dealing. The deal at the board then belongs to the player
        with the second option (3P-3), and the ruling names who dealt."""
        (board,) = state.boards
        named = board.seats[self.dealer_at(replace(state.rest.places, dealer=dealer), board.seats)]
        if isinstance(action, DirRedeal):
            return self._at_board(rules, self._with_dealer(state, dealer), 0, replace(action, dealer=named))
        is_wrong = action.irr in ("IRR-1", "IRR-2")
        after, events = self._at_board(rules, state, 0, replace(action, offender=named if is_wrong else None))
        told = (replace(one, offender=dealer) if isinstance(one, Ruled) else one for one in events)
        return after, tuple(told)

    def _at_board(self, rules: RuleSet, state: State, at: int | None, action: Any) -> Outcome:
        if at is None or not state.boards:
            raise Impossible("E_NOT_TURN" if state.boards and state.turn != CHANCE else "E_PHASE")
        if action.seat is not None and state.phase is Phase.DEALING and self.is_held_up(state, at):
            raise Impossible("E_PHASE")
        board = state.boards[at]
        after, events = apply(inner_rules(rules), board.state, local_action(action, board.seats))
        return self._played(rules, state, at, after, events)

    def legal_actions(self, rules: RuleSet, state: State, seat: int) -> Actions:
        """Every lawful action of the seat at its board; none while it waits."""
        return self._of_its_board(rules, state, seat, legal_actions)

    def open_actions(self, rules: RuleSet, state: State, seat: int) -> Actions:
        """The lawful actions of the seat at its board, and under table laws also those that it may try (IRR-0)."""
        return self._of_its_board(rules, state, seat, open_actions)

    def _of_its_board(self, rules: RuleSet, state: State, seat: int, asked: Asked) -> Actions:
        at = board_at(state, seat)
        if at is None or (state.phase is Phase.DEALING and self.is_held_up(state, at)):
            return ()
        board = state.boards[at]
        found = asked(inner_rules(rules), board.state, board.seats.index(seat))
        return lifted_actions(found, seat, board.seats)

    def to_act(self, state: State) -> tuple[int, ...]:
        """The seats that may decide now, board by board; none while a board waits for its cards."""
        if state.turn == CHANCE:
            return ()
        return tuple([board.seats[board.state.turn] for board in state.boards if board.state.turn != CHANCE])

    def is_held_up(self, state: State, at: int) -> bool:
        """PRT-1: must a board wait? All boards play at once: nobody begins before every board has its cards."""
        others = (board for n, board in enumerate(state.boards) if n != at)
        return any(board.state.phase is Phase.DEALING for board in others)

    def view(self, rules: RuleSet, state: State, seat: int | None) -> View:
        """What a seat, or a spectator, sees of a sitting of boards."""
        return sights.of_one_board(rules, state, seat, self.legal_actions)

    def _deal(self, rules: RuleSet, state: State, action: Deal) -> Outcome:
        """GIN-6: deal at the named board, or at the next that waits for its cards; the first board opens the next
        deal."""
        rest = state.rest
        if rest.places.dealer is None or rest.standing.over:
            raise Impossible("E_PHASE")
        if not state.boards or rest.result is not None:
            state = self._opened(rules, state)
        boards = state.boards
        waiting = [at for at, board in enumerate(boards) if board.state.phase is Phase.DEALING]
        if action.board is not None and not 0 <= action.board < len(boards):
            raise Impossible("E_OPTION", "PRT-1", f"board: there are the boards 0 to {len(boards) - 1}")
        if not waiting or action.board not in (None, *waiting):
            raise Impossible("E_PHASE")
        at = waiting[0] if action.board is None else action.board
        after, events = apply(inner_rules(rules), boards[at].state, Deal(action.deck))
        return self._played(rules, state, at, after, events)

    def _lost(self, rules: RuleSet, state: State, action: LoseShuffle) -> Outcome:
        """ONL-1: lose the deal at the player's board, which must not have its cards yet; it may be the first of the
        deal."""
        if not state.boards or state.rest.result is not None:
            state = self._opened(rules, state)
        at = board_at(state, action.player)
        if at is None or state.boards[at].state.phase is not Phase.DEALING:
            raise Impossible("E_PHASE", "ONL-1", "only before the first card, and who gets cards")
        board = state.boards[at]
        after, events = apply(inner_rules(rules), board.state, local_action(action, board.seats))
        return self._played(rules, state, at, after, events)

    def _opened(self, rules: RuleSet, state: State) -> State:
        """Open the next deal before its cards: places by the seating, every board waiting for its pack."""
        before = state.rest
        places = before.places if before.result is None else rules.seating.next(rules, before.places, before.result)
        boards = tuple(self._waiting(rules, places, seats, before.deal) for seats in self.pairs(places))
        rest = Rest(places=places, score=before.score, standing=before.standing, deal=before.deal)
        return make_state(Phase.DEALING, CHANCE, (0,) * len(places.after), 0, (), rest, boards=boards)

    def _waiting(self, rules: RuleSet, places: Places, seats: tuple[int, int], deal: int) -> Board:
        """A board before its cards, of which only the dealer is known."""
        blank = start(inner_rules(rules))
        dealer = Places(self.dealer_at(places, seats), blank.rest.places.after)
        rest = changed_rest(blank.rest, places=dealer, deal=deal)
        return Board(seats, make_state(Phase.DEALING, CHANCE, blank.hands, 0, (), rest))

    def _played(self, rules: RuleSet, state: State, at: int, after: State, events: tuple[Event, ...]) -> Outcome:
        """The sitting after a move at one board; the last board to finish ends the deal."""
        before = state.boards[at]
        board = Board(before.seats, after)
        if after.rest is before.state.rest:  # an ordinary turn: nothing has changed that changes rarely
            return self.gone_on(state, at, board), tuple([lifted_event(event, board.seats) for event in events])
        rest = state.rest
        told = tuple(self._told(rules, event, at, board, len(rest.places.after)) for event in events)
        happened = tuple(event for event in told if event is not None)
        places = self._dealt_by(rest.places, board)
        board = self._once_more(rules, state, places, board)
        rest = changed_rest(rest, places=places)
        boards = with_board(state.boards, at, board)
        if any(board.state.phase is not Phase.DONE for board in boards):
            return self.seen_from_above(rest, boards), happened
        result = self.result(rules, places, boards)
        result = replace(result, next_dealer=rules.seating.next(rules, places, result).dealer)
        if result == rest.result:
            return self.seen_from_above(rest, boards), happened
        return self._entered(rules, rest, boards, result, happened)

    def _entered(
        self, rules: RuleSet, rest: Rest, boards: tuple[Board, ...], result: DealResult, happened: tuple[Event, ...]
    ) -> Outcome:
        """Enter the deal on the sheet; IRR-10..12: a correction found afterwards replaces the entry."""
        if rest.result is not None:
            rest = changed_rest(rest, score=rest.score.without(rest.result))
        rest, won = added(rules, rest, result)
        done = self.seen_from_above(changed_rest(rest, result=result), boards)
        return done, (*happened, DealScored(result), *won)

    def _once_more(self, rules: RuleSet, state: State, places: Places, board: Board) -> Board:
        """The board after a void deal: the sitting's deal is void, too, and is dealt again with the next."""
        return board

    def _adjusted(self, rules: RuleSet, state: State, action: DirAdjust) -> Outcome:
        """IRR-35: an entry of its own on the sheet of the sitting."""
        if not 0 <= action.player < len(state.rest.places.after):
            raise Impossible("E_OPTION")
        rest, told = adjusted(rules, state, action, self.side_of(action.player))
        return changed(state, rest=rest), told

    def side_of(self, player: int) -> int:
        """The side of the sheet on which a player's points stand."""
        return player

    def _told(self, rules: RuleSet, event: Event, at: int, board: Board, n: int) -> Event | None:
        """An event of a board, with the sitting's seats; the score is reported once for the whole deal."""
        return None if isinstance(event, DealScored | GameWon) else lifted_event(event, board.seats)

    def _dealt_by(self, places: Places, board: Board) -> Places:
        """IRR-2: the places after the player who actually dealt; unchanged if nobody dealt in another's place."""
        dealer = board.state.rest.places.dealer
        if dealer is None or dealer == self.dealer_at(places, board.seats):
            return places
        return replace(places, dealer=board.seats[dealer])

    def seen_from_above(self, rest: Rest, boards: tuple[Board, ...]) -> State:
        """The sitting's state with this Rest and these boards; its slots show the one board, by all seats."""
        (board,) = boards
        beneath: Rest = board.state.rest
        rest = changed_rest(
            rest,
            deal=beneath.deal,
            upcard=beneath.upcard,
            limit=beneath.limit,
            stock=beneath.stock,
            factor=beneath.factor,
            effects=tuple(lifted_effect(effect, board.seats) for effect in beneath.effects),
            unknown=by_seats(beneath.unknown, board.seats, len(rest.places.after), 0),
        )
        return self._with_slots_of(board, rest)

    def gone_on(self, state: State, at: int, board: Board) -> State:
        """The sitting's state after an ordinary turn at a board, in which only slots have changed."""
        return self._with_slots_of(board, state.rest)

    def _with_slots_of(self, board: Board, rest: Rest) -> State:
        inner = board.state
        first, second = board.seats
        hands = [0] * len(rest.places.after)
        hands[first], hands[second] = inner.hands
        turn = CHANCE if inner.turn == CHANCE else board.seats[inner.turn]
        taken, passes = inner.taken, inner.passes
        return make_state(
            inner.phase, turn, tuple(hands), inner.stock, inner.pile, rest, taken=taken, passes=passes, boards=(board,)
        )


def with_board(boards: tuple[Board, ...], at: int, board: Board) -> tuple[Board, ...]:
    """The boards with one of them replaced."""
    changed = list(boards)
    changed[at] = board
    return tuple(changed)


ONE_BOARD = OneBoard()
