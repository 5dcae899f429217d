"""Convert the engine's values to and from plain JSON: dict, list, str, int, bool and None. Seats are "A", "B", cards
"KD"."""

from games.engine.writing.codec.actions import action_from_json, action_to_json
from games.engine.writing.codec.errors import BadAction
from games.engine.writing.codec.events import event_to_json, result_to_json
from games.engine.writing.codec.state import state_from_json, state_to_json
from games.engine.writing.codec.views import view_to_json
from games.engine.writing.codec.words import Json, seat_from_json, seat_to_json

__all__ = [
    "BadAction",
    "Json",
    "action_from_json",
    "action_to_json",
    "event_to_json",
    "result_to_json",
    "seat_from_json",
    "seat_to_json",
    "state_from_json",
    "state_to_json",
    "view_to_json",
]
