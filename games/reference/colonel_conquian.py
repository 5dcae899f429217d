"""Reference cases about deals of Colonel and Conquian in play, and about their sheets."""

from typing import Any

import games.engine as engine
from games.reference import laws
from games.reference.positions import set_up_table
from games.reference.words import Answers, BadCase, Case, cards, face, hand, in_play, letter_of, only_known, seat_of

LETTERS = "AB"
COLONEL = (
    "dealer", "turn", "phase", "hands", "discard", "stock", "stock_size", "table", "credit", "size_fix", "first_drawn",
    "proper_dealer",
)  # fmt: skip
CONQUIAN = (
    "dealer", "turn", "phase", "hands", "discard", "stock", "stock_size", "table", "center", "size_fix", "first_drawn",
    "proper_dealer",
)  # fmt: skip


def colonel(rules: engine.RuleSet, given: Case, actions: list[str], refused: bool) -> Answers:
    """A deal of Colonel: `table` is a list of melds, `credit` what each seat has laid."""
    only_known(given, *COLONEL)
    for meld in given.get("table") or []:
        only_known(meld, "cards")
    table = [engine.Tabled(hand(meld["cards"], rules.pack), (0, 0)) for meld in given.get("table") or []]
    credit = given.get("credit") or {}
    more = {"table": table, "credit": [credit.get(letter, 0) for letter in LETTERS]}
    return _played(rules, given, actions, refused, "draw", more)


def conquian(rules: engine.RuleSet, given: Case, actions: list[str], refused: bool) -> Answers:
    """A deal of Conquian: `table` are each seat's melds, `center` the card on offer or just turned."""
    only_known(given, *CONQUIAN)
    tables = given.get("table") or {}
    only_known(tables, *LETTERS)
    melds = [(seat, hand(text, rules.pack)) for seat, letter in enumerate(LETTERS) for text in tables.get(letter) or []]
    table = [engine.Tabled(cards, (0, cards) if seat else (cards, 0)) for seat, cards in melds]
    centre = given.get("center")
    more = {"table": table, "centre": None if centre in (None, "??") else engine.parse_card(centre, rules.pack)}
    return _played(rules, given, actions, refused, "offer", more)


def colgame(rules: engine.RuleSet, given: Case) -> Answers:
    """`hands`, the scores of both in each deal -> totals and who leads."""
    only_known(given, "hands")
    score = rules.sheet.blank(2)
    for first, second in given["hands"]:
        winner = None if first == second else int(second > first)
        result = engine.DealResult(type="out", winner=winner, points=max(first, second), scores=(first, second))
        score = rules.sheet.enter(rules, score, result)
    sheet = rules.sheet.settle(rules, score)
    return {"A": sheet.totals[0], "B": sheet.totals[1], "leader": letter_of(engine.leader(sheet))}


def stake(rules: engine.RuleSet, given: Case) -> Answers:
    """`results` of games -> `paid`: who won each and the units it brought."""
    only_known(given, "results")
    score = rules.sheet.blank(2)
    for winner in given["results"].split():
        seat = None if winner == "-" else seat_of(winner)
        result = engine.DealResult(type="draw" if seat is None else "out", winner=seat, points=int(seat is not None))
        score = rules.sheet.enter(rules, score, result)
    paid = engine.payments(rules, score)
    return {"paid": " ".join("-" if one.winner is None else f"{letter_of(one.winner)}{one.units}" for one in paid)}


def command(rules: engine.RuleSet, text: str) -> engine.Action:
    """Read the action that "A cq_use 3C 4C 5C | 6C 6S 6D ! KD" writes; raises BadCase."""
    who, verb, *words = text.split()
    if who == "DIR":
        return _director(rules, text, verb, words)
    rest = " ".join(words)
    try:
        return engine.codec.action_from_json({"do": verb, **_fields(verb, words, rest)}, seat_of(who), rules.pack)
    except (engine.codec.BadAction, ValueError) as error:
        raise BadCase(f"{text}: {error}") from None


