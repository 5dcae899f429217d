"""Wiring of the site's configuration."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"
