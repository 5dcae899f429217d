"""A proxy in front of a service that is slow, or swallows data, as networks do."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit, urlunsplit


class Line:
    """Passes bytes on after `delay_s`, both ways. What was connected before `swallow` hears nothing any more."""

    def __init__(self, url: str, delay_s: float) -> None:
        self._there = urlsplit(url)
        self._delay_s = delay_s
        self._swallowing: set[asyncio.Event] = set()
        self.connected = 0
        self.passed = 0  # pieces, both ways

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        assert self._there.hostname is not None
        is_swallowed = asyncio.Event()
        self._swallowing.add(is_swallowed)
        self.connected += 1
        away, back = await asyncio.open_connection(self._there.hostname, self._there.port)
        ways = [asyncio.create_task(self._pass(*way, is_swallowed)) for way in ((reader, back), (away, writer))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            for end in (writer, back):
                end.close()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_swallowed: asyncio.Event
    ) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                await asyncio.sleep(self._delay_s)
                if not is_swallowed.is_set():
                    writer.write(data)
                    self.passed += 1

    def swallow(self) -> None:
        """What is connected now stays so and is silent from now on."""
        for one in self._swallowing:
            one.set()

    def url(self, port: int) -> str:
        """The service's address by this line."""
        account, at, _ = self._there.netloc.rpartition("@")
        return urlunsplit(self._there._replace(netloc=f"{account}{at}127.0.0.1:{port}"))


@asynccontextmanager
async def line_to(url: str, *, delay_s: float = 0.0) -> AsyncIterator[tuple[Line, str]]:
    """A line to the service at `url`, and its address."""
    line = Line(url, delay_s)
    taken: set[asyncio.Task[None]] = set()

    def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(line.take(reader, writer))
        taken.add(task)
        task.add_done_callback(taken.discard)

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    try:
        yield line, line.url(server.sockets[0].getsockname()[1])
    finally:
        server.close()
        for task in list(taken):
            task.cancel()
        await asyncio.gather(*taken, return_exceptions=True)
