"""The presence that players are told, tested without a table: seats that come, leave, or have never been there."""

from types import SimpleNamespace

from games.live.table.attendance import Attendance

SITTING = SimpleNamespace(attempts=())


def told(attendance, now=100.0):
    frame = attendance.frame(SITTING, [0.0], now)
    return frame["A"], frame["B"]


def test_a_house_player_on_its_way_to_a_new_table_is_not_called_missing():
    """A person who never came is gone; so is a house player that was there and was lost."""
    seats = [SimpleNamespace(house_level=""), SimpleNamespace(house_level="club")]
    found = Attendance(SimpleNamespace(seats=seats, boards=1, control=None, is_by_days=False), met=(), stopped_at=None)
    assert told(found) == ("gone", "here")
    found[1].came(100.0)
    assert told(found) == ("gone", "here")
    found[1].left(101.0)
    assert told(found, 101.0) == ("gone", "gone")


def test_a_table_has_begun_once_somebody_has_come():
    """Until then no clock decides it; afterwards it has begun for good, also for who comes back after a new start."""
    terms = SimpleNamespace(seats=[SimpleNamespace(house_level="")] * 2, boards=1, control=None, is_by_days=False)
    found = Attendance(terms, met=(), stopped_at=None)
    assert not found.has_begun
    found[0].came(100.0)
    assert found.has_begun
    found[0].left(101.0)
    assert found.has_begun
    again = Attendance(terms, met=(1,), stopped_at=None)
    assert again.has_begun
    again.miss(0.0)
    assert again.has_begun
