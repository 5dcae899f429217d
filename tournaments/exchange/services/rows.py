"""Check the rows of a dump one by one, with the allowed values of every field. References to things of this site are
never taken from a file."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Model
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from django.utils.translation import gettext as _

from accounts import names
from tournaments import formats
from tournaments.errors import Invalid, in_words
from tournaments.event.services import creating
from tournaments.exchange.selectors import dump

YEARS = range(1970, 2200)
OWN_SETTING = "unrated_rounds"  # of a tournament that came from a report, set by no page
KINDS: tuple[tuple[type[dump.AnyField], type | tuple[type, ...]], ...] = (
    (models.BooleanField, bool),
    (models.IntegerField, int),
    (models.FloatField, (int, float)),
    (models.CharField, str),
    (models.TextField, str),
)


def check_names(model: type[Model], row: Any, where: str) -> None:
    """Check that a row has only fields that a dump contains; the live table of an older dump is left out."""
    if not isinstance(row, dict):
        raise Invalid(where, _("%(where)s is no row.") % {"where": where})
    known = {field.name for field in (*dump.plain_fields(model), *dump.list_fields(model))}
    if dump.OF_THIS_SITE in {field.name for field in model._meta.concrete_fields}:
        known.add(dump.OF_THIS_SITE)
    for name in row:
        if name not in known:
            raise Invalid(f"{where}.{name}", _("%(where)s: unknown field.") % {"where": f"{where}.{name}"})


def plain_value(field: dump.AnyField, value: Any, where: str) -> Any:
    """The value of a field that is not a reference. Raises Invalid."""
    if value is None:
        raise Invalid(where, _("%(where)s cannot be null.") % {"where": where})
    if isinstance(field, models.JSONField):
        usual = type(field.get_default())
        if usual in (dict, list) and not isinstance(value, usual):
            wanted = _("values by their names") if usual is dict else _("a list")
            raise Invalid(where, _("%(where)s holds %(wanted)s.") % {"where": where, "wanted": wanted})
        return value
    if isinstance(field, models.DateTimeField):
        return moment(value, where)
    for kind_of_field, kind in KINDS:
        is_wrong = not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)
        if isinstance(field, kind_of_field) and is_wrong:
            break
    else:
        return _cleaned(field, value, where)
    raise Invalid(where, _("%(where)s: “%(value)s” is of another kind.") % {"where": where, "value": str(value)[:40]})


def _cleaned(field: dump.AnyField, value: Any, where: str) -> Any:
    try:
        if field.name == "name":
            value = names.clean_line(value)
        return value if value == "" and field.blank else field.clean(value, None)
    except ValidationError as bad:
        raise Invalid(where, f"{where}: {' '.join(bad.messages)}") from bad
    except names.BadName as bad:
        raise Invalid(where, f"{where}: {bad}") from bad


def moment(value: Any, where: str) -> datetime:
    """A time with its zone, in UTC. Raises Invalid."""
    try:
        found = parse_datetime(value)
    except (TypeError, ValueError):
        found = None
    if found is None or is_naive(found) or found.year not in YEARS:
        said = {"where": where, "first": YEARS[0], "last": YEARS[-1]}
        raise Invalid(where, _("%(where)s: a time with its zone, in a year from %(first)d to %(last)d.") % said)
    return found.astimezone(UTC)


def check_tournament(row: Mapping[str, Any], where: str = "tournament[0]") -> None:
    """Check the settings of a tournament by the rules of the page that makes one. Raises Invalid."""
    settings = row.get("settings", {})
    own = {key: value for key, value in settings.items() if key != OWN_SETTING} if isinstance(settings, dict) else None
    if own is None or not isinstance(settings.get(OWN_SETTING, 0), int):
        raise Invalid(f"{where}.settings", _("Settings are values by their names."))
    name, variant = row.get("name", ""), row.get("variant", "")
    mode, zone = row.get("mode", "online"), row.get("timezone", "UTC")
    if not all(isinstance(text, str) for text in (name, variant, mode, zone)):
        raise Invalid(where, _("%(where)s needs name, variant, mode and timezone as text.") % {"where": where})
    try:
        creating.checked(name, variant, mode, zone, own)
    except Invalid as bad:
        raise Invalid(f"{where}.{bad.field}", f"{where}.{bad.field}: {bad}") from bad


def check_boards(matches: list[dict[str, Any]], sides: list[dict[str, Any]]) -> None:
    """Check that boards belong to matches which are none themselves, and their sides to those of that match. Raises
    Invalid with the place."""
    words = _("%(where)s: a board belongs to a match, and its side to one of the same match.")
    for place, row in enumerate(matches):
        if (parent := row.get("parent")) is not None and _at(matches, parent).get("parent", ...) is not None:
            raise Invalid(f"match[{place}].parent", words % {"where": f"match[{place}].parent"})
    for place, row in enumerate(sides):
        if (parent := row.get("parent")) is None:
            continue
        side = _at(sides, parent)
        if side.get("parent", ...) is not None or side.get("match") != _at(matches, row.get("match")).get("parent"):
            raise Invalid(f"matchside[{place}].parent", words % {"where": f"matchside[{place}].parent"})


def _at(rows: list[dict[str, Any]], place: object) -> Mapping[str, Any]:
    """The row at this place; an empty one where there is none."""
    return rows[place] if isinstance(place, int) and 0 <= place < len(rows) else {}


def check_stages(rows: list[Any]) -> None:
    """Check that there are stages, each of a known format with settings that this format has. Raises Invalid."""
    if not rows:
        raise Invalid("tables.stage", _("A tournament has a stage."))
    for place, row in enumerate(rows):
        where = f"stage[{place}]"
        key = row.get("format", "swiss") if isinstance(row, dict) else None
        if not isinstance(key, str) or key not in formats.FORMATS:
            said = {"where": f"{where}.format", "allowed": ", ".join(formats.FORMATS)}
            raise Invalid(said["where"], _("%(where)s: one of %(allowed)s.") % said)
        row["settings"] = _terms(formats.FORMATS[key].settings, row.get("settings", {}), f"{where}.settings")
        if row.get("feed"):
            row["feed"] = _terms(formats.FEED, row["feed"], f"{where}.feed")
    if sorted(str(row.get("number", 1)) for row in rows) != sorted(map(str, range(1, len(rows) + 1))):
        raise Invalid("stage.number", _("Stages are numbered from 1."))


def _terms(terms: Mapping[str, Any], chosen: Any, where: str) -> dict[str, Any]:
    """All settings of a stage: those of the file, and defaults for the others."""
    try:
        return formats.completed(terms, chosen)
    except formats.BadSetting as bad:
        raise Invalid(f"{where}.{bad.field}", f"{where}.{bad.field}: {in_words(bad.allowed)}") from bad
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as bad:
        raise Invalid(where, _("%(where)s holds values of another kind.") % {"where": where}) from bad


def check_characters(value: Any, where: str = "file") -> None:
    """Check that no text of the file has characters that hide or turn what a reader sees. Raises Invalid, which names
    the place."""
    if isinstance(value, str) and names.has_hidden(value):
        said = {"where": where.encode("ascii", "replace").decode()}
        raise Invalid(said["where"], _("%(where)s holds control or bidirectional characters.") % said)
    if isinstance(value, dict):
        for key, inner in value.items():
            check_characters(key, where)
            check_characters(inner, f"{where}.{key}" if where != "file" else key)
    if isinstance(value, list):
        for place, inner in enumerate(value):
            check_characters(inner, f"{where}[{place}]")
