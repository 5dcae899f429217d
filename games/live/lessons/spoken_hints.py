"""Hints in a language that is asked for, with the action as plain data: for the program that checks what they claim."""

import os
from typing import Any

import django
from django.apps import apps
from django.utils import translation

if not apps.ready:  # a program of its own asks
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

from games import engine
from games.engine import codec
from games.engine.play.view import View
from games.live.lessons import advice, hints
from games.players import Memory, TopV1


def said(view: View, memory: Memory, language: str) -> tuple[dict[str, Any], str, list[str]]:
    """What a hint advises as plain data, its sentence and its lines. Raises ValueError where it is not the seat's
    turn."""
    action = advice.chosen(view, TopV1(), memory.copy())
    with translation.override(language):
        found = hints.hint(view, memory)
    if action is None or found is None:
        raise ValueError("this seat has nothing to do")
    return _plain(view, action), found["says"], found["lines"]


def taught(view: View, language: str) -> tuple[dict[str, Any], str]:
    """What a lesson advises as plain data, and its sentence. Raises ValueError where it is not the seat's turn."""
    action = advice.chosen(view)
    if action is None:
        raise ValueError("this seat has nothing to do")
    with translation.override(language):
        return _plain(view, action), advice.learner_advice(view, action).says


def _plain(view: View, action: engine.Action) -> dict[str, Any]:
    plain = codec.action_to_json(action, view.pack)
    return dict(plain) | {"card": plain.get("card") or plain.get("discard") or ""}
