"""Proofs of who is there, as a person gives them who has just typed their password."""

import time

from django.test import Client

from accounts.models import User
from accounts.proving.proofs import Proof


def proved(user: User) -> Proof:
    """For a service."""
    return Proof(user.pk)


def prove(client: Client, *, seconds_ago: float = 0) -> None:
    """For the pages that this client asks for."""
    session = client.session
    said = {"method": "password", "at": time.time() - seconds_ago, "reauthenticated": True}
    session["account_authentication_methods"] = [said]
    session["account_authentication_methods_user"] = session["_auth_user_id"]
    session.save()
