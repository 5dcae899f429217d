"""kill -9 of the server in the middle of deals, over a bad line: every acked play is there, once, and play goes on.

Whole: `pytest -m marathon tests/games/live/processes/test_crash.py`, 200 kills on each database.
"""

import json
from pathlib import Path

import pytest

from tests.games.live.under_fire import FEWEST, Acks, torment
from tests.games.live.whole_site import HELPER, Site

KILLS, ALL_KILLS = 4, 200
TABLES = 12
BACK_S = 30.0  # goal 5 s, on a quiet machine
EARLY = "tests.games.live.early_site:application"


async def verdict(site: Site, folder: Path, kills: int) -> dict[str, int]:
    """Torment the site; what its database says to the acks."""
    acks: Acks = []
    try:
        back = await torment(site, acks, kills=kills, tables=TABLES)
    finally:
        site.close()
    (folder / "acks.json").write_text(json.dumps(acks))
    found: dict[str, int] = site.run(str(HELPER), "check", str(folder / "acks.json"))
    print(f"{kills} kills, {found}, back after {back:.1f} s at most")
    assert found["acks"] >= FEWEST * kills
    assert back < BACK_S, "a new server goes on at once"
    return found


async def survives(site: Site, folder: Path, kills: int) -> None:
    found = await verdict(site, folder, kills)
    assert (found["missing"], found["doubled"], found["gaps"], found["different"]) == (0, 0, 0, 0)


@pytest.mark.long
async def test_no_acked_play_is_lost_on_sqlite(tmp_path: Path) -> None:
    await survives(Site(tmp_path, ""), tmp_path, KILLS)


@pytest.mark.long
@pytest.mark.service
async def test_no_acked_play_is_lost_on_postgresql(tmp_path: Path, postgres_database: str) -> None:
    await survives(Site(tmp_path, postgres_database), tmp_path, KILLS)


@pytest.mark.long
@pytest.mark.service
async def test_who_acks_before_the_commit_is_found_out(tmp_path: Path, postgres_database: str) -> None:
    """The control: a server that says what it has not written yet loses plays, and the check sees it."""
    found = await verdict(Site(tmp_path, postgres_database, application=EARLY), tmp_path, 3)
    assert found["missing"] > 0


@pytest.mark.marathon
async def test_two_hundred_kills_on_sqlite(tmp_path: Path) -> None:
    await survives(Site(tmp_path, ""), tmp_path, ALL_KILLS)


@pytest.mark.marathon
@pytest.mark.service
async def test_two_hundred_kills_on_postgresql(tmp_path: Path, postgres_database: str) -> None:
    await survives(Site(tmp_path, postgres_database), tmp_path, ALL_KILLS)
