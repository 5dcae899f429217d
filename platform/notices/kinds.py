"""A register of the kinds of notices. The apps above register their kinds and texts when they are ready, so this app
does not need to know them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise

Words = str | Promise
INBOX, MAIL, PUSH = "inbox", "mail", "push"
CHANNELS = (INBOX, MAIL, PUSH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of notice, for which a reader chooses channels: its name on the page of settings, and its default
    channels. `reaches_names`: its mail also goes to people without a login who have confirmed their address, such as
    those from a list of entries. `in_general`: what an unconfirmed address is told, in words that contain nothing that
    people have written; empty: nothing."""

    key: str
    name: Words
    channels: frozenset[str] = frozenset(CHANNELS)
    reaches_names: bool = False
    in_general: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """The text of a notice: a title and a sentence, with `%(name)s` for each part. A part whose name ends in `_at` is a
    time (ISO), shown in the reader's zone."""

    key: str
    kind: str
    title: Words
    says: Words


_kinds: dict[str, Kind] = {}
_texts: dict[str, Text] = {}


def register(kinds: Iterable[Kind], texts: Iterable[Text]) -> None:
    """Add kinds and texts; call it from `apps.ready`. Raises LookupError for a text without a kind."""
    _kinds.update({kind.key: kind for kind in kinds})
    for text in texts:
        if text.kind not in _kinds:
            raise LookupError(f"the text {text.key!r} is of the unknown kind {text.kind!r}")
        _texts[text.key] = text


def kinds() -> list[Kind]:
    """All kinds, in the order in which they were registered."""
    return list(_kinds.values())


def kind(key: str) -> Kind | None:
    """The kind with this key; None if it is unknown (or no longer known)."""
    return _kinds.get(key)


def text(key: str) -> Text | None:
    """The text with this key; None if it is unknown (or no longer known)."""
    return _texts.get(key)


def texts() -> list[Text]:
    """All texts."""
    return list(_texts.values())
