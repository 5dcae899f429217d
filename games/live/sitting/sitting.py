"""A table at one version, pure: the engine's state, the clocks, how it ended; and the step to the next version.

The log folds through `step`: what the engine knows goes to the engine; what is the table's own (steps.py) is done
here.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from games import engine
from games.engine.play.changing import changer
from games.live.setup import clock
from games.live.setup.terms import Terms
from games.live.sitting import attempts
from games.live.sitting.attempts import Attempt, Bind
from games.live.sitting.rows import Secret
from games.live.sitting.steps import (
    DIRECTED,
    NAMES,
    SHUFFLING,
    Call,
    Claim,
    Credit,
    Flag,
    Freeze,
    Happened,
    SetClock,
    Step,
    is_of_engine,
)
from games.models import TO_THE_END

Banks = tuple[int | None, ...]
CHANCE = (engine.DrawForDeal, engine.Deal, engine.LoseShuffle)
LEAST_MS = 1_000  # whatever a director takes away


@dataclass(frozen=True, slots=True)
class Ending:
    """How a sitting ended (`played`, `time`: time was called, `resign`, `claim`, `flag`), the winner, and the seat that
    gave it up: `loser` is None if it was played to its end."""

    how: str
    winner: int | None
    loser: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """One version of a table. `left` is each bank in ms when no clock runs (None: no bank). `deal_seq` is the version
    that dealt the present deal. Four fields are by board: `touched`, the last version that changed what its seats can
    decide; `commitments`, the last C_S; `codes`, the transcript code of the deal (empty: the server alone shuffled);
    `numbers`, deal and number of the last attempt. `games` are the games before the one on the sheet. `is_called`: time
    is up; `is_frozen`: a director has stopped play. `attempts` are the shuffles under way, at most one a board."""

    version: int
    state: engine.State
    left: tuple[int | None, ...]
    touched: tuple[int, ...] = (0,)
    deal_seq: int = 0
    commitments: tuple[str, ...] = ("",)
    codes: tuple[str, ...] = ("",)
    numbers: tuple[tuple[int, int], ...] = ((0, 0),)
    ending: Ending | None = None
    games: tuple[engine.Game, ...] = ()
    is_called: bool = False
    is_frozen: bool = False
    attempts: tuple[Attempt, ...] = ()


changed = changer(Sitting)


def opening(terms: Terms) -> Sitting:
    """The first version of a table, number 0."""
    bank = terms.control.bank if terms.control else None
    state, seats, boards = engine.start(terms.rules, len(terms.seats)), len(terms.seats), terms.boards
    return Sitting(
        version=0,
        state=state,
        left=(bank,) * seats,
        touched=(0,) * boards,
        commitments=("",) * boards,
        codes=("",) * boards,
        numbers=((0, 0),) * boards,
    )


def board_of(sitting: Sitting, seat: int | None) -> int:
    """The board at which a seat plays or shuffles; the first board if the seat waits, or if all sit at one."""
    shuffling = attempts.of_seat(sitting.attempts, seat) if sitting.attempts else None
    if shuffling is not None:
        return shuffling.board
    boards = sitting.state.boards
    return next((at for at, board in enumerate(boards) if seat in board.seats), 0) if len(boards) > 1 else 0


def movers(terms: Terms, sitting: Sitting) -> tuple[int, ...]:
    """The seats whose time runs: one at each board where somebody has to decide."""
    if sitting.ending or sitting.is_frozen:
        return ()
    if sitting.attempts:
        return tuple(due[0] for one in sitting.attempts if (due := attempts.awaited(one)))
    return engine.to_act(terms.rules, sitting.state)


def to_act(terms: Terms, sitting: Sitting, board: int = 0) -> int | None:
    """The seat whose time runs at a board; None if chance moves next or the board has finished."""
    if not board and len(sitting.state.boards) < 2 and len(sitting.attempts) < 2:
        found = movers(terms, sitting)
        return found[0] if found else None
    return next((seat for seat in movers(terms, sitting) if board_of(sitting, seat) == board), None)


def bound(terms: Terms, after: Sitting, secret: Secret) -> Sitting:
    """The version with the server's commitment to this secret, noted by board."""
    return changed(
        after,
        commitments=_put(after.commitments, secret.board, terms.shown(secret.commitment)),
        codes=_put(after.codes, secret.board, secret.code),
        numbers=_put(after.numbers, secret.board, (secret.deal, secret.attempt)),
    )


