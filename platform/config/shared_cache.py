"""Counters that the processes of a site share, such as throttles and wrong attempts: in Redis, or by process while it
is down."""

import logging
from functools import cache, partial
from time import monotonic
from typing import Any

import orjson
import redis
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)
PATIENCE_S = 1.0  # for Redis to be reached, and to answer
AWAY_S = 5.0  # seconds until it is tried again


class Plain:
    """Values as JSON, so that data from Redis is never executed; whole numbers bare, so that Redis can count."""

    def dumps(self, obj: Any) -> Any:
        """The value as Redis keeps it."""
        return obj if type(obj) is int else orjson.dumps(obj)

    def loads(self, data: Any) -> Any:
        """The value back."""
        return orjson.loads(data)


class Client:
    """The client of `RedisCache`: it uses Redis, or this process alone while Redis does not answer."""

    def __init__(self, url: str) -> None:
        self._redis = RedisCacheClient([url], serializer=Plain, socket_timeout=PATIENCE_S,
                                       socket_connect_timeout=PATIENCE_S, retry=Retry(NoBackoff(), 0))  # fmt: skip
        self._own = LocMemCache("while Redis is away", {})
        self._away_until = 0.0

    def __getattr__(self, name: str) -> Any:
        return partial(self._do, name)

    def _do(self, name: str, *facts: Any) -> Any:
        if monotonic() >= self._away_until:
            try:
                return getattr(self._redis, name)(*facts)
            except redis.RedisError as error:
                self._away_until = monotonic() + AWAY_S
                logger.warning("Redis does not answer, this process counts alone: %s", error)
        return getattr(self._own, name)(*facts)


_client = cache(Client)  # one for all threads and requests: a cache is made again for each


class SharedCache(RedisCache):
    """The cache of a site of several processes."""

    @property
    def _cache(self) -> Client:  # type: ignore[override]  # it answers to the same names
        return _client(self._servers[0])  # type: ignore[attr-defined]  # set by Django's __init__

    def clear(self) -> None:
        """Delete the keys with this site's prefix; the same Redis holds other keys too."""
        line = self._cache.get_client(None)
        if mine := list(line.scan_iter(f"{self.key_prefix}:*")):
            line.delete(*mine)
