"""The format of a backup by itself: what goes in comes out, and no byte can be changed, left out or added."""

import gzip
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keeping import form
from keeping.form import Packer, Sealer, lines, manifest, sealing
from tests.platform.keeping.conftest import PASSPHRASE

CONTENT = b"the undercut bonus " * 40 + bytes(range(256))
CHANCE = bytes(range(23))


def packed(*pieces: bytes, passphrase: str | None = None) -> bytes:
    packer = Packer()
    made = [*(packer.pack(piece) for piece in pieces), packer.end()]
    if passphrase is None:
        return b"".join(made)
    sealer = Sealer(passphrase, CHANCE, 10)
    return b"".join([*(sealer.pack(piece) for piece in made), sealer.end()])


def unpacked(data: bytes, passphrase: str | None = None, step: int = 1000) -> bytes:
    def pieces() -> Iterator[bytes]:
        for start in range(0, len(data), step):
            yield data[start : start + step]

    source = pieces()
    if sealing.is_sealed(data):
        source = form.opened(source, passphrase)
    return b"".join(form.unpacked(source))


PLAIN, SEALED = packed(CONTENT), packed(CONTENT, passphrase=PASSPHRASE)
FILES = pytest.mark.parametrize("file", [PLAIN, SEALED], ids=["plain", "sealed"])


@given(st.lists(st.binary(max_size=3000), max_size=6), st.booleans(), st.integers(1, 4000))
def test_what_goes_in_comes_out(pieces: list[bytes], is_sealed: bool, step: int) -> None:
    passphrase = PASSPHRASE if is_sealed else None
    assert unpacked(packed(*pieces, passphrase=passphrase), passphrase, step) == b"".join(pieces)


@pytest.mark.parametrize("extra", [-1, 0, 1, sealing.PIECE])
def test_pieces_of_every_length_are_sealed(extra: int) -> None:
    data = bytes(sealing.PIECE + extra)
    sealer = Sealer(PASSPHRASE, CHANCE, 10)
    made = sealer.pack(data) + sealer.end()
    assert b"".join(form.opened(iter([made]), PASSPHRASE)) == data
    for end in {len(made) - 1, min(len(made) - 1, sealing.HEAD + sealing.PIECE + sealing.TAG)}:
        with pytest.raises(form.Damaged):
            list(form.opened(iter([made[:end]]), PASSPHRASE))


@FILES
def test_every_byte_counts(file: bytes) -> None:
    for at in range(len(file)):
        with pytest.raises(form.KeepingError):
            unpacked(file[:at] + bytes([file[at] ^ 1]) + file[at + 1 :], PASSPHRASE)


@FILES
@given(data=st.data())
def test_whatever_is_changed_is_refused(file: bytes, data: Any) -> None:
    start = data.draw(st.integers(0, len(file) - 1))
    end = data.draw(st.integers(start, min(len(file), start + 40)))
    other = data.draw(st.binary(max_size=40).filter(lambda some: some != file[start:end]))
    with pytest.raises(form.KeepingError):
        unpacked(file[:start] + other + file[end:], PASSPHRASE)


@FILES
def test_a_cut_file_is_refused_wherever_it_was_cut(file: bytes) -> None:
    for end in range(len(file)):
        with pytest.raises(form.KeepingError):
            unpacked(file[:end], PASSPHRASE)


def test_pieces_cannot_change_places() -> None:
    size = sealing.PIECE + sealing.TAG
    sealer = Sealer(PASSPHRASE, CHANCE, 10)
    made = sealer.pack(bytes(sealing.PIECE) + b"x" * sealing.PIECE + b"end") + sealer.end()
    head, made = made[: sealing.HEAD], made[sealing.HEAD :]
    one, two, rest = made[:size], made[size : 2 * size], made[2 * size :]
    assert b"".join(form.opened(iter([head + one + two + rest]), PASSPHRASE)).endswith(b"end")
    for wrong in (two + one + rest, one + rest, one + one + rest, one + two):
        with pytest.raises(form.Damaged):
            list(form.opened(iter([head + wrong]), PASSPHRASE))


