"""The settings that mypy reads (`[tool.django-stubs]` in pyproject.toml), the same on every machine. Nothing comes from
the environment, and the data folder is in mypy's cache."""

import os
import re
from pathlib import Path

OF_A_SITE = re.compile("UNDERCUT_.*|DATABASE_URL|REDIS_URL|HOST|PORT|LAN")

for name in [name for name in os.environ if OF_A_SITE.fullmatch(name)]:
    del os.environ[name]
os.environ["UNDERCUT_DATA"] = str(Path(__file__).resolve().parents[2] / ".mypy_cache" / "site")

from config.settings import *  # noqa: E402, F403
