"""A hundred people look for an opponent at once, each in a separate database connection, and in two processes."""

import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import pytest
from django.db import connection

from accounts.models import User
from games.models import Seat, Seek, Table
from games.services import seeks
from games.services.seeks import WantedGame
from tests.games.live import live_tables
from tests.games.live.whole_site import ROOT, Site

SERVER = Path(__file__).with_name("seekers_site.py")
SEEKERS, AT_ONCE = 100, 8
WISHES = [WantedGame(rules="gin-pagat"), WantedGame(rules="oklahoma", is_rated=True)]
PROCESSES = 2

pytestmark = pytest.mark.long


def look(number_and_user: tuple[int, User]) -> None:
    """What the page does: ask, and ask again while the person is not seated."""
    number, user = number_and_user
    try:
        seek = seeks.seek(user=user, wish=WISHES[number // 2 % 2], now=live_tables.now())
        for _ in range(20):
            if seek.table_id is not None:
                return
            seek = seeks.keep_looking(seek=seek, now=live_tables.now())
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_hundred_seekers_are_paired_without_a_double_seat() -> None:
    people = [live_tables.person() for _ in range(SEEKERS)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(look, enumerate(people)))
    for seek in Seek.objects.filter(table=None):  # whom the others' locks hid: the page asks again
        seeks.keep_looking(seek=seek, now=live_tables.now())
    assert not Seek.objects.filter(table=None).exists()
    assert Table.objects.count() == SEEKERS / 2
    seated = Counter(Seat.objects.values_list("user", flat=True))
    assert seated == Counter(user.pk for user in people)
    rules = chain.from_iterable([table.rules] * 2 for table in Table.objects.all())
    assert Counter(rules) == {"gin-pagat": SEEKERS // 2, "oklahoma": SEEKERS // 2}


def look_in_two_processes(site: Site) -> None:
    people = site.run(str(SERVER), "open", str(SEEKERS))
    servers = [
        subprocess.Popen(
            [sys.executable, str(SERVER), "seek", *map(str, people[number::PROCESSES])],
            env=site.env, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for number in range(PROCESSES)
    ]  # fmt: skip
    for server in servers:
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
    for server in servers:
        assert server.stdin is not None
        server.stdin.write("\n")
        server.stdin.flush()
    for server in servers:
        server.communicate(timeout=240)
    assert [server.returncode for server in servers] == [0] * PROCESSES
    found = site.run(str(SERVER), "check")
    assert Counter(user for _, user in found["seats"]) == Counter(people), "everybody sits once"
    assert Counter(table for table, _ in found["seats"]) == Counter([table for table, _ in found["tables"]] * 2)
    assert Counter(rules for _, rules in found["tables"]) == {"gin-pagat": SEEKERS // 4, "oklahoma": SEEKERS // 4}
    assert {(table, user) for user, table in found["seeks"]} == {(table, user) for table, user in found["seats"]}
    process_of = {user: number for number in range(PROCESSES) for user in people[number::PROCESSES]}
    met = Counter(frozenset(process_of[u] for t, u in found["seats"] if t == table) for table, _ in found["tables"])
    assert met[frozenset(range(PROCESSES))], "no two people of different processes met: nothing was proved"


def test_two_processes_seat_a_hundred_seekers_once_on_sqlite(tmp_path: Path) -> None:
    look_in_two_processes(Site(tmp_path, ""))


@pytest.mark.service
def test_two_processes_seat_a_hundred_seekers_once_on_postgresql(tmp_path: Path, postgres_database: str) -> None:
    look_in_two_processes(Site(tmp_path, postgres_database))
