"""The peer for measurements of live tables, boardgame.io 0.50.2: install and run its server, and play there."""

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import orjson

from bench.load import Board, Player

SOURCE = Path(__file__).with_name("bgio")
INSTALLED = Path(tempfile.gettempdir()) / "undercut-bench-bgio"
PATH = "/socket.io/?EIO=4&transport=websocket"  # where its client arrives after the first poll


def install() -> Path | None:
    """Install the server with npm in a scratch folder that is kept for the next run; None without node and npm."""
    if not shutil.which("node") or not shutil.which("npm"):
        return None
    INSTALLED.mkdir(exist_ok=True)
    lock = (SOURCE / "package-lock.json").read_bytes()
    stamp = INSTALLED / "node_modules" / ".undercut"
    for file in SOURCE.iterdir():
        shutil.copy(file, INSTALLED)
    if not stamp.exists() or stamp.read_bytes() != lock:
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=INSTALLED, check=True)
        stamp.write_bytes(lock)
    return INSTALLED


@contextlib.contextmanager
def server(folder: Path, port: int) -> Iterator[int]:
    """Run the peer's server; yields its process id."""
    env = os.environ | {"NODE_ENV": "production"}
    child = subprocess.Popen(["node", "server.cjs", str(port)], cwd=folder, env=env, stdout=subprocess.DEVNULL)
    try:
        yield child.pid
    finally:
        child.terminate()
        child.wait(15)


class PeerSeat(Player):
    """A player at a match of the peer: draws from the stock, then throws a random card."""

    def __init__(self, host: str, board: Board, seed: int, match: str, seat: str) -> None:
        super().__init__(PATH, host, board, seed)
        self.match, self.seat = match, seat
        self.hand: list[str] = []
        self.turn, self.has_drawn = "", False

    def heard(self, text: bytes) -> None:
        if text == b"2":
            self.write(1, b"3")  # engine.io's ping and pong
        elif text[:1] == b"0":
            self.write(1, b"40/gin,")
        elif text.startswith(b"40/gin"):
            self._emit("sync", self.match, self.seat, None, 2)
        elif text.startswith(b"42/gin,"):
            name, *arguments = orjson.loads(text[7:])
            if name in ("sync", "update"):
                self._state(arguments[1]["state"] if name == "sync" else arguments[1], is_news=name == "update")

    def _emit(self, name: str, *arguments: object) -> None:
        self.write(1, b"42/gin," + orjson.dumps([name, *arguments]))

    def _state(self, state: dict, *, is_news: bool) -> None:
        was = self.turn
        self.hand = state["G"]["hands"][self.seat]
        self.turn, self.has_drawn = state["ctx"]["currentPlayer"], state["G"]["taken"] is not None
        if is_news:
            own = was == self.seat
            if own:
                self.acked()
            self.news(state["_stateID"], own=own)
        else:
            self.version = state["_stateID"]
        self.go_on()

    def is_my_turn(self) -> bool:
        return self.turn == self.seat

    def move(self) -> None:
        kind, argument = ("discard", self.chance.choice(self.hand)) if self.has_drawn else ("draw", "stock")
        payload = {"type": kind, "args": [argument], "playerID": self.seat}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self.send(b"42/gin," + orjson.dumps(["update", action, self.version, self.match, self.seat]))
