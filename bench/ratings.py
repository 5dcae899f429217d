"""Measure the rating of a million matches, a correction of the last twentieth, and what readers wait for, on
PostgreSQL.

Makes a database of its own beside that of DATABASE_URL (or the standard local server) and removes it. In it a million
matches over 10,000 players from a seed, none of them waiting to be rated, one player in 10,000 of them. A whole run
writes two million changes, standings and ranks; a result 5 % before the end is corrected and replayed to the swap; the
graph of the player with 10,000 matches is read; a list of 100,000 players is read from the first page to the last.
`compute_s` is the fold alone (every figure of every change, and the digest), `peer_compute_s` riix's Elo (last ratings
only) on the same matches, both with a fixed K and in CPU seconds."""

import argparse
import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg

HOME = Path(__file__).resolve().parent.parent
SERVER = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
NAME = f"bench_ratings_{os.getpid()}"
TARGETS = {"rerate_1m_s": 12.0, "suffix_s": 1.0, "leaderboard_ms": 5.0, "history_ms": 50.0}
PLAYERS, LIST, REGULAR = 10_000, 100_000, 10_000
START = datetime(2020, 1, 1, tzinfo=UTC)


def prepare(matches: int) -> None:
    """Make players, a pool, and its matches."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO accounts_user (password, is_superuser, username, email, is_staff, is_active, date_joined,
                                          public_id, name, house_level, is_guest, timezone)
               SELECT '', false, 'p' || n, '', false, true, now(), lpad(n::text, 12, '0'), 'Player ' || n, '', false, ''
               FROM generate_series(1, %s) AS n""",
            [LIST],
        )
        for key in ("gin", "big"):
            cursor.execute(
                "INSERT INTO ratings_pool (key, name, variants, system, params) VALUES (%s, %s, '[]', 'elo', '{}')",
                [key, key],
            )
        cursor.execute("SELECT min(id) FROM accounts_user")
        first = cursor.fetchone()[0]
    _matches("gin", matches, first)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE ratings_ratedmatch")
        cursor.execute("ANALYZE accounts_user")


def _matches(pool: str, count: int, first: int) -> None:
    """Make the matches in the order of time. Player n is better than player n + 1; player 0 plays in one of a hundred
    matches."""
    from django.db import connection

    chance = random.Random(6)
    columns = "public_id source order_id pool_id finished_at a_id b_id score_a margin deals expected_deals kind weight"
    names = ", ".join([*columns.split(), "label", "link", "revision", "annulled", "over_limit", "is_pending"])
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM ratings_pool WHERE key = %s", [pool])
        pool_id = cursor.fetchone()[0]
        with cursor.copy(f"COPY ratings_ratedmatch ({names}) FROM STDIN") as copy:
            for n in range(count):
                a = 0 if n % (count // REGULAR or 1) == 0 else chance.randrange(1, PLAYERS)
                b = chance.randrange(1, PLAYERS - 1)
                b += b >= a > 0
                won = chance.random() < 1 / (1 + 10 ** ((a - b) / PLAYERS))
                at = START + timedelta(minutes=n)
                margin = chance.randrange(1, 200) * (1 if won else -1)
                sides = (first + a, first + b, float(won), margin, 5, 5)
                row = (f"m{n:011}", f"bench:{n}", n + 1, pool_id, at, *sides, "played", 1, "", "")
                copy.write_row((*row, 0, False, False, False))


def grow(first_pool: str = "big") -> None:
    """Make a list of 100,000 players."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO ratings_playerrating (pool_id, player_id, state, rating, matches, opponents, provisional,
                                                 last_at, rank, peak)
               SELECT pool.id, u.id, '[1500, 20, 1500, 0, 1]', 1500 + 1e-3 * (u.id * 7919 %% 1000003), 20, 9,
                      false, now(), 1, 1600
               FROM accounts_user u, ratings_pool pool WHERE pool.key = %s ORDER BY u.id LIMIT %s""",
            [first_pool, LIST],
        )
        cursor.execute("VACUUM ANALYZE ratings_playerrating")


