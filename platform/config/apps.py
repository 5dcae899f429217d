"""The configuration of the app config."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"
