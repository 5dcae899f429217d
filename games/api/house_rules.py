"""Rule sets of clubs under /api/v1/: everybody reads them, organisers make, change and withdraw them."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import signed_in
from clubs.models import Club
from doors.api.paging import KeysetPagination
from doors.api.strict import KnownFields
from games import engine
from games.live.presets import options
from games.models import HouseRules
from games.services import house_rules

JsonObject = dict[str, Any]


class ByName(KeysetPagination):
    """Pages of rule sets in the order of their names."""

    ordering = ("name", "-version", "pk")


class HouseRulesSerializer(serializers.ModelSerializer[HouseRules]):
    """A rule set of a club. `rules` is its key: it stands wherever rules are named (tournaments, tables, records), and
    says all values; `options` are those that differ from the `preset`. `previous` is the version before it. `edition`
    is another one after each change: sent back with a change, it says what was seen."""

    id = serializers.CharField(source="public_id", read_only=True)
    club = serializers.CharField(source="club.slug", read_only=True)
    preset = serializers.CharField(read_only=True)
    options = serializers.SerializerMethodField()
    previous = serializers.CharField(source="previous.public_id", read_only=True, default=None, allow_null=True)

    class Meta:
        model = HouseRules
        fields = ("id", "club", "name", "rules", "preset", "options", "is_rated", "version", "previous", "made_at",
                  "used_at", "replaced_at", "withdrawn_at", "edition")  # fmt: skip
        read_only_fields = fields

    def get_options(self, found: HouseRules) -> JsonObject:
        """The values that differ from the preset, as they are sent."""
        return {name: _plain(value) for name, value in engine.own_values(found.rules).items()}


class ChangedRulesSerializer(KnownFields):
    """A name, the options that differ from the preset (the others have its values), and whether what is played is
    rated."""

    name = serializers.CharField(max_length=1000, trim_whitespace=False)
    options = serializers.DictField(child=serializers.JSONField(), default=dict)
    is_rated = serializers.BooleanField(default=True)


class NextRulesSerializer(ChangedRulesSerializer):
    """A change: with the `edition` that was seen, it is refused where somebody else has changed the rules since."""

    edition = serializers.CharField(max_length=12, required=False)


class NewRulesSerializer(ChangedRulesSerializer):
    """A new rule set of a club (its address), from a preset."""

    club = serializers.CharField()
    preset = serializers.CharField()


class OptionSerializer(serializers.Serializer[Any]):
    """An option of a preset: its sentence, the value that the preset has, the values that it takes (empty: a number),
    and the source that it comes from."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field takes the place of the property
    says = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]  # the same
    rule = serializers.CharField()
    held = serializers.JSONField()
    values = serializers.DictField(child=serializers.CharField())


class AllHouseRules(generics.ListAPIView[HouseRules]):
    """The rule sets of clubs, with those that were replaced or withdrawn."""

    serializer_class = HouseRulesSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = ByName

    def get_queryset(self) -> QuerySet[HouseRules]:
        found = HouseRules.objects.select_related("club", "previous")
        club = self.request.query_params.get("club")
        return found.filter(club__slug=club) if club else found

    @extend_schema(parameters=[OpenApiParameter("club", OpenApiTypes.STR, description="The address of a club.")])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List them."""
        return super().get(request, *args, **kwargs)

    @extend_schema(request=NewRulesSerializer, responses={201: HouseRulesSerializer})
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Make one (organisers of the club)."""
        asked = NewRulesSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        said = dict(asked.validated_data)
        club = Club.objects.filter(slug=said.pop("club")).first()
        if club is None:
            raise Http404
        made = _attempt(lambda: house_rules.make(club=club, **said, **signed_in.asked(request)))
        return Response(HouseRulesSerializer(made).data, status=201)


class HouseRulesDetail(generics.RetrieveAPIView[HouseRules]):
    """One version of a rule set of a club."""

    serializer_class = HouseRulesSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    queryset = HouseRules.objects.select_related("club", "previous")
    lookup_field = "public_id"

    @extend_schema(request=NextRulesSerializer, responses=HouseRulesSerializer)
    def put(self, request: Request, public_id: str) -> Response:
        """Change it (organisers of the club): if something was played or planned by it, the answer is its next
        version."""
        asked = NextRulesSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        found, said = self.get_object(), asked.validated_data
        made = _attempt(lambda: house_rules.change(rules=found, **said, **signed_in.asked(request)))
        return Response(HouseRulesSerializer(made).data)

    @extend_schema(responses=HouseRulesSerializer)
    def delete(self, request: Request, public_id: str) -> Response:
        """Withdraw it (organisers of the club): it is offered no more, and what was played by it stays."""
        found = self.get_object()
        made = _attempt(lambda: house_rules.withdraw(rules=found, **signed_in.asked(request)))
        return Response(HouseRulesSerializer(made).data)


class PresetOptions(APIView):
    """The options that a rule set over a preset may choose."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=OptionSerializer(many=True))
    def get(self, request: Request, key: str) -> Response:
        """List them, in the reader's language."""
        if key not in set(engine.VARIANTS):
            raise Http404
        found = [
            {
                "name": one.name,
                "label": str(one.label),
                "says": str(one.says),
                "source": one.source,
                "rule": one.rule,
                "held": _plain(one.held),
                "values": {str(_plain(value)).lower(): str(words) for value, words in one.values.items()},
            }
            for one in options.options(engine.VARIANTS[key])
        ]
        return Response(found)


def _plain(value: object) -> object:
    return {"mode": value.mode, "value": value.value} if isinstance(value, engine.Shutout) else value


def _attempt(act: Callable[[], HouseRules]) -> HouseRules:
    """Do it; a refusal of the service is a 400 that names the field."""
    try:
        return act()
    except house_rules.BadRules as refused:
        raise ValidationError({refused.field: [str(refused)]}) from refused
