"""Signals that a table sends to the tournament app."""

from django.dispatch import Signal

# Sent once per table, with `table`, in the transaction that marks the table as reported: what a receiver writes stands
# or falls with that mark, and a failed receiver is called again. Never sent from the event loop.
table_over = Signal()
