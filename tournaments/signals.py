"""What tournaments tell whoever carries notices to people."""

from django.dispatch import Signal

# Sent once per notice, with `notice`, after the transaction that made it: its round or match says whom it concerns.
noticed = Signal()
