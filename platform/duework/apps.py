"""Wiring of work that time starts."""

from django.apps import AppConfig


class DueworkConfig(AppConfig):
    name = "duework"
