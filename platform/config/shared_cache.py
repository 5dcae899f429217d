"""The cache that a site's processes share, for counts of throttles and wrong attempts: in Redis, in the embedded site's
one process, or in each process while Redis is down. All of them store the same kinds of values: those that JSON gives
back equal."""

import logging
from collections.abc import Mapping
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
# Kinds that JSON would write and not give back as they were
STRICTLY = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_SUBCLASS


class NotPlain(TypeError):
    """The cache would not give this value back as it was stored."""

    def __init__(self, key: str, value: object, why: str) -> None:
        super().__init__(f"the cache keeps plain values alone, and {key} has a {type(value).__name__}: {why}")


class Plain:
    """Store values as JSON, so that data from Redis is never executed; whole numbers are stored bare, so that Redis can
    count."""

    def dumps(self, obj: Any) -> Any:
        """Write the value in the form that Redis stores."""
        return obj if type(obj) is int else orjson.dumps(obj, option=STRICTLY)

    def loads(self, data: Any) -> Any:
        """Read the value back."""
        return orjson.loads(data)


def require_plain(key: str, value: Any) -> Any:
    """The value as it will come back. Raises NotPlain with the key if it would come back as another value, such as a
    tuple."""
    try:
        back = orjson.loads(orjson.dumps(value, option=STRICTLY))
    except TypeError as bad:
        raise NotPlain(key, value, str(bad)) from bad
    if back != value:
        raise NotPlain(key, value, "it comes back as another value")
    return back


class OfPlainValues:
    """A cache that refuses to store values that are not plain."""

    def add(self, key: str, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Store the value if the key has none."""
        return super().add(key, require_plain(key, value), *args, **kwargs)  # type: ignore[misc]  # of Django's caches

    def set(self, key: str, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Store the value."""
        return super().set(key, require_plain(key, value), *args, **kwargs)  # type: ignore[misc]  # of Django's caches

    def set_many(self, data: Mapping[str, Any], *args: Any, **kwargs: Any) -> Any:
        """Store all of these values, or none."""
        plain = {key: require_plain(key, value) for key, value in data.items()}
        return super().set_many(plain, *args, **kwargs)  # type: ignore[misc]  # of Django's caches


class OwnCache(OfPlainValues, LocMemCache):
    """The cache of a site with one process."""


class Client:
    """The client of `RedisCache`: it uses Redis, or only this process while Redis does not answer."""

    def __init__(self, url: str) -> None:
        self._redis = RedisCacheClient([url], serializer=Plain, socket_timeout=PATIENCE_S,
                                       socket_connect_timeout=PATIENCE_S, retry=Retry(NoBackoff(), 0))  # fmt: skip
        self._own = OwnCache("while Redis is away", {})
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


class SharedCache(OfPlainValues, RedisCache):
    """The cache of a site with several processes."""

    @property
    def _cache(self) -> Client:  # type: ignore[override]  # it answers to the same names
        return _client(self._servers[0])  # type: ignore[attr-defined]  # set by Django's __init__

    def clear(self) -> None:
        """Delete the keys with this site's prefix, because the same Redis may hold other keys."""
        line = self._cache.get_client(None)
        if mine := list(line.scan_iter(f"{self.key_prefix}:*")):
            line.delete(*mine)