def _put(row: tuple[Any, ...], board: int, value: Any) -> tuple[Any, ...]:
    return (*row[:board], value, *row[board + 1 :])


def all_games(sitting: Sitting) -> tuple[engine.Game, ...]:
    """All games of a sitting; the one on the sheet comes last."""
    return (*sitting.games, engine.game_of(sitting.state.rest.standing))


def tally(terms: Terms, sitting: Sitting) -> engine.Tally:
    """The score of a sitting for both sides. A deck that is fixed beforehand is played once: it counts even if the deal
    was void."""
    is_dealt = engine.is_dealt(sitting.state)
    found = engine.tally_of(
        all_games(sitting), is_called=sitting.is_called, is_dealt=is_dealt, head_start=terms.head_start
    )
    return replace(found, deals=sitting.state.rest.deal - is_dealt) if terms.decks else found


def due_chance(terms: Terms, sitting: Sitting) -> type[Any] | None:
    """The chance action that is due, including the first deal of a following game."""
    if sitting.ending or sitting.is_frozen:
        return None
    return engine.due_chance(terms.rules, _with_sheet(terms, sitting).state)


def _with_sheet(terms: Terms, sitting: Sitting) -> Sitting:
    """The sitting with a sheet for the next deal; after a game it is a fresh sheet."""
    if sitting.ending or not engine.is_over(terms.rules, sitting.state):
        return sitting
    return replace(sitting, games=all_games(sitting), state=engine.next_game(terms.rules, sitting.state))


def _judged(terms: Terms, sitting: Sitting) -> Sitting:
    """The sitting, ended if its length is reached. With more than two sides it is a single game."""
    if not terms.is_of_two_sides:
        sheet = sitting.state.rest.standing
        return replace(sitting, ending=Ending("played", sheet.winner)) if sheet.over else sitting
    found = engine.verdict(terms.length, tally(terms, sitting))
    if not found.is_over:
        return sitting
    return replace(sitting, ending=Ending("time" if sitting.is_called else "played", found.leader))


def step(
    terms: Terms,
    sitting: Sitting,
    action: Step,
    *,
    spent: int = 0,
    lag: int = 0,
    earlier: Sitting | None = None,
    others: Sequence[int] = (),
) -> tuple[Sitting, Happened]:
    """The next version, and what happened in events of the engine and table actions. `earlier` is the version that a
    director's undo goes back to. When the play restarts a decision, the time used so far, in ms, is charged: `spent` at
    its own board, and `others` at the boards after the first when the play reaches all. Raises engine.Impossible."""
    after, events = _step(terms, sitting, action, spent, lag, earlier)
    for board, ms in enumerate(others, 1):
        after = replace(after, left=_paid(terms, after.left, to_act(terms, sitting, board), ms))
    return after, events


def _step(
    terms: Terms, sitting: Sitting, action: Step, spent: int, lag: int, earlier: Sitting | None
) -> tuple[Sitting, Happened]:
    if not is_of_engine(action):
        return _by_table(terms, sitting, action, spent, lag), (action,)
    if isinstance(action, engine.DirUndo):
        return _undone(sitting, action, earlier), (engine.Undone(action.event),)
    version, is_deal = sitting.version + 1, _is_deal(sitting, action)
    before = _with_sheet(terms, sitting) if is_deal else sitting
    state, events = engine.apply(terms.rules, before.state, action)
    board, is_done = board_for(sitting, action), state.phase is engine.Phase.DONE
    is_of_one = action.seat is not None or isinstance(action, engine.LoseShuffle)
    alone = board if is_of_one and not is_done else None
    after = changed(before, version=version, touched=_touched(sitting, version, alone), state=state)
    if action.__class__ is engine.DirRecord and engine.due_chance(terms.rules, state) is engine.Reshuffle:
        raise engine.Impossible("E_OPTION", "IRR-5", "at a live table nothing is shuffled again in a deal")
    if after.attempts and action.__class__ not in CHANCE and state.rest.deal != before.state.rest.deal:
        after = changed(after, attempts=())  # IRR-1, 3, 4: another deal comes than the one that is shuffled for
    if action.__class__ in CHANCE:
        rest = tuple(one for one in after.attempts if is_deal and one.board != board)
        after = changed(after, deal_seq=version if is_deal and _opens(before) else after.deal_seq, attempts=rest)
    if is_done:
        after = _judged(terms, after)
    runs = to_act(terms, sitting, board) if terms.control else None
    if runs is not None:
        after = changed(after, left=_charged(terms, after, runs, spent, lag))
    return after, events


