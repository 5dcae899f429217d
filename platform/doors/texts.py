"""Read text files in any usual encoding, in the same way at every door."""

MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))
GUESS = "cp1252"
GUESSED = "Windows-1252"


class NoText(ValueError):
    """These bytes are no text; `line` (from 1) contains the first bad one."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}: no text in UTF-8, UTF-16 or {GUESSED}")
        self.line = line


def encoding_of(start: bytes) -> str:
    """The encoding of a file by its byte order mark; UTF-8 without one."""
    return next((name for mark, name in MARKS if start.startswith(mark)), "utf-8")


def decoded(data: str | bytes) -> tuple[str, str]:
    """The text of a file without its mark, and the name of its encoding if that was guessed, else "". UTF-8 or UTF-16
    by the mark, UTF-8 without one, else Windows-1252, as older programs write. Raises NoText."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff"), ""
    encoding = encoding_of(data)
    try:
        return data.decode(encoding).removeprefix("\ufeff"), ""
    except UnicodeDecodeError as bad:
        line = data[: bad.start].count(b"\n") + 1
    try:
        if encoding == "utf-8" and b"\0" not in data:
            return data.decode(GUESS), GUESSED
    except UnicodeDecodeError:
        pass
    raise NoText(line)
