"""The engine's values as text: plain JSON, game records, positions, rule sets."""
