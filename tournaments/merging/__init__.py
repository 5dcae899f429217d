"""Merge two persons who are one: an organiser, or a code, says which person a name without a login really is."""
