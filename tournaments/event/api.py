"""Helpers of the API: turn a refusal into a typed problem, check a body before a service gets it."""

from collections.abc import Callable
from typing import Any

from rest_framework import mixins, permissions, viewsets
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from doors.api.problems import Refused
from tournaments import errors

SIGNED_IN = [permissions.IsAuthenticated]


def attempt(work: Callable[[], Any]) -> Any:
    """Call a service; a bad value becomes 400 with its field, another refusal 409 with its code and text."""
    try:
        return work()
    except errors.Invalid as invalid:
        raise ValidationError({invalid.field: [str(invalid)]}) from invalid
    except errors.Refusal as refusal:
        more = [*getattr(refusal, "warnings", ()), *getattr(refusal, "witness", ()), *getattr(refusal, "ways_out", ())]
        raise Refused(" ".join((str(refusal), *more)), refusal.code) from refusal


def validated(serializer: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """The checked body of a request."""
    found = serializer(data=request.data)
    found.is_valid(raise_exception=True)
    return dict(found.validated_data)


class Reading(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Any]):
    """A resource by its public id; writing needs a sign-in."""

    lookup_field = "public_id"
    permission_classes = [permissions.IsAuthenticatedOrReadOnly]