def test_any_gzip_opens_a_plain_one() -> None:
    assert gzip.GzipFile(fileobj=io.BytesIO(PLAIN)).read() == CONTENT


def test_a_wrong_passphrase_is_named_as_such() -> None:
    for wrong in ("nine of clubs, ten", ""):
        with pytest.raises(form.WrongPassphrase):
            unpacked(SEALED, wrong)
    assert unpacked(SEALED, PASSPHRASE) == CONTENT


def test_accents_may_be_typed_in_either_way() -> None:
    sealed = packed(b"x", passphrase="contrasen\u0303a larga")
    assert unpacked(sealed, "contrase\u00f1a larga") == b"x"


@pytest.mark.parametrize(
    "file", [b"", b"\x1f\x8b", gzip.compress(b"x" * 999, mtime=0), b"PK\x03\x04", b"undercut-sealed/1\n"]
)
def test_a_foreign_file_is_refused(file: bytes) -> None:
    with pytest.raises((form.NotABackup, form.Damaged)):
        unpacked(file, PASSPHRASE)


INTEGERS = st.integers(-(2**63), 2**63 - 1)  # those of both databases
VALUES = st.none() | st.booleans() | INTEGERS | st.floats(allow_nan=False) | st.text()


@given(st.lists(st.lists(VALUES, min_size=3, max_size=3), max_size=5))
def test_rows_come_back_as_they_were(rows: list[list[Any]]) -> None:
    text = b"".join(lines.line(row) for row in rows)
    assert text.count(b"\n") == len(rows)
    assert list(lines.rows(text, 3)) == rows


@pytest.mark.parametrize("text", [b"[1,2]\n", b"{}\n", b"[1,2,\n", b"\xff\n", b'[1,2,"\\ud800"]\n'])
def test_a_bad_row_is_refused(text: bytes) -> None:
    with pytest.raises(form.Damaged):
        list(lines.rows(text, 3))


SAID = form.Manifest(
    made_at="2026-03-07T12:00:00+00:00", version="0.1.0", database="sqlite", migrations=(("audit", "0001_initial"),),
    tables=(form.Table(name="clubs_club", columns=(form.Column("id", "whole"),), rows=1, last_id=3),),
    parts=(form.Part("rows/clubs_club/000001.jsonl", 4, "ab"),),
)  # fmt: skip


def test_a_manifest_is_read_as_it_was_written() -> None:
    assert manifest.read(manifest.written(SAID)) == SAID
    manifest.check_parts(SAID, SAID.parts, {"clubs_club": 1})
    manifest.check_version(SAID, [("audit", "0001_initial"), ("audit", "0002_more")], "0.2.0")


def test_a_manifest_that_does_not_fit_is_refused() -> None:
    for parts, rows in ((SAID.parts * 2, {"clubs_club": 1}), ((), {"clubs_club": 1}), (SAID.parts, {"clubs_club": 2})):
        with pytest.raises(form.Damaged):
            manifest.check_parts(SAID, parts, rows)
    with pytest.raises(form.OtherVersion, match="newer than this one"):
        manifest.check_version(SAID, [("audit", "0000_older")], "0.0.9")
    said = json.loads(manifest.written(SAID))
    with pytest.raises(form.OtherVersion):
        manifest.read(json.dumps(said | {"form": "undercut-backup/2"}).encode())
    for wrong in ({"tables": 1}, {"version": None}, {"parts": [{}]}, {"migrations": [["audit"]]}):
        with pytest.raises(form.NotABackup):
            manifest.read(json.dumps(said | wrong).encode())
    for text in (b"", b"[]", b"{}", b"1", b"\xff"):
        with pytest.raises(form.NotABackup):
            manifest.read(text)
