"""Cache slow values in this process, under the version of their facts or for some seconds."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

Value = TypeVar("Value")
MOST_WEIGHT = 6_000  # of all values together; the caller says what one weighs, such as its rows
PATIENCE_S = 10.0  # seconds that a thread waits for another one that computes the same value

_lock = Lock()
_values: OrderedDict[Hashable, tuple[object, object, int]] = OrderedDict()
_making: dict[Hashable, Lock] = {}


def cached(slot: Hashable, version: str, make: Callable[[], Value], weigh: Callable[[Value], int]) -> Value:
    """The value of a slot in this version of its facts: the cached one, or a new one by `make` that replaces an older
    version. Threads that ask for the same value at once wait for the first. Nobody may change what is returned, because
    others get the same object."""
    return _kept(slot, lambda there: there == version, lambda: version, make, weigh)


def recent(slot: Hashable, seconds: float, make: Callable[[], Value], weigh: Callable[[Value], int]) -> Value:
    """The value of a slot, which `make` computes again once it is older than `seconds`; else as `cached`."""
    return _kept(slot, lambda at: at > monotonic() - seconds, monotonic, make, weigh)


def _kept(
    slot: Hashable, is_good: Callable[[Any], bool], mark: Callable[[], object], make: Callable[[], Value],
    weigh: Callable[[Value], int],
) -> Value:  # fmt: skip
    found: tuple[Value] | None = _look(slot, is_good)
    if found:
        return found[0]
    with _lock:
        making = _making.setdefault(slot, Lock())
    is_mine = making.acquire(timeout=PATIENCE_S)
    try:
        found = _look(slot, is_good)
        if found:
            return found[0]
        value = make()
        _put(slot, mark(), value, weigh(value))
        return value
    finally:
        if is_mine:
            making.release()
        with _lock:
            _making.pop(slot, None)


def forget() -> None:
    """Empty the cache, as after a start."""
    with _lock:
        _values.clear()


def _look(slot: Hashable, is_good: Callable[[Any], bool]) -> tuple[Any] | None:
    with _lock:
        there = _values.get(slot)
        if there is None or not is_good(there[0]):
            return None
        _values.move_to_end(slot)
        return (there[1],)


def _put(slot: Hashable, mark: object, value: object, weight: int) -> None:
    with _lock:
        _values[slot] = mark, value, weight
        _values.move_to_end(slot)
        total = sum(one[2] for one in _values.values())
        while total > MOST_WEIGHT and len(_values) > 1:
            total -= _values.popitem(last=False)[1][2]
