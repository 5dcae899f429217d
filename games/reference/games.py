"""Whole games of another engine: follow each move by move, and compare lawful actions and points."""

from collections.abc import Iterator
from typing import Any

import games.engine as engine
from games.reference.rows import game_rules
from games.reference.words import Answers, Case

TAKE, DRAW, PASS, KNOCK = 52, 53, 54, 55
SETS, RUNS = 56, ((121, 11, 3), (165, 10, 4), (205, 9, 5))  # the numbers of melds: the first, how many a suit, how long
CHANCE_PLAYER = -1
STOPPED = ("repeat_return_draw", "upcard_cap_draw")  # ends that our rules do not know: no result to compare

Step = tuple[int, int]


class NotFollowed(Exception):
    """A game that our engine cannot follow; the message says what was expected and what was found."""


def game_row(row: Case) -> tuple[Answers, Answers]:
    """The expected and the given answers of a row of games_*.jsonl; raises NotFollowed or Impossible."""
    rules = game_rules(row)
    decisions = iter(row["legal"])
    steps = iter(row["actions"])
    state = _dealt(rules, row)
    for _ in range(21):
        next(steps)
    for player, number in steps:
        if player == CHANCE_PLAYER:
            continue
        _compare(rules, state, player, next(decisions, ["no decision", []]))
        if number == KNOCK:
            return _knocked(rules, state, player, steps, row)
        state, _ = engine.apply(rules, state, _action(state, player, number))
    if row["ending"] in STOPPED:
        return {}, {}
    result = engine.view(rules, state, None).result
    expected = {"type": "dead", "points": 0}
    return expected, {} if result is None else {"type": result.type, "points": result.points}


def card_of(number: int) -> int:
    """The card with this number in that engine, where suits s, c, d, h are 0 to 3."""
    suit, rank = divmod(number, 13)
    return (suit - 1) % 4 * 13 + rank


def number_of(card: int) -> int:
    """The number of a card in that engine."""
    suit, rank = divmod(card, 13)
    return (suit + 1) % 4 * 13 + rank


def meld_of(number: int) -> int:
    """The meld that an action declares, as a mask."""
    for first, a_suit, length in reversed(RUNS):
        if number >= first:
            suit, low = divmod(number - first, a_suit)
            return sum(1 << card_of(13 * suit + low + step) for step in range(length))
    rank, left_out = divmod(number - SETS, 5)
    return sum(1 << card_of(13 * suit + rank) for suit in range(4) if suit != left_out)


def _dealt(rules: engine.RuleSet, row: Case) -> engine.State:
    """The deal with the same cards: player 0 is the non-dealer, seat A; then the stock as it was drawn, then the rest
    in any order."""
    chance = [card_of(number) for player, number in row["actions"] if player == CHANCE_PLAYER]
    deck = [card for pair in zip(chance[:10], chance[10:20], strict=True) for card in pair] + chance[20:]
    deck += [card for card in rules.pack.cards if card not in deck]
    high, low = engine.parse_card("KS"), engine.parse_card("AC")
    draws = (high, low, *(card for card in rules.pack.cards if card not in (high, low)))
    state, _ = engine.replay(rules, [engine.DrawForDeal(draws), engine.Deal(tuple(deck))])
    return state


def _compare(rules: engine.RuleSet, state: engine.State, player: int, decision: list[Any]) -> None:
    """Compare the lawful actions with the row's, except for the differences that the data's README names."""
    phase, offered = decision[0], set(decision[1])
    if (state.turn, str(state.phase)) != (player, _phase(phase, state)):
        raise NotFollowed(f"turn: expected {player} {phase}, got {state.turn} {state.phase}")
    listed = {_number(state, action) for action in engine.legal_actions(rules, state, player)}
    taken = engine.view(rules, state, player).taken
    from_pile = taken is not None and taken.source == "pile" and state.phase is engine.Phase.DISCARD
    if from_pile and taken is not None and taken.card is not None:
        offered.discard(number_of(taken.card))
    spare = {KNOCK} if KNOCK in listed or from_pile else set()
    if listed ^ offered and not (listed ^ offered) <= spare:
        raise NotFollowed(f"legal: expected {sorted(offered)}, got {sorted(listed)}")


def _phase(phase: str, state: engine.State) -> str:
    """Our phase for the other engine's phase; after two passes the non-dealer draws."""
    if phase == "FIRST_UPCARD":
        return "upcard" if state.phase is engine.Phase.UPCARD else "draw"
    return {"DRAW": "draw", "DISCARD": "discard", "WALL": "last"}.get(phase, phase)


def _number(state: engine.State, action: engine.Action) -> int:
    """The other engine's number for our action; in that engine, taking the last discard means a knock."""
    if isinstance(action, engine.Discard):
        return number_of(action.card)
    if isinstance(action, engine.DrawDiscard):
        return KNOCK if state.phase is engine.Phase.LAST else TAKE
    numbers: dict[type[Any], int] = {
        engine.TakeUpcard: TAKE,
        engine.DrawStock: DRAW,
        engine.PassUpcard: PASS,
        engine.DeclineLast: PASS,
        engine.Knock: KNOCK,
        engine.Gin: KNOCK,
    }
    return numbers[type(action)]


def _action(state: engine.State, player: int, number: int) -> engine.Action:
    """Our action for the other engine's number."""
    upcard, last = state.phase is engine.Phase.UPCARD, state.phase is engine.Phase.LAST
    if number == TAKE:
        return engine.TakeUpcard(player) if upcard else engine.DrawDiscard(player)
    if number == PASS:
        return engine.DeclineLast(player) if last else engine.PassUpcard(player)
    return engine.DrawStock(player) if number == DRAW else engine.Discard(player, card_of(number))


def _knocked(
    rules: engine.RuleSet, state: engine.State, player: int, steps: Iterator[Step], row: Case
) -> tuple[Answers, Answers]:
    """The knock as it was declared. The engine answers for the defender, at least as well as he did."""
    if state.phase is engine.Phase.LAST:
        state, _ = engine.apply(rules, state, engine.DrawDiscard(player))
    card = card_of(next(steps)[1])
    melds = []
    for _, number in steps:
        if number == PASS:
            break
        melds.append(meld_of(number))
    state, _ = engine.apply(rules, state, engine.Knock(player, card, tuple(melds)))
    spread = engine.view(rules, state, None).spread
    if state.phase is engine.Phase.SHOWDOWN:
        state, _ = engine.apply(rules, state, engine.Finish(state.turn))
    result = engine.view(rules, state, None).result
    if spread is None or result is None or result.counts is None:
        raise NotFollowed(f"result: expected one, got {result}")
    theirs, defender = row["final"]["deadwood"], 1 - player
    ours = result.counts[defender]
    expected: Answers = {"count": theirs[player], "defender": "as good or better"}
    better = ours is not None and ours <= theirs[defender]
    given: Answers = {"count": spread.count, "defender": "as good or better" if better else f"{ours}"}
    level = theirs[player] == theirs[defender] and theirs[player] > 0
    if ours == theirs[defender] and not level:
        expected["points"] = row["returns"][0]
        given["points"] = float(result.points if result.winner == 0 else -result.points)
    return expected, given
