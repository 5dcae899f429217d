"""Serializers of tournaments: the terms as fields, new tournaments and their conditions."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.live.setup.clock import MOST_S
from tournaments.errors import in_words
from tournaments.event.settings import offered
from tournaments.formats import MOST_ROUNDS, TEMPLATES, Term, terms
from tournaments.models import Mode

Field = serializers.Field[Any, Any, Any, Any]


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "object", "additionalProperties": {}}]})
class TableField(serializers.JSONField):
    """A table of points: the key of a ready one, or data."""


def api_field(term: Term) -> Field:
    """The API field of a term, which is a setting of a tournament or an option of a stage."""
    told: dict[str, Any] = {"help_text": f"{term.label}. {term.help}".strip(" ."), "required": False}
    exactly = {**told, "help_text": f"{told['help_text']}. {in_words(term.allowed)}"}
    match term:
        case terms.YesNo():
            return serializers.BooleanField(**told)
        case terms.Whole():
            is_open: dict[str, Any] = {"allow_null": True} if term.default is None else {}
            return serializers.IntegerField(min_value=term.least, max_value=term.most, **is_open, **told)
        case terms.Choice():
            named = [key for key in term.keys if key]
            return serializers.ChoiceField(choices=named, allow_blank="" in term.keys, **told)
        case terms.Amount():
            return serializers.RegexField(f"^{term.PATTERN}$", allow_blank=True, **told)
        case terms.Letters():
            return serializers.CharField(max_length=term.most, allow_blank=True, **told)
        case terms.Points() | terms.TablePoints():
            return TableField(**exactly)
        case terms.TieBreaks():
            return serializers.ListField(child=serializers.CharField(), **exactly)
        case terms.PartLengths():
            keys = serializers.ListField(child=serializers.CharField())
            return serializers.DictField(child=keys, **exactly)
    return serializers.CharField(**exactly)


class OptionsSerializer(serializers.Serializer[Any]):
    """Options of a stage by their keys. The fields describe what the formats allow; the service checks what this one
    does, and refuses another value by name."""

    several: Iterable[Mapping[str, Term]] = ()

    def get_fields(self) -> dict[str, Field]:
        """A field for each key of all formats."""
        found: dict[str, list[Term]] = {}
        for known in self.several:
            for key, term in known.items():
                found.setdefault(key, []).append(term)
        return {key: api_field(terms.together(alike)) for key, alike in sorted(found.items())}

    def to_internal_value(self, data: Any) -> Any:
        """The options as they were sent."""
        if not isinstance(data, Mapping):
            raise serializers.ValidationError(_("Options are values by their names."))
        return dict(data)

    def to_representation(self, instance: Any) -> Any:
        """The options as they are stored."""
        return dict(instance)


class TemplateOptions(OptionsSerializer):
    """The options of a template; options that it does not have are left out. An unknown one is refused by name."""

    several = [template.options for template in TEMPLATES.values()]


class NewTournamentSerializer(serializers.Serializer[Any]):
    """The fields of a new tournament."""

    club = serializers.SlugField(help_text="The club's address.")
    name = serializers.CharField(max_length=120)
    variant = serializers.CharField(default="gin-rummy-com")
    rounds = serializers.IntegerField(
        min_value=1, max_value=MOST_ROUNDS, default=5, help_text="Of a Swiss stage; elsewhere the field says how many."
    )
    template = serializers.ChoiceField(choices=list(TEMPLATES), default="swiss")
    options = TemplateOptions(default=dict)
    mode = serializers.ChoiceField(choices=Mode.values, default="online")
    starts_at = serializers.DateTimeField(required=False, allow_null=True, default=None)
    timezone = serializers.CharField(required=False, default="")
    place = serializers.CharField(required=False, default="", allow_blank=True, max_length=120)


class ClockSerializer(serializers.Serializer[Any]):
    """A time control: a bank for the whole match, an increment for each turn, a limit for each decision."""

    bank_s = serializers.IntegerField(allow_null=True, default=None, min_value=1, max_value=MOST_S["bank_s"])
    increment_s = serializers.IntegerField(default=0, min_value=0, max_value=MOST_S["increment_s"])
    move_s = serializers.IntegerField(allow_null=True, default=None, min_value=1, max_value=MOST_S["move_s"])


class ConditionsSerializer(serializers.Serializer[Any]):
    """The conditions that can be changed later; a field left out stays as it is. Rounds are fixed once round 1 is
    published."""

    name = serializers.CharField(required=False, max_length=120)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    place = serializers.CharField(required=False, allow_blank=True, max_length=120)
    rounds = serializers.IntegerField(required=False, min_value=1, max_value=MOST_ROUNDS)
    delay = serializers.CharField(
        required=False,
        max_length=10,
        help_text="How much later they see them: none, moves:1 to moves:50, deals; with open hands open:1 to open:60 "
        "(minutes) or open:deals.",
    )
    clock = ClockSerializer(
        required=False, allow_null=True, help_text="At live tables opened from now on; null: nobody's time runs."
    )

    PLAIN = ("name", "starts_at", "place", "rounds")

    def get_fields(self) -> dict[str, Field]:
        """The fields above, and one for each other offered setting."""
        own = super().get_fields()
        return own | {key: api_field(setting) for key, setting in offered().items() if key not in own}

    def conditions(self) -> dict[str, Any]:
        """The arguments of `change_conditions`."""
        data = dict(self.validated_data)
        plain = {key: data.pop(key) for key in self.PLAIN if key in data}
        return {**plain, "settings": data}


class ReasonSerializer(serializers.Serializer[Any]):
    """The reason for an act."""

    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)