def _director(rules: engine.RuleSet, text: str, verb: str, words: list[str]) -> engine.Action:
    """Read the words that only Conquian's director uses; all others are as in gin."""
    match verb, words:
        case "exposed", ["opponent" | "own" as whose]:
            return engine.DirRecord(irr="IRR-40", stage=whose)
        case "wrong_count", [who]:
            return engine.DirRecord(irr="IRR-41", offender=seat_of(who))
        case "two_turned", [_, _]:
            return engine.DirRecord(irr="IRR-43", cards=tuple(cards(" ".join(words), rules.pack)))
    return laws.director(text)


def _fields(verb: str, words: list[str], rest: str) -> dict[str, Any]:
    match verb:
        case "discard" | "cq_pick" | "show_card" | "draw_exposed" if len(words) == 1:
            return {"card": rest}
        case "meld":
            return {"cards": words}
        case "add" if words:
            return {"card": words[0]} | ({"meld": int(words[1])} if len(words) > 1 else {})
        case "cq_use" | "cq_hand":
            table, *thrown = (part.strip() for part in rest.split("!"))
            melds = [meld.split() for meld in table.split("|")] if table else []
            return {"table": melds} | ({"discard": thrown[0]} if thrown else {})
        case "cq_turn" if words:
            return {"card": rest}
        case "knock" | "gin" if words:
            stated = " ".join(words[1:])
            return {"card": words[0]} | ({"melds": [meld.split() for meld in stated.split("|")]} if stated else {})
        case "lay_off" if words:
            return {"card": words[0]} | ({"meld": int(words[1])} if len(words) > 1 else {})
        case "peek_stock":
            return {"n": int(rest)}
    if words:
        raise BadCase(f"{verb} takes nothing, but has {rest}")
    return {}


def _played(
    rules: engine.RuleSet, given: Case, actions: list[str], refused: bool, usual: str, more: dict[str, Any]
) -> Answers:
    """What the state says after the actions. With `refused`, the refusal of the last action reaches the caller."""
    try:
        turn = seat_of(given.get("turn", "A"))
        state = set_up_table(rules, **in_play(rules, given, LETTERS, usual), turn=turn, **more)
    except engine.Impossible as error:
        raise BadCase(f"the position cannot be set up: {error}") from None
    wasted = engine.view(rules, state, None).waste or 0
    happened: list[engine.Event] = []
    for at, text in enumerate(actions):
        try:
            state, events = engine.apply(rules, state, command(rules, text))
            happened += events
        except engine.Impossible as error:
            if refused and at == len(actions) - 1:
                raise
            raise BadCase(f"{text} is refused: {error}") from None
    seen = engine.view(rules, state, None)
    rows = [card for row in seen.rows for card in row.cards]
    lying = {"exposed": " ".join(engine.card_text(card, rules.pack) for card in rows if card != engine.UNKNOWN)}
    return laws.answers(seen, happened) | lying | _read(rules, state, wasted)


def _read(rules: engine.RuleSet, state: engine.State, wasted: int) -> Answers:
    seen = engine.view(rules, state, None)
    result = seen.result
    answers: Answers = {
        "turn": letter_of(seen.turn),
        "phase": str(seen.phase),
        "stock": seen.stock,
        "discard_top": face(seen.top, rules.pack),
        "pile": seen.pile,
        "center": face(seen.centre, rules.pack),
        "waste": None if seen.waste is None else seen.waste - wasted,
        "can_use": engine.can_use(rules, state),
        "can_force": engine.can_force(rules, state),
        "next_dealer": None if result is None else letter_of(result.next_dealer),
        "redeal": letter_of(result.next_dealer) if result is not None and result.type in ("redeal", "void") else None,
        "result": None if result is None else _result(result),
    }
    for seat, letter in enumerate(LETTERS):
        answers[f"hand_{letter}"] = engine.hand_text(state.hands[seat], rules.pack)
        answers[f"n_{letter}"] = seen.counts[seat]
        answers[f"table_{letter}"] = sum(meld.laid[seat].bit_count() for meld in seen.table)
        answers[f"credit_{letter}"] = seen.credit[seat]
        answers[f"fix_{letter}"] = engine.fix_of(state.rest, seat)
    return answers


def _result(result: engine.DealResult) -> Answers:
    answers: Answers = {"type": result.type, "winner": letter_of(result.winner), "points": result.points}
    for seat, letter in enumerate(LETTERS):
        answers[letter] = None if result.scores is None else result.scores[seat]
        answers[f"{letter}_count"] = None if result.counts is None else result.counts[seat]
    return answers
