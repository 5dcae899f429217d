"""Plays the transcripts of tests/transcripts: deals as a player would write them, card by card and point by point.

deal 1: B deals                         then what each holds, and the upcard
A draws 9C, throws KD                   or: takes 9C · takes the upcard · passes
A takes 8H, throws 6C and knocks        or: and has gin
B shows · B lays off 6H on 3H 4H 5H · B is done
= A knock 19 (A 7, B 26)                or: = nobody tie 0 (A 9, B 9) · = dead
== A wins 400 to 0, shutout

Under laws also step by step: A draws 2H · A throws 2H (and knocks) · B draws 3D early · B reaches for 7H · A sees 9D
10D · B takes the seen 9D · A looks back · B objects · A admits · B rejects · B accepts · B forces · B permits ·
B continues · DIR set_size A 11, and what everybody sees then, as in ": B draw: ban A, 9D TD for B".
"""

import re
from pathlib import Path

import pytest

from games import engine
from tests.games.engine.gin_table import card, hand
from tests.games.engine.law_table import seen, spoken

TRANSCRIPTS = sorted((Path(__file__).parents[3] / "transcripts").glob("*.txt"))
TURN = re.compile(r"(draws|takes) (\S+|the upcard), throws (\S+)(?: and (knocks|has gin))?")
PACK = tuple(range(52))
DEEDS = {
    "objects": engine.Object,
    "admits": engine.Admit,
    "looks back": engine.LookDiscards,
    "rejects": engine.RejectKnock,
    "accepts": engine.AcceptKnock,
    "forces": engine.ForceExposed,
    "permits": engine.PermitPickup,
    "continues": engine.ChooseContinue,
    "asks for a new deal": engine.ChooseRedeal,
}
STEP = re.compile(r"(draws|takes|throws|takes the seen) (\S+?)(?: (early|and knocks))?")
FROM_STOCK = re.compile(r" draws (\S+?)(?:,| early|$)| sees (.*)")


class Sitting:
    """A transcript on its way through the engine; whatever is written and not so fails with its line."""

    def __init__(self, lines):
        self.options = dict(line.split()[1:] for line in lines if line.startswith("option "))
        key = next(line.split()[1] for line in lines if line.startswith("rules "))
        self.rules = engine.rule_set(key, **self.options)
        self.state = engine.start(self.rules)
        self.lines = [line for line in lines if not line.startswith(("rules ", "option "))]

    def play(self):
        for at, line in enumerate(self.lines):
            if line.startswith("deal "):
                self.deal(line, self.lines[at + 1 :])
            elif line.startswith("=="):
                assert line == self.game()
            elif line.startswith("="):
                assert line == self.result()
            elif line.startswith(": "):
                assert line == f": {seen(self.rules, self.state)}"
            elif line.startswith("DIR "):
                self.do(spoken(line))
            elif line[:2] in ("A ", "B ") and " holds " not in line:
                self.turn("AB".index(line[0]), line[2:])

    def do(self, action):
        self.state, events = engine.apply(self.rules, self.state, action)
        return events

    def deal(self, line, following):
        """Builds the deck that gives everybody what is written: hands, upcard, and the stock as it is drawn."""
        _, number, dealer = re.fullmatch(r"(deal) (\d+): ([AB]) deals", line).groups()
        if engine.due_chance(self.rules, self.state) is engine.DrawForDeal:
            self.draw_for_deal("AB".index(dealer))
        held = [engine.cards_of(hand(following[n].split(" holds ")[1])) for n in (0, 1)]
        first, last = held["BA".index(dealer)], held["AB".index(dealer)]
        deck = [card for pair in zip(first, last, strict=True) for card in pair]
        deck.append(card(following[2].split()[1]))
        for later in following[3:]:
            if later.startswith("deal "):
                break
            found = FROM_STOCK.search(later)
            deck += [card(text) for text in (found[1] or found[2]).split()] if found else []
        self.do(engine.Deal((*deck, *(card for card in PACK if card not in deck))))
        assert self.state.rest.deal == int(number)
        assert "AB"[self.state.rest.places.dealer] == dealer

    def draw_for_deal(self, dealer):
        for two in ((card("KS"), card("2C")), (card("2C"), card("KS"))):
            deck = engine.DrawForDeal((*two, *(card for card in PACK if card not in two)))
            drawn, _ = engine.apply(self.rules, self.state, deck)
            if drawn.rest.places.dealer == dealer:
                self.state = drawn
                return

    def turn(self, seat, words):
        if words == "passes":
            self.do(engine.PassUpcard(seat))
        elif words == "shows":
            self.do(engine.ShowHand(seat))
        elif words == "is done":
            self.do(engine.Finish(seat))
        elif words in DEEDS:
            self.do(DEEDS[words](seat))
        elif words.startswith("sees "):
            (exposed, _) = self.do(engine.PeekStock(seat, len(words.split()) - 1))
            assert exposed.cards == tuple(card(text) for text in words.split()[1:])
        elif words.startswith("reaches for "):
            self.do(engine.DrawDiscard(seat))
        elif STEP.fullmatch(words):
            self.step(seat, *STEP.fullmatch(words).groups())
        elif words.startswith("lays off "):
            text, meld = words.removeprefix("lays off ").split(" on ")
            self.do(engine.LayOff(seat, card(text), self.state.rest.spread.melds.index(hand(meld))))
        else:
            self.draw_and_throw(seat, *TURN.fullmatch(words).groups())

    def draw_and_throw(self, seat, how, drawn, thrown, ending):
        if drawn == "the upcard":
            self.do(engine.TakeUpcard(seat))
        else:
            (drew,) = self.do((engine.DrawStock if how == "draws" else engine.DrawDiscard)(seat))
            assert drew.card == card(drawn)
        kind = {None: engine.Discard, "knocks": engine.Knock, "has gin": engine.Gin}[ending]
        assert kind(seat, card(thrown)) in engine.legal_actions(self.rules, self.state, seat)
        self.do(kind(seat, card(thrown)))

    def step(self, seat, how, text, more):
        """Half a turn: a draw or a throw by itself."""
        if how == "throws":
            self.do((engine.Knock if more else engine.Discard)(seat, card(text)))
        elif how == "takes the seen":
            self.do(engine.DrawExposed(seat, card(text)))
        else:
            drew = self.do((engine.DrawStock if how == "draws" else engine.DrawDiscard)(seat))[0]
            assert drew.card == card(text)

    def result(self):
        result = self.state.rest.result
        if result.type == "dead":
            return "= dead"
        who = "nobody" if result.winner is None else "AB"[result.winner]
        return f"= {who} {result.type} {result.points} (A {result.counts[0]}, B {result.counts[1]})"

    def game(self):
        game = engine.outcome(self.rules, self.state)
        shutout = ", shutout" if game.shutout else ""
        return f"== {'AB'[game.winner]} wins {game.totals[0]} to {game.totals[1]}{shutout}"


def read(path):
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path):
    sitting = Sitting(read(path))
    sitting.play()
    assert engine.to_act(sitting.rules, sitting.state) == ()  # nothing is left hanging


def test_there_are_transcripts():
    assert len(TRANSCRIPTS) >= 5


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("B draws 9C, throws KD", "B draws 9C, throws 3C"), ("= A gin 77 (A 0, B 52)", "= A gin 72 (A 0, B 52)")],
)
def test_a_transcript_that_is_not_so_fails(wrong, right):
    path = next(path for path in TRANSCRIPTS if path.stem == "gin-rummy-com")
    with pytest.raises((AssertionError, engine.Impossible)):
        Sitting([right if line == wrong else line for line in read(path)]).play()
