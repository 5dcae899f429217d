"""The rules of gin rummy, and nothing else: no clock, no chance, no input or output. What is listed here is public.

>>> from games import engine
>>> rules = engine.rule_set("gin-pagat")
>>> state = engine.start(rules)
>>> state, events = engine.apply(rules, state, engine.DrawForDeal(tuple(range(52))))
"""

from games.engine import codec
from games.engine.actions import (
    Action,
    Deal,
    Discard,
    DrawDiscard,
    DrawForDeal,
    DrawStock,
    Finish,
    Gin,
    Knock,
    LayOff,
    PassUpcard,
    ShowHand,
    TakeUpcard,
)
from games.engine.cards import SUITS, card_text, cards_of, hand_of, hand_text, parse_card, parse_hand, value
from games.engine.events import (
    AcceptedDouble,
    DealScored,
    Dealt,
    DeclinedDouble,
    Discarded,
    Drew,
    DrewForDeal,
    Event,
    GameWon,
    Knocked,
    LaidOff,
    LeftLast,
    OfferedDouble,
    Passed,
    Showed,
    TookUpcard,
)
from games.engine.gin.arranging import scoring_suits
from games.engine.gin.showdown import Showdown, settle_knock
from games.engine.impossible import Impossible, Unplayable
from games.engine.law_actions import AcceptDouble, BigGin, DeclineDouble, DeclineLast, Double
from games.engine.layoff import Answer, best_answer
from games.engine.melds import (
    Spread,
    best_spread,
    deadwood,
    deadwood_after_discard,
    knocks,
    meld_kind,
    spread_of,
    spreads,
)
from games.engine.position import set_up
from games.engine.referee import apply, due_chance, is_over, legal_actions, outcome, replay, start, to_act
from games.engine.result import Column, DealResult, Score, Settlement
from games.engine.rules import RuleSet
from games.engine.sheets.pad import MatchScore, match_score
from games.engine.state import UNKNOWN, Phase, Places, State, fix_of
from games.engine.variants import VARIANTS, rule_set
from games.engine.view import Aids, View, aids, view, view_event

__all__ = [
    "SUITS",
    "UNKNOWN",
    "VARIANTS",
    "AcceptDouble",
    "AcceptedDouble",
    "Action",
    "Aids",
    "Answer",
    "BigGin",
    "Column",
    "Deal",
    "DealResult",
    "DealScored",
    "Dealt",
    "DeclineDouble",
    "DeclineLast",
    "DeclinedDouble",
    "Discard",
    "Discarded",
    "Double",
    "DrawDiscard",
    "DrawForDeal",
    "DrawStock",
    "Drew",
    "DrewForDeal",
    "Event",
    "Finish",
    "GameWon",
    "Gin",
    "Impossible",
    "Knock",
    "Knocked",
    "LaidOff",
    "LayOff",
    "LeftLast",
    "MatchScore",
    "OfferedDouble",
    "PassUpcard",
    "Passed",
    "Phase",
    "Places",
    "RuleSet",
    "Score",
    "Settlement",
    "ShowHand",
    "Showdown",
    "Showed",
    "Spread",
    "State",
    "TakeUpcard",
    "TookUpcard",
    "Unplayable",
    "View",
    "aids",
    "apply",
    "best_answer",
    "best_spread",
    "card_text",
    "cards_of",
    "codec",
    "deadwood",
    "deadwood_after_discard",
    "due_chance",
    "fix_of",
    "hand_of",
    "hand_text",
    "is_over",
    "knocks",
    "legal_actions",
    "match_score",
    "meld_kind",
    "outcome",
    "parse_card",
    "parse_hand",
    "replay",
    "rule_set",
    "scoring_suits",
    "set_up",
    "settle_knock",
    "spread_of",
    "spreads",
    "start",
    "to_act",
    "value",
    "view",
    "view_event",
]
