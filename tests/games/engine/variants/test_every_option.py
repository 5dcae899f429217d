"""Every option of every kernel changes something that can be observed, or is refused for that rule set by its name."""

import random
from dataclasses import replace
from itertools import product

import pytest

from games import engine
from games.engine.conquian.centre import can_force
from games.engine.gin.scoring.showdown import score_knock
from games.engine.moves import director, law_actions
from games.engine.play.options import OPTIONS, TABLED, Shutout, options_of
from games.reference.positions import set_up, set_up_table
from tests.games.engine.gin_table import deck

NUMBERS = {
    "team_size": (1, 2, 3, 4),
    "knock_limit": (0, 5, 10),
    "target": (50,),
    "team_target": (60,),
    "double_cap": (2, 7),  # so few doubles come to it that random play meets it
}
ALL = {name: None for options in (OPTIONS, *TABLED.values()) for name in options}
ENDING = (engine.Gin, engine.Knock, law_actions.BigGin, law_actions.DeclineDouble, engine.Challenge, engine.CqFold)
FEW = 5  # cards of the stock
SPADE, ACE = engine.parse_card("7S"), engine.parse_card("AH")
COUNTS = ((3, 20), (8, 8), (9, 2), (0, 5))
ENDS = ("knock", "big_gin", "declined")
WHO = {director.DirSetSize: "player", director.DirRecord: "offender"}
GOOD, JUNK, ALL_MELDED = (
    "8H 8D 8C 6H 6D 6S KH KD KC QC AD",
    "8H 4D 8C 6H 2D 6S KH 10D KC QC AD",
    "8H 8D 8C 6H 6D 6S 6C KH KD KC KS",
)
QUEEN = engine.parse_card("QC")
# The cards of the first to play, the upcard last, and what the first (0) and the other (1) then do.
STACKED = [
    (GOOD, [(engine.TakeUpcard, 0), (engine.Knock, 0, QUEEN), (engine.ShowHand, 1), (engine.Finish, 1)]),
    (JUNK, [(engine.TakeUpcard, 0), (engine.Knock, 0, QUEEN), (engine.ShowHand, 1), (law_actions.Object, 1)]),
    (ALL_MELDED, [(engine.TakeUpcard, 0), (law_actions.BigGin, 0), (engine.Finish, 1)]),
    (GOOD, [(law_actions.Double, 0), (law_actions.AcceptDouble, 1), (engine.TakeUpcard, 0), (engine.Discard, 0, QUEEN),
            (law_actions.Double, 1)]),
    (GOOD, [(law_actions.Double, 0), (law_actions.DeclineDouble, 1), (engine.Finish, 1)]),
    (GOOD, [(law_actions.PeekStock, 1, 1)]),
    (GOOD, [(director.DirSetSize, 0, {"n": 8}), (director.DirRecord, 0, {"irr": "IRR-9"}),
            (engine.PassUpcard, 0), (engine.PassUpcard, 1), (engine.DrawStock, 0)]),
    (GOOD, [(engine.Discard, 0, QUEEN), (director.DirSetSize, 1, {"n": 8}), (director.DirRecord, 1, {"irr": "IRR-9"}),
            (engine.DrawStock, 1)]),  # deal: eleven, where nobody passes an upcard
    (GOOD, [(director.DirRecord, 0, {"irr": "IRR-40"})]),
]  # fmt: skip
MELDS = ("AS 2S 3S 4S", "4H 5H 6H 7H")  # the fours of both can be spared for a third
# Values that say the same in a seating.
ALIKE = {
    ("cutthroat", "first_dealer", "high_chooses"): ("random",),  # 3P-1: the cards alone decide, and suits break ties
    ("teams", "team_rotation", None): ("alternate",),  # PRT-2, as long as a team has two members
    ("teams", "team_rotation", "fixed"): (None,),  # and where it has more
}
WITH = {
    "double_cap": {"doubling": True},
    "decline_bonus": {"doubling": True},
    "ace_upcard": {"knock_limit_source": "upcard"},
    "eleven_first_knock": {"deal": "eleven"},
    "accept_after_exposure": {"laws": "table_laws"},
    "seen_ban_out_of_turn": {"laws": "table_laws"},
    "column_settlement": {"columns": 3},
    "column_open": {"columns": 3},
    "suit_target": {"suit_columns": True},
}


def others(rules, name):
    """The values that an option may have beside the one that it has here."""
    if name == "shutout":
        found = (Shutout("none"), Shutout("double_total"), Shutout("add", 50))
    else:
        allowed = options_of(rules.kernel.name)[name]
        found = NUMBERS.get(name) or getattr(allowed, "values", (7, 31))
    same = (getattr(rules, name), *ALIKE.get((rules.seating.name, name, getattr(rules, name)), ()))
    return [value for value in found if value not in same]