def seconds(work: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> float:
    """The seconds that something takes."""
    began = clock()
    work()
    return clock() - began


def pages() -> float:
    """The milliseconds for a page of the list: the median over pages from the first to far down."""
    from ratings.models import PlayerRating, Pool
    from ratings.selectors import leaders

    pool = Pool.objects.get(key="big")
    rows = PlayerRating.objects.filter(pool=pool).order_by("-rating", "player_id")
    deep = [leaders.cursor_of(row) for row in rows[:: LIST // 20]]
    return 1000 * statistics.median(seconds(lambda at=at: leaders.leaderboard(pool, cursor=at)) for at in ("", *deep))


def history() -> tuple[int, float]:
    """The changes of the player with the most matches, and the milliseconds for their graph of 200 points."""
    from ratings.models import PlayerRating
    from ratings.selectors import players as rated_players

    row = PlayerRating.objects.filter(pool__key="gin").order_by("-matches").select_related("player", "pool").first()
    assert row is not None
    taken = [seconds(lambda: rated_players.history(row.player, row.pool, points=200)) for _ in range(5)]
    return row.matches, 1000 * statistics.median(taken)


def correct() -> float:
    """The seconds from the correction of a result 5 % before the end to the swap."""
    from django.utils import timezone

    from ratings.models import RatedMatch
    from ratings.services import results as rating_results
    from ratings.services.runs import folding

    count = RatedMatch.objects.filter(pool__key="gin").count()
    match = RatedMatch.objects.get(source=f"bench:{count * 19 // 20}")
    rating_results.correct_match(
        source=match.source, score_a=1 - match.score_a, margin=-match.margin, now=timezone.now()
    )
    return seconds(lambda: folding.rate_pending(pool="gin"))


def computing() -> tuple[float, float | None]:
    """The CPU seconds of our fold and of the peer's, over the same matches."""
    from ratings import systems
    from ratings.models import Pool
    from ratings.services.inputs import reads

    pool = Pool.objects.get(key="gin")
    blocks = [block for some in reads(pool, seq=0, after=None) for block in some]
    fold = systems.Fold(systems.system("elo", {"k": 20.0}))
    own = sum(
        seconds(lambda at=block: fold.figures(at.columns(), at.lines), time.process_time)  # type: ignore[misc]  # mypy infers no type for the default of a lambda
        for block in blocks
    )
    given = [match for block in blocks for match in block.columns().matches()]
    try:
        import polars
        from riix.models.elo import Elo
        from riix.utils import MatchupDataset
    except ImportError:
        print("riix is not installed: make install-bench", file=sys.stderr)
        return own, None
    frame = polars.DataFrame(
        {
            "a": [str(match.a) for match in given],
            "b": [str(match.b) for match in given],
            "score": [match.score_a for match in given],
            "at": polars.Series([int(match.finished_at * 1000) for match in given]).cast(polars.Datetime("ms")),
        }
    )
    data = MatchupDataset(frame, ["a", "b"], "score", datetime_col="at", rating_period="1D", verbose=False)
    peer = Elo(competitors=data.competitors, k=20.0)
    return own, seconds(lambda: peer.fit_dataset(data), time.process_time)


def measured(matches: int) -> dict[str, float | int | None]:
    """All figures."""
    import django

    django.setup()
    from django.core.management import call_command

    from ratings.services.runs import folding

    call_command("migrate", verbosity=0)
    prepare(matches)
    print(f"{matches} matches stand", file=sys.stderr)
    figures: dict[str, Any] = {"matches": matches, "players": PLAYERS}
    figures["rerate_1m_s"] = seconds(lambda: folding.rebuild(pool="gin"))
    print(figures, file=sys.stderr)
    figures["suffix_s"] = correct()
    figures["history_rows"], figures["history_ms"] = history()
    grow()
    figures["leaderboard_ms"] = pages()
    figures["compute_s"], figures["peer_compute_s"] = computing()
    return {name: round(value, 3) if isinstance(value, float) else value for name, value in figures.items()}


def main() -> None:
    """Print the figures beside their targets; the last line is the JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--json", action="store_true", help="nothing but the JSON line")
    asked = parser.parse_args()
    sys.path[:0] = [str(HOME), str(HOME / "platform")]
    os.environ["DATABASE_URL"] = f"{SERVER.rsplit('/', 1)[0]}/{NAME}"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {NAME}")
        try:
            figures = measured(asked.matches)
        finally:
            server.execute(f"DROP DATABASE {NAME} WITH (FORCE)")
    if not asked.json:
        for name, target in TARGETS.items():
            print(f"{name:16} {figures[name]:10.3f}   target {target}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
