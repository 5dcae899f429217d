"""`manage.py stock_problems`: find the problems that come with the code. Each takes minutes, and the file is kept after
each."""

from typing import Any

import orjson
from django.core.management.base import BaseCommand, CommandParser

from games.live.daily import stock
from games.players.judging import problems


class Command(BaseCommand):
    help = "Find the problems of the day that come with the code, and write games/live/daily/stock.json"

    def add_arguments(self, parser: CommandParser) -> None:
        """Which hunts to make: their seeds are `stock:1`, `stock:2` and so on."""
        parser.add_argument("--first", type=int, default=1, metavar="N", help="number of the first hunt")
        parser.add_argument("--many", type=int, default=21, metavar="N", help="number of hunts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Add what each hunt finds to the file; a hunt without a clear problem adds none."""
        for number in range(options["first"], options["first"] + options["many"]):
            found = problems.find(stock.hunt(f"stock:{number}"))
            if found is None or not found.is_clear:
                self.stdout.write(f"stock:{number}: nothing clear")
                continue
            kept = orjson.loads(stock.FILE.read_bytes()) if stock.FILE.exists() else []
            row = stock.row_of(found, f"stock:{number}")
            rows = sorted([*(one for one in kept if one["seed"] != row["seed"]), row], key=_number)
            stock.FILE.write_bytes(orjson.dumps(rows, option=orjson.OPT_INDENT_2) + b"\n")
            self.stdout.write(f"stock:{number}: {row['answers'][0]['card']} by {found.lead:.1f}")


def _number(row: dict[str, Any]) -> int:
    return int(row["seed"].partition(":")[2])
