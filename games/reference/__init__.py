"""Reference cases: words turned into calls of the engine's face, and its answers into words; no rules of their own."""