def of_the_seats(rules):
    """Who may sit, who deals first and next, and what a game goes to."""
    numbers = tuple(rules.seating.numbers(rules))
    seats = numbers[0]
    draws = [range(at, at + seats) for at in (0, 20)] + [[13 * (at % 4) for at in range(seats)]]
    first = [rules.seating.first(rules, tuple(cards)) for cards in draws]
    places = [one.places or engine.Places(one.dealer, rules.seating.places(seats).after) for one in first if one]
    nexts = []
    for at, winner in product(places, range(seats)):
        result = engine.DealResult(type="knock", winner=winner, points=5, counts=(1,) * seats)
        if winner not in at.waiting:
            nexts += [rules.seating.next(rules, at, result)]
    return numbers, first, nexts, rules.target


def of_the_score(rules):
    """What deals come to, and the games that they make."""
    if rules.kernel.name in TABLED:
        out = engine.DealResult(type="out", winner=0, points=9, scores=(60, -3))
        drawn = engine.DealResult(type="draw", winner=None, points=0, scores=(0, 0))
        return [settled(rules, deals) for deals in ([out], [out, out], [drawn, drawn, out])]
    deals = list(
        filter(None, (deal_of(rules, *facts) for facts in product(COUNTS, (SPADE, ACE), ENDS, ((0, 0), (-1, 0)))))
    )
    big = replace(deals[0], type="gin", winner=1, points=70, extra_boxes=1, suits="CS", penalties=(0, 10, 0))
    nil = replace(big, winner=0, points=0, penalties=(0, 0, 0))
    mine, yours = replace(nil, points=60), replace(nil, winner=1, points=50)
    games = [[big, big], [big, big, big], [nil, big, big, big, big], [mine, mine, yours, yours, yours, yours]]
    games += [[mine] * n + [yours] * 4 for n in (3, 4)]  # a column is closed before the other side opens it
    games += [[one, big, big, big] for one in deals]
    matches = [engine.match_score(rules, (100,) * n) for n in (1, 3, 9)] if rules.seating.name == "two" else []
    return deals, [settled(rules, one) for one in games], matches


def deal_of(rules, counts, upcard, how, fixes):
    """A deal that ends so, as it is scored; None where it cannot end so."""
    if rules.kernel.name == "royal":
        return score_knock(rules, (0, 1, 2), (*counts, 30), upcard=upcard, fixes=(*fixes, 0))
    may_knock = rules.knock_limit or rules.laws != "strict" or how == "declined" or not counts[0]
    if (
        not may_knock
        or (how == "declined" and not rules.doubling)
        or (how == "big_gin" and rules.big_gin_bonus is None)
    ):
        return None
    return score_knock(rules, (0, 1), counts, how=how, upcard=upcard, suits="CS" * rules.suit_columns, fixes=fixes)


def settled(rules, deals):
    """What a sheet with these deals says."""
    score = rules.sheet.blank(rules.seating.numbers(rules)[0])
    for deal in deals:
        try:
            score = rules.sheet.enter(rules, score, replace(deal, penalties=(*deal.penalties, 0, 0)[: score.seats]))
        except engine.Impossible as refused:
            return refused.code
        if rules.sheet.settle(rules, score).over:
            break
    return rules.sheet.settle(rules, score)


def of_the_play(rules, seeds):
    """What happens at a table, move by move: tries and a director's entries among the moves. With odd seeds nobody ends
    a deal before its last cards."""
    said = []
    for seed in seeds:
        rng, state = random.Random(seed), engine.start(rules)
        for _ in range(220):
            chance = engine.due_chance(rules, state)
            if chance is engine.Reshuffle or (chance is None and engine.is_over(rules, state)):
                break
            if chance:
                action = chance(deck(rng, rules.pack.cards))
            else:
                seat = rng.choice(engine.to_act(rules, state))
                listed, seen = engine.open_actions(rules, state, seat), engine.view(rules, state, seat)
                action = rng.choice(patient(listed) if seed % 2 and seen.stock > FEW else listed)
                said += [listed, seen]
            try:
                state, events = engine.apply(rules, state, action)
            except engine.Impossible as refused:
                events = (refused.code,)
            said += [events]
    return said


def patient(listed):
    """What ends no deal, where there is such a thing."""
    return [action for action in listed if not isinstance(action, ENDING)] or listed


def first_difference(rules, base, seeds):
    """Where two rule sets can be told apart, None where they cannot."""
    for look in (of_the_seats, of_the_score, of_the_laws):
        if look(rules) != look(base):
            return look.__name__
    for seed in seeds:
        if of_the_play(rules, [seed]) != of_the_play(base, [seed]):
            return f"play {seed}"
    return None


