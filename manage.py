#!/usr/bin/env python
"""The one command line of Undercut: `python manage.py up` starts everything."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def main() -> None:
    """Put the drawer `platform/` on the path and hand over to Django."""
    sys.path.insert(1, str(ROOT / "platform"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415
        from django.core.management import execute_from_command_line  # noqa: PLC0415
        from django.db import DatabaseError  # noqa: PLC0415

        from config.environment import hall  # noqa: PLC0415
    except ImportError as missing:
        raise SystemExit(
            "Django is not installed here: run `make install`, then .venv/bin/python manage.py"
        ) from missing
    if sys.argv[1:2] == ["up"]:
        os.environ.setdefault("UNDERCUT_STATIC_MANIFEST", "start")
        if (lan := hall.wish(sys.argv)) is not None:
            os.environ["LAN"] = lan
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as wrong:
        raise SystemExit(f"Undercut cannot start: {wrong}") from wrong
    except DatabaseError as wrong:
        from keeping.tables import differences  # noqa: PLC0415

        if not differences.is_no_database(wrong):
            raise
        raise SystemExit(f"Undercut cannot start: {differences.NO_DATABASE}") from wrong


if __name__ == "__main__":
    main()