def _is_deal(sitting: Sitting, action: Step) -> bool:
    """Does this event begin a deal at a board, even one that is lost before its first card (ONL-1)?"""
    if isinstance(action, engine.LoseShuffle):
        return sitting.state.rest.places.dealer is not None
    return action.__class__ is engine.Deal


def board_for(sitting: Sitting, action: Step) -> int:
    """The board that an action is for."""
    if isinstance(action, engine.Deal | Bind):
        return action.board or 0
    return board_of(sitting, action.player if isinstance(action, engine.LoseShuffle) else action.seat)


def _by_table(terms: Terms, sitting: Sitting, action: Any, spent: int, lag: int) -> Sitting:
    """The next version after one of the table's own actions."""
    version = sitting.version + 1
    if isinstance(action, DIRECTED):
        return _directed(terms, sitting, action, spent)
    if isinstance(action, Credit):
        return replace(sitting, version=version, left=_credited(sitting.left, action))
    if isinstance(action, Call):
        if sitting.is_called or sitting.ending:
            raise engine.Impossible("E_PHASE")
        return _judged(terms, replace(sitting, version=version, is_called=True))
    if isinstance(action, SHUFFLING):
        return _shuffling(terms, sitting, action, spent, lag)
    loser = _left(action) if isinstance(action, Claim) else action.seat
    ending = Ending(NAMES[type(action)], _ahead_of(sitting, loser), loser)
    left = _left_at_the_end(terms, sitting, action, spent)
    return replace(sitting, version=version, touched=_touched(sitting, version), left=left, ending=ending)


def _left_at_the_end(terms: Terms, sitting: Sitting, action: Any, spent: int) -> Banks:
    """The banks when a sitting is given up: the decision under way is charged, and a player who ran out of time has
    none left."""
    if isinstance(action, Flag):
        return tuple(0 if seat == action.seat and bank is not None else bank for seat, bank in enumerate(sitting.left))
    return _paid(terms, sitting.left, to_act(terms, sitting, board_of(sitting, action.seat)), spent)


def _directed(terms: Terms, sitting: Sitting, action: Step, spent: int) -> Sitting:
    """Stop, resume or set the clock; the time that the present decision has used so far is charged."""
    version = sitting.version + 1
    left = _paid(terms, sitting.left, to_act(terms, sitting), spent)
    if isinstance(action, SetClock):
        if not 0 <= action.player < len(left) or left[action.player] is None:
            raise engine.Impossible("E_OPTION", "", "player: nobody has a bank of time here")
        left = tuple(
            max(LEAST_MS, bank + action.ms) if at == action.player and bank is not None else bank
            for at, bank in enumerate(left)
        )
        return replace(sitting, version=version, left=left)
    if sitting.is_frozen == isinstance(action, Freeze):
        raise engine.Impossible("E_PHASE", "", "the clock stands" if sitting.is_frozen else "the clock runs")
    return replace(
        sitting, version=version, touched=_touched(sitting, version), left=left, is_frozen=isinstance(action, Freeze)
    )


def _paid(terms: Terms, left: Banks, runs: int | None, spent: int) -> Banks:
    """The banks after a seat is charged for a decision that is still under way."""
    if terms.control is None or runs is None:
        return left
    rest = clock.spend(terms.control, left[runs], spent=spent, lag=0, turn_ended=False)
    return tuple(rest if at == runs else bank for at, bank in enumerate(left))


def _undone(sitting: Sitting, action: engine.DirUndo, earlier: Sitting | None) -> Sitting:
    """IRR-0: go back to an earlier version of the deal in play. Clocks stay as they are, and the log keeps
    everything."""
    is_here = sitting.deal_seq <= action.event < sitting.version and sitting.state.phase is not engine.Phase.DONE
    if earlier is None or earlier.version != action.event or not is_here:
        raise engine.Impossible("E_OPTION", "IRR-0", "event: an earlier version of the deal that is played")
    version = sitting.version + 1
    return replace(sitting, version=version, touched=_touched(sitting, version), state=earlier.state, attempts=())


