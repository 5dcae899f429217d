"""Values for the fields of a schema, valid ones and odd ones, all from one seed."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

Schema = Mapping[str, Any]
ODD: list[Any] = [
    None, True, False, 0, -1, 1, 2**15, 2**31, 2**53, 2**63, 2**64, 10**30, -(2**63) - 1, 1.5, -0.0, 1e308, "", " ",
    "0", "-1", "1" * 20, "١٢", "\u202eabc", "a\u0301" * 40, "x" * 3000, "<b>&amp;", "'; --", "=1+1", "%00", "../..",
    "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-02-30", "NaN", "null", [], [[]], [None], ["x"] * 60, {},
    {"x": {}}, "[" * 500,
]  # fmt: skip
NUL = "a\0b"
TEXTS = ["Ana", "Tuesday", "gin-rummy-com", "swiss", "in_person", "UTC", "hard", "104-60", "reason", "1", "a b"]
TIMES = [
    "2026-03-07T19:00:00Z",
    "2026-03-07T19:00",
    "2030-01-01",
    "1999-12-31T23:59:59+14:00",
    "2026-03-07T19:00:00-17:50",
]
ODDITY = 0.2  # the share of values that are odd
DEEPEST = 6


class Values:
    """Draws values by a schema. `ids` are names of things that are there, to be tried where a text is asked for."""

    def __init__(self, chance: random.Random, schemas: Mapping[str, Schema], ids: Sequence[str]) -> None:
        self.chance, self.schemas, self.ids = chance, schemas, ids

    def odd(self) -> Any:
        """Something that nobody should send."""
        return NUL if self.chance.random() < 0.04 else self.chance.choice(ODD)

    def of(self, schema: Schema, depth: int = 0) -> Any:
        """A value for this schema, or an odd one."""
        schema = self._resolved(schema)
        if self.chance.random() < ODDITY or depth > DEEPEST:
            return self.odd()
        if schema.get("nullable") and self.chance.random() < 0.2:
            return None
        for ways in ("oneOf", "anyOf"):
            if ways in schema:
                return self.of(self.chance.choice(schema[ways]), depth + 1)
        if "enum" in schema:
            return self.chance.choice(schema["enum"])
        make = {"object": self._object, "array": self._array, "integer": self._whole, "number": self._number,
                "boolean": self._yes_no}.get(schema.get("type", "string"), self._text)  # fmt: skip
        return make(schema, depth)

    def _resolved(self, schema: Schema) -> Schema:
        found = dict(schema)
        for part in found.pop("allOf", []):
            found |= self._resolved(part)
        if "$ref" in found:
            found |= self._resolved(self.schemas[found.pop("$ref").rsplit("/", 1)[1]])
        return found

    def _object(self, schema: Schema, depth: int) -> dict[str, Any]:
        needed = schema.get("required", ())
        named = schema.get("properties", {})
        said = {
            key: self.of(one, depth + 1) for key, one in named.items() if key in needed or self.chance.random() < 0.5
        }
        if needed and self.chance.random() < 0.1:
            said.pop(self.chance.choice(needed), None)
        if not named:
            said = {self.chance.choice(TEXTS): self.odd() for _ in range(self.chance.randrange(3))}
        return said

    def _array(self, schema: Schema, depth: int) -> list[Any]:
        length = self.chance.choice([schema.get("minItems", 0), schema.get("maxItems", 2), self.chance.randrange(4)])
        return [self.of(schema.get("items", {}), depth + 1) for _ in range(min(length, 8))]

    def _whole(self, schema: Schema, depth: int) -> int:
        least, most = schema.get("minimum", 0), schema.get("maximum", 40)
        return self.chance.choice([least, most, self.chance.randint(int(least), max(int(least), int(most)))])

    def _number(self, schema: Schema, depth: int) -> float:
        return round(self.chance.uniform(schema.get("minimum", 0), schema.get("maximum", 2000)), 3)

    def _yes_no(self, schema: Schema, depth: int) -> bool:
        return self.chance.random() < 0.5

    def _text(self, schema: Schema, depth: int) -> str:
        if schema.get("format") in ("date-time", "date"):
            return self.chance.choice(TIMES)
        return self.chance.choice(self.ids) if self.ids and self.chance.random() < 0.5 else self.chance.choice(TEXTS)
