"""Who watches a table and what they are sent: views by look, missed events, and which tab of a seat plays."""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from games.live import looks, wire
from games.live.looks import Look, Seen
from games.live.sitting import Sitting
from games.live.terms import LETTERS, Terms
from games.live.viewer import Viewer

RING = 32


class Audience:
    """The sockets at one table. `views` holds what every look that somebody has was shown last."""

    __slots__ = ("active", "ring", "terms", "viewers", "views")

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.viewers: dict[Look, list[Viewer]] = {}
        self.views: dict[Look, Seen] = {}
        self.ring: deque[tuple[int, tuple[Any, ...]]] = deque(maxlen=RING)
        self.active: dict[int, Viewer] = {}

    def __iter__(self) -> Iterator[Viewer]:
        for group in self.viewers.values():
            yield from group

    def __bool__(self) -> bool:
        return bool(self.viewers)

    def count(self, look: Look) -> int:
        """How many sockets have this look."""
        return len(self.viewers.get(look, ()))

    def add(self, viewer: Viewer) -> None:
        """Let a socket in; the newest tab of a seat plays."""
        self.viewers.setdefault(viewer.look, []).append(viewer)
        if viewer.look is not None:
            self.take_seat(viewer, greeted=False)

    def remove(self, viewer: Viewer) -> bool:
        """Forget a socket; say whether it was there. Another tab of the seat takes over."""
        group = self.viewers.get(viewer.look, [])
        if viewer not in group:
            return False
        group.remove(viewer)
        if not group:
            del self.viewers[viewer.look]
            self.views.pop(viewer.look, None)
        if viewer.look is not None and self.active.get(viewer.look) is viewer:
            del self.active[viewer.look]
            if group:
                self.take_seat(group[-1])
        return True

    def take_seat(self, viewer: Viewer, *, greeted: bool = True) -> None:
        """This tab plays from now on; the one before only shows. A tab that just came hears it in its greeting."""
        assert viewer.look is not None
        before = self.active.get(viewer.look)
        self.active[viewer.look] = viewer
        if before is viewer:
            return
        if before is not None:
            before.send('{"k":"seat","active":false}')
        if greeted:
            viewer.send('{"k":"seat","active":true}')

    def plays(self, viewer: Viewer) -> bool:
        """Is this the tab of a seat that plays?"""
        return viewer.look is not None and self.active.get(viewer.look) is viewer

    def view(self, sitting: Sitting, look: Look) -> Mapping[str, Any]:
        """The present view of a look."""
        if look not in self.views:
            self.views[look], _ = looks.see(self.terms, sitting, look, None)
        return looks.spelled(self.views[look].shown, {})

    def publish(self, sitting: Sitting, happened: tuple[Any, ...], clk: list[dict[str, Any]] | None) -> None:
        """Tell everybody of a committed version: rendered once for every look."""
        self.ring.append((sitting.version, happened))
        for look, group in self.viewers.items():
            self.views[look], new = looks.see(self.terms, sitting, look, self.views.get(look))
            events = looks.events(self.terms, happened, look)
            frame: dict[str, Any] = {"k": "ev", "v": sitting.version, "ev": events, "set": new}
            if clk is not None:
                frame["clk"] = clk
            text = wire.pack(frame)
            for viewer in group:
                viewer.send(text)

    def catch_up(self, viewer: Viewer, sitting: Sitting, since: int | None, clk: list[dict[str, Any]] | None) -> None:
        """What this viewer missed since a version, if the ring reaches back, and the full view; or the view alone."""
        view = self.view(sitting, viewer.look)
        frame: dict[str, Any] = {"k": "sync", "v": sitting.version, "view": view}
        if since is not None and self.ring and self.ring[0][0] - 1 <= since < sitting.version:
            missed = [looks.events(self.terms, events, viewer.look) for version, events in self.ring if version > since]
            frame = {"k": "resume", "v": sitting.version, "from": since + 1, "ev": missed, "view": view}
        if clk is not None:
            frame["clk"] = clk
        viewer.send(wire.pack(frame))

    def tell(self, text: str) -> None:
        """One frame to everybody; it must hold nothing that anybody may not know."""
        for viewer in self:
            viewer.send(text)

    def close(self, code: int, reason: str) -> None:
        """Close every socket."""
        for viewer in self:
            viewer.close(code, reason)


def role(look: Look) -> str:
    """The role of a look on the wire: a seat's letter, or public."""
    return "public" if look is None else LETTERS[look]
