"""Serializers of the API of standings."""

from typing import Any

from rest_framework import serializers


class PlaceSerializer(serializers.Serializer[Any]):
    """One line of the standings."""

    place = serializers.IntegerField()
    entry = serializers.CharField(source="entry.public_id")
    name = serializers.CharField(source="entry.name")
    points = serializers.FloatField()
    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    margin = serializers.IntegerField()
    buchholz = serializers.FloatField()
    tiebreaks = serializers.ListField(source="values_text", child=serializers.CharField())
    stage = serializers.CharField(source="reached", help_text="Through several stages: the last one played in.")


class GroupTableSerializer(serializers.Serializer[Any]):
    """The standings of a group (0: of the whole stage); `contest` names a contest beside the main one."""

    group = serializers.IntegerField()
    name = serializers.CharField()
    contest = serializers.CharField()
    tiebreaks = serializers.ListField(source="keys", child=serializers.CharField())
    places = PlaceSerializer(source="rows", many=True)
