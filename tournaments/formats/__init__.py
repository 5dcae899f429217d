"""Formats of stages, one file each, found by key: what follows what. Pure."""

from tournaments.formats.swiss import Next, Stand, follows

FORMATS = {"swiss": follows}

__all__ = ["FORMATS", "Next", "Stand", "follows"]
