"""Deals in play: set up a position, apply commands, read the state."""

import games.engine as engine
from games.reference.laws import answers as law_answers
from games.reference.laws import director
from games.reference.positions import set_up
from games.reference.words import Answers, BadCase, Case, command, face, in_play, letter_of, only_known, seat_of

GIVEN = (
    "dealer",
    "turn",
    "phase",
    "hands",
    "discard",
    "stock",
    "stock_size",
    "upcard",
    "factor",
    "double_right",
    "size_fix",
    "first_drawn",
    "proper_dealer",
)


def position(rules: engine.RuleSet, given: Case) -> engine.State:
    """The state that `given` describes; raises BadCase or Impossible."""
    only_known(given, *GIVEN)
    upcard = given.get("upcard")
    return set_up(
        rules,
        **in_play(rules, given, "ABC"[: rules.seating.numbers(rules)[0]], "draw"),
        turn=seat_of(given["turn"]) if "turn" in given else None,
        upcard=None if upcard is None else engine.parse_card(upcard),
        factor=given.get("factor", 1),
        double_right=seat_of(given["double_right"]) if given.get("double_right") else None,
    )


def played(rules: engine.RuleSet, given: Case, actions: list[str], refused: bool) -> Answers:
    """What the state says after the actions. With `refused`, the refusal of the last action reaches the caller.

    A refusal of an earlier action is a BadCase: the case expects it to be accepted. But strict play refuses a card that
    may be taken only to knock (GIN-11, 31) at the draw already, not at the throw after it. Where the players sit down
    in pairs the case is about one board.
    """
    rules = engine.board_rules(rules)
    try:
        state = position(rules, given)
    except engine.Impossible as error:
        raise BadCase(f"the position cannot be set up: {error}") from None
    told: list[engine.Event] = []
    for at, text in enumerate(actions):
        try:
            state, events = engine.apply(rules, state, director(text) if text.startswith("DIR ") else command(text))
            told += events
        except engine.Impossible as error:
            if refused and (at == len(actions) - 1 or (at == len(actions) - 2 and error.code == "E_MUST_KNOCK")):
                raise
            raise BadCase(f"{text} is refused: {error}") from None
    return _read(rules, state, told)


def _read(rules: engine.RuleSet, state: engine.State, told: list[engine.Event]) -> Answers:
    seen = engine.view(rules, state, None)
    result = seen.result
    answers: Answers = {
        "turn": letter_of(seen.turn),
        "phase": str(seen.phase),
        "stock": seen.stock,
        "discard_top": face(seen.top),
        "pile": seen.pile,
        "factor": seen.factor,
        "double_right": letter_of(seen.double_right),
        "next_dealer": None if result is None else letter_of(result.next_dealer),
        "result": None if result is None else _result(result),
    }
    for seat in range(len(state.hands)):
        letter, fix = letter_of(seat), engine.fix_of(state.rest, seat)
        answers[f"hand_{letter}"] = engine.hand_text(state.hands[seat])
        answers[f"n_{letter}"] = seen.counts[seat]
        answers[f"fix_{letter}"] = fix
        answers[f"choices_{letter}"] = " ".join(engine.view(rules, state, seat).choices)
    return answers | law_answers(seen, told)


def _result(result: engine.DealResult) -> Answers:
    counts = result.counts or (None, None)
    return {
        "type": result.type,
        "winner": letter_of(result.winner),
        "points": result.points,
        **{f"{letter_of(seat)}_count": count for seat, count in enumerate(counts)},
    }
