"""IRR-0: which plays of a table's log stand. A director's undo stays in the log and takes back plays before it."""

from collections.abc import Iterable, Sequence

from games.models import Play

Undos = Sequence[tuple[int, int]]


def undos(plays: Iterable[Play]) -> Undos:
    """The undos among these plays: the number of each with the version that it goes back to, in order."""
    found = [(play.seq, int(play.action["event"])) for play in plays if play.action.get("do") == "dir_undo"]
    return sorted(found)


def stands(seq: int, found: Undos) -> bool:
    """Does the play with this number still stand after all these undos? An undo can be undone: a play that was taken
    back stands again when the table goes back to a version before that undo."""
    upto = None
    for number, event in reversed(found):
        if seq >= number:
            break
        if upto is None or number <= upto:
            upto = event
    return upto is None or seq <= upto
