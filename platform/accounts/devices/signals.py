"""What the floors above may hear of sessions."""

from django.dispatch import Signal

session_ended = Signal()  # `session`: the key of a login that was ended from elsewhere
