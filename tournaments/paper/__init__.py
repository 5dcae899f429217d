"""Print and hall screens."""
