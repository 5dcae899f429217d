"""Writes of notices: tell people, send, read, choose, forget."""

from notices.services.forgetting import take_back as take_back
from notices.services.forgetting import take_back_about as take_back_about
from notices.services.telling import Letter as Letter
from notices.services.telling import tell as tell
