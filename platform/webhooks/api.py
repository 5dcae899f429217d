"""The webhooks of a club under /api/v1/, for its organisers."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import signed_in
from clubs.models import Club
from doors.api import problems
from doors.api.paging import KeysetPagination
from webhooks import selectors, serializers
from webhooks.models import Delivery, Endpoint
from webhooks.services import delivering, endpoints

Done = TypeVar("Done")


class Latest(KeysetPagination):
    """Pages of deliveries, the latest first."""

    ordering = ("-pk",)


class ByAge(KeysetPagination):
    """Pages of endpoints, the oldest first."""

    ordering = ("pk",)


class Endpoints(generics.ListAPIView[Endpoint]):
    """The endpoints of a club; POST adds one and shows its secret, only this once."""

    serializer_class = serializers.EndpointSerializer
    permission_classes = (IsAuthenticated,)
    pagination_class = ByAge

    def get_queryset(self) -> QuerySet[Endpoint]:
        if getattr(self, "swagger_fake_view", False):
            return Endpoint.objects.none()
        return selectors.endpoints(_club(self))

    @extend_schema(request=serializers.NewEndpointSerializer, responses={201: serializers.WithSecretSerializer})
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        club, given = _club(self), serializers.NewEndpointSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        made, secret = _tried(
            lambda: endpoints.add(club=club, by=signed_in.user(request), now=timezone.now(), **given.validated_data)
        )
        return Response(serializers.WithSecretSerializer(made, context={"secret": secret}).data, status=201)


class EndpointDetail(APIView):
    """One endpoint; PATCH changes it, DELETE removes it with its log."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses=serializers.EndpointSerializer)
    def get(self, request: Request, slug: str, public_id: str) -> Response:
        return Response(serializers.EndpointSerializer(_endpoint(self)).data)

    @extend_schema(request=serializers.ChangedEndpointSerializer, responses=serializers.EndpointSerializer)
    def patch(self, request: Request, slug: str, public_id: str) -> Response:
        endpoint, given = _endpoint(self), serializers.ChangedEndpointSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wish = {"url": endpoint.url, "kinds": endpoint.kinds, "is_on": endpoint.is_on, **given.validated_data}
        changed = _tried(
            lambda: endpoints.change(endpoint=endpoint, by=signed_in.user(request), now=timezone.now(), **wish)
        )
        return Response(serializers.EndpointSerializer(changed).data)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, slug: str, public_id: str) -> Response:
        endpoints.remove(endpoint=_endpoint(self), by=signed_in.user(request), now=timezone.now())
        return Response(status=204)


class Secret(APIView):
    """POST makes a new secret and shows it, only this once; the old one also signs for a day."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses=serializers.WithSecretSerializer)
    def post(self, request: Request, slug: str, public_id: str) -> Response:
        changed, secret = endpoints.rotate(endpoint=_endpoint(self), by=signed_in.user(request), now=timezone.now())
        return Response(serializers.WithSecretSerializer(changed, context={"secret": secret}).data)


class Test(APIView):
    """POST sends `webhook.test` at once and returns the answer."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses=serializers.AttemptSerializer)
    def post(self, request: Request, slug: str, public_id: str) -> Response:
        tried = delivering.try_out(endpoint=_endpoint(self), by=signed_in.user(request), now=timezone.now())
        return Response(serializers.AttemptSerializer(tried).data)


class Deliveries(generics.ListAPIView[Delivery]):
    """The messages sent to an endpoint in the last two weeks, with all tries."""

    serializer_class = serializers.DeliverySerializer
    permission_classes = (IsAuthenticated,)
    pagination_class = Latest

    def get_queryset(self) -> QuerySet[Delivery]:
        if getattr(self, "swagger_fake_view", False):
            return Delivery.objects.none()
        return selectors.log(_endpoint(self))


class Again(APIView):
    """POST sends a message again, with the same id and body."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={202: serializers.DeliverySerializer})
    def post(self, request: Request, slug: str, public_id: str, delivery: str) -> Response:
        found = get_object_or_404(selectors.log(_endpoint(self)), public_id=delivery)
        sent = _tried(lambda: delivering.send_again(delivery=found, by=signed_in.user(request), now=timezone.now()))
        return Response(serializers.DeliverySerializer(sent).data, status=202)


def _club(view: APIView) -> Club:
    club = get_object_or_404(Club, slug=view.kwargs["slug"])
    if not selectors.may_manage(view.request.user, club):
        raise PermissionDenied("Only the club's organisers look after its webhooks.")
    return club


def _endpoint(view: APIView) -> Endpoint:
    return get_object_or_404(selectors.endpoints(_club(view)), public_id=view.kwargs["public_id"])


def _tried(act: Callable[[], Done]) -> Done:
    """Call a service; a refusal names its field, or is a conflict."""
    try:
        return act()
    except endpoints.Refused as refused:
        if refused.field:
            raise ValidationError({refused.field: [str(refused)]}) from refused
        raise problems.Refused(str(refused), refused.code) from refused
