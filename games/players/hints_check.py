"""`python -m games.players.hints_check`: are hints true? Decisions drawn from whole deals, each sentence read again.

Players of all levels play deals of every kind of game by hand of a seed; decisions are drawn from them. Each hint is
said in both languages, taken apart by `games/players/checking` and counted in the cards, without the code that made it.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from random import Random
from typing import Any

import games.engine as engine
from games.live.lessons import spoken_hints
from games.players import LEVELS, Memory, make_player
from games.players.checking.spoken import LANGUAGES, READERS, Said
from games.players.playing import seeded_deal

GAMES: Sequence[tuple[str, dict[str, Any], int]] = (
    ("gin-pagat", {}, 6),
    ("gin-rummy-com", {}, 2),
    ("oklahoma-full", {}, 2),
    ("hollywood", {}, 1),
    ("big-gin", {}, 1),
    ("straight", {}, 1),
    ("gin-pagat", {"showdown": "manual"}, 2),
    ("doubling", {}, 1),
    ("colonel-fosdick", {}, 2),
    ("colonel-challenge", {}, 1),
    ("colonel-pile", {}, 1),
    ("conquian", {}, 2),
    ("conquian-bicycle", {}, 1),
)  # rules, options, how often
LEAST, BOUND = 3, 0.10  # decisions drawn from a deal; part of the sentences that may go without a reason


@dataclass(frozen=True, slots=True)
class Drawn:
    """A decision: the plain position, and what the hint says in each language, with every claim."""

    position: dict[str, Any]
    says: dict[str, str]
    lines: dict[str, list[str]]
    claims: dict[str, list[Said]]

    @property
    def has_reason(self) -> bool:
        """Does the sentence say more than what to do?"""
        return len(self.claims["en"]) > 1 or ": " in self.says["en"]


def drawn(seed: int) -> Iterator[Drawn]:
    """Decisions without end, the same for the same seed."""
    chance = Random(seed)
    weights = [often for _rules, _options, often in GAMES]
    while True:
        key, options, _often = chance.choices(GAMES, weights)[0]
        rules = engine.rule_set(key, **options)
        players = [make_player(chance.choice(LEVELS), chance.getrandbits(32)) for _seat in range(2)]
        actions = seeded_deal(rules, players, chance.getrandbits(32))
        found = list(positions(rules, actions))
        for view, memory, position in chance.sample(found, min(LEAST, len(found))):
            yield heard(view, memory, position)


def positions(
    rules: engine.RuleSet, actions: Sequence[engine.Action]
) -> Iterator[tuple[engine.View, Memory, dict[str, Any]]]:
    """Each place of a deal at which a seat could choose: its view, its memory, and the plain position."""
    state, seats = engine.start(rules), range(2)
    memories, seen = [Memory() for _ in seats], Seen()
    for action in actions:
        seat = getattr(action, "seat", None)
        if isinstance(seat, int):
            view = engine.view(rules, state, seat)
            if view.turn == seat and len(view.actions or ()) > 1 and view.hand is not None:
                yield view, memories[seat].copy(), seen.plain(view, state, seat)
        before = state
        state, events = engine.apply(rules, engine.state_met(rules, state, action), action)
        seen.follow(before, state, action)
        for at in seats:
            for event in events:
                memories[at].see(engine.view_event(rules, event, at))


class Seen:
    """What has lain open in a deal, kept apart from the memory of the players."""

    def __init__(self) -> None:
        """Begin a deal."""
        self.took, self.left = {0: set[int](), 1: set[int]()}, {0: set[int](), 1: set[int]()}
        self.threw: dict[int, list[int]] = {0: [], 1: []}
        self.in_a_row = 0

    def follow(self, before: engine.State, after: engine.State, action: engine.Action) -> None:
        """Take in an action, from the state before it and after it."""
        seat = getattr(action, "seat", None)
        if seat not in (0, 1):
            return
        lying, now = before.hands[seat], after.hands[seat]
        top = before.pile[-1] if before.pile else None
        if isinstance(action, engine.TakeUpcard | engine.DrawDiscard):
            self.took[seat] |= set(engine.cards_of(now & ~lying))
            self.in_a_row += isinstance(action, engine.DrawDiscard)
        elif isinstance(action, engine.DrawStock | engine.PassUpcard | engine.DeclineLast) and top is not None:
            self.in_a_row = 0 if isinstance(action, engine.DrawStock) else self.in_a_row
            mine = self.threw[seat][-1:] == [top]
            if not mine and not (isinstance(action, engine.DrawStock) and before.passes == 2):
                self.left[seat].add(top)
        if isinstance(action, engine.Discard):
            self.threw[seat].append(action.card)

    def plain(self, view: engine.View, state: engine.State, seat: int) -> dict[str, Any]:
        """The position as plain data, for a program that knows none of our code."""
        other, pack = 1 - seat, view.pack

        def texts(cards: Any) -> list[str]:
            return [engine.card_text(card, pack) for card in cards]

        held = set(engine.cards_of(state.hands[other]))
        tabled = [{"cards": texts(engine.cards_of(one.cards)), "mine": bool(one.laid[seat])} for one in view.table]
        shown = view.spread.melds if view.spread is not None else ()
        tabled += [{"cards": texts(engine.cards_of(meld)), "mine": False} for meld in shown]
        return {
            "game": engine.VARIANTS[view.rules].kernel.name,
            "rules": view.rules,
            "hand": texts(engine.cards_of(view.hand or 0)),
            "top": texts([view.top])[0] if view.top is not None else "",
            "thrown": texts(state.pile),
            "known": texts(sorted(self.took[other] & held)),
            "refused": texts(sorted(self.left[other])),
            "their_last": texts(self.threw[other][-2:]),
            "they_threw": texts(self.threw[other]),
            "turn": 1 + len(self.threw[seat]),
            "open_draws": self.in_a_row,
            "stock": view.stock,
            "limit": view.limit,
            "barred": texts(_barred(view)),
            "pile": view.pile,
            "counts": view.counts[other],
            "ace": pack.values[engine.parse_card("AS", pack)],
            "table": tabled,
            "centre": texts([view.centre])[0] if view.centre is not None else "",
            "laid_off": texts(card for card, _meld in view.laid.laid_off) if view.laid else [],
            "may_use": any(isinstance(one, engine.CqUse) for one in view.actions or ()),
        }


def _barred(view: engine.View) -> list[int]:
    """The card that was taken from the pile in this turn and may not be thrown at gin (GIN-11)."""
    taken, is_gin = view.taken, engine.VARIANTS[view.rules].kernel.name == "gin"
    return [taken.card] if is_gin and taken and taken.source == "pile" and taken.card is not None else []


def heard(view: engine.View, memory: Memory, position: dict[str, Any]) -> Drawn:
    """The hint in each language, with its claims."""
    says, lines, claims = {}, {}, {}
    for language, reader in READERS.items():
        does, said, more = spoken_hints.said(view, memory.copy(), language)
        position["does"] = does
        says[language], lines[language] = said, more
        claims[language] = reader.read(position, said)
        claims[f"{language}, lines"] = [claim for line in more for claim in reader.read_line(position, line)]
        teaches, taught = spoken_hints.taught(view, language)
        claims[f"{language}, lesson"] = reader.read(position | {"does": teaches}, taught)
    return Drawn(position, says, lines, claims)


def page(found: Sequence[Drawn]) -> str:
    """A page with positions and sentences, to read."""
    rows = []
    for number, one in enumerate(found, 1):
        at = one.position
        lying = " | ".join(("own " if meld["mine"] else "") + " ".join(meld["cards"]) for meld in at["table"])
        facts = {
            "hand": " ".join(at["hand"]), "open": at["top"] or at["centre"], "table": lying,
            "they took": " ".join(at["known"]), "they left": " ".join(at["refused"]),
            "pile": " ".join(at["thrown"]), "stock": at["stock"],
        }  # fmt: skip
        said = "".join(f"<p lang={key}><b>{escape(one.says[key])}</b></p>" for key in LANGUAGES)
        lines = "".join(f"<li>{escape(line)}</li>" for line in one.lines["en"])
        about = "; ".join(f"{key}: {value}" for key, value in facts.items() if value)
        rows.append(f"<h2>{number}. {at['rules']}</h2><p>{escape(about)}</p>{said}<ul>{lines}</ul>")
    return "<!doctype html><meta charset=utf-8><title>Hints</title>" + "\n".join(rows)


def main() -> int:
    """Check so many decisions; 1 if a claim is false or unknown, or too many sentences go without a reason."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    parser.add_argument("--page", type=Path, help="write the decisions and their sentences as a page to read")
    options = parser.parse_args()
    source = drawn(options.seed)
    found = [next(source) for _ in range(options.decisions)]
    if options.page:
        options.page.write_text(page(found), encoding="utf-8")
    said = [(one, claim) for one in found for claims in one.claims.values() for claim in claims]
    wrong = [(one, claim) for one, claim in said if not claim.is_true]
    for one, claim in wrong[:10]:
        print(f"{'unknown' if claim.is_true is None else 'FALSE'}: {claim.words} in {one.position}")
    bare = [one for one in found if not one.has_reason]
    answer = {
        "decisions": len(found), "claims": len(said), "wrong": len(wrong), "without_reason": len(bare),
        "bare": Counter(one.says["en"].split()[0] + " " + one.position["game"] for one in bare),
    }  # fmt: skip
    print(json.dumps(answer) if options.json else answer)
    return 1 if wrong or len(bare) > BOUND * len(found) else 0


if __name__ == "__main__":
    sys.exit(main())