def of_the_laws(rules):
    """What stacked deals come to, with slips, offers and a director's entries."""
    seats, ranks = 3 if rules.kernel.name == "royal" else 2, rules.pack.ranks
    draws = [engine.DrawForDeal(deck(random.Random(5), rules.pack.cards))]
    boards = rules.team_size if rules.seating.name == "teams" else 1
    found = []
    for text, lines in STACKED:
        cards = [engine.parse_card(word, rules.pack) for word in text.split() if word[:-1].replace("10", "T") in ranks]
        rest = [card for card in rules.pack.cards if card not in cards]
        pack = [
            cards.pop(0) if cards and (at == 10 * seats or at % seats == 0) else rest.pop(0)
            for at in range(len(rules.pack.cards))
        ]
        state, _ = engine.replay(rules, [*draws, *(engine.Deal(tuple(pack)) for _ in range(boards))])
        first = engine.to_act(rules, state)[0]
        board = next((board.seats for board in state.boards if first in board.seats), range(seats))
        second = next(at for at in board if at != first)
        for kind, by, *facts in lines:
            seat = (first, second)[by]
            action = kind(**{WHO[kind]: seat}, **facts[0]) if kind in WHO else kind(seat, *facts)
            try:
                state, events = engine.apply(rules, state, action)
            except engine.Impossible as refused:
                events = (refused.code,)
            listed = [engine.open_actions(rules, state, at) for at in engine.to_act(rules, state)]
            views = [engine.view(rules, state, at) for at in range(len(state.hands))]
            found.append((events, listed, views))
    if rules.kernel.name == "gin" and rules.seating.name == "two":
        found += of_the_last_discard(rules)
    if rules.kernel.name == "conquian":
        lying = [
            engine.Tabled(engine.parse_hand(text, rules.pack), (0, engine.parse_hand(text, rules.pack)))
            for text in MELDS
        ]
        card = engine.parse_card("4D", rules.pack)
        state = set_up_table(
            rules, hands=[0, 0], phase=engine.Phase.FORCE_WINDOW, table=lying, centre=card, stock=[], pile=[]
        )
        found.append(can_force(rules, state))
    return found


def of_the_last_discard(rules):
    """What may follow the last discard: a card that makes gin, and one that may only be thrown again."""
    found = []
    for held, last in (("8H 8D 8C 6H 6D 6S KH KD KC QC", "KS"), ("8H 8D 8C 6H 6D 6S KH KD KC KS", "QC")):
        hands = [engine.parse_hand(text) for text in (held, f"2H 4H 9H 2S 4S 9S 2C 4C 9C JD {last}")]
        pile, phase = [engine.parse_card("3C")], engine.Phase.DISCARD
        state = set_up(rules, hands=hands, pile=pile, stock_size=rules.stock_floor, turn=1, phase=phase)
        state, _ = engine.apply(rules, state, engine.Discard(1, engine.parse_card(last)))
        while engine.to_act(rules, state) and len(found) < 9:
            found.append(engine.open_actions(rules, state, 0))
            if engine.DrawDiscard(0) not in found[-1]:
                break
            state, _ = engine.apply(rules, state, engine.DrawDiscard(0))
    return found


@pytest.mark.parametrize("option", [*ALL, "shutout"])
def test_an_option_changes_something_or_is_refused_by_its_name(option):
    """In the first variant of each kernel and seating; in every variant: the long form."""
    some = {
        (base.kernel.name, base.seating.name, base.sheet.name): base for base in reversed([*engine.VARIANTS.values()])
    }
    check(option, some.values(), range(4))


@pytest.mark.marathon
@pytest.mark.parametrize("option", [*ALL, "shutout"])
def test_an_option_changes_something_or_is_refused_in_every_variant(option):
    check(option, engine.VARIANTS.values(), range(40))


def check(option, variants, seeds):
    silent, seen = [], 0
    for variant in variants:
        if option not in options_of(variant.kernel.name) and (option != "shutout" or variant.kernel.name in TABLED):
            continue
        for value, beside in product(others(variant, option), ({}, WITH[option]) if option in WITH else ({},)):
            rules = accepted(variant, {**beside, option: value})
            if rules is None:
                continue
            base = engine.rule_set(variant.key, **beside)
            seen += 1
            if rules != base and first_difference(rules, base, seeds) is None:
                silent.append((variant.key, value, beside))
    assert not silent
    assert seen


def accepted(variant, options):
    """The rule set, or None where it is refused: an option that changes nothing there by its name."""
    try:
        return engine.rule_set(variant.key, **options)
    except engine.Inert as refused:
        said = (refused.code, refused.rules, variant.key in str(refused), refused.field in str(refused))
        if said != ("E_OPTION", variant.key, True, True) or refused.field not in options:
            raise
    except engine.Impossible as refused:
        if refused.code != "E_OPTION":
            raise
    return None
