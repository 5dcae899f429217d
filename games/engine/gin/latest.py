"""3P-13: the latest discard of each hand, where there are more than two: each may still be taken."""

from games.engine.play.state import NOT_TAKEN, Rest, changed_rest


def with_latest(rest: Rest, latest: tuple[int, ...]) -> Rest:
    """The latest discards by seat."""
    return changed_rest(rest, latest=latest)


def thrown_by(rest: Rest, seat: int, card: int) -> Rest:
    """3P-13: the card is the latest that the seat has thrown."""
    latest = list(rest.latest or (NOT_TAKEN,) * len(rest.places.after))
    latest[seat] = card
    return with_latest(rest, tuple(latest))
