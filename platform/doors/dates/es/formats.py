"""Dates in Spanish: months are written small, in short as well (“1 dic”); Django's `M` writes “Dic”.

Django asks this module for every format by its text, in templates and in `date_format`.
"""

import re

from django.utils.formats import FORMAT_SETTINGS

MONTH = re.compile(r"(?<!\\)M")


def __getattr__(asked: str) -> str:
    """A format with short months as Spanish writes them. Raises AttributeError, by which Django looks elsewhere, for
    one without a short month and for the names of Django's own (`DATE_FORMAT`)."""
    if asked not in FORMAT_SETTINGS and (written := MONTH.sub("b", asked)) != asked:
        return written
    raise AttributeError(asked)
