"""People with an account for events that players open themselves."""

import pytest

from accounts import services as accounts
from accounts.models import User

CLOCK = {"bank_s": 300, "increment_s": 3, "move_s": None}


def person(name: str) -> User:
    """Somebody with an account."""
    return accounts.official(username=name.lower(), name=name, email=f"{name.lower()}@club.example", password="x" * 12)


@pytest.fixture
def ann() -> User:
    return person("Ann")
