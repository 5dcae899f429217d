"""The name of an evening without its date, for a copy on another day."""

import re
from datetime import date

from django.conf import settings
from django.utils import dates, translation

from tournaments.models import Tournament

MONTHS = (dates.MONTHS, dates.MONTHS_AP, dates.MONTHS_3, dates.MONTHS_ALT)


def undated_name(tournament: Tournament) -> str:
    """The name of a tournament without the day on which it begins, however that is written: “Saturday Gin 28 November”
    is “Saturday Gin”. A name that is nothing but its date stays."""
    if tournament.starts_at is None:
        return tournament.name
    pattern = _written(tournament.starts_at.astimezone(tournament.zone).date())
    return pattern.sub("", tournament.name).strip() or tournament.name


def _written(day: date) -> re.Pattern[str]:
    """A day as people write it, in words of all languages of the site or in figures, with what parts it from the rest
    of a name."""
    month = "|".join(sorted(map(re.escape, _months(day.month)), key=len, reverse=True))
    number, year = rf"0?{day.day}(?:st|nd|rd|th|º|\.)?", rf"(?:,? (?:de |del )?{day.year})?"
    words = (rf"{number} (?:de |of )?(?:{month})\.?{year}", rf"(?:{month})\.? {number}{year}")
    figures = (
        rf"{day.year}-{day.month:02}-{day.day:02}",
        rf"0?{day.day}([./-])0?{day.month}(?:\1(?:{day.year}|{day.year % 100:02})?)?",
        rf"0?{day.month}/0?{day.day}(?:/(?:{day.year}|{day.year % 100:02}))?",
    )
    return re.compile(rf"[\s,;:·–—(\[-]*(?<![\w./-])(?:{'|'.join((*words, *figures))})(?![\w/-])[)\]]?", re.IGNORECASE)


def _months(number: int) -> set[str]:
    found = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found |= {str(names[number]).rstrip(".").casefold() for names in MONTHS}
    return found
