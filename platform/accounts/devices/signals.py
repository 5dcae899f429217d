"""The signal that tells the apps above that a login has ended."""

from django.dispatch import Signal

session_ended = Signal()  # `session`: the key of a login that was ended from elsewhere
