"""Names of people and things as they are kept: one Unicode form, no invisible tricks."""

import unicodedata

from django.utils.translation import gettext as _

LONGEST = 120
# Characters that turn or hide text: bidirectional marks, zero-width signs, soft hyphen, byte order mark.
INVISIBLE = frozenset(
    "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)


class BadName(ValueError):
    """A name that cannot be kept; the text says why."""


def clean_name(text: str) -> str:
    """`text` in NFKC with single blanks. Raises BadName when it is empty, too long, or holds control characters."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    name = "".join(letter for letter in name if letter not in INVISIBLE)
    if not name:
        raise BadName(_("a name is missing"))
    if len(name) > LONGEST:
        said = {"most": LONGEST, "found": len(name)}
        raise BadName(_("a name has at most %(most)d characters, this one has %(found)d") % said)
    if any(unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Cn"} for letter in name):
        raise BadName(_("a name holds letters, figures and signs only"))
    return name
