"""`manage.py pair FILE.trf`: the next round of a report file, in the form that pairing programs agree on."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError

from doors import texts
from tournaments import trf
from tournaments.event.selectors.planning import sure_words
from tournaments.pairing import CannotPair, NotForBaku, Pairing, pair, prospects
from tournaments.standings.selectors import reasons

NO_PAIRING, OUR_FAULT, BAD_REQUEST, TOO_BIG, UNREADABLE = 1, 2, 3, 4, 5
MOST_BYTES = 20_000_000


class Command(BaseCommand):
    """Prints the number of boards, then `first second` a line in publication order, `0` as the opponent of the bye.
    The error output names what the report says that was not used, line by line, and warns if the rounds that are left
    may not all be possible.

    Exit: 0 paired, 1 no legal pairing, 2 our fault, 3 bad request, 4 too big, 5 file unreadable.
    """

    help = "Pair the next round of a report file (TRF16, TRF26)."
    requires_system_checks: list[str] = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        """The parser; its errors count as a bad request."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.error = _refuse  # type: ignore[method-assign]  # argparse would end the process
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, the system and what to print."""
        parser.add_argument("file", metavar="FILE.trf")
        parser.add_argument("--system", choices=["dutch", "card"], default="dutch")
        parser.add_argument("--json", action="store_true", help="print the list of pairs as JSON")
        parser.add_argument("--explain", action="store_true", help="say for every pair why")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, pair, print. An unexpected error counts as our fault, never as “no legal pairing”."""
        try:
            self._answer(options)
        except CommandError:
            raise
        except Exception as error:
            raise CommandError(f"{type(error).__name__}: {error}", returncode=OUR_FAULT) from error

    def _answer(self, options: dict[str, Any]) -> None:
        report, guessed = _read(Path(options["file"]))
        try:
            place = trf.position(report, system=options["system"])
            found = pair(place.crosstable, place.rules)
        except trf.TrfError as error:
            returncode = TOO_BIG if isinstance(error, trf.TooBig) else BAD_REQUEST
            raise CommandError("\n".join(map(str, error.all)), returncode=returncode) from error
        except NotForBaku as error:
            raise CommandError(str(error), returncode=BAD_REQUEST) from error
        for note in ([f"read as {guessed}"] if guessed else []) + list(place.notes):
            self.stderr.write(str(note))
        numbers = place.numbers
        rows = place.crosstable.rows.items()
        names = {n: SimpleNamespace(name=f"{numbers[n]} {row.name}".strip()) for n, row in rows}
        if isinstance(found, CannotPair):
            witness, ways = reasons.cannot_pair(found, names)
            raise CommandError("\n".join(["No legal pairing exists.", *witness, *ways]), returncode=NO_PAIRING)
        here = sum(row.is_available for row in place.crosstable.rows.values())
        if warning := sure_words(prospects(place.crosstable, place.rules), here):
            self.stderr.write(warning)
        self._print(found, numbers, as_json=options["json"])
        if options["explain"]:
            for why in reasons.explained(reasons.trace_to_json(found.trace), names, place.crosstable.table.unit):
                first, second = [one.name for one in why.names] + ["bye"] * why.is_bye
                self.stdout.write(f"{first} - {second}: {' '.join(why.sentences)}")

    def _print(self, found: Pairing, numbers: Mapping[int, int], *, as_json: bool) -> None:
        pairs = [[numbers[a], numbers[b]] for a, b in found.boards] + ([[numbers[found.bye], 0]] if found.bye else [])
        if as_json:
            self.stdout.write(json.dumps(pairs))
            return
        self.stdout.write(str(len(pairs)))
        for first, second in pairs:
            self.stdout.write(f"{first} {second}")


def _refuse(message: str) -> NoReturn:
    print(message, file=sys.stderr)
    sys.exit(BAD_REQUEST)


def _read(path: Path) -> tuple[trf.Report, str]:
    """The report, and the name of its encoding where that was guessed."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise CommandError(f"{path}: more than {MOST_BYTES} bytes", returncode=TOO_BIG)
        text, guessed = texts.decoded(path.read_bytes())
    except (OSError, texts.NoText) as error:
        raise CommandError(f"{path}: {error}", returncode=UNREADABLE) from error
    return trf.read(text, keep_faults=True), guessed
