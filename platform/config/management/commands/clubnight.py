"""`manage.py clubnight ROSTER.csv`: play a whole tournament at live tables, from the shell."""

import sys
import time
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.commands import clubnight, embedded
from games.players import LEVELS
from tournaments.formats import TEMPLATES

PATIENCE_S = 60.0  # seconds without any move before the night counts as stuck
LOOK_EVERY_S = 0.25


def whole(text: str) -> int:
    """Read a number of rounds from the command line."""
    if not text.isdigit() or not 1 <= int(text) <= 30:
        raise ArgumentTypeError(f"a whole number from 1 to 30, not {text!r}")
    return int(text)


class Command(BaseCommand):
    help = "Make a tournament from a roster (name,rating,email), play all rounds with house players, print the outcome."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the roster and the conditions."""
        parser.add_argument("roster", type=Path, help="CSV with the header name,rating,email (the last two optional)")
        parser.add_argument("--rounds", type=whole, default=5, help="number of rounds of a Swiss (5)")
        usual = "what is played (swiss; pod_swiss by rules for three and more at a table)"
        parser.add_argument("--format", default="", choices=list(TEMPLATES), help=usual)
        parser.add_argument("--preset", default="gin-rummy-com", metavar="RULES", help="the rules by key")
        parser.add_argument("--length", default="", help="how long a match is: best_of:3, deals:8, … (one game)")
        parser.add_argument("--house", default="club", choices=sorted(LEVELS), help="level of the house players (club)")
        parser.add_argument("--club", default="Club night", help="the club, made when absent")
        parser.add_argument("--name", default="", help="name of the tournament (Club night and the date)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the roster, start the missing processes, play, print the outcome."""
        options["format"] = options["format"] or clubnight.usual_format(options["preset"])
        try:
            clubnight.check(options["preset"], options["format"], clubnight.options_of(options["length"]))
            roster = clubnight.read_roster(options["roster"], options["rounds"], options["format"])
            for note in clubnight.notes(roster):
                self._say(note)
            with self._server():
                night = clubnight.open_night(
                    roster, rounds=options["rounds"], preset=options["preset"], house=options["house"],
                    club=options["club"], name=options["name"], template=options["format"],
                    length=options["length"],
                )  # fmt: skip
                rounds = clubnight.progress(night).rounds
                about = f"{night.entrants} entrants, {options['format']}, {rounds} rounds, {options['preset']}"
                self._say(f"{night.tournament.name}: {about}")
                self._watch(night)
        except clubnight.CannotPlay as problem:
            raise CommandError(str(problem)) from problem
        outcome = clubnight.outcome(night)
        for line in clubnight.report(outcome):
            self._say(line)
        if outcome.unfinished:
            raise CommandError(f"{outcome.unfinished} matches were not finished.")

    @contextmanager
    def _server(self) -> Iterator[None]:
        """Use the running server, else run one of our own during the night."""
        url = embedded.running_server()
        if url is not None:
            self._say(f"Playing on the running server at {url}/")
            yield
            return
        if settings.REDIS_URL:
            yield  # a site of several processes: web, worker, beat and house run elsewhere
            return
        self._say("Starting a server for the night ...")
        try:
            with embedded.own_server() as url:
                self._say(f"Playing on {url}/")
                yield
        except embedded.DidNotStart as silent:
            raise clubnight.CannotPlay(f"The server did not start:\n{silent}") from silent

    def _watch(self, night: clubnight.Night) -> None:
        """Show the progress until the tournament is over."""
        bar, last, changed = Bar(self.stdout), None, time.monotonic()
        while True:
            progress = clubnight.progress(night)
            bar.show(progress)
            if progress.is_over:
                bar.end()
                return
            if progress.sign_of_life != last:
                last, changed = progress.sign_of_life, time.monotonic()
            elif time.monotonic() - changed > PATIENCE_S:
                bar.end()
                raise clubnight.CannotPlay(
                    f"No move was made for {PATIENCE_S:.0f} s in round {progress.round}: are the server, its worker "
                    "and `manage.py house` running? The tournament stays as it is and goes on when they do."
                )
            time.sleep(LOOK_EVERY_S)

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


class Bar:
    """A progress bar on a terminal; without a terminal, a line for each round."""

    WIDTH = 30

    def __init__(self, out: Any) -> None:
        self.out, self.live, self.round = out, sys.stdout.isatty(), 0
        self.began = time.monotonic()

    def show(self, progress: clubnight.Progress) -> None:
        """Draw the state of play."""
        full = round(self.WIDTH * progress.share)
        text = (
            f"[{'#' * full:.<{self.WIDTH}}] {progress.share:4.0%}  round {progress.round}/{progress.rounds}  "
            f"matches {progress.matches_over}/{progress.matches_expected}  deals {progress.deals}  "
            f"{time.monotonic() - self.began:.0f} s"
        )
        if self.live:
            self.out.write(f"\r{text}", ending="")
        elif progress.round != self.round or progress.is_over:
            self.round = progress.round
            self.out.write(text)
        self.out.flush()

    def end(self) -> None:
        """End the bar's line."""
        if self.live:
            self.out.write("")
