"""Reference cases: turn their words into calls of the engine's public functions, and the answers back into words. No
rules live here."""
