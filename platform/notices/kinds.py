"""A register of what notices are about. The apps above register their kinds and texts when they are ready, so this app
needs to know none of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise

Words = str | Promise
INBOX, MAIL, PUSH = "inbox", "mail", "push"
CHANNELS = (INBOX, MAIL, PUSH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What a reader chooses channels for: its name on the page of settings, and the channels it has until they choose.
    `reaches_names`: its mail also goes to people without a login who have confirmed their address, such as those from a
    list of entries. `in_general`: what such a person is told at an address that nobody has confirmed, in words that
    hold nothing of what people have written; empty: nothing."""

    key: str
    name: Words
    channels: frozenset[str] = frozenset(CHANNELS)
    reaches_names: bool = False
    in_general: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """How a notice reads: a title and a sentence with `%(name)s` for each part that it is told with. A part whose name
    ends in `_at` is a time (ISO), shown in the reader's zone."""

    key: str
    kind: str
    title: Words
    says: Words


_kinds: dict[str, Kind] = {}
_texts: dict[str, Text] = {}


def register(kinds: Iterable[Kind], texts: Iterable[Text]) -> None:
    """Add kinds and texts; called from `apps.ready`. Raises LookupError for a text of no kind."""
    _kinds.update({kind.key: kind for kind in kinds})
    for text in texts:
        if text.kind not in _kinds:
            raise LookupError(f"the text {text.key!r} is of the unknown kind {text.kind!r}")
        _texts[text.key] = text


def kinds() -> list[Kind]:
    """All kinds, in the order in which they were registered."""
    return list(_kinds.values())


def kind(key: str) -> Kind | None:
    """The kind with this key; None where it is not known (any more)."""
    return _kinds.get(key)


def text(key: str) -> Text | None:
    """The text with this key; None where it is not known (any more)."""
    return _texts.get(key)


def texts() -> list[Text]:
    """All texts."""
    return list(_texts.values())
