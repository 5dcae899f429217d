"""Check with `formats.combinations` whether the choices of a tournament go together."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from games import engine
from games.models import LIVE_LAWS
from tournaments.formats.combinations import IN_PERSON, STRICT, Evening, Game, Misfit
from tournaments.formats.combinations import refusal as refusal_of
from tournaments.models import Stage, Tournament

SIZES = ("seats_least", "seats", "seats_most")  # of a table of three and more


@lru_cache(maxsize=1024)
def game_of(variant: str) -> Game:
    """The facts of a preset that the check needs. Raises KeyError for an unknown one."""
    rules = engine.VARIANTS[variant]
    seats = () if rules.seating.name in ("two", "teams") else tuple(rules.seating.numbers(rules))
    kinds = engine.length_kinds(variant)
    return Game(name=rules.name, seating=rules.seating.name, kinds=kinds, laws=LIVE_LAWS, seats=seats)


def refusal(
    variant: str,
    *,
    stages: Iterable[tuple[str, Mapping[str, Any]]] = (),
    place: str = IN_PERSON,
    laws: str = STRICT,
    minutes: int | None = None,
) -> Misfit | None:
    """The conflict between these choices: a preset, stages (format and settings), the place, the laws of live tables,
    the minutes of a round if they differ from those of its stage; None if they fit."""
    chosen = list(stages)
    evening = Evening(
        game=game_of(variant),
        formats=tuple(key for key, _settings in chosen),
        place=place,
        laws=laws,
        lengths=tuple(one for _key, settings in chosen for one in lengths_in(settings)),
        minutes=minutes or next((said["minutes"] for _key, said in chosen if said.get("minutes")), None),
        sizes=tuple((key, said[key]) for _key, said in chosen for key in SIZES if key in said),
    )
    return refusal_of(evening)


def refusal_for(
    tournament: Tournament, *, laws: str | None = None, stage: Stage | None = None, minutes: int | None = None
) -> Misfit | None:
    """The conflict in a tournament under other laws, with a changed `stage`, or with rounds of other `minutes`; None if
    there is none."""
    stages = [stage if stage and stage.pk == one.pk else one for one in tournament.stages.order_by("number")]
    return refusal(
        tournament.variant,
        stages=[(one.format, one.settings) for one in stages],
        place=tournament.mode,
        laws=tournament.settings.get("laws", STRICT) if laws is None else laws,
        minutes=minutes,
    )


def lengths_in(settings: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The keys of lengths in the settings of a stage, each with its field."""
    by_part = settings.get("lengths", {})
    return [
        ("length", settings.get("length", "game")),
        *(("lengths", key) for part in by_part.values() for key in part),
    ]


def words(found: Misfit) -> str:
    """A refusal in the reader's language."""
    return _(found.text) % dict(found.values)
