"""Random frames, most of them broken: each gets an answer with a code, and none changes what it must not.

All of it: `pytest -m marathon tests/games/live/test_frames_fuzz.py`, 100,000 frames.
"""

import json
import random
import re
import uuid
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.live import wire
from games.live.processes.hub import Hub
from games.models import Play, Table
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket

pytestmark = pytest.mark.django_db(transaction=True)
people = sync_to_async(live_tables.users)
CODES = re.compile(r"stale|busy|frame|role|over|early|frozen|E_[A-Z_]+")
ODD: list[Any] = [
    None, True, False, 0, -1, 1, 2**31, 2**53, 10**400, 1.5, -0.0, "", "A", "cmd", "discard", "KD", "kd", "10D",
    "é" * 9, "\x00", "\u202e", "x" * 3000, [], [[]], ["KD"], {}, {"k": "cmd"}, [None] * 50, str(uuid.UUID(int=1)),
]  # fmt: skip
FIELDS = ["seat", "board", "b", "melds", "meld", "player", "ms", "x", "__class__"]
WORDS = ["discard", "draw_stock", "draw_discard", "knock", "gin", "pass_upcard", "take_upcard", "lay_off", "finish",
         "deal", "draw_for_deal", "flag", "credit", "call", "claim", "dir_void", "dir_freeze", "object"]  # fmt: skip


def frame(chance: random.Random, version: int, known: list[str]) -> dict[str, Any]:
    """A frame that might be right."""
    if chance.random() < 0.2:
        return chance.choice([{"k": "sync", "since": version}, {"k": "pong", "n": 1}, {"k": "seat"}, {"k": "bye"},
                              {"k": "ready"}, {"k": "hello"}, {"k": "ack", "v": version},
                              {"k": "say", "id": str(uuid.UUID(int=chance.getrandbits(128))),
                               "phrase": "luck"}])  # fmt: skip
    cmd_id = chance.choice(known) if known and chance.random() < 0.1 else str(uuid.UUID(int=chance.getrandbits(128)))
    seen = version if chance.random() < 0.7 else chance.randrange(-2, version + 5)
    found: dict[str, Any] = {"k": "cmd", "id": cmd_id, "v": seen, "b": 0, "do": chance.choice(WORDS)}
    if chance.random() < 0.5:
        found["card"] = chance.choice("A23456789TJQK") + chance.choice("CDHS")
    return found


def broken(chance: random.Random, given: dict[str, Any]) -> str | bytes:
    """The frame as text, spoilt in one way or another, or not at all."""
    way = chance.randrange(8)
    keys = list(given)
    if way == 0:
        del given[chance.choice(keys)]
    elif way == 1:
        given[chance.choice(keys)] = chance.choice(ODD)
    elif way == 2:
        given[chance.choice(["seat", "board", "b", "melds", "meld", "player", "ms", "x", "__class__"])] = chance.choice(
            ODD
        )
    text = json.dumps(given)
    if way == 3:
        at = chance.randrange(len(text))
        return text[:at] + chance.choice(["", '"', "}", "[", "NaN", "\\ud800", "\x00"]) + text[at + 1 :]
    if way == 4:
        return bytes(byte if chance.random() > 0.05 else chance.randrange(256) for byte in text.encode())
    if way == 5 and chance.random() < 0.2:
        return chance.choice(["[" * 3000, '{"k":' * 800, "9" * 4000, text + " " * 5000, text[:-1] + ',"k":"bye"}'])
    return text


def texts(seed: int, count: int, version: int = 5) -> list[str | bytes]:
    chance, known = random.Random(seed), [str(uuid.UUID(int=n)) for n in range(5)]
    return [broken(chance, frame(chance, version, known)) for _ in range(count)]


def refusals(many: list[str | bytes]) -> int:
    """How many of these the wire refuses; anything but a frame or a refusal is a bug."""
    refused = 0
    for text in many:
        try:
            wire.read(text)
        except wire.BadFrame:
            refused += 1
    return refused


