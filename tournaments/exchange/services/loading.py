"""Loading a dump: a whole tournament from one JSON text into this house, all of it or nothing."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import Error, transaction
from django.db.models import Field, ForeignKey, JSONField, Model
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from accounts import services as accounts
from accounts.models import User
from audit import services as audit
from clubs import services as clubs
from clubs.models import Club
from tournaments.models import Match, MatchState, RoundState, Tournament
from tournaments.selectors import dump as dumps
from tournaments.services import promises, rated
from tournaments.services.errors import Conflict, Invalid, Refusal

MOST_BYTES = 12_000_000
LOADED = "load"  # stands at the audit entries that came with a dump


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What a dump holds, and, when it is done, the tournament."""

    name: str
    club: str
    counts: tuple[tuple[str, int], ...]
    digest: str
    new_people: int
    elsewhere: int  # matches and boards at live tables, whose deals stay where they were played
    tournament: Tournament | None = None


def load_tournament(
    *,
    data: str | bytes,
    now: datetime,
    by: User | None = None,
    dry_run: bool = False,
    seen: str = "",
    club: Club | None = None,
) -> LoadReport:
    """Load a dump into `club`, or into the club that it names, made when absent. People are found by public id or
    e-mail and made when absent; finished matches go down to the ratings.

    Raises Invalid, which names the place in the file, Conflict when the tournament is here already or `seen` is another
    dump's digest, Refusal for a tournament with matches at live tables.
    """
    read = _read(data)
    digest = hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()[:16]
    if seen and seen != digest:
        raise Conflict(_("This is another file than the one that you looked at."))
    try:
        with transaction.atomic():
            report = _load(read, digest, now, by, club)
            if dry_run:
                transaction.set_rollback(True)
    except (Error, ValidationError) as bad:
        raise Invalid("file", _("The rows of this file contradict each other: %(why)s") % {"why": bad}) from bad
    return report


def _load(read: Mapping[str, Any], digest: str, now: datetime, by: User | None, club: Club | None) -> LoadReport:
    tables = read["tables"]
    named = tables["tournament"][0]
    if Tournament.objects.filter(public_id=named.get("public_id")).exists():
        raise Conflict(_("This tournament is in this house already."))
    if any(row.get("state") == MatchState.PLAYING for row in tables["match"]):
        raise Refusal(_("Matches are being played at live tables: dump it when they are over."), "live")
    people, fresh = _people(read["people"])
    if Tournament.objects.filter(slug=named.get("slug")).exists():
        named["slug"] = clubs.free_slug(
            str(named.get("name")), among=Tournament.objects.all(), fallback="tournament", longest=60
        )
    loader = _Loader(people, club or _club(read["club"], now, by))
    for model in dumps.carried():
        loader.load(model, tables[model._meta.model_name or ""])
    tournament = Tournament.objects.get(pk=loader.made[Tournament][0].pk)
    for user in people.values():
        if tournament.entries.filter(members__user=user).exists():
            clubs.add_member(club=tournament.club, user=user)
    _append_history(read["history"], people)
    _hand_down(tournament, now)
    promises.restore(tournament, now)
    after = {"name": tournament.name, "digest": digest}
    audit.record(actor=by, action="tournament.load", target=f"tournament:{tournament.public_id}", now=now, after=after)
    counts = tuple((name, len(rows)) for name, rows in tables.items() if rows)
    away = sum(bool(row.get("table")) for name in ("match", "teamboard") for row in tables[name])
    return LoadReport(tournament.name, tournament.club.name, counts, digest, fresh, away, tournament)


