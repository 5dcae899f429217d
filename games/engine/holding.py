"""How a hand of any pack lies best while it is held: for games in which melds are laid on the table (COL-6, CNQ-4)."""

from functools import cache

from games.engine.cards import Pack, values
from games.engine.meld_tables import all_melds

_melds_of = cache(all_melds)


def held_melds(hand: int, pack: Pack) -> tuple[int, ...]:
    """Melds of the hand that share no card: as many cards in them as can be, of those ways the dearest."""
    inside = [meld for meld in _melds_of(pack) if not meld & ~hand]
    best: tuple[tuple[int, int], tuple[int, ...]] = ((0, 0), ())

    def lay(at: int, rest: int, laid: tuple[int, ...]) -> None:
        nonlocal best
        used = hand & ~rest
        worth = (used.bit_count(), values(used, pack))
        if worth > best[0]:
            best = worth, laid
        for number in range(at, len(inside)):
            if not inside[number] & ~rest:
                lay(number + 1, rest & ~inside[number], (*laid, inside[number]))

    lay(0, hand, ())
    return tuple(sorted(best[1], key=lambda meld: meld & -meld))
