"""Write records: the one canonical text of a Record; reading it gives the same Record again."""

from collections.abc import Iterable, Iterator

from games.engine.record.reading import Record
from games.engine.writing.words import Dealing, Item, Scored, Token, spelled, word

WIDTH = 100
TURN_ENDS = ("-", "*")  # the letters after which the next turn has a number


def write(records: Iterable[Record]) -> str:
    """Write all records, with an empty line between them."""
    return "\n".join(written(record) for record in records)


def written(record: Record) -> str:
    """The canonical text: one header a line, moves in lines of at most 100 letters, deals and results on their own
    lines."""
    headers = [f'[{name} "{_quoted(value)}"]' for name, value in record.headers]
    return "\n".join([*headers, "", *_lines(record)]).rstrip() + "\n"


def _lines(record: Record) -> Iterator[str]:
    line = ""
    for piece, alone in _pieces(record):
        if alone or (line and len(line) + 1 + len(piece) > WIDTH):
            if line:
                yield line
            line = ""
        if alone:
            yield piece
        else:
            line = f"{line} {piece}" if line else piece
    if line:
        yield line


def _pieces(record: Record) -> Iterator[tuple[str, bool]]:
    """The pieces that must not be broken, each with whether it has its own line."""
    for said in record.preface:
        yield f"{{{said}}}", False
    number, new_turn = 0, True
    for item in record.items:
        if isinstance(item, Token):
            if new_turn and not item.letter.startswith("!"):
                number, new_turn = number + 1, False
                yield f"{number}. {_token(item)}", False
            else:
                yield _token(item), False
            new_turn = new_turn or item.letter in TURN_ENDS
        else:
            yield _alone(item), True
            number, new_turn = (0 if isinstance(item, Dealing) else number), True
        for said in item.comments:
            yield f"{{{said}}}", False


def _token(token: Token) -> str:
    return word(token) + (f' "{_quoted(token.words)}"' if token.words else "")


def _alone(item: Item) -> str:
    if isinstance(item, Dealing):
        board = f"/{item.board}" if item.board else ""
        dealer = f" {item.dealer}" if item.dealer else ""
        return f"#{item.number}{board}{dealer} {spelled(item.deck)}"
    assert isinstance(item, Scored)
    return " ".join(["==" if item.final else "=", *item.words])


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