class _Loader:
    """Makes rows table by table; each knows those before it by their places."""

    def __init__(self, people: Mapping[str, User], club: Club) -> None:
        self.people, self.club = people, club
        self.made: dict[type[Model], list[Any]] = {}

    def load(self, model: type[Model], rows: list[Any]) -> None:
        name = model._meta.model_name or ""
        made: list[Model] = []
        self.made[model] = made
        for place, row in enumerate(rows):
            self._check_names(model, row, f"{name}[{place}]")
            made.append(model(**self._values(model, row, f"{name}[{place}]")))
        model._default_manager.bulk_create(made)
        for place, row in enumerate(rows):
            self._afterwards(made[place], row, f"{name}[{place}]")

    def _check_names(self, model: type[Model], row: Any, where: str) -> None:
        if not isinstance(row, dict):
            raise Invalid(where, _("%(where)s is no row.") % {"where": where})
        known = {field.name for field in (*dumps.plain_fields(model), *dumps.list_fields(model))}
        for name in row:
            if name not in known:
                raise Invalid(f"{where}.{name}", _("%(where)s: unknown field.") % {"where": f"{where}.{name}"})

    def _values(self, model: type[Model], row: Mapping[str, Any], where: str) -> dict[str, Any]:
        """The values of a row; references inside its own table come afterwards."""
        return {
            field.name: self._value(field, row[field.name], f"{where}.{field.name}")
            for field in dumps.plain_fields(model)
            if field.name in row and not _is_own(field, model)
        }

    def _value(self, field: Field, value: Any, where: str) -> Any:
        if value is None and field.null:
            return None
        if isinstance(field, ForeignKey):
            return self._refer(field.remote_field.model, value, where)
        if isinstance(field, JSONField) or value == "":
            return value
        try:
            return field.clean(value, None)
        except ValidationError as bad:
            raise Invalid(where, f"{where}: {' '.join(bad.messages)}") from bad

    def _refer(self, model: type[Model], value: Any, where: str) -> Any:
        if model is Club:
            return self.club
        found: Any = None
        if model is User:
            found = self.people.get(str(value))
        elif isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(self.made.get(model, [])):
            found = self.made[model][value]
        if found is None:
            raise Invalid(where, _("%(where)s refers to nothing in this file.") % {"where": where})
        return found

    def _afterwards(self, made: Model, row: Mapping[str, Any], where: str) -> None:
        """What can only be said once the row is there: others of its own table, several of another, its making."""
        model = type(made)
        late = {
            field.name: self._value(field, row[field.name], f"{where}.{field.name}")
            for field in dumps.plain_fields(model)
            if field.name in row and (_is_own(field, model) or getattr(field, "auto_now_add", False))
        }
        if late:
            model._default_manager.filter(pk=made.pk).update(**late)
        for field in dumps.list_fields(model):
            keys = row.get(field.name, [])
            if not isinstance(keys, list):
                raise Invalid(where, _("%(where)s is no list.") % {"where": f"{where}.{field.name}"})
            others = [self._refer(field.remote_field.model, key, f"{where}.{field.name}") for key in keys]
            getattr(made, field.name).set(others)


def _is_own(field: Field, model: type[Model]) -> bool:
    return isinstance(field, ForeignKey) and field.remote_field.model is model


