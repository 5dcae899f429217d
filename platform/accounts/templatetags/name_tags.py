"""The name tag of a person: a small card with the initials and a suit that never changes."""

from zlib import crc32

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()
SUITS = "shdc"


def initials(name: str) -> str:
    """The first letters of the first and the last word of a name."""
    words = [word for word in (part.strip("()\"'.,-“”") for part in name.split()) if word]
    return "".join(word[0] for word in ([words[0], words[-1]] if len(words) > 1 else words)).upper()


@register.simple_tag
def name_tag(who: object, size: str = "") -> SafeString:
    """The tag before a name. It says nothing that the name does not say, so it is not read aloud."""
    name = str(who)
    suit = SUITS[crc32(name.encode()) % 4]
    return format_html('<span class="name-tag {} {}" aria-hidden="true">{}</span>', suit, size, initials(name))
