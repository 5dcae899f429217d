"""Reference cases: translate their words into calls of the engine's public functions, and the answers back. No rules
live here."""
