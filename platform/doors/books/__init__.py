"""Texts that people read in the browser: the rulebook and the handbook, from the files in `docs/`."""