def test_the_wire_reads_or_refuses() -> None:
    assert 1000 < refusals(texts(1, 5_000)) < 4000


@pytest.mark.marathon
def test_the_wire_reads_or_refuses_a_hundred_thousand() -> None:
    assert refusals(texts(2, 100_000)) > 20_000


def meaning(text: str | bytes) -> tuple[bool, str | None]:
    """Is it a frame, and the command that its answer names; None where a good frame is no command."""
    try:
        read = wire.read(text)
    except wire.BadFrame as refusal:
        return False, refusal.cmd_id
    return True, str(read.id) if read.k == "cmd" else None


async def ask(socket: Socket, text: str | bytes, *, is_due: bool, named: str | None) -> dict[str, Any] | None:
    """Send a frame, then a command that is refused in any case; the one answer to the frame, None if none was due."""
    kind, mark = "bytes" if isinstance(text, bytes) else "text", str(uuid.uuid4())
    await socket.line.send_input({"type": "websocket.receive", kind: text})
    await socket.send({"k": "cmd", "id": mark, "v": socket.version, "do": "fly"})
    answers: list[dict[str, Any]] = []
    is_marked = False
    while not is_marked or len(answers) < is_due:
        got = await socket.read()
        assert got["k"] != "close", (text, got)
        if got["k"] in ("ack", "no"):
            is_marked = is_marked or got["id"] == mark
            answers += [got] * (got["id"] != mark)
    assert [answer["id"] for answer in answers] == [named] * is_due, (text, answers)
    return answers[0] if answers else None


def is_large(text: str | bytes) -> bool:
    return len(text if isinstance(text, bytes) else text.encode()) > wire.MOST_BYTES


async def fuzzed(table: Table, hub: Hub, seed: int, count: int) -> dict[str, int]:
    """Both seats send what they like; the codes that came back."""
    who = await people(table)
    tokens = [live_tables.token(table, at, user) for at, user in enumerate(who)]
    sockets = [await Socket(table, token=token).open() for token in tokens]
    for socket in sockets:
        await socket.reach(2)
    chance = random.Random(seed)
    codes: dict[str, int] = {}
    known: list[str] = []
    for _ in range(count):
        socket = chance.choice(sockets)
        text = broken(chance, frame(chance, socket.version, known))
        if is_large(text):  # the second one would end the socket: test_table_socket
            continue
        is_good, named = meaning(text)
        answer = await ask(socket, text, is_due=not is_good or named is not None, named=named)
        if answer is not None:
            code = answer.get("code", "ack")
            assert (code == "ack" or CODES.fullmatch(code)) if is_good else code == "frame", (text, answer)
            codes[code] = codes.get(code, 0) + 1
        if is_good and named:
            known.append(named)
        for other in sockets:
            await other.reach(hub.actors[table.public_id].sitting.version)
    return codes


async def judged(table: Table, hub: Hub, seed: int, count: int, surely: set[str]) -> None:
    """The codes that must come `surely` whatever cards were dealt."""
    codes = await fuzzed(table, hub, seed, count)
    assert surely <= codes.keys(), codes
    assert any(code.startswith("E_") for code in codes), codes
    rows = await sync_to_async(lambda: list(Play.objects.filter(table=table).order_by("seq")))()
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert len({row.cmd_id for row in rows}) == len(rows), "no command was done twice"
    assert all(row.by_id is not None for row in rows if row.kind == "player")


async def test_every_frame_gets_its_code_at_a_table(table: Table, hub: Hub) -> None:
    await judged(table, hub, 1, 300, {"frame", "stale"})


@pytest.mark.marathon
async def test_many_frames_get_their_codes_at_a_table(table: Table, hub: Hub) -> None:
    await judged(table, hub, 2, 20_000, {"ack", "frame", "stale"})
