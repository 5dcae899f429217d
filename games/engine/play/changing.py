"""Copy frozen values with some fields changed, fast, for values that are made again at every move."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

Value = TypeVar("Value")


def changer(kind: type[Value]) -> Callable[..., Value]:
    """Make a function for a dataclass with slots that does what `dataclasses.replace` does, in half the time."""
    slots = {field.name: getattr(kind, field.name) for field in fields(kind)}  # type: ignore[arg-type]  # no type says "dataclass"
    copies = tuple((slot.__get__, slot.__set__) for slot in slots.values())
    put = {name: slot.__set__ for name, slot in slots.items()}

    def changed(value: Value, **changes: Any) -> Value:
        copy = object.__new__(kind)
        for read, write in copies:
            write(copy, read(value))
        for name, new in changes.items():
            put[name](copy, new)
        return copy

    return changed
