"""The signal of tournaments for the apps that send notices to people."""

from django.dispatch import Signal

# Sent once per notice, with `notice`, after the transaction that made it: its round, match or entry says whom it
# concerns.
noticed = Signal()
