"""A tournament as one JSON text with everything in it. Its tables are found through the models, so that none is
forgotten."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, TypeAlias

from django.apps import apps
from django.db.models import Field, ForeignKey, ManyToManyField, Model, Q

from accounts.models import User
from audit.models import AuditEntry
from clubs.models import Club
from tournaments.models import (
    Arena,
    ArenaGame,
    ArenaPlayer,
    CalendarKey,
    HistoryElsewhere,
    Match,
    PairingJob,
    Payment,
    RoundDeck,
    Season,
    SeasonEvent,
    SitAndGo,
    SitAndGoPlace,
    Tournament,
    Trophy,
)

FORMAT, VERSION = "undercut-tournament", 3
READ = (1, 2, VERSION)  # what can be loaded
# work in hand, sealed decks, money; history is apart; a season is of its club, a calendar of its person; an arena is no
# tournament, and a sit-and-go is over once it has become one
NOT_KEPT = (
    PairingJob, RoundDeck, HistoryElsewhere, Payment, Season, SeasonEvent, Trophy, CalendarKey,
    Arena, ArenaPlayer, ArenaGame, SitAndGo, SitAndGoPlace,
)  # fmt: skip
OF_THIS_SITE = "table"  # the field that names a live table, which other sites do not have
ELSEWHERE = "is_elsewhere"
AnyField: TypeAlias = "Field[Any, Any]"
NOT_CARRIED = ("tournament.load",)  # an audit entry about loading belongs to the site where it was loaded


def dump_text(tournament: Tournament) -> str:
    """The dump as text; the same tournament gives the same bytes."""
    return json.dumps(dump(tournament), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def dump(tournament: Tournament) -> dict[str, Any]:
    """Club, people, every row of every table of the tournament, and its audit entries. Rows refer to each other by
    their position in the other table, and to people by public ids. It contains no e-mail address, and no table of this
    site."""
    places: dict[type[Model], dict[int, int]] = {}
    people: dict[int, User] = {}
    tables: dict[str, list[dict[str, Any]]] = {}
    for model in carried():
        outside = [field.name for field in _references(model) if field.remote_field.model in (User, Club)]
        found = model._default_manager.filter(**{path_to_tournament(model): tournament.pk}).order_by("pk")
        rows = list(found.select_related(*outside) if outside else found)
        places[model] = {row.pk: place for place, row in enumerate(rows)}
        tables[model._meta.model_name or ""] = [_row(row, places, people) for row in rows]
    elsewhere = HistoryElsewhere.objects.filter(tournament=tournament).values_list("entries", flat=True).first() or []
    actors = User.objects.filter(public_id__in={entry["actor"] for entry in elsewhere if entry["actor"]})
    people |= {user.pk: user for user in actors}
    history = [*elsewhere, *(_history(one, people) for one in audit_entries(tournament))]
    club = tournament.club
    return {
        "format": FORMAT,
        "version": VERSION,
        "club": {"public_id": club.public_id, "slug": club.slug, "name": club.name, "timezone": club.timezone},
        "people": sorted((_person(user) for user in people.values()), key=lambda one: str(one["public_id"])),
        "tables": tables,
        "history": history,
    }


def carried() -> list[type[Model]]:
    """The models of a tournament, each after those it refers to."""
    waiting = [model for model in apps.get_app_config("tournaments").get_models() if model not in NOT_KEPT]
    found: list[type[Model]] = []
    while waiting:
        ready = [model for model in waiting if not (_own_references(model) - {model}) & set(waiting)]
        found += sorted(ready, key=lambda model: model._meta.model_name or "")
        waiting = [model for model in waiting if model not in ready]
    return found


def plain_fields(model: type[Model]) -> list[AnyField]:
    """The fields of a model in a dump: all except its key and the names of live tables of this site."""
    return [field for field in model._meta.concrete_fields if not field.primary_key and field.name != OF_THIS_SITE]


def list_fields(model: type[Model]) -> "list[ManyToManyField[Any, Any]]":
    """The fields of a model that hold several rows of another."""
    return list(model._meta.many_to_many)


def path_to_tournament(model: type[Model]) -> str:
    """The path of a query from a model to its tournament, by references that are always set."""
    if model is Tournament:
        return "pk"
    paths: list[tuple[str, type[Model]]] = [("", model)]
    for way, where in paths:
        for field in _references(where):
            if field.null or field.remote_field.model is where:
                continue
            if field.remote_field.model is Tournament:
                return f"{way}{field.name}"
            if field.remote_field.model._meta.app_label == "tournaments":
                paths.append((f"{way}{field.name}__", field.remote_field.model))
    raise LookupError(f"{model.__name__} does not lead to its tournament")


def audit_entries(tournament: Tournament) -> Iterator[AuditEntry]:
    """The audit entries about a tournament, its matches and their boards, and its tables of three and more, in
    order."""
    target = f"tournament:{tournament.public_id}"
    about = Q(target=target) | Q(target__startswith=f"{target}/")
    matches = Match.objects.filter(round__stage__tournament=tournament)
    targets = [f"match:{public_id}" for public_id in matches.paired().values_list("public_id", flat=True)]
    boards = matches.of_boards().values_list("parent__public_id", "number")
    about |= Q(target__in=[*targets, *(f"match:{public_id}/board:{number}" for public_id, number in boards)])
    found = AuditEntry.objects.filter(about).exclude(action__in=NOT_CARRIED)
    return found.select_related("actor").iterator(chunk_size=1000)


def _own_references(model: type[Model]) -> set[type[Model]]:
    found = {field.remote_field.model for field in _references(model)}
    found |= {field.remote_field.model for field in list_fields(model)}
    return {one for one in found if one._meta.app_label == "tournaments"}


def _references(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]


def _row(row: Model, places: dict[type[Model], dict[int, int]], people: dict[int, User]) -> dict[str, Any]:
    said = {field.name: _value(row, field, places, people) for field in plain_fields(type(row))}
    for field in list_fields(type(row)):
        keys = getattr(row, field.name).values_list("pk", flat=True)
        said[field.name] = sorted(places[field.remote_field.model][key] for key in keys)
    return said


def _value(row: Model, field: AnyField, places: dict[type[Model], dict[int, int]], people: dict[int, User]) -> Any:
    if not isinstance(field, ForeignKey):
        value = getattr(row, field.attname)
        if field.name == ELSEWHERE:
            return value or bool(getattr(row, OF_THIS_SITE))
        return _moment(value) if isinstance(value, datetime) else value
    key, model = getattr(row, field.attname), field.remote_field.model
    if key is None:
        return None
    if model is User:
        people[key] = getattr(row, field.name)
        return people[key].public_id
    if model is Club:
        return getattr(row, field.name).public_id
    return places[model][key]


def _person(user: User) -> dict[str, Any]:
    return {
        "public_id": user.public_id,
        "name": user.name,
        "house_level": user.house_level,
        "timezone": user.timezone,
    }


def _history(entry: AuditEntry, people: dict[int, User]) -> dict[str, Any]:
    if entry.actor is not None:
        people[entry.actor.pk] = entry.actor
    return {
        "at": _moment(entry.at),
        "actor": entry.actor.public_id if entry.actor else None,
        "action": entry.action,
        "target": entry.target,
        "before": entry.before,
        "after": entry.after,
        "reason": entry.reason,
        "rule": entry.rule,
    }


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()
