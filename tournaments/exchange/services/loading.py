"""Load a dump: a whole tournament from one JSON text into this site, all of it or nothing; for site staff."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import Error, transaction
from django.db.models import ForeignKey, Model
from django.utils.translation import gettext as _

from accounts import names
from accounts import services as accounts
from accounts.models import User
from accounts.second_factor import services as second_factor
from audit import services as audit
from clubs import selectors as club_people
from clubs import services as clubs
from clubs.models import Club
from games.players import LEVELS
from quotas import services as quotas
from quotas.acts import MAKE_EVENT
from tournaments.desk.selectors import verdicts
from tournaments.errors import Conflict, Invalid, Refusal
from tournaments.event.selectors import combining, finding, lengths
from tournaments.exchange.selectors import dump
from tournaments.exchange.services import older_dumps, rescheduling
from tournaments.exchange.services import rows as exchange_rows
from tournaments.formats.combinations import STRICT
from tournaments.models import (
    ROUND_OVER,
    EntryMember,
    HistoryElsewhere,
    Match,
    MatchState,
    SlipReport,
    TableRuling,
    Tournament,
)
from tournaments.results.services import hand_over, reports
from tournaments.standings.selectors import standings

MOST_BYTES = 12_000_000
AT_TABLES = "match"  # the table of a dump whose rows, matches and boards, may be played at live tables
FEWEST_SIDES = 2
MOST_ACTION, MOST_TARGET = 60, 120  # letters of an audit entry


@dataclass(frozen=True, slots=True)
class LoadReport:
    """The contents of a dump, and, after loading, the tournament."""

    name: str
    club: str
    counts: tuple[tuple[str, int], ...]
    digest: str
    new_people: int
    elsewhere: int  # matches and boards at live tables, whose deals stay on the other site
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
    """Load a dump into `club`, or into the club that it names, which is created if missing. Its people are members of
    that club by name, else new. Its live tables stay on the other site, and its audit entries are stored as its history
    elsewhere. Finished matches go to the ratings. Only site staff may do this, or somebody with a shell (`by` is None).

    Raises PermissionDenied for others, Invalid, which names the place in the file, Conflict when the tournament is here
    already or `seen` is another dump's digest, Refusal for a tournament with matches at live tables.
    """
    require_staff(by)
    if by is not None:
        quotas.take(MAKE_EVENT, now=now, account=by.pk)
    read = _read(data)
    digest = hashlib.sha256(data if isinstance(data, bytes) else data.encode("utf-8", "replace")).hexdigest()[:16]
    if seen and seen != digest:
        raise Conflict(_("This is not the file that you looked at."))
    try:
        with transaction.atomic(), audit.written_last() as entries:
            report = _load(read, digest, now, by, club)
            if dry_run:
                entries.clear()
                transaction.set_rollback(True)
    except (Error, ValidationError) as bad:
        raise Invalid("file", _("The rows of this file contradict each other, or a row of this site.")) from bad
    return report


def require_staff(by: User | None) -> None:
    """Raise PermissionDenied unless the person is site staff, or None (the shell)."""
    if by is not None:
        words = _("Only the site’s staff can load whole tournaments. Organisers can load report files (TRF16, TRF26).")
        second_factor.require_staff(by, words)


def _load(read: Mapping[str, Any], digest: str, now: datetime, by: User | None, club: Club | None) -> LoadReport:
    tables = read["tables"]
    named = tables["tournament"][0]
    _check(read)
    if Tournament.objects.filter(public_id=named.get("public_id")).exists():
        raise Conflict(_("This tournament is already on this site."))
    if any(row.get("state") == MatchState.PLAYING for row in tables["match"]):
        raise Refusal(_("Matches are being played at live tables: dump it when they are over."), "live")
    home = club or _club(read["club"], now, by)
    people, fresh = _people(read["people"], home)
    if Tournament.objects.filter(slug=named.get("slug")).exists():
        named["slug"] = clubs.free_slug(
            str(named.get("name")), among=Tournament.objects.all(), fallback="tournament", longest=60
        )
    loader = _Loader(people, home)
    for model in dump.carried():
        loader.load(model, tables[model._meta.model_name or ""])
    tournament = Tournament.objects.get(pk=loader.made[Tournament][0].pk)
    _check_together(tournament)
    known = [user for user in people.values() if user.pk not in fresh]
    EntryMember.objects.filter(tournament=tournament, user__in=known).update(accepted_at=None)
    clubs.enrol_players(club=tournament.club, users=User.objects.filter(entry_members__tournament=tournament))
    _keep_history(tournament, read["history"], people)
    _try_reading(tournament, now)
    rescheduling.restore(tournament, now)
    after = {"name": tournament.name, "digest": digest}
    audit.record(actor=by, action="tournament.load", target=f"tournament:{tournament.public_id}", now=now, after=after)
    counts = tuple((name, len(rows)) for name, rows in tables.items() if rows)
    away = sum(bool(row.get(dump.ELSEWHERE)) for row in tables[AT_TABLES])
    return LoadReport(tournament.name, tournament.club.name, counts, digest, len(fresh), away, tournament)


def _check(read: Mapping[str, Any]) -> None:
    """Check the file before any row is written."""
    tables = read["tables"]
    exchange_rows.check_characters({key: value for key, value in read.items() if key != "tables"} | tables)
    for model in dump.carried():
        name = model._meta.model_name or ""
        for place, row in enumerate(read["tables"][name]):
            exchange_rows.check_names(model, row, f"{name}[{place}]")
            table = row.pop(dump.OF_THIS_SITE, "")
            if table and name == AT_TABLES:
                row[dump.ELSEWHERE] = True
    exchange_rows.check_tournament(read["tables"]["tournament"][0])
    exchange_rows.check_stages(read["tables"]["stage"])
    exchange_rows.check_boards(tables["match"], tables["matchside"])


def _try_reading(tournament: Tournament, now: datetime) -> None:
    """Read what the public pages of the loaded tournament show, and hand its results to the ratings. Raises Invalid
    where its rows contradict each other."""
    try:
        standings.standings(tournament)
        standings.progress(tournament)
        for rnd in finding.rounds(tournament, with_drafts=True):
            for match in finding.round_matches(rnd):
                lengths.length_facts(match)
                if len(match.sides.all()) < FEWEST_SIDES:
                    raise ValueError("somebody plays against nobody")
        for report in SlipReport.objects.filter(match__round__stage__tournament=tournament):
            reports.check(report)
        for ruling in TableRuling.objects.filter(case__tournament=tournament).select_related("case__tournament"):
            verdicts.read(ruling)
        dump.dump_text(tournament)
        _hand_down(tournament, now)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as bad:
        raise Invalid("tables", _("No standings can be made of these rows: they contradict each other.")) from bad


def _check_together(tournament: Tournament) -> None:
    """Check that rules, place and all stages fit together. Raises Invalid with the place in the file."""
    for place, stage in enumerate(tournament.stages.order_by("number")):
        found = combining.refusal(
            tournament.variant,
            stages=[(stage.format, stage.settings)],
            place=tournament.mode,
            laws=tournament.settings.get("laws", STRICT),
        )
        if found is not None:
            where = {"variant": "tournament[0].variant", "laws": "tournament[0].settings.laws"}
            where["template"] = f"stage[{place}].format"
            raise Invalid(where.get(found.field, f"stage[{place}].settings.{found.field}"), combining.words(found))


class _Loader:
    """Creates rows table by table; a row refers to earlier ones by their positions."""

    def __init__(self, people: Mapping[str, User], club: Club) -> None:
        self.people, self.club = people, club
        self.made: dict[type[Model], list[Any]] = {}

    def load(self, model: type[Model], rows: list[Any]) -> None:
        name = model._meta.model_name or ""
        made: list[Model] = []
        self.made[model] = made
        stored = 0
        for place, row in enumerate(rows):
            before = self._own_places(model, row, place)
            if any(other >= stored for other in before.values()):
                model._default_manager.bulk_create(made[stored:])
                stored = place
            own = {key: made[other] for key, other in before.items()}
            made.append(model(**self._values(model, row, f"{name}[{place}]"), **own))
        model._default_manager.bulk_create(made[stored:])
        for place, row in enumerate(rows):
            self._afterwards(made[place], row, f"{name}[{place}]")

    def _own_places(self, model: type[Model], row: Mapping[str, Any], place: int) -> dict[str, int]:
        """The references of a row to earlier ones of its own table, by field: constraints may need them from the start,
        as for the boards of a match."""
        own = {field.name: row.get(field.name) for field in dump.plain_fields(model) if _is_own(field, model)}
        return {key: at for key, at in own.items() if type(at) is int and 0 <= at < place}

    def _values(self, model: type[Model], row: Mapping[str, Any], where: str) -> dict[str, Any]:
        """The values of a row, without references inside its own table."""
        return {
            field.name: self._value(field, row[field.name], f"{where}.{field.name}")
            for field in dump.plain_fields(model)
            if field.name in row and not _is_own(field, model)
        }

    def _value(self, field: dump.AnyField, value: Any, where: str) -> Any:
        if value is None and field.null:
            return None
        if isinstance(field, ForeignKey):
            return self._refer(field.remote_field.model, value, where)
        return exchange_rows.plain_value(field, value, where)

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
        """Set the values that need the row to exist: references inside its own table, to several rows, and its creation
        time."""
        model = type(made)
        late = {
            field.name: self._value(field, row[field.name], f"{where}.{field.name}")
            for field in dump.plain_fields(model)
            if field.name in row and (_is_own(field, model) or getattr(field, "auto_now_add", False))
        }
        if late:
            model._default_manager.filter(pk=made.pk).update(**late)
        for field in dump.list_fields(model):
            keys = row.get(field.name, [])
            if not isinstance(keys, list):
                raise Invalid(where, _("%(where)s is no list.") % {"where": f"{where}.{field.name}"})
            others = [self._refer(field.remote_field.model, key, f"{where}.{field.name}") for key in keys]
            getattr(made, field.name).set(others)


def _is_own(field: dump.AnyField, model: type[Model]) -> bool:
    return isinstance(field, ForeignKey) and field.remote_field.model is model


def _read(data: str | bytes) -> dict[str, Any]:
    """Read the file as JSON of the right structure. Raises Invalid, with line and column if it is not JSON."""
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
    if not isinstance(read, dict) or read.get("format") != dump.FORMAT:
        raise Invalid("format", _("This is not a dump of a tournament."))
    if read.get("version") not in dump.READ:
        raise Invalid("version", _("This site reads dumps of version %(n)d.") % {"n": dump.VERSION})
    _check_shape(read)
    return read


def _check_shape(read: dict[str, Any]) -> None:
    for key, kind in (("club", dict), ("people", list), ("tables", dict), ("history", list)):
        if not isinstance(read.get(key), kind):
            raise Invalid(key, _("%(where)s is missing.") % {"where": key})
    older_dumps.bring_up(read, read["version"])
    known = {model._meta.model_name for model in dump.carried()}
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


def _people(rows: list[Any], club: Club) -> tuple[dict[str, User], set[int]]:
    """The people of a dump by the public ids that it uses, and which users are new. House players and members of the
    club are found by name; nobody of this site is found by an id or an address in a file."""
    found: dict[str, User] = {}
    fresh, taken = set[int](), set[int]()
    members = club_people.players(club)
    for place, row in enumerate(rows):
        where = f"people[{place}]"
        if not isinstance(row, dict) or not all(isinstance(row.get(key), str) for key in ("public_id", "name")):
            raise Invalid(where, _("%(where)s needs public_id and name.") % {"where": where})
        if row["public_id"] in found:
            raise Invalid(where, _("%(where)s is in this file twice.") % {"where": where})
        level = row.get("house_level", "")
        if level not in ("", *LEVELS):
            said = {"where": f"{where}.house_level", "allowed": ", ".join(LEVELS)}
            raise Invalid(said["where"], _("%(where)s: one of %(allowed)s.") % said)
        user = None if level else accounts.find_player(name=row["name"], among=members)
        try:
            if level:
                user = accounts.house_player(name=names.clean_name(row["name"]), level=level)
            if user is None or user.pk in taken:
                zone = str(row.get("timezone", ""))
                user = accounts.newcomer(name=row["name"], public_id=row["public_id"], timezone=zone)
                fresh.add(user.pk)
        except ValueError as bad:
            raise Invalid(where, f"{where}: {bad}") from bad
        taken.add(user.pk)
        found[row["public_id"]] = user
    return found, fresh


def _club(named: Mapping[str, Any], now: datetime, by: User | None) -> Club:
    """The club of a dump: the one with this address, or a new one."""
    slug, name = str(named.get("slug", "")), str(named.get("name", ""))
    found = Club.objects.filter(slug=slug).first()
    if found is not None:
        return found
    try:
        zone, public_id = str(named.get("timezone", "")), str(named.get("public_id", ""))
        return clubs.restore_club(public_id=public_id, slug=slug, name=name, zone=zone, at=now, by=by)
    except ValueError as bad:
        raise Invalid("club", f"club: {bad}") from bad


def _keep_history(tournament: Tournament, rows: list[Any], people: Mapping[str, User]) -> None:
    """Store the audit entries of the other site beside the tournament, outside this site's own log."""
    for place, row in enumerate(rows):
        where = f"history[{place}]"
        is_entry = isinstance(row, dict) and all(
            isinstance(row.get(key), str) and len(row[key]) <= most
            for key, most in (("action", MOST_ACTION), ("target", MOST_TARGET))
        )
        if not is_entry or (row.get("actor") is not None and row["actor"] not in people):
            raise Invalid(where, _("%(where)s is not an audit entry.") % {"where": where})
        exchange_rows.moment(row.get("at"), f"{where}.at")
    actors = {key: user.public_id for key, user in people.items()}
    kept = [{**row, "actor": actors.get(row.get("actor"))} for row in rows]
    HistoryElsewhere.objects.create(tournament=tournament, entries=kept)


def _hand_down(tournament: Tournament, now: datetime) -> None:
    """Pass the finished matches of closed rounds to the ratings, as on the site where they were played."""
    matches = Match.objects.paired().filter(
        round__stage__tournament=tournament, round__state__in=ROUND_OVER, state=MatchState.OVER
    )
    hand_over.hand_down(matches.order_by("round__number", "table_no"), now)
