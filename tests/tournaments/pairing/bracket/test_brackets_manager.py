"""The same matches as brackets-manager 1.11.1 plays, for 4 to 64 entries: rounds, match numbers, who meets whom,
where losers enter (tests/data/brackets/README.md).

Compared with their seed ordering `inner_outer`, which gives our standard places. Not compared: the second match of the
grand final, which they open also when the unbeaten side has won the first; with us it is then not played.
"""

import json
from pathlib import Path

import pytest

from tournaments.pairing.bracket import State

REFERENCE = json.loads((Path(__file__).parents[3] / "data/brackets/reference.json").read_text())
GROUPS = {"W": 1, "L": 2, "P": 2, "GF": 3}
WINNERS = {
    "favourites": lambda a, b: min(a, b),
    "upsets": lambda a, b: max(a, b) if (a + b) % 3 == 0 else min(a, b),
}


def written(bracket):
    """The matches played, as the reference writes them."""
    lines = {}
    for match in bracket.matches:
        if match.state is State.OVER and not match.reset_of:
            first, second = match.sides
            lines.setdefault(f"{GROUPS[match.part]}.{match.round}", []).append(f"{match.position}:{first}-{second}")
    return {key: " ".join(line) for key, line in lines.items()}


@pytest.mark.parametrize("n", range(4, 65))
@pytest.mark.parametrize("rule", WINNERS)
@pytest.mark.parametrize("losses", ["single", "double"])
def test_the_same_matches_are_played(cup, losses, rule, n):
    played = cup(n, is_double=losses == "double", third_place=losses == "single")
    bracket = played.play_on(lambda match: match.won_by(WINNERS[rule](*match.sides)))
    theirs = {key: line for key, line in REFERENCE[f"{losses}_elimination"][rule][str(n)].items() if key != "3.2"}
    assert written(bracket) == theirs
