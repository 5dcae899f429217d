"""`python -m games.engine.record FILE...`: read and check records; the last line is `N passed, N failed`."""

import sys
from collections.abc import Iterator
from pathlib import Path

from games.engine.record.checking import checked
from games.engine.record.reading import RecordError


def main(names: list[str]) -> int:
    """Check every record of every file and print a line for each that fails; returns the exit status."""
    passed = failed = 0
    for name in names:
        for error in run_file(Path(name)):
            passed, failed = passed + (error is None), failed + (error is not None)
            if error is not None:
                print(f"{name}: {error}")
    if not names:
        print("usage: python -m games.engine.record FILE...", file=sys.stderr)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not names else 0


def run_file(path: Path) -> Iterator[str | None]:
    """None for each correct record; the fault of the first incorrect one, which ends the file."""
    try:
        with path.open(encoding="utf-8") as file:
            for _ in checked(file):
                yield None
    except (RecordError, OSError, UnicodeDecodeError) as error:
        yield str(error)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
