"""Which frames the wire accepts, and how many."""

import json
import uuid

import pytest

from games.live import wire

CMD = {"k": "cmd", "id": str(uuid.UUID(int=7)), "v": 41, "b": 0, "do": "discard", "card": "KD"}


def test_a_command_is_read() -> None:
    frame = wire.read(json.dumps(CMD))
    assert (frame.k, frame.id, frame.seen) == ("cmd", uuid.UUID(int=7), 41)
    assert frame.action == {"do": "discard", "card": "KD"}


@pytest.mark.parametrize("text", ['{"k":"sync","since":3}', '{"k":"pong","n":3}'])
def test_a_number_is_read(text: str) -> None:
    assert wire.read(text).number == 3


@pytest.mark.parametrize("k", ["bye", "seat", "ready"])
def test_a_bare_frame_is_read(k: str) -> None:
    assert wire.read(json.dumps({"k": k})).k == k


@pytest.mark.parametrize(
    "text",
    [
        "", "nonsense", "[]", "null", "7", '"cmd"', "{}", '{"k":[]}', '{"k":"nothing"}', '{"k":"hello"}', "NaN",
        '{"k":"bye","more":1}', '{"k":"sync"}', '{"k":"sync","since":-1}', '{"k":"sync","since":true}',
        '{"k":"sync","since":1.0}', '{"k":"pong","n":"3"}', '{"k":"pong","n":3,"m":4}', "[" * 2000 + "]" * 2000,
        '{"k":"pong","n":' + "9" * 2000 + "}",
        json.dumps(CMD | {"id": "7"}), json.dumps(CMD | {"id": 7}), json.dumps(CMD | {"id": None}),
        json.dumps(CMD | {"v": "41"}), json.dumps(CMD | {"v": -1}), json.dumps(CMD | {"v": 2**31}),
        json.dumps(CMD | {"v": True}), json.dumps(CMD | {"b": 8}), json.dumps(CMD | {"b": "0"}),
        json.dumps(CMD | {"do": 7}), json.dumps({k: v for k, v in CMD.items() if k != "do"}),
        json.dumps(CMD | {"card": "x" * 5000}), json.dumps(CMD | {"card": "é" * 2500}, ensure_ascii=False),
    ],
)  # fmt: skip
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(wire.BadFrame):
        wire.read(text)


def test_a_refusal_names_the_command_when_it_can() -> None:
    with pytest.raises(wire.BadFrame) as refused:
        wire.read(json.dumps(CMD | {"v": -1}))
    assert refused.value.cmd_id == CMD["id"]


def test_the_bucket_lets_twenty_in_and_five_a_second() -> None:
    bucket = wire.Bucket(0.0)
    assert sum(bucket.take(0.0) for _ in range(30)) == 20
    assert sum(bucket.take(1.0) for _ in range(30)) == 5


def test_answers_are_json() -> None:
    assert json.loads(wire.ack(CMD["id"], 42)) == {"k": "ack", "id": CMD["id"], "v": 42}
    assert json.loads(wire.no("stale", 42)) == {"k": "no", "id": None, "code": "stale", "v": 42}
    assert json.loads(wire.no("E_PHASE", 42, CMD["id"], "GIN-10"))["rule"] == "GIN-10"
