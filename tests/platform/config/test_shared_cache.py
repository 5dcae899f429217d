"""The processes of a site count together in Redis, and each alone while it is away; nothing else in Redis is
touched."""

import os
import subprocess
import sys
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from time import monotonic
from typing import NamedTuple
from uuid import uuid4

import pytest
import redis
from django.conf import settings
from django.core.cache import caches
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from config.shared_cache import AWAY_S, NotPlain, OwnCache, SharedCache

ROOT = Path(__file__).resolve().parents[3]
REDIS = os.environ.get("UNDERCUT_TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
NOBODY = "redis://127.0.0.1:1/0"


@dataclass(frozen=True)
class Waiting:
    """A dataclass, which JSON would write as a dictionary."""

    name: str


class Line(NamedTuple):
    """A named tuple, which JSON would write as a list."""

    name: str


ONE_OF_SEVERAL = """
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from doors import tries
request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.7")
request.user = AnonymousUser()
for _ in range({wrong}):
    tries.note_wrong(request, "slip", "table 4")
print("too many" if tries.are_too_many(request, "slip", "table 4") else "some")
"""


@pytest.fixture
def shared():
    """The cache of a site that nobody else has."""
    cache = SharedCache(REDIS, {"KEY_PREFIX": f"undercut.test-{uuid4().hex}"})
    yield cache
    cache.clear()


@pytest.fixture(params=["embedded", "redis away", pytest.param("redis", marks=pytest.mark.service)])
def any_cache(request: pytest.FixtureRequest):
    """The cache of the embedded site, and that of a site with Redis, there and away."""
    prefix = {"KEY_PREFIX": f"undercut.test-{uuid4().hex}"}
    if request.param == "redis":
        return request.getfixturevalue("shared")
    return OwnCache("tests", prefix) if request.param == "embedded" else SharedCache(NOBODY, prefix)


def in_a_process(site: str, folder: Path, *, wrong: int) -> str:
    """What a process of this site finds after so many wrong tries more of one address."""
    there = {"DATABASE_URL": f"postgres://nobody@127.0.0.1:1/{site}", "REDIS_URL": REDIS, "UNDERCUT_DATA": str(folder)}
    command = [sys.executable, "manage.py", "shell", "-v0", "--no-imports", "-c", ONE_OF_SEVERAL.format(wrong=wrong)]
    run = subprocess.run(command, cwd=ROOT, env={**os.environ, **there}, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


@pytest.mark.service
def test_two_processes_count_wrong_tries_together(tmp_path: Path) -> None:
    site, other = (f"site_{uuid4().hex[:12]}" for _ in range(2))
    try:
        assert in_a_process(site, tmp_path, wrong=6) == "some"
        assert in_a_process(other, tmp_path, wrong=6) == "some", "another site on the same Redis"
        assert in_a_process(site, tmp_path, wrong=6) == "too many"
    finally:
        for name in (site, other):
            SharedCache(REDIS, {"KEY_PREFIX": f"undercut.{name}"}).clear()


PLAIN = ["ñ", 7, -1, 2.5, True, None, ["a", [1, None]], {"by": {"name": [1.5, False]}}, [], ""]
NOT_PLAIN = [
    ("a", "b"), ["a", ("b",)], {1: "a"}, b"frame", {"a"}, date(2026, 11, 28), Decimal("1.5"), uuid4(),
    gettext_lazy("knock"), mark_safe("<b>"), Waiting("Ann"), Line("Ann"), float("nan"), 2**70,
]  # fmt: skip


@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_what_is_plain_comes_back_as_it_was(any_cache, value) -> None:
    any_cache.set("set", value, 60)
    any_cache.add("added", value, 60)
    any_cache.set_many({"one": value}, 60)
    found = [any_cache.get(key, "nothing") for key in ("set", "added", "one")]
    assert found == [value] * 3
    assert {type(one) for one in found} == {type(value)}


@pytest.mark.parametrize("value", NOT_PLAIN, ids=lambda value: type(value).__name__)
def test_what_would_come_back_as_another_value_is_refused_where_it_is_put(any_cache, value) -> None:
    ways = (any_cache.set, any_cache.add, any_cache.get_or_set, lambda key, value: any_cache.set_many({key: value}))
    for put in ways:
        with pytest.raises(NotPlain, match=f"board-of-home has a {type(value).__name__}: "):
            put("board-of-home", value)
    assert any_cache.get("board-of-home") is None


def test_the_tests_and_every_site_have_one_of_these_caches() -> None:
    assert type(caches["default"]) is (SharedCache if settings.REDIS_URL else OwnCache)


@pytest.mark.service
def test_it_keeps_what_throttles_keep_and_leaves_the_rest_of_redis_alone(shared: SharedCache) -> None:
    line, stranger = redis.Redis.from_url(REDIS), f"stranger.{uuid4().hex}"
    line.set(stranger, 1, ex=60)
    shared.set("history", [12.5, 11.25], 60)
    assert shared.get("history") == [12.5, 11.25]
    assert shared.add("wrong", 1, 60)
    assert not shared.add("wrong", 1, 60)
    assert shared.incr("wrong") == shared.get("wrong") == 2
    shared.clear()
    assert (shared.get("history"), shared.get("wrong")) == (None, None)
    assert line.get(stranger) == b"1"
    line.delete(stranger)


def test_while_redis_is_away_a_process_counts_alone(caplog: pytest.LogCaptureFixture) -> None:
    began, away = monotonic(), SharedCache(NOBODY, {"KEY_PREFIX": f"undercut.test-{uuid4().hex}"})
    assert away.add("wrong", 1, 60)
    assert [away.incr("wrong") for _ in range(20)] == list(range(2, 22))
    assert SharedCache(NOBODY, {"KEY_PREFIX": away.key_prefix}).get("wrong") == 21, "in every thread of it"
    assert len(caplog.records) <= 1 + (monotonic() - began) / AWAY_S, "it is not asked again for each"
