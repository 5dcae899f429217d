"""Write docs/hints.md: ten real decisions with their hints, so that a player can judge whether they are true.

The decisions come from deals between two players of level club on fixed seeds: of each deal one, from different stages.
"""

import os
import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "platform")]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django  # noqa: E402  # the paths come first

django.setup()

from games import engine  # noqa: E402
from games.live.lessons import advice, hints  # noqa: E402
from games.players import make_player  # noqa: E402
from games.players.judging.analysis import decisions  # noqa: E402
from games.players.playing import seeded_deal  # noqa: E402

PAGE = ROOT / "docs" / "hints.md"
RULES, COUNT = "gin-pagat", 10
HEAD = """# Ten decisions and their hints
What *Hint* says at a practice table, in ten positions of deals between house players
(`.venv/bin/python tools/hint_page.py` writes this page). Each reason can be counted in the cards that stand above it.
Points are those of the deal.
"""


def pages() -> list[str]:
    """The decisions with their hints, as Markdown."""
    rules = engine.rule_set(RULES)
    found: list[str] = []
    for seed in range(1, COUNT + 1):
        actions = seeded_deal(rules, [make_player("club", seed), make_player("club", seed + 50)], seed)
        open_ones = list(decisions(rules, actions, 1))
        one = Random(seed).choice(open_ones)
        view = engine.view(rules, one.state, one.seat)
        hint = hints.hint(view, one.memory.copy())
        if hint is None:
            continue

        def cards(mask: int) -> str:
            return " ".join(advice.name(card, rules) for card in engine.cards_of(mask)) or "none"

        def row(thrown: tuple[int, ...]) -> str:
            return " ".join(advice.name(card, rules) for card in thrown) or "none"

        other = 1 - one.seat
        top = advice.name(view.top, rules) if view.top is not None else "none"
        found.append(
            f"## {len(found) + 1}\n"
            f"- Hand: {cards(view.hand or 0)}; open card: {top}; stock: {view.stock} cards\n"
            f"- You threw {row(one.memory.thrown_by.get(one.seat, ()))}; they threw"
            f" {row(one.memory.thrown_by.get(other, ()))}\n"
            f"- They took and hold {cards(one.memory.known_of_others(one.seat))}; they left"
            f" {cards(one.memory.refused_by_others(one.seat))}\n\n"
            f"**{hint['says']}**\n" + "".join(f"\n- {line}" for line in hint["lines"]) + "\n"
        )
    return found


def main() -> int:
    """Write the page."""
    PAGE.write_text(HEAD + "\n" + "\n".join(pages()), encoding="utf-8")
    print(f"written: {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
