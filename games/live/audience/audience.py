"""The sockets at a table and what they are sent: one view for each look, missed events, and which tab of a seat
plays."""

from collections import deque
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from games.live import wire
from games.live.audience import looks
from games.live.audience.gallery import Gallery, Unshown
from games.live.audience.looks import Look
from games.live.audience.viewer import Viewer
from games.live.setup.terms import LETTERS, Terms
from games.live.sitting.sitting import Sitting
from games.live.sitting.steps import Happened, Step

RING = 32
CROWD_S = 2.0  # between two frames that say how many watch
Ring = deque[tuple[int, Happened]]
Clocks = list[dict[str, Any]] | None


class Audience:
    """The sockets at one table. `views` holds the last view of every look in use. Where watchers see the table with a
    delay, everything sent to them goes through `gallery`."""

    __slots__ = ("_crowd_at", "_is_new_crowd", "active", "gallery", "later", "ring", "terms", "viewers", "views")

    def __init__(self, terms: Terms, gallery: Gallery | None = None) -> None:
        self.terms = terms
        self.gallery = gallery
        self.later: Ring = deque(maxlen=RING)
        self.viewers: dict[Look, list[Viewer]] = {}
        self.views: dict[Look, dict[str, Any]] = {}
        self.ring: Ring = deque(maxlen=RING)
        self.active: dict[int, Viewer] = {}
        self._is_new_crowd = False
        self._crowd_at = 0.0

    def __iter__(self) -> Iterator[Viewer]:
        for group in self.viewers.values():
            yield from group

    def __bool__(self) -> bool:
        return bool(self.viewers)

    def has_people(self) -> bool:
        """Is at least one socket here not a house player's?"""
        return any(not viewer.trusted for viewer in self)

    def count(self, look: Look) -> int:
        """Count the sockets that have this look."""
        return len(self.viewers.get(look, ()))

    def strangers(self, address: str) -> int:
        """Count the watchers without an account from this address."""
        return sum(one.user_id is None and one.address == address for one in self.viewers.get(None, ()))

    def crowd(self) -> int:
        """Count the people who watch through these sockets. All tabs of one person, or of one browser, count as one."""
        return len({viewer.user_id or viewer.session or viewer for viewer in self.viewers.get(None, ())})

    def add(self, viewer: Viewer) -> None:
        """Let a socket in; the newest tab of a seat plays."""
        self.viewers.setdefault(viewer.look, []).append(viewer)
        self._is_new_crowd |= viewer.look is None
        if viewer.look is not None:
            self.take_seat(viewer, greeted=False)

    def remove(self, viewer: Viewer) -> bool:
        """Remove a socket and say whether it was there. If it was the tab that played, another tab of the seat takes
        over."""
        group = self.viewers.get(viewer.look, [])
        if viewer not in group:
            return False
        group.remove(viewer)
        self._is_new_crowd |= viewer.look is None
        if not group:
            del self.viewers[viewer.look]
            self.views.pop(viewer.look, None)
        if viewer.look is not None and self.active.get(viewer.look) is viewer:
            del self.active[viewer.look]
            if group:
                self.take_seat(group[-1])
        return True

    def take_seat(self, viewer: Viewer, *, greeted: bool = True) -> None:
        """Let this tab of a seat play. The tab that played before only shows the table. A new tab is told in its
        greeting."""
        assert viewer.look is not None
        before = self.active.get(viewer.look)
        self.active[viewer.look] = viewer
        if before is viewer:
            return
        if before is not None:
            before.send(b'{"k":"seat","active":false}')
        if greeted:
            viewer.send(b'{"k":"seat","active":true}')

    def plays(self, viewer: Viewer) -> bool:
        """Is this the tab of a seat that plays?"""
        return viewer.look is not None and self.active.get(viewer.look) is viewer

    def is_late(self, look: Look) -> bool:
        """Does this look see the table later than its players?"""
        return look is None and self.gallery is not None

    def present(self, sitting: Sitting, look: Look) -> Sitting:
        """The version of the table that a look sees now."""
        return self.gallery.shown if look is None and self.gallery is not None else sitting

    def view(self, sitting: Sitting, look: Look) -> Mapping[str, Any]:
        """The view of this look, at the version that it sees."""
        if look not in self.views:
            self.views[look], _ = looks.see(self.terms, sitting, look, {}, self._course(look))
        return looks.spelled(self.views[look], {})

    def _course(self, look: Look) -> looks.Course:
        """The course of the deal so far, for watchers with open hands; empty for everybody else."""
        return self.gallery.told(self.terms) if look is None and self.gallery is not None else ()

    def publish(self, sitting: Sitting, action: Step, happened: Happened, clk: Clocks, now: float) -> None:
        """Send a committed version, made at second `now`, to every socket. It is rendered once for each look. Watchers
        with a delay are sent the versions that are due for them."""
        self.ring.append((sitting.version, happened))
        for look, group in self.viewers.items():
            if look is not None or self.gallery is None:
                _send(group, self._event(sitting, happened, look, clk))
        if self.gallery is not None:
            self._show(self.gallery.follow(sitting, happened, action, now))

    def tick(self, now: float) -> None:
        """Send watchers with a delay the versions that have become due, and send all watchers their number when it has
        changed."""
        if self.gallery is not None and self.gallery.waits_for_time:
            self._show(self.gallery.due(now))
        watching = self.viewers.get(None)
        if self._is_new_crowd and watching and now >= self._crowd_at:
            self._is_new_crowd, self._crowd_at = False, now + CROWD_S
            _send(watching, wire.watching(self.crowd(), is_full=len(watching) >= wire.MOST_SPECTATORS))

    def _event(self, sitting: Sitting, happened: Happened, look: Look, clk: Clocks) -> bytes:
        """The frame of the event that leads to the next version."""
        self.views[look], new = looks.see(self.terms, sitting, look, self.views.get(look, {}), self._course(look))
        events = looks.events(self.terms, happened, look)
        frame: dict[str, Any] = {"k": "ev", "v": sitting.version, "ev": events, "set": new}
        if clk is not None:
            frame["clk"] = clk
        return wire.pack(frame)

    def _show(self, due: list[Unshown]) -> None:
        """Send these versions to watchers with a delay. Several versions go in one frame, as after a gap."""
        self.later.extend((one.sitting.version, one.events) for one in due)
        group = self.viewers.get(None)
        if not due or not group:
            return
        now = due[-1].sitting
        clk = looks.still_clocks(self.terms, now)
        if len(due) == 1:
            _send(group, self._event(now, due[0].events, None, clk))
            return
        self.views.pop(None, None)
        missed = [looks.events(self.terms, one.events, None) for one in due]
        _send(group, self._whole(now, None, clk, due[0].sitting.version, missed))

    def catch_up(self, viewer: Viewer, sitting: Sitting, since: int | None, clk: Clocks) -> None:
        """The full view, with the events that this viewer has missed since a version if they are still in the ring."""
        ring = self.ring
        if self.is_late(viewer.look):
            ring, sitting = self.later, self.present(sitting, None)
            clk = looks.still_clocks(self.terms, sitting)
        if since is not None and ring and ring[0][0] - 1 <= since < sitting.version:
            missed = [looks.events(self.terms, events, viewer.look) for version, events in ring if version > since]
            viewer.send(self._whole(sitting, viewer.look, clk, since + 1, missed))
        else:
            viewer.send(self._whole(sitting, viewer.look, clk))

    def _whole(
        self, sitting: Sitting, look: Look, clk: Clocks, first: int | None = None, missed: Iterable[Any] = ()
    ) -> bytes:
        """The frame of a full view, with the events missed from version `first` on (None: without events)."""
        frame: dict[str, Any] = {"k": "sync", "v": sitting.version}
        if first is not None:
            frame |= {"k": "resume", "from": first, "ev": missed}
        frame["view"] = self.view(sitting, look)
        if clk is not None:
            frame["clk"] = clk
        return wire.pack(frame)

    def tell(self, text: bytes) -> None:
        """Send one frame about the present to everybody except watchers with a delay. It must hold nothing secret."""
        for look, group in self.viewers.items():
            if not self.is_late(look):
                _send(group, text)

    def tell_seats(self, seats: Iterable[int], text: bytes) -> None:
        """Send one frame to every tab of these seats."""
        for seat in seats:
            for viewer in self.viewers.get(seat, ()):
                viewer.send(text)

    def tell_watchers(self, text: bytes, *, without: Container[int] = (), alone: int | None = None) -> None:
        """Send one frame to all watchers who have an account, except those in `without`, or only to the tabs of one of
        them."""
        for viewer in self.viewers.get(None, ()):
            user = viewer.user_id
            if viewer.has_account and user is not None and user not in without and alone in (None, user):
                viewer.send(text)

    def close(self, code: int, reason: str) -> None:
        """Close every socket."""
        for viewer in self:
            viewer.close(code, reason)


def _send(group: Iterable[Viewer], text: bytes) -> None:
    for viewer in group:
        viewer.send(text)


def role(look: Look) -> str:
    """The role of a look on the wire: a seat's letter, or public."""
    return "public" if look is None else LETTERS[look]
