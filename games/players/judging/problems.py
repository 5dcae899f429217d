"""Choose the problem of a day: a position where one throw is clearly best and a weaker player misses it.

A decision is judged as the analysis judges one: from what its seat could know, each throw played out in the same worlds
with the same chance (`analysis`). The worlds by which the best throw is chosen are not those by which it is measured.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import islice
from operator import attrgetter
from random import Random
from statistics import fmean
from typing import Any

from games.engine import Action, Discard, Phase, RuleSet, View, legal_actions, rule_set, view
from games.players import TOP_V1, Memory, Sight, make_player
from games.players.judging import analysis
from games.players.judging.analysis import Decision, Question, decisions
from games.players.playing import seeded_deal
from games.players.policies.learned.top_v1 import candidates
from games.players.reasons.kinds import Reason
from games.players.reasons.throws import why_rather

VERSION, PLAYER = "strong-3", "strong"  # who plays the throws out: top takes thrice as long for the same throws
RULES = "gin-pagat"  # of the deals that house players play where the archive has none
ASKED = ("beginner", "novice", "club")  # levels that a person may be like
MISSING = 2  # so many of them must throw another card
EARLIEST = 4  # cards thrown before: something must be known of the other hand
CHOOSING, MEASURING = 32, 200  # worlds: with 200, one standard error is some 1.7 points
CLEAR = 2.0  # points of the deal by which the best throw leads every other, and by two standard errors
MOST_TRIED = 40  # decisions that are looked at in few worlds
AGAIN, TIMES = 12, 3  # those of them whose best throw leads most are looked at again, in so many times the worlds
MOST_MEASURED = 6  # of those, the ones whose best throw leads most again
OWN_DEALS = 400  # deals between house players that are looked through after those of the archive


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunt:
    """Where to search: finished deals in the order of trying them, the seed of all chance, the number of decisions to
    look at, the number of deals of house players that follow, and the numbers of worlds in which the best throw is
    chosen and measured."""

    deals: tuple[Question, ...]
    seed: str
    tried: int = MOST_TRIED
    own: int = OWN_DEALS
    choosing: int = CHOOSING
    measuring: int = MEASURING


@dataclass(frozen=True, slots=True)
class Answer:
    """A throw: the card, the points of the deal that it is worth to the seat, the points by which the best is better, ±
    `error` (one standard error; both 0 for the best), and why the best is better (of the best: than the second)."""

    card: int
    points: float
    behind: float
    error: float
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A position where a throw is to be found. `deal` is the number of its deal in the hunt (None: house players played
    it, and `own` is their number in the hunt); `place` is the action in its log. `seen` is the view of the seat,
    `memory` what everybody had seen. The best answer comes first."""

    deal: int | None
    own: int | None
    place: int
    seat: int
    played: int
    seen: View
    memory: Memory
    answers: tuple[Answer, ...]

    @property
    def is_clear(self) -> bool:
        """Does the best throw lead every other by enough, and by more than chance would explain?"""
        return all(one.behind >= max(CLEAR, analysis.SIGNIFICANT * one.error) for one in self.answers[1:])

    @property
    def lead(self) -> float:
        """The points by which the best throw is ahead of the second."""
        return self.answers[1].behind


@dataclass(frozen=True, slots=True)
class _Look:
    """A decision examined in few worlds: its throws, the best of them, and the points by which that leads."""

    deal: int | None
    own: int | None
    rules: RuleSet
    decision: Decision
    cards: tuple[int, ...]
    best: int
    lead: float
    chance: Random


def find(hunt: Hunt) -> Problem | None:
    """The clear problem of a hunt, else the one whose best throw leads most; None if none leads. The same hunt gives
    the same problem."""
    looks = [_looked_at(*one, hunt) for one in islice(_missed(hunt), hunt.tried)]
    again = [_looked_again(look, TIMES * hunt.choosing) for look in nlargest(AGAIN, looks, key=attrgetter("lead"))]
    best: Problem | None = None
    for look in nlargest(MOST_MEASURED, again, key=attrgetter("lead")):
        found = _measured(look, hunt.measuring)
        if found.is_clear:
            return found
        if found.lead > (best.lead if best else 0):
            best = found
    return best


def found_again(hunt: Hunt, own: int, place: int) -> Problem:
    """The problem of this hunt at that place of its deal `own` between house players, measured once more: the same
    numbers."""
    rules = rule_set(RULES)
    decision = next(one for one in _own_decisions(hunt, own) if one.place == place)
    look = _looked_at(None, own, rules, decision, hunt)
    return _measured(_looked_again(look, TIMES * hunt.choosing), hunt.measuring)


