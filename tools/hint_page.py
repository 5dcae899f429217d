"""Write docs/hints.md: some decisions drawn from whole deals with their hints, so that a player can judge them.

`python -m games.players.hints_check` draws them in the same way, and counts what they claim.
"""

import sys
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "platform")]

from games.players.hints_check import Drawn, drawn  # noqa: E402  # the paths come first

PAGE = ROOT / "docs" / "hints.md"
SEED, COUNT = 29, 12
HEAD = """# Hints, and whether they are true
What *Hint* says at a practice table, in a dozen decisions drawn from deals between house players
(`.venv/bin/python tools/hint_page.py` writes this page). A hint says what to do, and what makes the difference to the
next best choice: facts that can be counted in the cards that stand above it, with the same number for the other choice.

- **unseen** cards are those that this seat has not seen and that nobody is known to hold;
- a card **waits for** the unseen cards that would make a meld with it and one other card of the hand;
- **they could meld** a card in as many **ways** as there are pairs, not seen to be elsewhere, that make a meld with it;
- a card **goes with** another of its rank, or at most two away in its suit.

Which facts are named follows from the weights by which the house decides (`games/players/reasons/`): the one that
weighs most for the choice, and a second if it weighs nearly half as much. Where no fact speaks for it, none is said.
Points are those of the deal, as these weights have them. In Colonel and Conquian the hint is that of the plain player.

`python -m games.players.hints_check --decisions 300 --json` draws decisions from whole deals of 13 kinds of game, reads
each sentence of hints and lessons again in both languages, and counts every claim in the cards, with an arithmetic of
its own (`games/players/checking/`). Of the first 300 decisions {figures}. `--page FILE` writes a page to read.
"""


def cards(texts: list[str]) -> str:
    """Cards as a reader writes them."""
    signs = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "T": "10"}
    return " ".join("".join(signs.get(letter, letter) for letter in text) for text in texts) or "none"


def decision(number: int, one: Drawn) -> str:
    """A decision with its hint, as Markdown."""
    at = one.position
    lying = "; ".join(("yours: " if meld["mine"] else "theirs: ") + cards(meld["cards"]) for meld in at["table"])
    facts = [f"Hand: {cards(at['hand'])}; stock: {at['stock']} cards; seen on the pile: {cards(at['thrown'])}"]
    if at["top"] or at["centre"]:
        facts.append(f"Open: {cards([at['top'] or at['centre']])}")
    if at["known"] or at["refused"]:
        facts.append(f"They took and hold {cards(at['known'])}; they left {cards(at['refused'])}")
    facts += [f"On the table: {lying}"] if lying else []
    about = "\n".join(f"- {fact}" for fact in facts)
    lines = "".join(f"\n- {line}" for line in one.lines["en"])
    said = f"**{one.says['en']}**\n\n*{one.says['es']}*\n"
    return f"## {number}. {at['rules']}\n{about}\n\n{said}{lines}\n"


def main() -> int:
    """Write the page."""
    every = list(islice(drawn(1), 300))
    claims = [claim for one in every for found in one.claims.values() for claim in found]
    false, bare = sum(not claim.is_true for claim in claims), sum(not one.has_reason for one in every)
    figures = f"(seed 1) with {len(claims)} claims, {false} claims were false, and {bare} sentences had no reason"
    found = [decision(number, one) for number, one in enumerate(islice(drawn(SEED), COUNT), 1)]
    PAGE.write_text(HEAD.format(figures=figures) + "\n" + "\n".join(found), encoding="utf-8")
    print(f"written: {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
