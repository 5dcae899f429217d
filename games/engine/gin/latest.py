"""3P-13: the latest discard of each hand, in games of more than two hands: each may still be taken."""

from games.engine.play.state import NOT_TAKEN, Rest, changed_rest


def with_latest(rest: Rest, latest: tuple[int, ...]) -> Rest:
    """The Rest with these latest discards by seat."""
    return changed_rest(rest, latest=latest)


def thrown_by(rest: Rest, seat: int, card: int) -> Rest:
    """3P-13: the Rest after the seat has thrown this card."""
    latest = list(rest.latest or (NOT_TAKEN,) * len(rest.places.after))
    latest[seat] = card
    return with_latest(rest, tuple(latest))
