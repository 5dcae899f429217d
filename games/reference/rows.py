"""Rows of the reference data: least deadwood, answers to a knock, whole games of another engine."""

import games.engine as engine
from games.reference.words import Answers, Case, hand


def deadwood_row(row: Case) -> tuple[Answers, Answers]:
    """The expected and the given answers of a row of deadwood*.tsv: every column but the hand."""
    cards = hand(row["hand"])
    solved = {
        "min_deadwood": engine.deadwood,
        "min_deadwood_all11": engine.deadwood,
        "min_deadwood_after_best_discard": engine.deadwood_after_discard,
    }
    expected = {column: int(value) for column, value in row.items() if column != "hand"}
    return expected, {column: solve(cards) for column, solve in solved.items() if column in expected}


def layoff_row(row: Case) -> tuple[Answers, Answers]:
    """The expected and the given answers of a row of layoff*.jsonl: each spread of the knocker with the best answer to
    it."""
    rules = engine.rule_set("gin-all-25")
    knocker, defender = hand(row["knocker"]), hand(row["defender"])
    expected = {
        "knocker_deadwood": row["knocker_deadwood"],
        "gin": row["gin"],
        "defender_deadwood_no_layoff": row["defender_deadwood_no_layoff"],
    }
    answers: Answers = {
        "knocker_deadwood": engine.deadwood(knocker),
        "gin": engine.deadwood(knocker) == 0,
        "defender_deadwood_no_layoff": engine.deadwood(defender),
    }
    expected["spreads"] = sorted(sorted(hand(meld) for meld in spread["melds"]) for spread in row["spreads"])
    answers["spreads"] = sorted(sorted(spread.melds) for spread in engine.spreads(knocker))
    for at, spread in enumerate(row["spreads"]):
        settled = engine.settle_knock(rules, knocker, defender, melds=[hand(meld) for meld in spread["melds"]])
        points = settled.result.points
        expected[f"defender_min_deadwood {at}"] = spread["defender_min_deadwood"]
        answers[f"defender_min_deadwood {at}"] = settled.laid.count
        expected[f"points_to_knocker_25_25 {at}"] = spread["points_to_knocker_25_25"]
        answers[f"points_to_knocker_25_25 {at}"] = points if settled.result.winner == 0 else -points
    return expected, answers


def game_rules(row: Case) -> engine.RuleSet:
    """The rule set of a shared game by the recipe of the data; raises Impossible if it lacks an option."""
    params = row["params"]
    options = {
        "gin_bonus": params["gin_bonus"],
        "undercut_bonus": params["undercut_bonus"],
        "last_discard": "take_to_knock_same",
        "laws": "table_laws",
        "showdown": "best",
    }
    if params["oklahoma"]:
        options |= {"knock_limit_source": "upcard", "ace_upcard": "gin_only", "spade_multiplier": 1}
    if params["knock_card"] == 0:
        return engine.rule_set("straight", **options)
    return engine.rule_set("gin-all-25", knock_limit=params["knock_card"], **options)
