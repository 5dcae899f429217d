"""The gin kernel: what may be done in one deal of gin, and what it is worth."""
