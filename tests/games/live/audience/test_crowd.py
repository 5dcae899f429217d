"""The number of watchers: told only to watchers, and not at every single change."""

import json
from typing import Any

from games.live import wire
from games.live.audience.audience import CROWD_S, Audience
from games.live.audience.viewer import Viewer


class Line:
    """A socket that takes everything."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []

    def tell(self, frame: bytes, *, more: bool = False) -> bool:
        self.told.append(json.loads(frame))
        return True

    async def empty(self, viewer: Viewer) -> None:
        raise AssertionError("nothing waits")


def come(audience: Audience, look: int | None = None, user_id: int | None = None, session: str = "") -> Viewer:
    viewer = Viewer(Line(), look=look, user_id=user_id, trusted=False, now=0.0, session=session)
    audience.add(viewer)
    return viewer


def told(viewer: Viewer) -> list[int]:
    return [frame["n"] for frame in viewer.line.told if frame["k"] == "watching"]


def test_who_watches_hears_how_many_they_are_and_the_players_do_not() -> None:
    audience = Audience(None)
    player, first = come(audience, look=0, user_id=1), come(audience, user_id=2)
    audience.tick(0.0)
    second, stranger = come(audience, user_id=3), come(audience)
    audience.tick(CROWD_S)
    assert (told(first), told(second), told(stranger)) == ([1, 3], [3], [3])
    assert not told(player)
    audience.remove(second)
    audience.tick(2 * CROWD_S)
    assert told(first) == [1, 3, 2]


def test_tabs_of_one_person_and_of_one_browser_are_one() -> None:
    audience = Audience(None)
    for _ in range(2):
        come(audience, user_id=2)
        come(audience, session="a browser")
    assert audience.crowd() == 2
    come(audience)
    come(audience)
    assert audience.crowd() == 4, "whoever has neither is somebody each"


def test_many_who_come_and_go_at_once_are_counted_once_in_two_seconds() -> None:
    audience = Audience(None)
    first = come(audience)
    audience.tick(0.0)
    for step in range(8):
        come(audience)
        audience.tick(step * CROWD_S / 10)
    assert told(first) == [1]
    audience.tick(CROWD_S)
    audience.tick(2 * CROWD_S)
    assert told(first) == [1, 9], "and nobody is told what they know"


def test_where_no_more_are_let_in_the_frame_says_that_there_are_more() -> None:
    audience = Audience(None)
    viewers = [come(audience) for _ in range(wire.MOST_SPECTATORS)]
    audience.tick(0.0)
    assert viewers[0].line.told[-1] == {"k": "watching", "n": wire.MOST_SPECTATORS, "more": True}


def test_nothing_is_counted_where_nobody_watches(monkeypatch) -> None:
    monkeypatch.setattr(Audience, "crowd", lambda self: 1 / 0)
    audience = Audience(None)
    player = come(audience, look=1, user_id=1)
    gone = come(audience)
    audience.remove(gone)
    audience.tick(0.0)
    assert player.line.told == []
