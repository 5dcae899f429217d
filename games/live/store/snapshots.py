"""Snapshots: a sealed version of a table at rest. A snapshot is a cache of the state that the log gives."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import orjson

from games import engine
from games.engine import codec
from games.live.setup.terms import Terms
from games.live.shuffle import seal
from games.live.sitting.attempts import Attempt
from games.live.sitting.sitting import Ending, Sitting

EVERY = 16


def sealed(fixed: Terms, version: Sitting) -> bytes | None:
    """Seal a version, after four bytes of its number. Only every 16th version and the last are sealed: the log gives
    the others, and sealing each would cost a sixth of a move."""
    if version.version % EVERY and not version.ending:
        return None
    plain = orjson.dumps(to_snapshot(version))
    return version.version.to_bytes(4, "big") + seal.seal(plain, seal.table_data(fixed.public_id, version.version))


def opened(fixed: Terms, snapshot: bytes) -> Sitting:
    """Open a sealed version."""
    version = int.from_bytes(snapshot[:4], "big")
    plain = seal.unseal(snapshot[4:], seal.table_data(fixed.public_id, version))
    return from_snapshot(fixed, orjson.loads(plain), version)


def to_snapshot(sitting: Sitting) -> dict[str, Any]:
    """Write a version as plain JSON."""
    ending = sitting.ending
    return {
        "s": codec.state_to_json(sitting.state),
        "l": sitting.left,
        "t": sitting.touched,
        "d": sitting.deal_seq,
        "c": sitting.commitments,
        "n": sitting.numbers,
        "e": [ending.how, ending.winner, ending.loser] if ending else None,
        **({"g": [asdict(game) for game in sitting.games]} if sitting.games else {}),
        **({"x": True} if sitting.is_called else {}),
        **({"z": True} if sitting.is_frozen else {}),
        **({"a": [asdict(one) | {"sealed": one.sealed.hex()} for one in sitting.attempts]} if sitting.attempts else {}),
        **({"k": sitting.codes} if any(sitting.codes) else {}),
    }


def from_snapshot(terms: Terms, data: Mapping[str, Any], version: int) -> Sitting:
    """Read a version from a snapshot."""
    return Sitting(
        version=version,
        state=codec.state_from_json(terms.rules, data["s"]),
        left=tuple(data["l"]),
        touched=tuple(data["t"]),
        deal_seq=data["d"],
        commitments=tuple(data["c"]),
        codes=tuple(data["k"]) if "k" in data else ("",) * len(data["c"]),
        numbers=tuple((deal, number) for deal, number in data["n"]),
        ending=Ending(*data["e"]) if data["e"] else None,
        games=tuple(engine.game_from(game) for game in data.get("g", ())),
        is_called=data.get("x", False),
        is_frozen=data.get("z", False),
        attempts=tuple(_attempt(one) for one in data.get("a", ())),
    )


def _attempt(plain: Mapping[str, Any]) -> Attempt:
    kept: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()}
    return Attempt(**{**kept, "sealed": bytes.fromhex(plain["sealed"])})
