"""Actions as the wire's commands: {"do": "discard", "card": "KD"}; the name and the fields follow from the class."""

from typing import Any, get_args

from games.engine.cards.cards import GIN_PACK, Pack
from games.engine.moves.actions import Action
from games.engine.moves.kinds import fields_of, is_needed, is_of_a_seat, name_of
from games.engine.writing.codec.errors import BadAction
from games.engine.writing.codec.kinds import READERS, writer
from games.engine.writing.codec.words import Json

KINDS: dict[str, type[Any]] = {name_of(kind): kind for kind in get_args(Action)}
OF_SEATS = frozenset(filter(is_of_a_seat, KINDS.values()))  # all others are actions of chance and the director
HIDDEN = ("deck", "stock")  # kinds of chance's own
READ = {
    kind: {
        field.name: (READERS[field.kind.name], field.kind, is_needed(field))
        for field in fields_of(kind)
        if field.kind is not None and field.name != "seat"
    }
    for kind in KINDS.values()
}
WRITTEN = {
    kind: (
        name,
        tuple(
            (field.name, writer(field.kind), field.default, field.kind is not None and field.kind.name in HIDDEN)
            for field in fields_of(kind)
            if field.name != "seat"
        ),
    )
    for name, kind in KINDS.items()
}


def action_to_json(action: Action, pack: Pack = GIN_PACK, *, deck: bool = False) -> Json:
    """The command as JSON, without the seat and default values. A deck or stock is written only on request: a log
    leaves it out, as it follows from its seed. `pack` is that of the rules and says how cards are written."""
    name, fields = WRITTEN[action.__class__]
    data: Json = {"do": name}
    for field, write, default, is_hidden in fields:
        value = getattr(action, field)
        if value != default and (deck or not is_hidden):
            data[field] = value if write is None else write(value, pack)
    return data


def action_from_json(data: object, seat: int | None, pack: Pack = GIN_PACK) -> Action:
    """The action of `seat` (None: chance or director) that a command means. Raises BadAction with field and allowed
    values."""
    if not isinstance(data, dict):
        raise BadAction("command", "an object")
    do = data.get("do")
    kind = KINDS.get(do) if isinstance(do, str) else None
    if kind is None:
        raise BadAction("do", ", ".join(KINDS))
    if (seat is None) == (kind in OF_SEATS):
        allowed = (name for name, known in KINDS.items() if (seat is None) != (known in OF_SEATS))
        raise BadAction("do", ", ".join(allowed))
    fields = READ[kind]
    extra = [str(name)[:40] for name in data if name != "do" and name not in fields]
    if extra:
        raise BadAction(min(extra), "nothing: there is no such field" if not fields else f"one of {', '.join(fields)}")
    values = {}
    for name, (read, of, is_asked) in fields.items():
        value = data.get(name)
        if value is not None or is_asked:
            values[name] = read(value, name, of, pack)
    action: Action = kind(**values) if seat is None else kind(seat=seat, **values)
    return action