def _missed(hunt: Hunt) -> Iterator[tuple[int | None, int | None, RuleSet, Decision]]:
    """The decisions of a hunt that are worth measuring, each with its deal."""
    for number, question in enumerate(hunt.deals):
        rules = rule_set(question.rules, **question.options)
        found = decisions(rules, question.actions, question.first)
        yield from ((number, None, rules, one) for one in _worth(rules, found))
    rules = rule_set(RULES)
    for own in range(hunt.own):
        yield from ((None, own, rules, one) for one in _worth(rules, _own_decisions(hunt, own)))


def _own_decisions(hunt: Hunt, own: int) -> Iterable[Decision]:
    """The decisions of a deal that two house players play for this hunt."""
    rules, chance = rule_set(RULES), Random(f"{hunt.seed}:own:{own}")
    players = [make_player("club", chance.getrandbits(32)) for _seat in range(2)]
    return decisions(rules, seeded_deal(rules, players, chance.getrandbits(32)), 1)


def _worth(rules: RuleSet, found: Iterable[Decision]) -> Iterator[Decision]:
    """The decisions at which the only choice is a throw, and at which weaker players throw another card than
    top-v1."""
    for one in found:
        if one.state.phase is not Phase.DISCARD or one.memory.thrown.bit_count() < EARLIEST:
            continue
        lawful = legal_actions(rules, one.state, one.seat)
        if all(isinstance(action, Discard) for action in lawful) and _is_missed(rules, one):
            yield one


def _is_missed(rules: RuleSet, decision: Decision) -> bool:
    best = _thrown(rules, decision, TOP_V1)
    return sum(_thrown(rules, decision, level) != best for level in ASKED) >= MISSING


def _thrown(rules: RuleSet, decision: Decision, level: str) -> int:
    return _card(make_player(level, 0, decision.memory.copy()).choose(view(rules, decision.state, decision.seat)))


def _looked_at(deal: int | None, own: int | None, rules: RuleSet, decision: Decision, hunt: Hunt) -> _Look:
    chance = Random(f"{hunt.seed}:{deal}:{decision.place}")
    cards = _thought_of(rules, decision)
    points = _points(rules, decision, cards, chance, hunt.choosing)
    means = [fmean(scored) for scored in points]
    first, second = sorted(means, reverse=True)[:2]
    return _Look(deal, own, rules, decision, cards, cards[means.index(first)], first - second, chance)


def _looked_again(look: _Look, worlds: int) -> _Look:
    """Compare the same throw with the others again in other worlds: a lead by chance alone then disappears."""
    points = _points(look.rules, look.decision, look.cards, look.chance, worlds)
    means = {card: fmean(scored) for card, scored in zip(look.cards, points, strict=True)}
    return replace(look, lead=means.pop(look.best) - max(means.values()))


def _measured(look: _Look, worlds: int) -> Problem:
    """The problem with every lawful throw measured, so that everybody who answers learns what their card is worth."""
    decision = look.decision
    cards = _lawful(look.rules, decision)
    points = _points(look.rules, decision, cards, look.chance, worlds)
    best = points[cards.index(look.best)]
    seen = view(look.rules, decision.state, decision.seat)
    sight = Sight(seen, decision.state.hands[decision.seat], decision.memory, Random(0))
    answers = []
    for card, scored in zip(cards, points, strict=True):
        behind, error = analysis.difference(best, scored)
        reasons = why_rather(sight, look.best, card) if card != look.best else ()
        answers.append(Answer(card, fmean(scored), behind, error, reasons))
    answers.sort(key=lambda one: (one.card != look.best, one.behind))
    answers[0] = replace(answers[0], reasons=answers[1].reasons)
    return Problem(
        deal=look.deal, own=look.own, place=decision.place, seat=decision.seat, played=_card(decision.played),
        seen=seen, memory=decision.memory, answers=tuple(answers),
    )  # fmt: skip


def _points(rules: RuleSet, decision: Decision, cards: Iterable[int], chance: Random, worlds: int) -> list[list[int]]:
    """The points that each of these throws scores in the same worlds."""
    throws: list[Action] = [Discard(decision.seat, card) for card in cards]
    return analysis.points_of(rules, decision, throws, chance, worlds, PLAYER)


def _lawful(rules: RuleSet, decision: Decision) -> tuple[int, ...]:
    return tuple(_card(action) for action in legal_actions(rules, decision.state, decision.seat))


def _thought_of(rules: RuleSet, decision: Decision) -> tuple[int, ...]:
    """The throws to compare first: those that the top level considers, and those of each level and of the player of the
    deal."""
    hand, lawful = decision.state.hands[decision.seat], _lawful(rules, decision)
    sight = Sight(view(rules, decision.state, decision.seat), hand, decision.memory, Random(0))
    looked = {card for card, _left in candidates(sight, lawful)}
    thrown = {_thrown(rules, decision, level) for level in (TOP_V1, *ASKED)}
    return tuple(card for card in lawful if card in looked | thrown | {_card(decision.played)})


def _card(action: Any) -> int:
    """The card that an action throws."""
    return int(action.card)
