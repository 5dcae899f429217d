"""Serializers that refuse what they do not know, where a misspelt field would change a result in silence."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework import serializers


class KnownFields(serializers.Serializer[Any]):
    """A serializer of a JSON body that refuses every unknown field by its name."""

    def to_internal_value(self, data: Any) -> Any:
        """Validate the body. Raises ValidationError for a field that is not there."""
        if isinstance(data, Mapping) and not isinstance(data, QueryDict):
            words = _("There is no such field here. There are: %(names)s.") % {"names": ", ".join(self.fields)}
            if unknown := {str(key): [words] for key in data if key not in self.fields}:
                raise serializers.ValidationError(unknown)
        return super().to_internal_value(data)
