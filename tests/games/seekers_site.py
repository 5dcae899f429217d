"""A server process of a site on which people look for opponents; run as a script by `test_many_seekers.py`.

`open N` makes N people and prints their numbers; `seek N…` prints a line when it is ready, waits for one, and then
looks for an opponent for each of these people, several at once, a bounded number of times; `check` has those who are
left look once more, and prints who sits where."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import django

AT_ONCE = 4
TRIES = 5  # a page asks again every two seconds


def make(count: int) -> list[int]:
    from accounts import services as accounts

    return [accounts.player_for(name=f"Seeker {number}")[0].pk for number in range(count)]


def look(number: int) -> None:
    """What the page does: ask, and ask again while the person is not seated."""
    from django.db import connection

    from accounts.models import User
    from games.services import seeks

    wishes = [seeks.WantedGame(rules="gin-pagat"), seeks.WantedGame(rules="oklahoma", is_rated=True)]
    try:
        user = User.objects.get(pk=number)
        seek = seeks.seek(user=user, wish=wishes[number // 2 % 2], now=datetime.now(UTC))
        for _ in range(TRIES):
            if seek.table_id is not None:
                return
            seek = seeks.keep_looking(seek=seek, now=datetime.now(UTC))
    finally:
        connection.close()


def look_again() -> None:
    """Those whom the locks of others hid: the page asks again."""
    from games.models import Seek
    from games.services import seeks

    for seek in Seek.objects.filter(table=None).order_by("pk"):
        seeks.keep_looking(seek=seek, now=datetime.now(UTC))


def check() -> dict[str, list[list[object]]]:
    from games.models import Seat, Seek, Table

    return {
        "tables": [[table.pk, table.rules] for table in Table.objects.all()],
        "seats": [[seat.table_id, seat.user_id] for seat in Seat.objects.all()],
        "seeks": [[seek.user_id, seek.table_id] for seek in Seek.objects.all()],
    }


def main(do: str, *arguments: str) -> None:
    django.setup()
    if do == "open":
        print(json.dumps(make(int(arguments[0]))))
    elif do == "check":
        look_again()
        print(json.dumps(check()))
    else:
        print("ready", flush=True)
        sys.stdin.readline()
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(look, map(int, arguments)))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    main(*sys.argv[1:])