def _read(data: str | bytes) -> dict[str, Any]:
    """The file as JSON of the right shape. Raises Invalid, with line and column where it is no JSON."""
    size = len(data if isinstance(data, bytes) else data.encode("utf-8", "replace"))
    if size > MOST_BYTES:
        said = {"size": f"{size / 1e6:.1f}", "most": MOST_BYTES // 1_000_000}
        raise Invalid("file", _("The file has %(size)s MB; a dump has at most %(most)d MB.") % said)
    try:
        read = json.loads(data, parse_constant=_no_number)
    except json.JSONDecodeError as bad:
        said = {"line": bad.lineno, "column": bad.colno}
        raise Invalid("file", _("Line %(line)d, column %(column)d: this is not JSON.") % said) from bad
    except (ValueError, RecursionError) as bad:
        raise Invalid("file", _("This is not JSON.")) from bad
    if not isinstance(read, dict) or read.get("format") != dumps.FORMAT:
        raise Invalid("format", _("This is no dump of a tournament."))
    if read.get("version") != dumps.VERSION:
        raise Invalid("version", _("This house reads dumps of version %(n)d.") % {"n": dumps.VERSION})
    _check_shape(read)
    return read


def _check_shape(read: Mapping[str, Any]) -> None:
    for key, kind in (("club", dict), ("people", list), ("tables", dict), ("history", list)):
        if not isinstance(read.get(key), kind):
            raise Invalid(key, _("%(where)s is missing.") % {"where": key})
    known = {model._meta.model_name for model in dumps.carried()}
    for name, rows in read["tables"].items():
        if name not in known or not isinstance(rows, list):
            raise Invalid(f"tables.{name}", _("%(where)s: unknown table.") % {"where": f"tables.{name}"})
    for name in known - set(read["tables"]):
        read["tables"][name] = []
    if len(read["tables"]["tournament"]) != 1 or not isinstance(read["tables"]["tournament"][0], dict):
        raise Invalid("tables.tournament", _("A dump holds one tournament."))
    if not all(isinstance(row, dict) for row in read["tables"]["match"]):
        raise Invalid("tables.match", _("%(where)s is no row.") % {"where": "match"})


def _no_number(text: str) -> Any:
    raise ValueError(text)


def _people(rows: list[Any]) -> tuple[dict[str, User], int]:
    """The people of a dump by public id, made where they are not here yet, and how many were made."""
    found, fresh = {}, 0
    for place, row in enumerate(rows):
        where = f"people[{place}]"
        if not isinstance(row, dict) or not all(
            isinstance(row.get(key), str) for key in ("public_id", "name", "email")
        ):
            raise Invalid(where, _("%(where)s needs public_id, name and email.") % {"where": where})
        facts = {key: str(row.get(key, "")) for key in ("public_id", "name", "email", "house_level", "timezone")}
        try:
            user, is_new = accounts.player_from_elsewhere(**facts)
        except ValueError as bad:
            raise Invalid(where, f"{where}: {bad}") from bad
        found[facts["public_id"]] = user
        fresh += is_new
    return found, fresh


def _club(named: Mapping[str, Any], now: datetime, by: User | None) -> Club:
    """The club of a dump: the one of this address, or a new one."""
    slug, name = str(named.get("slug", "")), str(named.get("name", ""))
    found = Club.objects.filter(slug=slug).first()
    if found is not None:
        return found
    try:
        zone, public_id = str(named.get("timezone", "")), str(named.get("public_id", ""))
        return clubs.restore_club(public_id=public_id, slug=slug, name=name, zone=zone, at=now, by=by)
    except ValueError as bad:
        raise Invalid("club", f"club: {bad}") from bad


def _append_history(rows: list[Any], people: Mapping[str, User]) -> None:
    """The audit entries of the other house, appended to the log of this one and marked as brought."""
    for place, row in enumerate(rows):
        at = parse_datetime(str(row.get("at", ""))) if isinstance(row, dict) else None
        if at is None or not isinstance(row.get("action"), str) or not isinstance(row.get("target"), str):
            raise Invalid(f"history[{place}]", _("%(where)s is no audit entry.") % {"where": f"history[{place}]"})
        audit.record(
            actor=people.get(str(row.get("actor"))),
            action=row["action"][:60],
            target=row["target"][:120],
            now=at,
            before=row.get("before"),
            after=row.get("after"),
            reason=str(row.get("reason", "")),
            rule=str(row.get("rule", ""))[:20],
            request_id=LOADED,
        )


def _hand_down(tournament: Tournament, now: datetime) -> None:
    """The finished matches of closed rounds go down to the ratings, as they did where they were played."""
    closed = (RoundState.CLOSED, RoundState.SEALED)
    matches = Match.objects.filter(round__stage__tournament=tournament, round__state__in=closed, state=MatchState.OVER)
    rated.hand_down(matches.order_by("round__number", "table_no"), now)
