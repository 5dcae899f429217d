"""Run reference cases about sheets of several columns, and about the suits in which a spread scores."""

from dataclasses import replace

import games.engine as engine
from games.reference.words import Answers, BadCase, Case, hand, letter_of, only_known, seat_of


def suits(rules: engine.RuleSet, given: Case) -> Answers:
    """`melds`, `deadwood`, `closed` -> `suits`: the suits in which the hand would score."""
    only_known(given, "melds", "deadwood", "closed")
    melds = [hand(cards) for cards in given.get("melds") or ()]
    return {"suits": engine.scoring_suits(melds, hand(given.get("deadwood")), given.get("closed") or "")}


def columns(rules: engine.RuleSet, given: Case) -> Answers:
    """`wins` -> the three totals of each player, who closed each column, and the settlement."""
    only_known(given, "wins")
    sheet, used = entered(rules, rules.sheet.blank(2), [_win(word) for word in given["wins"].split()])
    answers: Answers = {
        "closed": [letter_of(column.winner) or "-" for column in sheet.columns],
        "over": sheet.over,
        "winner": letter_of(sheet.winner),
        "hands_used": used,
    }
    for seat, letter in enumerate("AB"):
        answers[letter] = [column.points[seat] for column in sheet.columns]
        answers[f"column_net_{letter}"] = [column.net[seat] for column in sheet.columns]
        answers[f"net_{letter}"] = sheet.net[seat]
    return answers


def suitgame(rules: engine.RuleSet, given: Case) -> Answers:
    """`start`, `hands` -> each player's total in each suit, the closed suits, and the sums."""
    only_known(given, "start", "hands")
    start = given.get("start") or {}
    only_known(start, "A", "B")
    carried = tuple(tuple((start.get(letter) or {}).get(suit, 0) for suit in engine.SUITS) for letter in "AB")
    score = replace(rules.sheet.blank(2), start=carried)
    sheet, used = entered(rules, score, [_hand(entry) for entry in given["hands"]])
    answers: Answers = {
        "closed": "".join(column.name for column in sheet.columns if column.over),
        "over": sheet.over,
        "winner": letter_of(sheet.winner),
        "hands_used": used,
    }
    for seat, letter in enumerate("AB"):
        answers[letter] = " ".join(f"{column.name}{column.points[seat]}" for column in sheet.columns)
        answers[f"sum_{letter}"] = sheet.points[seat]
    return answers


def entered(
    rules: engine.RuleSet, score: engine.Score, results: list[engine.DealResult]
) -> tuple[engine.Settlement, int]:
    """Enter deals one by one until the sheet says that the game is over; returns the sheet and the number of deals
    used."""
    used = 0
    for result in results:
        if rules.sheet.settle(rules, score).over:
            break
        score, used = rules.sheet.enter(rules, score, result), used + 1
    return rules.sheet.settle(rules, score), used


def _win(word: str) -> engine.DealResult:
    """The result that a word writes: `A25` is a win of 25 points for A, `-` a dead deal."""
    if word == "-":
        return engine.DealResult(type="dead", winner=None, points=0)
    if not word[1:].isdigit():
        raise BadCase(f"{word!r} is no win such as A25")
    return engine.DealResult(type="knock", winner=seat_of(word[0]), points=int(word[1:]))


def _hand(entry: Case) -> engine.DealResult:
    only_known(entry, "w", "p", "suits")
    winner = entry.get("w")
    if winner is None:
        return engine.DealResult(type="dead", winner=None, points=0)
    return engine.DealResult(
        type="knock", winner=seat_of(winner), points=entry.get("p", 0), suits=entry.get("suits") or ""
    )
