"""What changes rarely in battle royal, changed: the discards on offer, and the hands laid open."""

from dataclasses import replace

from games.engine.state import NOT_TAKEN, Laid, Rest, Shown, changed_rest


def with_latest(rest: Rest, latest: tuple[int, ...]) -> Rest:
    """The latest discards by seat."""
    return changed_rest(rest, latest=latest)


def thrown_by(rest: Rest, seat: int, card: int) -> Rest:
    """3P-13: the card is the latest that the seat has thrown."""
    latest = list(rest.latest or (NOT_TAKEN,) * len(rest.places.after))
    latest[seat] = card
    return with_latest(rest, tuple(latest))


def as_shown(shown: Shown, laid: Laid) -> Shown:
    """3P-14: the knocker's melds as he showed them: what an opponent laid there is no longer part of them."""
    melds = list(shown.melds)
    for card, meld in laid.laid_off:
        melds[meld] &= ~(1 << card)
    return replace(shown, melds=tuple(melds))