def _touched(sitting: Sitting, version: int, board: int | None = None) -> tuple[int, ...]:
    """For each board, the last version that changed the possible decisions there; this `version` changed those of one
    board (None: of all boards)."""
    if len(sitting.touched) == 1:
        return (version,)
    return tuple(version if board in (None, at) else was for at, was in enumerate(sitting.touched))


def _opens(sitting: Sitting) -> bool:
    """Does the next hand of cards begin a new deal, and not only another board of this deal?"""
    return not sitting.state.boards or sitting.state.rest.result is not None


def _left(claim: Claim) -> int:
    """The seat that a claim is against."""
    return 1 - claim.seat if claim.gone is None else claim.gone


def _ahead_of(sitting: Sitting, loser: int) -> int | None:
    """The winner of a sitting that this seat gives up: the other of two seats or teams. With more, the seat with the
    most points among those who stay (of a side that shares points, the seat that plays); None if they are level."""
    points, places = sitting.state.rest.standing.points, sitting.state.rest.places
    if len(points) == 2:
        return 1 - loser % 2
    most = max(score for seat, score in enumerate(points) if seat != loser)
    best = [seat for seat, score in enumerate(points) if seat != loser and score == most]
    if len(best) > 1 and places.box is not None and places.box not in best:
        best = [seat for seat in best if seat not in places.waiting] or best[:1]
    return best[0] if len(best) == 1 else None


def _shuffling(terms: Terms, sitting: Sitting, action: Bind | attempts.Move, spent: int, lag: int) -> Sitting:
    """The next version of the shuffles under way. The clock of an awaited seat runs; it gains no increment."""
    version = sitting.version + 1
    if isinstance(action, Bind):
        board = action.board or 0
        before = next((one for one in sitting.attempts if one.board == board), None)
        begun = attempts.begun(action, *terms.sitters, before)
        touched = _touched(sitting, version, board)
        return replace(sitting, version=version, touched=touched, attempts=_with(sitting.attempts, begun))
    if not sitting.attempts or sitting.ending:
        raise engine.Impossible("E_PHASE", attempts.RULE)
    own = attempts.of_seat(sitting.attempts, action.seat)
    if own is None:
        raise engine.Impossible("E_NOT_TURN", attempts.RULE)
    runs = to_act(terms, sitting, own.board)
    moved = _with(sitting.attempts, attempts.moved(own, action))
    after = replace(sitting, version=version, attempts=moved)
    if terms.control and runs is not None:
        after = replace(after, left=_charged(terms, after, runs, spent, lag))
    return after


def _with(under_way: tuple[Attempt, ...], attempt: Attempt) -> tuple[Attempt, ...]:
    """The attempts under way, by board, with this one replacing the earlier one at its board."""
    others = (one for one in under_way if one.board != attempt.board)
    return tuple(sorted((*others, attempt), key=lambda one: one.board))


def _credited(left: tuple[int | None, ...], credit: Credit) -> tuple[int | None, ...]:
    return tuple(
        bank + credit.ms if seat == credit.seat and bank is not None else bank for seat, bank in enumerate(left)
    )


def _charged(terms: Terms, after: Sitting, seat: int, spent: int, lag: int) -> tuple[int | None, ...]:
    """The banks after a play in the time of `seat`, whoever made it: a challenge can come in the middle of a turn."""
    assert terms.control is not None
    ended = not after.attempts and to_act(terms, after, board_of(after, seat)) != seat
    rest = clock.spend(terms.control, after.left[seat], spent=spent, lag=lag, turn_ended=ended)
    return tuple(rest if at == seat else bank for at, bank in enumerate(after.left))


def result_of(terms: Terms, sitting: Sitting) -> dict[str, Any]:
    """The result of a finished table as JSON: figures of its games by seat, the winner's seat, how it ended, and who
    gave it up."""
    assert sitting.ending is not None
    how, winner, loser = sitting.ending.how, sitting.ending.winner, sitting.ending.loser
    final = engine.final_of(all_games(sitting), winner if how in TO_THE_END else None, terms.head_start)
    return {"winner": winner, "how": how, "loser": loser, **asdict(final)}
