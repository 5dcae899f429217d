"""Cards as pictures on pages: faces of the deck's sprite, and backs."""

from collections.abc import Iterable

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from doors.words import card_words

register = template.Library()
BACK = SafeString('<span class="card-back"></span>')
PLACES = ("KH", "QS", "JD")  # the winner, the second, the third


@register.simple_tag
def card(name: str) -> SafeString:
    """One card of the deck ("KH", "TD"), or a back ("back"); a picture, not read aloud."""
    if name == "back":
        return BACK
    return format_html(
        '<svg class="card-face" viewBox="0 0 100 140" aria-hidden="true"><use href="{}#{}"/></svg>',
        static("cards.svg"),
        name,
    )


@register.simple_tag
def cards(names: str, how: str = "") -> SafeString:
    """Cards side by side, each overlapping the one before: {% cards "5H 6H 7H back" "tilted" %}."""
    laid = format_html_join("", "{}", ((card(name),) for name in names.split()))
    return format_html('<span class="cards {}" aria-hidden="true">{}</span>', how, laid)


@register.simple_tag
def backs(count: int) -> SafeString:
    """A hand of `count` face-down cards."""
    return cards(" ".join(["back"] * count), "hand")


@register.simple_tag
def place_card(place: int) -> SafeString:
    """A king, queen or jack for the first three places; nothing for the others."""
    return card(PLACES[place - 1]) if 1 <= place <= len(PLACES) else SafeString("")


register.filter("card_words", card_words)


@register.filter
def in_words(names: Iterable[str]) -> str:
    """Cards one after the other, for a reader: 7♥ 10♠."""
    return " ".join(card_words(name) for name in names)
