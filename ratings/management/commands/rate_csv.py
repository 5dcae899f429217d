"""`manage.py rate_csv FILE --system NAME|all`: show how well a rating system predicts the results in a file."""

import json
import time
from math import isfinite
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings import trials


class Command(BaseCommand):
    help = "Predict every match of a CSV file before its result, tune on one part, print figures for a later one."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file, the systems, the fixed parameters, and the marks between the parts."""
        parser.add_argument("file", type=Path, metavar="FILE", help="date,player_a,player_b,score_a[,margin,hands]")
        parser.add_argument("--system", default="all", choices=[*trials.CONTENDERS, "all"])
        parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="keep a parameter")
        parser.add_argument("--tune-from", default="0.15", metavar="MARK", help="a fraction of the rows, or a date")
        parser.add_argument("--test-from", default="0.6", metavar="MARK", help="a fraction of the rows, or a date")
        parser.add_argument("--no-tune", action="store_true", help="keep the defaults")
        parser.add_argument("--advantage", action="store_true", help="tune an offset for player_a")
        parser.add_argument(
            "--map", action="append", default=[], metavar="OURS=THEIRS,...", help="the file's own names of columns"
        )
        parser.add_argument("--json", action="store_true", help="one object a system")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line for each system, or JSON. Bad files, marks and parameters fail with the error and its place."""
        names = list(trials.CONTENDERS) if options["system"] == "all" else [options["system"]]
        given = {name: _value(name, text) for name, text in (_pair(one, "--set") for one in options["set"])}
        mapped = dict(_pair(one, "--map") for text in options["map"] for one in text.split(",") if one)
        try:
            table = trials.read(options["file"], mapped)
            marks = trials.Marks.of(table, options["tune_from"], options["test_from"])
        except (trials.BadFile, trials.Refused) as error:
            raise CommandError(str(error)) from error
        for note in table.notes:
            self.stderr.write(note)
        if not options["json"]:
            self.stdout.write(HEADING)
        for name in names:
            self._one(name, table, marks, given, options)

    def _one(
        self, name: str, table: trials.Table, marks: trials.Marks, given: dict[str, Any], options: dict[str, Any]
    ) -> None:
        began = time.perf_counter()
        try:
            trial = trials.run(
                name, table, marks, given=given, tune=not options["no_tune"], advantage=options["advantage"]
            )
        except trials.Refused as error:
            raise CommandError(str(error)) from error
        seconds = time.perf_counter() - began
        self.stdout.write(_object(trial, table, seconds) if options["json"] else _line(trial, seconds))


HEADING = f"{'system':<10} {'matches':>8} {'log loss':>9} {'accuracy':>9} {'Brier':>7} {'ECE':>7} {'s':>6}  parameters"


def _line(trial: trials.Trial, seconds: float) -> str:
    found = trial.figures
    accuracy = "-" if found.accuracy is None else f"{found.accuracy:.4f}"
    params = " ".join(f"{k}={v:.6g}" if isinstance(v, float) else f"{k}={v}" for k, v in trial.params.items())
    return (
        f"{trial.name:<10} {found.matches:>8} {found.log_loss:>9.5f} {accuracy:>9} {found.brier:>7.4f} "
        f"{found.ece:>7.4f} {seconds:>6.1f}  {params}"
    )


def _object(trial: trials.Trial, table: trials.Table, seconds: float) -> str:
    found = trial.figures
    return json.dumps(
        {
            "system": trial.name,
            "log_loss": found.log_loss,
            "accuracy": found.accuracy,
            "brier": found.brier,
            "ece": found.ece,
            "test": found.matches,
            "tune": trial.tuned_on,
            "players": table.players,
            "params": dict(trial.params),
            "seconds": round(seconds, 3),
        }
    )


def _pair(text: str, option: str) -> tuple[str, str]:
    name, mark, value = text.partition("=")
    if not (name and mark and value):
        raise CommandError(f"{option} takes NAME=VALUE, not {text!r}")
    return name, value


def _value(name: str, text: str) -> float | str:
    try:
        value = float(text)
    except ValueError:
        return text
    if not isfinite(value):
        raise CommandError(f"--set {name}: a finite number, not {text}")
    return value
